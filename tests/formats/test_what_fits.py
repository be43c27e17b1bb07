"""What fits: matches, rounds, waves over the tables and minutes, counted by hand."""

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.what_fits import Day, fewest_rounds, group_counts, what_fits


def told(entrants, tables, **figures):
    """By system and what sets it apart: matches, rounds, waves, least and most of one entrant."""
    return {
        (fit.system, fit.groups if fit.system == "groups" else fit.swiss_rounds or fit.legs
         if fit.system in ("swiss", "round_robin") else fit.places):
        (fit.matches, fit.rounds, fit.waves, fit.least, fit.most)
        for fit in what_fits(Day(entrants=entrants, tables=tables, **figures))}


def test_eight_at_four_tables():
    """28 games of a round robin in 7 rounds of 4; a bracket of 8 is 4 + 2 + 1; with two losses 7 + 6 + 1 matches.

    Groups of 4: 6 games each, 3 rounds; then semi-finals and final. Double elimination, wave by wave: W1 (4), W2 with
    L1 (2 + 2), L2 with the winners' final (2 + 1), L3, L4, final.
    """
    assert told(8, 4) == {
        ("groups", 2): (15, 5, 5, 3, 5),
        ("round_robin", 1): (28, 7, 7, 7, 7), ("round_robin", 2): (56, 14, 14, 14, 14),
        ("swiss", 3): (12, 3, 3, 3, 3), ("swiss", 5): (20, 5, 5, 5, 5),
        ("single_elimination", 2): (7, 3, 3, 1, 3), ("single_elimination", 4): (8, 3, 3, 1, 3),
        ("double_elimination", 2): (14, 8, 6, 2, 6),
    }


def test_fewer_tables_make_more_waves():
    """28 games at 3 tables are 9 full slots and one; 4 games of a Swiss round at 3 tables take two each; of a bracket
    4 + 2 + 1: three, then the fourth with nothing beside it that could begin, then two, then one."""
    found = told(8, 3)

    assert found["round_robin", 1][2] == 10
    assert found["swiss", 5][2] == 10
    assert found["single_elimination", 2][2] == 4


def test_an_odd_field_has_somebody_free():
    """Five: ten games in five rounds, each four games; a Swiss of 3 rounds gives 2 games or 3."""
    found = told(5, 2)

    assert found["round_robin", 1] == (10, 5, 5, 4, 4)
    assert found["swiss", 3] == (6, 3, 3, 2, 3)
    assert not any(system == "groups" for system, _ in found)


def test_who_passes_a_bye_plays_nothing_for_it():
    """Five in a bracket of eight: one match in round 1, then semi-finals and final."""
    assert told(5, 4)["single_elimination", 2] == (4, 3, 3, 1, 3)


def test_two_and_three_play_what_they_can():
    assert told(2, 1) == {
        ("round_robin", 1): (1, 1, 1, 1, 1), ("round_robin", 2): (2, 2, 2, 2, 2),
        ("single_elimination", 2): (1, 1, 1, 1, 1)}
    # Three with two losses: W1, winners' final, losers' final, grand final.
    assert told(3, 5)["double_elimination", 2] == (4, 4, 4, 2, 4)


def test_nobody_plans_a_round_robin_of_a_hundred():
    assert not any(system == "round_robin" for system, _ in told(100, 25))


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (64, 6), (65, 7)])
def test_fewest_rounds_leave_one_unbeaten(entrants, rounds):
    assert fewest_rounds(entrants) == rounds


def test_a_swiss_is_shorter_than_a_round_robin():
    """Six meet in five rounds: a Swiss of five is none."""
    assert [swiss for system, swiss in told(6, 3) if system == "swiss"] == [3]
    assert [swiss for system, swiss in told(30, 12) if system == "swiss"] == [5, 7, 9, 11, 13]


@pytest.mark.parametrize(("entrants", "counts"), [
    (5, ()), (6, (2,)), (12, (2, 3)), (30, (4, 5, 6, 8)), (512, (64,))])
def test_groups_of_four_to_eight(entrants, counts):
    """12 in groups of 8, 6, 5, 4: two, two, three, three. The draw takes at most 64 groups."""
    assert group_counts(entrants) == counts


def test_minutes_are_sets_and_what_lies_between():
    """Seven games of six sets at 5 minutes, six times 5 between: 210 + 30."""
    (robin,) = [f for f in what_fits(Day(entrants=8, tables=4)) if f.system == "round_robin" and f.legs == 1]
    assert robin.minutes == 240


def test_an_elimination_has_an_uneven_number_of_sets():
    """23.1 lets six sets end level; then a seventh decides: 3 waves of 35, twice 5 between."""
    (cup,) = [f for f in what_fits(Day(entrants=8, tables=4)) if f.system == "single_elimination" and f.places == 2]
    assert cup.minutes == 115
    # Groups: 3 waves of 30 and 2 × 5, then 5, then 2 waves of 35 and 5.
    (groups,) = [f for f in what_fits(Day(entrants=8, tables=4)) if f.system == "groups"]
    assert groups.minutes == 100 + 5 + 75


@pytest.mark.parametrize(("wrong", "path"), [
    ({"entrants": 1}, "entries"), ({"entrants": 513}, "entries"), ({"tables": 0}, "tables"), ({"sets": 16}, "sets"),
    ({"set_minutes": 0}, "set_minutes"), ({"between_minutes": 61}, "between_minutes")])
def test_figures_out_of_range_are_refused(wrong, path):
    with pytest.raises(FormatError) as caught:
        Day(**{"entrants": 8, "tables": 4, **wrong})
    assert caught.value.path == path
