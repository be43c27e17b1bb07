"""`manage.py doctor`: what is wrong with this installation, and what to do about it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from novuss_site.hall import hall_addresses
from novuss_site.settings.sqlite import library_version

Finding = tuple[str, str]
"""(`ok`, `note` or `fault`; one sentence)."""
LEAST_FREE = 500_000_000


class Command(BaseCommand):
    help = "Look at the installation and say in plain sentences what is wrong and what to do."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each thing looked at; exit status 1 when anything is at fault."""
        styles = {"ok": self.style.SUCCESS, "note": self.style.WARNING, "fault": self.style.ERROR}
        faults = 0
        for look in LOOKS:
            for state, text in look():
                faults += state == "fault"
                self.stdout.write(f"{styles[state](f'{state:<6}')} {text}")
        if faults:
            sys.exit(1)


def python() -> list[Finding]:
    """The interpreter and what it lacks."""
    found = [("ok", f"Python {'.'.join(map(str, sys.version_info[:3]))}, in {sys.prefix}.")]
    if importlib.util.find_spec("py4swiss") is None:
        found.append(("note", "py4swiss is not there: Swiss rounds cannot be drawn on this platform."))
    if importlib.util.find_spec("numba") is None:
        found.append(("note", "numba is not there: strokes are simulated a hundred times more slowly here."))
    return found


def folder() -> list[Finding]:
    """The folder that everything is written to."""
    var = Path(settings.VAR)
    if not var.exists():
        return [("fault", f"{var} does not exist: run `python3 manage.py up` once.")]
    if not os.access(var, os.W_OK):
        return [
            ("fault", f"{var} cannot be written: give your user the right to, or set NOVUSS_VAR to another folder.")
        ]
    free = shutil.disk_usage(var).free
    state = "ok" if free > LEAST_FREE else "fault"
    return [(state, f"{var} can be written; {free / 1e9:.1f} GB are free{'' if state == 'ok' else ': make room'}.")]


def database() -> list[Finding]:
    """The engine, its journal, and the migrations."""
    found: list[Finding] = []
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
                sync = cursor.execute("PRAGMA synchronous").fetchone()[0]
                version = ".".join(map(str, library_version()))
                found.append(("ok" if sync == 2 else "fault", f"SQLite {version}, journal {mode}, synchronous {sync}."))
                sound = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
                if sound != "ok":
                    found.append(("fault", f"The database file is damaged ({sound}): restore a backup."))
            else:
                cursor.execute("SHOW synchronous_commit")
                state = "ok" if cursor.fetchone()[0] != "off" else "fault"
                found.append((state, "PostgreSQL answers; synchronous_commit must be on."))
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return [("fault", f"The database cannot be used: {error}")]
    if waiting:
        found.append(("fault", f"{len(waiting)} migrations are waiting: run `python3 manage.py migrate` (`up` does)."))
    errors = run_checks(tags=[Tags.database, Tags.security], include_deployment_checks=False)
    return found + [("fault", f"{error.msg} {error.hint or ''}") for error in errors]


def queue() -> list[Finding]:
    """What waits for the worker, and for how long."""
    if settings.REDIS_URL:
        import redis  # noqa: PLC0415

        try:
            redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2).ping()
        except redis.RedisError as error:
            return [("fault", f"Redis does not answer ({error}): games go on, long tasks wait.")]
        return [("ok", "Redis answers.")]
    waiting = sorted(Path(settings.VAR, "queue").glob("*.msg"))
    if not waiting:
        return [("ok", "No task waits for the worker.")]
    age = time.time() - waiting[0].stat().st_mtime
    state = "ok" if age < 60 else "fault"
    return [
        (
            state,
            f"{len(waiting)} tasks wait, the oldest for {age:.0f} s{'' if state == 'ok' else ': is `up` running?'}.",
        )
    ]


def network() -> list[Finding]:
    """The addresses, and whether somebody answers at the usual port."""
    addresses = hall_addresses()
    found: list[Finding] = [
        ("ok", f"Addresses in the hall: {', '.join(addresses)}.") if addresses else ("note", "No network is connected.")
    ]
    with socket.socket() as sock:
        sock.settimeout(1)
        running = sock.connect_ex(("127.0.0.1", 8000)) == 0
    found.append(("note", "Something answers at port 8000." if running else "Nothing answers at port 8000."))
    return found


LOOKS: tuple[Callable[[], list[Finding]], ...] = (python, folder, database, queue, network)
