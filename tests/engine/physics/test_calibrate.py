"""Constants from measured strokes: what the strokes tell is found, what they do not tell stays as wide as before.

The measured places are worked out by hand from v² = u² - 2·µ·g·d and t = (u - v)/(µ·g), not by the engine.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.physics import calibrate as calibrate_module
from refereeing.engine.physics.calibrate import PRIOR, Errors, MeasuredStroke, Problem, calibrate
from refereeing.engine.physics.calibrate_json import calibrate_json
from refereeing.engine.physics.params import Constants

START_Y = -420.0
WALL = 477.5
"""The striker's centre when its rim is at an edge."""
SHARP = Errors(position=1.0, seconds=0.02)


def straight(friction: float, speed: float, x: float = 0.0) -> MeasuredStroke:
    """A striker sent straight up the table that stops before it reaches the far edge."""
    slowing = friction * 9810.0
    way = speed * speed / (2 * slowing)
    assert START_Y + way < WALL
    return MeasuredStroke(start=(x, START_Y), angle=90.0, stopped=(x, START_Y + way), seconds=speed / slowing)


def rebound(friction: float, edge: float, speed: float, x: float = 0.0) -> MeasuredStroke:
    """A striker that comes back from the far edge once."""
    slowing = friction * 9810.0
    hit = math.sqrt(speed * speed - 2 * slowing * (WALL - START_Y))
    back = edge * hit
    way = back * back / (2 * slowing)
    assert WALL - way > -WALL
    seconds = (speed - hit) / slowing + back / slowing
    return MeasuredStroke(start=(x, START_Y), angle=90.0, stopped=(x, WALL - way), seconds=seconds)


def at_disc(friction: float, disc: float, speed: float) -> MeasuredStroke:
    """A head-on hit at a disc 200 mm up the table, of a quarter of the striker's mass."""
    slowing = friction * 9810.0
    touch = 200.0 - 37.5
    hit = math.sqrt(speed * speed - 2 * slowing * touch)
    striker, struck = (22.0 - disc * 5.5) / 27.5 * hit, 22.0 * (1 + disc) / 27.5 * hit
    ends = [START_Y + touch + striker**2 / (2 * slowing), START_Y + 200.0 + struck**2 / (2 * slowing)]
    assert ends[1] < 485.0
    return MeasuredStroke(
        start=(0.0, START_Y), angle=90.0, stopped=(0.0, ends[0]), seconds=(speed - hit + striker) / slowing,
        discs=((0.0, START_Y + 200.0),), discs_after={0: (0.0, ends[1])},
    )  # fmt: skip


def test_friction_is_found_from_way_and_time():
    fit = calibrate([straight(0.13, 900.0), straight(0.13, 1_200.0), straight(0.13, 1_400.0)], errors=SHARP)

    assert fit.constants.friction == pytest.approx(0.13, abs=0.002)
    assert "friction" in fit.learnt
    assert fit.is_explained
    assert [stroke.speed for stroke in fit.strokes] == pytest.approx([900.0, 1_200.0, 1_400.0], rel=0.02)


def test_what_no_stroke_tells_keeps_its_wide_uncertainty():
    fit = calibrate([straight(0.13, 900.0), straight(0.13, 1_200.0)], errors=SHARP)

    assert fit.learnt == ("friction",)
    assert fit.sd["restitution_edge"] == pytest.approx(PRIOR["restitution_edge"][1], rel=0.01)
    assert fit.constants.restitution_edge == pytest.approx(PRIOR["restitution_edge"][0], abs=1e-3)


def test_the_way_alone_does_not_tell_friction():
    """Half the friction and less speed end in the same place: without a watch nobody knows."""
    fit = calibrate([replace(straight(0.13, 1_200.0), seconds=None)], errors=SHARP)

    assert fit.learnt == ()


def test_a_known_speed_stands_for_a_watch():
    stroke = replace(straight(0.13, 1_200.0), seconds=None, speed=1_200.0, speed_sd=5.0)

    assert calibrate([stroke], errors=SHARP).constants.friction == pytest.approx(0.13, abs=0.003)


def test_the_edges_are_found_from_rebounds():
    strokes = [straight(0.11, 1_200.0), *(rebound(0.11, 0.62, speed) for speed in (1_900.0, 2_300.0, 2_600.0))]

    fit = calibrate(strokes, errors=SHARP)

    assert fit.constants.restitution_edge == pytest.approx(0.62, abs=2 * fit.sd["restitution_edge"])
    assert fit.sd["restitution_edge"] < 0.06
    assert fit.constants.friction == pytest.approx(0.11, abs=0.002)
    assert fit.learnt == ("friction", "restitution_edge")


def test_discs_are_found_from_a_head_on_hit():
    strokes = [straight(0.11, 1_200.0), *(at_disc(0.11, 0.78, speed) for speed in (750.0, 850.0, 950.0))]

    fit = calibrate(strokes, errors=SHARP)

    assert fit.constants.restitution_disc == pytest.approx(0.78, abs=0.02)
    assert "restitution_disc" in fit.learnt


def test_a_stroke_that_cannot_have_gone_so_is_named():
    wrong = replace(straight(0.13, 900.0), stopped=(250.0, 0.0), angle_sd=0.5)

    fit = calibrate([straight(0.13, 900.0), straight(0.13, 1_200.0), straight(0.13, 1_400.0), wrong], errors=SHARP)

    assert [stroke.is_outlier for stroke in fit.strokes] == [False, False, False, True]
    assert not fit.is_explained
    assert fit.constants.friction == pytest.approx(0.13, abs=0.002)  # the wrong one has no say


def test_more_strokes_mean_less_uncertainty():
    few = calibrate([straight(0.13, 1_200.0)], errors=SHARP)
    many = calibrate([straight(0.13, speed) for speed in (1_000.0, 1_100.0, 1_200.0, 1_300.0)], errors=SHARP)

    assert many.sd["friction"] < 0.7 * few.sd["friction"]


def as_json(stroke: MeasuredStroke) -> dict[str, object]:
    return {
        "striker": {"x": stroke.start[0], "y": stroke.start[1], "angle": stroke.angle},
        "stopped": {"x": stroke.stopped[0], "y": stroke.stopped[1]}, "seconds": stroke.seconds,
        "discs": [
            {"x": x, "y": y, "after": {"x": stroke.discs_after[at][0], "y": stroke.discs_after[at][1]}}
            for at, (x, y) in enumerate(stroke.discs)
        ],
    }  # fmt: skip


def test_command_takes_strokes_and_gives_constants_for_simulate():
    found = calibrate_json({
        "strokes": [as_json(straight(0.13, 1_200.0)), as_json(at_disc(0.13, 0.8, 900.0))],
        "position_sd": 1, "seconds_sd": 0.02, "constants": {"mass_disc": 5.5}, "prior": {"friction": [0.12, 0.05]},
    })  # fmt: skip

    assert found["constants"]["friction"] == pytest.approx(0.13, abs=0.004)
    assert set(found["sd"]) == set(found["fitted"])
    assert [row[at] for at, row in enumerate(found["correlation"])] == pytest.approx([1.0, 1.0, 1.0])
    assert found["strokes"][0]["misfit"] < 1.0
    assert found["explained"] is True


STROKE = {"striker": {"x": 0, "y": -420, "angle": 90}, "stopped": {"x": 0, "y": 100}}
BAD = [
    ({}, "missing", "strokes"),
    ({"strokes": []}, "nothing_known", "strokes"),
    ({"strokes": [{**STROKE, "stopped": {"x": 0}}]}, "missing", "strokes[0].stopped.y"),
    ({"strokes": [{**STROKE, "seconds": 0}]}, "out_of_range", "strokes[0].seconds"),
    ({"strokes": [{**STROKE, "striker": {"x": 0, "y": -700, "angle": 90}}]}, "out_of_range", "strokes[0].striker.y"),
    ({"strokes": [STROKE, {**STROKE, "discs": [{"x": 10, "y": -400}]}]}, "overlap", "strokes[1].discs[0]"),
    ({"strokes": [{**STROKE, "discs": [{"x": 0, "y": 0}, {"x": 10, "y": 0}]}]}, "overlap", "strokes[0].discs[1]"),
    ({"strokes": [{**STROKE, "discs": [{"x": 0, "y": 0}, {"x": 35, "y": 0}]}], "constants": {"radius_disc": 20}},
     "overlap", "strokes[0].discs[1]"),
    ({"strokes": [STROKE], "prior": {"friction": [0.1]}}, "missing", "prior.friction[1]"),
    ({"strokes": [STROKE], "constants": {"friction": 0.1}}, "unknown_field", "constants.friction"),
    ({"strokes": [STROKE], "constants": {"mass_disc": 0}}, "out_of_range", "constants.mass_disc"),
    ({"strokes": [STROKE] * 61}, "too_long", "strokes"),
]


@pytest.mark.parametrize(("data", "code", "path"), BAD, ids=[f"{path or 'all'} {code}" for _, code, path in BAD])
def test_bad_input_is_named(data, code, path):
    with pytest.raises(EngineError) as refused:
        calibrate_json(data)

    assert (refused.value.code, refused.value.path) == (code, path)


def test_the_way_down_ends_where_it_goes_no_further_down(monkeypatch):
    problem = Problem([straight(0.13, 1_200.0)], SHARP, Constants(), PRIOR)
    bottom, cost = problem.solve(problem.starts()[0])
    lowest, least = bottom, cost
    for _ in range(10):
        lowest, least = problem.solve(lowest)

    assert lowest == pytest.approx(bottom, abs=1e-6)
    assert least <= cost

    monkeypatch.setattr(calibrate_module, "ROUNDS", 1)
    assert problem.solve(problem.starts()[-1])[1] >= cost
