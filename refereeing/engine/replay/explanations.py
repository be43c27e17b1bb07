"""The distinct strokes that explain a dispute, in the words of the contract (mm, mm/s, degrees)."""

from __future__ import annotations

from typing import Any

import numpy as np

from refereeing.engine.facts import STRIKER
from refereeing.engine.physics.layout import CONTACT, CUSHION, FIRST, KIND, POCKETED, SECOND, TIME
from refereeing.engine.physics.params import LIMITS
from refereeing.engine.physics.reconstruct.evidence import powers
from refereeing.engine.physics.reconstruct.known import ANGLE, SPEED, SPEED_UNIT, Array, Known
from refereeing.engine.physics.reconstruct.relive import Relived, relive
from refereeing.engine.physics.reconstruct.search import Found
from refereeing.engine.physics.reconstruct.strokes import Strokes, misfits, take
from refereeing.engine.replay.frame import Frame
from refereeing.engine.replay.reconstruct_input import Dispute

MOST = 8
"""Explanations that are told."""
LEAST_WEIGHT = 1e-3
Events = list[dict[str, Any]]


def touch_of(strokes: Strokes, k: int, frame: Frame, window: float) -> tuple[str, ...]:
    """What a stroke touched first: nothing, a disc, or two within the window (s)."""
    first, rival = int(strokes.first[k]), int(strokes.rival[k])
    if first < 0:
        return ()
    if window > 0.0 and rival >= 0 and strokes.ahead[k] <= window:
        return tuple(sorted((frame.ids[first], frame.ids[rival])))
    return (frame.ids[first],)


def touches(found: Found, frame: Frame, window: float, odds: dict[int, float]) -> dict[tuple[str, ...], float]:
    """The probability of every first touch, the likeliest first. `odds`: of each disc (-1: none), as they are told."""
    strokes, weight = found.weighed.strokes, told_weights(found, odds)
    total: dict[tuple[str, ...], float] = {}
    for k in range(len(weight)):
        if weight[k] > 0.0:
            names = touch_of(strokes, k, frame, window)
            total[names] = total.get(names, 0.0) + float(weight[k])
    for disc, odd in odds.items():
        if not (strokes.first == disc).any():
            total[(frame.ids[disc],) if disc >= 0 else ()] = odd
    return dict(sorted(total.items(), key=lambda pair: (-pair[1], pair[0])))


def told_weights(found: Found, odds: dict[int, float]) -> Array:
    """The samples' weights, so that every first touch has the probability that is told."""
    weight = found.weighed.weight.copy()
    first = found.weighed.strokes.first
    for disc in np.unique(first):
        same = first == disc
        total = float(weight[same].sum())
        weight[same] *= odds.get(int(disc), 0.0) / total if total > 0.0 else 0.0
    return weight


def explanations(
    dispute: Dispute, frame: Frame, known: Known, found: Found, odds: dict[int, float]
) -> list[dict[str, Any]]:
    """The best modes, each with the share of its first touch that falls to it; of every likely first touch one."""
    weight = mode_weights(found, odds)
    misfit = misfits(known, found.best)
    told: list[dict[str, Any]] = []
    seen: set[int] = set()
    for k in np.argsort(-weight, kind="stable"):
        first = int(found.best.first[k])
        if weight[k] < LEAST_WEIGHT or (len(told) >= MOST and first in seen):
            continue
        seen.add(first)
        one = take(found.best, np.array([k]))
        told.append(explanation(dispute, frame, known, one, float(weight[k]), float(misfit[k])))
    return told


def mode_weights(found: Found, odds: dict[int, float]) -> Array:
    """[k]: the probability of each first touch shared out to its modes by their worth."""
    weight = np.zeros(len(found.worth))
    for disc in np.unique(found.best.first):
        same = found.best.first == disc
        share = powers(found.worth[same] - found.worth[same].max())
        weight[same] = odds.get(int(disc), 0.0) * share / share.sum()
    return weight


def explanation(
    dispute: Dispute, frame: Frame, known: Known, stroke: Strokes, weight: float, misfit: float
) -> dict[str, Any]:
    """One stroke with its events, and with the input of `simulate` that plays it again."""
    z = stroke.z[0]
    angle, speed = frame.table_angle(float(z[ANGLE])), float(SPEED_UNIT * z[SPEED])
    relived = relive(known, z)
    x, y = frame.place(float(relived.launch[0]), float(relived.launch[1]))
    discs = []
    for i, uid in enumerate(frame.ids[1:], 1):
        lay = frame.place(float(relived.places[i, 0]), float(relived.places[i, 1]))
        discs.append({"id": uid, "colour": dispute.before[uid].colour, "x": lay[0], "y": lay[1]})
    return {
        "angle": round(angle, 3), "speed": round(speed, 1), "weight": round(weight, 4), "misfit": round(misfit, 2),
        "first_touch": list(touch_of(stroke, 0, frame, dispute.tie_window)),
        "events": events_of(relived, frame, dispute.tie_window),
        "simulate": {
            "model": "slide", "discs": discs, "striker": {"x": x, "y": y, "angle": angle, "speed": speed},
            "constants": dict(zip(LIMITS, (float(c) for c in relived.constants), strict=True)),
            "tie_window": dispute.tie_window,
        },
    }  # fmt: skip


def events_of(relived: Relived, frame: Frame, window: float) -> Events:
    """The list of events as `adjudicate` takes it, each with its time `t` besides."""
    events: Events = []
    opened: dict[str, Any] | None = None
    for row in relived.events:
        kind, a, b, t = int(row[KIND]), frame.ids[int(row[FIRST])], int(row[SECOND]), float(row[TIME])
        if kind == CONTACT:
            other = frame.ids[b]
            is_same = opened is not None and a == STRIKER and t - opened["t"] <= window and other not in opened["b"]
            if opened is not None and is_same:
                opened["b"].append(other)
                continue
            event: dict[str, Any] = {"type": "contact", "t": t, "a": a, "b": [other]}
            opened = event if a == STRIKER else opened
        elif kind == CUSHION:
            event = {"type": "cushion", "t": t, "body": a, "edge": frame.edge(b)}
        elif kind == POCKETED:
            event = {"type": "pocketed", "t": t, "body": a, "pocket": frame.pocket(b)}
        else:
            event = {"type": "own_line_recrossed", "t": t}
        events.append(event)
    return events
