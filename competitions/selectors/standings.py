"""The table of results of a stage: approved results count, provisional ones are shown and marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.utils.formats import number_format
from django.utils.functional import Promise

from competitions.formats.exclusions import Consequence, Out
from competitions.formats.explain import RATIOS
from competitions.formats.games import Game, Points, awarded_game, bye, played_game
from competitions.formats.ledger import Particulars
from competitions.formats.level_groups import MANUAL
from competitions.formats.regulations import Regulations, regulations_from
from competitions.formats.standings import Row, Rules, Standings, standings
from competitions.formats.team_table import Counts, LeagueRules, table_rules
from competitions.formats.tie_break_list import read_words
from competitions.models import ChiefOrder, Stage
from competitions.models import Game as PlayedGame
from competitions.workflow import Outcome as MatchOutcome

from .brackets import bracket_facts
from .ladder import ladder_view
from .rounds import NOTHING, Entrant, GroupView, Meeting, StageFacts, stage_facts
from .tie_break_words import TIE_BREAK_NAMES, OrderStep, steps_of, words_of

CLEARS = "clears"
_QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break as a column of the table."""

    key: str
    short: str | Promise
    name: str | Promise
    rule: str | Promise


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table. `place`: "3", or "2–3" for a shared place, or empty where the results are annulled."""

    entrant: Entrant
    row: Row
    place: str
    points: str
    values: tuple[str, ...]
    decided_by: str | Promise
    provisional: int


@dataclass(frozen=True, slots=True)
class ChiefDecision:
    """An order that the chief referee decided. `holds`: exactly these are level, so that it has its effect."""

    uid: UUID
    order: tuple[Entrant, ...]
    reason: str
    decided_at: datetime
    holds: bool


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The table of a group, or of a stage without groups. `waiting`: provisional results, not counted;
    `has_awarded`: one counts that was not played. `is_bracket`: places come from the bracket, points mean nothing;
    `is_list`: so it is on a ranking list, where they come from challenges.
    `order`: the tie-breaks as the regulations list them, with those for so many who are level. `contenders`: who can
    still come first, where a page asks for it and it is known. `decisions`: of the chief referee, about who is level.
    """

    group: GroupView | None
    rows: tuple[TableRow, ...]
    columns: tuple[Column, ...]
    waiting: int
    standings: Standings
    has_awarded: bool = False
    is_bracket: bool = False
    is_list: bool = False
    # Points of games stand where otherwise sets do; ranked by them, they are the points.
    is_of_teams: bool = False
    by_games: bool = False
    order: tuple[OrderStep, ...] = ()
    contenders: tuple[Entrant, ...] = ()
    decisions: tuple[ChiefDecision, ...] = ()

    @property
    def holding(self) -> tuple[ChiefDecision, ...]:
        """The decisions that have their effect."""
        return tuple(decision for decision in self.decisions if decision.holds)


def number_text(value: Fraction | None) -> str:
    """A value exactly as it counts: whole, with quarters as ½ and the like, otherwise as a fraction."""
    if value is None:
        return "–"
    whole, rest = divmod(abs(value), 1)
    if rest and rest not in _QUARTERS:
        return str(value).replace("-", "−")
    text = f"{whole if whole or not rest else ''}{_QUARTERS[rest] if rest else ''}"
    return f"−{text}" if value < 0 else text


def value_text(tie_break: str, value: Fraction | None) -> str:
    """A value as the table shows it: shares of sets with three decimals (compared exactly), all others exactly."""
    if value is None or tie_break not in RATIOS:
        return number_text(value)
    return number_format(round(float(value), 3), 3)


def stage_regulations(stage: Stage) -> Regulations:
    """The regulations of the stage's event (`stage.event` loaded)."""
    return regulations_from(stage.event.regulations)


def tie_breaks_of(stage: Stage) -> tuple[str, ...]:
    """The tie-breaks in order: the stage's own, else those of the regulations for its system."""
    return tuple(stage.tie_breaks) or stage_regulations(stage).tie_breaks(stage.system)


def result_of(meeting: Meeting, *, byes_count: bool, clears: tuple[int, int] = (0, 0)) -> Game | None:
    """A match as the table counts it; None where it gives nothing (yet).

    Only approved results. A bye counts in a Swiss event; in a round robin it is a free round (tie-breaks, section 1).
    """
    game = _result(meeting, byes_count=byes_count, clears=clears)
    return None if game is None else replace(game, round=meeting.round_number)


def _result(meeting: Meeting, *, byes_count: bool, clears: tuple[int, int]) -> Game | None:
    first = meeting.first.key
    if meeting.second is None:
        return bye(first) if byes_count and meeting.is_approved else None
    if not meeting.is_approved or meeting.outcome in NOTHING:
        return None
    second = meeting.second.key
    was_played = meeting.sets != (0, 0) or meeting.outcome == MatchOutcome.TIME_LIMIT
    if meeting.awarded or meeting.sets is None or not was_played:
        return awarded_game(first, second, {"A": first, "B": second}.get(meeting.winner))
    return played_game(first, second, *meeting.sets, clears=clears)


def clears_of(stage: Stage) -> dict[int, tuple[int, int]]:
    """Sets cleared in the first series by first-named and second-named, by match: what the games' logs have come to."""
    found: dict[int, tuple[int, int]] = {}
    states = PlayedGame.objects.filter(match__stage=stage).values_list("match_id", "state__clears")
    for match_id, clears in states:
        first, second = found.get(match_id, (0, 0))
        if clears:
            found[match_id] = (first + clears["A"], second + clears["B"])
    return found


def stage_results(stage: Stage, facts: StageFacts | None = None) -> list[Game]:
    """The results of a stage that count, in the order of the rounds: approved ones only."""
    facts = facts or stage_facts(stage)
    byes_count = stage.system == Stage.System.SWISS
    found = (result_of(meeting, byes_count=byes_count) for meeting in facts.meetings)
    return [game for game in found if game is not None]


def stage_standings(stage: Stage, facts: StageFacts | None = None) -> tuple[GroupTable, ...]:
    """The tables of a stage, one for each group (`stage.event` loaded)."""
    facts = facts or stage_facts(stage)
    if stage.is_elimination:
        return (_bracket_table(facts),)
    if stage.system == Stage.System.RANKING_LIST:
        return (_list_table(facts),)
    groups: tuple[GroupView | None, ...] = facts.groups or (None,)
    orders = tuple(ChiefOrder.objects.filter(stage=stage))
    return tuple(_group_table(stage, facts, group, orders) for group in groups)


def _group_table(
    stage: Stage, facts: StageFacts, group: GroupView | None, orders: Sequence[ChiefOrder],
) -> GroupTable:
    regulations = stage_regulations(stage)
    members, meetings = facts.members(group), facts.of_group(group)
    byes_count = stage.system == Stage.System.SWISS
    members_by_uid = {str(member.uid): member for member in members}
    decided = [(order, tuple(members_by_uid[uid] for uid in order.order))
               for order in orders if members_by_uid.keys() >= set(order.order)]
    rules = _rules(stage, regulations, has_decisions=bool(decided))
    clears = clears_of(stage) if CLEARS in rules.names else {}
    games = [
        game for m in meetings
        if (game := result_of(m, byes_count=byes_count, clears=clears.get(m.id, (0, 0)))) is not None
    ]
    table = standings(
        [member.key for member in members], games, rules=rules, out=_out(stage, members, meetings, regulations),
        particulars=_particulars(members, play_off_results(facts, members), [who for _order, who in decided]),
    )
    is_of_teams = regulations.teams is not None
    by_games = regulations.teams is not None and regulations.teams.ranked_by == Counts.GAME_POINTS
    columns = columns_of(table.rules.names[1:] if by_games else table.rules.names, is_of_teams=is_of_teams)
    annulled = {row.id for row in table.rows if row.rank is None}
    waiting = [
        m for m in meetings if m.is_provisional and m.is_decided
        and not annulled & {e.key for e in (m.first, m.second) if e is not None}
    ]
    pending = Counter(e.id for m in waiting for e in (m.first, m.second) if e is not None)
    by_key = {member.key: member for member in members}
    shared = Counter(row.rank for row in table.rows)
    rows = tuple(_table_row(row, by_key[row.id], shared[row.rank], columns, pending) for row in table.rows)
    if by_games:
        rows = tuple(map(_by_game_points, rows))
    has_awarded = any(not game.is_played and not game.is_bye for game in games)
    return GroupTable(
        group, rows, columns, len(waiting), table, has_awarded, is_of_teams=is_of_teams, by_games=by_games,
        order=steps_of(tie_breaks_of(stage), is_of_teams=is_of_teams),
        decisions=tuple(_decision(order, who, table) for order, who in decided))


def play_off_results(facts: StageFacts, members: Iterable[Entrant]) -> tuple[Game, ...]:
    """The approved games of play-offs among these entrants."""
    ids = {member.id for member in members}
    found = (result_of(meeting, byes_count=False) for meeting in facts.play_offs if meeting.first.id in ids)
    return tuple(game for game in found if game is not None)


def _decision(order: ChiefOrder, who: tuple[Entrant, ...], table: Standings) -> ChiefDecision:
    values = {row.id: row.values.get(MANUAL) for row in table.rows}
    # The value is there only for the group that is level: of others, another decision says.
    holds = [values[entrant.key] for entrant in who] == list(range(1, len(who) + 1)) and _stand_together(who, table)
    return ChiefDecision(order.uid, who, order.reason, order.decided_at, holds)


def _stand_together(who: tuple[Entrant, ...], table: Standings) -> bool:
    keys = [row.id for row in table.rows]
    first = keys.index(who[0].key)
    return keys[first : first + len(who)] == [entrant.key for entrant in who]


def _particulars(
    members: Iterable[Entrant], play_off: tuple[Game, ...], decided: Iterable[Iterable[Entrant]],
) -> Particulars:
    """What stands in the start list (ratings and numbers), the play-offs, and what the chief referee decided."""
    return Particulars(
        ratings={member.key: member.rating for member in members if member.rating is not None},
        start_numbers={member.key: member.number for member in members},
        play_off=play_off, decided=tuple(tuple(entrant.key for entrant in order) for order in decided),
    )


def _table_row(
    row: Row, entrant: Entrant, sharing: int, columns: Iterable[Column], pending: Mapping[int, int],
) -> TableRow:
    values = tuple(value_text(column.key, row.values.get(column.key)) for column in columns)
    names = {column.key: column.name for column in columns}
    decided = names.get(row.decided_by, TIE_BREAK_NAMES[row.decided_by]) if row.decided_by else ""
    return TableRow(
        entrant, row, place_text(row.rank, sharing), number_text(row.points), values, decided,
        pending.get(entrant.id, 0))


def _by_game_points(line: TableRow) -> TableRow:
    """A row of a league that is ranked by the points of all games: they are its points."""
    is_by_points = line.row.decided_by == "sets_won"
    return replace(
        line, points=number_text(line.row.values.get("sets_won")),
        decided_by=TIE_BREAK_NAMES["points"] if is_by_points else line.decided_by)


def place_text(rank: int | None, sharing: int) -> str:
    """"3", or "2–3" where so many share the place, or nothing."""
    if rank is None:
        return ""
    return str(rank) if sharing == 1 else f"{rank}–{rank + sharing - 1}"


def columns_of(tie_breaks: Iterable[str], *, is_of_teams: bool = False) -> tuple[Column, ...]:
    """Tie-breaks with their names, in order."""
    return tuple(Column(t, *words_of(t, is_of_teams=is_of_teams)) for t in tie_breaks)


def _rules(stage: Stage, regulations: Regulations, *, has_decisions: bool) -> Rules:
    """The rules of the stage's table. What the chief referee decided comes last where the list does not name it."""
    points = Points(**{name: Fraction(worth) for name, worth in regulations.points.items()})
    rules = Rules(points=points, tie_breaks=read_words(tie_breaks_of(stage)), lot=stage.lot or None)
    if regulations.teams is not None:
        rules = table_rules(LeagueRules(
            ranked_by=Counts(regulations.teams.ranked_by), match_points=points, tie_breaks=rules.tie_breaks,
            lot=rules.lot))
    if not has_decisions or MANUAL in rules.names:
        return rules
    return replace(rules, tie_breaks=(*rules.tie_breaks, MANUAL))


def _out(
    stage: Stage, members: Iterable[Entrant], meetings: Iterable[Meeting], regulations: Regulations,
) -> list[Out]:
    """Who is out, with the games each was to play. 3.2 speaks of round robins: in a Swiss the results stand."""
    gone = [member for member in members if member.is_out]
    if not gone or stage.system == Stage.System.SWISS:
        return []
    scheduled = Counter(e.id for m in meetings if m.second is not None for e in (m.first, m.second))
    return [
        Out(id=member.key, scheduled=scheduled[member.id], consequence=Consequence(regulations.excluded))
        for member in gone
    ]


def _bracket_table(facts: StageFacts) -> GroupTable:
    """Places of a bracket: who is out of it has one (the best of those that are shared), who still plays has none."""
    found = bracket_facts(facts.stage)
    games = [game for m in facts.meetings if (game := result_of(m, byes_count=False)) is not None]
    table = standings([member.key for member in facts.entrants], games)
    waiting = [m for m in facts.meetings if m.is_provisional and m.is_decided]
    pending = Counter(e.id for m in waiting for e in (m.first, m.second) if e is not None)
    shared = Counter(found.places.values())
    counted = {row.id: row for row in table.rows}
    last = len(facts.entrants) + 1
    rows = tuple(
        _table_row(replace(counted[e.key], rank=place, decided_by=None), e, shared[place or 0], (), pending)
        for e in sorted(facts.entrants, key=lambda e: found.places.get(e.key, last if e.is_out else 0))
        for place in (found.places.get(e.key),)
    )
    has_awarded = any(not game.is_played for game in games)
    return GroupTable(None, rows, (), len(waiting), replace(table, rows=tuple(r.row for r in rows)), has_awarded,
                      is_bracket=True)


def _list_table(facts: StageFacts) -> GroupTable:
    """Places of a ranking list: those of the list, whatever was won and lost; who has left has none."""
    places = {row.entrant.key: row.place for row in ladder_view(facts).rows}
    games = [game for m in facts.meetings if (game := result_of(m, byes_count=False)) is not None]
    table = standings([member.key for member in facts.entrants], games)
    counted = {row.id: row for row in table.rows}
    waiting = [m for m in facts.meetings if m.is_provisional and m.is_decided]
    last = len(facts.entrants) + 1
    rows = tuple(
        _table_row(replace(counted[e.key], rank=places.get(e.key), decided_by=None), e, 1, (), {})
        for e in sorted(facts.entrants, key=lambda e: places.get(e.key, last)))
    return GroupTable(
        None, rows, (), len(waiting), replace(table, rows=tuple(r.row for r in rows)), is_bracket=True, is_list=True)
