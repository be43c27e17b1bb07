"""The search for strokes that explain what was seen: wide draws, the best of every kind refined, and round again.

A round draws strokes from what was likely beforehand, and near the best so far; keeps the best of each stratum (the
first two contacts), and polishes them while the errors, first taken fifty times larger than they are, come down to
their size. Then every good stroke is turned round so that the other disc comes first, for that is what is in dispute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.reconstruct.contest import turned_round
from refereeing.engine.physics.reconstruct.evidence import LAST_DRAWS, MOST_DRAWS, Weighed, best_of, powers, weigh
from refereeing.engine.physics.reconstruct.known import ANGLE, SPEED, Array, Indices, Known, inside, prior_draws, widths
from refereeing.engine.physics.reconstruct.linear import spread_out
from refereeing.engine.physics.reconstruct.odds import told_odds
from refereeing.engine.physics.reconstruct.polish import Order, is_order_kept, part_of, polish, sharpness
from refereeing.engine.physics.reconstruct.strokes import Strokes, costs, indices, join, misfits, play, take

COOLING = ((50.0, 1, 2), (20.0, 0.6, 2), (8.0, 0.4, 2), (3.0, 0.3, 2), (1.0, 0.2, 4))
"""How much larger the errors are taken, which share of the starters goes on, how often each is polished."""
TURNED_COOLING = ((20.0, 2), (5.0, 3), (1.0, 10))
TURNED = 12
"""Strokes that are turned round, for each disc that is brought to the front."""
FINAL_TURNS = 3
FINALISTS = 12
PARTIAL = 4
"""Between the rounds a part of the samples will do."""
KEPT = 30
"""Modes that are remembered from round to round."""
OF_A_STRATUM = 3
"""At most one in so many of the starters comes from one stratum."""
LIKENESS = (0.5, 0.8, 0.95, 0.99)
"""How much of a good stroke's errors a stroke drawn near it keeps."""
TURN_SD, SPEED_SD = 1.5, 0.07
"""By how many degrees, and which share of the speed, it differs."""
WIDENESS = (1.0, 1.5, 2.5)
WARM, BEHIND = 3.0, 20.0
"""Modes so much (logarithm) worse than the best of their first touch are drawn near e times less often; first touches
so much less likely likewise."""
HELD_DAMPING = (1e-3, 10.0)
MODES_WEIGHED, WITHIN, OF_ALL = 8, 8.0, 14.0
EXPLAINED = 5.5
"""Standard deviations: a stroke explains what was seen when every piece ended nearer than this to where it was seen."""
FREE_COST, PIECE_COST = 5.0, 1.5
"""No stroke explains anything that costs more than this and this for each piece: of what really happened nine in ten
cost less than half of it (docs/reconstruct.md)."""
NOTHING = 0.01
"""A mode that gets better by no more than this (logarithm) stays as it is."""
CONTESTED, CONTESTED_ROUNDS = 25.0, 6
"""Where another first touch comes so near (logarithm), the search goes on for so many rounds."""
STEADY = 0.02
"""The search may end when the odds changed by less than this in a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How hard to search. Strokes: `wide` in the first round; then `fresh`, `near` and `around` the best."""

    wide: int = 6_000
    fresh: int = 500
    near: int = 5_000
    around: int = 1_500
    starters: int = 200
    rounds: int = 12
    samples: int = 2_000


class Pool(NamedTuple):
    """The modes found so far, the best first."""

    strokes: Strokes
    cost: Array
    worth: Array
    """[m]: the logarithm of the evidence around each (Laplace)"""
    roots: Array
    """[m, d, d]"""
    is_new: NDArray[np.bool_]
    """[m]: not turned round yet"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the search came to. `best` [k]: the modes, likeliest first."""

    best: Strokes
    worth: Array
    weighed: Weighed
    odds: dict[int, float]
    is_explained: bool
    misfit: float
    rounds: int


def search(
    known: Known, effort: Effort, seed: int, go_on: Callable[[float, Found], bool] = lambda done, found: True
) -> Found:
    """Find what explains a dispute. `go_on` is told after every round how far the work is (0 to 1) and what is found so
    far; False ends it. The same seed gives the same answer (PCG64)."""
    dice = np.random.Generator(np.random.PCG64(seed))
    pool: Pool | None = None
    odds: dict[int, float] = {}
    rounds = 0
    while True:
        pool = next_round(known, effort, dice, pool)
        rounds += 1
        found = judge(known, pool, dice, max(1, effort.samples // PARTIAL), rounds)
        before, odds = odds, found.odds
        # Not before the second round: only from then on are strokes turned round.
        enough = rounds >= (CONTESTED_ROUNDS if is_contested(found) else 2)
        is_settled = found.is_explained and enough and is_steady(before, odds)
        if is_settled or rounds == effort.rounds or not go_on(rounds / effort.rounds, found):
            return judge(known, pool, dice, effort.samples, rounds, LAST_DRAWS)


def is_contested(found: Found) -> bool:
    """Whether another first touch explains it nearly as well."""
    other = found.worth[found.best.first != found.best.first[0]]
    return bool((other > found.worth[0] - CONTESTED).any())


def is_steady(before: dict[int, float], odds: dict[int, float]) -> bool:
    """Whether the odds have hardly changed."""
    return all(abs(odds.get(k, 0.0) - before.get(k, 0.0)) < STEADY for k in odds.keys() | before.keys())


def judge(
    known: Known, pool: Pool, dice: np.random.Generator, samples: int, rounds: int, draws: int = MOST_DRAWS
) -> Found:
    """Weigh the modes of a pool, by at most so many draws of samples."""
    which = best_of(pool.worth, pool.strokes.first, MODES_WEIGHED, WITHIN, OF_ALL)
    modes = take(pool.strokes, which)
    weighed = weigh(known, modes, pool.worth[which], pool.roots[which], dice, samples, draws)
    misfit = float(misfits(known, pool.strokes)[0])
    is_plausible = pool.cost[0] <= FREE_COST + PIECE_COST * known.pieces and pool.strokes.misses[0] == 0
    is_explained = bool(is_plausible) and misfit <= EXPLAINED * known.place_sd
    return Found(
        best=pool.strokes, worth=pool.worth, weighed=weighed,
        odds=told_odds(known, pool.strokes.first, pool.worth, weighed, is_explained), is_explained=is_explained,
        misfit=misfit, rounds=rounds,
    )  # fmt: skip


def next_round(known: Known, effort: Effort, dice: np.random.Generator, pool: Pool | None) -> Pool:
    """One round: draw, cool, turn round, remember the best."""
    z = prior_draws(known, dice, effort.wide) if pool is None else later_draws(known, effort, dice, pool)
    lots = [cooled(known, play(known, z), effort.starters)]
    if pool is not None:
        lots.append(turned(known, take(pool.strokes, pool.is_new)))
        pool = pool._replace(is_new=np.zeros_like(pool.is_new))
    new = as_pool(known, join(lots))
    merged = new if pool is None else Pool(
        join([pool.strokes, new.strokes]), *(np.concatenate(pair) for pair in zip(pool[1:], new[1:], strict=True))
    )
    return refined(known, remembered(merged))


def later_draws(known: Known, effort: Effort, dice: np.random.Generator, pool: Pool) -> Array:
    """Strokes anywhere, strokes like the best, and strokes that fit as well but differ in what is not fixed."""
    chance = attraction(pool)
    near = prior_draws(known, dice, effort.near)
    model = pool.strokes.z[dice.choice(len(chance), effort.near, p=chance)]
    likeness = dice.choice(np.array(LIKENESS), (effort.near, 1))
    difference = np.sqrt(1.0 - likeness * likeness)
    shift = dice.standard_normal((effort.near, 2))
    near[:, 2:] = likeness * model[:, 2:] + difference * near[:, 2:]
    near[:, ANGLE] = model[:, ANGLE] + difference[:, 0] * TURN_SD * shift[:, 0]
    near[:, SPEED] = model[:, SPEED] * (1.0 + difference[:, 0] * SPEED_SD * shift[:, 1])
    which = dice.choice(len(chance), effort.around, p=chance).astype(np.int64)
    draws = dice.standard_normal((effort.around, known.unknowns))
    spread_out(pool.roots, which, draws)
    around = pool.strokes.z[which] + draws * dice.choice(np.array(WIDENESS), (effort.around, 1))
    return inside(known, np.concatenate([prior_draws(known, dice, effort.fresh), near, around]))


def attraction(pool: Pool) -> Array:
    """How often each mode is drawn near: by its cost beside the others of its first touch, and each first touch by how
    far its best mode is behind, so that what is in dispute is searched on both sides."""
    chance = np.zeros(len(pool.cost))
    for disc in np.unique(pool.strokes.first):
        same = pool.strokes.first == disc
        ordered = np.sort(pool.cost[same])
        warmth = max(WARM, float(ordered[min(5, len(ordered) - 1)] - ordered[0]))
        share = powers((ordered[0] - pool.cost[same]) / warmth)
        behind = float(pool.worth.max() - pool.worth[same].max())
        chance[same] = share / share.sum() * powers(np.array([-behind / BEHIND]))[0]
    found: Array = chance / chance.sum()
    return found


def cooled(known: Known, strokes: Strokes, starters: int) -> Strokes:
    """The best of many strokes, of every stratum, polished while the errors come down to their true size."""
    damping = np.ones(len(strokes.z))
    for scale, share, turns in COOLING:
        which = best_of_strata(strokes, costs(known, strokes, scale), max(4, int(starters * share)))
        strokes, damping = take(strokes, which), np.clip(damping[which], *HELD_DAMPING)
        strokes, damping = polish(known, strokes, scale, turns, damping)
    return strokes


def best_of_strata(strokes: Strokes, cost: Array, most: int) -> Indices:
    """The cheapest strokes, not too many with the same first two contacts."""
    room = max(3, most // OF_A_STRATUM)
    counts: dict[tuple[int, int], int] = {}
    kept: list[int] = []
    for k in np.argsort(cost, kind="stable"):
        stratum = int(strokes.first[k]), int(strokes.second[k])
        counts[stratum] = counts.get(stratum, 0) + 1
        if counts[stratum] <= room:
            kept.append(int(k))
            if len(kept) == most:
                break
    return np.array(kept, dtype=np.int64)


def turned(known: Known, strokes: Strokes) -> Strokes:
    """The modes with another disc first, as good as they can be made."""
    z, first, other = turned_round(known, strokes.z, strokes.first)
    lot, order = play(known, z), Order(first, other)
    cost = costs(known, lot, TURNED_COOLING[0][0])
    kept = [which[np.argsort(cost[which], kind="stable")][:TURNED] for which in (
        indices(first == disc) for disc in np.unique(first)
    )]
    chosen = np.concatenate([np.zeros(0, dtype=np.int64), *kept])
    lot, order, damping = take(lot, chosen), part_of(order, chosen), np.full(len(chosen), 0.1)
    for scale, turns in TURNED_COOLING:
        lot, damping = polish(known, lot, scale, turns, np.clip(damping, *HELD_DAMPING), order)
    return take(lot, is_order_kept(lot, order))


def as_pool(known: Known, strokes: Strokes) -> Pool:
    """Strokes with what they are worth."""
    cost = costs(known, strokes, 1.0)
    roots, sizes = sharpness(known, strokes, widths(known))
    return Pool(strokes, cost, -cost - 0.5 * sizes, roots, np.ones(len(cost), dtype=np.bool_))


def remembered(pool: Pool) -> Pool:
    """Of every list of events the best; then the best of all, and of every first touch some."""
    seen: set[int] = set()
    counts: dict[int, int] = {}
    kept: list[int] = []
    for k in np.argsort(-pool.worth, kind="stable"):
        first, key = int(pool.strokes.first[k]), int(pool.strokes.key[k])
        if key in seen:
            continue
        seen.add(key)
        counts[first] = counts.get(first, 0) + 1
        if len(kept) < KEPT or counts[first] <= KEPT // 3:
            kept.append(int(k))
    which = np.array(kept[: 2 * KEPT], dtype=np.int64)
    columns: list[Any] = [column[which] for column in pool[1:]]
    return Pool(take(pool.strokes, which), *columns)


def refined(known: Known, pool: Pool) -> Pool:
    """The best modes polished a little more, where that leaves their first touch as it is."""
    front = np.arange(min(FINALISTS, len(pool.cost)))
    old = take(pool.strokes, front)
    new, _ = polish(known, old, 1.0, FINAL_TURNS, np.full(len(front), 0.1))
    is_better = (new.first == old.first) & (costs(known, new, 1.0) < pool.cost[front] - NOTHING)
    if not is_better.any():
        return pool
    better = as_pool(known, take(new, indices(is_better)))
    rest = np.concatenate([front[~is_better], np.arange(len(front), len(pool.cost))])
    return remembered(Pool(
        join([take(pool.strokes, rest), better.strokes]),
        *(np.concatenate([a[rest], b]) for a, b in zip(pool[1:], better[1:], strict=True)),
    ))
