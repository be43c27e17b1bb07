"""How much of the search's odds is told: less where no stroke explains all that was seen."""

from __future__ import annotations

import numpy as np

from refereeing.engine.physics.reconstruct.evidence import powers, probabilities
from refereeing.engine.physics.reconstruct.known import Known
from refereeing.engine.physics.reconstruct.search import Found

TEMPER = 0.25
"""The power to which the modes' worth counts where nothing explains what was seen (docs/reconstruct.md)."""
RESERVED = 0.04
"""Share that every disc that moved gets alike then: the search may have missed what happened."""


def told_odds(known: Known, found: Found) -> dict[int, float]:
    """The probability of each first touch (-1: none) as it is told, the likeliest first."""
    odds = probabilities(found.weighed) if found.is_explained else flattened(known, found)
    return dict(sorted(odds.items(), key=lambda pair: (-pair[1], pair[0])))


def flattened(known: Known, found: Found) -> dict[int, float]:
    """Odds by the best mode of each first touch. None of them fits, so that samples around them would only say how
    badly each one does: far too surely."""
    first = found.best.first
    discs = sorted({int(disc) for disc in first})
    share = powers(TEMPER * np.array([found.worth[first == disc].max() - found.worth.max() for disc in discs]))
    share /= share.sum()
    possible = sorted(set(discs) | {int(disc) for disc in np.flatnonzero(known.has_moved)})
    odds = dict.fromkeys(possible, RESERVED / len(possible))
    for disc, part in zip(discs, share, strict=True):
        odds[disc] += (1.0 - RESERVED) * float(part)
    return odds
