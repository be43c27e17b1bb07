"""What `adjudicate` refuses, and where it says that the fault is."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.stroke_json import adjudicate_json
from tests.engine.strokes import DOUBLES, stroke

GOOD = stroke("r1 200 250, r2 -200 300, b1 200 -150", "striker>r1 r1@NE", state={"opener": "S"})


def changed(*path: Any, to: Any, base: dict[str, Any] = GOOD) -> dict[str, Any]:
    """A copy with one place changed."""
    data: Any = json.loads(json.dumps(base))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return data


def without(*path: Any, base: dict[str, Any] = GOOD) -> dict[str, Any]:
    """A copy with one field left out."""
    data: Any = json.loads(json.dumps(base))
    place = data
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return data


def events(*items: Any) -> dict[str, Any]:
    """The position with other events; nothing is gone."""
    return {**stroke("r1 200 250, r2 -200 300, b1 200 -150"), "events": list(items)}


def incident(code: str, **fields: Any) -> dict[str, Any]:
    return events({"type": "incident", "code": code, **fields})


CUSHION, CONTACT = {"type": "cushion", "body": "striker", "edge": "N"}, {"type": "contact", "a": "striker", "b": ["r1"]}
FALL = {"type": "pocketed", "body": "r1", "pocket": "NE"}
NINE = ", ".join(f"r{i} {-400 + 40 * i} 250" for i in range(1, 10))
CASES = [  # what is wrong, input, code, path
    *[(f"no {key}", without(key), "missing", key) for key in GOOD if key != "state"],
    ("unknown field", {**GOOD, "umpire": "x"}, "unknown_field", "umpire"),
    ("not an object", [], "wrong_type", ""),
    ("rule set", {**GOOD, "ruleset": "lnf-2009"}, "not_one_of", "ruleset"),
    ("mode", {**GOOD, "mode": "triples"}, "not_one_of", "mode"),
    ("language", {**GOOD, "language": "fr"}, "not_one_of", "language"),
    ("player", {**GOOD, "player": "W"}, "not_one_of", "player"),
    ("colours of one seat", {**GOOD, "colours": {"S": "red"}}, "missing", "colours.N"),
    ("colours of three seats", {**GOOD, "colours": {"S": "red", "N": "black", "W": "red"}}, "unknown_field",
     "colours.W"),
    ("colours of neighbours", {**GOOD, "colours": {"S": "red", "W": "black"}}, "unknown_field", "colours.W"),
    ("no colours", {**GOOD, "colours": {}}, "missing", "colours.S"),
    ("colours as a list", {**GOOD, "colours": []}, "wrong_type", "colours"),
    ("one colour for two", {**GOOD, "colours": {"S": "red", "N": "red"}}, "wrong_colour", "colours.N"),
    ("a third colour", {**GOOD, "colours": {"S": "red", "N": "green"}}, "not_one_of", "colours.N"),
    ("two seats in doubles", {**GOOD, "mode": "doubles"}, "missing", "colours.W"),
    ("partners of two colours", {**GOOD, "mode": "doubles", "colours": {**DOUBLES, "N": "black"}}, "wrong_colour",
     "colours.N"),
    ("opponents of one colour", {**GOOD, "mode": "doubles", "colours": {**DOUBLES, "W": "red"}}, "wrong_colour",
     "colours.W"),
    ("before as an object", {**GOOD, "before": {}}, "wrong_type", "before"),
    ("33 discs", {**GOOD, "before": [GOOD["before"][0]] * 33}, "too_long", "before"),
    ("a disc that is a number", changed("before", 1, to=7), "wrong_type", "before[1]"),
    ("a disc without y", without("before", 1, "y"), "missing", "before[1].y"),
    ("a disc with z", changed("before", 1, "z", to=0), "unknown_field", "before[1].z"),
    ("NaN", changed("before", 1, "x", to=math.nan), "out_of_range", "before[1].x"),
    ("infinity", changed("before", 1, "y", to=-math.inf), "out_of_range", "before[1].y"),
    ("text", changed("before", 1, "x", to="0"), "wrong_type", "before[1].x"),
    ("true", changed("before", 1, "x", to=True), "wrong_type", "before[1].x"),
    ("null", changed("before", 1, "x", to=None), "wrong_type", "before[1].x"),
    ("a huge integer", changed("before", 1, "x", to=10**400), "out_of_range", "before[1].x"),
    ("over the edge by a tenth", changed("before", 1, "x", to=485.1), "out_of_range", "before[1].x"),
    ("an empty id", changed("before", 1, "id", to=""), "empty", "before[1].id"),
    ("a long id", changed("before", 1, "id", to="x" * 65), "too_long", "before[1].id"),
    ("an id with a control", changed("before", 1, "id", to="x\x07"), "bad_text", "before[1].id"),
    ("half a character", changed("before", 1, "id", to="\udc00"), "bad_text", "before[1].id"),
    ("an id that is a number", changed("before", 1, "id", to=2), "wrong_type", "before[1].id"),
    ("a disc that is called striker", changed("before", 1, "id", to="striker"), "reserved_id", "before[1].id"),
    ("a disc twice", changed("before", 1, "id", to="r1"), "duplicate", "before[1].id"),
    ("a colour nobody plays", changed("before", 1, "colour", to="green"), "not_one_of", "before[1].colour"),
    ("a colour that is a list", changed("before", 1, "colour", to=["red"]), "wrong_type", "before[1].colour"),
    ("nine of a colour", stroke(NINE), "too_many_discs", "before[8]"),
    ("overlap by a tenth", stroke("r1 200 250, b1 229.9 250"), "overlap", "before[1]"),
    ("overlap across", stroke("r1 200 250, r2 0 0, b1 210 275"), "overlap", "before[2]"),
    ("overlap of a later disc that lies left", stroke("r1 200 250, b1 171 250"), "overlap", "before[1]"),
    ("overlap after", stroke("r1 200 250, b1 100 250", "striker>r1", "b1 190 250"), "overlap", "after[1]"),
    ("striker on a disc", {**GOOD, "striker": {"x": 200, "y": -187.4}}, "overlap", "striker"),
    ("striker off the surface", {**GOOD, "striker": {"x": 0, "y": -477.6}}, "out_of_range", "striker.y"),
    ("striker that is true", {**GOOD, "striker": {"x": True, "y": -420}}, "wrong_type", "striker.x"),
    ("striker without y", {**GOOD, "striker": {"x": 0}}, "missing", "striker.y"),
    ("striker as a list", {**GOOD, "striker": [0, 0]}, "wrong_type", "striker"),
    ("events as an object", {**GOOD, "events": {}}, "wrong_type", "events"),
    ("too many events", {**GOOD, "events": [CUSHION] * 5_001}, "too_long", "events"),
    ("an event that is a text", events("cushion"), "wrong_type", "events[0]"),
    ("an event without a type", events({"body": "striker"}), "missing", "events[0].type"),
    ("an unknown type", events({**CUSHION, "type": "bump"}), "not_one_of", "events[0].type"),
    ("a type that is a list", events({"type": ["cushion"]}), "not_one_of", "events[0].type"),
    ("an unknown edge", events({**CUSHION, "edge": "NE"}), "not_one_of", "events[0].edge"),
    ("a cushion field too many", events({**CUSHION, "z": 1}), "unknown_field", "events[0].z"),
    ("a time that is text", events({**CUSHION, "t": "0"}), "wrong_type", "events[0].t"),
    ("a body that is a number", events({**CUSHION, "body": 1}), "wrong_type", "events[0].body"),
    ("an unknown body", events({**CUSHION, "body": "r9"}), "unknown_disc", "events[0].body"),
    ("a contact without b", events({"type": "contact", "a": "striker"}), "missing", "events[0].b"),
    ("a contact with nothing", events({**CONTACT, "b": []}), "empty", "events[0].b"),
    ("a contact with an unknown disc", events({**CONTACT, "b": ["r1", "r9"]}), "unknown_disc", "events[0].b[1]"),
    ("a contact with the striker", events({**CONTACT, "a": "r1", "b": ["striker"]}), "unknown_disc", "events[0].b[0]"),
    ("a contact with itself", events({**CONTACT, "a": "r1", "b": ["r1"]}), "duplicate", "events[0].b[0]"),
    ("a contact with a disc twice", events({**CONTACT, "b": ["r1", "r1"]}), "duplicate", "events[0].b[1]"),
    ("a contact as a text", events({**CONTACT, "b": "r1"}), "wrong_type", "events[0].b"),
    ("an unknown pocket", events({**FALL, "pocket": "N"}), "not_one_of", "events[0].pocket"),
    ("pocketed twice", events(FALL, FALL), "disc_is_gone", "events[1].body"),
    ("touched when gone", events(FALL, CONTACT), "disc_is_gone", "events[1].b[0]"),
    ("the striker when gone", events({**FALL, "body": "striker"}, CUSHION), "disc_is_gone", "events[1].body"),
    ("off over nothing", events({"type": "off_table", "body": "r1", "edge": "X"}), "not_one_of", "events[0].edge"),
    ("no striker, but it moves", {**events(CUSHION), "striker": None}, "no_striker", "events[0].body"),
    ("no striker, but it touches", {**events(CONTACT), "striker": None}, "no_striker", "events[0].a"),
    ("no striker, but it comes back", {**events({"type": "own_line_recrossed"}), "striker": None}, "no_striker",
     "events[0]"),
    ("an incident without a code", events({"type": "incident"}), "missing", "events[0].code"),
    ("an unknown incident", incident("sneezed", by="X"), "not_one_of", "events[0].code"),
    ("an incident by nobody", incident("refused", by="E"), "not_one_of", "events[0].by"),
    ("an incident with a field of another", incident("refused", discs=[]), "unknown_field", "events[0].discs"),
    ("unknown discs", incident("disc_touched", discs=["r9"]), "unknown_disc", "events[0].discs[0]"),
    ("discs that are numbers", incident("disc_touched", discs=[1]), "unknown_disc", "events[0].discs[0]"),
    ("a disc named twice", incident("disc_touched", discs=["r1", "r1"]), "duplicate", "events[0].discs[1]"),
    ("slow play without times", incident("slow_play"), "missing", "events[0].times"),
    ("slow play never", incident("slow_play", times=0), "out_of_range", "events[0].times"),
    ("out of turn without noticed", incident("out_of_turn"), "missing", "events[0].noticed"),
    ("noticed never", incident("out_of_turn", noticed="never"), "not_one_of", "events[0].noticed"),
    ("broken without a part", incident("striker_broken"), "missing", "events[0].larger_part"),
    ("away without seconds", incident("away_between_sets"), "missing", "events[0].seconds"),
    ("away for less than nothing", incident("away_between_sets", seconds=-1), "out_of_range", "events[0].seconds"),
    ("after as an object", {**GOOD, "after": {}}, "wrong_type", "after"),
    ("a disc from nowhere", changed("after", 0, "id", to="r9"), "unknown_disc", "after[0].id"),
    ("a disc twice after", {**GOOD, "after": [*GOOD["after"], GOOD["after"][0]]}, "duplicate", "after[2].id"),
    ("a pocketed disc on the table", {**GOOD, "after": [*GOOD["after"], GOOD["before"][0]]}, "disc_is_gone",
     "after[2].id"),
    ("a disc that changed its colour", changed("after", 0, "colour", to="black"), "wrong_colour", "after[0].colour"),
    ("a disc that is missing", {**GOOD, "after": GOOD["after"][:1]}, "disc_is_missing", "after"),
    ("state as a list", {**GOOD, "state": []}, "wrong_type", "state"),
    ("state null", {**GOOD, "state": None}, "wrong_type", "state"),
    ("an unknown field of the state", {**GOOD, "state": {"score": 1}}, "unknown_field", "state.score"),
    ("an opener elsewhere", {**GOOD, "state": {"opener": "W"}}, "not_one_of", "state.opener"),
    ("a negative debt", {**GOOD, "state": {"debt": {"S": -1}}}, "out_of_range", "state.debt.S"),
    ("a debt of half a disc", {**GOOD, "state": {"debt": {"S": 0.5}}}, "wrong_type", "state.debt.S"),
    ("a debt of a seat that is empty", {**GOOD, "state": {"debt": {"W": 1}}}, "unknown_field", "state.debt.W"),
    ("pending as a number", {**GOOD, "state": {"pending": 1}}, "wrong_type", "state.pending"),
    ("an unknown series", {**GOOD, "state": {"first_series": {"S": "done"}}}, "not_one_of", "state.first_series.S"),
    ("pocketed as an object", {**GOOD, "pocketed": {}}, "wrong_type", "pocketed"),
    ("pocketed without a colour", {**GOOD, "pocketed": [{"id": "r7"}]}, "missing", "pocketed[0].colour"),
    ("pocketed and on the table", {**GOOD, "pocketed": [{"id": "r1", "colour": "red"}]}, "duplicate",
     "pocketed[0].id"),
    ("the striker in the pockets", {**GOOD, "pocketed": [{"id": "striker", "colour": "red"}]}, "reserved_id",
     "pocketed[0].id"),
    ("more than there are", {**GOOD, "pocketed": [{"id": f"p{i}", "colour": "red"} for i in range(7)]},
     "too_many_discs", "pocketed[6]"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "data", "code", "path"), CASES, ids=[case for case, *_ in CASES])
def test_adjudicate_refuses(case, data, code, path):
    with pytest.raises(EngineError) as caught:
        adjudicate_json(data)

    assert (caught.value.code, caught.value.path) == (code, path)
    assert caught.value.message


TAKEN = [  # what is just right
    ("against the edge", changed("before", 1, "x", to=-485, base=changed("after", 0, "x", to=-485))),
    ("touching discs", stroke("r1 200 250, b1 230 250")),
    ("rounded to a hundredth", stroke("r1 0 0, b1 21.21 21.21")),
    ("striker touching a disc", {**GOOD, "striker": {"x": 200, "y": -187.5}}),
    ("an id of 64 letters", changed("before", 2, "id", to="ā" * 64, base=changed("after", 1, "id", to="ā" * 64))),
    ("W against E", {**GOOD, "colours": {"W": "red", "E": "black"}, "player": "E", "state": {}}),
    ("numbers of a simulation", events({**CUSHION, "t": 0.1}, {**CONTACT, "t": 0.2, "x": 1, "y": 2, "speed": 3})),
    ("a disc falls without a stroke", {**events(FALL), "striker": None,
                                       "after": events()["after"][1:]}),
    ("off over a corner", {**events({"type": "off_table", "body": "r1", "edge": "SW"}),
                           "after": events()["after"][1:]}),
    ("eight of a colour", stroke(NINE.rsplit(",", 1)[0])),
    ("nine of a pair", stroke(NINE, mode="doubles")),
    ("an incident with a time", incident("refused", t=1.5)),
]  # fmt: skip


@pytest.mark.parametrize(("case", "data"), TAKEN, ids=[case for case, _ in TAKEN])
def test_adjudicate_takes(case, data):
    assert adjudicate_json(data)["ruleset"] == "lnf-2008"


def test_state_left_out_means_nothing_owed_and_series_over():
    assert adjudicate_json(without("state"))["state"] == {
        "opener": "S", "debt": {"S": 0, "N": 0}, "pending": {"S": 0, "N": 0},
        "first_series": {"S": "over", "N": "over"}, "strokes_missed": {"S": 0, "N": 0},
    }  # fmt: skip


JUNK = [None, True, -1, 10**30, 1e308, math.nan, "", "S", "striker", "r1", "\ud800", [], {}, [[]], {"type": "contact"}]


def spoil(data: Any, dice: random.Random) -> Any:
    """A copy in which one random place is junk, gone or doubled."""
    if not isinstance(data, dict | list) or not data or dice.random() < 0.15:
        return dice.choice(JUNK)
    if isinstance(data, dict):
        key = dice.choice(sorted(data))
        if dice.random() < 0.1:
            return {**data, dice.choice(["x", "id", "type", "\x00"]): dice.choice(JUNK)}
        if dice.random() < 0.1:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: spoil(data[key], dice)}
    index = dice.randrange(len(data))
    if dice.random() < 0.1:
        return data + data[: dice.randrange(3)]
    return [spoil(item, dice) if place == index else item for place, item in enumerate(data)]


@pytest.mark.parametrize("seed", range(4))
def test_fuzzed_input_is_judged_or_refused(seed):
    dice = random.Random(seed)
    base = stroke("r1 200 250, r2 -200 300, b1 200 -150", "striker|N; striker>r1; r1@NE; b1^E; !slow_play times=2 by=N",
                  state={"opener": "S", "debt": {"S": 1}}, pocketed=[{"id": "r8", "colour": "red"}])  # fmt: skip
    for _ in range(1_500):
        data = spoil(base, dice)
        if dice.random() < 0.5:
            data = spoil(data, dice)
        outcome = answer(data)
        assert "code" in outcome or "position" in outcome
        json.dumps(outcome, allow_nan=False)


def answer(data: Any) -> dict[str, Any]:
    """The verdict or the refusal; anything else that is raised breaks the test."""
    try:
        return adjudicate_json(data)
    except EngineError as error:
        return {**error.as_dict(), "path": error.path.encode("unicode_escape").decode()}
