"""Long lists of values, in parts that a statement can hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
# Fewer than the variables that any SQLite takes in one statement.
_CHUNK = 400


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """The values in lists short enough for one statement."""
    rest = iter(values)
    while part := list(islice(rest, _CHUNK)):
        yield part
