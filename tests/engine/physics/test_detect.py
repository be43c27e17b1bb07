"""The first crossing of a polynomial of degree four, against a dense look at it; degenerate ones by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.detect import bends, first_crossing, wait_for_lying

STILL = 6e-8


@pytest.mark.parametrize(("roots", "end", "wanted"), [
    ((1.0, 2.0, 3.0, 4.0), 5.0, 1.0),
    ((1.0, 2.0, 3.0, 4.0), 0.9, np.inf),  # not in time
    ((-2.0, -1.0, 1.5, 2.0), 5.0, 1.5),
])  # fmt: skip
def test_the_first_zero_that_falls(roots, end, wanted):
    c4, c3, c2, c1, c0 = np.poly(roots)

    assert first_crossing(c0, c1, c2, c3, c4, end, STILL) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize(("coefficients", "end", "wanted"), [
    ((1.0, -1.0, 0.0, 0.0, 0.0), 2.0, 1.0),  # a straight line
    ((1.0, -1.0, 0.0, 0.0, 0.0), 1.0, 1.0),  # at the very end
    ((4.0, -5.0, 1.0, 0.0, 0.0), 9.0, 1.0),  # a parabola: equal decelerations (pooltool #263)
    ((6.0, -11.0, 6.0, -1.0, 0.0), 9.0, 1.0),  # a cubic
    ((1.0, 0.0, 1.0, 0.0, 0.0), 9.0, np.inf),
    ((1.0, 0.0, 0.0, 0.0, 0.0), 9.0, np.inf),  # nothing changes
    ((2.0, -2.0, 1.0, 0.0, 0.0), 9.0, np.inf),  # a valley above 0, seen by its tangents or by its bottom
    ((0.26, -1.0, 1.0, 0.0, 0.0), 9.0, np.inf),
    ((0.24, -1.0, 1.0, 0.0, 0.0), 9.0, 0.4),
    ((0.24, -1.0, 1.0, 0.0, 0.0), 0.5, 0.4),
    # touching or overlapping at the beginning
    ((0.0, -1.0, 0.0, 0.0, 0.0), 9.0, 0.0),
    ((-1e-9, -1.0, 0.0, 0.0, 0.0), 9.0, 0.0),
    ((0.0, 1.0, 0.0, 0.0, 0.0), 9.0, np.inf),  # moving apart
    ((0.0, 1.0, -1.0, 0.0, 0.0), 9.0, 1.0),  # apart and together again
    ((0.0, -STILL / 2, 0.0, 0.0, 0.0), 9.0, np.inf),  # hardly approaching
    ((0.0, -STILL / 2, 1.0, 0.0, 0.0), 9.0, np.inf),
    ((0.0, 0.0, -1.0, 0.0, 0.0), 9.0, STILL / 2),  # held now, approaching a moment later
    ((-1e-3, 1e-3, -1.0, 0.0, 0.0), 9.0, 5e-4),  # overlapping: from when the slope turns
])  # fmt: skip
def test_degenerate_polynomials(coefficients, end, wanted):
    assert first_crossing(*coefficients, end, STILL) == pytest.approx(wanted, abs=1e-7)


@given(
    st.tuples(*[st.floats(-600, 600)] * 2), st.tuples(*[st.floats(-3000, 3000)] * 2),
    st.tuples(*[st.floats(-2000, 2000)] * 2), st.floats(0.01, 2),
)  # fmt: skip
def test_two_moving_pieces_against_a_dense_look(place, speed, slowing, end):
    (x, y), (u, w), (ax, ay) = place, speed, slowing
    gap = x * x + y * y - 900.0
    assume(gap > 1.0)
    found = first_crossing(
        gap, 2 * (x * u + y * w), u * u + w * w + x * ax + y * ay, u * ax + w * ay, (ax * ax + ay * ay) / 4, end, STILL)
    t = np.linspace(0, end, 4001)
    far = np.hypot(x + u * t + ax * t * t / 2, y + w * t + ay * t * t / 2) - 30.0
    inside = np.flatnonzero(far <= 0)
    if inside.size:
        first = t[inside[0]]
        assert first - t[1] - 1e-9 <= found <= first + 1e-9
    if found < np.inf:
        at = math.hypot(x + u * found + ax * found**2 / 2, y + w * found + ay * found**2 / 2)
        assert at == pytest.approx(30.0, abs=1e-7)
        assert far[t < found - 1e-9].min(initial=1.0) > -1e-7


@pytest.mark.parametrize(("dx", "dy", "vx", "lasts", "wanted"), [
    (130.0, 0.0, 1000.0, 1000 / 981, (1000 - math.sqrt(1000**2 - 2 * 981 * 100)) / 981),
    (130.0, 0.0, 400.0, 400 / 981, np.inf),  # stops after 82 mm
    (130.0, 30.0, 1000.0, 1000 / 981, np.inf),  # a graze does not approach
    (130.0, 31.0, 1000.0, 1000 / 981, np.inf),
    (-130.0, 0.0, 1000.0, 1000 / 981, np.inf),
    (0.0, 30.0, 1000.0, 1000 / 981, np.inf),  # along it
    (30.0, 0.0, 1000.0, 1000 / 981, 0.0),  # in touch
    (29.9999999, 0.0, 1000.0, 1000 / 981, 0.0),
    (30.0, 0.0, 1e-10, 1e-13, np.inf),  # in touch, hardly approaching
])  # fmt: skip
def test_the_time_to_a_piece_that_lies(dx, dy, vx, lasts, wanted):
    assert wait_for_lying(dx, dy, vx, 0.0, 30.0, lasts) == pytest.approx(wanted, rel=1e-12)


@jit
def both_bends(c2, c3, c4, end):
    return bends(c2, c3, c4, end)


@pytest.mark.parametrize(("zeros", "wanted"), [
    ((0.5, 1.5), (0.5, 1.5)), ((1.5, 0.5), (0.5, 1.5)), ((-1.0, 1.0), (1.0, 2.0)), ((-2.0, -1.0), (2.0, 2.0)),
    ((0.5, 9.0), (0.5, 2.0)), ((7.0, 9.0), (2.0, 2.0)),
])  # fmt: skip
@pytest.mark.parametrize("lead", [1.0, 30.0, 1e-6])  # never negative: a square
def test_where_the_slope_turns(zeros, wanted, lead):
    """2 c2 + 6 c3 t + 12 c4 t² = lead (t - p) (t - q)."""
    p, q = zeros

    assert both_bends(lead * p * q / 2, -lead * (p + q) / 6, lead / 12, 2.0) == pytest.approx(wanted, abs=1e-12)


def test_where_the_slope_never_turns_or_once():
    assert both_bends(1.0, 0.0, 1.0, 2.0) == (2.0, 2.0)
    assert both_bends(3.0, -1.0, 0.0, 2.0) == (1.0, 2.0)
    assert both_bends(0.0, 0.0, 0.0, 2.0) == (2.0, 2.0)
