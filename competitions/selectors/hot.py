"""Queries that every press on a tablet asks, under the lock that all tablets wait for.

The ORM puts each query together anew, which costs more than the database's answer: half of a press. Here the text is
written out. It names tables and columns as the migrations made them, is the same for both engines, and only reads.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.db import connection


def rows(sql: str, *values: int | str | UUID) -> list[tuple[Any, ...]]:
    """All rows of a query with `%s` for each value."""
    native = connection.features.has_native_uuid_field
    with connection.cursor() as cursor:
        cursor.execute(sql, [value.hex if isinstance(value, UUID) and not native else value for value in values])
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def as_uuid(value: Any) -> UUID:
    """A UUID column: SQLite keeps it as text."""
    return value if isinstance(value, UUID) else UUID(value)


def as_json(value: Any) -> Any:
    """A JSON column, which comes as text."""
    return json.loads(value) if isinstance(value, str) else value
