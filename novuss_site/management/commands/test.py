"""`manage.py test`: all tests, and by name what this machine cannot run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError

from novuss_site.bootstrap import ROOT, sweep_old
from novuss_site.settings.env import database_from

LOCAL_POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
ON_BOTH_ENGINES = ("tests/services", "tests/api", "tests/concurrency", "tests/site/test_live.py")
"""What is run a second time on PostgreSQL: whatever locks, orders or refuses in the database."""
NO_POSTGRES = (
    "NOT RUN: {paths} on PostgreSQL: none answers at {place} "
    "(sudo apt-get install -y postgresql, or set NOVUSS_TEST_DATABASE_URL)"
)
NOTHING_COLLECTED = 5


class Command(BaseCommand):
    help = "Run the tests: all of them on SQLite, and what depends on the database on PostgreSQL too."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pytest", nargs="*", help="paths and options for pytest; with a path only SQLite is used")

    def run_from_argv(self, argv: list[str]) -> None:
        """Everything behind the name of the command is pytest's."""
        if argv[2:3] in (["--help"], ["-h"]):
            return super().run_from_argv([*argv[:2], "--help"])
        try:
            self.handle(pytest=argv[2:])
        except CommandError as error:
            sys.exit(str(error))

    def handle(self, *args: Any, **options: Any) -> None:
        """Run pytest once or twice; the exit status is that of the first failure."""
        sent = list(options["pytest"])
        chosen = any(not word.startswith("-") and (ROOT / word.split("::")[0]).exists() for word in sent)
        url = os.environ.get("NOVUSS_TEST_DATABASE_URL") or LOCAL_POSTGRES
        both = not chosen and answers(url)
        with tempfile.TemporaryDirectory() as folder:
            collected = Path(folder) / "not-run"
            status = self.run_all(sent, url if both else "", collected)
            lacks = collected.read_text(encoding="utf-8").splitlines() if collected.exists() else []
        if not (chosen or both):
            place = urlsplit(url)
            lacks.append(NO_POSTGRES.format(paths=", ".join(on_both()), place=f"{place.hostname}:{place.port or 5432}"))
        sweep_old()
        for line in dict.fromkeys(lacks):
            self.stdout.write(line, self.style.ERROR)
        if lacks and os.environ.get("NOVUSS_REQUIRE_ALL") == "1":
            status = status or 1
        sys.exit(status)

    def run_all(self, sent: list[str], postgres: str, collected: Path) -> int:
        """The run on SQLite, and the one on PostgreSQL if there is an address; the first status that is not 0."""
        status = run(
            sent, DATABASE_URL="", NOVUSS_POSTGRES_FOLLOWS="1" if postgres else "", NOVUSS_NOT_RUN_FILE=str(collected)
        )
        if postgres:
            self.stdout.write("\nThe same on PostgreSQL:", self.style.MIGRATE_HEADING)
            self.stdout.flush()
            words = [*sent, *on_both()]
            second = run(words, DATABASE_URL=postgres, NOVUSS_POSTGRES_FOLLOWS="", NOVUSS_NOT_RUN_FILE=str(collected))
            status = status or (0 if second == NOTHING_COLLECTED else second)
        return status


def on_both() -> list[str]:
    """The paths of the second run that there are."""
    return [path for path in ON_BOTH_ENGINES if (ROOT / path).exists()]


def run(words: list[str], **environment: str) -> int:
    """Pytest in a process of its own, because the settings of this one are loaded already."""
    command = [sys.executable, "-m", "pytest", *words]
    settings = {"DJANGO_SETTINGS_MODULE": "novuss_site.settings.test", "NOVUSS_LOG_NAME": ""}
    try:
        return subprocess.call(command, cwd=ROOT, env={**os.environ, **settings, **environment})
    except KeyboardInterrupt:
        raise CommandError("Stopped.", returncode=130) from None


def answers(url: str) -> bool:
    """Does a PostgreSQL answer there?"""
    import psycopg  # noqa: PLC0415 (only here)

    found = database_from(url)
    try:
        psycopg.connect(
            host=found["HOST"],
            port=found["PORT"] or 5432,
            user=found["USER"],
            password=found["PASSWORD"],
            dbname=found["NAME"],
            connect_timeout=2,
        ).close()
    except psycopg.Error:
        return False
    return True
