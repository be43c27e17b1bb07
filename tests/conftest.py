"""What all tests share: the database, the browser, a real server, and the list of what this machine could not run."""

from __future__ import annotations

import importlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Playwright's synchronous API keeps an event loop in the main thread, where Django refuses the ORM otherwise.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

ROOT = Path(__file__).resolve().parent.parent
NOT_RUN = "NOT RUN"
APPEND_ONLY = (
    "competitions.migrations.0002_append_only", "refereeing.migrations.0002_append_only",
    "refereeing.migrations.0004_disputes_append_only",
)


# --- what the machine has --------------------------------------------------------------------------------------------
def chromium() -> str | None:
    """The path of a Chromium or Chrome."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


def lacking(item: pytest.Item) -> str | None:
    """Why this test cannot run here, with the command that brings what it needs."""
    from django.conf import settings

    if item.get_closest_marker("browser") and chromium() is None:
        return f"{NOT_RUN}: no Chromium (sudo apt-get install -y chromium)"
    if item.get_closest_marker("postgres") and "postgresql" not in settings.DATABASES["default"]["ENGINE"]:
        return f"{NOT_RUN}: no PostgreSQL (sudo apt-get install -y postgresql; see docs/testing.md)"
    if item.get_closest_marker("redis") and not redis_url():
        return f"{NOT_RUN}: no Redis (sudo apt-get install -y redis-server)"
    return None


def redis_url() -> str | None:
    """The address of a Redis that answers and that tests may write to (database 15)."""
    import redis

    url = os.environ.get("NOVUSS_TEST_REDIS", "redis://127.0.0.1:6379/15")
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return None
    return url


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked `long` too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    keep, leave = [], []
    second_run_follows = os.environ.get("NOVUSS_POSTGRES_FOLLOWS") == "1"
    for item in items:
        long_one = item.get_closest_marker("long") and not config.getoption("--long")
        later = item.get_closest_marker("postgres") and second_run_follows
        (leave if long_one or later else keep).append(item)
        reason = None if long_one or later else lacking(item)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))
    if leave:
        config.hook.pytest_deselected(items=leave)
        items[:] = keep


def not_run(reporter: Any) -> list[str]:
    """Each reason for which something was not run, once. Read from the reports, which xdist brings to this process."""
    found = {}
    for report in reporter.stats.get("skipped", []):
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = text.removeprefix("Skipped: ")
        if reason.startswith(NOT_RUN):
            found[reason] = found.get(reason, 0) + 1
    return [f"{reason} [{count} tests]" for reason, count in sorted(found.items())]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    lines = not_run(terminalreporter)
    collected = os.environ.get("NOVUSS_NOT_RUN_FILE")
    if lines and collected:  # `manage.py test` says it at the very end, after all its runs
        with open(collected, "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    elif lines:
        terminalreporter.section(NOT_RUN, sep="!", red=True, bold=True)
        for line in lines:
            terminalreporter.line(line)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    required = os.environ.get("NOVUSS_REQUIRE_ALL") == "1" and not hasattr(session.config, "workerinput")
    if required and reporter is not None and session.exitstatus == 0 and not_run(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


# --- the database ----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Sweep away databases of runs that were killed, and let the tests' flush past the triggers of the log."""
    from django.conf import settings

    for old in Path(settings.VAR).glob("test-*.sqlite3*"):
        if time.time() - old.stat().st_mtime > 86_400:
            old.unlink(missing_ok=True)
    if "sqlite3" in settings.DATABASES["default"]["ENGINE"]:
        flush_past_triggers()


def flush_past_triggers() -> None:
    """On SQLite a flush deletes row by row, which the append-only triggers forbid: take them off for it, and put them
    back. (PostgreSQL truncates, which row triggers do not see.)"""
    from django.db.backends.sqlite3.operations import DatabaseOperations

    if getattr(DatabaseOperations.sql_flush, "past_triggers", False):
        return
    stock = DatabaseOperations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        statements = stock(self, style, tables, **options)
        modules = [importlib.import_module(name) for name in APPEND_ONLY]
        logs = [module for module in modules if set(tables) & set(getattr(module, "TABLES", ()) or (module.TABLE,))]
        before = [line for module in logs for line in module.DROP_SQLITE]
        after = [line for module in logs for line in module.CREATE_SQLITE]
        return [*before, *statements, *after] if statements else statements

    sql_flush.past_triggers = True
    DatabaseOperations.sql_flush = sql_flush


# --- the language ----------------------------------------------------------------------------------------------------
@pytest.fixture(autouse=True)
def _english() -> None:
    """A request leaves its language active in the thread: the next test starts from the product's own."""
    from django.conf import settings
    from django.utils import translation

    translation.activate(settings.LANGUAGE_CODE)


# --- the browser -----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium instead of one that Playwright would download."""
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {**browser_type_launch_args, "executable_path": chromium(), "args": flags}


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of Chromium; the test is NOT RUN without one."""
    path = chromium()
    if path is None:
        pytest.skip(f"{NOT_RUN}: no Chromium (sudo apt-get install -y chromium)")
    return path


# --- programs --------------------------------------------------------------------------------------------------------
@pytest.fixture
def poppler() -> str:
    """The path of pdftotext; the test is NOT RUN without one."""
    path = shutil.which("pdftotext")
    if path is None:
        pytest.skip(f"{NOT_RUN}: no pdftotext (sudo apt-get install -y poppler-utils)")
    return path


@pytest.fixture
def served(transactional_db: None) -> Iterator[str]:
    """The whole site on a port of its own, live stream included, on the test database; gives its address."""
    from tests.site.server import Served

    with Served() as server:
        yield server.url
