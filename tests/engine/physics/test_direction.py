from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.physics.direction import direction

EIGHTHS = st.integers(-3600 * 1024, 3600 * 1024).map(lambda n: n / 1024)
"""Angles whose mirror images are exact in floating point."""


@pytest.mark.parametrize(("angle", "wanted"), [
    (0.0, (1.0, 0.0)), (90.0, (0.0, 1.0)), (180.0, (-1.0, 0.0)), (-90.0, (0.0, -1.0)), (270.0, (0.0, -1.0)),
    (360.0, (1.0, 0.0)), (450.0, (0.0, 1.0)), (-450.0, (0.0, -1.0)),
])  # fmt: skip
def test_right_angles_are_exact(angle, wanted):
    assert direction(angle) == wanted


@given(st.floats(-3600, 3600))
def test_directions_are_those_of_the_library_to_the_last_digits(angle):
    cosine, sine = direction(angle)
    turn = math.radians(math.fmod(angle, 360.0))

    assert cosine == pytest.approx(math.cos(turn), abs=2e-15)
    assert sine == pytest.approx(math.sin(turn), abs=2e-15)


@given(EIGHTHS)
def test_mirrored_angles_are_exact_mirrors(angle):
    cosine, sine = direction(angle)

    assert direction(180.0 - angle) == (-cosine, sine)
    assert direction(-angle) == (cosine, -sine)
    assert direction(90.0 - angle) == (sine, cosine)


@given(st.floats(-3600, 3600))
def test_a_direction_has_length_one(angle):
    cosine, sine = direction(angle)

    assert cosine * cosine + sine * sine == pytest.approx(1.0, abs=5e-16)
