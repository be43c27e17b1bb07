"""Cross tables: everybody against everybody in the order of the table; in a Swiss, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from competitions.formats.cross_table import CrossResult, cross_table
from competitions.formats.games import Outcome, Points
from competitions.models import Stage
from competitions.workflow import Outcome as MatchOutcome

from .rounds import Entrant, GroupView, Meeting, StageFacts
from .standings import GroupTable, TableRow, number_text, result_of, stage_standings


@dataclass(frozen=True, slots=True)
class CrossGame:
    """A game in a cell from the side of the row: own score first, and its points (none while not approved).

    `opponent` stands in the tables by rounds only. `mark`: * for a provisional result.
    """

    score: str
    points: str
    mark: str = ""
    opponent: Entrant | None = None


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What a row has against a column (a number of the table, or a round). `is_self`: the diagonal."""

    games: tuple[CrossGame, ...] = ()
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the table of results with its cells."""

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
    if facts.stage.is_elimination or facts.stage.system == Stage.System.RANKING_LIST:
        return ()  # who meets whom is the bracket's, or the challengers'
    tables = stage_standings(facts.stage, facts)
    if facts.stage.system == Stage.System.SWISS:
        return tuple(_by_rounds(facts, table) for table in tables)
    return tuple(_by_opponents(facts, table) for table in tables)


def _by_opponents(facts: StageFacts, table: GroupTable) -> CrossTable:
    """What counts: annulled results are gone, awarded ones there. Where nothing counts yet, what is known."""
    order = [row.row.id for row in table.rows]
    counted = cross_table(order, table.standings.counted.games, points=table.standings.rules.points)
    # What waits for approval against somebody whose results have fallen will never count.
    annulled = {row.row.id for row in table.rows if row.row.rank is None}
    open_games = {
        (own.key, other.key): _open_game(meeting, own)
        for meeting in facts.of_group(table.group) if not meeting.is_approved and meeting.second is not None
        and not {meeting.first.key, meeting.second.key} & annulled
        for own, other in ((meeting.first, meeting.second), (meeting.second, meeting.first))
    }
    rows = []
    for row, line in zip(table.rows, counted, strict=True):
        cells = tuple(
            CrossCell(is_self=True) if cell is None else CrossCell(
                (*map(_counted_game, cell), *filter(None, [open_games.get((line.id, other))])))
            for other, cell in zip(order, line.cells, strict=True)
        )
        rows.append(CrossRow(row, cells))
    return CrossTable(table.group, tuple(range(1, len(order) + 1)), tuple(rows), by_rounds=False)


def _counted_game(result: CrossResult) -> CrossGame:
    if result.sets is not None:
        return CrossGame(f"{result.sets[0]}:{result.sets[1]}", number_text(result.points))
    return CrossGame("+" if result.outcome is Outcome.WON else "−", number_text(result.points))


def _open_game(meeting: Meeting, own: Entrant) -> CrossGame | None:
    """A result that does not count yet, and the running score of a game that is played."""
    score = meeting.score
    if score is None:
        return None
    return CrossGame(":".join(score if meeting.first.id == own.id else score[::-1]), "", "*")


def _by_rounds(facts: StageFacts, table: GroupTable) -> CrossTable:
    found: dict[tuple[int, int], CrossGame] = {}
    worth = table.standings.rules.points
    for meeting in facts.meetings:
        if meeting.outcome == MatchOutcome.VOID:
            continue
        for own, other in ((meeting.first, meeting.second), (meeting.second, meeting.first)):
            if own is not None:
                found[own.id, meeting.round_number] = _round_game(meeting, own, other, worth)
    rows = tuple(
        CrossRow(row, tuple(
            CrossCell(tuple(filter(None, [found.get((row.entrant.id, number))]))) for number in facts.rounds))
        for row in table.rows
    )
    return CrossTable(table.group, facts.rounds, rows, by_rounds=True)


def _round_game(meeting: Meeting, own: Entrant, other: Entrant | None, worth: Points) -> CrossGame:
    result = result_of(meeting, byes_count=True)
    points = "" if result is None else number_text(worth.of(result.outcome_of(own.key)))
    score = meeting.score
    text = "" if score is None else ":".join(score if meeting.first.id == own.id else score[::-1])
    return CrossGame(text, points, "*" if text and not meeting.is_approved else "", other)
