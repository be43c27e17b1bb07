"""A ranking list as a stage: who may challenge whom, answers, games, and the list that follows."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, IllegalMove, Invalid, NotAllowed
from competitions.formats.errors import FormatError
from competitions.models import AuditEntry, Challenge, Entry, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.ladder import LadderView, ladder_view
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.ladder import (
    challenge_accept,
    challenge_decline,
    challenge_expire,
    challenge_make,
    challenge_withdraw,
    ladder_join,
)
from competitions.services.next_stage import stage_close, stage_placings
from refereeing.services.desk import result_enter
from refereeing.services.discipline import entry_withdraw
from refereeing.services.protocols import protocol_approve, protocol_reopen, result_correct
from tests.factories import NOON, make_competition, make_entry, make_event, make_official

pytestmark = pytest.mark.django_db


class Ladder:
    """Entrants a, b, c, … in this order on the list."""

    def __init__(self, names: str = "abcdef", **options: object) -> None:
        self.event = make_event(make_competition())
        self.chief: Actor = actor_of(make_official(self.event.competition))
        self.entries: dict[str, Entry] = {
            name: make_entry(self.event, name, seed=seed) for seed, name in enumerate(names, start=1)}
        stage = stage_create(
            event_uid=self.event.uid, system="ranking_list", options=options, by=self.chief, at=NOON)
        stage = stage_draw(stage_uid=stage.uid, lot="public", by=self.chief, at=NOON)
        self.stage: Stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=self.chief, at=NOON)

    @property
    def view(self) -> LadderView:
        return ladder_view(stage_facts(self.stage))

    def order(self) -> str:
        return "".join(row.entrant.name for row in self.view.rows)

    def make(self, pair: str, at: datetime = NOON) -> Challenge:
        return challenge_make(
            stage_uid=self.stage.uid, challenger=self.entries[pair[0]].uid, challenged=self.entries[pair[1]].uid,
            by=self.chief, at=at)

    def accept(self, challenge: Challenge) -> Match:
        return challenge_accept(challenge_uid=challenge.uid, by=self.chief, at=NOON)

    def play(self, match: Match, winner: str, minutes: int = 0) -> Match:
        first = match.first_id == self.entries[winner].id
        result_enter(match_uid=match.uid, sets=(4, 2) if first else (2, 4), by=self.chief, at=NOON)
        match.refresh_from_db()
        at = NOON + timedelta(minutes=minutes)
        protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=at)
        match.refresh_from_db()
        return match


def test_a_challenger_who_wins_takes_the_place_and_all_between_move_down() -> None:
    ladder = Ladder()
    match = ladder.accept(ladder.make("db"))
    assert (match.first.person.name, match.first_stroke) == ("b", "A")  # the challenged begins (22.1.a)
    assert ladder.order() == "abcdef"
    ladder.play(match, "d")
    assert ladder.order() == "adbcef"
    assert [(line.entrant.name, line.place) for line in stage_standings(ladder.stage)[0].rows][:3] == [
        ("a", "1"), ("d", "2"), ("b", "3")]


@pytest.mark.parametrize("left", ["b", "d"])
def test_nobody_accepts_for_or_against_whoever_has_left(left: str) -> None:
    """There would be a match that waits for somebody who does not come. The challenge is still taken back."""
    ladder = Ladder()
    challenge = ladder.make("db")
    entry_withdraw(entry_uid=ladder.entries[left].uid, reason="ill", by=ladder.chief, at=NOON)
    with pytest.raises(Invalid, match="player_out"):
        ladder.accept(challenge)
    assert not Match.objects.exists()
    challenge_withdraw(challenge_uid=challenge.uid, by=ladder.chief, at=NOON)


def test_places_may_be_exchanged_instead() -> None:
    ladder = Ladder(takes="exchange")
    ladder.play(ladder.accept(ladder.make("db")), "d")
    assert ladder.order() == "adcbef"


def test_a_challenger_who_loses_leaves_the_list_as_it_is() -> None:
    ladder = Ladder()
    ladder.play(ladder.accept(ladder.make("db")), "b")
    assert ladder.order() == "abcdef"
    assert ladder.view.settled[0].has_won is False


@pytest.mark.parametrize(("pair", "code"), [("ea", "out_of_reach"), ("ab", "out_of_reach"), ("aa", "out_of_reach")])
def test_only_so_many_places_above_may_be_challenged(pair: str, code: str) -> None:
    ladder = Ladder(reach=3)
    with pytest.raises(FormatError, match=code):
        ladder.make(pair)
    assert [e.name for e in ladder.view.rows[4].may_challenge] == ["d", "c", "b"]


def test_who_is_busy_neither_challenges_nor_is_challenged() -> None:
    ladder = Ladder()
    challenge = ladder.make("cb")
    for pair in ("db", "dc", "ca", "ba"):
        with pytest.raises(FormatError, match="challenge_open"):
            ladder.make(pair)
    assert [e.name for e in ladder.view.rows[3].may_challenge] == ["a"]
    challenge_withdraw(challenge_uid=challenge.uid, by=ladder.chief, at=NOON)
    ladder.make("db")


def test_declined_changes_nothing_or_loses_the_place_as_the_options_say() -> None:
    ladder = Ladder("abc")
    challenge_decline(challenge_uid=ladder.make("cb").uid, by=ladder.chief, at=NOON)
    assert ladder.order() == "abc"


def test_declined_or_unanswered_loses_the_place_where_it_is_agreed() -> None:
    ladder = Ladder("abc", unanswered="lost", answer_hours=24)
    challenge_decline(challenge_uid=ladder.make("cb").uid, by=ladder.chief, at=NOON)
    assert ladder.order() == "acb"
    again = ladder.make("ba")
    with pytest.raises(Conflict, match="answer_still_due"):
        challenge_expire(challenge_uid=again.uid, by=ladder.chief, at=NOON + timedelta(hours=23))
    challenge_expire(challenge_uid=again.uid, by=ladder.chief, at=NOON + timedelta(hours=24))
    assert ladder.order() == "bac"


def test_a_withdrawn_challenge_takes_its_match_along_while_it_has_not_begun() -> None:
    ladder = Ladder()
    challenge = ladder.make("cb")
    match = ladder.accept(challenge)
    challenge_withdraw(challenge_uid=challenge.uid, by=ladder.chief, at=NOON)
    assert not Match.objects.filter(id=match.id).exists()
    second = ladder.make("cb")
    ladder.play(ladder.accept(second), "c")
    with pytest.raises(Conflict, match="round_started"):
        challenge_withdraw(challenge_uid=second.uid, by=ladder.chief, at=NOON)
    with pytest.raises(IllegalMove):
        challenge_decline(challenge_uid=second.uid, by=ladder.chief, at=NOON)


def test_a_correction_changes_the_list_in_the_order_in_which_it_was_settled() -> None:
    """c beats b, then b (third) beats a: when the first turns out a loss, b had been second all along."""
    ladder = Ladder("abc")
    one = ladder.play(ladder.accept(ladder.make("cb")), "c", minutes=1)
    assert ladder.order() == "acb"
    ladder.play(ladder.accept(ladder.make("ba")), "b", minutes=2)
    assert ladder.order() == "bac"
    sets = (4, 2) if one.first.person.name == "b" else (2, 4)
    result_correct(match_uid=one.uid, sets=sets, reason="slip", version=one.version, by=ladder.chief,
                   at=NOON + timedelta(minutes=9))
    assert ladder.order() == "bac"
    assert ladder.view.settled[1].has_won is False
    protocol_reopen(match_uid=one.uid, reason="look again", by=ladder.chief, at=NOON + timedelta(minutes=10))
    assert ladder.order() == "bac"
    assert len(ladder.view.pending) == 1


def test_who_leaves_stands_on_no_place_and_loses_what_is_to_be_played() -> None:
    ladder = Ladder()
    ladder.accept(ladder.make("db"))
    ladder.make("ca")
    entry_withdraw(entry_uid=ladder.entries["b"].uid, reason="moved", by=ladder.chief, at=NOON)
    entry_withdraw(entry_uid=ladder.entries["a"].uid, reason="moved", by=ladder.chief, at=NOON)
    assert ladder.order() == "dcef"
    assert ladder.view.pending == ()
    with pytest.raises(Invalid):
        ladder.make("cb")


def test_a_newcomer_stands_at_the_end() -> None:
    ladder = Ladder("abc")
    new = make_entry(ladder.event, "n")
    ladder_join(stage_uid=ladder.stage.uid, entry_uid=new.uid, by=ladder.chief, at=NOON)
    assert ladder.order() == "abcn"
    new.refresh_from_db()
    assert new.state == "present"
    with pytest.raises(Conflict, match="already_drawn"):
        ladder_join(stage_uid=ladder.stage.uid, entry_uid=new.uid, by=ladder.chief, at=NOON)


def test_a_closed_list_fills_the_next_stage_in_its_order() -> None:
    ladder = Ladder("abcd")
    pending = ladder.make("cb")
    with pytest.raises(Conflict, match="rounds_left"):
        stage_close(stage_uid=ladder.stage.uid, by=ladder.chief, at=NOON)
    ladder.play(ladder.accept(pending), "c")
    stage_close(stage_uid=ladder.stage.uid, by=ladder.chief, at=NOON)
    stage = Stage.objects.select_related("event__competition").get(id=ladder.stage.id)
    assert [p.entry for p in stage_placings(stage)[""]] == ["1", "3", "2", "4"]
    following = stage_create(
        event_uid=ladder.event.uid, system="double_elimination", options={"advance": 4}, by=ladder.chief, at=NOON)
    drawn = stage_draw(stage_uid=following.uid, lot="x", by=ladder.chief, at=NOON)
    assert [row.entry.number for row in drawn.stage_entries.select_related("entry")] == [1, 3, 2, 4]
    with pytest.raises(Conflict, match="stage_closed"):
        ladder.make("db")


def test_every_answer_is_in_the_chain_and_only_the_office_gives_it() -> None:
    ladder = Ladder()
    ladder.accept(ladder.make("cb"))
    kinds = set(AuditEntry.objects.values_list("kind", flat=True))
    assert {"entry.challenged", "entry.challenge_accepted"} <= kinds
    ladder.chief = actor_of(make_official(ladder.event.competition, "senior"))
    with pytest.raises(NotAllowed):
        ladder.make("ed")


def test_challenges_belong_to_a_ranking_list() -> None:
    ladder = Ladder("abc")
    Stage.objects.filter(id=ladder.stage.id).update(system="round_robin")
    with pytest.raises(Conflict, match="not_ranking_list"):
        ladder.make("cb")


def test_sol_challenge_is_refused_for_a_list_of_one_place() -> None:
    """softwaremagico/KendoTournamentManager #203: nobody is drawn against themselves."""
    ladder = Ladder("ab")
    with pytest.raises(FormatError, match="out_of_reach"):
        ladder.make("bb")
