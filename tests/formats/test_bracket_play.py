"""A bracket in play: byes, walkovers, double losses, the reset final, places."""

import pytest

from competitions.formats.bracket import Side, Source, SourceKind
from competitions.formats.bracket_play import (
    NOBODY,
    OPEN,
    Decision,
    MatchState,
    Seat,
    Situation,
    final_places,
    losses,
    play,
)
from competitions.formats.double_elimination import double_elimination
from competitions.formats.elimination import knock_out, single_elimination
from competitions.formats.errors import FormatError
from tests.formats.brackets import ids, outsider, played_out, states

FOUR = single_elimination(ids(4))


def won(**winners):
    return {name.replace("_", "-"): Decision(winner) for name, winner in winners.items()}


def test_to_be_decided_bye_walkover_and_not_needed_are_four_things():
    bracket = double_elimination(ids(3), grand_final_reset=True)
    begun = states(bracket, Situation())
    gone = states(bracket, Situation(withdrawn=frozenset({"p3"})))
    over = states(bracket, played_out(bracket))

    assert begun == {
        "winners-1-1": "bye", "winners-1-2": "ready", "winners-2-1": "to_be_decided", "losers-2-1": "to_be_decided",
        "final-1-1": "to_be_decided", "final-2-1": "to_be_decided"}
    assert (gone["winners-1-2"], gone["winners-2-1"]) == ("walkover", "ready")
    assert over["final-2-1"] == "not_needed"
    assert play(bracket, Situation())["winners-2-1"].second == OPEN


def test_walkovers_follow_one_another_where_both_are_gone():
    now = play(FOUR, Situation(withdrawn=frozenset({"p2", "p3"})))
    final = play(FOUR, Situation(decisions=won(main_1_1="p4"), withdrawn=frozenset({"p2", "p3"})))["main-2-1"]

    assert (now["main-1-2"].state, now["main-1-2"].winner, now["main-1-2"].loser) == (
        MatchState.WALKOVER, NOBODY, NOBODY)
    assert (final.state, final.winner, final.first, final.second) == (
        MatchState.WALKOVER, Seat("p4", True), Seat("p4", True), NOBODY)


def test_withdrawn_keep_what_was_decided():
    now = play(FOUR, Situation(decisions=won(main_1_1="p1", main_1_2="p2"), withdrawn=frozenset({"p1"})))

    assert now["main-1-1"].state is MatchState.DECIDED
    assert (now["main-2-1"].state, now["main-2-1"].winner) == (MatchState.WALKOVER, Seat("p2", True))
    assert losses(now) == {"p1": 1, "p2": 0, "p3": 1, "p4": 1}


def test_nobody_is_left_when_all_lost():
    situation = Situation(decisions={"main-1-1": Decision(None), "main-1-2": Decision(None)})
    now = play(FOUR, situation)

    assert now["main-2-1"].state is MatchState.EMPTY
    assert final_places(FOUR, now) == {"p1": 3, "p2": 3, "p3": 3, "p4": 3}
    assert losses(now) == {"p1": 1, "p2": 1, "p3": 1, "p4": 1}


def test_a_final_lost_by_both_leaves_the_title_vacant():
    situation = Situation(decisions={**won(main_1_1="p1", main_1_2="p2"), "main-2-1": Decision(None)})

    assert final_places(FOUR, play(FOUR, situation)) == {"p1": 2, "p2": 2, "p3": 3, "p4": 3}


def test_who_lost_a_semi_final_both_rank_behind_who_plays_for_third_place():
    bracket = single_elimination(ids(4), places=4)
    situation = Situation(decisions={"main-1-1": Decision(None), "main-1-2": Decision("p2")})

    assert final_places(bracket, play(bracket, situation)) == {"p2": 1, "p3": 3, "p1": 4, "p4": 4}


def test_places_come_as_soon_as_somebody_is_out():
    assert final_places(FOUR, play(FOUR, Situation(decisions=won(main_1_1="p1")))) == {"p4": 3}


@pytest.mark.parametrize(("winner", "state"), [("p1", MatchState.NOT_NEEDED), ("p2", MatchState.READY)])
def test_second_grand_final_only_if_both_have_one_loss(winner, state):
    bracket = double_elimination(ids(2), grand_final_reset=True)
    now = play(bracket, Situation(decisions=won(winners_1_1="p1", final_1_1=winner)))

    assert now["final-2-1"].state is state


def test_second_grand_final_is_not_needed_when_both_lost_the_first_or_one_never_came():
    bracket = double_elimination(ids(2), grand_final_reset=True)
    both = Situation(decisions={**won(winners_1_1="p1"), "final-1-1": Decision(None)})
    empty = Situation(decisions={"winners-1-1": Decision(None)})

    assert play(bracket, both)["final-2-1"].state is MatchState.NOT_NEEDED
    assert states(bracket, empty) == {"winners-1-1": "decided", "final-1-1": "empty", "final-2-1": "not_needed"}


def test_finalist_who_withdraws_gives_two_walkovers():
    bracket = double_elimination(ids(4), grand_final_reset=True)
    situation = played_out(bracket, outsider, Situation(withdrawn=frozenset()))
    decisions = {key: value for key, value in situation.decisions.items() if not key.startswith("final")}
    now = play(bracket, Situation(decisions=decisions, withdrawn=frozenset({"p4"})))

    assert (now["final-1-1"].first.entry, now["final-1-1"].state, now["final-2-1"].state) == (
        "p4", MatchState.WALKOVER, MatchState.WALKOVER)
    assert losses(now)["p4"] == 2
    assert final_places(bracket, now)["p4"] == 2


def test_places_of_groups_fill_the_bracket():
    bracket = knock_out([Side(None, Source(SourceKind.PLACE, place=1, group=name)) for name in "AB"])

    assert play(bracket, Situation(placed={("A", 1): "p1"}))["main-1-1"].state is MatchState.TO_BE_DECIDED
    assert play(bracket, Situation(placed={("A", 1): "p1", ("B", 1): "p2"}))["main-1-1"].state is MatchState.READY


@pytest.mark.parametrize(("decisions", "code"), [
    ({"nowhere": Decision("p1")}, "unknown_id"),
    (won(main_2_1="p1"), "not_in_match"),
    (won(main_1_1="p2"), "not_in_match"),
    ({"main-1-1": Decision("")}, "not_in_match"),
])
def test_decisions_that_cannot_be_are_refused(decisions, code):
    with pytest.raises(FormatError) as caught:
        play(FOUR, Situation(decisions=decisions))
    assert caught.value.code == code
