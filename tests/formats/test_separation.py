"""Clubs apart in round 1: the least number of pairs, seeds in their places."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats.separation import clubs_apart, pairs_of_one_club
from tests.formats.brackets import ids, objections


def test_only_who_has_a_clubmate_in_the_way_moves():
    order = ids(8)
    clubs = {"p4": "VEF", "p5": "VEF"}

    # 4 meets 5; the nearest number that helps is 6.
    assert clubs_apart(order, clubs, seeded=4) == ("p1", "p2", "p3", "p4", "p6", "p5", "p7", "p8")
    assert clubs_apart(order, {}, seeded=4) == tuple(order)


def test_seeds_of_the_lower_half_move_only_where_nothing_else_helps():
    clubs = {"p4": "VEF", "p5": "VEF"}

    assert clubs_apart(ids(6), clubs, seeded=4)[3:] == ("p4", "p6", "p5")
    assert clubs_apart(ids(6), clubs, seeded=5)[3:] == ("p4", "p6", "p5")
    assert clubs_apart(ids(7), clubs, seeded=7)[3:] == ("p4", "p6", "p5", "p7")
    assert clubs_apart(ids(8), clubs, seeded=8) == tuple(ids(8))


def test_one_club_alone_meets_itself():
    clubs = dict.fromkeys(ids(6), "VEF")

    assert pairs_of_one_club(clubs_apart(ids(6), clubs, seeded=0), clubs) == 2


def test_a_club_of_more_than_half_has_its_surplus_in_pairs():
    clubs = dict.fromkeys(ids(8)[:5], "VEF")

    assert pairs_of_one_club(clubs_apart(ids(8), clubs, seeded=0), clubs) == 1


CLUBS = st.lists(st.sampled_from(["A", "B", "C", None]), min_size=24, max_size=24)


@given(st.integers(2, 24), st.integers(0, 24), CLUBS)
def test_nobody_is_lost_and_seeds_of_the_upper_half_stay(size, seeded, club_list):
    order, seeded = ids(size), min(seeded, size)
    clubs = dict(zip(order, club_list, strict=False))
    moved = clubs_apart(order, clubs, seeded=seeded)

    assert sorted(moved) == sorted(order)
    assert moved[: min(seeded, size // 2)] == tuple(order[: min(seeded, size // 2)])
    assert pairs_of_one_club(moved, clubs) <= pairs_of_one_club(order, clubs)


@pytest.mark.parametrize("case", range(60))
def test_the_outside_checker_finds_no_better_round_one(case):
    """It counts the least number by maximum matching."""
    rng = random.Random(case)
    size = rng.randint(2, 30)
    seeds = rng.choice([0, 1, 2, 4, size // 2])
    entries = [{"id": f"e{n}", "club": f"c{min(rng.randrange(4), rng.randrange(4))}"} for n in range(size)]
    for number, entry in enumerate(entries[:seeds], 1):
        entry["seed"] = number

    assert objections("single_elimination", entries, separate="club") == []
    assert objections("double_elimination", entries, separate="club") == []
