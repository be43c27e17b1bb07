"""The hall over several events: plans, tables that follow, swaps, closed and reserved tables, referees, forecasts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.regulations import Regulations, regulations_json
from competitions.models import AuditEntry, Match, Official, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.forecast import expected_starts, forecast, rounded
from competitions.selectors.hall_facts import hall_facts
from competitions.services.hall import (
    group_zone_set,
    hall_assign,
    matches_swap,
    table_close,
    table_reserve,
    tables_follow,
)
from competitions.services.interruptions import competition_interrupt
from competitions.services.referees import match_referee_set, official_ground_set
from competitions.services.tables import match_table_set, tables_assign
from competitions.workflow import MatchStatus
from refereeing.services.desk import match_call, result_enter
from refereeing.services.desk_rounds import round_call
from tests.factories import (
    NOON,
    make_club,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_person,
    make_stage,
)

pytestmark = pytest.mark.django_db


def later(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


class Hall:
    """Singles of four and a second event with one of them, at two tables."""

    def __init__(self, tables: int = 2, **regulations: Any) -> None:
        rules = {"match_minutes": 20, "warm_up_seconds": 120, **regulations}
        self.competition = make_competition(tables=tables)
        self.by: Actor = actor_of(make_official(self.competition, "chief"))
        self.people = [make_person(name) for name in ("Anna", "Berta", "Cilda", "Dace", "Elza")]
        self.singles = self.stage("singles", self.people[:4], rules)
        self.others = self.stage("others", [self.people[0], self.people[4]], rules)

    def stage(self, slug: str, people: list[Any], rules: dict[str, Any]) -> Stage:
        event = make_event(self.competition, slug=slug, regulations=Regulations(**rules))
        return make_stage(event, [[make_entry(event, person=person) for person in people]])

    def table(self, number: int) -> Any:
        return self.competition.tables.get(number=number)

    def match(self, round_number: int = 1, number: int = 1, stage: Stage | None = None) -> Match:
        return (stage or self.singles).matches.select_related(
            "table", "stage__event__competition", "referee").get(round__number=round_number, number=number)

    def give(self, match: Match, number: int) -> Match:
        match_table_set(match_uid=match.uid, table_uid=self.table(number).uid, by=self.by, at=NOON)
        match.refresh_from_db()
        return match

    def plan(self, **more: Any) -> Any:
        return hall_assign(competition=self.competition.uid, by=self.by, at=NOON, **more)

    def referee(self, name: str = "", club: str = "", person: Any = None) -> Official:
        account = make_official(self.competition, "table_referee")
        official = Official.objects.get(account=account)
        official.club = make_club(club) if club else None
        official.person = person
        official.save()
        return official


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_the_plan_has_nobody_in_two_places_over_two_events(hall: Hall) -> None:
    """Known fault evroon/bracket #1184: the scheduler ignores conflicts between groups."""
    planned = hall.plan()

    assert (planned.tables, planned.left) == (7, 0)
    rows = list(Match.objects.all())
    at_once: dict[int, list[Any]] = {}
    for row in rows:
        at_once.setdefault(row.slot or 0, []).extend([row.first.person_id, row.second.person_id if row.second else 0])
        assert row.table is not None
    assert all(len(people) == len(set(people)) for people in at_once.values())
    assert AuditEntry.objects.filter(kind="hall.planned").count() == 1


def test_what_was_given_stays_unless_planned_anew(hall: Hall) -> None:
    for match in hall.singles.matches.all():
        hall.give(match, 2)

    hall.plan()
    assert set(hall.singles.matches.values_list("table__number", flat=True)) == {2}
    hall.plan(anew=True)
    assert set(hall.singles.matches.values_list("table__number", flat=True)) == {1, 2}


def test_the_tables_of_a_stage_go_only_to_matches_without_one() -> None:
    """What was given stays, though another plan would have it elsewhere; the one without gets the table left over."""
    hall = Hall(tables=3)
    given = hall.give(hall.match(1, 1), 3)

    assert tables_assign(stage_uid=hall.singles.uid, by=hall.by, at=NOON) == 5
    assert (hall.match(1, 1).table.number, hall.match(1, 1).version) == (3, given.version)
    before = dict(hall.singles.matches.values_list("id", "table__number"))
    turns = dict(hall.singles.matches.values_list("id", "slot"))
    left = hall.match(1, 2)
    hall.singles.matches.filter(id=left.id).update(table=None, slot=None)
    assert tables_assign(stage_uid=hall.singles.uid, by=hall.by, at=NOON) == 1
    del before[left.id]
    assert {key: value for key, value in hall.singles.matches.values_list("id", "table__number")
            if key != left.id} == before
    turn = hall.match(1, 2).slot or 0
    others = hall.singles.matches.exclude(id=left.id).filter(slot=turn)
    assert not others.filter(table=hall.match(1, 2).table).exists()
    assert turn == min(slot for slot in turns.values() if slot)
    assert tables_assign(stage_uid=hall.singles.uid, by=hall.by, at=NOON) == 0


def test_a_swiss_pair_made_anew_gets_the_table_left_over() -> None:
    """In the turn of its round, although the others of the round are called already."""
    hall = Hall(tables=2)
    hall.singles.matches.filter(round__number__gt=1).delete()
    Stage.objects.filter(id=hall.singles.id).update(system=Stage.System.SWISS)
    tables_assign(stage_uid=hall.singles.uid, by=hall.by, at=NOON)
    called, left = hall.match(1, 1), hall.match(1, 2)
    free, turn = left.table.number, left.slot
    match_call(match_uid=called.uid, by=hall.by, at=NOON)
    hall.singles.matches.filter(id=left.id).update(table=None, slot=None)

    assert tables_assign(stage_uid=hall.singles.uid, by=hall.by, at=NOON) == 1
    assert (hall.match(1, 2).table.number, hall.match(1, 2).slot) == (free, turn)


def test_a_stage_gets_the_table_at_which_nobody_of_another_event_plays(hall: Hall) -> None:
    """Two events in one hall: a table is free or it is not, whoever stands there."""
    there = hall.give(hall.match(1, 1), 1)
    match_call(match_uid=there.uid, by=hall.by, at=NOON)

    assert tables_assign(stage_uid=hall.others.uid, by=hall.by, at=NOON) == 1
    assert hall.match(stage=hall.others).table.number == 2


def test_a_called_match_keeps_its_table(hall: Hall) -> None:
    match = hall.give(hall.match(), 2)
    match_call(match_uid=match.uid, by=hall.by, at=NOON)

    hall.plan(anew=True)

    assert (hall.match().table.number, hall.match().slot) == (2, None)


@pytest.mark.parametrize("role", ["table_referee"])
def test_who_may_not_plan(hall: Hall, role: str) -> None:
    who = actor_of(make_official(hall.competition, role))

    with pytest.raises(NotAllowed):
        hall_assign(competition=hall.competition.uid, by=who, at=NOON)


def test_no_tables_no_plan() -> None:
    hall = Hall(tables=0)

    with pytest.raises(Invalid, match="no_tables"):
        hall.plan()


# --- tables that follow ----------------------------------------------------------------------------------------------
def test_free_tables_take_the_next_matches_by_themselves() -> None:
    hall = Hall(tables_follow=True)

    assert tables_follow(competition=hall.competition.uid, at=NOON) == 2
    placed = Match.objects.filter(table__isnull=False)
    assert sorted(placed.values_list("table__number", flat=True)) == [1, 2]
    assert tables_follow(competition=hall.competition.uid, at=NOON) == 0
    assert AuditEntry.objects.get(kind="tables.followed")


def test_a_finished_match_lets_the_next_one_in(django_capture_on_commit_callbacks: Any) -> None:
    hall = Hall(tables=1, tables_follow=True)
    tables_follow(competition=hall.competition.uid, at=NOON)
    match = Match.objects.get(table__isnull=False)
    match_call(match_uid=match.uid, by=hall.by, at=NOON)
    with django_capture_on_commit_callbacks(execute=True):
        result_enter(match_uid=match.uid, sets=(4, 0), by=hall.by, at=later(20))

    waiting = Match.objects.filter(table__isnull=False, status=MatchStatus.SCHEDULED)
    assert waiting.count() == 1


def test_nothing_follows_where_the_regulations_do_not_say_so_or_the_competition_stands_still() -> None:
    assert tables_follow(competition=Hall().competition.uid, at=NOON) == 0


def test_nothing_follows_while_it_is_interrupted() -> None:
    hall = Hall(tables_follow=True)
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=NOON)

    assert tables_follow(competition=hall.competition.uid, at=NOON) == 0


# --- moving and swapping ---------------------------------------------------------------------------------------------
def test_two_running_matches_change_tables_and_the_record_has_both(hall: Hall) -> None:
    """Known fault SoL #43: swap tables 3 and 7 mid-round; history keeps both, tablets follow."""
    one, other = hall.give(hall.match(1, 1), 1), hall.give(hall.match(1, 2), 2)
    for match in (one, other):
        match_call(match_uid=match.uid, by=hall.by, at=NOON)

    matches_swap(match_uid=one.uid, other_uid=other.uid, by=hall.by, at=NOON)

    assert (hall.match(1, 1).table.number, hall.match(1, 2).table.number) == (2, 1)
    assert (hall.match(1, 1).status, hall.match(1, 2).status) == (MatchStatus.CALLED, MatchStatus.CALLED)
    entry = AuditEntry.objects.get(kind="matches.swapped")
    assert b'"after":[2,1],"before":[1,2]' in bytes(entry.body)


def test_a_swap_that_would_put_two_at_one_table_is_refused(hall: Hall) -> None:
    running, third = hall.give(hall.match(1, 1), 1), hall.give(hall.match(2, 1), 2)
    at_two = hall.give(hall.match(1, 2), 2)
    for match in (running, at_two):
        match_call(match_uid=match.uid, by=hall.by, at=NOON)

    with pytest.raises(Conflict, match="table_busy"):
        matches_swap(match_uid=running.uid, other_uid=third.uid, by=hall.by, at=NOON)
    with pytest.raises(Invalid, match="same_match"):
        matches_swap(match_uid=running.uid, other_uid=running.uid, by=hall.by, at=NOON)
    with pytest.raises(Conflict, match="not_at_table"):
        matches_swap(match_uid=running.uid, other_uid=hall.match(3, 1).uid, by=hall.by, at=NOON)


def test_a_swap_with_another_competitions_match_finds_nothing(hall: Hall) -> None:
    foreign = make_competition(tables=1)
    event = make_event(foreign)
    stage = make_stage(event, [[make_entry(event), make_entry(event)]])
    stage.matches.update(table=foreign.tables.get())

    with pytest.raises(NotFound):
        matches_swap(
            match_uid=hall.give(hall.match(), 1).uid, other_uid=stage.matches.get().uid, by=hall.by, at=NOON)


# --- closed, reserved, zones -----------------------------------------------------------------------------------------
def test_a_closed_table_takes_nobody_and_its_matches_queue_anew(hall: Hall) -> None:
    match = hall.give(hall.match(), 1)
    table_close(table_uid=hall.table(1).uid, reason="a broken leg", by=hall.by, at=NOON)

    assert hall.match().table is None
    with pytest.raises(Conflict, match="table_out"):
        hall.give(match, 1)
    hall.plan()
    assert set(Match.objects.values_list("table__number", flat=True)) == {2}
    hall.singles.matches.update(table=None, slot=None)
    assert tables_assign(stage_uid=hall.singles.uid, by=hall.by, at=NOON) == 6
    assert set(hall.singles.matches.values_list("table__number", flat=True)) == {2}
    table_close(table_uid=hall.table(1).uid, reason="", by=hall.by, at=NOON)
    assert hall.table(1).out_reason == ""


def test_a_table_in_play_is_not_closed(hall: Hall) -> None:
    match = hall.give(hall.match(), 1)
    match_call(match_uid=match.uid, by=hall.by, at=NOON)

    with pytest.raises(Conflict, match="table_busy"):
        table_close(table_uid=hall.table(1).uid, reason="a broken leg", by=hall.by, at=NOON)


def test_a_reserved_table_is_its_events_alone(hall: Hall) -> None:
    table_reserve(table_uid=hall.table(1).uid, event_uid=hall.others.event.uid, by=hall.by, at=NOON)

    with pytest.raises(Conflict, match="table_reserved"):
        hall.give(hall.match(), 1)
    hall.plan()
    assert set(hall.singles.matches.values_list("table__number", flat=True)) == {2}
    hall.others.matches.update(table=None, slot=None)
    assert tables_assign(stage_uid=hall.others.uid, by=hall.by, at=NOON) == 1
    foreign = make_event(make_competition())
    with pytest.raises(NotFound):
        table_reserve(table_uid=hall.table(1).uid, event_uid=foreign.uid, by=hall.by, at=NOON)
    table_reserve(table_uid=hall.table(1).uid, event_uid=None, by=hall.by, at=NOON)
    assert hall.table(1).event is None


def test_a_group_plays_in_its_zone() -> None:
    """8.1.a: a senior referee leads a zone or group."""
    competition = make_competition(tables=3)
    competition.tables.filter(number__gte=2).update(zone="B")
    event = make_event(competition)
    stage = make_stage(event, [[make_entry(event) for _ in range(3)] for _ in range(2)])
    by = actor_of(make_official(competition, "chief"))
    group = stage.groups.get(name="B")
    with pytest.raises(Invalid, match="unknown_zone"):
        group_zone_set(group_uid=group.uid, zone="C", by=by, at=NOON)
    group_zone_set(group_uid=group.uid, zone="B", by=by, at=NOON)

    for assign in (lambda: tables_assign(stage_uid=stage.uid, by=by, at=NOON),
                   lambda: hall_assign(competition=competition.uid, anew=True, by=by, at=NOON)):
        assign()
        assert set(stage.matches.filter(group=group).values_list("table__number", flat=True)) <= {2, 3}
    stage.matches.update(table=None, slot=None)
    tables_assign(stage_uid=stage.uid, by=by, at=NOON)
    assert set(stage.matches.exclude(group=group).values_list("table__number", flat=True)) == {1}


# --- referees --------------------------------------------------------------------------------------------------------
def test_referees_are_neutral_and_their_load_is_even() -> None:
    hall = Hall(tables=1, neutral_referees=True)
    for person in hall.people:
        person.club = make_club("Liepa" if person.name in ("Anna", "Berta") else "Ozols")
        person.save()
    ours, theirs = hall.referee(club="Liepa"), hall.referee(club="Kļava")

    planned = hall.plan()

    assert planned.referees == 7
    for match in Match.objects.filter(referee=ours):
        assert "Liepa" not in {match.first.person.club.name, match.second.person.club.name}
    assert Match.objects.filter(referee=theirs).exists()


def test_a_referee_by_hand(hall: Hall) -> None:
    own, club = hall.referee(person=hall.people[0]), hall.referee(club="Liepa")
    free = hall.referee()
    match = hall.match()
    entry = match.first if match.first.person == hall.people[0] else match.second
    entry.club = make_club("Liepa")
    entry.save()

    with pytest.raises(Conflict, match="own_match"):
        match_referee_set(match_uid=match.uid, account=own.account.uid, by=hall.by, at=NOON)
    match_referee_set(match_uid=match.uid, account=club.account.uid, by=hall.by, at=NOON)
    event = match.stage.event
    event.regulations = regulations_json(Regulations(neutral_referees=True))
    event.save()
    with pytest.raises(Conflict, match="not_neutral"):
        match_referee_set(match_uid=match.uid, account=club.account.uid, by=hall.by, at=NOON)
    match_referee_set(match_uid=match.uid, account=free.account.uid, by=hall.by, at=NOON)
    assert hall.match().referee == free
    match_referee_set(match_uid=match.uid, account=None, by=hall.by, at=NOON)
    assert hall.match().referee is None
    with pytest.raises(NotFound):
        match_referee_set(match_uid=match.uid, account=make_official(make_competition()).uid, by=hall.by, at=NOON)


def test_a_referee_is_at_one_table(hall: Hall) -> None:
    one, other = hall.give(hall.match(1, 1), 1), hall.give(hall.match(1, 2), 2)
    for match in (one, other):
        match_call(match_uid=match.uid, by=hall.by, at=NOON)
    referee = hall.referee()
    match_referee_set(match_uid=one.uid, account=referee.account.uid, by=hall.by, at=NOON)

    with pytest.raises(Conflict, match="referee_busy"):
        match_referee_set(match_uid=other.uid, account=referee.account.uid, by=hall.by, at=NOON)


def test_who_plays_referees_nobody_meanwhile(hall: Hall) -> None:
    one, other = hall.give(hall.match(1, 1), 1), hall.give(hall.match(1, 2), 2)
    referee = hall.referee(person=one.first.person)
    for match in (one, other):
        match_call(match_uid=match.uid, by=hall.by, at=NOON)

    with pytest.raises(Conflict, match="referee_busy") as caught:
        match_referee_set(match_uid=other.uid, account=referee.account.uid, by=hall.by, at=NOON)
    assert caught.value.params["table"] == 1


def called_with(hall: Hall, referee: Official) -> Match:
    """The second match of round 1 is called while its referee is engaged by the first one."""
    one, other = hall.give(hall.match(1, 1), 1), hall.give(hall.match(1, 2), 2)
    Match.objects.filter(id=other.id).update(referee=referee)
    if referee.person is None:
        Match.objects.filter(id=one.id).update(referee=referee)
    match_call(match_uid=one.uid, by=hall.by, at=NOON)
    match_call(match_uid=other.uid, by=hall.by, at=NOON)
    return hall.match(1, 2)


def test_a_referee_who_is_still_at_another_table_gives_way(hall: Hall) -> None:
    busy, free = hall.referee(), hall.referee()

    assert called_with(hall, busy).referee == free
    assert hall.match(1, 1).referee == busy
    assert AuditEntry.objects.filter(kind="match.referee_set").count() == 1


def test_one_who_plays_gives_way_and_nobody_may_be_left(hall: Hall) -> None:
    player = hall.match(1, 1).first.person

    assert called_with(hall, hall.referee(person=player)).referee is None


def test_a_free_referee_stays(hall: Hall) -> None:
    referee = hall.referee()
    match = hall.give(hall.match(), 1)
    Match.objects.filter(id=match.id).update(referee=referee)

    match_call(match_uid=match.uid, by=hall.by, at=NOON)
    match_call(match_uid=match.uid, by=hall.by, at=NOON)

    assert hall.match().referee == referee


def test_the_ground_of_an_official(hall: Hall) -> None:
    official = hall.referee()
    official_ground_set(
        competition=hall.competition.uid, account=official.account.uid, club="Liepa", person=hall.people[2].uid,
        by=hall.by, at=NOON)

    official.refresh_from_db()
    assert (official.club.name, official.person) == ("Liepa", hall.people[2])
    stranger = make_person("Nobody here")
    with pytest.raises(NotFound):
        official_ground_set(
            competition=hall.competition.uid, account=official.account.uid, club="", person=stranger.uid, by=hall.by,
            at=NOON)


def test_a_round_is_called_without_those_who_still_rest() -> None:
    """Over all events: who has just played in the other one rests too; by hand a match is called at any time."""
    hall = Hall(rest_minutes=10)
    other = hall.give(hall.match(stage=hall.others), 1)
    result_enter(match_uid=other.uid, sets=(4, 0), by=hall.by, at=NOON)
    theirs = hall.people[0]
    for number in (1, 2):
        hall.give(hall.match(1, number), number)

    done = round_call(stage_uid=hall.singles.uid, number=1, by=hall.by, at=later(9))

    assert (done.called, done.waiting) == (1, 1)
    waiting = hall.singles.matches.get(round__number=1, status=MatchStatus.SCHEDULED)
    assert theirs in (waiting.first.person, waiting.second.person)
    assert round_call(stage_uid=hall.singles.uid, number=1, by=hall.by, at=later(10)).called == 1


def test_who_rests_is_called_by_hand_all_the_same() -> None:
    hall = Hall(rest_minutes=10)
    other = hall.give(hall.match(stage=hall.others), 1)
    result_enter(match_uid=other.uid, sets=(4, 0), by=hall.by, at=NOON)
    match = next(m for m in hall.singles.matches.filter(round__number=1)
                 if hall.people[0] in (m.first.person, m.second.person))
    hall.give(match, 1)

    match_call(match_uid=match.uid, by=hall.by, at=later(1))


# --- forecasts -------------------------------------------------------------------------------------------------------
def test_expected_starts_follow_the_running_matches() -> None:
    """One table, 20 minutes a game and two of warm-up between: by hand 12:00, 12:22 …, rounded up to five."""
    hall = Hall(tables=1)
    hall.plan()

    found = forecast(hall.competition, NOON)

    order = sorted(found.values(), key=lambda item: item.at)
    assert [(item.at - NOON).total_seconds() / 60 for item in order] == [0, 25, 45, 70, 90, 110, 135]
    assert {item.table for item in order} == {1}


def test_the_length_of_a_game_is_learned_from_those_played(hall: Hall) -> None:
    for number, match in enumerate(hall.singles.matches.all()[:4]):
        match.status, match.outcome = MatchStatus.APPROVED, "played"
        match.started_at, match.finished_at = NOON, later(40 + number)
        match.held_seconds = 600
        match.save()

    facts = hall_facts(hall.competition, NOON)

    # 30, 31, 32, 33 against three times 20: the median is 30.
    assert facts.minutes == {hall.singles.event_id: 30, hall.others.event_id: 20}


def test_who_has_just_played_rests() -> None:
    hall = Hall(rest_minutes=15)
    match = hall.match()
    match.status, match.outcome, match.finished_at = MatchStatus.APPROVED, "played", later(-5)
    match.save()

    seen = hall_facts(hall.competition, NOON).seen

    assert {seen[str(entry.person_id)].rests for entry in (match.first, match.second)} == {10}


def test_nobody_is_told_a_time_while_the_competition_stands_still(hall: Hall) -> None:
    assert len(forecast(hall.competition, NOON)) == 7
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=NOON)

    assert forecast(hall.competition, NOON) == {}


def test_a_set_in_a_running_match_costs_no_new_plan(hall: Hall, django_assert_num_queries: Any) -> None:
    """A press a second at twelve tables, and hundreds who look."""
    cache.clear()
    match = hall.give(hall.match(), 1)
    Match.objects.filter(id=match.id).update(status=MatchStatus.RUNNING, started_at=NOON)
    first = expected_starts(hall.competition, NOON)
    Match.objects.filter(id=match.id).update(version=9, sets_first=1)

    with django_assert_num_queries(2):
        assert expected_starts(hall.competition, NOON) == first


@pytest.mark.parametrize("change", ["interrupt", "close", "swap", "reserve"])
def test_the_forecast_is_made_anew_when_the_hall_changes(hall: Hall, change: str) -> None:
    cache.clear()
    hall.plan()
    one, other = hall.match(1, 1), hall.match(1, 2)
    for match in (one, other):
        Match.objects.filter(id=match.id).update(status=MatchStatus.RUNNING, started_at=NOON)
    first = expected_starts(hall.competition, NOON)
    if change == "interrupt":
        competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=NOON)
    elif change == "close":
        Match.objects.filter(status=MatchStatus.RUNNING).update(status=MatchStatus.FINISHED, outcome="played")
        table_close(table_uid=hall.table(2).uid, reason="broken", by=hall.by, at=NOON)
    elif change == "swap":
        Match.objects.filter(id=one.id).update(started_at=later(-15))
        matches_swap(match_uid=one.uid, other_uid=other.uid, by=hall.by, at=NOON)
    else:
        Match.objects.update(table=None)
        table_reserve(table_uid=hall.table(2).uid, event_uid=hall.others.event.uid, by=hall.by, at=NOON)

    assert expected_starts(hall.competition, NOON) == forecast(hall.competition, NOON)
    assert expected_starts(hall.competition, NOON) != first


def test_the_forecast_is_kept_until_the_hall_changes(hall: Hall, django_assert_num_queries: Any) -> None:
    cache.clear()
    first = expected_starts(hall.competition, NOON)
    with django_assert_num_queries(2):
        assert expected_starts(hall.competition, NOON) == first
    hall.plan()
    assert expected_starts(hall.competition, NOON) != first


@pytest.mark.parametrize(("minute", "second", "shown"), [(0, 0, 0), (0, 1, 5), (4, 59, 5), (5, 0, 5), (57, 0, 60)])
def test_times_are_told_in_fives(minute: int, second: int, shown: int) -> None:
    assert rounded(NOON + timedelta(minutes=minute, seconds=second)) == later(shown)
