"""Pieces too fast for a pocket or an edge (docs/physics-full.md): off unless their constants say otherwise.

A piece whose centre has crossed a pocket's rim falls freely until its leading side reaches the far rim: a piece of
radius R going through the middle has 2 * 50 - R of free way. Fallen by half its thickness it is caught: 35 ms, so that
above about 2.4 m/s a disc is not (docs/physics-full.md). Golf has the same limit (Hogan, Antali, R. Soc. Open Sci.).
Fallen by more than the rounding of its lower side it strikes the rim like an edge and comes back over the hole. Fallen
by less it rides over the corner: the impact takes the part of its velocity that goes into the corner, so of the speed
towards the rim cos^2 stays, and cos sin turns upwards, with cos = 1 - fall / rounding. It leaves the table where that
throws it as high as an edge; else it lands and goes on.

An edge turns a share of the energy that goes into it upwards; a piece that this lifts as high as the edge is gone.
Nobody has measured any of this for novuss: every use is reported as beyond the model.
"""

from __future__ import annotations

import math

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.motion import POCKET_RADIUS


@jit
def fall_time(depth: float, gravity: float) -> float:
    """How long a free fall of `depth` mm lasts, s."""
    return math.sqrt(2.0 * depth / gravity)


@jit
def fall_depth(time: float, gravity: float) -> float:
    """How deep a piece has fallen, mm."""
    return 0.5 * gravity * time * time


@jit
def far_rim(dx: float, dy: float, ux: float, uy: float, radius: float) -> float:
    """How far along the unit vector (ux, uy) a piece over a pocket has supported ground again, mm.

    (dx, dy): from the piece's centre to the pocket's. Its leading side meets the far rim when the centre is 50 - R from
    the pocket's centre; a way that never comes so near, or has gone by, ends where the centre leaves the circle.
    """
    across = dx * uy - dy * ux
    along = dx * ux + dy * uy
    inner = POCKET_RADIUS - radius
    if inner > 0.0 and abs(across) < inner:
        way = along + math.sqrt(inner * inner - across * across)
        if way > 0.0:
            return way
    return max(0.0, along + math.sqrt(max(0.0, POCKET_RADIUS * POCKET_RADIUS - across * across)))


@jit
def way_time(way: float, speed: float, slowing: float) -> float:
    """How long a piece needs for `way` mm, inf where it stops before."""
    rest = speed * speed - 2.0 * slowing * way
    if rest <= 0.0:
        return math.inf
    return 2.0 * way / (speed + math.sqrt(rest))


@jit
def ride_over(fall: float, rounding: float) -> tuple[float, float]:
    """What stays of the speed towards the rim, and what of it turns upwards, for a piece fallen by less than the
    rounding: (cos^2, cos sin)."""
    cosine = 1.0 - fall / rounding
    return cosine * cosine, cosine * math.sqrt(1.0 - cosine * cosine)


@jit
def is_thrown_over(upwards: float, height: float, gravity: float) -> bool:
    """Whether a speed upwards, mm/s, lifts a piece by `height` mm."""
    return upwards * upwards >= 2.0 * gravity * height
