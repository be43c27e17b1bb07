"""What happens where pieces touch, in the model `full`: impulses with friction, and groups that press together."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.compiled import inner
from refereeing.engine.physics.friction_contact import slip_give, slip_speed, tangential_impulse
from refereeing.engine.physics.full_layout import (
    INVERSE_INERTIA,
    INVERSE_MASS,
    LEAVES,
    NOW,
    SOLID_RADIUS,
    Spins,
)
from refereeing.engine.physics.full_motion import note_beyond
from refereeing.engine.physics.full_notes import EDGE_FAST, EDGE_THROWN
from refereeing.engine.physics.full_params import (
    EDGE_DOUBT,
    EDGE_HEIGHT,
    EDGE_LIFT,
    FRICTION_DISC,
    FRICTION_EDGE,
    PRESSED_GAP,
    STIFFNESS,
)
from refereeing.engine.physics.layout import (
    CONTACT,
    CUSHION,
    EVENTS,
    FIRST,
    GONE,
    IMPULSES,
    KIND,
    LINKS,
    NOBODY,
    PRESSED,
    SECOND,
    TIME,
    Work,
)
from refereeing.engine.physics.motion import HALF, Array
from refereeing.engine.physics.params import GRAVITY, RESTITUTION_DISC, RESTITUTION_EDGE
from refereeing.engine.physics.pocket_flight import is_thrown_over
from refereeing.engine.physics.pressed import EDGE_X, EDGE_Y, press
from refereeing.engine.physics.resolve import (
    HURLED,
    MOST_IMPULSES,
    TOUCHING,
    approach,
    bounce,
    link_all,
    note,
    note_contact,
    push_apart,
    worst,
)

MOST_PRESSES = 12
"""Groups in one instant, at most; what then still approaches takes impulses one after the other."""
SLOW = 10.0
"""mm/s. What closes more slowly moves a disc by less than 0.1 mm: impulses one after the other will do."""


@inner
def settle_full(work: Work, spins: Spins, row: Array, events: Array, t: float) -> None:
    """Until nothing that touches approaches: a group at once where contacts press together, else one impulse at a time
    in the order of `slide`, with friction."""
    counts, presses = work.counts, 0
    place = worst(work)
    while place != NOBODY and counts[IMPULSES] < MOST_IMPULSES:
        counts[IMPULSES] += 1
        a, b = int(work.links[place, 0]), int(work.links[place, 1])
        size = 0
        if row[STIFFNESS] > 0.0 and presses < MOST_PRESSES and approach(work, place) > SLOW:
            size = gather(work, spins, a, b, row[PRESSED_GAP])
        if size > 0:
            presses += 1
            press_group(work, spins, size, row, events, t)
        else:
            hit(work, spins, place, row, events, t)
        place = worst(work)


@inner
def hit(work: Work, spins: Spins, place: int, row: Array, events: Array, t: float) -> None:
    """One contact by itself: the impulse of `slide`, then its friction."""
    a, b, pieces = int(work.links[place, 0]), int(work.links[place, 1]), work.best.size
    if work.listed[place] == 0:
        work.listed[place] = 1
        if not is_told(work, events, a, b, t):
            note_contact(work, events, place, t)
    closing = approach(work, place)
    if b < pieces:
        push_apart(work, place, row[RESTITUTION_DISC], t)
        rub(work, spins, place, closing, row[FRICTION_DISC])
    else:
        bounce(work, place, row[RESTITUTION_EDGE], t)
        rub(work, spins, place, closing, row[FRICTION_EDGE])
    hurl(work, a)
    if b < pieces:
        hurl(work, b)
    else:
        meet_edge(work, spins, a, b - pieces, closing, row, t)


@inner
def hurl(work: Work, i: int) -> None:
    """The velocity of piece i has changed: what it touches takes part from now on."""
    if work.changed[i] == 0:
        link_all(work, i)
    work.changed[i] = HURLED


@inner
def rub(work: Work, spins: Spins, place: int, closing: float, friction: float) -> None:
    """The friction of a contact whose normal impulse has been given; `closing`: how fast it closed before that."""
    if friction == 0.0:
        return
    line, solid, spin = work.links[place], spins.solid, spins.spin
    a, b, nx, ny = int(line[0]), int(line[1]), line[2], line[3]
    inverse = solid[a, INVERSE_MASS]
    along = work.now[a, 3] * nx - work.now[a, 2] * ny
    rim_b = 0.0
    give = slip_give(inverse, solid[a, SOLID_RADIUS], solid[a, INVERSE_INERTIA])
    is_pair = b < work.best.size
    if is_pair:
        inverse += solid[b, INVERSE_MASS]
        along -= work.now[b, 3] * nx - work.now[b, 2] * ny
        rim_b = spin[b, NOW] * solid[b, SOLID_RADIUS]
        give += slip_give(solid[b, INVERSE_MASS], solid[b, SOLID_RADIUS], solid[b, INVERSE_INERTIA])
    normal = (closing - approach(work, place)) / inverse
    slip = slip_speed(along, spin[a, NOW] * solid[a, SOLID_RADIUS], rim_b)
    impulse = tangential_impulse(slip, normal, friction, give)
    push_along(work, spins, a, -impulse, nx, ny)
    spin[a, NOW] -= impulse * solid[a, SOLID_RADIUS] * solid[a, INVERSE_INERTIA]
    if is_pair:
        push_along(work, spins, b, impulse, nx, ny)
        spin[b, NOW] -= impulse * solid[b, SOLID_RADIUS] * solid[b, INVERSE_INERTIA]


@inner
def push_along(work: Work, spins: Spins, i: int, impulse: float, nx: float, ny: float) -> None:
    """An impulse on piece i along the tangent, the normal turned left."""
    work.now[i, 2] -= impulse * spins.solid[i, INVERSE_MASS] * ny
    work.now[i, 3] += impulse * spins.solid[i, INVERSE_MASS] * nx


@inner
def meet_edge(work: Work, spins: Spins, a: int, edge: int, closing: float, row: Array, t: float) -> None:
    """A piece met an edge: fast enough, it is thrown over, or the model can no longer vouch for its staying."""
    upwards = math.sqrt(row[EDGE_LIFT]) * closing
    if row[EDGE_LIFT] > 0.0 and is_thrown_over(upwards, row[EDGE_HEIGHT], row[GRAVITY]):
        note_beyond(spins, t, a, EDGE_THROWN)
        spins.spin[a, LEAVES] = edge
        unlink(work, a)
    elif 0.0 < row[EDGE_DOUBT] <= closing:
        note_beyond(spins, t, a, EDGE_FAST)


@inner
def unlink(work: Work, i: int) -> None:
    """Piece i is in the air: it touches nothing any more."""
    kept = 0
    for place in range(work.counts[LINKS]):
        if work.links[place, 0] != i and work.links[place, 1] != i:
            for column in range(4):
                work.links[kept, column] = work.links[place, column]
            work.listed[kept] = work.listed[place]
            kept += 1
    work.counts[LINKS] = kept


@inner
def gather(work: Work, spins: Spins, a: int, b: int, gap: float) -> int:
    """The pieces that press together around a contact, in their order, into `room.group`; 0 where it is a lone one.

    From the two of the contact over gaps of less than `gap`. A contact is pressed where a third piece takes part, or
    where one of two pieces is at an edge. Two edges in a corner do not know each other.
    """
    group, pieces = spins.room.group, work.best.size
    group[0], size = a, 1
    if b < pieces:
        group[1], size = b, 2
    done = 0
    while done < size:
        for j in range(pieces):
            if is_near(work, spins, group[done], j, gap) and not is_in(group, size, j):
                group[size] = j
                size += 1
        done += 1
    if size == 1 or (size == 2 and b < pieces and not (at_edge(work, spins, a, gap) or at_edge(work, spins, b, gap))):
        return 0
    put_in_order(group, size)
    return size


@inner
def put_in_order(group: NDArray[np.int64], size: int) -> None:
    """Sort the first `size`: few, and nearly in order."""
    for place in range(1, size):
        piece, hole = group[place], place
        while hole > 0 and group[hole - 1] > piece:
            group[hole] = group[hole - 1]
            hole -= 1
        group[hole] = piece


@inner
def is_in(group: NDArray[np.int64], size: int, j: int) -> bool:
    """Whether piece j is among the first `size`."""
    found = False
    for place in range(size):
        found = found or group[place] == j
    return found


@inner
def is_near(work: Work, spins: Spins, i: int, j: int, gap: float) -> bool:
    """Whether two pieces on the table are closer than `gap`."""
    if i == j or work.partner[j] == GONE or spins.spin[j, LEAVES] >= 0.0:
        return False
    dx, dy = work.now[j, 0] - work.now[i, 0], work.now[j, 1] - work.now[i, 1]
    reach = spins.solid[i, SOLID_RADIUS] + spins.solid[j, SOLID_RADIUS] + gap
    return bool(dx * dx + dy * dy < reach * reach)


@inner
def at_edge(work: Work, spins: Spins, i: int, gap: float) -> bool:
    """Whether a piece is closer than `gap` to an edge."""
    most = max(abs(work.now[i, 0]), abs(work.now[i, 1]))
    return bool(most > HALF - spins.solid[i, SOLID_RADIUS] - gap)


@inner
def press_group(work: Work, spins: Spins, size: int, row: Array, events: Array, t: float) -> None:
    """A group goes through its contacts together; what closed is listed with its own time."""
    now, room, pieces = work.now, spins.room, work.best.size
    for place in range(size):
        i = room.group[place]
        for column in range(4):
            room.start[i, column] = now[i, column]
        room.start[i, 4] = spins.spin[i, NOW]
    count = press(room, size, spins.solid, spins.law)
    work.counts[PRESSED] = 1
    for place in range(size):
        i = room.group[place]
        now[i, 2], now[i, 3], spins.spin[i, NOW] = room.moving[i, 2], room.moving[i, 3], room.moving[i, 4]
        hurl(work, i)
    for place in range(count):
        a, code, after, closing = room.told[place]
        b = int(code) if code >= 0.0 else pieces - 1 - int(code)
        work.met[int(a), b] = t
        tell_pressed(work, spins, int(a), b, (t, after, closing), events)
        if b >= pieces:
            meet_edge(work, spins, int(a), b - pieces, closing, row, t)


@inner
def tell_pressed(
    work: Work, spins: Spins, a: int, b: int, when: tuple[float, float, float], events: Array
) -> None:
    """List a contact of a group once: at the instant itself where it touched already, else when it closed."""
    t, after, closing = when
    pieces, now, radius = work.best.size, work.now, spins.solid[a, SOLID_RADIUS]
    if is_told(work, events, a, b, t):
        return
    if b < pieces:
        nx, ny = now[b, 0] - now[a, 0], now[b, 1] - now[a, 1]
        far = math.sqrt(nx * nx + ny * ny)
        nx, ny, gap = nx / far, ny / far, far - radius - spins.solid[b, SOLID_RADIUS]
    else:
        nx, ny = EDGE_X[b - pieces], EDGE_Y[b - pieces]
        gap = HALF - radius - now[a, 0] * nx - now[a, 1] * ny
    at = (now[a, 0] + radius * nx, now[a, 1] + radius * ny, closing)
    when_told = t if gap <= TOUCHING else t + after
    if b < pieces:
        note(work.counts, events, (float(CONTACT), float(a), float(b)), when_told, at)
    else:
        note(work.counts, events, (float(CUSHION), float(a), float(b - pieces)), when_told, at)


@inner
def is_told(work: Work, events: Array, a: int, b: int, t: float) -> bool:
    """Whether this contact has been listed in this instant already."""
    kind, second = CONTACT, b
    if b >= work.best.size:
        kind, second = CUSHION, b - work.best.size
    for place in range(min(work.counts[EVENTS], events.shape[0]) - 1, -1, -1):
        line = events[place]
        if line[TIME] < t:
            return False
        if line[KIND] == kind and line[FIRST] == a and line[SECOND] == second:
            return True
    return False
