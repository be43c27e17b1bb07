"""How one piece moves by itself: it slows straight against its motion until it stops (model `slide`).

With deceleration d and speed v the piece is v t - d t²/2 further after t, and stops after v/d. Everything that it can
meet alone, an edge or a pocket, lies on that straight way, and so has a closed form.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from refereeing.engine import table
from refereeing.engine.physics.compiled import inner, jit
from refereeing.engine.physics.layout import (
    AX,
    AY,
    COMES,
    EDGE_NEXT,
    END_X,
    END_Y,
    HIGH,
    LEFT,
    LOW,
    NOBODY,
    OWN,
    POCKET_NEXT,
    RADIUS,
    RIGHT,
    SINCE,
    STOP,
    VX,
    VY,
    X,
    Y,
)

Array = NDArray[np.float64]
HALF = table.HALF
POCKET_PLACE = table.POCKETS["NE"][0]
POCKET_RADIUS = table.POCKET_RADIUS
POCKET_DEPTH = 1e-6
"""A way into a pocket's circle no deeper than this does not count: a disc along an edge is exactly tangent."""
STILL = 1e-9
"""mm/s. Slower than this, two pieces do not approach: the last digits of an impulse, not a motion."""


@inner
def set_off(body: Array, i: int, x: float, y: float, vx: float, vy: float, t: float, slowing: float) -> None:
    """Piece i is at (x, y) at the instant t and moves with (vx, vy) from then on, slowing by `slowing` mm/s².

    Eight arguments and the piece's row: it is called from the innermost loop, where a tuple would cost.
    """
    row = body[i]
    row[X], row[Y], row[SINCE] = x, y, t
    speed = math.sqrt(vx * vx + vy * vy)
    if speed == 0.0:
        row[VX] = row[VY] = row[AX] = row[AY] = 0.0
        row[STOP] = t
        row[END_X], row[END_Y] = x, y
        return
    row[VX], row[VY] = vx, vy
    row[AX], row[AY] = -slowing * (vx / speed), -slowing * (vy / speed)
    lasts = speed / slowing
    row[STOP] = t + lasts
    row[END_X], row[END_Y] = x + 0.5 * lasts * vx, y + 0.5 * lasts * vy


@inner
def look(body: Array, i: int, t: float) -> tuple[float, float, float, float]:
    """Place and velocity of piece i at the instant t."""
    row = body[i]
    if t >= row[STOP]:
        return row[END_X], row[END_Y], 0.0, 0.0
    dt = t - row[SINCE]
    x = row[X] + dt * (row[VX] + 0.5 * dt * row[AX])
    y = row[Y] + dt * (row[VY] + 0.5 * dt * row[AY])
    return x, y, row[VX] + dt * row[AX], row[VY] + dt * row[AY]


@inner
def plan(body: Array, i: int) -> None:
    """Find what piece i meets by itself, and box its way until then: writes OWN, COMES and the box."""
    row = body[i]
    row[OWN] = np.inf
    coming = NOBODY
    if row[STOP] > row[SINCE]:
        limit = HALF - row[RADIUS]
        wait = edge_wait(row[X], row[VX], row[AX], row[END_X], limit)
        wait = min(wait, edge_wait(row[Y], row[VY], row[AY], row[END_Y], limit))
        if wait < np.inf:
            coming = EDGE_NEXT
        fall = pocket_wait(row)
        if fall <= wait and fall < np.inf:
            coming, wait = POCKET_NEXT, fall
        row[OWN] = row[SINCE] + wait
    far_x, far_y = row[END_X], row[END_Y]
    if coming != NOBODY:
        far_x, far_y, _, _ = look(body, i, row[OWN])
    row[LEFT], row[RIGHT] = min(row[X], far_x), max(row[X], far_x)
    row[LOW], row[HIGH] = min(row[Y], far_y), max(row[Y], far_y)
    row[COMES] = coming


@jit
def edge_wait(place: float, speed: float, slowing: float, end: float, limit: float) -> float:
    """How long until a coordinate reaches ±limit; inf where the piece stops before, or hardly moves towards it."""
    if speed < 0.0:
        place, speed, slowing, end = -place, -speed, -slowing, -end
    if speed <= STILL or end <= limit:
        return np.inf
    gap = limit - place
    if gap <= 0.0:
        return 0.0
    return 2.0 * gap / (speed + math.sqrt(max(0.0, speed * speed + 2.0 * slowing * gap)))


@inner
def pocket_wait(row: Array) -> float:
    """How long until the centre crosses the rim of a pocket that it then goes deep enough into; inf: never."""
    edge = POCKET_PLACE - POCKET_RADIUS
    far_x, far_y = max(abs(row[X]), abs(row[END_X])), max(abs(row[Y]), abs(row[END_Y]))
    if far_x <= edge or far_y <= edge:
        return np.inf
    speed = math.sqrt(row[VX] * row[VX] + row[VY] * row[VY])
    ux, uy = row[VX] / speed, row[VY] / speed
    lasts = row[STOP] - row[SINCE]
    least = np.inf
    for right in (-POCKET_PLACE, POCKET_PLACE):
        for up in (-POCKET_PLACE, POCKET_PLACE):
            way = rim_way(right - row[X], up - row[Y], ux, uy, 0.5 * speed * lasts)
            least = min(least, way)
    if least == np.inf:
        return least
    part = least / (speed * lasts)
    return 2.0 * least / speed / (1.0 + math.sqrt(max(0.0, 1.0 - 2.0 * part)))


@jit
def rim_way(dx: float, dy: float, ux: float, uy: float, reach: float) -> float:
    """How far along (ux, uy) the rim of a pocket at (dx, dy) is crossed; inf where the way, `reach` long, does not
    lead POCKET_DEPTH deep into its circle."""
    across = dx * uy - dy * ux
    deep = POCKET_RADIUS - POCKET_DEPTH
    if abs(across) >= deep:
        return np.inf
    along = dx * ux + dy * uy
    half = math.sqrt(POCKET_RADIUS * POCKET_RADIUS - across * across)
    start = along - half
    nearest = min(max(along, 0.0), reach)
    left = along - nearest
    if left * left + across * across >= deep * deep:
        return np.inf
    return max(0.0, start)
