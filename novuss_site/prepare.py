"""What `up` does before it serves: the database, the static files, the first chief referee, the demo."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command, get_commands
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from competitions.models import Competition
from competitions.services.accounts import account_create_first
from novuss_site.bootstrap import ROOT, RUN_LOCK, fingerprint, lock

LEAST_FREE = 50_000_000
"""Bytes without which a start would only break later."""


@contextlib.contextmanager
def plain_refusals() -> Iterator[None]:
    """Turn what the disk and the database refuse into one sentence each."""
    try:
        yield
    except OperationalError as error:
        raise CommandError(sentence_of(str(error))) from error
    except DatabaseError as error:
        raise CommandError(f"The database in {settings.VAR} cannot be used: {error}") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise CommandError(sentence_of("full")) from error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise CommandError(sentence_of("readonly")) from error
        raise


def sentence_of(message: str) -> str:
    """The sentence for a message of the database or the system."""
    if "full" in message:
        return "The disk is full: free some space and start again."
    if "readonly" in message or "unable to open" in message:
        return f"The folder {settings.VAR} cannot be written."
    if "locked" in message:
        return "The database is busy: another program holds it. Close that and start again."
    return f"The database cannot be used: {message}"


def check_folder() -> None:
    """Can we write, and is there room?"""
    var = Path(settings.VAR)
    with plain_refusals():
        var.mkdir(parents=True, exist_ok=True)
        probe = var / f".probe.{os.getpid()}"
        probe.write_bytes(b"novuss" * 1000)
        probe.unlink()
        space = os.statvfs(var) if hasattr(os, "statvfs") else None
    if space is not None and space.f_bavail * space.f_frsize < LEAST_FREE:
        raise CommandError(sentence_of("full"))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one start at a time prepare a folder: two at once would take each other's tables and files away."""
    with contextlib.ExitStack() as held:
        with plain_refusals():
            file = held.enter_context(open(Path(settings.VAR) / "prepare.lock", "w", encoding="ascii"))
            lock(file.fileno())
        yield


def migrate() -> bool:
    """Bring the database up to date; False when it was already. Refuses one that a newer version has written."""
    with plain_refusals():
        executor = MigrationExecutor(connection)
        try:
            executor.loader.check_consistent_history(connection)
        except InconsistentMigrationHistory as error:
            raise CommandError(f"The database does not belong to this version: {error}") from error
        apps = {"competitions", "refereeing"}
        unknown = {key for key in executor.loader.applied_migrations if key[0] in apps} - set(
            executor.loader.graph.nodes
        )
        if unknown:
            raise CommandError("The database was written by a newer version of Novuss: start that one.")
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        call_command("migrate", verbosity=0, interactive=False)
    return True


def collect_static() -> bool:
    """Collect the static files if any of them has changed since the last time; False when none has."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    now = static_fingerprint()
    with plain_refusals():
        if stamp.exists() and stamp.read_text(encoding="ascii") == now:
            return False
        call_command("collectstatic", verbosity=0, interactive=False, clear=False, ignore_patterns=["*redoc*"])
        stamp.write_text(now, encoding="ascii")
    return True


def static_fingerprint() -> str:
    """What the collected files depend on: the packages, and name, size and time of each file of our own."""
    digest = hashlib.sha256(fingerprint(RUN_LOCK).encode())
    for app in ("competitions", "refereeing"):
        for path in sorted((ROOT / app / "static").rglob("*")):
            state = path.stat()
            digest.update(f"{path.relative_to(ROOT)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def first_chief() -> tuple[str, str] | None:
    """The name and the one-time password of the first chief referee, or None when there is one already."""
    with plain_refusals():
        return account_create_first(at=timezone.now())


def demo() -> bool:
    """Load the demo competition into an empty database; False when there is a competition already."""
    with plain_refusals():
        if Competition.objects.exists() or "demo" not in get_commands():
            return False
        call_command("demo", verbosity=0)
    return True
