"""When and where a match is expected to begin, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Expected:
    """About when a match begins; `table`: where, once that is settled, and `planned` where it is only likely.

    `referee`: the id of the office of whoever may referee it."""

    at: datetime
    table: int | None
    planned: int
    referee: int | None
