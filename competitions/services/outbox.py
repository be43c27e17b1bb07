"""Tell the world that something has changed: one row in the caller's transaction, and a poke after it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import connection, transaction

from competitions.models import Outbox

# What wants to hear of a commit at once (the live hub fills this). A hint only: the poll does not depend on it.
LISTENERS: list[Callable[[], None]] = []

# Ids of concurrent transactions could commit out of order on PostgreSQL, and a reader by `id > last` would skip one.
_OUTBOX_LOCK = 7_230_441


def outbox_add(topic: str, *, competition: UUID | None, **ids: UUID | int | str) -> None:
    """Write one row in the caller's transaction. Pass ids only, never model objects or facts."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_OUTBOX_LOCK])
    Outbox.objects.create(topic=topic, competition=competition, ids={name: str(uid) for name, uid in ids.items()})
    transaction.on_commit(poke, robust=True)


def poke() -> None:
    """Wake whoever listens in this process."""
    for listener in list(LISTENERS):
        listener()
