"""Matches for places, and other sets in the last rounds of a bracket; values by hand."""

import pytest

from competitions.common.errors import Invalid
from competitions.formats.bracket_check import check_bracket
from competitions.formats.bracket_fold import BracketPlan, Met, bracket_of, round_numbers, stands
from competitions.formats.bracket_play import Decision, final_places
from competitions.formats.double_elimination import double_elimination
from competitions.formats.draw import DrawSpec, System, draw
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant
from competitions.formats.place_matches import place_matches
from competitions.formats.regulations import PRESETS, Regulations, regulations_from
from tests.formats.brackets import ids


def test_first_meets_second_and_third_meets_fourth():
    bracket = place_matches(["a1", "b1", "a2", "b2"])
    assert [(m.id, m.first.entry, m.second.entry, m.winner_place, m.loser_place) for m in bracket.matches()] == [
        ("place1-1-1", "a1", "b1", 1, 2), ("place3-1-1", "a2", "b2", 3, 4)]
    assert [drawn.name for drawn in bracket.rounds] == ["Match for place 1", "Match for place 3"]
    assert all(check.holds for check in check_bracket(bracket, ["a1", "b1", "a2", "b2"]))


def test_the_check_sees_a_place_given_twice():
    bracket = place_matches(ids(4))
    twice = type(bracket)((bracket.rounds[0], bracket.rounds[0]))
    assert not all(check.holds for check in check_bracket(twice, ids(4)))


def test_places_are_those_of_the_matches():
    plan = BracketPlan(system=System.PLACE_MATCHES, order=tuple(ids(4)))
    bracket = bracket_of(plan)
    met = {"place1-1-1": Met("p1", "p2", Decision("p2")), "place3-1-1": Met("p3", "p4", Decision("p3"))}
    assert final_places(bracket, stands(bracket, met)) == {"p2": 1, "p1": 2, "p3": 3, "p4": 4}
    assert round_numbers(plan) == (1, 2)


@pytest.mark.parametrize(("order", "code"), [
    (("a", "b", "c"), "odd_number"), (("a",), "too_few_entries"), (("a", "a"), "duplicate_id"),
])
def test_matches_for_places_need_two_entries_each(order, code):
    with pytest.raises(FormatError, match=code):
        place_matches(order)


def test_the_draw_makes_them_too():
    made = draw(DrawSpec(system=System.PLACE_MATCHES, entries=tuple(
        Entrant(id=i, seed=n) for n, i in enumerate("abcd", 1)), lot="x"))
    assert made.bracket == place_matches("abcd")


def stakes(bracket):
    return [(drawn.name, min(match.loser_place for match in drawn.matches)) for drawn in bracket.rounds]


def test_stake_of_a_round_is_the_place_left_to_its_losers():
    assert stakes(single_elimination(ids(8), places=4)) == [
        ("Quarter-finals", 5), ("Semi-finals", 4), ("Match for place 3", 4), ("Final", 2)]
    assert stakes(double_elimination(ids(8))) == [
        ("Winners' round 1", 7), ("Losers' round 1", 7), ("Winners' round 2", 5), ("Losers' round 2", 5),
        ("Losers' round 3", 4), ("Winners' final", 3), ("Losers' final", 3), ("Grand final", 2)]


@pytest.mark.parametrize(("late_from", "stake", "sets"), [
    (4, 5, 5), (4, 4, 7), (4, 2, 7), (2, 3, 5), (2, 2, 7), (8, 7, 7), (8, 9, 5), (4, None, 5),
])
def test_best_of_five_then_best_of_seven(late_from, stake, sets):
    """Raasiku 2021: best of 5, from the semi-finals best of 7."""
    regulations = Regulations(sets=5, late_sets=7, late_from=late_from)
    assert regulations.in_round("double_elimination", stake).sets == sets


def test_no_late_sets_leave_all_rounds_alike_and_even_numbers_get_one_more():
    assert Regulations(sets=4).in_round("single_elimination", 2).sets == 5
    assert Regulations(sets=5, late_sets=6).in_round("single_elimination", 2).sets == 7
    assert Regulations(sets=6).in_round("round_robin", None).sets == 6


def test_the_estonian_preset_is_best_of_five_then_seven():
    preset = PRESETS["estonian_double"].regulations
    assert (preset.sets, preset.late_sets, preset.late_from) == (5, 7, 4)


@pytest.mark.parametrize(("setting", "code"), [
    ({"late_from": 3}, "unknown_value"), ({"late_from": True}, "unknown_value"), ({"late_sets": 16}, "out_of_range"),
    ({"late_sets": "7"}, "wrong_type"),
])
def test_late_sets_that_are_none_are_refused(setting, code):
    with pytest.raises(Invalid) as refused:
        regulations_from(setting)
    assert (refused.value.code, refused.value.params["path"]) == (code, next(iter(setting)))
