"""Make a stroke that nearly explains what was seen explain it as well as it can.

Levenberg and Marquardt's steps on all unknowns at once, with weights for Student's t (iteratively reweighted least
squares). Within one list of events the places after are smooth in the unknowns, however wild they are from one list to
the next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.reconstruct.contest import leads
from refereeing.engine.physics.reconstruct.known import LIES, Array, Indices, Known, inside
from refereeing.engine.physics.reconstruct.linear import damped_steps, normal_matrices, roots_and_sizes
from refereeing.engine.physics.reconstruct.strokes import (
    FREEDOM,
    TRUE_SCALE,
    Strokes,
    choose,
    costs,
    indices,
    play,
    take,
)

STEP = 1e-5
"""For numerical slopes: small, since a stroke with many contacts makes ten thousand times more of it."""
STEEPEST = 1e5
TRIED = (0.03, 1.0, 30.0)
"""Each step is tried with the damping times these."""
LEAST_DAMPING, MOST_DAMPING = 1e-6, 1e6
LONGEST = 4.0
"""The longest step in one unknown."""
GIVEN_WAY = 0.3
"""mm that the first disc has to be ahead of the other, where the order is held."""
STIFFNESS = 0.15
"""mm: the standard deviation of holding the order."""
BROKEN_ORDER = 50.0
"""The cost of a stroke that touches another disc first than it must."""


class Order(NamedTuple):
    """Which disc has to be touched first, and before which other."""

    first: Indices
    """[m]"""
    other: Indices
    """[m]"""


def slopes(known: Known, strokes: Strokes) -> Array:
    """[m, 3 n, d]: how the errors (x and y), then the gaps change with the unknowns, by playing every stroke again with
    each changed a little.

    A disc that nothing happened to stays where it lies, so that it is not played again for its own place.
    """
    m, n, d = len(strokes.z), known.pieces, known.unknowns
    found = np.zeros((m, 3 * n, d))
    own = np.arange(2 * n)
    found[:, own, known.places_from + own] = np.repeat(known.seen == LIES, 2).astype(np.float64)
    changed, places = [], []
    for j in range(d):
        piece = max(0, (j - known.places_from) // 2)
        which = indices(strokes.touched[:, piece])
        z = strokes.z[which]
        z[:, j] += STEP
        changed.append(z)
        places.append((j, which))
    played = play(known, np.concatenate(changed))
    begin = 0
    for j, which in places:
        end = begin + len(which)
        rise = (all_errors(take(played, np.arange(begin, end))) - all_errors(take(strokes, which))) / STEP
        found[which, :, j] = np.minimum(np.maximum(rise, -STEEPEST), STEEPEST)
        begin = end
    return found


def all_errors(strokes: Strokes) -> Array:
    """[m, 3 n]: the errors, then the gaps."""
    m, n = strokes.gap.shape
    return np.concatenate([strokes.error.reshape(m, 2 * n), strokes.gap], axis=1)


def weights(strokes: Strokes, scale: float) -> Array:
    """[m, 3 n]: how much every error and every gap counts; far ones count little."""
    squares = (strokes.error * strokes.error).sum(axis=2) / (scale * scale)
    errors = np.repeat((FREEDOM + 2.0) / (FREEDOM + squares), 2, axis=1)
    gaps = strokes.gap / scale
    counted = (gaps > 0.0) & (scale > TRUE_SCALE)
    return np.concatenate([errors, np.where(counted, (FREEDOM + 1.0) / (FREEDOM + gaps * gaps), 0.0)], axis=1)


def order_costs(known: Known, strokes: Strokes, order: Order) -> tuple[Array, Array, Array]:
    """What holding the order costs [m], by how much it is missed [m], and the slope of that [m, d]."""
    ahead, slope = np.zeros(len(strokes.z)), np.zeros_like(strokes.z)
    leads(known, strokes.z, order.first, order.other, ahead, slope)
    missed = np.maximum(GIVEN_WAY - ahead, 0.0) / STIFFNESS
    cost = 0.5 * missed * missed + np.where(strokes.first != order.first, BROKEN_ORDER, 0.0)
    return cost, missed, np.where((ahead < GIVEN_WAY + STIFFNESS)[:, None], -slope / STIFFNESS, 0.0)


def whole_costs(known: Known, strokes: Strokes, scale: float, order: Order | None) -> Array:
    """[m]: what is made small."""
    found = costs(known, strokes, scale)
    return found if order is None else found + order_costs(known, strokes, order)[0]


def steps_for(
    known: Known, strokes: Strokes, rise: Array, scale: float, damping: Array, order: Order | None
) -> list[Array]:
    """The vectors [m, d] to be tried next, one lot for each damping of `TRIED`; rise: the strokes' slopes."""
    m = len(strokes.z)
    slope = rise / scale
    weight, error = weights(strokes, scale), all_errors(strokes) / scale
    if order is not None:
        _, missed, row = order_costs(known, strokes, order)
        slope = np.concatenate([slope, row[:, None]], axis=1)
        weight = np.concatenate([weight, np.ones((m, 1))], axis=1)
        error = np.concatenate([error, missed[:, None]], axis=1)
    matrices = np.zeros((m, known.unknowns, known.unknowns))
    normal_matrices(slope, weight, known.prior, matrices)
    downhill = (slope * (weight * error)[:, :, None]).sum(axis=1) + known.prior * strokes.z
    # At the end of its range an unknown stays, so that the others do not count on its moving on.
    is_stuck = ((strokes.z <= known.least) & (downhill > 0.0)) | ((strokes.z >= known.most) & (downhill < 0.0))
    hold(matrices, downhill, is_stuck)
    room, tried = np.zeros((known.unknowns, known.unknowns)), []
    for factor in TRIED:
        step = np.zeros_like(strokes.z)
        damped_steps(matrices, downhill, damping * factor, room, step)
        tried.append(inside(known, strokes.z + np.minimum(np.maximum(step, -LONGEST), LONGEST)))
    return tried


def hold(matrices: Array, downhill: Array, is_stuck: NDArray[np.bool_]) -> None:
    """Take unknowns [m, d] out of the equations: their step is 0."""
    downhill[is_stuck] = 0.0
    rows = np.broadcast_to(is_stuck[:, :, None], matrices.shape)
    matrices[rows | rows.transpose(0, 2, 1)] = 0.0
    own = np.arange(is_stuck.shape[1])
    matrices[:, own, own] += is_stuck


def polish(
    known: Known, strokes: Strokes, scale: float, turns: int, damping: Array, order: Order | None = None
) -> tuple[Strokes, Array]:
    """Improve m strokes, `turns` times; never makes one worse. Returns them and the damping [m] to go on with.

    With an order the first touch is held: the best stroke of that kind often lies on the very border to the other.
    """
    cost = whole_costs(known, strokes, scale, order)
    own = np.arange(len(strokes.z))
    rise, is_better = slopes(known, strokes), np.zeros(len(own), dtype=np.bool_)
    for _ in range(turns):
        rise[is_better] = slopes(known, take(strokes, is_better))
        tried = [play(known, z) for z in steps_for(known, strokes, rise, scale, damping, order)]
        found = np.stack([whole_costs(known, each, scale, order) for each in tried])
        best = found.argmin(axis=0)
        is_better = found[best, own] < cost
        new = tried[0]
        for k in range(1, len(TRIED)):
            new = choose(best == k, tried[k], new)
        strokes, cost = choose(is_better, new, strokes), np.where(is_better, found[best, own], cost)
        damping = damping * np.where(is_better, np.array(TRIED)[best], TRIED[-1])
        damping = np.minimum(np.maximum(damping, LEAST_DAMPING), MOST_DAMPING)
    return strokes, damping


def sharpness(known: Known, strokes: Strokes, width: Array) -> tuple[Array, Array]:
    """How narrowly the unknowns are fixed around each stroke: the factor [m, d, d] of the precision, and the logarithm
    of its determinant [m] (Laplace). width [d]: the precision before anything was seen."""
    m, d = strokes.z.shape
    matrices, roots, sizes = np.zeros((m, d, d)), np.zeros((m, d, d)), np.zeros(m)
    normal_matrices(slopes(known, strokes), weights(strokes, 1.0), width, matrices)
    roots_and_sizes(matrices, roots, sizes)
    return roots, sizes


def is_order_kept(strokes: Strokes, order: Order) -> NDArray[np.bool_]:
    """[m]: whether the striker touches first what it must."""
    found: NDArray[np.bool_] = strokes.first == order.first
    return found


def part_of(order: Order, which: Indices) -> Order:
    """The order for some of the strokes."""
    return Order(order.first[which], order.other[which])
