"""Whose turn it is to write, inside one process on SQLite.

SQLite lets one writer in at a time; the others ask again after pauses that grow to a tenth of a second, in no order.
Where many write at one instant (every tablet of the hall), a queue of our own is shorter and fair. It guards nothing:
the database does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_TURN = threading.Lock()


@contextmanager
def write_turn() -> Iterator[None]:
    """Wait for the turn, and hold it for the block, which is one whole transaction.

    Does nothing on PostgreSQL, and nothing inside a transaction: who holds SQLite's lock must not wait for this one.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _TURN:
        yield
