"""How long a stroke of the model `full` takes, beside the same strokes of `slide`.

    .venv/bin/python -m benchmarks.physics_full

To hold, on one core: a scattered stroke at most ten times `slide`; the opening row under 3 ms; the first answer of a
process under 1 s with what was compiled before, under 30 s without. Strokes are those of the tests
(`tests/engine/physics/full_strokes.py`). Times are those of the processor: the machine may do other things meanwhile.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.figures import Figure, report
from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.full_batch import simulate_full_batch
from refereeing.engine.physics.full_params import FullConstants
from refereeing.engine.physics.params import Constants
from tests.engine.physics.full_strokes import opening, scattered

ROOT = Path(__file__).resolve().parent.parent
STROKES, ROWS, ROUNDS = 1000, 200, 7
TIMES_SLIDE, ROW_LIMIT, WARM_LIMIT, COLD_LIMIT, MEMORY_LIMIT = 10.0, 3000.0, 1.0, 30.0, 250.0
FIRST = """
import resource, time
begin = time.process_time()
import numpy as np
from refereeing.engine.physics.full_batch import simulate_full_batch
from refereeing.engine.physics.full_params import FullConstants
launches = np.array([[0.0, -430.0, 90.0, 2000.0, 0.0]])
simulate_full_batch(np.array([[[0.0, 0.0]]]), launches, FullConstants().as_row()[None])
print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def shortest(do: Callable[[], object], strokes: int) -> float:
    """µs of processor time a stroke, in the best of some rounds."""
    found = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        do()
        found.append((time.process_time() - begin) * 1e6 / strokes)
    return min(found)


def first_answer(folder: Path) -> tuple[float, float]:
    """s of processor time and MB of a process until its first answer."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", FIRST]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)


def figures() -> list[Figure]:
    """Batches of scattered strokes and of opening rows; the first answer, cold and warm."""
    rng = random.Random(4)
    slide_row, full_row = Constants().as_row()[None], FullConstants().as_row()[None]
    with tempfile.TemporaryDirectory(prefix="novuss-kernels-") as folder:
        cold, _ = first_answer(Path(folder))
        warm, memory = first_answer(Path(folder))
    found = []
    for what, made, limit in (
        ("scattered", [scattered(rng) for _ in range(STROKES)], 0.0),
        ("opening row", [opening(rng, sides=2) for _ in range(ROWS)], ROW_LIMIT),
    ):
        starts, launches = np.array([one for one, _ in made]), np.array([one for _, one in made])
        simulate_batch(starts[:1], launches[:1, :4], slide_row)
        simulate_full_batch(starts[:1], launches[:1], full_row)
        slide = shortest(lambda s=starts, v=launches: simulate_batch(s, v[:, :4], slide_row), len(made))
        full = shortest(lambda s=starts, v=launches: simulate_full_batch(s, v, full_row), len(made))
        note = f"slide {slide:.0f} µs"
        found.append(Figure(what=f"full, {what}", unit="µs", value=full, limit=limit or TIMES_SLIDE * slide, note=note))
    return [
        *found,
        Figure(what="full, first answer, cached", unit="s", value=warm, limit=WARM_LIMIT),
        Figure(what="full, first answer, never compiled", unit="s", value=cold, limit=COLD_LIMIT),
        Figure(what="full, memory, cached", unit="MB", value=memory, limit=MEMORY_LIMIT),
    ]


if __name__ == "__main__":
    sys.exit(report(figures()))
