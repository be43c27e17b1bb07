"""What `score_match` refuses, and where it says that the fault is."""

from __future__ import annotations

from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.match_json import score_match

SEATS = {"S": "a1", "W": "b1", "N": "a2", "E": "b2"}
GOOD: dict[str, Any] = {"ruleset": "lnf-2008", "sets": 6, "all_sets": False, "first_stroke": "A", "events": []}
PAIRS: dict[str, Any] = {**GOOD, "mode": "doubles", "seats": SEATS, "first_stroke": "a1"}


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def event(*items: Any, base: dict[str, Any] = GOOD) -> dict[str, Any]:
    return {**base, "events": list(items)}


CASES = [  # what is wrong, input, code, path
    ("not an object", [], "wrong_type", ""),
    ("nothing", None, "wrong_type", ""),
    *[(f"no {key}", without(GOOD, key), "missing", key) for key in GOOD],
    ("unknown field", {**GOOD, "x": 1}, "unknown_field", "x"),
    ("unknown mode", {**GOOD, "mode": "triples"}, "not_one_of", "mode"),
    ("mode of a wrong type", {**GOOD, "mode": 2}, "wrong_type", "mode"),
    ("seats in singles", {**GOOD, "seats": SEATS}, "unknown_field", "seats"),
    ("side in doubles", {**PAIRS, "side_of_a": "S"}, "unknown_field", "side_of_a"),
    ("no seats in doubles", without(PAIRS, "seats"), "missing", "seats"),
    ("a seat without a player", {**PAIRS, "seats": without(SEATS, "E")}, "missing", "seats.E"),
    ("a player twice", {**PAIRS, "seats": {**SEATS, "E": "a1"}}, "duplicate", "seats.E"),
    ("a fifth seat", {**PAIRS, "seats": {**SEATS, "X": "c"}}, "unknown_field", "seats.X"),
    ("an empty id", {**PAIRS, "seats": {**SEATS, "E": ""}}, "empty", "seats.E"),
    ("a long id", {**PAIRS, "seats": {**SEATS, "E": "x" * 65}}, "too_long", "seats.E"),
    ("an id with a control", {**PAIRS, "seats": {**SEATS, "E": "x\x00"}}, "bad_text", "seats.E"),
    ("half a character", {**PAIRS, "seats": {**SEATS, "E": "\ud800"}}, "bad_text", "seats.E"),
    ("an id that is a number", {**PAIRS, "seats": {**SEATS, "E": 1}}, "wrong_type", "seats.E"),
    ("a first striker elsewhere", {**PAIRS, "first_stroke": "c"}, "not_one_of", "first_stroke"),
    ("side of nowhere", {**GOOD, "side_of_a": "W"}, "not_one_of", "side_of_a"),
    ("unknown rule set", {**GOOD, "ruleset": "novuss"}, "not_one_of", "ruleset"),
    ("rule set null", {**GOOD, "ruleset": None}, "wrong_type", "ruleset"),
    ("no sets", {**GOOD, "sets": 0}, "out_of_range", "sets"),
    ("too many sets", {**GOOD, "sets": 100}, "out_of_range", "sets"),
    ("true is no number", {**GOOD, "sets": True}, "wrong_type", "sets"),
    ("6.0 is no whole number", {**GOOD, "sets": 6.0}, "wrong_type", "sets"),
    ("all_sets as a number", {**GOOD, "all_sets": 1}, "wrong_type", "all_sets"),
    ("events as an object", {**GOOD, "events": {}}, "wrong_type", "events"),
    ("too many events", {**GOOD, "events": [{"set_replayed": "stalemate"}] * 2_001}, "too_long", "events"),
    ("an event that is a text", event("set_won"), "wrong_type", "events[0]"),
    ("an empty event", event({}), "unknown_event", "events[0]"),
    ("an unknown event", event({"set_lost": "A"}), "unknown_field", "events[0].set_lost"),
    ("an unprintable event", event({"a\nb": "A"}), "unknown_field", "events[0].a?b"),
    ("seats as an event in singles", event({"seats": SEATS}), "unknown_field", "events[0].seats"),
    ("two words", event({"set_won": "A", "warning": "B"}), "unknown_field", "events[0].warning"),
    ("a set won by nobody", event({"set_won": "A"}, {"set_won": "C"}), "not_one_of", "events[1].set_won"),
    ("a set won by 1", event({"set_won": 1}), "wrong_type", "events[0].set_won"),
    ("drawn: false", event({"set_drawn": False}), "wrong_type", "events[0].set_drawn"),
    ("a reason of our own", event({"set_replayed": "rain"}), "not_one_of", "events[0].set_replayed"),
    ("a last striker in singles", event({"set_replayed": "double_clear", "last_striker": "A"}), "unknown_field",
     "events[0].last_striker"),
    ("no last striker in doubles", event({"set_replayed": "double_clear"}, base=PAIRS), "missing",
     "events[0].last_striker"),
    ("a last striker of a stalemate", event({"set_replayed": "stalemate", "last_striker": "b1"}, base=PAIRS),
     "unknown_field", "events[0].last_striker"),
    ("a warning without a clause", event({"warning": "A"}), "missing", "events[0].clause"),
    ("a clause that is a number", event({"warning": "A", "clause": 19}), "wrong_type", "events[0].clause"),
    ("a loss without a reason", event({"game_lost": "A"}), "missing", "events[0].reason"),
    ("a loss for rain", event({"game_lost": "A", "reason": "rain"}), "not_one_of", "events[0].reason"),
    ("no seats to exchange", event({"seats": []}, base=PAIRS), "wrong_type", "events[0].seats"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "data", "code", "path"), CASES, ids=[case for case, *_ in CASES])
def test_score_match_refuses(case, data, code, path):
    with pytest.raises(EngineError) as caught:
        score_match(data)

    assert (caught.value.code, caught.value.path) == (code, path)
    assert set(caught.value.as_dict()) == {"code", "path", "message"}
    assert caught.value.message
