"""A hash of everything that strokes of the model `full` give: `python -m tests.engine.physics.full_digest`."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import numpy as np

from refereeing.engine.physics.full_batch import simulate_full_batch
from tests.engine.physics.full_strokes import FULL, opening, scattered


def digest() -> str:
    """SHA-256 over the bytes of all answers: scattered strokes with spin, and opening rows, with every law on."""
    rng, found = random.Random(21), hashlib.sha256()
    row = replace(FULL, pocket_rounding=1.0, edge_lift=0.05).as_row()
    strokes = [scattered(rng, rng.randint(1, 16)) for _ in range(30)] + [opening(rng) for _ in range(3)]
    for discs, launch in strokes:
        out, beyond = simulate_full_batch(np.array([discs]), np.array([launch]), row[None], keep=100, player="S")
        for column in (*out, beyond):
            found.update(np.ascontiguousarray(column).tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(digest())
