"""What happens where pieces touch: one impulse at a time along the line of centres, in the order of the contract.

The largest approach speed first; ties by the lowest pair, discs before edges; until nothing approaches. Pieces that are
pressed together, meeting again and again while a contact lasts, would do so for ever (Luding & McNamara 1998, inelastic
collapse): their separation is raised to 1 mm/s, so that a pressed row ends.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.compiled import inner
from refereeing.engine.physics.layout import (
    AT_X,
    AT_Y,
    CONTACT,
    CUSHION,
    EVENTS,
    FIRST,
    GONE,
    HIT_AT,
    HIT_BY,
    IMPULSES,
    KIND,
    LINKS,
    MASS,
    NOBODY,
    PRESSED,
    RADIUS,
    SECOND,
    SPEED,
    TIME,
    Work,
)
from refereeing.engine.physics.motion import HALF, STILL, Array, look
from refereeing.engine.physics.params import RESTITUTION_DISC, RESTITUTION_EDGE

TOUCHING = 1e-7
"""mm. A gap up to this is none."""
FLOOR = 1.0
"""mm/s. What is pressed together separates at least so fast."""
LASTING = 5e-5
"""s. So long a contact of wooden discs lasts: what meets something else within it is pressed (docs/physics.md)."""
PRESSED_FROM = 16
"""So often in a row, each time while the contact before still lasts, two meet before they count as pressed together.
Fewer would change strokes that end by themselves."""
SEEN, HURLED = 1, 2
"""In `changed`."""
MOST_IMPULSES = 100_000


@inner
def look_at_all(work: Work, t: float) -> None:
    """Where everything is at the instant t, before anything happens in it."""
    for i in range(work.best.size):
        x, y, vx, vy = look(work.body, i, t)
        work.now[i, 0], work.now[i, 1], work.now[i, 2], work.now[i, 3] = x, y, vx, vy
        work.changed[i] = 0
    work.counts[LINKS] = 0


@inner
def link_all(work: Work, i: int) -> None:
    """Note everything that touches piece i, each pair once."""
    work.changed[i] = max(work.changed[i], SEEN)
    now, pieces = work.now, work.best.size
    for j in range(pieces):
        if work.changed[j] == 0 and work.partner[j] != GONE:
            link_pair(work, min(i, j), max(i, j))
    limit = HALF - work.body[i, RADIUS] - TOUCHING
    if now[i, 1] >= limit:
        link(work, i, pieces, 0.0, 1.0)
    if now[i, 0] >= limit:
        link(work, i, pieces + 1, 1.0, 0.0)
    if now[i, 1] <= -limit:
        link(work, i, pieces + 2, 0.0, -1.0)
    if now[i, 0] <= -limit:
        link(work, i, pieces + 3, -1.0, 0.0)


@inner
def link_pair(work: Work, a: int, b: int) -> None:
    """Note two pieces, if they touch."""
    reach = work.body[a, RADIUS] + work.body[b, RADIUS] + TOUCHING
    dx, dy = work.now[b, 0] - work.now[a, 0], work.now[b, 1] - work.now[a, 1]
    square = dx * dx + dy * dy
    if square > reach * reach or square == 0.0:
        return
    far = math.sqrt(square)
    link(work, a, b, dx / far, dy / far)


@inner
def link(work: Work, a: int, b: int, nx: float, ny: float) -> None:
    """Add one line of contact; from `pieces` on, b is an edge."""
    place = work.counts[LINKS]
    row = work.links[place]
    row[0], row[1], row[2], row[3] = a, b, nx, ny
    work.listed[place] = 0
    work.counts[LINKS] = place + 1


@inner
def approach(work: Work, place: int) -> float:
    """How fast the two of a line of contact come together, mm/s."""
    row = work.links[place]
    a, b = int(row[0]), int(row[1])
    vx, vy = work.now[a, 2], work.now[a, 3]
    if b < work.best.size:
        vx, vy = vx - work.now[b, 2], vy - work.now[b, 3]
    return float(vx * row[2] + vy * row[3])


@inner
def worst(work: Work) -> int:
    """The line of contact whose turn it is; NOBODY: nothing approaches."""
    found, most, least_rank = NOBODY, 0.5 * STILL, 0.0
    for place in range(work.counts[LINKS]):
        speed = approach(work, place)
        if speed < most:
            continue
        rank = order(work, place)
        if speed > most or rank < least_rank:
            found, most, least_rank = place, speed, rank
    return found


@inner
def order(work: Work, place: int) -> float:
    """The rank of a line of contact among equally fast ones: discs before edges, then the lowest pair."""
    row, pieces = work.links[place], work.best.size
    side = pieces + 4.0
    return float(row[0] * side + row[1] + (side * side if row[1] >= pieces else 0.0))


@inner
def settle(work: Work, row: Array, events: Array, t: float) -> None:
    """Give impulses until nothing that touches approaches. `row`: the constants; events are listed as they come."""
    counts, pieces = work.counts, work.best.size
    place = worst(work)
    while place != NOBODY and counts[IMPULSES] < MOST_IMPULSES:
        counts[IMPULSES] += 1
        a, b = int(work.links[place, 0]), int(work.links[place, 1])
        if work.listed[place] == 0:
            work.listed[place] = 1
            note_contact(work, events, place, t)
        if b < pieces:
            push_apart(work, place, row[RESTITUTION_DISC], t)
        else:
            bounce(work, place, row[RESTITUTION_EDGE], t)
        if work.changed[a] == 0:
            link_all(work, a)
        work.changed[a] = HURLED
        if b < pieces:
            if work.changed[b] == 0:
                link_all(work, b)
            work.changed[b] = HURLED
        place = worst(work)


@inner
def push_apart(work: Work, place: int, restitution: float, t: float) -> None:
    """One impulse between two pieces."""
    row = work.links[place]
    a, b = int(row[0]), int(row[1])
    speed = approach(work, place)
    mass_a, mass_b = work.body[a, MASS], work.body[b, MASS]
    both = (speed + parting(work, a, b, restitution * speed, t)) / (mass_a + mass_b)
    work.now[a, 2] -= both * mass_b * row[2]
    work.now[a, 3] -= both * mass_b * row[3]
    work.now[b, 2] += both * mass_a * row[2]
    work.now[b, 3] += both * mass_a * row[3]


@inner
def bounce(work: Work, place: int, restitution: float, t: float) -> None:
    """An edge returns the normal speed; along the edge nothing changes."""
    row = work.links[place]
    a, b = int(row[0]), int(row[1])
    back = parting(work, a, b, restitution * approach(work, place), t)
    if row[2] == 0.0:
        work.now[a, 3] = -back * row[3]
    else:
        work.now[a, 2] = -back * row[2]


@inner
def parting(work: Work, a: int, b: int, speed: float, t: float) -> float:
    """How fast two that have met separate; at least FLOOR where they are pressed together."""
    work.again[a, b] = work.again[a, b] + 1 if t - work.met[a, b] < LASTING else 0
    work.met[a, b] = t
    return max(speed, FLOOR) if work.again[a, b] >= PRESSED_FROM else speed


@inner
def note_contact(work: Work, events: Array, place: int, t: float) -> None:
    """List a contact of two pieces, or of a piece and an edge, before its impulse; see whether it presses."""
    row, pieces = work.links[place], work.best.size
    a, b = int(row[0]), int(row[1])
    x = work.now[a, 0] + work.body[a, RADIUS] * row[2]
    y = work.now[a, 1] + work.body[a, RADIUS] * row[3]
    speed = approach(work, place)
    if b < pieces:
        note(work.counts, events, (float(CONTACT), float(a), float(b)), t, (x, y, speed))
        press(work, a, b, t)
        press(work, b, a, t)
    else:
        note(work.counts, events, (float(CUSHION), float(a), float(b - pieces)), t, (x, y, speed))
        press(work, a, b, t)


@inner
def note(
    counts: NDArray[np.int64], events: Array, what: tuple[float, float, float], t: float, at: tuple[float, float, float]
) -> None:
    """Add an event to the list; where it is full it is only counted."""
    place = counts[EVENTS]
    counts[EVENTS] = place + 1
    if place < events.shape[0]:
        line = events[place]
        line[KIND], line[FIRST], line[SECOND] = what
        line[TIME] = t
        line[AT_X], line[AT_Y], line[SPEED] = at


@inner
def press(work: Work, i: int, by: int, t: float) -> None:
    """A piece that is met by a second one while the first contact still lasts is pressed: the order then decides.

    Two edges in a corner do not know each other, so they press nothing.
    """
    row, pieces = work.body[i], work.best.size
    if t - row[HIT_AT] < LASTING and row[HIT_BY] != by and (row[HIT_BY] < pieces or by < pieces):
        work.counts[PRESSED] = 1
    row[HIT_AT], row[HIT_BY] = t, by
