"""Weighing modes: the mixture by hand, shares, and probabilities where they are known in closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

from refereeing.engine.physics.reconstruct.evidence import (
    FLOOR,
    Weighed,
    best_of,
    mixture_density,
    powers,
    probabilities,
    shares,
    weigh,
)
from refereeing.engine.physics.reconstruct.known import widths
from refereeing.engine.physics.reconstruct.polish import sharpness
from refereeing.engine.physics.reconstruct.strokes import play
from tests.engine.reconstruct.cases import known, vector


def test_mixture_is_that_of_normal_densities():
    dice = np.random.default_rng(2)
    middle, z = dice.normal(size=(3, 2)), dice.normal(size=(20, 2))
    roots = np.array([[[1.0, 0.0], [0.5, 2.0]], [[3.0, 0.0], [0.0, 1.0]], [[0.5, 0.0], [0.1, 0.7]]])
    share, found = np.array([0.2, 0.3, 0.5]), np.zeros(20)
    heights = np.array([2 * math.log(s) + np.linalg.slogdet(r @ r.T)[1] for s, r in zip(share, roots, strict=True)])

    mixture_density(z, middle, roots, heights, 1.0, found)

    by_hand = [
        sum(s * math.sqrt(np.linalg.det(r @ r.T)) * math.exp(-0.5 * (x - m) @ (r @ r.T) @ (x - m))
            for s, r, m in zip(share, roots, middle, strict=True))
        for x in z
    ]
    assert found == pytest.approx(np.log(by_hand))


def test_far_samples_cost_no_time_and_have_no_density():
    found = np.zeros(1)

    mixture_density(np.array([[1e4]]), np.array([[0.0]]), np.array([[[1.0]]]), np.zeros(1), 1.0, found)

    assert found[0] < -200


def test_shares_leave_nobody_out():
    found = shares(np.array([0.0, -math.log(3.0), -1e6]))

    assert found.sum() == pytest.approx(1.0)
    assert found[2] == pytest.approx(FLOOR / 3)
    assert found[0] - FLOOR / 3 == pytest.approx(3 * (found[1] - FLOOR / 3))
    assert powers(np.array([0.0, -1e4])).tolist() == [1.0, 0.0]


def test_weighing_a_stroke_that_reaches_nothing():
    """Nothing is touched: the weights are all but equal but for the tails, and no first touch is sure."""
    of = known([(0.0, -420.0), (300.0, 300.0)], [(0.0, -420.0), (300.0, 300.0)], seen=[2, 0], speed=(50.0, 120.0))
    modes = play(of, vector(of, 90.0, 80.0))
    roots, sizes = sharpness(of, modes, widths(of))

    found = weigh(of, modes, -0.5 * sizes, roots, np.random.Generator(np.random.PCG64(1)), 400)

    assert probabilities(found) == {-1: pytest.approx(1.0)}
    assert found.weight.sum() == pytest.approx(1.0)
    assert found.effective >= 100
    assert len(found.weight) % 400 == 0


def test_weighing_goes_on_while_it_tells_little():
    """A mode far off: what counts lies elsewhere, and four draws are made to find it."""
    places = [(0.0, -420.0), (0.0, 0.0)]
    of = known(places, places, seen=[2, 0], angle=(80.0, 100.0))
    modes = play(of, vector(of, 90.0, 2000.0, x1=3.0))
    roots, sizes = sharpness(of, modes, widths(of))

    found = weigh(of, modes, -0.5 * sizes, 40.0 * roots, np.random.Generator(np.random.PCG64(1)), 50)

    assert len(found.weight) > 50
    assert found.weight.sum() == pytest.approx(1.0)


def test_probabilities_add_up_the_likeliest_first():
    of = known([(0.0, -420.0), (0.0, 0.0)], [(0.0, -420.0), (0.0, 0.0)])
    strokes = play(of, np.concatenate([vector(of, 90.0, 2000.0)] * 3))._replace(first=np.array([1, -1, 1]))

    found = probabilities(Weighed(strokes, np.array([0.2, 0.5, 0.3]), 2.0))

    assert list(found.items()) == [(-1, pytest.approx(0.5)), (1, pytest.approx(0.5))]


def test_modes_worth_sampling():
    worth = np.array([0.0, -3.0, -20.0, -13.0, -15.0, -1.0])
    first = np.array([1, 1, 1, 2, 3, 1])

    assert best_of(worth, first, 2, 8.0, 14.0).tolist() == [0, 3, 5]
    assert best_of(worth, first, 8, 8.0, 100.0).tolist() == [0, 1, 3, 4, 5]
