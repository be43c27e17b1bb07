"""How long a judgement takes: in process, and 10,000 strokes through the command.

    .venv/bin/python -m benchmarks.engine

To hold: under 150 µs a stroke on one core; 10,000 strokes through `manage.py adjudicate` in 5 s, start included. The
strokes are those of the tests (`tests/engine/random_strokes.py`): three rule sets, singles and doubles, up to 32 discs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.figures import Figure, report, share
from refereeing.engine.rules.adjudicate import adjudicate
from refereeing.engine.rules.explain import explain
from refereeing.engine.rules.moment import applying, read_situation
from refereeing.engine.rules.stroke_json import adjudicate_json, read_stroke
from tests.engine.random_strokes import random_stroke

ROOT = Path(__file__).resolve().parent.parent
DIFFERENT, ROUNDS, THROUGH_THE_COMMAND = 500, 20, 10_000
JUDGE_LIMIT, COMMAND_LIMIT = 150.0, 5.0


def rounds_of(work: list[object], do: object) -> list[float]:
    """µs of processor time for each of `work`, once for each round."""
    found = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for each in work:
            do(each)  # type: ignore[operator]
        found.append((time.process_time() - begin) * 1e6 / len(work))
    return found


def command_seconds(strokes: list[dict[str, object]]) -> tuple[float, float]:
    """The seconds of one run of the command over JSON Lines, and those of the processor in it."""
    lines = "\n".join(json.dumps(strokes[n % len(strokes)]) for n in range(THROUGH_THE_COMMAND))
    begin, before = time.perf_counter(), os.times()
    done = subprocess.run(
        [sys.executable, "manage.py", "adjudicate", "-"], input=lines, capture_output=True, text=True, cwd=ROOT,
        check=True)
    taken, after = time.perf_counter() - begin, os.times()
    assert done.stdout.count("\n") == THROUGH_THE_COMMAND
    return taken, after.children_user + after.children_system - before.children_user - before.children_system


def figures() -> list[Figure]:
    """Judge, read and judge, explain; the command; the clauses of a moment of which hardly anything is known."""
    given = [random_stroke(seed) for seed in range(DIFFERENT)]
    strokes = [read_stroke(data) for data in given]
    judged = [(stroke, adjudicate(stroke)) for stroke in strokes]
    judging = rounds_of(list(strokes), adjudicate)
    reading = rounds_of(list(given), adjudicate_json)
    explaining = rounds_of(list(judged), lambda pair: explain(*pair, "lv"))  # type: ignore[misc]
    wall, processor = command_seconds(given)
    known = read_situation("lnf-2008", {"first": "opponents"})
    moment = rounds_of([known], applying.__wrapped__)
    return [
        figure("a stroke judged in process", "µs", judging, JUDGE_LIMIT),
        figure("a stroke read from JSON and judged", "µs", reading, None),
        figure("a verdict explained", "µs", explaining, None),
        figure("the clauses of a moment, anew", "µs", moment, None),
        Figure(
            what="10,000 strokes through the command", unit="s", value=wall, limit=COMMAND_LIMIT,
            note=f"{processor:.1f} s of the processor"),
    ]


def figure(what: str, unit: str, found: list[float], limit: float | None) -> Figure:
    """The mean of a round; the worst of twenty rounds but one is held."""
    return Figure(what=what, unit=unit, value=share(found, 0.95), limit=limit, median=share(found, 0.5))


if __name__ == "__main__":
    sys.exit(report(figures()))
