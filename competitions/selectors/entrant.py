"""One entrant: place, games, and how the tie-breaks of the row came about."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.models import Competition, Entry, Event, Stage

from .arithmetic import Arithmetic, arithmetic_of
from .forecast import tell_times
from .public import live_version, stages_public
from .rounds import Entrant, Meeting, entrant_of, members_of, stage_facts
from .standings import GroupTable, TableRow, stage_standings
from .teams import MemberLine, is_of_teams, roster_of
from .visibility import competition_seen


@dataclass(frozen=True, slots=True)
class EntrantGame:
    """A match from the side of the entrant, own score first. `has_first_stroke`: of the entrant, in set 1."""

    meeting: Meeting
    opponent: Entrant | None
    has_first_stroke: bool
    score: str
    result: str


@dataclass(frozen=True, slots=True)
class EntrantStage:
    """The entrant in one stage."""

    stage: Stage
    table: GroupTable
    row: TableRow
    games: tuple[EntrantGame, ...]
    arithmetic: tuple[Arithmetic, ...]

    @property
    def following(self) -> EntrantGame | None:
        """The next game to be played, where it is known about when."""
        known = [game for game in self.games if game.meeting.expected is not None]
        return min(known, key=lambda game: game.meeting.expected.at, default=None)  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """An entrant with every public stage he or she plays in."""

    competition: Competition
    event: Event
    entrant: Entrant
    stages: tuple[EntrantStage, ...]
    live_version: int
    # Of a team: its members by number, reserves last.
    roster: tuple[MemberLine, ...] = ()


def entrant_page(actor: Actor, slug: str, uid: UUID) -> EntrantPage:
    """An entrant of a visible competition. Raises NotFound."""
    competition = competition_seen(actor, slug)
    version = live_version(actor, competition)
    rows = Entry.objects.filter(event__competition=competition, uid=uid)
    entry = rows.select_related("event", "person", "club").first()
    if entry is None:
        raise NotFound(kind="entry")
    entry.event.competition = competition
    nameless = entry.person_id is None and not entry.team_name
    entrant = entrant_of(entry, members_of([entry.id]).get(entry.id, ()) if nameless else ())
    stages = stages_public(entry.event).filter(stage_entries__entry=entry)
    return EntrantPage(
        competition, entry.event, entrant, tuple(_in_stage(stage, entry.event, entrant) for stage in stages), version,
        roster_of(entry) if is_of_teams(entry.event) else ())


def _in_stage(stage: Stage, event: Event, entrant: Entrant) -> EntrantStage:
    stage.event = event
    facts = stage_facts(stage)
    tell_times(event.competition, facts.meetings, timezone.now())
    table, row = next(
        (table, row) for table in stage_standings(stage, facts) for row in table.rows if row.entrant.id == entrant.id)
    games = tuple(
        _game(meeting, entrant) for meeting in facts.listed
        if entrant.id in (meeting.first.id, meeting.second.id if meeting.second else None)
    )
    return EntrantStage(stage, table, row, games, arithmetic_of(table, row.entrant, facts.entrants))


def _game(meeting: Meeting, entrant: Entrant) -> EntrantGame:
    is_first = meeting.first.id == entrant.id
    opponent = meeting.second if is_first else meeting.first
    score = meeting.score or ("", "")
    own = score if is_first else score[::-1]
    result = ""
    if meeting.is_decided and not meeting.is_bye:
        won_by = {"A": is_first, "B": not is_first}.get(meeting.winner)
        result = "drawn" if meeting.winner == "draw" else "won" if won_by else "lost"
    return EntrantGame(
        meeting, opponent, (meeting.first_stroke == "A") == is_first, f"{own[0]}:{own[1]}" if own[0] else "", result)
