"""How much of the search's odds is told: less where no stroke explains all that was seen."""

from __future__ import annotations

import numpy as np

from refereeing.engine.physics.reconstruct.evidence import probabilities
from refereeing.engine.physics.reconstruct.known import LIES, OPEN, Known
from refereeing.engine.physics.reconstruct.search import Found

KEPT = 0.7
"""Share of the odds that is kept where nothing explains what was seen; the rest goes to every disc that moved alike."""
MOVED = 4.0
"""Standard deviations: a disc seen further than this from where it lay has moved."""


def told_odds(known: Known, found: Found) -> dict[int, float]:
    """The probability of each first touch (-1: none) as it is told, the likeliest first."""
    odds = probabilities(found.weighed)
    if found.is_explained:
        return odds
    possible = sorted(odds.keys() | moved(known))
    flat = {disc: KEPT * odds.get(disc, 0.0) + (1.0 - KEPT) / len(possible) for disc in possible}
    return dict(sorted(flat.items(), key=lambda pair: (-pair[1], pair[0])))


def moved(known: Known) -> set[int]:
    """The discs that were seen elsewhere after than before, or not at all."""
    way = np.hypot(*(known.rest - known.place).T) > MOVED * known.place_sd
    has_moved = np.where(known.seen == LIES, way, known.seen != OPEN)
    return {int(disc) for disc in np.flatnonzero(has_moved) if disc > 0}
