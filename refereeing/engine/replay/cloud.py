"""The samples as clouds for drawing: where discs may have come to rest, and the striker's ways to its first touch."""

from __future__ import annotations

from typing import Any

import numpy as np

from refereeing.engine import table
from refereeing.engine.facts import STRIKER
from refereeing.engine.physics.layout import AT_X, AT_Y, CONTACT, CUSHION, FIRST, KIND, SECOND
from refereeing.engine.physics.params import RADIUS_DISC, RADIUS_STRIKER
from refereeing.engine.physics.reconstruct.known import Array, Known
from refereeing.engine.physics.reconstruct.relive import Relived, relive
from refereeing.engine.physics.reconstruct.search import Found
from refereeing.engine.replay.explanations import told_weights
from refereeing.engine.replay.frame import Frame

POINTS = 60
WAYS = 40
MOVED = 0.5
"""mm: discs that moved in no sample so far are not drawn."""
Points = list[list[float]]


def cloud_of(frame: Frame, known: Known, found: Found, odds: dict[int, float]) -> dict[str, Any]:
    """`after`: for each disc that may have moved up to 60 places with their weights; `striker_paths`: up to 40 ways."""
    weight = told_weights(found, odds)
    which = [int(k) for k in np.argsort(-weight, kind="stable")[:POINTS] if weight[k] > 0.0]
    lives = [relive(known, found.weighed.strokes.z[k]) for k in which]
    share = weight[which] / weight[which].sum() if which else weight[which]
    after = {}
    for i, uid in enumerate(frame.ids):
        has_moved = any(np.abs(life.ends[i] - life.places[i]).max() > MOVED for life in lives)
        if uid != STRIKER and has_moved:
            after[uid] = [
                [*point(frame, life.ends[i]), round(float(w), 4)] for life, w in zip(lives, share, strict=True)
            ]
    return {"after": after, "striker_paths": [way(frame, life) for life in lives[:WAYS]]}


def way(frame: Frame, life: Relived) -> Points:
    """The ways of the striker's centre to its first touch of a disc; to its end where it touches none."""
    points = [point(frame, life.launch[:2])]
    radius = life.constants[RADIUS_STRIKER]
    room = table.HALF - radius
    for row in life.events:
        if row[FIRST] != 0 or row[KIND] not in (CONTACT, CUSHION):
            continue
        touched = row[[AT_X, AT_Y]]
        if row[KIND] == CONTACT:
            # The disc still lies where it lay: nothing but the striker moves before the striker's first touch.
            disc = life.places[int(row[SECOND])]
            share = radius / life.constants[RADIUS_DISC]
            return [*points, point(frame, touched + (touched - disc) * share)]
        points.append(point(frame, np.clip(touched, -room, room)))
    return [*points, point(frame, life.ends[0])]


def point(frame: Frame, place: Array) -> list[float]:
    """A place on the table, rounded for drawing."""
    x, y = frame.place(float(place[0]), float(place[1]))
    return [round(x, 1), round(y, 1)]
