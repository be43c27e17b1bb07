"""Friction of a sliding and spinning ring against its integral, its limits and published values."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.physics.compiled import plain
from refereeing.engine.physics.ring import TWO_OVER_PI, ring_factors, ring_pair

POINTS = 20_000


def by_quadrature(speed: float, rim: float) -> tuple[float, float]:
    """F and T as the mean over the ring of the friction's direction: the definition, by the rectangle rule.

    A point of the ring at angle a moves with (speed - rim sin a, rim cos a).
    """
    along = turning = 0.0
    for step in range(POINTS):
        angle = 2 * math.pi * (step + 0.5) / POINTS
        x, y = speed - rim * math.sin(angle), rim * math.cos(angle)
        far = math.hypot(x, y)
        along += x / far
        turning += (-math.sin(angle) * x + math.cos(angle) * y) / far
    return along / POINTS, turning / POINTS


@pytest.mark.parametrize("ratio", [0.05, 0.2, 0.5, 0.9, 1.1, 2.0, 5.0, 30.0])
def test_the_factors_are_the_mean_over_the_ring(ratio):
    assert ring_factors(1.0, ratio) == pytest.approx(by_quadrature(1.0, ratio), abs=1e-9)


@pytest.mark.parametrize(
    ("speed", "rim", "factors"),
    [
        (1000.0, 0.0, (1.0, 0.0)),  # no spin: Coulomb
        (0.0, 20.0, (0.0, 1.0)),  # no speed: all of the friction turns
        (0.0, 0.0, (1.0, 1.0)),
        (7.0, 7.0, (TWO_OVER_PI, TWO_OVER_PI)),
        # Abramowitz and Stegun, table 17.1: K(0.5) = 1.85407 46773, E(0.5) = 1.35064 38810.
        (1.0, math.sqrt(0.5), (TWO_OVER_PI * 1.3506438810, TWO_OVER_PI * math.sqrt(2) * (1.350643881 - 0.92703733865))),
    ],
)
def test_known_places(speed, rim, factors):
    assert ring_factors(speed, rim) == pytest.approx(factors, abs=1e-9)


def test_little_spin_is_the_start_of_the_series():
    """F = 1 - e^2/4, T = e/2 (1 + e^2/8) to the fourth order: no digits are lost where both differences vanish."""
    ratio = 1e-4
    force, torque = ring_factors(1.0, ratio)
    assert 1.0 - force == pytest.approx(ratio * ratio / 4, rel=1e-6)
    assert torque == pytest.approx(ratio / 2 * (1 + ratio * ratio / 8), rel=1e-13)


@given(st.floats(0.0, 1.0))
def test_the_larger_is_the_larger_and_both_are_within_the_limits(ratio):
    larger, smaller = ring_pair(ratio)
    assert 0.0 <= smaller <= larger <= 1.0
    assert larger >= TWO_OVER_PI - 1e-12
    assert (larger, smaller) == plain(ring_pair)(ratio)


@given(st.floats(1e-3, 1e4), st.floats(1e-3, 1e4))
def test_speed_and_spin_change_places(speed, rim):
    force, torque = ring_factors(speed, rim)
    assert ring_factors(rim, speed) == (torque, force) or speed == rim


@given(st.floats(0.0, 1e4), st.floats(0.0, 1e4), st.floats(0.0, 1e4))
def test_more_spin_is_less_friction_along_the_way(speed, rim, more):
    assert ring_factors(speed + 1.0, rim + more)[0] <= ring_factors(speed + 1.0, rim)[0] + 1e-15


@given(st.floats(1e-3, 1e4), st.floats(1e-3, 1e4))
def test_friction_never_exceeds_coulomb(speed, rim):
    """F^2 + T^2 <= 1... with equality only for pure sliding or pure turning."""
    force, torque = plain(ring_factors)(speed, rim)
    assert force * force + torque * torque <= 1.0 + 1e-12
