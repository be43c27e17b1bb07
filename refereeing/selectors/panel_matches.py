"""What the pages of single matches and of the protocols ask beside the rows themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q

from competitions.formats.bracket_play import MatchNow, MatchState
from competitions.models import Competition, Match, Stage, Table
from competitions.selectors.bracket_page import STATE_WORDS, match_label
from competitions.selectors.brackets import bracket_facts, if_decided
from competitions.selectors.pairs import players_by_place, players_of_matches
from competitions.selectors.round_names import names_of_rounds
from competitions.selectors.rounds import DECIDED, IN_PLAY, entrants_of
from competitions.workflow import MatchStatus, StageState
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.game_log import check_result
from refereeing.models import Device, GameEvent

from .game_logs import game_settings, regulations_of
from .panel import MatchRow, match_rows, matches_of, open_rounds

APPROVED_SHOWN = 50
ENTERED_SHOWN = 10


@dataclass(frozen=True, slots=True)
class BracketChange:
    """A match of a bracket that another winner would change. `is_void`: it has begun between others."""

    label: str
    round: str
    before: str
    after: str
    is_void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependants:
    """What a result has led to: later rounds of a Swiss that were paired with it, and those begun already; in a bracket
    every match that another winner would change."""

    later_rounds: tuple[int, ...]
    begun_rounds: tuple[int, ...]
    is_swiss: bool
    bracket: tuple[BracketChange, ...] = ()
    is_bracket: bool = False

    @property
    def needs_decision(self) -> bool:
        """Whether another winner would make matches void that have begun."""
        return any(change.is_void for change in self.bracket)


def dependants(match: Match) -> Dependants:
    """What depends on a result beside the table. In a round robin nothing does: every meeting is fixed by the draw."""
    if match.stage.is_elimination and match.bracket_key:
        return Dependants(later_rounds=(), begun_rounds=(), is_swiss=False, is_bracket=True,
                          bracket=_bracket_changes(match))
    if match.stage.system != Stage.System.SWISS:
        return Dependants(later_rounds=(), begun_rounds=(), is_swiss=False)
    later = Match.objects.filter(stage=match.stage, round__number__gt=match.round.number, second__isnull=False)
    numbers = later.order_by("round__number").values_list("round__number", flat=True).distinct()
    begun = later.exclude(status=MatchStatus.SCHEDULED).order_by("round__number").values_list(
        "round__number", flat=True).distinct()
    return Dependants(later_rounds=tuple(numbers), begun_rounds=tuple(begun), is_swiss=True)


def _bracket_changes(match: Match) -> tuple[BracketChange, ...]:
    """What follows if the other one has won."""
    if match.status != MatchStatus.APPROVED:
        return ()
    facts = bracket_facts(match.stage)
    row = facts.rows[match.bracket_key]
    names = {e.key: e.name for e in entrants_of(match.stage)}
    rounds = names_of_rounds(match.stage)
    round_of = {drawn_match.id: rounds[number] for number, drawn in facts.rounds for drawn_match in drawn.matches}
    other = row.second if match.winner == "A" else row.first
    return tuple(
        BracketChange(
            match_label(change.after.match.id), round_of[change.after.match.id], _pair(change.before, names),
            _pair(change.after, names), is_void=change.has_started and change.before.first.entry is not None
            and {change.before.first, change.before.second} != {change.after.first, change.after.second})
        for change in if_decided(facts, match.bracket_key, other).changes if not change.is_cause
    )


def _pair(item: MatchNow, names: Mapping[str, str]) -> str:
    if item.state is MatchState.NOT_NEEDED:
        return str(STATE_WORDS[item.state])
    return " – ".join(names.get(seat.entry or "", "…") for seat in (item.first, item.second))


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table to give a match to, and whether somebody plays there now."""

    table: Table
    is_busy: bool


def free_tables(competition: Competition) -> list[TableChoice]:
    """The tables that are not out of use, with whether somebody plays there now. One query."""
    playing = Match.objects.filter(table=OuterRef("pk"), status__in=IN_PLAY)
    tables = Table.objects.filter(competition=competition, out_reason="").annotate(is_busy=Exists(playing))
    return [TableChoice(table, table.is_busy) for table in tables]


def missing_results(competition: Competition, at: datetime) -> list[MatchRow]:
    """Matches of the rounds in play that have a table and no result yet, by table."""
    stages = Stage.objects.filter(event__competition=competition, state=StageState.LOCKED)
    opened = open_rounds(stages)
    if not opened:
        return []
    wanted = Q()
    for stage, number in opened.items():
        wanted |= Q(stage=stage, round__number=number)
    missing = matches_of(competition).filter(wanted, table__isnull=False, second__isnull=False).exclude(
        status__in=DECIDED)
    return match_rows(missing.order_by("table__number", F("slot").asc(nulls_last=True)), at)


def score_refusal(row: MatchRow, sets: tuple[int, int]) -> EngineError | None:
    """Why the regulations do not admit this score (23.1); None where they do."""
    if row.game is None:
        return None
    try:
        check_result(game_settings(row.game, regulations_of(row.game)), *sets)
    except EngineError as error:
        return error
    return None


def to_approve(competition: Competition, at: datetime) -> list[MatchRow]:
    """Finished matches that wait for approval, oldest first."""
    waiting = matches_of(competition).filter(status=MatchStatus.FINISHED, second__isnull=False)
    return match_rows(waiting.order_by("round__number", "table__number", "number"), at)


def approved_lately(competition: Competition, at: datetime) -> list[MatchRow]:
    """The matches approved last, newest first."""
    done = matches_of(competition).filter(status=MatchStatus.APPROVED, second__isnull=False)
    return match_rows(done.order_by(F("approved_at").desc(nulls_last=True), "-id")[:APPROVED_SHOWN], at)


def players_shown(match: Match) -> list[tuple[str, str]]:
    """Whom a warning or a dispute can be about, by the log's names: the two sides, of pairs each player once."""
    players = players_by_place(match)
    if not players:
        return [("A", str(match.first)), ("B", str(match.second or ""))]
    found: dict[int, tuple[str, str]] = {}
    for place, person in players.items():
        found.setdefault(person.pk, (place, person.name))
    return list(found.values())


def names_of(competition: Competition, uids: Sequence[UUID]) -> dict[UUID, str]:
    """The matches of this competition among some ids, by name."""
    rows = Match.objects.filter(uid__in=uids, stage__event__competition=competition)
    found = list(rows.select_related("first__person", "second__person"))
    players_of_matches(found)
    return {match.uid: str(match) for match in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredResult:
    """A bare result entered at the desk; `is_standing` while it is not taken back, replaced or approved."""

    match: Match
    sets: str
    at: datetime
    by: str
    is_standing: bool


def entered_lately(competition: Competition) -> list[EnteredResult]:
    """The results entered last at the desk, newest first. Two queries."""
    events = list(GameEvent.objects.filter(
        kind="result", device__kind=Device.Kind.DESK, device__competition=competition,
        verdict=GameEvent.Verdict.APPLIED,
    ).select_related(
        "audit", "device", "game__match__first__person", "game__match__second__person", "game__match__table",
        "game__match__round",
    ).order_by("-audit__seq")[:ENTERED_SHOWN])
    players_of_matches(event.game.match for event in events)
    return [
        EnteredResult(
            match=event.game.match, sets=":".join(str(n) for n in event.payload["sets"]), at=event.audit.at,
            by=event.device.name,
            is_standing=event.game.match.status == MatchStatus.FINISHED
            and str(event.uid) not in (event.game.state.get("voided") or ()),
        ) for event in events
    ]
