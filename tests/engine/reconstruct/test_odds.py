"""What is told of the first touch: by samples, by the worth of modes, less surely where nothing fits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from refereeing.engine.physics.reconstruct.evidence import Weighed
from refereeing.engine.physics.reconstruct.odds import POOR_RESERVED, told_odds, worth_odds
from refereeing.engine.physics.reconstruct.strokes import play
from tests.engine.reconstruct.cases import known, vector

PLACES = [(0.0, -420.0), (0.0, 100.0), (40.0, 120.0), (300.0, 300.0)]
OF = known(PLACES, [(0.0, 200.0), (0.0, 300.0), (90.0, 200.0), (300.0, 300.0)])
FIRST, WORTH = np.array([1, 1, 2]), np.array([-20.0, -30.0, -20.0 - 2 * math.log(3.0)])


def sampled(effective: float) -> Weighed:
    strokes = play(OF, np.concatenate([vector(OF, 90.0, 1500.0)] * 2))._replace(first=np.array([1, 2]))
    return Weighed(strokes, np.array([0.6, 0.4]), effective)


def test_worth_counts_by_the_best_mode():
    assert worth_odds(FIRST, WORTH, 0.5) == {1: pytest.approx(0.75), 2: pytest.approx(0.25)}


def test_many_samples_are_believed_and_few_half():
    many = told_odds(OF, FIRST, WORTH, sampled(1e9), True)
    few = told_odds(OF, FIRST, WORTH, sampled(20.0), True)

    assert many == {1: pytest.approx(0.6, abs=0.002), 2: pytest.approx(0.4, abs=0.002)}
    assert few[1] == pytest.approx((0.6 + 0.75) / 2, abs=0.002)
    assert sum(few.values()) == pytest.approx(1.0)


def test_where_nothing_fits_the_odds_are_flat_and_every_moved_disc_has_some():
    found = told_odds(OF, np.array([1]), np.array([-90.0]), sampled(1e9)._replace(weight=np.array([1.0, 0.0])), False)

    assert found == {1: pytest.approx(1 - POOR_RESERVED / 2), 2: pytest.approx(POOR_RESERVED / 2)}
    assert list(found) == [1, 2]
