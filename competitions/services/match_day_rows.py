"""The competition, event, teams and matches of a match day's file: found by their ids, made where they are new."""

from __future__ import annotations

from datetime import date, datetime, time
from uuid import UUID, uuid4

from competitions.common.actors import Action, Actor, Role
from competitions.common.errors import Conflict, NotAllowed
from competitions.formats.match_day import MatchDay, MatchRecord, MemberRecord, PersonRecord, TeamRecord
from competitions.formats.names import name_clean, name_key
from competitions.formats.regulations import regulations_from, regulations_json
from competitions.formats.tie_break_list import check_words
from competitions.models import (
    Account,
    Competition,
    Entry,
    EntryMember,
    Event,
    Fixture,
    Match,
    Official,
    Person,
    PersonAlias,
    Round,
    Stage,
    StageEntry,
    Table,
    Team,
)
from competitions.selectors.people import may_create_competition
from competitions.selectors.visibility import require
from competitions.workflow import StageState

from .audit import decision_record
from .competitions import RESERVED, CompetitionFacts, free_slug
from .draws import stage_options
from .matches import match_lock
from .people import club_get_or_create, people_lock
from .team_events import boards_event_create


def competition_here(day: MatchDay, *, by: Actor, at: datetime) -> Competition:
    """The competition of the file; made where it is not known, with whoever takes it in as its chief referee.

    Raises NotFound and NotAllowed as `require`, NotAllowed for somebody who may not make one.
    """
    told = day.competition
    found = Competition.objects.select_for_update(of=("self",)).filter(uid=UUID(told.uid)).first()
    if found is not None:
        require(by, Action.EDIT_COMPETITION, found)
        return found
    if not may_create_competition(by) or by.account is None:
        raise NotAllowed(action=str(Action.EDIT_COMPETITION))
    facts = CompetitionFacts(
        name=told.name, place=told.place, starts_on=date.fromisoformat(told.starts_on),
        ends_on=date.fromisoformat(told.ends_on), time_zone=told.time_zone, language=told.language)
    taken = set(Competition.objects.values_list("slug", flat=True))
    slug = told.slug if told.slug not in taken | RESERVED else free_slug(told.name, taken, fallback="competition")
    made = Competition.objects.create(uid=UUID(told.uid), slug=slug, **facts.fields())
    Official.objects.create(
        competition=made, account=Account.objects.get(uid=by.account), role=str(Role.CHIEF))
    Table.objects.bulk_create(Table(competition=made, number=number) for number in range(1, told.tables + 1))
    decision_record(
        made, kind="competition.created", subject=made.uid, facts={"tables": told.tables}, by=by, at=at)
    return made


def league_rows(competition: Competition, day: MatchDay, *, by: Actor, at: datetime) -> tuple[Event, Stage]:
    """Event, games, stage and teams of the file. Raises Conflict `match_day_differs` for one of another competition."""
    event = _event(competition, day)
    stage = _stage(event, day, at)
    people_lock()
    people = {record.uid: record for record in day.people}
    for team in day.teams:
        _team(event, stage, team, people)
    return event, stage


def _event(competition: Competition, day: MatchDay) -> Event:
    told = day.event
    found = Event.objects.select_related("competition").filter(uid=UUID(told.uid)).first()
    if found is not None:
        has_boards = Event.objects.filter(part_of=found, uid=UUID(told.boards)).exists()
        if found.competition_id != competition.id or not has_boards:
            raise Conflict("match_day_differs", match=told.name, place="event")
        return found
    regulations = regulations_from(told.regulations)
    if regulations.teams is None:
        raise Conflict("match_day_differs", match=told.name, place="regulations")
    slug = free_slug(told.name, set(competition.events.values_list("slug", flat=True)), fallback="event")
    event = Event.objects.create(
        uid=UUID(told.uid), competition=competition, slug=slug, name=name_clean(told.name), preset=told.preset,
        kind=Event.Kind.TEAMS, regulations=regulations_json(regulations))
    boards = boards_event_create(event, regulations)
    if boards is not None:
        boards.uid = UUID(told.boards)
        boards.save(update_fields=["uid"])
    return event


def _stage(event: Event, day: MatchDay, at: datetime) -> Stage:
    told = day.event
    found = Stage.objects.filter(uid=UUID(told.stage)).first()
    if found is None:
        return _stage_make(event, day, at)
    if found.event_id != event.id or found.state != StageState.LOCKED:
        raise Conflict("match_day_differs", match=told.name, place="stage")
    found.event = event
    return found


def _stage_make(event: Event, day: MatchDay, at: datetime) -> Stage:
    told = day.event
    if event.stages.filter(number=told.stage_number).exists():
        raise Conflict("match_day_differs", match=told.name, place="stage")
    return Stage.objects.create(
        uid=UUID(told.stage), event=event, number=told.stage_number, name=told.stage_name, system=told.system,
        options=stage_options({}), tie_breaks=list(check_words(told.tie_breaks, path="tie_breaks")), lot=told.lot,
        state=StageState.LOCKED, drawn_at=at, locked_at=at, version=1)


def _team(event: Event, stage: Stage, told: TeamRecord, people: dict[str, PersonRecord]) -> None:
    """A team that is known stays as it is: rosters are kept where the league is."""
    if Entry.objects.filter(uid=UUID(told.uid)).exists():
        if not Entry.objects.filter(uid=UUID(told.uid), event=event).exists():
            raise Conflict("match_day_differs", match=told.name, place="event")
        return
    if event.entries.filter(number=told.number).exists():
        raise Conflict("match_day_differs", match=told.name, place=str(told.number))
    entry = Entry.objects.create(
        uid=UUID(told.uid), event=event, number=told.number, team_name=name_clean(told.name),
        club=club_get_or_create(told.club))
    Team.objects.create(entry=entry, representative=told.representative, hall=told.hall)
    StageEntry.objects.create(stage=stage, entry=entry, number=told.number)
    boards = Event.objects.get(part_of=event)
    for member in told.members:
        _member(entry, boards, member, people)


def _member(entry: Entry, boards: Event, told: MemberRecord, people: dict[str, PersonRecord]) -> None:
    if told.person not in people:
        raise Conflict("match_day_differs", match=entry.team_name, place=str(told.number))
    person = _person(people[told.person])
    taken = Entry.objects.filter(event=boards, person=person).exists() or Entry.objects.filter(
        event=boards, number=told.player_number).exists()
    if taken:
        raise Conflict("match_day_differs", match=entry.team_name, place=person.name)
    player = Entry.objects.create(
        uid=UUID(told.player), event=boards, person=person, number=told.player_number, club=entry.club,
        team_name=entry.team_name)
    EntryMember.objects.create(
        entry=entry, person=person, number=told.number, is_reserve=told.is_reserve, player=player)


def _person(told: PersonRecord) -> Person:
    """The person by name and year; made where nobody is known.

    The id alone finds nobody: it is public even of who asked not to be named, and would tell the name.
    """
    key = name_key(told.name)
    found = Person.objects.filter(name_key=key, born=told.born).first()
    if found is not None:
        return found
    uid = UUID(told.uid)
    if Person.objects.filter(uid=uid).exists() or PersonAlias.objects.filter(uid=uid).exists():
        uid = uuid4()
    licence = "" if Person.objects.filter(licence=told.licence).exists() else told.licence
    return Person.objects.create(
        uid=uid, name=name_clean(told.name), name_key=key, sex=told.sex, born=told.born, licence=licence,
        club=club_get_or_create(told.club), hidden=told.hidden)


def match_here(stage: Stage, told: MatchRecord) -> tuple[Match, bool]:
    """The match of the file, and whether it was new. Raises Conflict `match_day_differs` for another pair here.

    A match of another stage is neither locked nor named: it may be one that who takes the file in does not see.
    """
    known = Match.objects.filter(uid=UUID(told.uid)).values_list("stage_id", flat=True).first()
    if known is None:
        return _match_make(stage, told), True
    if known != stage.id:
        raise Conflict("match_day_differs", match=str(told.number), place=str(told.round))
    found = match_lock(UUID(told.uid))
    pair = (str(found.first.uid), str(found.second.uid) if found.second is not None else "")
    if pair != (told.home, told.guests):
        raise Conflict("match_day_differs", match=str(found), place=str(told.round))
    return found, False


def _match_make(stage: Stage, told: MatchRecord) -> Match:
    entries = {str(entry.uid): entry for entry in Entry.objects.filter(event=stage.event)}
    home, guests = entries.get(told.home), entries.get(told.guests)
    taken = Match.objects.filter(stage=stage, round__number=told.round, number=told.number)
    if home is None or guests is None or home == guests or taken.exists():
        raise Conflict("match_day_differs", match=f"{home} – {guests}", place=str(told.round))
    drawn, _made = Round.objects.get_or_create(stage=stage, number=told.round)
    if Match.objects.filter(round=drawn, first__in=[home, guests]).exists() or Match.objects.filter(
            round=drawn, second__in=[home, guests]).exists():
        raise Conflict("match_day_differs", match=f"{home} – {guests}", place=str(told.round))
    match = Match.objects.create(
        uid=UUID(told.uid), stage=stage, round=drawn, number=told.number, first=home, second=guests)
    if told.plays_on or told.hall:
        Fixture.objects.create(
            match=match, hall=told.hall, plays_on=date.fromisoformat(told.plays_on) if told.plays_on else None,
            starts_at=time.fromisoformat(told.starts_at) if told.starts_at else None)
    return match
