"""A hash of everything that strokes of every kind give, printed: `python -m tests.engine.physics.many_strokes`."""

from __future__ import annotations

import hashlib
import random

import numpy as np

from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.params import Constants
from tests.engine.physics.strokes import KINDS, launch, position

STROKES = 70


def digest() -> str:
    """SHA-256 over the bytes of all answers."""
    rng, found = random.Random(20), hashlib.sha256()
    for n in range(STROKES):
        discs = position(rng, KINDS[n % len(KINDS)])
        x, y, angle, speed = launch(rng, discs)
        out = simulate_batch(np.array([discs]).reshape(1, -1, 2), [[x, y, angle, min(speed, 6000.0)]],
                             [Constants().as_row()], keep=100, player="S")
        for column in out:
            found.update(np.ascontiguousarray(column).tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(digest())
