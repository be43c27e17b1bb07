import json
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant
from competitions.formats.round_robin import berger_table, round_robin
from tests.formats.contract import draw_form, findings, shared

# FIDE Handbook C.05, annex 1: "3 or 4 players" and "5 or 6 players".
PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
}


def ids(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def shown(rounds, size):
    return [" ".join(f"{a}-{b}" for a, b in pairs) for pairs in rounds]


@pytest.mark.parametrize(("size", "table"), [(4, 4), (3, 4), (6, 6), (5, 6)])
def test_berger_table_is_the_published_one(size, table):
    assert shown(berger_table(size), size) == PUBLISHED[table]


def test_berger_tables_4_to_16_are_the_reference_ones():
    tables = json.loads(shared("draws", "berger-4-16.json").read_text())["tables"]

    for size, table in tables.items():
        assert [[list(pair) for pair in pairs] for pairs in berger_table(int(size))] == table["rounds"]


def test_round_robin_of_two_is_one_game_with_the_first_in_order_first():
    (only,) = round_robin(["a", "b"])

    assert (only.number, only.pairings) == (1, (("a", "b"),))


def test_round_robin_odd_field_has_one_bye_a_round_each_once():
    rounds = round_robin(ids(5))
    byes = [pair.first for item in rounds for pair in item.pairings if pair.is_bye]

    # Berger table of 6 with number 6 left out: 1, 4, 2, 5, 3.
    assert byes == ["p1", "p4", "p2", "p5", "p3"]


def test_round_robin_two_legs_exchange_last_two_rounds_of_the_first():
    rounds = round_robin(ids(4), legs=2)
    texts = [" ".join(f"{a[1]}-{b[1]}" for a, b in item.pairings) for item in rounds]

    assert texts == ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"]
    assert [item.number for item in rounds] == [1, 2, 3, 4, 5, 6]


@given(st.integers(2, 40), st.integers(1, 4))
def test_round_robin_properties(size, legs):
    rounds = round_robin(ids(size), legs=legs)
    meetings = Counter(frozenset(pair) for item in rounds for pair in item.pairings if not pair.is_bye)
    for item in rounds:
        busy = [entry for pair in item.pairings for entry in pair if entry is not None]
        assert sorted(busy) == sorted(ids(size))

    assert len(meetings) == size * (size - 1) // 2
    assert set(meetings.values()) == {legs}


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 40), st.integers(1, 4))
def test_round_robin_holds_for_the_outside_checker(size, legs):
    order = ids(size)
    result = draw_form("x", order, [("main", round_robin(order, legs=legs))])

    assert findings("round_robin", [Entrant(id=i) for i in order], result, legs=legs) == []


@pytest.mark.parametrize(("order", "legs", "code", "path"), [
    ([], 1, "too_few_entries", "entries"),
    (["a"], 1, "too_few_entries", "entries"),
    (ids(513), 1, "too_many_entries", "entries"),
    (["a", "b", "a"], 1, "duplicate_id", "entries"),
    (["a", "b"], 0, "out_of_range", "options.legs"),
    (["a", "b"], 9, "out_of_range", "options.legs"),
])
def test_round_robin_refuses(order, legs, code, path):
    with pytest.raises(FormatError) as refusal:
        round_robin(order, legs=legs)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


def test_round_robin_of_512_is_quick():
    # Takes 0.1 s on a small machine; the bound leaves room for a busy one.
    start = time.process_time()
    rounds = round_robin(ids(512))

    assert time.process_time() - start < 1.5
    assert sum(len(item.pairings) for item in rounds) == 512 * 511 // 2
