"""What everybody may read: competitions, their events and stages, who plays where now. Published facts only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.regulations import regulations_from
from competitions.models import Competition, Event, Match, Stage
from competitions.workflow import MatchStatus, StageState

from .rounds import IN_PLAY, Entrant, Meeting, entrant_of, members_of, round_trf, stage_facts
from .stream import changes_in, hears_all, newest_version
from .visibility import competition_seen, competitions_visible_to, event_in

PUBLIC_STAGES = (StageState.LOCKED, StageState.CLOSED)
PAST_SHOWN = 60
CHANGES_LISTED = 200


@dataclass(frozen=True, slots=True)
class CompetitionLists:
    """Competitions by where they stand on the day of their own time zone."""

    now: tuple[Competition, ...]
    soon: tuple[Competition, ...]
    past: tuple[Competition, ...]


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A match at a table, with what a spectator wants to know. `call_seconds`: what is left of the call."""

    event: Event
    stage: Stage
    meeting: Meeting
    call_seconds: int | None


@dataclass(frozen=True, slots=True)
class EventPage:
    """An event, its public stages and the one that is shown. `live_version` is older than anything read after it."""

    competition: Competition
    event: Event
    stages: tuple[Stage, ...]
    stage: Stage | None
    live_version: int


@dataclass(frozen=True, slots=True)
class PairingFile:
    """A file with a name for the reader's disk."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event on the page of its competition. `round_number` and `rounds` of the newest public stage."""

    event: Event
    entries: int
    stage: Stage | None
    round_number: int | None
    rounds: int | None
    approved: int
    total: int


def competitions_listed(actor: Actor, at: datetime | None = None) -> CompetitionLists:
    """Competitions for the first page: running ones first, coming ones by date, past ones newest first."""
    at = at or timezone.now()
    now: list[Competition] = []
    soon: list[Competition] = []
    past: list[Competition] = []
    for competition in competitions_visible_to(actor).annotate(entrants=Count("events__entries"))[: PAST_SHOWN * 2]:
        today = at.astimezone(ZoneInfo(competition.time_zone)).date()
        if competition.ends_on < today:
            past.append(competition)
        else:
            (soon if competition.starts_on > today else now).append(competition)
    soon.sort(key=lambda c: (c.starts_on, c.name))
    return CompetitionLists(tuple(now), tuple(soon), tuple(past[:PAST_SHOWN]))


def live_version(actor: Actor, competition: Competition) -> int:
    """The newest change that this reader may hear of; read it before the data that it is to stand for."""
    return newest_version(competition.uid, everything=hears_all(actor, competition.uid))


def changes_since(actor: Actor, competition: Competition, version: int) -> tuple[int, list[str] | None]:
    """The newest version, and the topics of the changes after `version`; None where there are too many to list."""
    everything = hears_all(actor, competition.uid)
    changes = changes_in(competition.uid, version, everything=everything, limit=CHANGES_LISTED + 1)
    if len(changes) > CHANGES_LISTED:
        return live_version(actor, competition), None
    newest = changes[-1].version if changes else version
    return newest, sorted({change.topic for change in changes})


def stages_public(event: Event) -> QuerySet[Stage]:
    """Stages whose draw is locked: a draw that may still be made again is nobody's business yet."""
    return event.stages.filter(state__in=PUBLIC_STAGES).order_by("number")


def event_page(actor: Actor, slug: str, event_slug: str, stage_number: int | None = None) -> EventPage:
    """An event of a visible competition for its public pages.

    Shows the stage asked for, else the newest one whose draw is locked. Raises NotFound, for a stage too.
    """
    competition = competition_seen(actor, slug)
    version = live_version(actor, competition)
    event = event_in(competition, event_slug)
    stages = tuple(stages_public(event))
    chosen = stages[-1] if stages else None
    if stage_number is not None:
        chosen = next((stage for stage in stages if stage.number == stage_number), None)
        if chosen is None:
            raise NotFound(kind="stage")
    if chosen is not None:
        chosen.event = event
    return EventPage(competition, event, stages, chosen, version)


def pairing_file(actor: Actor, slug: str, event_slug: str, stage: int | None, number: int) -> PairingFile:
    """The file of a Swiss round, from which any other pairing program can repeat it. Raises NotFound."""
    found = event_page(actor, slug, event_slug, stage)
    if found.stage is None:
        raise NotFound(kind="round")
    return PairingFile(f"{found.event.slug}-round-{number}.trf", round_trf(found.stage, number))


def entries_listed(event: Event) -> tuple[Entrant, ...]:
    """All entries of an event by number."""
    rows = list(event.entries.select_related("person", "club").order_by("number"))
    members = members_of(row.id for row in rows if row.person_id is None and not row.team_name)
    return tuple(entrant_of(row, members.get(row.id, ())) for row in rows)


def event_cards(competition: Competition) -> tuple[EventCard, ...]:
    """The events of a competition with how far each has come. Three queries."""
    events = list(competition.events.annotate(entrants=Count("entries")))
    newest: dict[int, Stage] = {}
    for stage in Stage.objects.filter(event__in=events, state__in=PUBLIC_STAGES).order_by("number"):
        newest[stage.event_id] = stage
    open_one = Q(second__isnull=False) & ~Q(status__in=(MatchStatus.FINISHED, MatchStatus.APPROVED))
    counts: dict[int, dict[str, int]] = {}
    rows = (
        Match.objects.filter(stage__in=[stage.id for stage in newest.values()]).order_by()
        .values("stage_id", "round__number").annotate(
            total=Count("id", filter=Q(second__isnull=False)),
            approved=Count("id", filter=Q(second__isnull=False, status=MatchStatus.APPROVED)),
            still=Count("id", filter=open_one),
        ).order_by("stage_id", "round__number")
    )
    for row in rows:
        sums = counts.setdefault(row["stage_id"], {"total": 0, "approved": 0, "rounds": 0, "current": 0})
        sums["total"] += row["total"]
        sums["approved"] += row["approved"]
        sums["rounds"] = max(sums["rounds"], row["round__number"])
        if row["still"] and not sums["current"]:
            sums["current"] = row["round__number"]
    return tuple(_event_card(event, newest.get(event.id), counts) for event in events)


def _event_card(event: Event, stage: Stage | None, counts: dict[int, dict[str, int]]) -> EventCard:
    sums = counts.get(stage.id) if stage else None
    entries: int = event.entrants  # type: ignore[attr-defined]
    if stage is None or sums is None:
        return EventCard(event, entries, stage, None, None, 0, 0)
    rounds = int(stage.options.get("rounds") or 0) if stage.system == Stage.System.SWISS else 0
    return EventCard(
        event, entries, stage, sums["current"] or sums["rounds"], max(rounds, sums["rounds"]), sums["approved"],
        sums["total"],
    )


def playing_now(competition: Competition, at: datetime | None = None) -> tuple[TablePlace, ...]:
    """Who is called or plays, by table, in all events of a competition."""
    at = at or timezone.now()
    busy = set(
        Match.objects.filter(
            stage__event__competition=competition, stage__state__in=PUBLIC_STAGES, status__in=IN_PLAY,
        ).exclude(stage__event__kind=Event.Kind.TEAMS).order_by().values_list("stage_id", flat=True)
    )
    stages = Stage.objects.filter(id__in=busy).select_related("event")
    places = [place for stage in stages for place in _places(stage, at)]
    return tuple(sorted(places, key=lambda place: (place.meeting.table is None, place.meeting.table, place.meeting.id)))


def call_seconds_left(called_at: datetime | None, call_seconds: int, at: datetime) -> int | None:
    """What is left of the time to come to the table, in whole seconds; 0 when it is over: nothing is lost by that."""
    if called_at is None:
        return None
    return max(0, call_seconds - int((at - called_at).total_seconds()))


def _places(stage: Stage, at: datetime) -> Iterable[TablePlace]:
    regulations = regulations_from(stage.event.regulations)
    for meeting in stage_facts(stage).listed:
        if not meeting.in_play:
            continue
        is_called = meeting.status == MatchStatus.CALLED
        left = call_seconds_left(meeting.called_at, regulations.call_seconds, at) if is_called else None
        yield TablePlace(stage.event, stage, meeting, left)

