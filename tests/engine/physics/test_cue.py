"""A cue's stroke against momentum, energy and the limits of the tip."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.cue import Cue, cue_strike

STRIKER = {"mass": 22.0, "radius": 22.5, "inertia": 0.5}


def test_a_stroke_through_the_middle_is_the_central_impact():
    """v = (1 + e) V M / (M + m), no spin."""
    hit = cue_strike(Cue(mass=500.0, restitution=0.75), speed=1000.0, offset=0.0, **STRIKER)
    assert hit.speed == pytest.approx(1.75 * 1000.0 * 500.0 / 522.0)
    assert hit.spin == 0.0


def test_beside_the_middle_it_turns_as_the_lever_says():
    """omega = v b / (inertia R^2); right of the centre anticlockwise."""
    hit = cue_strike(Cue(), speed=1000.0, offset=9.0, **STRIKER)
    assert hit.spin == pytest.approx(hit.speed * 9.0 / (0.5 * 22.5**2))
    assert hit.spin > 0


def test_the_tip_slips_outside_its_cone():
    """b/R <= sin(atan(grip)): 0.5145 for a grip of 0.6."""
    most = 22.5 * math.sin(math.atan(0.6))
    assert cue_strike(Cue(), speed=1.0, offset=-most * 0.999, **STRIKER).spin < 0
    with pytest.raises(EngineError) as caught:
        cue_strike(Cue(), speed=1.0, offset=-most * 1.001, **STRIKER)
    assert (caught.value.code, caught.value.path) == ("miscue", "striker.cue.offset")
    assert caught.value.message


@given(st.floats(0.0, 1.0), st.floats(50.0, 2000.0), st.floats(1.0, 5000.0), st.floats(-11.0, 11.0))
def test_momentum_is_kept_and_energy_is_not_made(restitution, cue_mass, speed, offset):
    hit = cue_strike(Cue(mass=cue_mass, restitution=restitution), speed=speed, offset=offset, **STRIKER)
    moment = 0.5 * 22.0 * 22.5**2
    cue_after = speed - 22.0 * hit.speed / cue_mass
    before = 0.5 * cue_mass * speed**2
    after = 0.5 * cue_mass * cue_after**2 + 0.5 * 22.0 * hit.speed**2 + 0.5 * moment * hit.spin**2
    assert after <= before * (1 + 1e-12)
    # The tip and the point it hits part with the restitution.
    assert hit.speed + hit.spin * offset - cue_after == pytest.approx(restitution * speed, abs=1e-6)


@given(st.floats(0.0, 11.0))
def test_the_mirror_image_turns_the_other_way(offset):
    right, left = (cue_strike(Cue(), speed=800.0, offset=b, **STRIKER) for b in (offset, -offset))
    assert (right.speed, right.spin) == (left.speed, -left.spin)
