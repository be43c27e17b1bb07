from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.games import awarded_game, bye, played_game
from competitions.formats.groups import Group, draw_groups
from competitions.formats.lot import Entrant, draw_order
from competitions.formats.pairings import Pairing, Round
from competitions.formats.round_robin import round_robin
from competitions.formats.self_check import (
    Property,
    check_groups,
    check_order,
    check_round_robin,
    check_swiss_round,
    longest_run,
)
from competitions.formats.trf import SwissEvent


def failing(checks) -> set[Property]:
    return {check.property for check in checks if not check.holds}


def figures(checks, name: Property) -> dict:
    return next(check.params for check in checks if check.property is name)


def swapped(rounds, *changes: tuple[int, int, Pairing]) -> list[Round]:
    """The rounds with some pairings replaced: round index, place, new pairing."""
    made = [list(item.pairings) for item in rounds]
    for index, place, pairing in changes:
        made[index][place] = pairing
    return [Round(number, tuple(pairings)) for number, pairings in enumerate(made, 1)]


SIX = tuple("abcdef")


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 24), st.integers(1, 3))
def test_every_round_robin_holds(size, legs):
    members = [f"p{n}" for n in range(size)]

    assert failing(check_round_robin(members, round_robin(members, legs=legs), legs=legs)) == set()


def test_round_robin_of_six_figures():
    checks = check_round_robin(SIX, round_robin(SIX), group="A")

    # Berger table of six: three have the first stroke three times, three twice; at most twice running.
    assert figures(checks, Property.FIRST_STROKES) == {"least": 2, "most": 3}
    assert figures(checks, Property.SAME_ROLE_RUNNING) == {"most": 2, "limit": 2}
    assert figures(checks, Property.EVERYBODY_MEETS) == {"legs": 1, "pairs": 15}
    assert figures(checks, Property.BYES) == {"byes": 0}
    assert {check.group for check in checks} == {"A"}


def test_byes_may_be_left_out_and_empty_rounds_stand_for_nothing():
    rounds = [Round(r.number, tuple(p for p in r.pairings if not p.is_bye)) for r in round_robin("abcde")]

    assert failing(check_round_robin("abcde", [*rounds, Round(6, ())])) == set()


BERGER = round_robin(SIX)   # a-f b-e c-d | f-d e-c a-b | b-f c-a d-e | f-e a-d b-c | c-f d-b e-a
FAULTS = [
    ("two pairs exchanged between rounds", swapped(BERGER, (0, 0, Pairing("a", "b")), (1, 2, Pairing("a", "f"))),
     {Property.NOBODY_TWICE_A_ROUND}),
    ("against itself", swapped(BERGER, (0, 0, Pairing("a", "a"))),
     {Property.NOBODY_AGAINST_SELF, Property.EVERYBODY_MEETS, Property.BYES}),
    ("a pair missing", swapped(BERGER, (0, 0, Pairing("a", None))), {Property.EVERYBODY_MEETS, Property.BYES}),
    ("first strokes all to the front of the alphabet",
     [Round(r.number, tuple(Pairing(*sorted(p)) for p in r.pairings)) for r in BERGER],
     {Property.FIRST_STROKES, Property.SAME_ROLE_RUNNING}),
    ("a game in one leg too many", [*BERGER, Round(6, (Pairing("a", "b"),))],
     {Property.EVERYBODY_MEETS, Property.BYES}),
]


@pytest.mark.parametrize(("why", "rounds", "broken"), FAULTS, ids=[why for why, _, _ in FAULTS])
def test_faults_of_a_round_robin_are_seen(why, rounds, broken):
    assert failing(check_round_robin(SIX, rounds)) >= broken


def test_nothing_drawn_is_no_round_robin():
    assert Property.EVERYBODY_MEETS in failing(check_round_robin(SIX, []))


ENTRIES = [Entrant(id=f"p{n}", seed=n + 1 if n < 4 else None, club="ab"[n % 2]) for n in range(8)]


def test_order_and_groups_hold():
    draw = draw_groups(ENTRIES, "x", count=2, separate_clubs=True)
    check = check_order(ENTRIES, "x", draw.order)

    assert (check.holds, check.params) == (True, {"seeded": 4, "rated": 0, "by_lot": 4})
    checks = check_groups(ENTRIES, draw.groups, separate_clubs=True)
    assert failing(checks) == set()
    assert figures(checks, Property.GROUP_SIZES) == {"least": 4, "most": 4}
    assert figures(checks, Property.CLUBS_APART) == {"clubs": 2, "most": 2}
    assert figures(checks, Property.SEEDS_APART) == {"seeded": 4}
    assert Property.CLUBS_APART not in {check.property for check in check_groups(ENTRIES, draw.groups)}


def test_another_order_is_seen():
    order = list(draw_order(ENTRIES, "x"))

    assert not check_order(ENTRIES, "x", order[::-1]).holds
    assert not check_order(ENTRIES, "y", order).holds
    rated = [replace(entry, seed=None, rating=1500 + place) for place, entry in enumerate(ENTRIES)]
    assert check_order(rated, "x", [f"p{n}" for n in range(7, -1, -1)], by_rating=True).holds


@pytest.mark.parametrize(("by_rating", "params"), [
    (True, {"seeded": 2, "rated": 3, "by_lot": 3}),
    (False, {"seeded": 2, "rated": 0, "by_lot": 6}),
])
def test_order_tells_what_placed_whom(by_rating, params):
    seeds, ratings = (1, 2), (None, 1900, 1800, 1800, 1700)
    entries = [
        Entrant(id=f"p{n}", seed=seeds[n] if n < 2 else None, rating=ratings[n] if n < 5 else None) for n in range(8)
    ]
    check = check_order(entries, "x", draw_order(entries, "x", by_rating=by_rating), by_rating=by_rating)

    assert (check.holds, check.params) == (True, params)


@pytest.mark.parametrize(("groups", "broken"), [
    (["p0 p2 p4 p6", "p1 p3 p5"], {Property.EVERYBODY_IN_ONE_GROUP}),
    (["p0 p2 p4 p6", "p1 p3 p5 p6"], {Property.EVERYBODY_IN_ONE_GROUP}),
    (["p0 p3 p4 p6 p5", "p1 p2 p7"], {Property.GROUP_SIZES}),
    (["p0 p1 p4 p6", "p2 p3 p5 p7"], {Property.SEEDS_APART}),
    (["p0 p2 p4 p6", "p1 p3 p5 p7"], {Property.CLUBS_APART}),
])
def test_faults_of_groups_are_seen(groups, broken):
    made = [Group(name, tuple(text.split())) for name, text in zip("AB", groups, strict=True)]

    assert failing(check_groups(ENTRIES, made, separate_clubs=True)) >= broken


def test_unseeded_entries_without_clubs_are_checked_for_less():
    entries = [Entrant(id=entry) for entry in "abcd"]
    checks = check_groups(entries, [Group("A", ("a", "b")), Group("B", ("c", "d"))], separate_clubs=True)

    assert [check.property for check in checks] == [
        Property.EVERYBODY_IN_ONE_GROUP, Property.GROUP_SIZES, Property.CLUBS_APART]
    assert figures(checks, Property.CLUBS_APART) == {"clubs": 0, "most": 0}


PLAYED = ((played_game("a", "c", 4, 2), played_game("b", "d", 4, 2), bye("e")),)


def drawn(*pairs: tuple[str, str | None]) -> Round:
    return Round(2, tuple(Pairing(*pair) for pair in pairs))


@pytest.mark.parametrize(("why", "event", "round_", "broken"), [
    ("good", SwissEvent(order=tuple("abcde"), rounds=PLAYED), drawn(("e", "b"), ("d", "a"), ("c", None)), set()),
    ("somebody missing", SwissEvent(order=tuple("abcde"), rounds=PLAYED), drawn(("e", "b"), ("c", None)),
     {Property.EVERYBODY_PLACED}),
    ("absent one placed", SwissEvent(order=tuple("abcde"), rounds=PLAYED, absent=frozenset("c")),
     drawn(("e", "b"), ("d", "a"), ("c", None)), {Property.EVERYBODY_PLACED, Property.SWISS_BYE}),
    ("rematch", SwissEvent(order=tuple("abcde"), rounds=PLAYED), drawn(("c", "a"), ("e", "b"), ("d", None)),
     {Property.NO_REMATCH}),
    ("second bye", SwissEvent(order=tuple("abcde"), rounds=PLAYED), drawn(("c", "b"), ("d", "a"), ("e", None)),
     {Property.SWISS_BYE}),
    ("twice in the round", SwissEvent(order=tuple("abcde"), rounds=PLAYED),
     drawn(("c", "b"), ("d", "c"), ("e", "a")), {Property.NOBODY_TWICE_A_ROUND, Property.EVERYBODY_PLACED,
                                                      Property.SWISS_BYE}),
    ("an awarded game is no rematch", SwissEvent(order=tuple("ab"), rounds=((awarded_game("a", "b", "a"),),)),
     drawn(("a", "b")), set()),
    ("nobody has played", SwissEvent(order=tuple("a")), drawn(("a", None)), set()),
])
def test_swiss_round(why, event, round_, broken):
    assert failing(check_swiss_round(event, round_)) == broken


THIRD = SwissEvent(
    order=tuple("abcdef"),
    rounds=((played_game("a", "d", 4, 2), played_game("b", "e", 4, 2), played_game("c", "f", 2, 4)),
            (played_game("a", "e", 4, 2), played_game("b", "f", 4, 2), played_game("d", "c", 2, 4))),
)


def test_third_time_running_is_seen_except_in_the_last_round_at_the_top():
    round_ = drawn(("a", "b"), ("e", "c"), ("f", "d"))

    assert failing(check_swiss_round(THIRD, round_)) == {Property.SAME_ROLE_RUNNING, Property.FIRST_STROKES}
    assert failing(check_swiss_round(replace(THIRD, total_rounds=4), round_)) == {
        Property.SAME_ROLE_RUNNING, Property.FIRST_STROKES}
    # a and b have 4 of 4: topscorers.
    assert failing(check_swiss_round(replace(THIRD, total_rounds=3), round_)) == set()


def test_last_round_exempts_nobody_below():
    round_ = drawn(("b", "a"), ("c", "e"), ("f", "d"))
    last = replace(THIRD, total_rounds=3)

    # e was named second twice and is so again; 0 points, against c who has 2 of 4.
    assert failing(check_swiss_round(last, round_)) == {Property.SAME_ROLE_RUNNING, Property.FIRST_STROKES}


@pytest.mark.parametrize(("roles", "longest"), [([], 0), ([True], 1), ([True, True, False, False, False], 3)])
def test_longest_run(roles, longest):
    assert longest_run(roles) == longest


def test_who_has_the_bye_is_not_judged_by_games_that_a_correction_made_played():
    # p1 was paired as second three times, once in a game that counted as awarded then.
    past = tuple((played_game(first, "p1", 4, 2),) for first in ("p2", "p3", "p4"))
    event = SwissEvent(order=("p1", "p2", "p3"), rounds=past, absent=frozenset())
    checks = check_swiss_round(event, Round(4, (Pairing("p2", "p3"), Pairing("p1", None))))

    assert Property.SAME_ROLE_RUNNING not in failing(checks)
