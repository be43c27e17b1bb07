"""Who came where in an event as a whole, all of its stages taken together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from competitions.models import Entry, EntryMember, Event, Match, Person, Stage
from competitions.workflow import MatchStatus, StageState

from .rounds import StageFacts, stage_facts
from .standings import GroupTable, clears_of, stage_standings

_PUBLIC = (StageState.LOCKED, StageState.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPlace:
    """A person with the place, the points and the clears of the event; of a pair both have those of the pair."""

    person: Person
    place: int
    points: Fraction
    clears: int
    class_name: str


def is_played_out(event: Event) -> bool:
    """Whether a draw is locked, and every match of the public draws is approved."""
    stages = event.stages.filter(state__in=_PUBLIC)
    waiting = Match.objects.filter(stage__in=stages, second__isnull=False).exclude(status=MatchStatus.APPROVED)
    return stages.exists() and not waiting.exists()


def event_places(event: Event) -> tuple[PersonPlace, ...]:
    """The places of an event, best first (`event.competition` loaded).

    Who reached a later stage stands before who did not. In groups the thirds of all groups share a place, as games of
    different groups cannot be compared. Who has no place in the last stage played has none here.
    """
    places: dict[str, int] = {}
    points: dict[str, Fraction] = {}
    clears: dict[str, int] = {}
    for stage in event.stages.filter(state__in=_PUBLIC).order_by("-number"):
        stage.event = event
        facts = stage_facts(stage)
        tables = stage_standings(stage, facts)
        _add_places(places, tables)
        _add_points(points, tables)
        _add_clears(clears, stage, facts)
    return _of_people(event, places, points, clears)


def _add_places(places: dict[str, int], tables: Iterable[GroupTable]) -> None:
    """Those of this stage who have no place yet come after all who have; equal ranks share one."""
    ranks = {
        line.row.id: line.row.rank for table in tables for line in table.rows
        if line.row.rank is not None and line.row.id not in places}
    before = len(places)
    for key, rank in ranks.items():
        places[key] = before + 1 + sum(other < rank for other in ranks.values())


def _add_points(points: dict[str, Fraction], tables: Iterable[GroupTable]) -> None:
    for table in tables:
        for line in table.rows:
            if not table.is_bracket:
                points[line.row.id] = points.get(line.row.id, Fraction(0)) + Fraction(line.row.points)


def _add_clears(clears: dict[str, int], stage: Stage, facts: StageFacts) -> None:
    by_match = clears_of(stage)
    for meeting in facts.meetings:
        first, second = by_match.get(meeting.id, (0, 0))
        clears[meeting.first.key] = clears.get(meeting.first.key, 0) + first
        if meeting.second is not None:
            clears[meeting.second.key] = clears.get(meeting.second.key, 0) + second


def _of_people(
    event: Event, places: dict[str, int], points: dict[str, Fraction], clears: dict[str, int],
) -> tuple[PersonPlace, ...]:
    members: dict[int, list[Person]] = {}
    for member in EntryMember.objects.filter(entry__event=event, is_reserve=False).select_related("person"):
        members.setdefault(member.entry_id, []).append(member.person)
    found = [
        PersonPlace(
            person=person, place=places[str(entry.number)], points=points.get(str(entry.number), Fraction(0)),
            clears=clears.get(str(entry.number), 0), class_name=entry.class_name)
        for entry in Entry.objects.filter(event=event).select_related("person") if str(entry.number) in places
        for person in ([entry.person] if entry.person is not None else members.get(entry.pk, []))
    ]
    return tuple(sorted(found, key=lambda item: item.place))
