"""The child that simulates with commands of the tests' own: the engine has tests of its own."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from refereeing.services import simulator_child as child

child.RESIDENT_BYTES = 100_000_000


class Refused(Exception):
    def as_dict(self) -> dict[str, str]:
        return {"code": "overlap", "path": "discs[1]", "message": "two pieces lie in one place"}


def act(item: Any, progress: child.Progress) -> dict[str, Any]:
    """What the item's `do` says; else an answer like the engine's."""
    do = item.get("do")
    if do == "refuse":
        raise Refused
    if do == "burn":
        while True:
            pass
    if do == "eat":
        eaten = bytearray(child.MEMORY_BYTES)
        return {"eaten": len(eaten)}
    if do == "die":
        os._exit(7)
    if do == "print":
        print("a library chatters")
    if do == "slowly":
        for step in range(400):
            if not progress(step / 400, {"explained": False, "strokes": [], "rulings": []}):
                return {"stopped": True}
            time.sleep(0.02)
    if do == "grow":
        act.kept = bytearray(os.urandom(1) * child.RESIDENT_BYTES)  # type: ignore[attr-defined]
    return {"pid": os.getpid(), "given": item}


def simulate(item: Any, progress: child.Progress) -> dict[str, Any]:
    return {"events": [
        {"type": "cushion", "body": "striker", "edge": "N"}, {"type": "contact", "a": "r1", "b": ["b1"]},
        {"type": "contact", "a": "striker", "b": ["r1"]}],
        "after": [], "verdict": {"stroke": "correct", "turn": "lost", "set": "open", "penalty": False, "findings": [
            {"rule": "lnf-2008:11.4.a", "text": "x"}], "position": []}, **act(item, progress)}


def reconstruct(item: Any, progress: child.Progress) -> dict[str, Any]:
    found = act(item, progress)
    stroke = {"angle": 91.0, "speed": 2000.0, "weight": 0.9, "misfit": 1.5, "first_touch": ["r1"], "events": [],
              "simulate": {"striker": {"x": 1, "y": 2, "angle": 91.0, "speed": 2000.0}}}
    return {
        "strokes": [stroke] * 7, "explained": True, "reason": None, "effective_samples": 90.0, "undecided": False,
        "first_touch": [{"discs": ["b1"], "probability": 0.1}, {"discs": ["r1"], "probability": 0.9}],
        "rulings": [{"probability": 0.9, "stroke": "correct", "findings": []}], "cite": [
            {"rule": "lnf-2008:3.4", "text": "x"}], "left_open": ["b7"], "cloud": None, **found}


if __name__ == "__main__":
    child.SECONDS_AN_ITEM = {"simulate": 0.5, "reconstruct": 20.0}
    child.limit()
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    commands = {"simulate": simulate, "reconstruct": reconstruct}
    child.serve(child.Channel(sys.stdin, sink), commands, {"compiled": False})
