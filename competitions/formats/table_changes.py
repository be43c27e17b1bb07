"""What a correction changes in a table, before it is followed: rows, ranks, and who goes on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from competitions.formats.standings import Row, Standings


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that is not what it was. A rank of None: the results are annulled."""

    id: str
    rank: tuple[int | None, int | None]
    points: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class CutChange:
    """Who comes among those that go on, and who no longer does."""

    entering: tuple[str, ...]
    leaving: tuple[str, ...]


def changed_rows(before: Standings, after: Standings) -> tuple[RowChange, ...]:
    """Rows whose rank or points change, in the order of the new table. Both tables have the same entries."""
    old = {row.id: row for row in before.rows}
    return tuple(
        RowChange(row.id, (old[row.id].rank, row.rank), (old[row.id].points, row.points))
        for row in after.rows if (old[row.id].rank, old[row.id].points) != (row.rank, row.points)
    )


def changed_cut(before: Standings, after: Standings, places: int) -> CutChange:
    """How the first `places` change; who is level at the cut counts as within."""
    old, new = ([row.id for row in table.rows if _goes_on(row, places)] for table in (before, after))
    entering = tuple(entry for entry in new if entry not in old)
    return CutChange(entering, tuple(entry for entry in old if entry not in new))


def _goes_on(row: Row, places: int) -> bool:
    return row.rank is not None and row.rank <= places
