"""The model `full` as the command `simulate` takes and tells it."""

from __future__ import annotations

import copy
import json
import math
from dataclasses import fields
from pathlib import Path

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.cue import Cue, cue_strike
from refereeing.engine.physics.full_params import FULL_LIMITS, LAWS, FullConstants
from refereeing.engine.physics.params import Constants
from refereeing.engine.replay.simulation import simulate_json

EXTRA = [field.name for field in fields(FullConstants) if field.name not in {one.name for one in fields(Constants)}]
CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"


def stroke(**more):
    given = {
        "model": "full",
        "discs": [{"id": "r1", "colour": "red", "x": 20, "y": 100}, {"id": "b1", "colour": "black", "x": 0, "y": 300}],
        "striker": {"x": 0, "y": -420, "angle": 90, "speed": 2500, "spin": 20},
    }
    return {**given, **more}


def refused(data):
    with pytest.raises(EngineError) as caught:
        simulate_json(data)
    return caught.value.code, caught.value.path


def test_the_answer_names_the_laws_and_what_is_beyond_them():
    answer = simulate_json(stroke())
    assert answer["laws"] == FullConstants().laws()
    assert answer["beyond_model"] == []
    assert set(EXTRA) <= set(answer["constants"])
    assert answer["events"][0]["type"] == "contact"


def test_a_fast_stroke_is_beyond_the_model_and_says_why():
    answer = simulate_json(stroke(discs=[], striker={"x": 0, "y": -420, "angle": 90, "speed": 4000}))
    first = answer["beyond_model"][0]
    assert (first["body"], first["reason"]) == ("striker", "edge_speed")
    assert first["t"] == answer["events"][0]["t"]


def test_with_its_constants_at_zero_the_answer_is_that_of_slide():
    asked = stroke(constants={"friction": 0.11}, frames=10)
    asked["striker"]["spin"] = 0
    slide = simulate_json({**asked, "model": "slide"})
    full = simulate_json({**asked, "constants": {"friction": 0.11, **dict.fromkeys(EXTRA, 0.0)}})
    assert (full.pop("laws"), full.pop("beyond_model")) == ([], [])
    for answer in (slide, full):
        del answer["model"], answer["constants"]
    assert json.dumps(full) == json.dumps(slide)


@pytest.mark.parametrize("name", ["simulate-slide.json", "simulate-start.json"])
def test_every_shared_case_of_slide_is_one_of_full_without_its_laws(name):
    if not CASES.exists():
        pytest.skip("NOT RUN: the shared cases are not there")
    for case in json.loads((CASES / name).read_text(encoding="utf-8")):
        asked = case["input"]
        slide = simulate_json(asked)
        constants = {**asked.get("constants", {}), **dict.fromkeys(EXTRA, 0.0)}
        full = simulate_json({**asked, "model": "full", "constants": constants})
        for key in ("events", "after", "striker", "duration", "first_margin"):
            assert json.dumps(slide[key]) == json.dumps(full[key]), case["name"]


def test_events_are_in_order_of_time():
    row = [{"id": f"d{k}", "colour": "red", "x": (k - 3.5) * 30.0, "y": 485} for k in range(8)]
    answer = simulate_json(stroke(discs=row, striker={"x": 0, "y": -420, "angle": 90, "speed": 4000}))
    times = [event["t"] for event in answer["events"]]
    assert times == sorted(times)
    assert answer["pressed"]
    assert answer["events"][0]["b"] == ["d3", "d4"], "both at the same instant"


def test_a_piece_over_the_edge_is_told_as_off_the_table():
    constants = {"edge_lift": 0.05, "edge_height": 20}
    answer = simulate_json(stroke(
        striker={"x": -200, "y": -420, "angle": 90, "speed": 4500}, constants=constants,
        adjudicate={"ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}},
    ))  # fmt: skip
    assert answer["events"][-1] == {"type": "off_table", "t": answer["events"][-1]["t"], "body": "striker", "edge": "N"}
    assert answer["striker"]["state"] == "off_table"
    assert "lnf-2008:17.1.e" in [finding["rule"] for finding in answer["verdict"]["findings"]]


# --- the cue -----------------------------------------------------------------------------------------------------
def test_a_cue_gives_the_striker_its_speed_and_spin():
    hit = cue_strike(Cue(mass=400.0), speed=1500.0, offset=6.0, mass=22.0, radius=22.5, inertia=0.5247)
    asked = stroke(striker={"x": 0, "y": -420, "angle": 90, "speed": hit.speed, "spin": hit.spin})
    by_cue = stroke(striker={"x": 0, "y": -420, "angle": 90, "cue": {"speed": 1500, "offset": 6, "mass": 400}})
    assert simulate_json(asked) == simulate_json(by_cue)


@pytest.mark.parametrize(("cue", "code", "path"), [
    ({"speed": 1000, "offset": 20}, "miscue", "striker.cue.offset"),
    ({"offset": 1}, "missing", "striker.cue.speed"),
    ({"speed": math.nan}, "out_of_range", "striker.cue.speed"),
    ({"speed": 1, "mass": 0}, "out_of_range", "striker.cue.mass"),
    ({"speed": 1, "colour": 0}, "unknown_field", "striker.cue.colour"),
    ([], "wrong_type", "striker.cue"),
])  # fmt: skip
def test_a_bad_cue_is_refused(cue, code, path):
    assert refused(stroke(striker={"x": 0, "y": -420, "angle": 90, "cue": cue})) == (code, path)


def test_a_cue_and_a_speed_are_one_too_many():
    asked = stroke()
    asked["striker"]["cue"] = {"speed": 1}
    assert refused(asked) == ("unknown_field", "striker.speed")


def test_a_striker_that_cannot_turn_takes_no_cue():
    asked = stroke(striker={"x": 0, "y": -420, "angle": 90, "cue": {"speed": 1}}, constants={"inertia_striker": 0})
    assert refused(asked) == ("out_of_range", "constants.inertia_striker")


def test_slide_knows_no_cue_and_no_spin():
    cued = stroke(model="slide", striker={"x": 0, "y": -420, "angle": 90, "speed": 1, "cue": {"speed": 1}})
    assert refused(cued) == ("unknown_field", "striker.cue")
    assert refused(stroke(model="slide")) == ("out_of_range", "striker.spin")
    assert refused([]) == ("wrong_type", "")
    assert refused(stroke(striker=3)) == ("wrong_type", "striker")


# --- limits ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", EXTRA)
def test_every_further_constant_has_limits_and_is_held_to_them(name):
    least, most = FULL_LIMITS[name]
    assert least == 0.0
    assert least <= getattr(FullConstants(), name) <= most
    for value in (-1e-9, most * 1.001, math.inf):
        assert refused(stroke(constants={name: value})) == ("out_of_range", f"constants.{name}")


def test_a_contact_too_soft_is_refused():
    assert refused(stroke(constants={"stiffness": 1e7})) == ("out_of_range", "constants.stiffness")


def test_every_law_has_a_constant_that_the_documents_explain():
    text = (Path(__file__).resolve().parents[3] / "docs" / "physics-full.md").read_text(encoding="utf-8")
    assert set(LAWS.values()) <= set(EXTRA)
    for name in [*EXTRA, *LAWS]:
        assert f"`{name}`" in text, name


@pytest.mark.parametrize("extremes", [
    {"stiffness": 1e12, "mass_disc": 0.01}, {"stiffness": 1e8, "mass_disc": 10_000.0, "mass_striker": 10_000.0},
    {"inertia_disc": 1e-300, "inertia_striker": 1e-12}, {"ring_disc": 1e-300, "friction_disc": 2.0},
    {"pocket_rounding": 5.0, "edge_lift": 1.0, "edge_height": 0.0}, {"gravity": 100_000.0, "friction": 2.0},
    {"pressed_gap": 1.0, "friction_edge": 2.0}, {"radius_disc": 1.0, "radius_striker": 100.0},
])  # fmt: skip
def test_extreme_constants_end(extremes):
    asked = copy.deepcopy(stroke(constants=extremes))
    asked["discs"] += [{"id": "e", "colour": "red", "x": 200, "y": 485}]
    asked["striker"] |= {"y": -390, "speed": 20_000, "spin": 2000}
    answer = simulate_json(asked)
    for place in [answer["striker"], *answer["after"]]:
        assert math.isfinite(place["x"])
        assert math.isfinite(place["y"])
