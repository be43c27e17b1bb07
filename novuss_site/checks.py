"""System checks of the installation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from novuss_site.settings.sqlite import is_affected, library_version


@register(Tags.database)
def check_sqlite_journal(**kwargs: Any) -> list[CheckMessage]:
    """A WAL database on a SQLite with the WAL-reset bug can lose committed results: refuse it."""
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return []
    return sqlite_journal_errors(library_version(), settings.SQLITE_JOURNAL)


def sqlite_journal_errors(version: tuple[int, ...], journal: str) -> list[CheckMessage]:
    """The errors for one version of the library and one journal mode."""
    if journal != "WAL" or not is_affected(version):
        return []
    return [
        Error(
            f"SQLite {'.'.join(map(str, version))} can lose committed writes in WAL mode.",
            hint="Install pysqlite3, or leave NOVUSS_SQLITE_JOURNAL empty: TRUNCATE is used then.",
            id="novuss_site.E001",
        )
    ]
