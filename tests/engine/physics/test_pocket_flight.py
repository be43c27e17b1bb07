"""Fast pieces at pockets and edges against free fall and the geometry of the hole."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.physics.compiled import plain
from refereeing.engine.physics.pocket_flight import (
    fall_depth,
    fall_time,
    far_rim,
    is_thrown_over,
    ride_over,
    way_time,
)

BOTH = pytest.mark.parametrize("form", [lambda f: f, plain], ids=["compiled", "plain"])


@BOTH
def test_a_disc_falls_half_its_thickness_in_35_milliseconds(form):
    assert form(fall_time)(6.0, 9810.0) == pytest.approx(0.035, abs=5e-5)
    assert form(fall_depth)(0.035, 9810.0) == pytest.approx(6.0, abs=0.01)


@BOTH
def test_through_the_middle_a_disc_has_85_mm_of_free_way(form):
    """From the rim, 50 before the pocket's centre, to where its leading side meets the far one, 35 behind it; so that
    it is caught below 85 / 0.035 = 2.43 m/s."""
    assert form(far_rim)(50.0, 0.0, 1.0, 0.0, 15.0) == 85.0
    assert 85.0 / fall_time(6.0, 9810.0) == pytest.approx(2430, abs=5)


@BOTH
@pytest.mark.parametrize(
    ("place", "radius", "way"),
    [
        ((30.0, 40.0), 15.0, 60.0),  # a chord 40 off the middle: no far rim in front, it leaves the circle
        ((40.0, 30.0), 15.0, 40.0 + math.sqrt(35.0**2 - 30.0**2)),
        ((-40.0, 0.0), 15.0, 10.0),  # past the far rim already: out of the circle
        ((40.0, 30.0), 60.0, 80.0),  # a piece larger than the pocket
        ((-40.0, 50.0), 15.0, 0.0),  # outside, and going away
        ((-50.0, 0.0), 15.0, 0.0),
    ],
)
def test_where_the_ground_begins_again(form, place, radius, way):
    assert form(far_rim)(*place, 1.0, 0.0, radius) == pytest.approx(way)


@BOTH
def test_the_time_for_a_way_is_that_of_a_slowing_piece(form):
    """1000 mm/s, slowing by 1000 mm/s²: 375 mm in half a second, 500 at most."""
    assert form(way_time)(375.0, 1000.0, 1000.0) == pytest.approx(0.5)
    assert form(way_time)(500.0, 1000.0, 1000.0) == math.inf
    assert form(way_time)(100.0, 500.0, 0.0) == pytest.approx(0.2)


@BOTH
def test_riding_over_a_corner_leaves_what_goes_past_it(form):
    """Not fallen: everything stays. Fallen by the rounding: nothing. At 60 degrees: cos² and cos sin."""
    assert form(ride_over)(0.0, 1.0) == (1.0, 0.0)
    assert form(ride_over)(1.0, 1.0) == (0.0, 0.0)
    assert form(ride_over)(0.5, 1.0) == pytest.approx((0.25, 0.5 * math.sin(math.radians(60))))


@given(st.floats(0.0, 1.0))
def test_riding_over_makes_no_energy(part):
    stays, upwards = ride_over(part, 1.0)
    assert stays * stays + upwards * upwards <= 1.0 + 1e-12
    assert stays >= 0.0
    assert upwards >= 0.0


@BOTH
def test_a_throw_rises_as_high_as_its_energy(form):
    """v² / 2g: 20 mm need 626.4 mm/s."""
    assert not form(is_thrown_over)(626.0, 20.0, 9810.0)
    assert form(is_thrown_over)(627.0, 20.0, 9810.0)
