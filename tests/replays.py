"""A replay's result as the API gives it, made by hand: S strikes up the table, r1 is touched and falls into NE.

The striker runs from (0, -420) to (0, 62.5) in 0.2 s, where it touches r1 at (0, 100) (15 + 22.5 mm apart), and comes
to rest at (-40, 200); r1 goes off the north edge at (200, 485) into the pocket at 0.9 s. b2 and r3 do not move.
"""

from __future__ import annotations

from typing import Any

BEFORE = [
    {"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b2", "colour": "black", "x": 60, "y": 130},
    {"id": "r3", "colour": "red", "x": 180, "y": -460},
]  # fmt: skip
B2, R3 = [60, 130], [180, -460]
FRAMES: dict[str, Any] = {
    "ids": ["striker", "r1", "b2", "r3"], "t": [0, 0.1, 0.2, 0.5, 0.9, 0.900001, 1.2],
    "xy": [
        [0, -420, 0, 100, *B2, *R3], [0, -178.75, 0, 100, *B2, *R3], [0, 62.5, 0, 100, *B2, *R3],
        [-20, 131.25, 200, 485, *B2, *R3], [-30, 165.625, 391.6, 460, *B2, *R3],
        [-30, 165.625, None, None, *B2, *R3], [-40, 200, None, None, *B2, *R3],
    ],
}  # fmt: skip
EVENTS: list[dict[str, Any]] = [
    {"type": "contact", "t": 0.2, "a": "striker", "b": ["r1"], "x": 0, "y": 77.5, "speed": 2100.0},
    {"type": "cushion", "t": 0.5, "body": "r1", "edge": "N"},
    {"type": "pocketed", "t": 0.9, "body": "r1", "pocket": "NE"},
]
CLAUSE = {"rule": "lnf-2008:11.4.a", "text": "Correct: the striker first touched an own light disc."}
FAULT = {"rule": "lnf-2008:17.1.b", "text": "Direct stroke: the opponent's disc first."}
CORRECT: dict[str, Any] = {
    "stroke": "correct", "turn": "continues", "set": "open", "penalty": False, "findings": [CLAUSE],
}
PENALISED: dict[str, Any] = {
    "stroke": "penalised", "turn": "lost", "set": "open", "penalty": True, "findings": [FAULT],
}


def simulation(**changes: Any) -> dict[str, Any]:
    """The stroke's own run."""
    return {
        "events": EVENTS, "duration": 1.2, "frames": FRAMES,
        "first_margin": {"seconds": 0.00312, "mm": 4.16, "disc": "b2"},
        "pressed": False, "too_sensitive": False, "verdict": CORRECT, **changes,
    }


def run(**changes: Any) -> dict[str, Any]:
    return {
        "weight": 0.71, "misfit": 1.8, "angle": 90.0, "speed": 2310.0, "first_touch": ["r1"],
        "simulation": simulation(), **changes,
    }


def result(**changes: Any) -> dict[str, Any]:
    """What a reconstruction found."""
    other = run(weight=0.29, misfit=3.4, angle=87.4, first_touch=["b2"])
    return {
        "kind": "reconstruct", "model": "slide", "ruleset": "lnf-2008", "player": "S",
        "colours": {"S": "red", "N": "black"}, "constants": {"radius_disc": 15.0, "radius_striker": 22.5},
        "before": BEFORE, "striker": {"x": 0, "y": -420}, "after": BEFORE[1:], "striker_after": {"x": -40, "y": 200},
        "unknown": [], "runs": [run(), other],
        "first_touch": [{"discs": ["r1"], "probability": 0.905}, {"discs": ["r1", "b2"], "probability": 0.004}],
        "rulings": [{"probability": 0.905, **CORRECT}, {"probability": 0.095, **PENALISED}],
        "explained": True, "reason": None, "undecided": True, "cite": [FAULT], "effective_samples": 812.0,
        "cloud": {"after": {"b2": [[60, 130, 0.7], [62, 128, 0.1]]}, "striker_paths": [[[0, -420], [0, 62.5]]]},
        **changes,
    }


def plain(**changes: Any) -> dict[str, Any]:
    """One stroke that somebody gave, simulated."""
    certain: dict[str, Any] = {
        "kind": "simulate", "runs": [run(weight=1, misfit=None)], "rulings": [{"probability": 1, **CORRECT}],
        "first_touch": [{"discs": ["r1"], "probability": 1}], "undecided": False, "cite": [], "cloud": None,
    }
    return result(**{**certain, **changes})
