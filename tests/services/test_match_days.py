"""A match day goes to a hall's laptop and comes back; two files merge without doubles; a contradiction changes nothing.

The laptop is this database emptied of the league: the file alone has to bring everything.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from competitions.common.errors import Conflict, NotAllowed, NotFound
from competitions.formats.errors import FormatError
from competitions.models import (
    Account,
    AuditEntry,
    Competition,
    Entry,
    EntryMember,
    Event,
    Game,
    LineUp,
    Match,
    Person,
    Round,
    Stage,
    StageEntry,
    Team,
    TeamBoard,
    TeamSheet,
)
from competitions.selectors.actors import actor_of
from competitions.services.interruptions import competition_interrupt
from competitions.services.lineups import lineup_by_official
from competitions.services.match_day_fixtures import fixture_postpone, fixture_set
from competitions.services.team_matches import team_match_award
from refereeing.models import GameEvent
from refereeing.services.desk import result_enter
from refereeing.services.match_day_in import match_day_take_in
from refereeing.services.match_day_out import match_day_file
from refereeing.services.protocols import result_correct
from tests.factories import make_account, make_competition, make_official
from tests.services.team_hall import TeamHall, rules
from tests.services.test_team_matches import approve, play, score

pytestmark = pytest.mark.django_db


def small() -> TeamHall:
    return TeamHall("A B", rules(size=2, rounds=2, stops="all_games"), reserves=1)


def out(hall: TeamHall) -> bytes:
    return match_day_file(event_uid=hall.event.uid, round_number=1, by=hall.chief, at=hall.later())


def take_in(raw: bytes, hall: TeamHall) -> Any:
    return match_day_take_in(raw=raw, by=hall.chief, at=hall.later())


def counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (
        Competition, Event, Stage, Round, Match, Game, Entry, EntryMember, Person, Team, LineUp, TeamBoard, GameEvent,
        StageEntry, TeamSheet))


def played(hall: TeamHall) -> bytes:
    """What the laptop sends home: the day played there. Home then stands where it was before."""
    with transaction.atomic():
        play(hall, "WL WD")
        approve(hall)
        raw = out(hall)
        transaction.set_rollback(True)
    return raw


def test_the_day_comes_home_with_line_ups_logs_and_approvals() -> None:
    hall = small()
    raw = played(hall)
    assert not Game.objects.exists()
    taken = take_in(raw, hall)

    assert (taken.matches, taken.rounds, taken.events, taken.approved) == (0, 2, 4, 5)
    assert score(hall) == (5, 3, "approved", "A")
    assert {str(b.match.first)[0] for b in TeamBoard.objects.all()} == {hall.match().first.team_name}


def test_the_same_file_twice_makes_no_doubles() -> None:
    hall = small()
    raw = played(hall)
    take_in(raw, hall)
    before = counts()
    again = take_in(raw, hall)

    assert counts() == before
    assert (again.matches, again.rounds, again.events, again.approved) == (0, 0, 0, 0)


def test_a_later_file_of_the_same_day_brings_what_is_new() -> None:
    hall = small()
    files = []
    with transaction.atomic():
        play(hall, "W-")
        files.append(out(hall))
        play(hall, "-L")
        files.append(out(hall))
        transaction.set_rollback(True)
    take_in(files[0], hall)
    assert score(hall)[:2] == (2, 0)
    assert take_in(files[1], hall).events == 1
    assert score(hall)[:2] == (2, 2)
    assert take_in(files[0], hall).events == 0  # the older file once more
    assert score(hall)[:2] == (2, 2)


def test_two_halls_that_have_written_to_one_game_contradict_each_other() -> None:
    hall = small()
    with transaction.atomic():
        play(hall, "--")
        opened = out(hall)
        play(hall, "W-")
        raw = out(hall)
        transaction.set_rollback(True)
    # Home knows the line-ups of that hall, whose game is then typed in at home too, with another result.
    take_in(opened, hall)
    board = TeamBoard.objects.get(home_number=1, round=1).match
    result_enter(match_uid=board.uid, sets=(2, 4), by=hall.chief, at=hall.later())
    before = counts()
    with pytest.raises(Conflict) as caught:
        take_in(raw, hall)

    assert (caught.value.code, caught.value.params["place"]) == ("match_day_differs", "result")
    assert counts() == before


def test_another_order_of_the_same_round_is_named_and_nothing_is_changed() -> None:
    hall = small()
    raw = played(hall)
    match = hall.match()
    for side, entry in (("A", match.first), ("B", match.second)):
        players = [m.player.uid for m in entry.members.filter(is_reserve=False).order_by("number")]
        chosen = [players[0], None] if side == "A" else players
        lineup_by_official(match_uid=match.uid, side=side, number=1, order=chosen, by=hall.chief, at=hall.later())
    before = counts()
    with pytest.raises(Conflict) as caught:
        take_in(raw, hall)

    assert (caught.value.code, caught.value.params["place"]) == ("match_day_differs", "1")
    assert counts() == before


def test_a_secret_order_is_not_in_the_file() -> None:
    hall = small()
    match = hall.match()
    players = [m.player.uid for m in match.first.members.filter(is_reserve=False).order_by("number")]
    lineup_by_official(match_uid=match.uid, side="A", number=1, order=players, by=hall.chief, at=hall.later())

    raw = out(hall)
    assert LineUp.objects.get().salt.encode() not in raw
    assert b'"lineups":[]' in raw


def test_an_empty_laptop_gets_everything_from_the_file() -> None:
    """The file alone: the league is removed first, as on a machine that never had it."""
    hall = small()
    raw = out(hall)
    names = sorted(str(e) for e in hall.boards.entries.all())
    match_uid, home = hall.match().uid, hall.match().first.team_name
    _empty(hall)
    elsewhere = make_competition()
    laptop = actor_of(make_official(elsewhere, "chief"))
    taken = match_day_take_in(raw=raw, by=laptop, at=hall.later())

    assert (taken.matches, taken.competition.slug) == (1, "league")
    event = Event.objects.get(uid=hall.event.uid)
    assert event.regulations == hall.event.regulations
    assert sorted(str(e) for e in Event.objects.get(part_of=event).entries.all()) == names
    match = Match.objects.get(uid=match_uid)
    assert (match.first.team_name, match.status) == (home, "scheduled")
    chief = actor_of(Account.objects.get(uid=laptop.account))  # of the new competition too, by now
    assert match_day_take_in(raw=raw, by=chief, at=hall.later()).matches == 0


def _empty(hall: TeamHall) -> None:
    """Forget the league. The chain cannot be deleted; its competition gets another id."""
    Match.objects.all().delete()
    StageEntry.objects.all().delete()
    Stage.objects.all().delete()
    EntryMember.objects.all().delete()
    Entry.objects.all().delete()
    Event.objects.filter(part_of__isnull=False).delete()
    Event.objects.all().delete()
    Competition.objects.filter(uid=hall.competition.uid).update(
        uid="00000000-0000-4000-8000-000000000001", slug="forgotten")


def test_who_holds_no_office_takes_nothing_in() -> None:
    hall = small()
    raw = out(hall)
    secretary = actor_of(make_official(hall.competition, "secretary"))
    before = counts()
    with pytest.raises(NotAllowed):
        match_day_take_in(raw=raw, by=secretary, at=hall.later())
    _stranger(raw, hall)
    assert counts() == before


def _stranger(raw: bytes, hall: TeamHall) -> None:
    with pytest.raises(NotFound):
        match_day_take_in(raw=raw, by=actor_of(make_account()), at=hall.later())


def test_a_cut_file_is_refused() -> None:
    hall = small()
    with pytest.raises(FormatError):
        take_in(out(hall)[:-200], hall)


def test_a_correction_made_at_home_meanwhile_is_a_contradiction() -> None:
    hall = small()
    raw = played(hall)
    take_in(raw, hall)
    board = TeamBoard.objects.get(home_number=1, round=1).match
    result_correct(match_uid=board.uid, sets=(2, 4), reason="a protest", version=board.version, by=hall.chief,
                   at=hall.later())
    # The file is the beginning of what is here by now: nothing new, nothing lost.
    assert take_in(raw, hall).events == 0
    assert score(hall)[:2] == (3, 5)


def test_an_awarded_match_comes_home() -> None:
    hall = small()
    with transaction.atomic():
        team_match_award(match_uid=hall.match().uid, winner="B", reason="did not come", by=hall.chief, at=hall.later())
        raw = out(hall)
        transaction.set_rollback(True)
    take_in(raw, hall)

    assert (hall.match().status, hall.match().winner, hall.match().awarded) == ("finished", "B", True)
    assert take_in(raw, hall).matches == 0


def test_the_file_is_of_one_hall_where_that_is_asked() -> None:
    hall = TeamHall("A B C D", rules(size=2, rounds=1), reserves=0)
    fixture_set(match_uid=hall.match(1, 1).uid, plays_on=hall.at.date(), starts_at=None, hall="Bauska", by=hall.chief,
                at=hall.later())
    raw = match_day_file(event_uid=hall.event.uid, round_number=1, hall="Bauska", by=hall.chief, at=hall.later())

    assert str(hall.match(1, 1).uid).encode() in raw
    assert str(hall.match(1, 2).uid).encode() not in raw
    with pytest.raises(NotFound):
        match_day_file(event_uid=hall.event.uid, round_number=1, hall="Cēsis", by=hall.chief, at=hall.later())


def test_an_elimination_is_not_played_apart() -> None:
    hall = TeamHall("A B C D", rules(size=2, rounds=1), system="single_elimination", reserves=0)
    with pytest.raises(Conflict) as caught:
        out(hall)
    assert caught.value.code == "not_for_brackets"


def test_a_match_is_postponed_with_its_reason_and_plays_on_the_new_day() -> None:
    hall = small()
    day = hall.at.date()
    fixture_set(match_uid=hall.match().uid, plays_on=day, starts_at=None, hall="Bauska", by=hall.chief, at=hall.later())
    fixture_postpone(match_uid=hall.match().uid, reason="snow", plays_on=None, by=hall.chief, at=hall.later())
    fixture = hall.match().fixture
    assert (hall.match().status, fixture.plays_on, fixture.was_on) == ("postponed", None, day)
    assert fixture.postponed_because == "snow"
    with pytest.raises(Conflict) as caught:
        play(hall, "W-")
    assert caught.value.code == "match_postponed"
    fixture_set(match_uid=hall.match().uid, plays_on=day.replace(day=29), starts_at=None, hall="Cēsis", by=hall.chief,
                at=hall.later())
    assert (hall.match().status, hall.match().fixture.hall) == ("scheduled", "Cēsis")
    assert AuditEntry.objects.filter(kind__in=["fixture.set", "match.postponed"]).count() == 3


def test_a_postponed_match_gets_no_new_day_while_the_competition_stands_still() -> None:
    """lnf-2008:7.2.c: as any other that is postponed, it is not resumed meanwhile; the hall may be told."""
    hall = small()
    fixture_postpone(match_uid=hall.match().uid, reason="snow", plays_on=None, by=hall.chief, at=hall.later())
    competition_interrupt(competition=hall.competition.uid, reason="snow", by=hall.chief, at=hall.later())
    with pytest.raises(Conflict, match="interrupted"):
        fixture_set(match_uid=hall.match().uid, plays_on=hall.at.date(), starts_at=None, hall="Cēsis", by=hall.chief,
                    at=hall.later())
    assert (hall.match().status, hall.match().fixture.hall) == ("postponed", "")
    fixture_set(
        match_uid=hall.match().uid, plays_on=None, starts_at=None, hall="Bauska", by=hall.chief, at=hall.later())


def test_a_match_that_has_begun_is_not_postponed() -> None:
    hall = small()
    play(hall, "W-")
    with pytest.raises(Conflict):
        fixture_postpone(match_uid=hall.match().uid, reason="snow", plays_on=None, by=hall.chief, at=hall.later())
