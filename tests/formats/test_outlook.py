"""Who can still win or advance: against trying every result, and by hand."""

import random
from fractions import Fraction
from itertools import combinations, product

import pytest

from competitions.formats.games import Points
from competitions.formats.outlook import Chance, outlook, outlook_by_rounds
from competitions.formats.sharing import SEARCHED, can_all_reach, can_all_stay_within

USUAL, THREE = Points(), Points(win=Fraction(3))
HALVES = Points(win=Fraction(1), draw=Fraction(1, 2))


def tried(scores, to_play, points):
    """Best and worst rank of each entry by trying every result of every game."""
    best = dict.fromkeys(scores, len(scores))
    worst = dict.fromkeys(scores, 1)
    ways = ((points.win, points.loss), (points.draw, points.draw), (points.loss, points.win))
    for results in product(ways, repeat=len(to_play)):
        final = dict(scores)
        for (one, other), (mine, theirs) in zip(to_play, results, strict=True):
            final[one] += mine
            final[other] += theirs
        for entry, own in final.items():
            best[entry] = min(best[entry], 1 + sum(score > own for score in final.values()))
            worst[entry] = max(worst[entry], sum(score >= own for score in final.values()))
    return {entry: (best[entry], worst[entry]) for entry in scores}


@pytest.mark.parametrize("points", [USUAL, THREE, HALVES], ids=["2-1-0", "3-1-0", "1-half-0"])
@pytest.mark.parametrize("case", range(25))
def test_exact_ranks_are_those_of_trying_everything(points, case):
    rng = random.Random(case)
    entries = "abcdef"[: rng.randint(2, 6)]
    pairs = list(combinations(entries, 2))
    to_play = rng.sample(pairs, min(len(pairs), rng.randint(0, 6)))
    scores = {entry: rng.choice([points.loss, points.draw, points.win, 2 * points.win]) for entry in entries}
    found = outlook(scores, to_play, points)

    assert {item.id: (item.best_rank, item.worst_rank) for item in found} == tried(scores, to_play, points)
    assert all(item.is_exact for item in found)


def test_two_rivals_who_meet_cannot_both_stay_behind():
    """c can reach 4; a and b have 4 and meet: one of them, or both by a draw, ends above, so c cannot win."""
    scores = {"a": Fraction(4), "b": Fraction(4), "c": Fraction(2), "d": Fraction(0)}
    third = outlook(scores, [("a", "b"), ("c", "d")], USUAL)[2]

    # A draw of a and b puts both above; a win of one puts one above.
    assert (third.most, third.best_rank, third.chance(1), third.chance(2)) == (4, 2, Chance.OUT, Chance.POSSIBLE)


def test_certain_possible_and_out():
    scores = {"a": Fraction(6), "b": Fraction(3), "c": Fraction(3), "d": Fraction(0)}
    found = {item.id: item for item in outlook(scores, [("b", "c")], USUAL)}

    assert found["a"].chance(1) is Chance.CERTAIN
    assert (found["b"].best_rank, found["b"].worst_rank) == (2, 3)
    assert found["b"].chance(2) is Chance.POSSIBLE
    assert found["d"].chance(3) is Chance.OUT


def test_large_tables_have_bounds_that_hold():
    entries = [f"p{number}" for number in range(13)]
    scores = {entry: Fraction(number) for number, entry in enumerate(entries)}
    found = outlook(scores, [("p0", "p12"), ("p11", "p12")], USUAL)

    assert not any(item.is_exact for item in found)
    assert (found[12].best_rank, found[12].worst_rank) == (1, 2)
    assert all(item.is_exact for item in outlook(scores, [], USUAL))


def test_twelve_in_mid_tournament_are_exact():
    rng = random.Random(4)
    entries = [f"p{number}" for number in range(12)]
    pairs = list(combinations(entries, 2))
    rng.shuffle(pairs)
    scores = dict.fromkeys(entries, Fraction(0))
    for one, other in pairs[:40]:
        scores[rng.choice([one, other])] += 2
    found = outlook(scores, pairs[40:], USUAL)

    assert all(item.is_exact for item in found)
    assert all(item.best_rank <= item.worst_rank for item in found)


def test_a_search_that_is_too_long_leaves_the_bounds():
    entries = [f"p{number}" for number in range(12)]
    found = outlook(dict.fromkeys(entries, Fraction(0)), list(combinations(entries, 2)) * 2, THREE)

    assert {(item.best_rank, item.worst_rank) for item in found} == {(1, 12)}


def test_a_budget_that_is_spent_leaves_the_bounds():
    # d can reach 2; a, b, c meet each other, so one of them at least passes 2: rank 2, but the bound says 1.
    scores = dict.fromkeys("abcd", Fraction(0))
    to_play = [("a", "b"), ("b", "c"), ("a", "c"), ("a", "b"), ("b", "c"), ("a", "c"), ("d", "e")]
    exact = {item.id: item for item in outlook({**scores, "e": Fraction(0)}, to_play, USUAL)}
    spent = {item.id: item for item in outlook({**scores, "e": Fraction(0)}, to_play, USUAL, budget=1)}
    none = {item.id: item for item in outlook({**scores, "e": Fraction(0)}, to_play, USUAL, budget=0)}

    assert (exact["d"].best_rank, exact["d"].is_exact) == (2, True)
    assert (spent["d"].best_rank, spent["d"].is_exact) == (1, False)
    assert not any(item.is_exact for item in none.values())
    assert all(spent[entry].best_rank <= exact[entry].best_rank for entry in exact)
    assert all(spent[entry].worst_rank >= exact[entry].worst_rank for entry in exact)


def test_questions_given_up_are_not_answered():
    names = [f"p{number}" for number in range(9)]
    games = list(combinations(names, 2))
    tight = dict.fromkeys(names, Fraction(10))

    # 36 games give 72 to 108 points; 9 times 10 would need many draws placed just so, and one entry has no room.
    assert can_all_stay_within({**tight, "p0": Fraction(0), "p1": Fraction(1)}, games, THREE) in (None, False)
    assert can_all_stay_within(dict.fromkeys(names, Fraction(-1)), games, THREE) is False
    assert SEARCHED > 1000


def test_losses_that_give_points_take_room():
    points = Points(win=Fraction(3), draw=Fraction(2), loss=Fraction(1))

    assert can_all_stay_within({"a": Fraction(1), "b": Fraction(3)}, [("a", "b")], points) is True
    assert can_all_stay_within({"a": Fraction(0), "b": Fraction(9)}, [("a", "b")], points) is False
    assert can_all_reach({"a": Fraction(2), "b": Fraction(2)}, [("a", "b")], points) is True
    assert can_all_reach({"a": Fraction(3), "b": Fraction(2)}, [("a", "b")], points) is False


def test_half_a_unit_needs_a_whole_one():
    needs = {"a": Fraction(3, 2), "b": Fraction(1, 2)}

    assert can_all_reach(needs, [("a", "b")], USUAL) is False
    assert can_all_reach({"a": Fraction(3, 2), "b": Fraction(0)}, [("a", "b")], USUAL) is True


def test_swiss_knows_only_the_rounds_to_come():
    scores = {"a": Fraction(8), "b": Fraction(6), "c": Fraction(2)}
    found = {item.id: item for item in outlook_by_rounds(scores, 1)}

    assert (found["a"].best_rank, found["a"].worst_rank, found["c"].best_rank) == (1, 2, 3)
    assert all(item.is_exact for item in outlook_by_rounds(scores, 0))
