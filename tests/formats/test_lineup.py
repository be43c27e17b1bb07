"""Line-ups of a team match: lnf-2008:22.4, int-2017 teams, rulebook 6."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.lineup import SENTENCES, LineupFault, is_announced_in_time, lineup_violations
from competitions.formats.lineup_json import lineup_from_json

REGULARS, RESERVES = ("a", "b", "c", "d"), ("e", "f")
BASE = {"ruleset": "lnf-2008", "regulars": list(REGULARS), "reserves": list(RESERVES), "rounds": [list(REGULARS)]}

CASES = [  # why, rounds in letters (- is an empty place), (round, number, player, fault)
    ("nobody replaced", ["abcd", "abcd", "abcd"], []),
    ("a reserve from round 2 on", ["abcd", "aecd", "aecd"], []),
    ("first replaced in round 3", ["abcd", "abcd", "abcf"], []),
    ("the regular comes back at the own number", ["abcd", "aecd", "abcd"], []),
    ("another reserve at the same number, then the first one again", ["abcd", "aecd", "afcd", "aecd"], []),
    ("a short team", ["abc-", "aec-"], []),
    ("a reserve in round 1", ["aecd"], [(1, 2, "e", LineupFault.RESERVE_IN_ROUND_1)]),
    ("regulars out of order", ["bacd"], [(1, 1, "b", LineupFault.NOT_IN_NUMBER_ORDER),
                                         (1, 2, "a", LineupFault.NOT_IN_NUMBER_ORDER)]),
    ("a reserve at two numbers", ["abcd", "aecd", "abed"], [(3, 3, "e", LineupFault.RESERVE_AT_TWO_NUMBERS)]),
    ("at two numbers in one round", ["abcd", "aeed"], [(2, 3, "e", LineupFault.RESERVE_AT_TWO_NUMBERS)]),
    ("in round 1, then elsewhere", ["aecd", "abed"], [(1, 2, "e", LineupFault.RESERVE_IN_ROUND_1),
                                                      (2, 3, "e", LineupFault.RESERVE_AT_TWO_NUMBERS)]),
    ("the replaced at another number", ["abcd", "aecd", "aebd"], [(3, 3, "b", LineupFault.ANOTHERS_NUMBER)]),
    ("a regular twice in one round", ["abcd", "aacd"], [(2, 2, "a", LineupFault.ANOTHERS_NUMBER)]),
]


@pytest.mark.parametrize(("why", "rounds", "found"), CASES, ids=[why for why, *_ in CASES])
def test_lineup(why, rounds, found):
    orders = [[None if player == "-" else player for player in order] for order in rounds]
    violations = lineup_violations(REGULARS, RESERVES, orders)

    assert [(v.round, v.number, v.player, v.fault) for v in violations] == found
    assert {v.rule for v in violations} <= {"lnf-2008:22.4"}


def test_every_fault_has_a_case_and_a_sentence():
    assert {fault for _, _, found in CASES for *_, fault in found} == set(LineupFault) == set(SENTENCES)


@pytest.mark.parametrize(("change", "code", "path"), [
    ({"ruleset": "aus-1992"}, "unknown_value", "ruleset"),
    ({"regulars": ["a", "b", "a", "d"]}, "duplicate_id", "regulars[2]"),
    ({"reserves": ["e", "b"]}, "duplicate_id", "reserves[1]"),
    ({"rounds": [["a", "b", "c", "d"], ["a", "b", "c"]]}, "wrong_length", "rounds[1]"),
    ({"rounds": []}, "wrong_length", "rounds"),
    ({"rounds": [["a", "b", "c", "x"]]}, "unknown_id", "rounds[0][3]"),
    ({"rounds": [["a", "b", "c", None]]}, "wrong_type", "rounds[0][3]"),
    ({"teams": 2}, "unknown_field", "teams"),
])
def test_input_that_cannot_be_understood(change, code, path):
    with pytest.raises(FormatError) as caught:
        lineup_from_json(BASE | change)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_unknown_rule_set_is_refused_by_the_function_too():
    with pytest.raises(FormatError) as caught:
        lineup_violations(REGULARS, RESERVES, [], ruleset="aus-1992")
    assert caught.value.path == "ruleset"


def test_result_object():
    answer = lineup_from_json(BASE | {"ruleset": "int-2017", "rounds": [["a", "e", "c", "d"]]})

    assert answer == {"legal": False, "violations": [
        {"round": 1, "number": 2, "player": "e", "rule": "int-2017:teams", "message": "no reserves in round 1"}]}


@pytest.mark.parametrize(("ruleset", "started", "handed_in", "allowed"), [
    ("lnf-2008", False, False, True), ("lnf-2008", True, False, False),
    ("int-2017", True, False, True), ("int-2017", True, True, False),
])
def test_changes_are_announced_while_the_round_before_is_running(ruleset, started, handed_in, allowed):
    assert is_announced_in_time(ruleset, last_game_started=started, round_handed_in=handed_in) is allowed


def test_a_substitute_takes_the_place_of_the_replaced():
    """alopezlago/MODAQ #297: E for B in A B C D is A E C D, and the order can be checked again afterwards."""
    assert lineup_violations(REGULARS, RESERVES, [REGULARS, ("a", "e", "c", "d"), REGULARS]) == ()
    assert lineup_violations(REGULARS, RESERVES, [REGULARS, ("a", "c", "d", "e")])[0].number == 2


@given(st.lists(st.lists(st.sampled_from("abcdef"), min_size=4, max_size=4), min_size=1, max_size=6))
def test_legal_orders_keep_everybody_at_one_number(orders):
    if lineup_violations(REGULARS, RESERVES, orders):
        return
    for player in (*REGULARS, *RESERVES):
        assert len({order.index(player) for order in orders if player in order}) <= 1
    assert orders[0] == list(REGULARS)
    assert all(len(set(order)) == 4 for order in orders)
