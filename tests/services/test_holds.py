"""Matches that stand still, games ended by the time limit, and a competition that is interrupted (7.2.c, d)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, IllegalMove, Invalid, NotAllowed, NotFound
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, Event, Game, Interruption, Match, Outbox, Stage, Table
from competitions.selectors.actors import actor_of
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.services.accounts import account_pin_set
from competitions.services.interruptions import competition_interrupt, competition_resume
from competitions.workflow import MatchStatus, Outcome
from refereeing.models import Protocol
from refereeing.selectors.chain import chain_breaks
from refereeing.services.desk import (
    desk_write,
    game_lost_declare,
    match_call,
    no_show_declare,
    only_game,
    result_enter,
)
from refereeing.services.desk_holds import match_adjourn, match_postpone, match_resume, time_limit_end
from refereeing.services.desk_rounds import round_call
from refereeing.services.desk_voids import event_take_back
from refereeing.services.discipline import entry_withdraw
from refereeing.services.protocols import protocol_approve
from tests.api.tablet_client import paired_tablet
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db


def later(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


class Hall:
    """Four in a round robin at two tables."""

    def __init__(self, system: str = "", **regulations: Any) -> None:
        self.competition = make_competition(tables=2)
        self.event: Event = make_event(self.competition, regulations=Regulations(**regulations))
        self.entries = [make_entry(self.event, name) for name in ("Anna", "Berta", "Cilda", "Dace")]
        self.stage: Stage = make_stage(self.event, [self.entries], system=system)
        self.tables = list(self.competition.tables.all())
        for match in self.stage.matches.all():
            match.table = self.tables[match.number - 1]
            match.save()
        self.by: Actor = actor_of(make_official(self.competition, "chief"))

    def match(self, round_number: int = 1, number: int = 1) -> Match:
        return self.stage.matches.select_related("table", "stage__event__competition").get(
            round__number=round_number, number=number)

    def write(self, match: Match, *events: tuple[str, dict[str, Any]], at: datetime = NOON) -> Match:
        with transaction.atomic():
            desk_write(only_game(match), events, by=self.by, at=at)
        match.refresh_from_db()
        return match


def set_to(winner: str) -> tuple[str, dict[str, Any]]:
    return "set_won", {"winner": winner}


@pytest.fixture
def hall() -> Hall:
    return Hall(time_limit_minutes=60)


def test_a_postponed_match_leaves_its_table_and_comes_back(hall: Hall) -> None:
    match = hall.match()
    match_call(match_uid=match.uid, by=hall.by, at=NOON)

    match_postpone(match_uid=match.uid, reason="the light failed", not_before=later(90), by=hall.by, at=NOON)

    match = hall.match()
    assert (match.status, match.table, match.slot, match.called_at) == (MatchStatus.POSTPONED, None, None, None)
    assert (match.held_reason, match.not_before) == ("the light failed", later(90))
    with pytest.raises(IllegalMove):
        match_postpone(match_uid=match.uid, reason="again", by=hall.by, at=NOON)
    match_resume(match_uid=match.uid, by=hall.by, at=later(90))
    match = hall.match()
    assert (match.status, match.held_reason, match.not_before) == (MatchStatus.SCHEDULED, "", None)
    kinds = AuditEntry.objects.filter(subject=match.uid).values_list("kind", flat=True)
    assert list(kinds) == ["match.postponed", "match.resumed"]
    assert chain_breaks(hall.competition) == ()


def test_a_running_match_is_not_postponed_but_adjourned(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"), set_to("B"))

    with pytest.raises(IllegalMove):
        match_postpone(match_uid=match.uid, reason="late", by=hall.by, at=NOON)
    with pytest.raises(Invalid, match="reason_needed"):
        match_adjourn(match_uid=match.uid, reason="  ", by=hall.by, at=NOON)
    match_adjourn(match_uid=match.uid, reason="a cue broke", by=hall.by, at=later(20))

    match = hall.match()
    assert (match.status, match.sets_first, match.sets_second) == (MatchStatus.ADJOURNED, 1, 1)
    notes = match.games.get().events.filter(kind="note").values_list("payload__text", flat=True)
    assert list(notes) == ["adjourned: a cue broke"]


def test_an_adjourned_match_is_played_on_with_its_sets(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))
    match_adjourn(match_uid=match.uid, reason="a cue broke", by=hall.by, at=later(20))
    other = hall.match(2, 1)
    assert other.table == match.table
    match_call(match_uid=other.uid, by=hall.by, at=later(25))

    with pytest.raises(Conflict, match="table_busy"):
        match_resume(match_uid=match.uid, by=hall.by, at=later(26))
    result_enter(match_uid=other.uid, sets=(4, 0), by=hall.by, at=later(40))
    match_resume(match_uid=match.uid, by=hall.by, at=later(50))
    match = hall.write(hall.match(), set_to("A"), set_to("A"), set_to("A"), at=later(60))

    assert (match.status, match.sets_first, match.sets_second, match.held_seconds) == (
        MatchStatus.RUNNING, 4, 0, 30 * 60)


def test_who_plays_elsewhere_cannot_play_on(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))
    match_adjourn(match_uid=match.uid, reason="a cue broke", by=hall.by, at=later(20))
    elsewhere = next(m for m in hall.stage.matches.exclude(id=match.id)
                     if m.table_id != match.table_id and match.first_id in (m.first_id, m.second_id))
    hall.write(elsewhere, set_to("A"))

    with pytest.raises(Conflict, match="player_busy"):
        match_resume(match_uid=match.uid, by=hall.by, at=later(26))


def test_nothing_is_played_on_at_a_table_out_of_use(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))
    match_adjourn(match_uid=match.uid, reason="a leg broke", by=hall.by, at=later(20))
    Table.objects.filter(id=match.table_id).update(out_reason="a broken leg")

    with pytest.raises(Conflict, match="table_out"):
        match_resume(match_uid=match.uid, by=hall.by, at=later(26))


def test_what_comes_late_from_before_an_adjournment_counts_and_does_not_resume(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))
    match_adjourn(match_uid=match.uid, reason="a cue broke", by=hall.by, at=later(20))

    match = hall.write(hall.match(), set_to("A"))

    assert (match.status, match.sets_first) == (MatchStatus.ADJOURNED, 2)


def test_nothing_is_played_in_a_postponed_match_but_it_is_kept(hall: Hall) -> None:
    tablet = paired_tablet(hall.competition)
    match = hall.match()
    tablet.take(hall.tables[0].uid)
    match_postpone(match_uid=match.uid, reason="late", by=hall.by, at=NOON)

    receipt = tablet.press("set_won", winner="A")

    match = hall.match()
    assert (receipt["result"], receipt["reason"]) == ("conflict", "postponed")
    assert match.status == MatchStatus.POSTPONED


def test_who_leaves_loses_what_was_postponed(hall: Hall) -> None:
    match = hall.match()
    match_postpone(match_uid=match.uid, reason="late", by=hall.by, at=NOON)

    entry_withdraw(entry_uid=match.first.uid, reason="ill", by=hall.by, at=NOON)

    match = hall.match()
    assert (match.status, match.outcome, match.winner) == (MatchStatus.APPROVED, Outcome.RETIRED, "B")


# --- time limit ------------------------------------------------------------------------------------------------------
def test_the_time_limit_leaves_what_was_won_and_draws_the_rest(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"), set_to("B"), set_to("A"))
    with pytest.raises(Conflict, match="time_left") as caught:
        time_limit_end(match_uid=match.uid, by=hall.by, at=later(50.5))
    assert caught.value.params["minutes"] == 10

    time_limit_end(match_uid=match.uid, by=hall.by, at=later(60))

    match = hall.match()
    assert (match.status, match.outcome, match.winner, match.sets_first, match.sets_second, match.awarded) == (
        MatchStatus.FINISHED, Outcome.TIME_LIMIT, "A", 2, 1, False)
    body = Protocol.objects.get(game__match=match).body
    assert [row["winner"] for row in body["state"]["sets"]] == ["A", "B", "A", None, None, None]
    assert body["log"][-1]["kind"] == "time_limit"


def test_the_set_in_play_goes_by_the_discs_left(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))

    time_limit_end(match_uid=match.uid, current="B", by=hall.by, at=later(60))

    match = hall.match()
    assert (match.outcome, match.winner, match.sets_first, match.sets_second) == (Outcome.TIME_LIMIT, "draw", 1, 1)


def test_a_set_by_the_discs_that_decides_ends_the_game_by_itself(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"), set_to("A"), set_to("A"))

    time_limit_end(match_uid=match.uid, current="A", by=hall.by, at=later(60))

    match = hall.match()
    assert (match.status, match.sets_first, match.winner) == (MatchStatus.RUNNING, 4, "")
    assert match.games.get().state["over"] is True


def test_level_at_the_time_limit_counts_as_drawn_even_without_a_set(hall: Hall) -> None:
    """0:0 is no double loss: each has a draw."""
    match = hall.write(hall.match(), ("started", {}))
    time_limit_end(match_uid=match.uid, by=hall.by, at=later(61))
    match = hall.match()
    protocol_approve(match_uid=match.uid, version=match.version, by=hall.by, at=later(62))

    rows = stage_standings(hall.stage, stage_facts(hall.stage))[0].rows

    assert [(row.row.drawn, row.points) for row in rows if row.row.played] == [(1, "1"), (1, "1")]


def test_the_time_limit_is_taken_back_like_any_ruling(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))
    time_limit_end(match_uid=match.uid, by=hall.by, at=later(60))
    game: Game = match.games.get()
    event = game.events.get(kind="time_limit")

    event_take_back(match_uid=match.uid, event_uid=event.uid, reason="a slip", by=hall.by, at=later(61))

    match = hall.match()
    assert (match.status, match.sets_first, match.sets_second, match.outcome) == (MatchStatus.RUNNING, 1, 0, "")


def test_an_elimination_is_not_ended_level() -> None:
    hall = Hall("single_elimination", time_limit_minutes=60)
    match = hall.write(hall.match(), set_to("A"), set_to("B"))

    with pytest.raises(Conflict, match="needs_winner"):
        time_limit_end(match_uid=match.uid, by=hall.by, at=later(60))
    assert hall.match().status == MatchStatus.RUNNING


def test_a_game_that_has_not_begun_has_no_limit_yet(hall: Hall) -> None:
    with pytest.raises(Conflict, match="not_started"):
        time_limit_end(match_uid=hall.match().uid, by=hall.by, at=later(60))


def test_there_is_a_limit_only_where_the_regulations_have_one() -> None:
    hall = Hall()
    match = hall.write(hall.match(), set_to("A"))

    with pytest.raises(Conflict, match="no_time_limit"):
        time_limit_end(match_uid=match.uid, by=hall.by, at=later(600))


def test_a_tablet_does_not_end_a_game_by_the_clock(hall: Hall) -> None:
    account = make_official(hall.competition, "table_referee")
    account_pin_set(competition=hall.competition.uid, account=account.uid, pin="482913", by=hall.by, at=NOON)
    tablet = paired_tablet(hall.competition)
    tablet.take(hall.tables[0].uid, official=str(account.uid), pin="482913")

    receipts = [tablet.press("set_won", winner="A"), tablet.press("time_limit")]

    assert [(r["result"], r["reason"]) for r in receipts] == [("stored", None), ("conflict", "desk_only")]


def test_both_may_lose(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))

    game_lost_declare(match_uid=match.uid, who="both", reason="unsporting", by=hall.by, at=NOON)

    match = hall.match()
    assert (match.status, match.outcome, match.winner, match.awarded) == (
        MatchStatus.FINISHED, Outcome.DOUBLE_LOSS, "", True)


# --- the whole competition -------------------------------------------------------------------------------------------
def test_nobody_is_called_and_nothing_is_lost_by_a_clock_while_it_stands_still(hall: Hall) -> None:
    match = hall.match()
    match_call(match_uid=match.uid, by=hall.by, at=NOON)
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=later(1))

    for refused in (
        lambda: match_call(match_uid=hall.match(1, 2).uid, by=hall.by, at=later(2)),
        lambda: round_call(stage_uid=hall.stage.uid, number=1, by=hall.by, at=later(2)),
        lambda: no_show_declare(match_uid=match.uid, who="A", by=hall.by, at=later(5)),
        lambda: competition_interrupt(competition=hall.competition.uid, reason="again", by=hall.by, at=later(2)),
    ):
        with pytest.raises(Conflict, match="interrupted"):
            refused()


def test_the_clock_of_a_call_runs_on_from_where_it_stood(hall: Hall) -> None:
    """One of the two minutes had passed: one is left."""
    match = hall.match()
    match_call(match_uid=match.uid, by=hall.by, at=NOON)
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=later(1))
    competition_resume(competition=hall.competition.uid, by=hall.by, at=later(31))

    with pytest.raises(Conflict, match="call_still_running"):
        no_show_declare(match_uid=match.uid, who="A", by=hall.by, at=later(31.9))
    no_show_declare(match_uid=match.uid, who="A", by=hall.by, at=later(32))


def test_the_time_limit_stands_still_too(hall: Hall) -> None:
    match = hall.write(hall.match(), set_to("A"))
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=later(30))
    with pytest.raises(Conflict, match="interrupted"):
        time_limit_end(match_uid=match.uid, by=hall.by, at=later(70))
    competition_resume(competition=hall.competition.uid, by=hall.by, at=later(70))

    with pytest.raises(Conflict, match="time_left"):
        time_limit_end(match_uid=match.uid, by=hall.by, at=later(99))
    time_limit_end(match_uid=match.uid, by=hall.by, at=later(100))


@pytest.mark.parametrize(("adjourned", "held"), [(40, 100), (5, 105)])
def test_the_time_before_an_adjournment_stands_still_too(hall: Hall, adjourned: int, held: int) -> None:
    """Interrupted from 10 to 100 and played on at 110: adjourned meanwhile, 10 minutes were played, adjourned at 5,
    before, 5. All the rest is taken off once."""
    match = hall.write(hall.match(), set_to("A"))
    Match.objects.filter(id=match.id).update(started_at=NOON)
    if adjourned < 10:
        match_adjourn(match_uid=match.uid, reason="ill", by=hall.by, at=later(adjourned))
    competition_interrupt(competition=hall.competition.uid, reason="fire", by=hall.by, at=later(10))
    if adjourned > 10:
        match_adjourn(match_uid=match.uid, reason="ill", by=hall.by, at=later(adjourned))
    competition_resume(competition=hall.competition.uid, by=hall.by, at=later(100))
    match_resume(match_uid=match.uid, by=hall.by, at=later(110))

    assert hall.match().held_seconds == held * 60


def test_results_stand_and_come_in_while_it_stands_still(hall: Hall) -> None:
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=NOON)

    result_enter(match_uid=hall.match().uid, sets=(4, 2), by=hall.by, at=later(1))

    assert hall.match().status == MatchStatus.FINISHED


def test_an_interruption_is_recorded_and_told(hall: Hall) -> None:
    with pytest.raises(Invalid, match="reason_needed"):
        competition_interrupt(competition=hall.competition.uid, reason=" ", by=hall.by, at=NOON)
    with pytest.raises(Conflict, match="not_interrupted"):
        competition_resume(competition=hall.competition.uid, by=hall.by, at=NOON)
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=NOON)
    competition_resume(competition=hall.competition.uid, by=hall.by, at=later(30))

    row = Interruption.objects.get()
    assert (row.reason, row.started_at, row.ended_at) == ("no light", NOON, later(30))
    assert list(AuditEntry.objects.values_list("kind", flat=True)) == [
        "competition.interrupted", "competition.resumed"]
    assert Outbox.objects.filter(topic="competition.changed").count() == 2
    assert chain_breaks(hall.competition) == ()


@pytest.mark.parametrize(("role", "error"), [("secretary", NotAllowed), ("senior", NotAllowed), ("", NotFound)])
def test_only_the_chief_interrupts(hall: Hall, role: str, error: type[Exception]) -> None:
    """7.2.c, d."""
    who = actor_of(make_official(hall.competition if role else make_competition(), role or "chief"))

    with pytest.raises(error):
        competition_interrupt(competition=hall.competition.uid, reason="no light", by=who, at=NOON)
    with pytest.raises(error):
        competition_resume(competition=hall.competition.uid, by=who, at=NOON)


def test_a_tablets_no_show_waits_until_it_goes_on(hall: Hall) -> None:
    tablet = paired_tablet(hall.competition)
    match_call(match_uid=hall.match().uid, by=hall.by, at=NOON)
    tablet.take(hall.tables[0].uid)
    competition_interrupt(competition=hall.competition.uid, reason="no light", by=hall.by, at=later(1))

    receipts = [tablet.press("no_show", who="A"), tablet.press("set_won", winner="A")]

    assert [(r["result"], r["reason"]) for r in receipts] == [("conflict", "interrupted"), ("stored", None)]
