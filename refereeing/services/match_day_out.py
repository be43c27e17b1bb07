"""A match day as a file for a hall's laptop, and back from it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, NotFound
from competitions.formats.match_day import (
    BoardRecord,
    CompetitionRecord,
    EventOfTeams,
    EventRecord,
    LineUpRecord,
    MatchDay,
    MatchRecord,
    MemberRecord,
    PersonRecord,
    TeamRecord,
    match_day_bytes,
)
from competitions.models import (
    Competition,
    Entry,
    EntryMember,
    Event,
    Fixture,
    Game,
    LineUp,
    Match,
    Person,
    Stage,
    Team,
    TeamBoard,
)
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.workflow import MatchStatus, StageState
from refereeing.models import GameEvent


def match_day_file(
    *, event_uid: UUID, round_number: int, hall: str = "", by: Actor, at: datetime,
) -> bytes:
    """The matches of a round of the newest locked stage, of one hall or of all, with everything to play them.

    Secret line-ups are not in it. Raises NotFound for another kind of event or a round without matches, Conflict
    `not_for_brackets`: who meets whom there comes from the results of other halls.
    """
    with transaction.atomic():
        event = Event.objects.select_related("competition").filter(uid=event_uid, kind=Event.Kind.TEAMS).first()
        if event is None:
            raise NotFound(kind="event")
        require(by, Action.EDIT_ENTRIES, event.competition)
        stage = event.stages.filter(state=StageState.LOCKED).order_by("-number").first()
        if stage is None:
            raise NotFound(kind="stage")
        if stage.is_elimination:
            raise Conflict("not_for_brackets")
        matches = _matches(stage, round_number, hall)
        if not matches:
            raise NotFound(kind="round")
        content = match_day_bytes(_day(event, stage, matches, at))
        decision_record(
            event.competition, kind="match_day.given_out", subject=stage.uid, by=by, at=at,
            facts={"round": round_number, "matches": [str(match.uid) for match in matches]})
    return content


def _matches(stage: Stage, round_number: int, hall: str) -> list[Match]:
    found = Match.objects.filter(stage=stage, round__number=round_number, second__isnull=False)
    if hall:
        found = found.filter(fixture__hall=hall)
    return list(found.select_related("round", "first", "second").order_by("number"))


def _day(event: Event, stage: Stage, matches: Sequence[Match], at: datetime) -> MatchDay:
    teams = [team for match in matches for team in (match.first, match.second) if team is not None]
    members = list(
        EntryMember.objects.filter(entry__in=[team.id for team in teams], player__isnull=False)
        .select_related("person__club", "player").order_by("entry__number", "is_reserve", "number"))
    return MatchDay(
        made_at=at.isoformat(), competition=_competition(event.competition), event=_event(event, stage),
        people=tuple(_person(member.person) for member in members),
        teams=tuple(_team(team, members) for team in sorted(teams, key=lambda team: team.number)),
        matches=tuple(_match(match) for match in matches))


def _competition(found: Competition) -> CompetitionRecord:
    return CompetitionRecord(
        uid=str(found.uid), slug=found.slug, name=found.name, place=found.place,
        starts_on=found.starts_on.isoformat(), ends_on=found.ends_on.isoformat(), time_zone=found.time_zone,
        language=found.language, tables=found.tables.count())


def _event(event: Event, stage: Stage) -> EventOfTeams:
    boards = Event.objects.get(part_of=event)
    return EventOfTeams(
        uid=str(event.uid), slug=event.slug, name=event.name, preset=event.preset, regulations=event.regulations,
        boards=str(boards.uid), stage=str(stage.uid), stage_number=stage.number, stage_name=stage.name,
        system=stage.system, tie_breaks=tuple(stage.tie_breaks), lot=stage.lot)


def _person(person: Person) -> PersonRecord:
    return PersonRecord(
        uid=str(person.uid), name=person.name, sex=person.sex, born=person.born, licence=person.licence,
        club="" if person.club is None else person.club.name, hidden=person.hidden)


def _team(entry: Entry, members: Sequence[EntryMember]) -> TeamRecord:
    team = Team.objects.filter(entry=entry).first()
    mine = [(m, m.player) for m in members if m.entry_id == entry.id]
    return TeamRecord(
        uid=str(entry.uid), number=entry.number, name=entry.team_name,
        club="" if entry.club is None else entry.club.name, hall="" if team is None else team.hall,
        representative="" if team is None else team.representative,
        members=tuple(
            MemberRecord(person=str(m.person.uid), player=str(player.uid), player_number=player.number,
                         number=m.number, is_reserve=m.is_reserve)
            for m, player in mine if player is not None))


def _match(match: Match) -> MatchRecord:
    if match.second is None:
        raise NotFound(kind="match")
    fixture = Fixture.objects.filter(match=match).first()
    open_ones = LineUp.objects.filter(sheet__match=match, is_open=True).select_related("sheet").order_by(
        "round", "sheet__side")
    boards = TeamBoard.objects.filter(team_match=match).select_related("match").order_by("round", "home_number")
    day = fixture.plays_on.isoformat() if fixture is not None and fixture.plays_on else ""
    clock = fixture.starts_at.isoformat() if fixture is not None and fixture.starts_at else ""
    return MatchRecord(
        uid=str(match.uid), round=match.round.number, number=match.number, home=str(match.first.uid),
        guests=str(match.second.uid), plays_on=day, starts_at=clock, hall="" if fixture is None else fixture.hall,
        lineups=tuple(_lineup(lineup) for lineup in open_ones), boards=tuple(_board(board) for board in boards),
        awarded=(match.winner or "both") if match.awarded else "",
        is_approved=match.status == MatchStatus.APPROVED)


def _lineup(lineup: LineUp) -> LineUpRecord:
    return LineUpRecord(
        side=lineup.sheet.side, round=lineup.round, order=tuple(lineup.order), salt=lineup.salt,
        handed_in_at=lineup.handed_in_at.isoformat())


def _board(board: TeamBoard) -> BoardRecord:
    game = Game.objects.get(match=board.match)
    log = GameEvent.objects.filter(game=game, verdict=GameEvent.Verdict.APPLIED).select_related("audit", "device")
    return BoardRecord(
        match=str(board.match.uid), game=str(game.uid), round=board.round, home_number=board.home_number,
        events=tuple(_logged(event) for event in log.order_by("audit__seq")),
        is_approved=board.match.status == MatchStatus.APPROVED)


def _logged(event: GameEvent) -> EventRecord:
    return EventRecord(
        raw=bytes(event.audit.body).decode(), device=str(event.device.uid), device_name=event.device.name[:60],
        device_kind=event.device.kind)
