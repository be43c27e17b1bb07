"""How long simulated strokes take, with pooltool 0.6 beside them.

    .venv/bin/python -m benchmarks.physics
    .venv/bin/python -m benchmarks.physics --without-pooltool

To hold, on one core: `slide` 40 µs a stroke with 16 scattered discs in a batch of 1,000, 45 µs from the opening row,
110 µs in doubles; 1,000 samples of one stroke in 60 ms, with their verdicts in 250 ms; the first answer of a new
process in 1 s from kept kernels and in 8 s without; 250 MB.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks import pooltool
from benchmarks.figures import Figure, report, share
from refereeing.engine.facts import Contact, Cushion, Disc, Event, OwnLineRecrossed, Pocketed, Stroke
from refereeing.engine.physics.batch import Batch, simulate_batch
from refereeing.engine.physics.layout import CONTACT, CUSHION, EDGES, POCKET_ORDER, POCKETED
from refereeing.engine.physics.params import Constants
from refereeing.engine.replay.reconstruct_input import Judge, read_judge
from refereeing.engine.rules.adjudicate import adjudicate
from tests.engine.physics.strokes import DOUBLES, ROW, scattered

ROOT = Path(__file__).resolve().parent.parent
STROKES, ROUNDS = 1000, 11
JUDGE = {"ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}}
FIRST = """
import json, resource, sys, time
begin = time.perf_counter()
from refereeing.engine.replay.simulation import simulate_json
asked = json.loads(sys.argv[1])
simulate_json(asked)
print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def launches(rng: random.Random, low: float, high: float) -> np.ndarray:
    """Strokes into the table from the middle of the zone."""
    return np.array([(rng.uniform(-300, 300), -420.0, rng.uniform(50, 130), rng.uniform(low, high))
                     for _ in range(STROKES)])


def micro(what: str, starts: np.ndarray, strokes: np.ndarray, limit: float | None) -> Figure:
    """µs of the processor a stroke in a batch: the median of some rounds, each of the same 1,000."""
    row = Constants().as_row()[None]
    taken = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        out = simulate_batch(starts, strokes, row)
        taken.append((time.process_time() - begin) * 1e6 / len(strokes))
    note = f"{out.count.mean():.0f} events in the mean, {out.count.max()} at most"
    return Figure(what=what, unit="µs", value=share(taken, 0.5), limit=limit, median=min(taken), note=note)


def milli(what: str, do: Callable[[], object], limit: float) -> Figure:
    """ms of the processor for something that is done ten times."""
    taken = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        do()
        taken.append((time.process_time() - begin) * 1e3)
    return Figure(what=what, unit="ms", value=share(taken, 0.5), limit=limit, median=min(taken))


def ensemble(discs: list[tuple[float, float]]) -> Batch:
    """1,000 samples of one stroke: places to 0.5 mm, direction to 0.1°, speed to 1 %."""
    rng = np.random.default_rng(1)
    starts = np.array(discs) + rng.normal(0, 0.5, (STROKES, len(discs), 2))
    strokes = np.array([0.0, -420.0, 80.0, 3000.0]) + rng.normal(0, 1, (STROKES, 4)) * [0.5, 0.5, 0.1, 30.0]
    return simulate_batch(starts, strokes, Constants().as_row()[None], keep=128, player="S")


def verdicts(discs: list[tuple[float, float]], judge: Judge) -> int:
    """The same, each sample judged."""
    ids = ["striker", *(f"d{n}" for n in range(len(discs)))]
    before = {uid: Disc(uid, "red" if n % 2 else "black", *discs[n]) for n, uid in enumerate(ids[1:])}
    batch = ensemble(discs)
    rows = [column.tolist() for column in (batch.kinds, batch.pairs, batch.fate, batch.after)]
    for kinds, pairs, fates, places in zip(*rows, strict=True):
        events = tuple(fact(kind, *pair, ids) for kind, pair in zip(kinds, pairs, strict=True) if kind)
        after = {uid: Disc(uid, before[uid].colour, *places[n]) for n, uid in enumerate(ids) if n and not fates[n]}
        adjudicate(Stroke(judge.ruleset, judge.mode, judge.player, judge.colours, before, (0.0, -420.0), events, after,
                          judge.state, {}))
    return len(rows[0])


def fact(kind: int, a: int, b: int, ids: list[str]) -> Event:
    """One event of a batch as the rules know it."""
    if kind == CONTACT:
        return Contact(ids[a], (ids[b],))
    if kind == CUSHION:
        return Cushion(ids[a], EDGES[b])
    return Pocketed(ids[a], POCKET_ORDER[b]) if kind == POCKETED else OwnLineRecrossed()


def first_answers() -> list[Figure]:
    """A new process whose kernels were never compiled, and one that finds them kept; what they need of memory."""
    places = scattered(random.Random(3), 8)
    discs = [{"id": f"d{n}", "colour": "red", "x": x, "y": y} for n, (x, y) in enumerate(places)]
    asked = json.dumps({"model": "slide", "discs": discs, "striker": {"x": 0, "y": -420, "angle": 85, "speed": 3000}})
    with tempfile.TemporaryDirectory(prefix="novuss-kernels-") as folder:
        runs = [first_answer(asked, folder) for _ in range(4)]
    cold, kept = runs[0], sorted(runs[1:])
    return [
        Figure(what="first answer of a new process, never compiled", unit="s", value=cold[0], limit=8.0,
               note=f"{cold[2]:.1f} s of the processor"),
        Figure(what="first answer of a new process, kernels kept", unit="s", value=kept[1][0], limit=1.0,
               median=kept[0][0], note=f"{kept[1][2]:.1f} s of the processor"),
        Figure(what="memory of a process that compiles", unit="MB", value=cold[1], limit=250.0),
        Figure(what="memory of a process that simulates", unit="MB", value=kept[1][1], limit=250.0),
    ]  # fmt: skip


def first_answer(asked: str, folder: str) -> tuple[float, float, float]:
    """Seconds to the first answer, imports included; MB at most; seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", FIRST, asked], cwd=ROOT, capture_output=True, text=True, check=True,
                          env={**os.environ, "NUMBA_CACHE_DIR": folder})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, memory = (float(part) for part in done.stdout.split())
    return seconds, memory, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figures() -> list[Figure]:
    """All of them; the kernels are compiled before anything is measured."""
    rng = random.Random(1)
    singles = np.array([scattered(rng, 16) for _ in range(STROKES)])
    doubles = np.array([scattered(rng, 32) for _ in range(STROKES)])
    straight = np.array([(0.0, -420.0, rng.uniform(20, 160), rng.uniform(500, 6000)) for _ in range(STROKES)])
    judge, discs = read_judge(JUDGE), singles[7].tolist()
    simulate_batch(singles, straight, Constants().as_row()[None])
    return [
        micro("slide: 16 discs scattered, 0.5 to 6 m/s", singles, straight, 40.0),
        micro("slide: the opening row, 2 to 6 m/s", np.array([ROW]), launches(rng, 2000, 6000), 45.0),
        micro("slide: doubles, 32 discs scattered", doubles, straight, 110.0),
        micro("slide: doubles, four opening rows", np.array([DOUBLES]), launches(rng, 2000, 6000), 110.0),
        milli("slide: 1,000 samples of one stroke", lambda: ensemble(discs), 60.0),
        milli("slide: 1,000 samples with their verdicts", lambda: verdicts(discs, judge), 250.0),
        *first_answers(),
        *([] if "--without-pooltool" in sys.argv else pooltool.figures()),
    ]


if __name__ == "__main__":
    sys.exit(report(figures()))
