"""Teams of a team event: the roster with its numbers, checked against the regulations with every fault named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.eligibility import Member, RosterFault, roster_faults
from competitions.formats.entry_list import Entrant
from competitions.formats.names import name_clean, name_key, text_clean
from competitions.formats.regulations import regulations_from
from competitions.formats.team_regulations import TeamRegulations
from competitions.models import Entry, EntryMember, Event, Person, Team, TeamSheet
from competitions.selectors.entries import next_number
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus

from .audit import decision_record
from .competitions import event_lock
from .entries import MAX_ENTRIES, entrant_checked, entries_changed, entry_lock
from .people import club_get_or_create, people_lock, person_get_or_create

_OVER = (MatchStatus.FINISHED, MatchStatus.APPROVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFacts:
    """What is asked about a team. Regulars by number, None for an empty place; blanks of a member change nothing."""

    name: str
    club: str = ""
    representative: str = ""
    hall: str = ""
    seed: int | None = None
    regulars: tuple[Entrant | None, ...] = ()
    reserves: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    person: Person
    number: int
    is_reserve: bool


def team_add(*, event: UUID, facts: TeamFacts, by: Actor, at: datetime) -> Entry:
    """Enter a team with its roster.

    Raises Invalid at `name`, `club`, `regular_<n>` or `reserve_<n>`: `name_taken`, `in_other_team` (one team a person),
    `named_twice`, and the faults of `formats.eligibility`. Conflict `not_teams` for another kind of event.
    """
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        rules = _team_rules(held)
        people_lock()
        if Entry.objects.filter(event=held).count() >= MAX_ENTRIES:
            raise Invalid("too_many_rows", path="name", limit=MAX_ENTRIES)
        entry = Entry(event=held, number=next_number(held))
        _fill(entry, facts)
        entry.save()
        _roster_write(entry, facts, rules, at)
        decision_record(
            held.competition, kind="team.added", subject=entry.uid, by=by, at=at, facts=_facts(entry))
        entries_changed(held)
    return entry


def team_change(*, entry: UUID, facts: TeamFacts, by: Actor, at: datetime) -> Entry:
    """Set name, representative and roster of a team. Raises as `team_add`.

    Nobody who has played leaves the roster (`member_has_played`), and while a match of the team is under way its
    numbers stand: Conflict `team_in_match`.
    """
    with transaction.atomic():
        found = entry_lock(entry)
        require(by, Action.EDIT_ENTRIES, found.event.competition)
        rules = _team_rules(found.event)
        people_lock()
        before = _numbers(found)
        _fill(found, facts)
        found.save(update_fields=["team_name", "club", "seed"])
        _roster_write(found, facts, rules, at)
        if before and before != _numbers(found) and _is_in_match(found):
            raise Conflict("team_in_match", path="name")
        decision_record(
            found.event.competition, kind="team.changed", subject=found.uid, by=by, at=at, facts=_facts(found))
        entries_changed(found.event)
    return found


def _team_rules(event: Event) -> TeamRegulations:
    rules = regulations_from(event.regulations).teams
    if rules is None:
        raise Conflict("not_teams")
    return rules


def _fill(entry: Entry, facts: TeamFacts) -> None:
    entry.team_name = name_clean(facts.name)
    entry.club = club_get_or_create(facts.club)
    entry.seed = facts.seed
    others = Entry.objects.filter(event=entry.event).exclude(pk=entry.pk)
    if any(name_key(name) == name_key(entry.team_name) for name in others.values_list("team_name", flat=True)):
        raise Invalid("name_taken", path="name", name=entry.team_name)
    if facts.seed is not None and others.filter(seed=facts.seed).exists():
        raise Invalid("seed_taken", path="seed", seed=facts.seed)


def _numbers(entry: Entry) -> list[tuple[int, int, bool]]:
    return sorted(entry.members.values_list("person_id", "number", "is_reserve"))


def _facts(entry: Entry) -> dict[str, Any]:
    """The roster by ids: names are not for the chain."""
    rows = entry.members.order_by("is_reserve", "number").values_list("number", "is_reserve", "person__uid")
    return {
        "number": entry.number,
        "regulars": [[number, str(person)] for number, is_reserve, person in rows if not is_reserve],
        "reserves": [str(person) for _number, is_reserve, person in rows if is_reserve],
    }


def _roster_write(entry: Entry, facts: TeamFacts, rules: TeamRegulations, at: datetime) -> None:
    texts = {"representative": text_clean(facts.representative, path="representative", limit=120),
             "hall": text_clean(facts.hall, path="hall", limit=120)}
    Team.objects.update_or_create(entry=entry, defaults=texts)
    boards = Event.objects.select_related("competition").get(part_of=entry.event_id)
    places = _places(entry, facts, boards, at)
    people = {(place.is_reserve, place.number): _member(place.person) for place in places}
    faults = roster_faults(
        rules, [people.get((False, number)) for number, _given in enumerate(facts.regulars, 1)],
        [people[True, number] for number, _given in enumerate(facts.reserves, 1)],
        year=entry.event.competition.starts_on.year)
    if faults:
        raise _refusal(faults[0])
    _members_write(entry, places, boards)


def _member(person: Person) -> Member:
    return Member(name=person.name, sex=person.sex, born=person.born)


def _refusal(fault: RosterFault) -> Invalid:
    kind = "reserve" if fault.is_reserve else "regular"
    path = f"{kind}_{fault.number}" if fault.number else "name"
    return Invalid(fault.code, path=path, name=fault.name, number=fault.number, limit=fault.limit)


def _places(entry: Entry, facts: TeamFacts, boards: Event, at: datetime) -> list[_Place]:
    """The people meant, made where they are new; refused where one stands twice or in another team."""
    mine = list(entry.members.values_list("person_id", flat=True))
    found: list[_Place] = []
    for kind, entrants in (("regular", facts.regulars), ("reserve", facts.reserves)):
        for number, entrant in enumerate(entrants, 1):
            if entrant is not None:
                path = f"{kind}_{number}"
                person = _person(entrant, facts.club, boards, mine, path, at)
                if any(place.person.pk == person.pk for place in found):
                    raise Invalid("named_twice", path=path, name=person.name)
                _refuse_other_team(entry, person, path)
                found.append(_Place(person, number, kind == "reserve"))
    return found


def _person(
    entrant: Entrant, club: str, boards: Event, mine: Sequence[int], path: str, at: datetime,
) -> Person:
    try:
        clean = entrant_checked(entrant, boards, at)
        with_club = Entrant(
            name=clean.name, sex=clean.sex, born=clean.born, licence=clean.licence, club=clean.club or club.strip())
        return person_get_or_create(with_club, among=mine)
    except Invalid as refusal:
        raise Invalid(refusal.code, **{**refusal.params, "path": path}) from None


def _refuse_other_team(entry: Entry, person: Person, path: str) -> None:
    other = EntryMember.objects.filter(entry__event=entry.event, person=person).exclude(entry=entry).first()
    if other is not None:
        raise Invalid("in_other_team", path=path, name=person.name, team=str(other.entry))


def _members_write(entry: Entry, places: Sequence[_Place], boards: Event) -> None:
    """Bring members and their entries in the event of the games in line with the places."""
    players = {member.person_id: member.player for member in entry.members.select_related("player")}
    leaving = [player for person, player in players.items()
               if player is not None and person not in {place.person.pk for place in places}]
    entry.members.all().delete()
    for player in leaving:
        if player.matches_as_first.exists() or player.matches_as_second.exists():
            raise Conflict("member_has_played", path="name", name=str(player))
        player.placements.all().delete()
        player.delete()
    for place in places:
        player = players.get(place.person.pk) or Entry.objects.create(
            event=boards, person=place.person, number=next_number(boards))
        player.club, player.team_name = entry.club, entry.team_name
        player.save(update_fields=["club", "team_name"])
        EntryMember.objects.create(
            entry=entry, person=place.person, number=place.number, is_reserve=place.is_reserve, player=player)


def _is_in_match(entry: Entry) -> bool:
    """Whether a match of the team has line-ups and is not over."""
    for column in ("first", "second"):
        sheets = TeamSheet.objects.filter(**{f"match__{column}": entry}, lineups__isnull=False)
        if sheets.exclude(match__status__in=_OVER).exists():
            return True
    return False
