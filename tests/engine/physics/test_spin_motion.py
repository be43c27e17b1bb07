"""The stretches of a spinning piece against the law integrated finely, and the law's known limits."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereeing.engine.physics.compiled import plain
from refereeing.engine.physics.ring import ring_factors
from refereeing.engine.physics.spin_motion import spin_stretch

SLOWING = 981.0
DISC = 0.81 / 0.5356
"""m rho^2 / I of a disc with its ring at 0.9 R."""
SPEEDS = st.floats(0.0, 6000.0)


def fine(speed: float, rim: float, coupling: float, until: float) -> tuple[float, float, float]:
    """Path, speed and rim at a time, by Runge and Kutta's fourth-order steps of a thousandth of what is left."""

    def slope(v, u):
        force, torque = ring_factors(max(v, 0.0), max(u, 0.0))
        return -SLOWING * force, -SLOWING * coupling * torque

    path = time = 0.0
    while time < until and speed > 1e-3:
        force, torque = ring_factors(speed, rim)
        h = min(until - time, 1e-3 * speed / force / SLOWING)
        if rim > 0:
            h = min(h, 1e-3 * rim / torque / SLOWING / coupling)
        a = slope(speed, rim)
        b = slope(speed + h / 2 * a[0], rim + h / 2 * a[1])
        c = slope(speed + h / 2 * b[0], rim + h / 2 * b[1])
        d = slope(speed + h * c[0], rim + h * c[1])
        path += h * speed + h * h / 6 * (a[0] + b[0] + c[0])
        speed += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        rim += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
        time += h
    return path, speed, rim


def stretched(speed: float, rim: float, coupling: float, until: float = math.inf) -> tuple[float, float, float, int]:
    """Path, speed and rim at a time by the stretches, and their number."""
    path = time = 0.0
    for number in range(1, 200):
        slowing, turning, lasts, is_last = spin_stretch(speed, rim, SLOWING, coupling)
        step = min(lasts, until - time)
        path += step * speed - 0.5 * slowing * step * step
        speed, rim, time = speed - slowing * step, rim - turning * step, time + step
        if is_last or time >= until:
            return path, speed, rim, number
    raise AssertionError("it never comes to rest")


@pytest.mark.parametrize("ratio", [0.1, 0.34, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("speed", [300.0, 2000.0])
@pytest.mark.parametrize("coupling", [0.64 / 0.5356, DISC, 1.0 / 0.5356])
def test_the_path_is_the_law_s_to_a_thousandth(speed, ratio, coupling):
    for part in (0.2, 0.6, 3.0):
        until = part * speed / SLOWING
        path, *_ = fine(speed, ratio * speed, coupling, until)
        assert stretched(speed, ratio * speed, coupling, until)[0] == pytest.approx(path, rel=1.5e-3, abs=0.1)


@pytest.mark.parametrize(("ratio", "longer"), [(0.1, 0.003), (0.2, 0.013), (0.34, 0.039), (0.5, 0.084), (1.0, 0.36)])
def test_spin_lengthens_the_way_as_published(ratio, longer):
    """Measured before with another program, ring at 0.9 R (docs/physics-full.md): to the digits that were given."""
    speed = 1500.0
    path = stretched(speed, ratio * speed, DISC)[0]
    assert path / (speed * speed / (2 * SLOWING)) - 1.0 == pytest.approx(longer, abs=0.0015 + 0.005 * longer)


def test_without_spin_it_is_the_one_stretch_of_slide():
    assert spin_stretch(1234.5, 0.0, SLOWING, DISC) == (SLOWING, 0.0, 1234.5 / SLOWING, True)
    assert spin_stretch(0.0, 0.0, SLOWING, DISC) == (SLOWING, 0.0, 0.0, True)


def test_with_the_law_off_spin_changes_nothing_and_ends_with_the_motion():
    assert spin_stretch(981.0, 50.0, SLOWING, 0.0) == (SLOWING, 50.0, 1.0, True)
    assert spin_stretch(0.0, 50.0, SLOWING, 0.0) == (SLOWING, 0.0, 0.0, True)


def test_a_piece_that_only_spins_turns_out_where_it_is():
    slowing, turning, lasts, is_last = spin_stretch(0.0, 300.0, SLOWING, 2.0)
    assert (slowing, turning, is_last) == (0.0, 2 * SLOWING, True)
    assert lasts == pytest.approx(300.0 / (2 * SLOWING))


@pytest.mark.parametrize(("ring", "ratio"), [(0.8, 0.94), (0.9, 0.77), (1.0, 0.41)])
def test_spin_and_speed_settle_at_the_published_ratio(ring, ratio):
    """Where c T(e) = e F(e) the ratio stays, below it grows. Started there, one stretch is enough."""
    coupling, low, high = ring * ring / 0.5356, 1e-6, 1.0
    for _ in range(60):
        e = 0.5 * (low + high)
        force, torque = ring_factors(1.0, e)
        low, high = (low, e) if coupling * torque > e * force else (e, high)
    assert e == pytest.approx(ratio, abs=0.01)
    slowing, turning, _, is_last = spin_stretch(1000.0, 1000.0 * e, SLOWING, coupling)
    assert is_last
    assert turning / slowing == pytest.approx(e, rel=1e-9)


def test_a_thin_ring_ends_as_fast_as_it_turns():
    """I = m rho^2: e -> 1 and the path is pi/2 times as long (F = T = 2/pi)."""
    path, _, _, number = stretched(1000.0, 1000.0, 1.0)
    assert path == pytest.approx(1000.0**2 / (2 * SLOWING) * math.pi / 2, rel=1e-12)
    assert number == 1


@settings(max_examples=150)
@given(SPEEDS, SPEEDS, st.floats(0.2, 4.0))
def test_speed_and_spin_fall_and_reach_zero_together(speed, rim, coupling):
    number = 0
    while number < 200:
        number += 1
        slowing, turning, lasts, is_last = plain(spin_stretch)(speed, rim, SLOWING, coupling)
        assert slowing >= 0.0
        assert turning >= 0.0
        assert lasts >= 0.0
        before = speed, rim
        speed, rim = speed - slowing * lasts, rim - turning * lasts
        assert speed <= before[0]
        assert rim <= before[1]
        if is_last:
            break
        assert speed > 0.0
        assert rim > 0.0
    assert number < 200
    assert abs(speed) < 1e-6
    assert abs(rim) < 1e-6
