"""Which SQLite is used, and in which journal mode (docs/decisions: the pysqlite3 swap)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

FIXED_IN = (3, 51, 3)
BACKPORTS = {(3, 50): 7, (3, 44): 6}


def is_affected(version: tuple[int, ...]) -> bool:
    """Does this SQLite have the WAL-reset bug (3.7.0 to 3.51.2), which can lose committed writes?"""
    if version < (3, 7, 0) or version >= FIXED_IN:
        return False
    patch = BACKPORTS.get((version[0], version[1]))
    return patch is None or version[2] < patch


def use_bundled_sqlite() -> bool:
    """Put pysqlite3, which brings its own SQLite, in the place of sqlite3; before Django loads a backend."""
    try:
        import pysqlite3  # noqa: PLC0415
        import pysqlite3.dbapi2  # noqa: PLC0415
    except ImportError:
        return False
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
    return True


def library_version() -> tuple[int, ...]:
    """The version of the SQLite library in use."""
    import sqlite3  # noqa: PLC0415 (after the swap)

    return tuple(sqlite3.sqlite_version_info)


def journal_mode(wanted: str = "") -> str:
    """WAL, or TRUNCATE where the library would endanger a WAL database; `wanted` overrides, under a system check."""
    return wanted.upper() or ("TRUNCATE" if is_affected(library_version()) else "WAL")


def database_at(path: Path, *, journal: str, test_path: Path) -> dict[str, Any]:
    """Django's database settings of an SQLite file.

    FULL: an acknowledged event survives a power cut. IMMEDIATE: a transaction that reads first and writes later
    waits for its turn instead of failing at once, so `timeout` (seconds) holds for it too.
    """
    pragmas = f"PRAGMA journal_mode={journal};PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": pragmas},
        "CONN_MAX_AGE": 60,
        "TEST": {"NAME": test_path},
    }
