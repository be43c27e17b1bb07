"""The model `full` on positions that are hard for it: every run ends, and nothing overlaps or is lost."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from refereeing.engine.physics.full_batch import simulate_full_batch
from refereeing.engine.physics.full_params import FullConstants
from tests.engine.physics.full_strokes import FULL, opening, scattered

ALL_ON = replace(FULL, pocket_rounding=1.0, edge_lift=0.05)
GAPS = (0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.05, 0.1, 0.2)
DISCS = 16


def row(rng):
    """The opening row with a gap, and discs scattered between it and the striker."""
    gap = rng.choice(GAPS)
    discs, launch = opening(rng, gap=gap)
    return discs, launch


def along_an_edge(rng):
    """Discs that lie along an edge, and past its pockets, one behind the other."""
    gap, start = rng.choice(GAPS), rng.uniform(-340, -200)
    places = [(start + k * (30.0 + gap), 485.0) for k in range(DISCS)]
    return places, (rng.uniform(-340, 340), -430.0, rng.uniform(60, 120), rng.uniform(500, 6000), rng.uniform(-90, 90))


def cluster(rng):
    """A heap in the middle, each disc touching one before it, or nearly."""
    gap, places = rng.choice(GAPS), [(rng.uniform(-50, 50), rng.uniform(-50, 50))]
    while len(places) < DISCS:
        x, y = rng.choice(places)
        angle = rng.choice((rng.randrange(6) * math.pi / 3, rng.uniform(0, 2 * math.pi)))
        new = (x + (30.0 + gap) * math.cos(angle), y + (30.0 + gap) * math.sin(angle))
        if all(math.dist(new, other) >= 30.0 - 1e-9 for other in places):
            places.append(new)
    return places, (0.0, -430.0, rng.uniform(80, 100), rng.uniform(500, 6000), rng.uniform(-90, 90))


def corners(rng):
    """Discs at the edges beside the pockets, in and against the corners' sides."""
    places = [(sx * 485.0, sy * y) for sx in (-1, 1) for sy in (-1, 1) for y in (rng.uniform(200, 340), 375.0)]
    places += [(sx * x, 485.0) for sx in (-1, 1) for x in (rng.uniform(200, 340), 375.0)]
    places += [(x, rng.uniform(-200, 200)) for x in (-100.0, -60.0, 60.0, 100.0)]
    return places, (rng.uniform(-340, 340), -430.0, rng.uniform(5, 175), rng.uniform(2000, 9000), rng.uniform(-90, 90))


KINDS = {
    "scattered": scattered, "row": row, "edge": along_an_edge, "cluster": cluster, "corners": corners,
    "doubles": lambda rng: scattered(rng, 32), "doubles row": lambda rng: opening(rng, rng.choice(GAPS), sides=4),
}  # fmt: skip


def mirrored(starts, launches):
    """The same strokes turned by half a circle: places and directions change their signs, spins do not."""
    turned = launches.copy()
    turned[:, :2] *= -1.0
    turned[:, 2] = np.where(launches[:, 2] < 180.0, launches[:, 2] + 180.0, launches[:, 2] - 180.0)
    return -starts, turned


def hold(kind: str, strokes: int, constants: FullConstants) -> None:
    """Play strokes of a kind and check what must hold for each."""
    rng = random.Random(f"{kind} {strokes}")
    played = [KINDS[kind](rng) for _ in range(strokes)]
    starts, launches = np.array([discs for discs, _ in played]), np.array([launch for _, launch in played])
    launches[:, 2] = np.round(launches[:, 2] * 2**20) / 2**20  # so that half a circle more is exact
    out, beyond = simulate_full_batch(starts, launches, constants.as_row()[None], keep=200)
    assert (out.status == 0).all(), f"{kind}: {np.flatnonzero(out.status)}"
    assert np.isfinite(out.after).all()
    assert (beyond >= 0).all()
    radius = np.array([22.5] + [15.0] * starts.shape[1])
    here = out.fate == 0
    inside = np.abs(out.after).max(axis=2) <= 500.0 - radius + 1e-6
    assert (inside | ~here).all(), f"{kind}: over the edge"
    for i in range(1, len(radius)):
        apart = np.hypot(*(out.after[:, i, None, :] - out.after[:, :i, :]).transpose(2, 0, 1))
        both = here[:, i, None] & here[:, :i]
        least = np.broadcast_to(radius[i] + radius[:i], both.shape)[both] - 1e-6
        assert (apart[both] >= least).all(), f"{kind}: overlap"
    other, _ = simulate_full_batch(*mirrored(starts, launches), constants.as_row()[None], keep=200)
    assert (out.after == -other.after).all(), f"{kind}: its mirror image differs"


@pytest.mark.parametrize("kind", KINDS)
def test_hard_positions(kind):
    hold(kind, 60, FULL)
    hold(kind, 30, ALL_ON)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_thousand_hard_positions(kind):
    hold(kind, 12_000, FULL)
    hold(kind, 3_000, ALL_ON)
