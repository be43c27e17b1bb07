"""Against closed forms: v²/(2 µ g), the time to an edge, the chord of a pocket's circle."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.physics.motion import POCKET_DEPTH, STILL, edge_wait, rim_way


@pytest.mark.parametrize(("place", "speed", "limit", "wanted"), [
    (0.0, 1000.0, 485.0, (1000 - math.sqrt(1000**2 - 2 * 981 * 485)) / 981),
    (0.0, -1000.0, 485.0, (1000 - math.sqrt(1000**2 - 2 * 981 * 485)) / 981),
    (484.0, 100.0, 485.0, (100 - math.sqrt(100**2 - 2 * 981 * 1)) / 981),
    (485.0, 100.0, 485.0, 0.0),  # in touch
    (485.0 + 1e-9, 100.0, 485.0, 0.0),  # over it by rounding
    (0.0, 500.0, 485.0, np.inf),  # it stops before
    (485.0, -10.0, 485.0, np.inf),  # it moves away, and stops
    (485.0, STILL, 485.0, np.inf),  # hardly a motion
    (0.0, 0.0, 485.0, np.inf),
])  # fmt: skip
def test_the_time_to_an_edge(place, speed, limit, wanted):
    slowing = -math.copysign(981.0, speed)
    end = place + speed * abs(speed) / (2 * 981.0)

    assert edge_wait(place, speed, slowing, end, limit) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(("dx", "dy", "reach", "wanted"), [
    (100.0, 0.0, 200.0, 50.0),  # straight to the middle
    (100.0, 30.0, 200.0, 60.0),  # a chord: 100 - sqrt(50² - 30²)
    (100.0, 50.0, 200.0, np.inf),  # tangent: a disc along an edge
    (100.0, 50.0 - POCKET_DEPTH / 2, 200.0, np.inf),  # not deep enough to count
    (100.0, 50.0 - 2 * POCKET_DEPTH, 200.0, 100.0),
    (100.0, 0.0, 50.0 + POCKET_DEPTH / 2, np.inf),  # stops on the rim
    (100.0, 0.0, 50.0 + 2 * POCKET_DEPTH, 50.0),
    (-100.0, 0.0, 200.0, np.inf),  # behind
    (10.0, 0.0, 200.0, 0.0),  # inside already
    (-50.0 + 1e-9, 0.0, 200.0, np.inf),  # on the rim, going out
])  # fmt: skip
def test_the_way_to_a_rim(dx, dy, reach, wanted):
    assert rim_way(dx, dy, 1.0, 0.0, reach) == pytest.approx(wanted, abs=0.02)


@given(st.floats(60, 500), st.floats(-49, 49), st.floats(0, 2 * math.pi))
def test_the_rim_is_met_on_the_rim(ahead, aside, turn):
    ux, uy = math.cos(turn), math.sin(turn)
    dx, dy = ahead * ux - aside * uy, ahead * uy + aside * ux
    way = rim_way(dx, dy, ux, uy, 1000.0)

    assert math.hypot(dx - way * ux, dy - way * uy) == pytest.approx(50.0, abs=1e-9)
