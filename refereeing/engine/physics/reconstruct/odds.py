"""How likely each disc was touched first, as it is told.

From the samples where they are many, beside them from the worth of the modes, and less surely where no stroke explains
all that was seen.
"""

from __future__ import annotations

import numpy as np

from refereeing.engine.physics.reconstruct.evidence import Weighed, powers, probabilities
from refereeing.engine.physics.reconstruct.known import Array, Indices, Known

FEW = 20.0
"""Samples that tell as much as so many unweighted ones count half, beside the modes' own worth."""
TEMPER, POOR_TEMPER = 0.5, 0.25
"""The powers to which the worth of modes counts: where they explain what was seen, and where none does."""
RESERVED, POOR_RESERVED = 0.002, 0.04
"""Shares that all discs that moved get alike: the search may have missed what happened."""


def told_odds(known: Known, first: Indices, worth: Array, weighed: Weighed, is_explained: bool) -> dict[int, float]:
    """The probability of each first touch (-1: none), the likeliest first. first, worth [k]: the modes'.

    Where nothing fits, samples around bad fits would only say how badly each one does, far too surely.
    """
    sampled = probabilities(weighed)
    trust = weighed.effective / (weighed.effective + FEW) if is_explained else 0.0
    temper, reserved = (TEMPER, RESERVED) if is_explained else (POOR_TEMPER, POOR_RESERVED)
    by_worth = worth_odds(first, worth, temper)
    possible = sorted(sampled.keys() | by_worth.keys() | {int(disc) for disc in np.flatnonzero(known.has_moved)})
    odds = {
        disc: (1.0 - reserved) * (trust * sampled.get(disc, 0.0) + (1.0 - trust) * by_worth.get(disc, 0.0))
        + reserved / len(possible)
        for disc in possible
    }
    return dict(sorted(odds.items(), key=lambda pair: (-pair[1], pair[0])))


def worth_odds(first: Indices, worth: Array, temper: float) -> dict[int, float]:
    """Odds by the best mode of each first touch."""
    discs = sorted({int(disc) for disc in first})
    share = powers(temper * np.array([worth[first == disc].max() - worth.max() for disc in discs]))
    share /= share.sum()
    return {disc: float(part) for disc, part in zip(discs, share, strict=True)}
