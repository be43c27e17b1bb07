"""Where everything is, instant by instant, for drawing."""

from __future__ import annotations

from typing import Any

import numpy as np

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.layout import (
    FIRST,
    FROM_AX,
    FROM_AY,
    FROM_T,
    FROM_VX,
    FROM_VY,
    FROM_X,
    FROM_Y,
    KIND,
    OFF,
    PIECE,
    POCKETED,
    TIME,
)
from refereeing.engine.physics.motion import Array
from refereeing.engine.physics.simulate import Launch, Run

FRAMES_LIMIT = 20_000
DIGITS = 2
"""Places are told to a hundredth of a millimetre: nobody can draw more."""


def frames_of(launch: Launch, run: Run, ids: tuple[str, ...], rate: int) -> dict[str, Any]:
    """Places every 1/rate s, and at each event besides, so that straight lines between them are right for drawing.

    `ids`: the striker, then the discs. A piece that has left the table is null from then on. Raises EngineError
    `too_long` beyond 20,000 frames.
    """
    if run.duration * rate + len(run.events) > FRAMES_LIMIT:
        raise EngineError("too_long", "frames", {"limit": FRAMES_LIMIT})
    steps = np.arange(int(run.duration * rate) + 1) / rate
    instants = np.unique(np.concatenate([steps, run.events[:, TIME], [run.duration]]))
    columns = [track(launch, run, piece, instants) for piece in range(len(ids))]
    table = np.round(np.concatenate(columns, axis=1), DIGITS) + 0.0
    rows = [[None if value != value else value for value in line] for line in table.tolist()]
    return {"ids": list(ids), "t": instants.tolist(), "xy": rows}


def track(launch: Launch, run: Run, piece: int, instants: Array) -> Array:
    """[t, 2]: where a piece is at the instants; NaN after it has left the table."""
    start = (launch.x, launch.y) if piece == 0 else launch.discs[piece - 1]
    places = np.tile(np.array(start, dtype=np.float64), (len(instants), 1))
    for way in run.ways[run.ways[:, PIECE] == piece]:
        is_later = instants >= way[FROM_T]
        places[is_later] = along(way, instants[is_later] - way[FROM_T])
    is_exit = (run.events[:, FIRST] == piece) & np.isin(run.events[:, KIND], (POCKETED, OFF))
    for left in run.events[is_exit, TIME]:
        places[instants > left] = np.nan
    return places


def along(way: Array, after: Array) -> Array:
    """[t, 2]: where a piece on a way is so many seconds later; it slows straight against its motion until it rests."""
    vx, vy, ax, ay = way[FROM_VX], way[FROM_VY], way[FROM_AX], way[FROM_AY]
    slowing = ax * ax + ay * ay
    lasts = -(vx * ax + vy * ay) / slowing if slowing > 0.0 else 0.0
    t = np.minimum(after, lasts)
    return np.stack([way[FROM_X] + t * (vx + 0.5 * t * ax), way[FROM_Y] + t * (vy + 0.5 * t * ay)], axis=1)
