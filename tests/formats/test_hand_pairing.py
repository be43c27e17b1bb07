"""Pairs by hand and with repeats: values by hand from the points, meetings and roles of small events."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats import hand_pairing
from competitions.formats.errors import FormatError
from competitions.formats.games import awarded_game, bye, played_game
from competitions.formats.hand_pairing import Against, Objection, check_pairs, objections, pair_with_repeats
from competitions.formats.pairings import Pairing
from competitions.formats.trf import SwissEvent


def event(order: str, *rounds: str, absent: str = "") -> SwissEvent:
    """Rounds as words: `ab` for a beating b, `c` for the bye of c, `a+b` for a win of a without play."""
    return SwissEvent(order=tuple(order), absent=frozenset(absent), rounds=tuple(
        tuple(bye(word) if len(word) == 1 else awarded_game(word[0], word[2], word[0]) if "+" in word
              else played_game(word[0], word[1], 4, 2) for word in text.split()) for text in rounds))


def pairs(text: str) -> list[Pairing]:
    return [Pairing(word[0], word[1] if len(word) > 1 else None) for word in text.split()]


def against(made: SwissEvent, text: str, clubs: str = "") -> set[tuple[str, str, str | None]]:
    found = objections(made, pairs(text), dict(zip(made.order, clubs, strict=False)))
    return {(str(o.kind), o.first, o.second) for o in found}


def test_nothing_speaks_against_a_legal_round():
    assert against(event("abcd"), "ac db") == set()


@pytest.mark.parametrize(("made", "text", "clubs", "found"), [
    (event("abcd", "ac bd"), "ca bd", "", {("met_before", "c", "a"), ("met_before", "b", "d")}),
    (event("abcd", "a+c bd"), "ac", "", {("not_paired", "b", None), ("not_paired", "d", None)}),
    (event("abcd"), "ab cd", "xxyz", {("same_club", "a", "b")}),
    (event("abc", "ab c"), "c ab", "", {("second_bye", "c", None), ("met_before", "a", "b")}),
    (event("abcdef", "ab cd ef", "ac be df"), "af bd ce", "",
     {("third_role_running", "a", None), ("third_role_running", "f", None), ("far_apart", "a", "f")}),
])
def test_what_speaks_against_a_pair(made, text, clubs, found):
    assert against(made, text, clubs) == found


def test_roles_apart_by_more_than_two_without_three_running():
    """a began in rounds 1, 2, 4 and 5 of five, not in 3: three more firsts than others would be the fourth."""
    made = event("abcdef", "ab cd ef", "ac bd fe", "da be cf", "ae bf cd")
    assert ("roles_apart", "a", None) in against(made, "af")
    assert ("third_role_running", "a", None) not in against(made, "af")


def test_far_apart_is_more_than_one_win():
    made = event("abcd", "ab cd", "ac bd")
    assert ("far_apart", "a", "d") in against(made, "ad")
    assert not {o for o in against(made, "bc") if o[0] == "far_apart"}


@pytest.mark.parametrize(("text", "code", "path"), [
    ("ab ac", "plays_twice", "pairs[1].first"), ("aa", "plays_twice", "pairs[0].second"),
    ("ax", "unknown_id", "pairs[0].second"), ("ad", "unknown_id", "pairs[0].second"), ("a b", "two_byes", "pairs"),
])
def test_pairs_that_make_no_round_are_refused(text, code, path):
    with pytest.raises(FormatError) as refused:
        check_pairs(event("abcd", absent="d"), pairs(text))
    assert (refused.value.code, refused.value.path) == (code, path)


def test_all_have_met_so_those_of_equal_points_meet_again():
    made = event("abcd", "ab cd", "ac bd", "ad bc")  # a 3, b 2, c 1, d 0 games won
    drawn = pair_with_repeats(made)
    assert {frozenset(p) for p in drawn.pairings} == {frozenset("ab"), frozenset("cd")}
    assert drawn.number == 4


def test_no_repeat_where_none_is_needed_and_the_bye_goes_to_the_last_with_fewest():
    made = event("abcde", "ab cd e", "ac be d")
    drawn = pair_with_repeats(made)
    assert drawn.pairings[-1] == Pairing("c", None)  # b and c have one win each; c is the lower number
    met = [frozenset("ab"), frozenset("cd"), frozenset("ac"), frozenset("be")]
    assert not [p for p in drawn.pairings if frozenset(p) in met]


def test_who_began_more_often_does_not_begin():
    assert pair_with_repeats(event("ab", "ab")).pairings == (Pairing("b", "a"),)
    assert pair_with_repeats(event("ab", "ba")).pairings == (Pairing("a", "b"),)


def test_fewer_than_two_make_no_round():
    with pytest.raises(FormatError, match="too_few_entries"):
        pair_with_repeats(event("ab", absent="b"))


@given(count=st.integers(2, 20), seed=st.integers(0, 10**6), exact=st.booleans())
def test_everybody_stands_once_whatever_the_history(count, seed, exact):
    import random

    dice = random.Random(seed)
    order = "abcdefghijklmnopqrst"[:count]
    rounds = []
    for _number in range(dice.randrange(4)):
        who = list(order)
        dice.shuffle(who)
        rounds.append(" ".join("".join(who[place : place + 2]) for place in range(0, count, 2)))
    made = event(order, *rounds)
    before = hand_pairing.EXACT
    hand_pairing.EXACT = 8 if exact else 0
    try:
        drawn = pair_with_repeats(made)
    finally:
        hand_pairing.EXACT = before
    assert Counter(e for p in drawn.pairings for e in p if e) == Counter(order)
    check_pairs(made, drawn.pairings)


def test_an_objection_is_a_value():
    assert Objection(Against.NOT_PAIRED, "a") == Objection(Against.NOT_PAIRED, "a", None)
