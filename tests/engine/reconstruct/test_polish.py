"""Strokes made to fit: slopes, steps, the held order, the sharpness of what is found."""

from __future__ import annotations

import numpy as np
import pytest

from refereeing.engine.physics.reconstruct.known import widths
from refereeing.engine.physics.reconstruct.polish import (
    Order,
    is_order_kept,
    order_costs,
    part_of,
    polish,
    sharpness,
    slopes,
    whole_costs,
)
from refereeing.engine.physics.reconstruct.relive import relive
from refereeing.engine.physics.reconstruct.strokes import FREEDOM, costs, misfits, play
from tests.engine.reconstruct.cases import known, vector

STRIKER, AHEAD, ASIDE = (0.0, -420.0), (4.0, 100.0), (300.0, 100.0)


def after(angle: float, speed: float):
    """A dispute that this stroke explains without any error."""
    places = [STRIKER, AHEAD, ASIDE]
    of = known(places, places)
    ends = relive(of, vector(of, angle, speed)[0]).ends
    return known(places, [tuple(end) for end in ends])


def test_slopes_of_a_stroke():
    of = after(90.0, 1500.0)
    here = play(of, vector(of, 90.0, 1500.0))
    faster = play(of, vector(of, 90.0, 1501.0))

    found = slopes(of, here)

    assert found.shape == (1, 9, of.unknowns)
    assert found[0, :6, 1] == pytest.approx((faster.error - here.error).reshape(6) / 0.01, rel=0.05, abs=0.05)
    own = of.places_from + 4
    assert found[0, :, own].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]  # the untouched disc lies where it lay


def test_a_near_stroke_becomes_the_right_one():
    of = after(90.0, 1500.0)
    near = play(of, np.concatenate([vector(of, 89.2, 1400.0), vector(of, 90.6, 1650.0)]))
    before = costs(of, near, 1.0)

    found, _ = polish(of, near, 10.0, 3, np.ones(2))
    found, damping = polish(of, found, 1.0, 12, np.full(2, 0.1))

    assert np.all(costs(of, found, 1.0) < 1e-3)
    assert np.all(before > 5.0)
    assert np.all(misfits(of, found) < 0.2)
    assert found.z[:, 0] == pytest.approx([90.0, 90.0], abs=0.2)
    assert np.all(damping > 0)


def test_polishing_never_makes_worse():
    of = after(90.0, 3500.0)
    strokes = play(of, vector(of, 84.0, 600.0))

    found, _ = polish(of, strokes, 1.0, 2, np.ones(1))

    assert costs(of, found, 1.0)[0] <= costs(of, strokes, 1.0)[0]


def test_an_unknown_at_the_end_of_its_range_stays():
    """The best direction lies outside the range: at its end, all else still becomes as good as it can."""
    of = after(90.0, 1500.0)
    of = of._replace(least=np.concatenate([[90.5], of.least[1:]]))
    start = play(of, vector(of, 90.5, 1300.0))

    found, _ = polish(of, start, 1.0, 8, np.full(1, 0.1))

    assert found.z[0, 0] == pytest.approx(90.5, abs=0.01)
    assert found.z[0, 1] == pytest.approx(15.0, abs=0.2)
    assert costs(of, found, 1.0)[0] < 0.1 * costs(of, start, 1.0)[0]


def test_the_order_is_held():
    """Two discs at the same distance: what fits best has disc 1 first, and disc 2 is to be."""
    places = [STRIKER, (-16.0, 100.0), (16.0, 102.0)]
    of = known(places, places)
    of = known(places, [tuple(end) for end in relive(of, vector(of, 90.0, 1500.0)[0]).ends])
    order = Order(np.array([2]), np.array([1]))
    start = play(of, vector(of, 90.0, 1500.0, y1=0.9, y2=-0.9))

    free, _ = polish(of, start, 1.0, 8, np.full(1, 0.1))
    held, _ = polish(of, start, 1.0, 8, np.full(1, 0.1), order)

    assert is_order_kept(start, order).all()
    assert is_order_kept(held, order).all()
    assert whole_costs(of, held, 1.0, order)[0] < whole_costs(of, start, 1.0, order)[0]
    assert costs(of, free, 1.0)[0] <= costs(of, held, 1.0)[0]
    cost, missed, _ = order_costs(of, play(of, vector(of, 90.0, 1500.0)), order)
    assert missed[0] > 1.0
    assert cost[0] == pytest.approx(50.0 + 0.5 * missed[0] ** 2)
    assert part_of(order, np.array([0])).first.tolist() == [2]


def test_sharpness_without_any_event_is_the_noise_alone():
    """A striker that reaches nothing: the untouched disc was seen twice, so its place is twice as sure and a little
    more than that by the weight of Student's t in the middle: 1 + (f + 2) / f."""
    places = [STRIKER, (300.0, 300.0)]
    of = known(places, places, seen=[2, 0])
    strokes = play(of, vector(of, 90.0, 100.0))

    roots, sizes = sharpness(of, strokes, widths(of))

    precision = roots[0] @ roots[0].T
    assert precision[of.places_from + 2, of.places_from + 2] == pytest.approx(1.0 + (FREEDOM + 2.0) / FREEDOM)
    assert precision[of.places_from, of.places_from] == pytest.approx(1.0)
    assert sizes[0] == pytest.approx(np.linalg.slogdet(precision)[1])
