"""Hard positions: rows with gaps from nothing to a millimetre, edges past the pockets, corners, clusters, 32 discs.

Every run ends; nothing overlaps by more than 1e-6 mm; energy never rises beyond what the floor of pressed contacts
gives; momentum is kept in every contact; mirrored strokes are mirrors. `--long`: 100,000 of them.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from refereeing.engine.physics.layout import FROM_T, FROM_VX, FROM_VY, FROM_X, FROM_Y, PIECE
from refereeing.engine.physics.params import Constants
from refereeing.engine.physics.resolve import FLOOR
from refereeing.engine.physics.simulate import Launch, simulate
from tests.engine.physics.strokes import KINDS, launch, position

OVERLAP = 1e-6
MORE = 8
"""How many of a stroke's instants are looked at in full."""


def any_constants(rng):
    if rng.random() < 0.6:
        return Constants()
    return Constants(
        friction=rng.uniform(0.03, 0.3), restitution_disc=rng.choice((0.0, 1.0, rng.random())),
        restitution_edge=rng.choice((0.0, 1.0, rng.random())), mass_disc=rng.uniform(3, 9),
        mass_striker=rng.uniform(10, 25))


def places_at(run, start, t, slowing):
    """Where everything is at an instant, from the list of ways alone."""
    found, speeds = np.array(start, dtype=float), np.zeros((len(start), 2))
    for way in run.ways[run.ways[:, FROM_T] <= t]:
        v = np.array([way[FROM_VX], way[FROM_VY]])
        speed = np.hypot(*v)
        lasts = min(t - way[FROM_T], speed / slowing) if speed > 0 else 0.0
        unit = v / speed if speed > 0 else v
        i = int(way[PIECE])
        found[i] = np.array([way[FROM_X], way[FROM_Y]]) + unit * (speed * lasts - slowing * lasts**2 / 2)
        speeds[i] = unit * (speed - slowing * lasts)
    for kind, body, _, when, *_ in run.events.tolist():
        if kind == 3 and when <= t:
            found[int(body)] = np.nan
    return found, speeds


def deepest(places, constants):
    """The deepest overlap of two pieces, or of a piece and an edge."""
    radii = np.full(len(places), constants.radius_disc)
    radii[0] = constants.radius_striker
    on = ~np.isnan(places[:, 0])
    p, r = places[on], radii[on]
    apart = np.hypot(*(p[:, None] - p[None]).transpose(2, 0, 1)) - r[:, None] - r[None]
    np.fill_diagonal(apart, np.inf)
    return max(-apart.min(initial=0.0), (np.abs(p) - (500.0 - r)[:, None]).max(initial=0.0))


def check_overlaps(rng, run, start, constants):
    slowing = constants.friction * constants.gravity
    instants = [run.duration, *rng.sample(run.events[:, 3].tolist(), min(MORE, len(run.events)))]
    for t in instants:
        places, _ = places_at(run, start, t, slowing)
        assert deepest(places, constants) <= OVERLAP


def check_instants(run, start, constants):
    """At each instant with contacts: momentum kept where no edge took part, energy no higher than before."""
    slowing, masses = constants.friction * constants.gravity, np.full(len(start), constants.mass_disc)
    masses[0] = constants.mass_striker
    for t in np.unique(run.events[run.events[:, 0] <= 2, 3])[:MORE]:
        here = run.events[run.events[:, 3] == t]
        if (here[:, 0] > 2).any():
            continue
        _, before = places_at_before(run, start, t, slowing)
        _, after = places_at(run, start, t, slowing)
        given = FLOOR * FLOOR * masses.sum()
        assert (masses * (after**2).sum(1)).sum() <= (masses * (before**2).sum(1)).sum() * (1 + 1e-12) + given
        if (here[:, 0] == 1).all():
            kept, was = (masses[:, None] * after).sum(0), (masses[:, None] * before).sum(0)
            assert np.abs(kept - was).max() <= 1e-9 * (1 + np.abs(masses[:, None] * before).sum())


def places_at_before(run, start, t, slowing):
    """As `places_at`, without what changed at t itself."""
    earlier = run.ways[run.ways[:, FROM_T] < t] if t > 0 else run.ways[:1]
    return places_at(type("Ways", (), {"ways": earlier, "events": run.events})(), start, t, slowing)


def check_mirror(discs, stroke, run, row):
    x, y, angle, speed = stroke
    other = simulate(Launch(discs=tuple((px, -py) for px, py in discs), x=x, y=-y, angle=-angle, speed=speed), row)
    assert (other.after[:, 0] == run.after[:, 0]).all()
    assert (other.after[:, 1] == -run.after[:, 1]).all()
    assert (other.events[:, [0, 1, 3]] == run.events[:, [0, 1, 3]]).all()


def check(seed):
    rng = random.Random(seed)
    discs = position(rng, KINDS[seed % len(KINDS)])
    stroke, constants = launch(rng, discs), any_constants(rng)
    x, y, angle, speed = stroke
    row = constants.as_row()
    run = simulate(Launch(discs=tuple(discs), x=x, y=y, angle=angle, speed=speed), row)
    start = [(x, y), *discs]
    check_overlaps(rng, run, start, constants)
    check_instants(run, start, constants)
    check_mirror(discs, stroke, run, row)


@pytest.mark.parametrize("part", range(7))
def test_hard_positions(part):
    for n in range(25):
        check(7 * n + part)


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_a_hundred_thousand_hard_positions(part):
    for n in range(1000):
        check(1000 + 1000 * part + n)
