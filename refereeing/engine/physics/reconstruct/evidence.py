"""How likely every kind of explanation is: weighted samples around the best ones.

Each mode that the search found is a normal distribution (Laplace); samples are drawn from the mixture of all of them
and weighed by prior times likelihood over the mixture (importance sampling, deterministic mixture weights: Owen and
Zhou, J. Am. Stat. Assoc. 95, 2000). So modes that overlap, or are cut off where another disc would be touched first,
are counted rightly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.reconstruct.known import Array, Indices, Known, inside
from refereeing.engine.physics.reconstruct.linear import spread_out
from refereeing.engine.physics.reconstruct.logarithm import exp, ln
from refereeing.engine.physics.reconstruct.strokes import Strokes, costs, join, play

WIDER = 1.2
"""Samples are spread a little wider than the modes, so that no tail goes unseen."""
FORGOTTEN = 400.0
"""Squared deviations from a mode beyond which it adds nothing to the mixture."""
FLOOR = 0.2
"""Share of the samples that all modes get alike, however unlikely they look."""
OUTSIDE = 1e9
"""The cost of a vector outside its limits."""
MOST_DRAWS, LAST_DRAWS, ENOUGH = 4, 16, 100
"""Between the rounds of the search, and for the answer that stands."""
FIRST_GUESS = 0.5
"""The power of the modes' worth by which they are drawn first: Laplace's is a rough guess."""


class Weighed(NamedTuple):
    """Samples of what may have happened."""

    strokes: Strokes
    """[m]"""
    weight: Array
    """[m], adding up to 1"""
    effective: float
    """as many unweighted samples would tell as much"""


def weigh(
    known: Known, modes: Strokes, worth: Array, roots: Array, dice: np.random.Generator, samples: int,
    draws: int = MOST_DRAWS,
) -> Weighed:
    """Draw samples and weigh them. After a first draw that tells which modes deserve how many, at least `samples` are
    kept; more, up to `draws` times as many, until they tell as much as `ENOUGH` unweighted ones.

    The heaviest sample of every draw becomes a mode of its own: where events cut a mode short, its middle may lie off
    what counts.
    """
    middle, share = modes.z, shares(FIRST_GUESS * worth)
    kept: list[tuple[Strokes, Array]] = []
    for turn in range(1 + draws):
        which, strokes, log_weight = drawn(known, middle, roots, share, dice, samples if turn else max(1, samples // 2))
        if turn > 0:
            kept.append((strokes, log_weight))
            found = together(kept)
            if found.effective >= min(ENOUGH, samples / 2):
                break
        weight = powers(log_weight - log_weight.max())
        best = int(weight.argmax())
        middle, roots = np.concatenate([middle, strokes.z[best : best + 1]]), roots[[*range(len(roots)), which[best]]]
        share = mixed(np.append(np.bincount(which, weights=weight, minlength=len(share)), weight[best]))
    return found


def drawn(
    known: Known, middle: Array, roots: Array, share: Array, dice: np.random.Generator, count: int
) -> tuple[Indices, Strokes, Array]:
    """Samples of the mixture: from which mode, the strokes, and the logarithms of their weights."""
    which = dice.choice(len(share), count, p=share).astype(np.int64)
    draws = dice.standard_normal((count, known.unknowns))
    spread_out(roots, which, draws)
    z = middle[which] + WIDER * draws
    is_inside = ((z >= known.least) & (z <= known.most)).all(axis=1)
    strokes = play(known, inside(known, z))
    density, logarithms = np.zeros(count), np.zeros(len(share))
    logs_of(share, logarithms)
    sizes = 2.0 * np.array([sum_of_logs(root) for root in roots])
    mixture_density(z, middle, roots, sizes + 2.0 * logarithms, WIDER, density)
    return which, strokes, np.where(is_inside, -costs(known, strokes, 1.0), -OUTSIDE) - density


def together(kept: list[tuple[Strokes, Array]]) -> Weighed:
    """Several draws as one: all weights are measured against the same prior times likelihood."""
    log_weight = np.concatenate([weight for _, weight in kept])
    weight = powers(log_weight - log_weight.max())
    weight /= weight.sum()
    return Weighed(join([strokes for strokes, _ in kept]), weight, float(1.0 / (weight * weight).sum()))


def shares(log_worth: Array) -> Array:
    """How many of the samples every mode gets."""
    found = powers(log_worth - log_worth.max())
    return mixed(found)


def mixed(share: Array) -> Array:
    """A share of all samples evenly, the rest as given."""
    found: Array = (1.0 - FLOOR) * share / share.sum() + FLOOR / len(share)
    found /= found.sum()
    return found


def powers(values: Array) -> Array:
    """e to the power of each."""
    found = np.zeros(len(values))
    powers_of(values, found)
    return found


@jit
def powers_of(values: Array, found: Array) -> None:
    """The loop of `powers`."""
    for k in range(values.size):
        found[k] = exp(values[k])


@jit
def logs_of(values: Array, found: Array) -> None:
    """The logarithm of each."""
    for k in range(values.size):
        found[k] = ln(values[k])


@jit
def sum_of_logs(root: Array) -> float:
    """The logarithm of a factor's determinant."""
    total = 0.0
    for i in range(root.shape[0]):
        total += ln(root[i, i])
    return total


@jit
def mixture_density(z: Array, middle: Array, roots: Array, heights: Array, wider: float, found: Array) -> None:
    """found [m]: the logarithm of the mixture at every z [m, d], up to a constant; heights [k]: twice the logarithm of
    share times determinant."""
    d = z.shape[1]
    terms = np.zeros(middle.shape[0])
    for m in range(z.shape[0]):
        top = -1e300
        for k in range(middle.shape[0]):
            far = 0.0
            for i in range(d):
                total = 0.0
                for j in range(i, d):
                    total += roots[k, j, i] * (z[m, j] - middle[k, j])
                far += total * total
                if far > FORGOTTEN:
                    break
            terms[k] = 0.5 * heights[k] - 0.5 * far / (wider * wider)
            top = max(top, terms[k])
        total = 0.0
        for k in range(middle.shape[0]):
            total += exp(terms[k] - top)
        found[m] = top + ln(total)


def probabilities(weighed: Weighed) -> dict[int, float]:
    """How likely each disc was touched first (-1: none), the likeliest first."""
    found = np.bincount(weighed.strokes.first + 1, weights=weighed.weight)
    ranked = sorted(((float(p), k - 1) for k, p in enumerate(found) if p > 0.0), key=lambda pair: (-pair[0], pair[1]))
    return {disc: p for p, disc in ranked}


def best_of(worth: Array, first: Indices, most: int, within: float, of_all: float) -> Indices:
    """The modes that are worth being sampled: of every first touch at most so many, none that is too far behind its own
    best (`within`, logarithm), or behind the best of all."""
    kept: list[int] = []
    for disc in np.unique(first):
        which = np.flatnonzero(first == disc)
        ordered = which[np.argsort(-worth[which], kind="stable")][:most]
        floor = max(float(worth[ordered[0]]) - within, float(worth.max()) - of_all)
        kept += [int(k) for k in ordered if worth[k] >= floor]
    return np.array(sorted(kept), dtype=np.int64)
