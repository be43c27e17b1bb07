"""Cross tables: everybody against everybody in the order of the table; in a Swiss, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from competitions.models import Stage

from .rounds import Entrant, GroupView, Meeting, StageFacts
from .standings import GroupTable, TableRow, number_text, stage_regulations, stage_standings


@dataclass(frozen=True, slots=True)
class CrossGame:
    """A game in a cell from the side of the row: own score first, and its points (none while not approved)."""

    meeting: Meeting
    opponent: Entrant | None
    score: str
    points: str
    has_first_stroke: bool
    mark: str


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What a row has against a column (a number of the table, or a round). `is_self`: the diagonal."""

    games: tuple[CrossGame, ...] = ()
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    row: TableRow
    cells: tuple[CrossCell, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The cross table of a group. `heads`: numbers of the rows, or of the rounds where `by_rounds`."""

    group: GroupView | None
    heads: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    by_rounds: bool


def cross_tables(facts: StageFacts) -> tuple[CrossTable, ...]:
    """The cross tables of a stage, one for each group, in the order of its table of results."""
    by_rounds = facts.stage.system == Stage.System.SWISS
    points = stage_regulations(facts.stage).points
    return tuple(
        _cross_table(facts, table, points, by_rounds=by_rounds) for table in stage_standings(facts.stage, facts))


def _cross_table(
    facts: StageFacts, table: GroupTable, points: Mapping[str, float], *, by_rounds: bool,
) -> CrossTable:
    found: dict[tuple[int, int], list[CrossGame]] = {}
    for meeting in facts.of_group(table.group):
        for own, other in ((meeting.first, meeting.second), (meeting.second, meeting.first)):
            if own is not None:
                column = meeting.round_number if by_rounds else other.id if other else 0
                found.setdefault((own.id, column), []).append(_game(meeting, own, other, points))
    members = [row.entrant for row in table.rows]
    columns = list(facts.rounds) if by_rounds else [member.id for member in members]
    heads = tuple(facts.rounds) if by_rounds else tuple(range(1, len(members) + 1))
    rows = tuple(CrossRow(row, _cells(row.entrant, columns, found, by_rounds=by_rounds)) for row in table.rows)
    return CrossTable(table.group, heads, rows, by_rounds)


def _cells(
    entrant: Entrant, columns: Iterable[int], found: Mapping[tuple[int, int], list[CrossGame]], *, by_rounds: bool,
) -> tuple[CrossCell, ...]:
    return tuple(
        CrossCell(tuple(found.get((entrant.id, column), ())), is_self=not by_rounds and column == entrant.id)
        for column in columns
    )


def _game(meeting: Meeting, own: Entrant, other: Entrant | None, points: Mapping[str, float]) -> CrossGame:
    is_first = meeting.first.id == own.id
    score = meeting.score
    text = "" if score is None else ":".join(score if is_first else score[::-1])
    worth = ""
    if meeting.is_approved and (meeting.winner or meeting.awarded or meeting.is_bye):
        won = meeting.is_bye or meeting.winner == ("A" if is_first else "B")
        outcome = "draw" if meeting.winner == "draw" else "win" if won else "loss"
        worth = number_text(Fraction(points[outcome]))
    mark = "*" if meeting.is_provisional and score else ""
    return CrossGame(meeting, other, text, worth, (meeting.first_stroke == "A") == is_first, mark)
