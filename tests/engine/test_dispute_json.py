"""What is known of a disputed stroke, read strictly, and the inputs of the engine's commands made of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.dispute_json import (
    DEFAULT_CONSTANTS,
    DEFAULT_SD,
    played_item,
    read_position,
    reconstruct_item,
    simulate_item,
)

UID = "00000000-0000-7000-8000-000000000001"
R1, B1 = {"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b1", "colour": "black", "x": 60.5, "y": 130}
NOTHING: dict[str, Any] = {"pocketed": [], "off_table": [], "unknown": []}
BEFORE = {"discs": [R1, B1], "striker": {"x": 0, "y": -420}, **NOTHING, "pocketed": ["r8"]}
AFTER = {"discs": [B1], "striker": None, **NOTHING, "pocketed": ["r8", "r1"], "off_table": ["striker"]}
POSITION = {"uid": UID, "player": "S", "colours": {"S": "red", "N": "black"}, "before": BEFORE, "after": AFTER}


def change(path: str, value: Any) -> dict[str, Any]:
    """The position with one value changed, found by its path such as `after.discs.0.x`."""
    found = json.loads(json.dumps(POSITION))
    place: Any = found
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        place = place[step]
    place[last] = value
    return found


def test_what_is_left_out_is_filled_in() -> None:
    read = read_position(POSITION)

    assert (read["mode"], read["position_sd"], read["known"]) == ("singles", 2.0, {"angle": None, "speed": None})
    assert (read["stroke"], read["state"], read["photo"]) == (None, None, None)
    assert read["before"]["discs"] == [{**R1, "x": 0.0, "y": 100.0}, B1]
    assert read_position({name: value for name, value in POSITION.items() if name != "after"})["after"] is None


def test_everything_that_can_be_said_is_read() -> None:
    said = {
        **POSITION, "mode": "singles", "known": {"angle": [80, 100], "speed": None}, "position_sd": 3,
        "stroke": {"angle": 90, "speed": 2000}, "state": {"opener": "N"},
        "photo": {"uid": UID, "corners": [[0, 0], [1, 0], [1, 1], [-0.1, 1.2]]},
        "after": {**AFTER, "striker": {"x": 1, "y": 2}, "off_table": []},
    }

    read = read_position(said)

    assert read["stroke"] == {"angle": 90.0, "speed": 2000.0, "spin": 0.0}
    assert read["after"]["striker"] == {"x": 1.0, "y": 2.0}
    assert (read["known"]["angle"], read["photo"]["corners"][3]) == ([80.0, 100.0], [-0.1, 1.2])
    assert read_position(read) == read


REFUSED = [
    ("before.striker", None, "no_striker", "before.striker"),
    ("before.striker", {"x": 0, "y": 100}, "overlap", "before.striker"),
    ("before.discs.1.id", "r1", "duplicate", "before.discs[1].id"),
    ("before.discs.1.id", "striker", "reserved_id", "before.discs[1].id"),
    ("before.discs.1.y", 600, "out_of_range", "before.discs[1].y"),
    ("before.discs.1.x", float("nan"), "out_of_range", "before.discs[1].x"),
    ("before.discs.0", {**R1, "x": 60, "y": 120}, "overlap", "before.discs[1]"),
    ("before.pocketed", ["r1"], "duplicate", "before.pocketed[0]"),
    ("before.unknown", ["r8"], "duplicate", "before.unknown[0]"),
    ("before.off_table", ["striker"], "reserved_id", "before.off_table[0]"),
    ("before.off_table", ["x"] * 40, "too_long", "before.off_table"),
    ("after.discs.0.id", "b2", "unknown_disc", "after.discs[0].id"),
    ("after.discs.0.colour", "red", "wrong_colour", "after.discs[0].colour"),
    ("after.striker", {"x": 0, "y": 0}, "reserved_id", "after.off_table[0]"),
    ("after.striker", {"x": 0, "y": 1e308}, "out_of_range", "after.striker.y"),
    ("colours", {"S": "red", "N": "red"}, "wrong_colour", "colours.N"),
    ("player", "E", "not_one_of", "player"), ("uid", "1", "wrong_type", "uid"),
    ("known", {"angle": [0, 721]}, "out_of_range", "known.angle[1]"), ("known", [], "wrong_type", "known"),
    ("known", {"speed": [1, 2, 3]}, "too_long", "known.speed"), ("known", {"speed": [1]}, "wrong_type", "known.speed"),
    ("stroke", {"angle": 0}, "missing", "stroke.speed"), ("position_sd", 0, "out_of_range", "position_sd"),
    ("state", {"opener": "E"}, "not_one_of", "state.opener"),
    ("photo", {"uid": UID, "corners": []}, "wrong_type", "photo.corners"),
    ("photo", {"uid": UID, "corners": [[0, 0], [0, 0], [0, 0], [0]]}, "wrong_type", "photo.corners[3]"),
    ("photo", {"uid": UID, "corners": [[0, 0], [0, 0], [0, 0], [0, 9]]}, "out_of_range", "photo.corners[3][1]"),
    ("more", 1, "unknown_field", "more"),
]


@pytest.mark.parametrize(("path", "value", "code", "place"), REFUSED)
def test_what_cannot_be_read(path: str, value: Any, code: str, place: str) -> None:
    with pytest.raises(EngineError) as refusal:
        read_position(change(path, value))

    assert refusal.value.code == code
    assert not place or refusal.value.path == place


def items(**changes: Any) -> dict[str, Any]:
    return reconstruct_item(
        read_position({**POSITION, **changes}), ruleset="lnf-2008", constants=DEFAULT_CONSTANTS, sd=DEFAULT_SD, seed=4)


def test_the_input_of_reconstruct() -> None:
    """What fell in an earlier stroke is none of this one's business; the striker may have left the table."""
    item = items()

    assert (item["pocketed"], item["off_table"]) == (["r1"], ["striker"])
    assert item["striker"] == {"x": 0.0, "y": -420.0}
    assert "unknown_after" not in item
    assert (item["known"], item["seed"], item["constants_sd"]) == ({}, 4, dict(DEFAULT_SD))
    assert item["adjudicate"] == {
        "ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}}


def test_a_disc_that_stands_nowhere_after_is_unknown() -> None:
    after = {**AFTER, "discs": [], "striker": {"x": 80, "y": -100}, "off_table": []}

    item = items(after=after, known={"angle": [85, 95]}, state={"opener": "N"})

    assert item["unknown_after"] == ["b1"]
    assert item["striker"]["after"] == {"x": 80.0, "y": -100.0}
    assert item["known"] == {"angle": [85.0, 95.0]}
    assert item["adjudicate"]["state"] == {"opener": "N"}


def test_nothing_after_is_nothing_to_explain() -> None:
    with pytest.raises(EngineError) as refusal:
        items(after=None)

    assert (refusal.value.code, refusal.value.path) == ("missing", "after")


def test_the_input_of_simulate() -> None:
    position = read_position({**POSITION, "stroke": {"angle": 90, "speed": 2000, "spin": 1}})
    item = simulate_item(
        position, ruleset="lnf-2008", model="full", constants=DEFAULT_CONSTANTS, stroke=position["stroke"])

    assert item["striker"] == {"x": 0.0, "y": -420.0, "angle": 90.0, "speed": 2000.0, "spin": 1.0}
    assert (item["model"], item["player"], item["frames"]) == ("full", "S", 60)


def test_an_explanation_is_played_from_the_places_that_it_assumes() -> None:
    stroke = {"discs": [{**R1, "x": 0.4}], "striker": {"x": 1, "y": -421, "angle": 91.3, "speed": 2100}}

    item = played_item(read_position(POSITION), ruleset="int-2017", stroke=stroke)

    assert (item["discs"], item["striker"]) == (stroke["discs"], stroke["striker"])
    assert (item["frames"], item["adjudicate"]["ruleset"]) == (60, "int-2017")


def test_the_defaults_are_the_engines() -> None:
    """They stand here as well because nothing of the web process may load numpy."""
    from dataclasses import asdict

    from refereeing.engine.physics.params import Constants

    assert asdict(Constants()) == DEFAULT_CONSTANTS
