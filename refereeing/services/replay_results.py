"""From the engine's answers to what is kept and shown of a replay: one form for both kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refereeing.engine.rules.dispute_json import RUNS
from refereeing.models import Replay

_RULED = ("stroke", "path", "turn", "set", "penalty", "findings")
_STROKE = ("angle", "speed")


def best_strokes(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The explanations that are played back, best first."""
    return list(found.get("strokes") or ())[:RUNS]


def reconstructed(
    replay: Replay, found: Mapping[str, Any], simulations: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """What is kept of a reconstruction; `simulations`: one for each of the best strokes, none while it is partial."""
    runs = []
    for place, stroke in enumerate(best_strokes(found)):
        simulation = simulations[place] if place < len(simulations) else None
        runs.append({
            **{name: stroke.get(name) for name in ("angle", "speed", "weight", "misfit")},
            "first_touch": stroke.get("first_touch") or [],
            "simulation": simulation if simulation and "error" not in simulation else None,
        })
    return {
        **_board(replay), "runs": runs, "first_touch": touches(found.get("first_touch")),
        "rulings": list(found.get("rulings") or ()), "explained": bool(found.get("explained")),
        "reason": found.get("reason"), "undecided": bool(found.get("undecided")),
        "cite": [clause["rule"] for clause in found.get("cite") or ()],
        "left_open": list(found.get("left_open") or ()),
        "effective_samples": found.get("effective_samples"), "cloud": found.get("cloud"),
    }


def touches(found: Any) -> list[dict[str, Any]]:
    """Probabilities of the first touch, likeliest first: of a disc, or of two at once."""
    return sorted(found or (), key=lambda touch: -touch["probability"])


def simulated(replay: Replay, simulation: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of the simulation of one stroke: it is certain of itself."""
    verdict = simulation.get("verdict") or {}
    striker = replay.item["striker"]
    first = first_touch_of(simulation)
    judged = {name: verdict[name] for name in _RULED if name in verdict}
    return {
        **_board(replay),
        "runs": [{
            **{name: striker[name] for name in _STROKE}, "weight": 1, "misfit": None, "first_touch": first,
            "simulation": dict(simulation),
        }],
        "first_touch": [{"discs": first, "probability": 1}],
        "rulings": [{"probability": 1, **judged}] if judged else [],
        "explained": True, "reason": None, "undecided": bool(simulation.get("too_sensitive")), "cite": [],
        "left_open": [], "effective_samples": None, "cloud": None,
    }


def first_touch_of(simulation: Mapping[str, Any]) -> list[str]:
    """The disc or discs that the striker touches first; none when it touches none."""
    for event in simulation.get("events") or ():
        if event["type"] == "contact" and event["a"] == "striker":
            return list(event["b"])
    return []


def _board(replay: Replay) -> dict[str, Any]:
    """What was put down, beside what was computed from it."""
    position = replay.position.body
    before, after = position["before"], position["after"]
    return {
        "kind": replay.kind, "model": replay.model, "ruleset": replay.item["adjudicate"]["ruleset"],
        "player": position["player"], "colours": position["colours"], "constants": replay.constants["constants"],
        "before": before["discs"], "striker": before["striker"], "after": after["discs"] if after else None,
        "striker_after": after["striker"] if after else None,
        "unknown": sorted({*before["unknown"], *(after["unknown"] if after else ())}),
    }
