"""Which of two discs is nearer on the striker's way: the question of most disputes, and how to turn it round."""

from __future__ import annotations

import math

import numpy as np

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.direction import direction
from refereeing.engine.physics.params import RADIUS_DISC, RADIUS_STRIKER
from refereeing.engine.physics.reconstruct.known import ANGLE, Array, Indices, Known, inside

BESIDE = 0.997
"""Share of the reach beyond which a disc counts as passed: it would be hit no more than in a breath."""
PASSED = 8.0
"""mm of lead lost for every mm further beside the way."""
STEP = 1e-5
NEAR = 25.0
"""mm of way: discs that the striker would touch so soon after the first might have been the first."""
WANTED = 0.5
"""mm by which the other disc is brought before the first."""
TURNS = 6
"""Steps of Newton's method to do so."""
FARTHEST = 5.0
"""Standard deviations: what takes a larger error than this is not tried."""
ANGLE_WEIGHT = 0.3
"""Square degrees of turning that cost as much as one standard deviation of a place."""


@jit
def lead(known: Known, z: Array, a: int, b: int) -> float:
    """How many mm of the striker's way disc a is before disc b, as the vector lays them; the discs are two."""
    from_ = 2 + known.loose.size
    cosine, sine = direction(z[0])
    reach = known.constants[RADIUS_DISC] + known.constants[RADIUS_STRIKER]
    ways = (0.0, 0.0)
    for turn in range(2):
        i = a if turn == 0 else b
        dx = known.place[i, 0] - known.place[0, 0]
        dx += known.place_sd * (z[from_ + 2 * i] - z[from_])
        dy = known.place[i, 1] - known.place[0, 1]
        dy += known.place_sd * (z[from_ + 2 * i + 1] - z[from_ + 1])
        beside = abs(dy * cosine - dx * sine)
        counted = min(beside, BESIDE * reach)
        way = dx * cosine + dy * sine - math.sqrt(reach * reach - counted * counted) + PASSED * (beside - counted)
        ways = (way, ways[1]) if turn == 0 else (ways[0], way)
    return ways[1] - ways[0]


@jit
def lead_slope(known: Known, z: Array, a: int, b: int, slope: Array) -> float:
    """The lead, and in `slope` [d] how it changes with every unknown."""
    here = lead(known, z, a, b)
    slope[:] = 0.0
    from_ = 2 + known.loose.size
    for j in (0, from_, from_ + 1, from_ + 2 * a, from_ + 2 * a + 1, from_ + 2 * b, from_ + 2 * b + 1):
        kept = z[j]
        z[j] = kept + STEP
        slope[j] = (lead(known, z, a, b) - here) / STEP
        z[j] = kept
    return here


@jit
def leads(known: Known, z: Array, a: Indices, b: Indices, found: Array, slopes: Array) -> None:
    """`lead_slope` of many vectors."""
    for m in range(found.size):
        found[m] = lead_slope(known, z[m], a[m], b[m], slopes[m])


@jit
def bring_forward(known: Known, z: Array, a: Indices, b: Indices, found: Array, slope: Array) -> None:
    """Change every vector as little as may be, so that disc a is before disc b by `WANTED`; found [m]: by how much it
    is then."""
    for m in range(found.size):
        for _ in range(TURNS):
            here = lead_slope(known, z[m], a[m], b[m], slope)
            lacking = max(WANTED - here, 0.0)
            size = 0.0
            for j in range(slope.size):
                size += slope[j] * slope[j] * (ANGLE_WEIGHT if j == ANGLE else 1.0)
            for j in range(slope.size):
                z[m, j] += (ANGLE_WEIGHT if j == ANGLE else 1.0) * slope[j] * lacking / size
        found[m] = lead(known, z[m], a[m], b[m])


def turned_round(known: Known, z: Array, first: Indices) -> tuple[Array, Indices, Indices]:
    """For every stroke [m, d] and every disc that it nearly touched first: the stroke changed a little, so that it did.

    Returns vectors, the disc that is now to be first, and the one that was.
    """
    parts = [np.zeros((0, known.unknowns))]
    new, old = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for i in range(1, known.pieces):
        which = np.flatnonzero((first > 0) & (first != i))
        a, b = np.full(len(which), i, dtype=np.int64), first[which]
        changed, found = z[which], np.zeros(len(which))
        leads(known, changed, a, b, found, np.zeros_like(changed))
        near = (found < 0.0) & (found > -NEAR)
        changed, a, b, found = changed[near].copy(), a[near], b[near], found[near].copy()
        bring_forward(known, changed, a, b, found, np.zeros(known.unknowns))
        is_possible = (found > 0.0) & (np.abs(changed - z[which][near]).max(axis=1, initial=0.0) < FARTHEST)
        parts.append(changed[is_possible])
        new.append(a[is_possible])
        old.append(b[is_possible])
    return inside(known, np.concatenate(parts)), np.concatenate(new), np.concatenate(old)
