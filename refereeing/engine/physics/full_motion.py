"""How a piece of the model `full` moves by itself: stretches of constant slowing, spin, and ways over a pocket."""

from __future__ import annotations

import math

import numpy as np

from refereeing.engine.physics.compiled import inner
from refereeing.engine.physics.full_layout import (
    COUPLING,
    FALLS,
    FAR_RIM_NEXT,
    NOTES,
    NOW,
    ON_GROUND,
    OUT_NEXT,
    OVER_HOLE,
    POCKET,
    RING,
    SLOWS,
    STATE,
    STRETCH,
    STRETCH_NEXT,
    TURNS,
    Spins,
)
from refereeing.engine.physics.full_notes import NOTE_PIECE, NOTE_REASON, NOTE_TIME
from refereeing.engine.physics.full_params import POCKET_ROUNDING
from refereeing.engine.physics.layout import (
    AX,
    AY,
    COMES,
    EDGE_NEXT,
    END_X,
    END_Y,
    FROM_SLOWS,
    FROM_TURNS,
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
    WAYS,
    Work,
    X,
    Y,
)
from refereeing.engine.physics.motion import HALF, POCKET_PLACE, POCKET_RADIUS, Array, edge_wait, set_off
from refereeing.engine.physics.params import GRAVITY
from refereeing.engine.physics.pocket_flight import fall_depth, far_rim, way_time
from refereeing.engine.physics.slide import take_up
from refereeing.engine.physics.spin_motion import spin_stretch


@inner
def set_spinning(
    work: Work, spins: Spins, i: int, place: tuple[float, float], way: tuple[float, float], turns: float, t: float,
    slowing: float,
) -> None:
    """Piece i is at a place at the instant t, with a velocity and a spin: its next stretch."""
    line, vx, vy = spins.spin[i], way[0], way[1]
    line[TURNS], line[SLOWS], line[STRETCH] = turns, 0.0, np.inf
    slows = slowing
    if turns != 0.0:
        rim = abs(turns) * line[RING]
        slows, turning, lasts, is_last = spin_stretch(math.sqrt(vx * vx + vy * vy), rim, slowing, line[COUPLING])
        line[SLOWS] = turning / line[RING]
        if not is_last:
            line[STRETCH] = t + lasts
        elif slows == 0.0:
            vx, vy = 0.0, 0.0
        elif lasts == 0.0:
            line[TURNS] = 0.0
    set_off(work.body, i, place[0], place[1], vx, vy, t, slows)


@inner
def spin_at(work: Work, spins: Spins, i: int, t: float) -> float:
    """The spin of piece i at the instant t, rad/s."""
    line, row = spins.spin[i], work.body[i]
    if line[TURNS] == 0.0 or (row[STOP] > row[SINCE] and t >= row[STOP]):
        return 0.0
    left = abs(line[TURNS]) - line[SLOWS] * (t - row[SINCE])
    if left <= 0.0:
        return 0.0
    return float(left if line[TURNS] > 0.0 else -left)


@inner
def look_at_spins(work: Work, spins: Spins, t: float) -> None:
    """The spins of all pieces at the instant t, before anything happens in it."""
    for i in range(work.best.size):
        spins.spin[i, NOW] = spin_at(work, spins, i, t)


@inner
def take_up_full(work: Work, spins: Spins, i: int, row: Array, seat: Array, ways: Array) -> None:
    """A piece goes a new way: list it, and see what it meets by itself, or when its stretch ends."""
    take_up(work, i, seat, ways)
    place = work.counts[WAYS] - 1
    if place < ways.shape[0]:
        ways[place, FROM_TURNS], ways[place, FROM_SLOWS] = spins.spin[i, TURNS], spins.spin[i, SLOWS]
    plan_full(work, spins, i, row)
    work.partner[i], work.best[i] = int(work.body[i, COMES]), work.body[i, OWN]


@inner
def plan_full(work: Work, spins: Spins, i: int, row: Array) -> None:
    """What piece i meets by itself: as in `slide`, but over a pocket its far rim, and no later than its stretch ends.

    The box around its way (`plan`) may then be larger than need be.
    """
    body, line = work.body[i], spins.spin[i]
    if line[STATE] != ON_GROUND:
        plan_over_pocket(body, line, row)
    if line[STRETCH] < body[OWN]:
        body[OWN], body[COMES] = line[STRETCH], STRETCH_NEXT


@inner
def plan_over_pocket(body: Array, line: Array, row: Array) -> None:
    """A piece over a pocket, or on its rim: the edge, the rim, or the drop where it does not get across in time."""
    limit = HALF - body[RADIUS]
    wait = np.inf
    if body[STOP] > body[SINCE]:
        wait = min(
            edge_wait(body[X], body[VX], body[AX], body[END_X], limit),
            edge_wait(body[Y], body[VY], body[AY], body[END_Y], limit),
        )
    comes = EDGE_NEXT if wait < np.inf else NOBODY
    across = rim_wait(body, line)
    is_over = line[STATE] == OVER_HOLE
    fall = fall_depth(body[SINCE] + across - line[FALLS], row[GRAVITY]) if is_over else 0.0
    if across == np.inf or fall >= row[POCKET_ROUNDING]:
        comes, wait = POCKET_NEXT, 0.0
    elif across < wait:
        comes, wait = FAR_RIM_NEXT if is_over else OUT_NEXT, across
    body[OWN], body[COMES] = body[SINCE] + wait, comes
    # The box of `plan` ends where it would have been pocketed: this way goes on.
    box_whole_way(body)


@inner
def rim_wait(body: Array, line: Array) -> float:
    """How long until a piece over a pocket is at its far rim, or one on the rim out of the circle; inf: never."""
    speed = math.sqrt(body[VX] * body[VX] + body[VY] * body[VY])
    if speed == 0.0:
        return np.inf
    dx, dy = pocket_place(int(line[POCKET]))
    radius = body[RADIUS] if line[STATE] == OVER_HOLE else POCKET_RADIUS
    way = far_rim(dx - body[X], dy - body[Y], body[VX] / speed, body[VY] / speed, radius)
    slowing = math.sqrt(body[AX] * body[AX] + body[AY] * body[AY])
    return way_time(way, speed, slowing)


@inner
def pocket_place(pocket: int) -> tuple[float, float]:
    """Where a pocket is (0..3 NE NW SE SW)."""
    x = POCKET_PLACE if pocket % 2 == 0 else -POCKET_PLACE
    y = POCKET_PLACE if pocket < 2 else -POCKET_PLACE
    return x, y


@inner
def box_whole_way(body: Array) -> None:
    """The box around a piece's way to where it comes to rest."""
    body[LEFT], body[RIGHT] = min(body[X], body[END_X]), max(body[X], body[END_X])
    body[LOW], body[HIGH] = min(body[Y], body[END_Y]), max(body[Y], body[END_Y])


@inner
def note_beyond(spins: Spins, t: float, piece: int, reason: int) -> None:
    """List that the stroke went beyond the model; where the list is full it is only counted."""
    place = spins.counts[NOTES]
    spins.counts[NOTES] = place + 1
    if place < spins.notes.shape[0]:
        spins.notes[place, NOTE_TIME] = t
        spins.notes[place, NOTE_PIECE], spins.notes[place, NOTE_REASON] = piece, reason
