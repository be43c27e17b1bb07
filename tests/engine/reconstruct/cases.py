"""Small disputes, laid out by hand: Known arrays and inputs of the command."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from refereeing.engine.physics.compiled import IS_COMPILED
from refereeing.engine.physics.params import Constants
from refereeing.engine.physics.reconstruct.known import FELL, LIES, Known, make_known
from refereeing.engine.physics.reconstruct.search import Effort

TINY = Effort(wide=60, fresh=20, near=20, around=20, starters=12, rounds=2, samples=60)
"""So small that it runs as plain Python too."""
compiled = pytest.mark.skipif(not IS_COMPILED, reason="takes minutes as plain Python")
SMALL = Effort(wide=1500, fresh=500, near=700, around=300, starters=80, rounds=4, samples=500)
JUDGE = {"ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}}


def known(
    place: list[tuple[float, float]], rest: list[tuple[float, float]], *, seen: list[int] | None = None,
    sd: float = 2.0, constants_sd: dict[int, float] | None = None, angle: tuple[float, float] = (80.0, 100.0),
    speed: tuple[float, float] = (500.0, 4000.0),
) -> Known:
    """Known arrays; the striker first."""
    loose = np.zeros(8)
    for column, off in (constants_sd or {}).items():
        loose[column] = off
    return make_known(
        place=np.array(place), rest=np.array(rest), seen=np.array(seen or [LIES] * len(place)), place_sd=sd,
        constants=Constants().as_row(), constants_sd=loose, angle=angle, speed=speed, seat=np.array([0.0, -1.0]),
    )


def vector(of: Known, angle: float, speed: float, **errors: float) -> np.ndarray:
    """Unknowns [1, d]: a stroke without errors but those named, as x2=1.5 (piece 2, standard deviations)."""
    z = np.zeros((1, of.unknowns))
    z[0, 0], z[0, 1] = angle, speed / 100.0
    for name, error in errors.items():
        z[0, of.places_from + 2 * int(name[1:]) + (name[0] == "y")] = error
    return z


def item(**changes: Any) -> dict[str, Any]:
    """A plain dispute of the command: the red disc straight ahead was pushed along, the black one beside it stayed."""
    whole: dict[str, Any] = {
        "before": [
            {"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b1", "colour": "black", "x": 60, "y": 120},
        ],
        "after": [
            {"id": "r1", "colour": "red", "x": 0, "y": 440}, {"id": "b1", "colour": "black", "x": 60, "y": 120},
        ],
        "striker": {"x": 0, "y": -420, "after": {"x": 0, "y": 160}},
        "known": {"angle": [85, 95], "speed": [500, 4000]}, "position_sd": 2.0, "constants_sd": {"friction": 0.02},
        "adjudicate": JUDGE, "samples": 200, "seed": 1,
    }
    return {**whole, **changes}


__all__ = ["FELL", "JUDGE", "LIES", "SMALL", "TINY", "item", "known", "vector"]
