"""What the panel shows of matches: one kind of row for the overview, the rounds, quick entry and the protocols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, Min, Q, QuerySet
from django.utils.translation import gettext

from competitions.common.errors import NotFound
from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import Competition, Event, Game, Match, Stage, Table
from competitions.selectors.clocks import time_limit_at
from competitions.selectors.pairs import players_of_matches
from competitions.selectors.round_names import round_name
from competitions.selectors.rounds import DECIDED, IN_PLAY, Badge
from competitions.workflow import EntryState, MatchStatus, Outcome, StageState
from refereeing.models import Device, Lease

from .late_lines import games_with_late_lines
from .panel_words import BYE, CODE_LOCKED, CONFLICT, CORRECTED, GAP, LATE, OUTCOME_BADGES, SILENT, STATUS_BADGES

SILENT_AFTER = timedelta(seconds=60)
TAKE_OVER_AFTER = timedelta(minutes=2)
"""How long a tablet must have been silent before the desk may take its match over (`services.takeovers`)."""
CODE_TRIES = 5
_BEFORE_PLAY = (MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP)
HELD = (MatchStatus.POSTPONED, MatchStatus.ADJOURNED)
_MAY_CALL = (MatchStatus.SCHEDULED, MatchStatus.CALLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match with its game and with who may write for it, as officials see it: names are never hidden here."""

    match: Match
    game: Game | None
    lease: Lease | None
    call_seconds: int
    at: datetime
    time_limit_at: datetime | None = None
    has_late_lines: bool = False
    # Where its players are at another table just now: name and table.
    elsewhere: tuple[tuple[str, int], ...] = ()
    is_table_busy: bool = False

    @property
    def state(self) -> dict[str, Any]:
        return self.game.state if self.game is not None else {}

    @property
    def first(self) -> str:
        return str(self.match.first)

    @property
    def round_name(self) -> str:
        """What its round is called: by its kind in a bracket, by its number elsewhere."""
        return round_name(self.match.round.number, self.match.round.kind, self.match.round.figures)

    @property
    def second(self) -> str:
        return str(self.match.second) if self.match.second is not None else ""

    @property
    def is_bye(self) -> bool:
        return self.match.second_id is None

    @property
    def in_play(self) -> bool:
        return self.match.status in IN_PLAY

    @property
    def is_decided(self) -> bool:
        return self.match.status in DECIDED

    @property
    def is_finished(self) -> bool:
        return self.match.status == MatchStatus.FINISHED

    @property
    def is_approved(self) -> bool:
        return self.match.status == MatchStatus.APPROVED

    @property
    def badges(self) -> tuple[Badge, ...]:
        """The state in words, then what an official should look at."""
        if self.is_bye:
            return (BYE,)
        found = [STATUS_BADGES[MatchStatus(self.match.status)]]
        if self.is_decided and Outcome(self.match.outcome) in OUTCOME_BADGES:
            found.append(OUTCOME_BADGES[Outcome(self.match.outcome)])
        return (*found, *self.flags)

    @property
    def flags(self) -> tuple[Badge, ...]:
        game = self.game
        flags = (
            (CONFLICT, game is not None and game.has_conflict), (GAP, game is not None and game.has_gap),
            (CODE_LOCKED, self.is_code_locked), (SILENT, self.is_silent),
            (LATE, self.has_late_lines), (CORRECTED, self.match.corrected),
        )
        return tuple(badge for badge, is_up in flags if is_up)

    @property
    def score(self) -> str:
        """4:2, or + and − for a game that was not played to its end; empty before the first set."""
        match = self.match
        if match.awarded and self.is_decided:
            return f"{'+' if match.winner == 'A' else '−'}:{'+' if match.winner == 'B' else '−'}"
        if match.sets_first is None or match.sets_second is None or match.status in _BEFORE_PLAY:
            return ""
        return f"{match.sets_first}:{match.sets_second}"

    @property
    def warnings(self) -> str:
        """Warnings as 1:2, empty where there are none."""
        given = self.state.get("warnings") or {}
        a, b = given.get("A", 0), given.get("B", 0)
        return f"{a}:{b}" if a or b else ""

    @property
    def calls(self) -> Sequence[Any]:
        """Open calls for an official."""
        return () if self.is_decided else self.state.get("calls") or ()

    @property
    def signatures(self) -> str:
        """Who has signed, each with a mark: first-named, second-named, referee."""
        signed = self.state.get("signatures") or {}
        marks = {who: "✓" if signed.get(who) else "–" for who in ("A", "B", "referee")}
        return gettext("1st %(A)s 2nd %(B)s referee %(referee)s") % marks

    @property
    def may_be_warned(self) -> bool:
        """Until it is finished; afterwards only from the back of a paper whose bare score is in."""
        is_bare = self.is_finished and not self.state.get("sets") and not self.state.get("lost_by")
        return not self.is_decided or is_bare

    @property
    def call_ends_at(self) -> datetime | None:
        """When the time to come to the table runs out; only while the match is called."""
        if self.match.status != MatchStatus.CALLED or self.match.called_at is None:
            return None
        return self.match.called_at + timedelta(seconds=self.call_seconds)

    @property
    def is_call_over(self) -> bool:
        return self.call_ends_at is not None and self.at >= self.call_ends_at

    @property
    def call_left(self) -> str:
        """What is left of the call as 1:07."""
        ends = self.call_ends_at
        left = max(0, int((ends - self.at).total_seconds())) if ends is not None else 0
        return f"{left // 60}:{left % 60:02d}"

    @property
    def absent(self) -> tuple[tuple[str, str], ...]:
        """Who may be declared absent: side and name. Neither who has arrived nor who has lost by it already."""
        arrived = self.state.get("arrived") or {}
        lost = (self.state.get("lost_by") or {}).get("who")
        both = (("A", self.first), ("B", self.second))
        return tuple((who, name) for who, name in both if not arrived.get(who) and lost not in (who, "both"))

    @property
    def marked_absent(self) -> tuple[str, ...]:
        """Who of it is marked absent on the list, until its clock runs."""
        if self.match.status not in (*_BEFORE_PLAY, MatchStatus.POSTPONED) or self.match.second is None:
            return ()
        return tuple(str(e) for e in (self.match.first, self.match.second) if e.state == EntryState.ABSENT)

    @property
    def may_be_absent(self) -> bool:
        """Called; or lost by one who did not come, while the other's coming is open (3.2: neither came)."""
        lost = self.state.get("lost_by") or {}
        return self.is_called or (self.match.status == MatchStatus.FINISHED and lost.get("reason") == "no_show")

    @property
    def may_be_called(self) -> bool:
        """Has a table, nobody else plays there, and nobody of it is at another one."""
        is_ready = not self.is_bye and self.match.table_id is not None and self.match.status in _MAY_CALL
        return is_ready and not self.elsewhere and not self.is_table_busy

    @property
    def is_running(self) -> bool:
        return self.match.status == MatchStatus.RUNNING

    @property
    def is_held(self) -> bool:
        """Postponed or adjourned: it waits for an official."""
        return self.match.status in HELD

    @property
    def may_be_played_on(self) -> bool:
        return self.match.status == MatchStatus.ADJOURNED

    @property
    def may_be_held(self) -> bool:
        """May be postponed, or adjourned while it is running."""
        return not self.is_bye and (self.is_running or self.match.status in _BEFORE_PLAY)

    @property
    def is_time_over(self) -> bool:
        return self.time_limit_at is not None and self.at >= self.time_limit_at

    @property
    def is_called(self) -> bool:
        return self.match.status == MatchStatus.CALLED

    @property
    def is_code_locked(self) -> bool:
        return self.game is not None and self.game.code_fails >= CODE_TRIES

    @property
    def is_silent(self) -> bool:
        """A tablet holds the table of a match in play and has not spoken for a minute."""
        return self.in_play and self._is_unheard(SILENT_AFTER)

    @property
    def may_be_taken_over(self) -> bool:
        """A tablet has it and has been silent long enough for the desk to take it."""
        return not self.is_decided and self._is_unheard(TAKE_OVER_AFTER)

    @property
    def is_at_desk(self) -> bool:
        """The desk has taken it over from a tablet."""
        return self.lease is not None and self.lease.device.kind == Device.Kind.DESK

    def _is_unheard(self, since: timedelta) -> bool:
        if self.lease is None or self.is_at_desk:
            return False
        seen = self.lease.device.last_seen_at
        return seen is None or self.at - seen >= since


def match_rows(matches: QuerySet[Match], at: datetime) -> list[MatchRow]:
    """Matches with games and leases: three queries, whatever the number."""
    found = list(matches.select_related(
        "stage__event__competition", "round", "group", "table", "first__person", "first__club", "second__person",
        "second__club", "referee__account",
    ))
    players_of_matches(found)
    games = {game.match_id: game for game in Game.objects.filter(match__in=[m.id for m in found], board=1)}
    held = [game.id for game in games.values() if game.epoch]
    leases = {
        lease.game_id: lease
        for lease in Lease.objects.filter(game__in=held, epoch=F("game__epoch")).select_related("device", "account")
    } if held else {}
    regulations = regulations_by_event(found)
    moved = [game_id for game_id, lease in leases.items() if lease.epoch > 1]
    late = games_with_late_lines(moved) if moved else set()
    rows = []
    for match in found:
        game = games.get(match.id)
        if game is not None:
            game.match = match
        lease = leases.get(game.id) if game is not None else None
        holds = regulations[match.stage.event_id]
        rows.append(MatchRow(
            match=match, game=game, lease=lease, call_seconds=holds.call_seconds, at=at,
            time_limit_at=time_limit_at(match, holds), has_late_lines=game is not None and game.id in late))
    return rows


def regulations_by_event(matches: Iterable[Match]) -> dict[int, Regulations]:
    """The regulations of the matches' events, by event."""
    events = {match.stage.event_id: match.stage.event for match in matches}
    return {event_id: regulations_from(event.regulations) for event_id, event in events.items()}


def matches_of(competition: Competition) -> QuerySet[Match]:
    """The matches of locked stages in the order of play; those of two teams are no games at a table."""
    return Match.objects.filter(
        stage__event__competition=competition, stage__state__in=[StageState.LOCKED, StageState.CLOSED],
    ).exclude(stage__event__kind=Event.Kind.TEAMS).order_by("round__number", F("slot").asc(nulls_last=True), "number")


def match_row(competition: Competition, uid: UUID, at: datetime) -> MatchRow:
    """One match of a competition. Raises NotFound for another competition's."""
    rows = match_rows(matches_of(competition).filter(uid=uid), at)
    if not rows:
        raise NotFound(kind="match")
    return rows[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """A table with the match in play and the next one."""

    table: Table
    current: MatchRow | None
    following: MatchRow | None

    @property
    def calls_for_official(self) -> bool:
        return self.current is not None and bool(self.current.calls)


def tables_now(competition: Competition, at: datetime) -> list[TableNow]:
    """Every table with what is played there now and what comes next. Four queries."""
    tables = list(Table.objects.filter(competition=competition).order_by("number"))
    soon = Q(status=MatchStatus.SCHEDULED, round__number__lte=_open_round_of(competition) + 1)
    rows = match_rows(
        matches_of(competition).filter(
            Q(status__in=IN_PLAY) | soon, table__isnull=False, second__isnull=False),
        at)
    at_table: dict[int, list[MatchRow]] = {}
    playing = [(r.match.id, r.match.table_id, r.match.table.number, r.match.first_id, r.match.second_id)
               for r in rows if r.in_play and r.match.table is not None]
    for row in with_obstacles(rows, playing):
        at_table.setdefault(row.match.table_id or 0, []).append(row)
    return [_table_now(table, at_table.get(table.id, [])) for table in tables]


def _open_round_of(competition: Competition) -> int:
    """The lowest round that is not finished; what comes after the next one is nobody's business at a table yet."""
    lowest = matches_of(competition).filter(second__isnull=False).exclude(status__in=DECIDED)
    return (lowest.order_by().aggregate(number=Min("round__number"))["number"] or 1)


Playing = tuple[int, int | None, int, int, int | None]
"""A match in play: its id, its table's id and number, both entries' ids."""


def with_obstacles(rows: Iterable[MatchRow], playing: Iterable[Playing]) -> list[MatchRow]:
    """The rows, those still to be called with what they wait for: their table, or a player at another one."""
    tables: dict[int | None, int] = {}
    players: dict[int | None, tuple[int, int]] = {}
    for match, table, number, *entries in playing:
        tables[table] = match
        players |= dict.fromkeys(entries, (match, number))
    return [row if row.is_decided or row.in_play else _obstructed(row, tables, players) for row in rows]


def _obstructed(
    row: MatchRow, tables: Mapping[int | None, int], players: Mapping[int | None, tuple[int, int]],
) -> MatchRow:
    match = row.match
    elsewhere = tuple(
        (name, players[entry][1]) for entry, name in ((match.first_id, row.first), (match.second_id, row.second))
        if entry is not None and entry in players)
    is_busy = match.table_id is not None and match.table_id in tables
    return replace(row, elsewhere=elsewhere, is_table_busy=is_busy) if elsewhere or is_busy else row


def _table_now(table: Table, rows: Sequence[MatchRow]) -> TableNow:
    current = next((row for row in rows if row.in_play), None)
    following = next((row for row in rows if row.match.status == MatchStatus.SCHEDULED), None)
    return TableNow(table=table, current=current, following=following)


def open_rounds(stages: Iterable[Stage]) -> dict[int, int]:
    """The first round of each stage that still has something to be played, by the stage's id. One query."""
    rows = Match.objects.filter(stage__in=list(stages), second__isnull=False).exclude(status__in=DECIDED)
    return dict(rows.order_by().values_list("stage_id").annotate(number=Min("round__number")))


def candidates_at(competition: Competition, table: int, at: datetime) -> list[MatchRow]:
    """The matches that a result from this table may mean, likeliest first: in play, next in the open round, just
    finished, then of a later round, and approved ones last. A bye is never among them."""
    rows = match_rows(matches_of(competition).filter(table__number=table, second__isnull=False), at)
    opened = open_rounds({row.match.stage for row in rows})

    def likely(row: MatchRow) -> tuple[int, int]:
        number = row.match.round.number
        if row.in_play:
            return (0, number)
        if row.is_finished:
            return (2, -number)
        if row.is_approved:
            return (4, -number)
        return (1 if number <= opened.get(row.match.stage_id, 0) else 3, number)

    return sorted(rows, key=likely)
