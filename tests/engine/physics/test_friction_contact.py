"""The tangential impulse against its closed forms, and what no impulse may do."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.physics.compiled import plain
from refereeing.engine.physics.friction_contact import slip_give, slip_speed, tangential_impulse

MASS, RADIUS, INERTIA = 5.5, 15.0, 0.5356 * 5.5 * 15.0 * 15.0
GIVE = 1 / MASS + RADIUS * RADIUS / INERTIA
FINITE = st.floats(-1e5, 1e5)


def test_the_rim_gives_way_by_mass_and_by_turning():
    assert slip_give(1 / MASS, RADIUS, 1 / INERTIA) == pytest.approx(1 / MASS + 1 / (0.5356 * MASS))


def test_rims_that_turn_the_same_way_slip_on_each_other():
    """Two wheels turning anticlockwise pass each other in opposite directions where they touch: the speeds add up."""
    assert slip_speed(100.0, 30.0, 5.0) == 135.0


@pytest.mark.parametrize(
    ("slip", "impulse"),
    [
        (1e5, 0.1 * 1000.0),  # it slips all the time: mu J
        (-1e5, -0.1 * 1000.0),
        (10.0, 10.0 / GIVE),  # it sticks: the slip ends
        (-10.0, -10.0 / GIVE),
        (0.0, 0.0),
        (0.1 * 1000.0 * GIVE, 100.0),  # just at the limit both are the same
    ],
)
def test_coulomb_up_to_sticking(slip, impulse):
    assert tangential_impulse(slip, 1000.0, 0.1, GIVE) == pytest.approx(impulse)


@pytest.mark.parametrize(("friction", "throw"), [(0.1, 5.7), (0.2, 11.3)])
def test_the_throw_is_the_angle_of_friction(friction, throw):
    """A disc hit with lasting slip leaves atan(mu) off the line of centres, turning with mu/0.5356 of its speed."""
    normal = 8000.0
    along = tangential_impulse(1e6, normal, friction, GIVE)
    assert math.degrees(math.atan2(along, normal)) == pytest.approx(throw, abs=0.05)
    rim, speed = along * RADIUS / INERTIA * RADIUS, normal / MASS
    assert rim / speed == pytest.approx(friction / 0.5356)


def test_without_friction_there_is_none():
    assert tangential_impulse(500.0, 1000.0, 0.0, GIVE) == 0.0


@given(FINITE, st.floats(0.0, 1e6), st.floats(0.0, 2.0), st.floats(1e-3, 10.0))
def test_slip_is_slowed_never_turned_round_and_energy_lost(slip, normal, friction, give):
    for form in (tangential_impulse, plain(tangential_impulse)):
        impulse = form(slip, normal, friction, give)
        after = slip - impulse * give
        assert abs(after) <= abs(slip) + 1e-9
        assert after * slip >= -1e-6 * abs(slip)
        assert abs(impulse) <= friction * normal
        # What the pieces gain: -J slip + J^2 give / 2, never above 0.
        assert -impulse * slip + 0.5 * impulse * impulse * give <= 1e-6


@given(FINITE, st.floats(0.0, 1e6), st.floats(0.0, 2.0), st.floats(1e-3, 10.0))
def test_the_mirror_image_is_exact(slip, normal, friction, give):
    assert tangential_impulse(-slip, normal, friction, give) == -tangential_impulse(slip, normal, friction, give)
