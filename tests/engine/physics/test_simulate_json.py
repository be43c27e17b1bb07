"""The command `simulate`: what it takes, what it gives, what it refuses."""

from __future__ import annotations

import copy
import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.params import Constants
from refereeing.engine.physics.simulate import Launch, is_too_sensitive, simulate
from refereeing.engine.physics.simulate_json import events_json, read_simulation
from refereeing.engine.replay.simulation import simulate_json
from refereeing.engine.rules.stroke_json import adjudicate_json
from tests.engine.test_shared_cases import differences

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"
FULL_HIT = {
    "model": "slide",
    "discs": [{"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b1", "colour": "black", "x": 0, "y": 160}],
    "striker": {"x": 0, "y": -420, "angle": 90, "speed": 2500},
}
JUDGE = {"ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}}
ROW = [{"id": f"r{n}", "colour": "red", "x": -105 + 30 * n, "y": 485} for n in range(8)]


def changed(path, value):
    """The full hit with one field otherwise."""
    data = copy.deepcopy(FULL_HIT)
    at = data
    for key in path[:-1]:
        at = at.setdefault(key, {}) if isinstance(at, dict) else at[key]
    at[path[-1]] = value
    return data


def load(name):
    file = CASES / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


@pytest.mark.skipif(not CASES.exists(), reason="the case files are not beside this working copy")
@pytest.mark.parametrize("case", load("simulate-slide") + load("simulate-start"), ids=lambda case: case["name"])
def test_case(case):
    result = simulate_json(case["input"])

    assert differences(case["expect"], result) == []
    if "events" in case["expect"]:  # the contract's tolerances are finer than the files'
        assert [e["t"] for e in result["events"]] == pytest.approx([e["t"] for e in case["expect"]["events"]], abs=1e-9)


def test_the_result_has_everything():
    result = simulate_json(FULL_HIT)
    first = result["events"][0]

    assert list(result) == [
        "model", "events", "after", "striker", "duration", "first_margin", "pressed", "constants", "too_sensitive",
    ]  # fmt: skip
    assert (first["type"], first["a"], first["b"]) == ("contact", "striker", ["r1"])
    assert (first["x"], first["y"]) == pytest.approx((0.0, 85.0), abs=1e-9)
    assert first["speed"] == pytest.approx(math.sqrt(2500**2 - 2 * 981 * 482.5), rel=1e-12)
    assert result["first_margin"]["disc"] == "b1"
    assert result["first_margin"]["mm"] == pytest.approx(60.0, abs=1e-9)
    assert result["constants"]["friction"] == 0.10
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_nothing_touched_has_no_margin():
    result = simulate_json(changed(["striker"], {"x": 0, "y": -420, "angle": 180, "speed": 800}))

    assert result["first_margin"] is None
    assert result["striker"]["state"] == "table"
    assert [disc["id"] for disc in result["after"]] == ["r1", "b1"]


def test_a_pocketed_striker_is_told():
    result = simulate_json(changed(["striker", "angle"], 2))

    assert result["striker"]["state"] == "pocketed"
    assert result["events"][-1] == {"type": "pocketed", "t": result["duration"], "body": "striker", "pocket": "SE"}


def test_a_line_recrossed_is_told_when_a_player_is_given():
    data = {**FULL_HIT, "discs": [], "striker": {"x": 0, "y": -420, "angle": 90, "speed": 3000}}
    assert [event["type"] for event in simulate_json(data)["events"]] == ["cushion", "cushion"]
    told = simulate_json({**data, "player": "S"})["events"]
    assert [event["type"] for event in told] == ["cushion", "own_line_recrossed", "cushion"]
    assert list(told[1]) == ["type", "t"]


def test_contacts_within_the_window_are_one_event():
    discs = [{"id": "r1", "colour": "red", "x": -20, "y": 0}, {"id": "b1", "colour": "black", "x": 20, "y": 0.01}]
    data = {**FULL_HIT, "discs": discs}
    apart = [event["b"] for event in simulate_json(data)["events"] if event.get("a") == "striker"]
    together = [
        event["b"] for event in simulate_json({**data, "tie_window": 1e-4})["events"] if event.get("a") == "striker"
    ]

    assert apart[:2] == [["r1"], ["b1"]]
    assert together[0] == ["r1", "b1"]


def test_the_same_disc_is_not_twice_in_an_event():
    rows = [(1.0, 0.0, 1.0, t, 0.0, 0.0, 9.0) for t in (1.0, 1.0, 1.5)]
    told = events_json(np.array(rows), ("striker", "r1"), 0.5)

    assert [event["b"] for event in told] == [["r1"], ["r1"], ["r1"]]


def test_a_disc_over_an_edge_is_told():
    assert events_json(np.array([(4.0, 0.0, 1.0, 1.0, 0.0, 0.0, 9.0)]), ("striker",), 0.0) == [
        {"type": "off_table", "t": 1.0, "body": "striker", "edge": "E"}
    ]


def test_the_opening_row_is_pressed_and_too_sensitive():
    result = simulate_json({**FULL_HIT, "discs": ROW, "striker": {"x": 0, "y": -420, "angle": 90, "speed": 4000}})

    assert result["pressed"]
    assert result["too_sensitive"]


def test_a_plain_stroke_is_neither():
    result = simulate_json(FULL_HIT | {"discs": FULL_HIT["discs"][:1]})

    assert not result["pressed"]
    assert not result["too_sensitive"]


def test_frames_join_events_with_straight_lines():
    result = simulate_json({**FULL_HIT, "frames": 50})
    frames = result["frames"]

    assert frames["ids"] == ["striker", "r1", "b1"]
    assert frames["t"] == sorted(frames["t"])
    assert {event["t"] for event in result["events"]} <= set(frames["t"])
    assert {n / 50 for n in range(int(result["duration"] * 50))} <= set(frames["t"])
    assert frames["xy"][0] == [0.0, -420.0, 0.0, 100.0, 0.0, 160.0]
    assert frames["xy"][-1][:2] == pytest.approx([result["striker"]["x"], result["striker"]["y"]], abs=0.01)


def test_a_piece_that_fell_has_no_place_in_later_frames():
    result = simulate_json(
        {
            **changed(["striker", "angle"], 45),
            "striker": {"x": 0, "y": 0, "angle": 45, "speed": 1200},
            "discs": [],
            "frames": 20,
        }
    )
    xs = [row[0] for row in result["frames"]["xy"]]

    assert None not in xs  # it is the last that happens
    data = {**FULL_HIT, "discs": [{"id": "r1", "colour": "red", "x": 300, "y": 300}], "frames": 20}
    result = simulate_json({**data, "striker": {"x": 150, "y": 150, "angle": 45, "speed": 900}})
    fell = next(event["t"] for event in result["events"] if event["type"] == "pocketed" and event["body"] == "r1")
    for t, row in zip(result["frames"]["t"], result["frames"]["xy"], strict=True):
        assert (row[2] is None) == (t > fell)


def test_a_simulated_stroke_goes_into_adjudicate():
    result = simulate_json({**FULL_HIT, "player": "S", "adjudicate": {**JUDGE, "language": "de"}})
    judged = adjudicate_json({
        **JUDGE, "language": "de", "before": FULL_HIT["discs"], "striker": {"x": 0, "y": -420},
        "events": result["events"], "after": result["after"],
    })  # fmt: skip

    assert result["verdict"] == judged
    assert judged["first"] == ["r1"]


def test_the_verdict_knows_every_kind_of_event():
    """Pocketed, cushion, line: a stroke from the middle of the zone into the pocket, and one that comes back."""
    data = {**FULL_HIT, "discs": ROW, "striker": {"x": 0, "y": -420, "angle": 90, "speed": 6000}, "adjudicate": JUDGE}
    assert simulate_json(data)["verdict"]["stroke"] == "correct"
    data = {**FULL_HIT, "discs": [], "striker": {"x": 0, "y": -420, "angle": 90, "speed": 3000}, "adjudicate": JUDGE}
    assert simulate_json(data)["verdict"]["path"] == "rebound"
    data["striker"] = {"x": 0, "y": -420, "angle": 2, "speed": 3000}
    assert "17.1.d" in str(simulate_json(data)["verdict"]["findings"])


BAD = [
    ("wrong_type", "", [1]),
    ("missing", "model", {}),
    ("not_one_of", "model", changed(["model"], "roll")),
    ("unknown_field", "colour", changed(["colour"], 1)),
    ("wrong_type", "discs", changed(["discs"], {})),
    ("too_long", "discs", changed(["discs"], [{}] * 5000)),
    ("out_of_range", "discs[0].x", changed(["discs", 0, "x"], math.nan)),
    ("out_of_range", "discs[0].x", changed(["discs", 0, "x"], 1e308)),
    ("out_of_range", "discs[0].y", changed(["discs", 0, "y"], 485.1)),
    ("out_of_range", "discs[0].y", changed(["discs", 0, "y"], -math.inf)),
    ("wrong_type", "discs[0].y", changed(["discs", 0, "y"], None)),
    ("wrong_type", "discs[1].x", changed(["discs", 1, "x"], "1")),
    ("not_one_of", "discs[0].colour", changed(["discs", 0, "colour"], "blue")),
    ("duplicate", "discs[1].id", changed(["discs", 1, "id"], "r1")),
    ("reserved_id", "discs[1].id", changed(["discs", 1, "id"], "striker")),
    ("too_long", "discs[1].id", changed(["discs", 1, "id"], "x" * 65)),
    ("overlap", "discs[1]", changed(["discs", 1, "y"], 129.999998)),
    ("overlap", "striker", changed(["striker", "y"], 65)),
    ("in_pocket", "discs[1]", changed(["discs", 1], {"id": "b1", "colour": "black", "x": 435, "y": -435})),
    ("in_pocket", "striker", changed(["striker"], {"x": 430, "y": 430, "angle": 0, "speed": 1})),
    ("unknown_field", "discs[1].z", changed(["discs", 1, "z"], 0)),
    ("missing", "striker.angle", changed(["striker"], {"x": 0, "y": 0, "speed": 1})),
    ("out_of_range", "striker.speed", changed(["striker", "speed"], -1)),
    ("out_of_range", "striker.speed", changed(["striker", "speed"], 1e308)),
    ("out_of_range", "striker.angle", changed(["striker", "angle"], 1e9)),
    ("out_of_range", "striker.spin", changed(["striker", "spin"], 1)),
    ("out_of_range", "constants.mass_disc", changed(["constants", "mass_disc"], 0)),
    ("out_of_range", "constants.friction", changed(["constants", "friction"], 0)),
    ("out_of_range", "constants.restitution_edge", changed(["constants", "restitution_edge"], 1.01)),
    ("unknown_field", "constants.spin", changed(["constants", "spin"], 1)),
    ("wrong_type", "constants", changed(["constants"], [])),
    ("not_one_of", "player", changed(["player"], "X")),
    ("not_one_of", "player", {**FULL_HIT, "player": "N", "adjudicate": JUDGE}),
    ("out_of_range", "tie_window", changed(["tie_window"], -1e-9)),
    ("out_of_range", "frames", changed(["frames"], 1000)),
    ("wrong_type", "frames", changed(["frames"], 2.5)),
    ("missing", "adjudicate.ruleset", changed(["adjudicate"], {})),
    ("not_one_of", "adjudicate.ruleset", changed(["adjudicate"], {**JUDGE, "ruleset": "x"})),
    (
        "too_many_discs",
        "discs[8]",
        {**FULL_HIT, "discs": [*ROW, {"id": "r8", "colour": "red", "x": 0, "y": 0}], "adjudicate": JUDGE},
    ),
    ("duplicate", "discs[0].id", {**FULL_HIT, "adjudicate": {**JUDGE, "pocketed": [{"id": "r1", "colour": "red"}]}}),
    (
        "too_long",
        "frames",
        {**FULL_HIT, "discs": [], "frames": 240, "constants": {"friction": 0.001, "restitution_edge": 1.0}},
    ),
]


@pytest.mark.parametrize(
    ("code", "path", "data"), BAD, ids=[f"{n} {code} {path}" for n, (code, path, _) in enumerate(BAD)]
)
def test_bad_input_is_refused_with_its_place(code, path, data):
    with pytest.raises(EngineError) as refusal:
        simulate_json(data)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


def test_a_stroke_without_an_end_is_refused():
    """The highest speed, hardly any friction, nothing lost: it would go on for hours."""
    data = {
        **FULL_HIT,
        "discs": [],
        "striker": {"x": 0, "y": -420, "angle": 37, "speed": 20000},
        "constants": {"friction": 0.001, "gravity": 100, "restitution_edge": 1.0},
    }
    data["striker"]["angle"] = 90
    with pytest.raises(EngineError, match="too_hard"):
        simulate_json(data)


def test_a_shift_that_never_ends_is_too_sensitive():
    def endless(launch):
        raise EngineError("too_hard")

    launch = Launch(discs=(), x=0.0, y=0.0, angle=0.0, speed=0.0)
    assert is_too_sensitive(launch, simulate(launch, Constants().as_row()), endless)


def test_a_stroke_with_thousands_of_events_is_told_in_full():
    """To and fro: nothing is lost at the edges, hardly anything on the way."""
    data = {**FULL_HIT, "discs": [], "constants": {"friction": 0.001, "restitution_edge": 1.0}}
    result = simulate_json({**data, "striker": {"x": 0, "y": -420, "angle": 90, "speed": 6000}})

    assert len(result["events"]) == (6000**2 / (2 * 9.81) - 897.5) // 955 + 1
    assert all(a["t"] < b["t"] for a, b in pairwise(result["events"]))


def test_touching_pieces_and_edges_are_legal():
    data = changed(["discs", 1, "y"], 129.9999995)
    assert read_simulation(data).discs[1].y == 129.9999995
    assert read_simulation({**FULL_HIT, "discs": ROW}).ids[8] == "r7"


def test_slide_alone_is_read_without_a_table_of_models():
    with pytest.raises(EngineError, match="not_one_of at model"):
        read_simulation({**FULL_HIT, "model": "full"})
