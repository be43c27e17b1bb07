"""Which of two discs is nearer on the striker's way, by hand; and turning that round."""

from __future__ import annotations

import math

import numpy as np
import pytest

from refereeing.engine.physics.reconstruct.contest import WANTED, lead, lead_slope, turned_round
from refereeing.engine.physics.reconstruct.strokes import play
from tests.engine.reconstruct.cases import known, vector

STRIKER = (0.0, -420.0)


def test_lead_of_discs_in_the_middle_and_at_the_side():
    """Straight up: a disc in the middle at y is reached at y - 37.5, one 22.5 to the side at y - 30."""
    of = known([STRIKER, (0.0, 0.0), (22.5, 30.0)], [STRIKER, (0.0, 0.0), (22.5, 30.0)])
    z = vector(of, 90.0, 2000.0)[0]

    assert lead(of, z, 1, 2) == pytest.approx((30.0 - 30.0) - (0.0 - 37.5))
    assert lead(of, z, 2, 1) == pytest.approx(-37.5)


def test_a_disc_beside_the_way_loses_eight_for_one():
    of = known([STRIKER, (0.0, 0.0), (40.0, 0.0)], [STRIKER, (0.0, 0.0), (40.0, 0.0)])
    rim = 37.5 * 0.997

    found = lead(of, vector(of, 90.0, 2000.0)[0], 1, 2)

    assert found == pytest.approx(37.5 - math.sqrt(37.5**2 - rim**2) + 8 * (40.0 - rim))


def test_slopes_are_those_of_the_lead():
    of = known([STRIKER, (5.0, 0.0), (-20.0, 31.0)], [STRIKER, (5.0, 0.0), (-20.0, 31.0)])
    z, slope = vector(of, 91.0, 2000.0)[0], np.zeros(of.unknowns)

    here = lead_slope(of, z, 1, 2, slope)

    assert here == lead(of, z, 1, 2)
    assert slope[1] == 0.0
    for j in (0, of.places_from + 3, of.places_from + 4):
        moved = z.copy()
        moved[j] += 0.01
        assert lead(of, moved, 1, 2) - here == pytest.approx(0.01 * slope[j], rel=0.02)
    assert slope[of.places_from + 3] == pytest.approx(-2.0, abs=0.1)  # disc 1 further away by 2 mm a deviation


def test_the_other_disc_is_brought_to_the_front():
    of = known([STRIKER, (-15.0, 100.0), (16.0, 103.0)], [STRIKER, (-15.0, 100.0), (16.0, 103.0)])
    z = np.concatenate([vector(of, 90.0, 2000.0), vector(of, 60.0, 2000.0)])
    first = play(of, z).first

    changed, new, old = turned_round(of, z, first)

    assert first.tolist() == [1, -1]
    assert (new.tolist(), old.tolist()) == ([2], [1])
    assert lead(of, changed[0], 2, 1) == pytest.approx(WANTED, abs=0.1)
    assert play(of, changed).first[0] == 2
    assert np.abs(changed[0, 2:]).max() < 2.0


def test_what_is_far_behind_is_not_turned():
    of = known([STRIKER, (0.0, 0.0), (20.0, 60.0)], [STRIKER, (0.0, 0.0), (20.0, 60.0)])

    changed, new, old = turned_round(of, vector(of, 90.0, 2000.0), np.array([1]))

    assert (len(changed), len(new), len(old)) == (0, 0, 0)
