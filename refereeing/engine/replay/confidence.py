"""How much of the search's odds is told: less where no stroke explains all that was seen."""

from __future__ import annotations

from refereeing.engine.physics.reconstruct.evidence import probabilities
from refereeing.engine.physics.reconstruct.search import Found

FLATTENED = 0.7
"""Share of the odds that is kept where nothing explains what was seen; the rest goes to all that was found alike."""


def told_odds(found: Found) -> dict[int, float]:
    """The probability of each first touch (-1: none) as it is told, the likeliest first."""
    odds = probabilities(found.weighed)
    if found.is_explained:
        return odds
    return {disc: FLATTENED * p + (1.0 - FLATTENED) / len(odds) for disc, p in odds.items()}
