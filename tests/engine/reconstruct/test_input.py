"""What `reconstruct` takes and refuses, with the place."""

from __future__ import annotations

import math

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.reconstruct.known import deviations
from refereeing.engine.replay.reconstruct_input import SD_DEFAULT, read_dispute
from refereeing.engine.rules.dispute_json import DEFAULT_SD
from tests.engine.reconstruct.cases import JUDGE, item


def without(key: str):
    whole = item()
    del whole[key]
    return whole


def disc(uid: str, x: float, y: float, **more):
    return {"id": uid, "x": x, "y": y, **more}


R1, B1 = disc("r1", 0, 440), disc("b1", 60, 120)
REFUSED = [
    ("missing", "before", without("before")),
    ("missing", "after", without("after")),
    ("missing", "striker", without("striker")),
    ("wrong_type", "", []),
    ("unknown_field", "colour", item(colour=1)),
    ("not_one_of", "model", item(model="full")),
    ("wrong_type", "before", item(before={})),
    ("missing", "before[0].x", item(before=[{"id": "r1", "colour": "red", "y": 0}])),
    ("out_of_range", "before[0].x", item(before=[disc("r1", math.nan, 0, colour="red")])),
    ("out_of_range", "before[0].y", item(before=[disc("r1", 0, 1e308, colour="red")])),
    ("overlap", "before[1]", item(before=[disc("r1", 0, 0, colour="red"), disc("b1", 10, 0, colour="black")])),
    ("duplicate", "before[1].id", item(before=[disc("r1", 0, 0, colour="red"), disc("r1", 50, 0, colour="red")])),
    ("too_long", "before", item(before=[disc(f"d{n}", 0, 0, colour="red") for n in range(2000)])),
    ("reserved_id", "before[0].id", item(before=[disc("striker", 0, 0, colour="red")])),
    ("overlap", "striker", item(striker={"x": 0, "y": 90})),
    ("out_of_range", "striker.x", item(striker={"x": math.inf, "y": 90})),
    ("missing", "striker.y", item(striker={"x": 0})),
    ("unknown_field", "striker.angle", item(striker={"x": 0, "y": -420, "angle": 3})),
    ("out_of_range", "striker.after.y", item(striker={"x": 0, "y": -420, "after": {"x": 0, "y": 490}})),
    ("unknown_disc", "after[0].id", item(after=[disc("x", 0, 0)])),
    ("wrong_colour", "after[0].colour", item(after=[disc("r1", 0, 0, colour="black"), B1])),
    ("duplicate", "after[1].id", item(after=[R1, R1, B1])),
    ("overlap", "after[1]", item(after=[R1, disc("b1", 0, 430)])),
    ("disc_is_missing", "after", item(after=[R1])),
    ("disc_is_gone", "after[0].id", item(pocketed=["r1"])),
    ("unknown_disc", "pocketed[0]", item(pocketed=["r7"])),
    ("duplicate", "pocketed[1]", item(pocketed=["r1", "r1"], after=[B1])),
    ("wrong_type", "off_table[0]", item(off_table=[1])),
    ("duplicate", "off_table", item(pocketed=["r1"], off_table=["r1"], after=[B1])),
    ("duplicate", "unknown_after", item(off_table=["r1"], unknown_after=["r1"], after=[B1])),
    ("disc_is_gone", "striker.after", item(pocketed=["striker"])),
    ("unknown_field", "known.spin", item(known={"spin": 1})),
    ("missing", "known.angle[1]", item(known={"angle": [90]})),
    ("too_long", "known.angle", item(known={"angle": [90, 91, 92]})),
    ("out_of_range", "known.angle[1]", item(known={"angle": [90, 80]})),
    ("out_of_range", "known.angle[1]", item(known={"angle": [-300, 300]})),
    ("out_of_range", "known.speed[0]", item(known={"speed": [-1, 300]})),
    ("wrong_type", "known.speed[1]", item(known={"speed": [1, "300"]})),
    ("out_of_range", "position_sd", item(position_sd=0)),
    ("out_of_range", "constants.mass_disc", item(constants={"mass_disc": 0})),
    ("unknown_field", "constants.spin", item(constants={"spin": 0})),
    ("out_of_range", "constants_sd.friction", item(constants_sd={"friction": 0.06})),
    ("unknown_field", "constants_sd.gravity", item(constants_sd={"gravity": 1})),
    ("out_of_range", "samples", item(samples=1)),
    ("out_of_range", "seed", item(seed=-1)),
    ("out_of_range", "tie_window", item(tie_window=1)),
    ("missing", "adjudicate.mode", item(adjudicate={"ruleset": "lnf-2008"})),
    ("not_one_of", "adjudicate.ruleset", item(adjudicate={**JUDGE, "ruleset": "x"})),
    ("not_one_of", "adjudicate.player", item(adjudicate={**JUDGE, "player": "W"})),
    ("missing", "adjudicate.colours.N", item(adjudicate={**JUDGE, "colours": {"S": "red"}})),
    ("not_one_of", "adjudicate.language", item(adjudicate={**JUDGE, "language": "fr"})),
    ("duplicate", "pocketed[0].id", item(adjudicate={**JUDGE, "pocketed": [{"id": "r1", "colour": "red"}]})),
]


@pytest.mark.parametrize(("code", "path", "data"), REFUSED, ids=[f"{code} {path}" for code, path, _ in REFUSED])
def test_refused(code, path, data):
    with pytest.raises(EngineError) as refusal:
        read_dispute(data)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


def test_defaults():
    found = read_dispute({
        "before": [disc("r1", 0, 100, colour="red")], "after": [disc("r1", 0, 140)], "striker": {"x": 0, "y": -420},
    })

    assert (found.angle, found.speed, found.position_sd) == ((-180.0, 180.0), (300.0, 6000.0), 2.0)
    assert found.constants_sd == SD_DEFAULT
    assert (found.samples, found.seed, found.tie_window, found.judge) == (2000, 1, 0.0, None)
    assert found.after["r1"].colour == "red"
    assert found.striker_after is None


def test_uncertainties_are_those_that_disputes_of_the_product_use():
    assert SD_DEFAULT == DEFAULT_SD


def test_what_is_given_is_read():
    found = read_dispute(item(
        after=[B1], unknown_after=["r1"], known={"angle": [90, 90], "speed": [0, 0]}, tie_window=0.001,
        constants={"friction": 0.15}, constants_sd={"friction": 0, "mass_striker": 1},
        adjudicate={
            **JUDGE, "state": {"debt": {"S": 1}}, "language": "lv", "pocketed": [{"id": "r2", "colour": "red"}],
        },
    ))

    assert found.unknown == {"r1"}
    assert (found.angle, found.speed) == ((90.0, pytest.approx(90.001)), (1.0, pytest.approx(1.001)))
    assert found.constants.friction == 0.15
    assert found.constants_sd == {**SD_DEFAULT, "friction": 0.0, "mass_striker": 1.0}
    assert found.judge.state.debt["S"] == 1
    assert (found.judge.language, dict(found.judge.earlier)) == ("lv", {"r2": "red"})


def test_doubles_have_sixteen_discs_of_a_colour():
    seats = {"S": "red", "N": "red", "W": "black", "E": "black"}
    lying = [disc(f"r{n}", -470 + 31 * n, 300, colour="red") for n in range(12)]
    judge = {"ruleset": "lnf-2008", "mode": "doubles", "player": "W", "colours": seats}

    assert len(read_dispute(item(before=lying, after=lying, adjudicate=judge)).before) == 12
    with pytest.raises(EngineError, match="too_many_discs"):
        read_dispute(item(before=lying, after=lying))


@pytest.mark.parametrize(("room", "sd", "found"), [
    (0.3, 0.1, 3.0), (0.6, 0.1, 6.0), (0.7, 0.1, 6.0), (0.1, 5e-324, 6.0),
])
def test_how_many_deviations_a_constant_may_be_off(room: float, sd: float, found: float) -> None:
    assert deviations(room, sd) == pytest.approx(found)
