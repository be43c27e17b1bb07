"""One stroke of the model `full`, event by event: the loop of `slide` with the further laws (docs/physics-full.md).

The same arithmetic in the same order wherever a law does not apply: with all further constants 0 the answer is that of
`slide` to the last digit.
"""

from __future__ import annotations

import math

import numpy as np

from refereeing.engine.physics.compiled import inner, jit
from refereeing.engine.physics.full_contact import settle_full
from refereeing.engine.physics.full_layout import (
    COUPLING,
    FALLS,
    FAR_RIM_NEXT,
    INVERSE_INERTIA,
    INVERSE_MASS,
    LEAVES,
    NOTES,
    NOW,
    ON_GROUND,
    ON_RIM,
    OUT_NEXT,
    OVER_HOLE,
    POCKET,
    RING,
    SOLID_RADIUS,
    SPIN_COLUMNS,
    STATE,
    STRETCH,
    STRETCH_NEXT,
    Spins,
)
from refereeing.engine.physics.full_motion import (
    look_at_spins,
    note_beyond,
    pocket_place,
    set_spinning,
    spin_at,
    take_up_full,
)
from refereeing.engine.physics.full_notes import POCKET_FAST, POCKET_JUMPED, POCKET_THROWN
from refereeing.engine.physics.full_params import (
    EDGE_HEIGHT,
    FRICTION_DISC,
    FRICTION_EDGE,
    INERTIA_DISC,
    INERTIA_STRIKER,
    POCKET_CATCH,
    POCKET_ROUNDING,
    RING_DISC,
    RING_STRIKER,
    STIFFNESS,
)
from refereeing.engine.physics.layout import (
    AX,
    AY,
    COMES,
    EDGE_NEXT,
    EVENTS,
    FATE,
    FIRST_EDGE,
    GONE,
    IMPULSES,
    MASS,
    NOBODY,
    OFF,
    OWN,
    POCKET_NEXT,
    RADIUS,
    STATUS,
    TOO_MANY,
    TOUCHED,
    WAYS,
    Work,
)
from refereeing.engine.physics.motion import HALF, Array, look, set_off
from refereeing.engine.physics.params import FRICTION, GRAVITY, RESTITUTION_DISC, RESTITUTION_EDGE
from refereeing.engine.physics.pocket_flight import fall_depth, far_rim, is_thrown_over, ride_over, way_time
from refereeing.engine.physics.resolve import HURLED, MOST_IMPULSES, link_all, look_at_all, note
from refereeing.engine.physics.slide import (
    MOST_EVENTS,
    SAME_INSTANT,
    begin,
    drop,
    find_next,
    look_further,
    measure_margin,
    predict,
    recross,
    soonest,
)

MOST_STEPS = 400_000
"""Ends of stretches and ways over pockets, at most, besides the events."""


@inner
def run_full(
    work: Work, spins: Spins, discs: Array, launch: Array, row: Array, seat: Array, events: Array, ways: Array
) -> None:
    """Play one stroke to its end.

    As `run_slide`; launch has a fifth value, the striker's spin in rad/s anticlockwise, and row the further constants
    (full_params.py). `spins.notes` tells what went beyond the model. Contacts of a pressed group are listed with the
    time at which they closed: the list is then not quite in order of time.
    """
    begin_full(work, spins, discs, launch, row, seat, events, ways)
    counts, steps, t = work.counts, 0, 0.0
    while True:
        set_off_changed(work, spins, t, row, seat, events, ways)
        k = soonest(work)
        t = work.best[k]
        steps += 1
        if work.line[0] < np.inf and work.line[0] <= t:
            recross(work, events)
        elif t == np.inf:
            return
        elif counts[IMPULSES] >= MOST_IMPULSES or counts[EVENTS] >= MOST_EVENTS or steps >= MOST_STEPS:
            counts[STATUS] = TOO_MANY
            return
        elif work.partner[k] == NOBODY or work.partner[k] >= 0 or work.partner[k] == EDGE_NEXT:
            meet_full(work, spins, k, t, row, events)
        else:
            change_by_itself(work, spins, k, t, row, events)


@inner
def begin_full(
    work: Work, spins: Spins, discs: Array, launch: Array, row: Array, seat: Array, events: Array, ways: Array
) -> None:
    """Lay the pieces out as in `slide`, strike, and let the striker set off with its spin."""
    begin(work, discs, launch, row, seat, events, ways)
    spins.counts[NOTES] = 0
    for i in range(work.best.size):
        inertia, ring = (row[INERTIA_DISC], row[RING_DISC]) if i > 0 else (row[INERTIA_STRIKER], row[RING_STRIKER])
        radius, mass, line = work.body[i, RADIUS], work.body[i, MASS], spins.spin[i]
        for column in range(SPIN_COLUMNS):
            line[column] = 0.0
        work.changed[i] = 0
        line[LEAVES], line[STRETCH], line[RING] = -1.0, np.inf, 1.0
        if inertia > 0.0 and ring > 0.0:
            line[RING], line[COUPLING] = ring * radius, ring * ring / inertia
        spins.solid[i, SOLID_RADIUS], spins.solid[i, INVERSE_MASS] = radius, 1.0 / mass
        spins.solid[i, INVERSE_INERTIA] = 1.0 / (inertia * mass * radius * radius) if inertia > 0.0 else 0.0
    spins.law[0], spins.law[1], spins.law[2] = row[STIFFNESS], row[RESTITUTION_DISC], row[FRICTION_DISC]
    spins.law[3], spins.law[4] = row[RESTITUTION_EDGE], row[FRICTION_EDGE]
    if launch[4] != 0.0 and work.partner[0] != GONE:
        work.counts[WAYS] = 0
        pick_up(work, spins, 0, 0.0)
        spins.spin[0, NOW] = launch[4]


@inner
def pick_up(work: Work, spins: Spins, k: int, t: float) -> None:
    """Piece k alone changes its motion at the instant t: what it has until then."""
    now = work.now[k]
    now[0], now[1], now[2], now[3] = look(work.body, k, t)
    spins.spin[k, NOW] = spin_at(work, spins, k, t)
    work.changed[k] = HURLED


@inner
def set_off_changed(
    work: Work, spins: Spins, t: float, row: Array, seat: Array, events: Array, ways: Array
) -> None:
    """Everything whose motion has changed at the instant t goes its new way; then what it meets is looked for."""
    has_changed = False
    for i in range(work.best.size):
        if work.changed[i] != HURLED:
            continue
        now, edge = work.now[i], int(spins.spin[i, LEAVES])
        if edge >= 0:
            leave(work, i, edge, t, events)
            work.changed[i] = 0
            continue
        has_changed = True
        turns, slowing = spins.spin[i, NOW], row[FRICTION] * row[GRAVITY]
        set_spinning(work, spins, i, (now[0], now[1]), (now[2], now[3]), turns, t, slowing)
        take_up_full(work, spins, i, row, seat, ways)
    if has_changed:
        for i in range(work.best.size):
            if work.changed[i] == HURLED:
                predict(work, i, t)
                work.changed[i] = 0


@inner
def meet_full(work: Work, spins: Spins, k: int, t: float, row: Array, events: Array) -> None:
    """Something touches at the instant t, piece k among it: impulses, and with them new velocities."""
    best, partner, changed = work.best, work.partner, work.changed
    look_at_all(work, t)
    look_at_spins(work, spins, t)
    for i in range(best.size):
        if best[i] <= t + SAME_INSTANT and partner[i] != POCKET_NEXT and changed[i] == 0:
            link_all(work, i)
    if work.counts[TOUCHED] == 0:
        measure_margin(work, t)
    settle_full(work, spins, row, events, t)
    has_changed = False
    for i in range(best.size):
        has_changed = has_changed or changed[i] == HURLED
    if not has_changed:
        look_further_full(work, spins, k, t)


@inner
def look_further_full(work: Work, spins: Spins, k: int, t: float) -> None:
    """A prediction came to nothing; what is left is the end of the piece's stretch."""
    look_further(work, k, t)
    if work.body[k, OWN] == np.inf and spins.spin[k, STRETCH] < np.inf:
        work.body[k, OWN], work.body[k, COMES] = spins.spin[k, STRETCH], STRETCH_NEXT
        find_next(work, k)


@inner
def change_by_itself(work: Work, spins: Spins, k: int, t: float, row: Array, events: Array) -> None:
    """A stretch of piece k ends, or it comes to a pocket, to its far rim, or out of its circle."""
    comes = work.partner[k]
    for i in range(work.best.size):
        work.changed[i] = 0
    if comes == POCKET_NEXT and reach_pocket(work, spins, k, t, row):
        drop(work, k, t, events)
        return
    pick_up(work, spins, k, t)
    if comes == FAR_RIM_NEXT:
        reach_far_rim(work, spins, k, t, row)
    elif comes == OUT_NEXT:
        spins.spin[k, STATE] = ON_GROUND


@inner
def leave(work: Work, k: int, edge: int, t: float, events: Array) -> None:
    """Piece k goes over an edge; whoever would have met it looks further."""
    x, y, vx, vy = look(work.body, k, t)
    note(work.counts, events, (float(OFF), float(k), float(edge)), t, (x, y, math.sqrt(vx * vx + vy * vy)))
    work.body[k, FATE] = FIRST_EDGE + edge
    set_off(work.body, k, x, y, 0.0, 0.0, t, 1.0)
    work.best[k], work.partner[k] = np.inf, GONE
    if k == 0:
        work.line[0] = np.inf
    for j in range(work.best.size):
        if work.partner[j] == k:
            find_next(work, j)


@inner
def reach_pocket(work: Work, spins: Spins, k: int, t: float, row: Array) -> bool:
    """The centre crosses a pocket's rim: whether it falls in, or is over the hole for too short a time to.

    Fallen by POCKET_CATCH before the far rim it is surely caught; by less, the model can no longer vouch for it.
    """
    line = spins.spin[k]
    x, y, vx, vy = look(work.body, k, t)
    speed = math.sqrt(vx * vx + vy * vy)
    if line[STATE] != ON_GROUND or speed == 0.0:
        return True
    pocket = (0 if y > 0.0 else 2) + (0 if x > 0.0 else 1)
    px, py = pocket_place(pocket)
    way = far_rim(px - x, py - y, vx / speed, vy / speed, work.body[k, RADIUS])
    slowing = math.sqrt(work.body[k, AX] * work.body[k, AX] + work.body[k, AY] * work.body[k, AY])
    fall = fall_depth(way_time(way, speed, slowing), row[GRAVITY])
    if fall < row[POCKET_CATCH]:
        note_beyond(spins, t, k, POCKET_FAST)
    if fall >= row[POCKET_ROUNDING]:
        return True
    line[STATE], line[POCKET], line[FALLS] = OVER_HOLE, pocket, t
    return False


@inner
def reach_far_rim(work: Work, spins: Spins, k: int, t: float, row: Array) -> None:
    """A piece that has hardly fallen rides over the far rim: on, slower, or thrown off the table."""
    line, now = spins.spin[k], work.now[k]
    px, py = pocket_place(int(line[POCKET]))
    far = math.sqrt((now[0] - px) * (now[0] - px) + (now[1] - py) * (now[1] - py))
    nx, ny = (now[0] - px) / far, (now[1] - py) / far
    outwards = max(0.0, now[2] * nx + now[3] * ny)
    stays, upwards = ride_over(fall_depth(t - line[FALLS], row[GRAVITY]), row[POCKET_ROUNDING])
    if is_thrown_over(upwards * outwards, row[EDGE_HEIGHT], row[GRAVITY]):
        note_beyond(spins, t, k, POCKET_THROWN)
        line[LEAVES] = edge_ahead(now[0], now[1], now[2], now[3])
        return
    note_beyond(spins, t, k, POCKET_JUMPED)
    line[STATE] = ON_RIM
    loss = (1.0 - stays) * outwards
    now[2] -= loss * nx
    now[3] -= loss * ny


@jit
def edge_ahead(x: float, y: float, vx: float, vy: float) -> int:
    """The edge that a way in the air crosses first (0..3 N E S W)."""
    to_x = (HALF - abs(x) if x * vx > 0.0 else HALF + abs(x)) * abs(vy)
    to_y = (HALF - abs(y) if y * vy > 0.0 else HALF + abs(y)) * abs(vx)
    if to_y < to_x:
        return 0 if vy > 0.0 else 2
    return 1 if vx > 0.0 else 3
