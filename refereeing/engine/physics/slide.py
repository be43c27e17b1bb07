"""One stroke of the model `slide`, event by event (contract: docs/physics.md).

Between events every piece slows straight against its motion. At each event only the pieces whose motion changed are
predicted again; for every piece the next thing that happens to it is kept. Only + - * / and square roots.
"""

from __future__ import annotations

import math

import numpy as np

from refereeing.engine import table
from refereeing.engine.physics.compiled import inner, jit
from refereeing.engine.physics.detect import next_meeting, wait_for_lying
from refereeing.engine.physics.direction import direction
from refereeing.engine.physics.layout import (
    AX,
    AY,
    COMES,
    END_X,
    END_Y,
    EVENTS,
    FATE,
    FIRST_POCKET,
    FROM_AX,
    FROM_AY,
    FROM_T,
    FROM_VX,
    FROM_VY,
    FROM_X,
    FROM_Y,
    GONE,
    HAS_LEFT,
    HIT_AT,
    HIT_BY,
    IMPULSES,
    LINKS,
    MASS,
    NOBODY,
    ON_TABLE,
    OWN,
    PIECE,
    POCKET_NEXT,
    POCKETED,
    RADIUS,
    RECROSSED,
    RIVAL,
    SINCE,
    STATUS,
    STOP,
    TOO_MANY,
    TOUCHED,
    VX,
    VY,
    WAYS,
    Work,
    X,
    Y,
)
from refereeing.engine.physics.motion import (
    POCKET_DEPTH,
    POCKET_PLACE,
    POCKET_RADIUS,
    STILL,
    Array,
    edge_wait,
    look,
    plan,
    set_off,
)
from refereeing.engine.physics.params import (
    FRICTION,
    GRAVITY,
    MASS_DISC,
    MASS_STRIKER,
    RADIUS_DISC,
    RADIUS_STRIKER,
)
from refereeing.engine.physics.resolve import HURLED, MOST_IMPULSES, approach, link_all, look_at_all, note, settle

MOST_EVENTS = 50_000
"""A stroke with more is given up. The longest of a hundred thousand hard positions has a few thousand."""
SAME_INSTANT = 1e-7
"""s. Whatever comes so soon is looked at together; whether it touches already decides the gap alone."""
A_MOMENT = 1e-9
"""s. A prediction that came to nothing is looked for again so much later."""
ZONE_LINE, LINE_GONE = table.ZONE_LINE, table.STRIKER_DEEP


@inner
def run_slide(
    work: Work, discs: Array, launch: Array, row: Array, seat: Array, events: Array, ways: Array
) -> None:
    """Play one stroke to its end.

    discs [n, 2]; launch x, y, angle in degrees, speed; row: the constants; seat: the direction from the middle to the
    player's edge, (0, 0) without a player. Writes events (layout.py) as far as they fit, and every change of motion
    into ways as far as they fit; the counters tell how many there were. `work` is left at the end of the stroke.
    """
    lay_out(work, discs, launch, row, events)
    counts, t = work.counts, 0.0
    while True:
        go_on(work, t, seat, ways)
        k = soonest(work)
        t = work.best[k]
        if work.line[0] < np.inf and work.line[0] <= t:
            recross(work, events)
        elif t == np.inf:
            return
        elif counts[IMPULSES] >= MOST_IMPULSES or counts[EVENTS] >= MOST_EVENTS:
            counts[STATUS] = TOO_MANY
            return
        elif work.partner[k] == POCKET_NEXT:
            drop(work, k, t, events)
        elif not meet(work, t, row, events):
            look_further(work, k, t)


@inner
def soonest(work: Work) -> int:
    """The piece to which something happens next; of several the first."""
    found = 0
    for i in range(1, work.best.size):
        if work.best[i] < work.best[found]:
            found = i
    return found


@inner
def begin(
    work: Work, discs: Array, launch: Array, row: Array, seat: Array, events: Array, ways: Array
) -> None:
    """Lay the pieces out, strike, and predict everything once."""
    lay_out(work, discs, launch, row, events)
    go_on(work, 0.0, seat, ways)


@inner
def lay_out(work: Work, discs: Array, launch: Array, row: Array, events: Array) -> None:
    """Lay the pieces out and strike; nothing is predicted yet."""
    work.counts.fill(0)
    work.margin.fill(np.inf)
    work.line.fill(np.inf)
    work.times.fill(np.inf)
    work.met.fill(-np.inf)
    work.again.fill(0)
    pieces = work.best.size
    for i in range(pieces):
        work.body[i, RADIUS] = row[RADIUS_DISC] if i > 0 else row[RADIUS_STRIKER]
        work.body[i, MASS] = row[MASS_DISC] if i > 0 else row[MASS_STRIKER]
        work.body[i, HIT_AT], work.body[i, HIT_BY], work.body[i, FATE] = -1.0, NOBODY, ON_TABLE
        work.best[i], work.partner[i] = np.inf, NOBODY
    cosine, sine = direction(launch[2])
    vx, vy = launch[3] * cosine, launch[3] * sine
    slowing = row[FRICTION] * row[GRAVITY]
    for i in range(pieces):
        x, y = (discs[i - 1, 0], discs[i - 1, 1]) if i > 0 else (launch[0], launch[1])
        set_off(work.body, i, x, y, vx if i == 0 else 0.0, vy if i == 0 else 0.0, 0.0, slowing)
        plan(work.body, i)
        work.changed[i] = 0
    for i in range(pieces - 1, -1, -1):
        if is_in_pocket(work.body[i, X], work.body[i, Y]):
            drop(work, i, 0.0, events)
        elif i == 0:
            # Only the striker moves: whatever meets anything meets it.
            work.changed[i] = HURLED


@jit
def is_in_pocket(x: float, y: float) -> bool:
    """Whether a centre is deeper than the tolerance inside a pocket's circle."""
    dx, dy = abs(x) - POCKET_PLACE, abs(y) - POCKET_PLACE
    deep = POCKET_RADIUS - POCKET_DEPTH
    return bool(dx * dx + dy * dy < deep * deep)


@inner
def take_up(work: Work, i: int, seat: Array, ways: Array) -> None:
    """A piece goes a new way: list it, and see what it meets by itself."""
    body, counts = work.body, work.counts
    place = counts[WAYS]
    counts[WAYS] = place + 1
    if place < ways.shape[0]:
        line = ways[place]
        line[PIECE], line[FROM_T] = i, body[i, SINCE]
        line[FROM_X], line[FROM_Y] = body[i, X], body[i, Y]
        line[FROM_VX], line[FROM_VY] = body[i, VX], body[i, VY]
        line[FROM_AX], line[FROM_AY] = body[i, AX], body[i, AY]
    plan(body, i)
    work.partner[i], work.best[i] = int(body[i, COMES]), body[i, OWN]
    if i == 0:
        watch_line(work, seat)


@inner
def watch_line(work: Work, seat: Array) -> None:
    """See when the striker, on its new way, comes back over the own zone line until it no longer shows (18.1.e).

    Its way between two events is straight: whether it has left the zone shows at the ends of its ways.
    """
    striker = work.body[0]
    work.line[0] = np.inf
    depth = seat[0] * striker[X] + seat[1] * striker[Y]
    if work.counts[HAS_LEFT] == 0 and depth < ZONE_LINE:
        work.counts[HAS_LEFT] = 1
    speed = seat[0] * striker[VX] + seat[1] * striker[VY]
    if work.counts[HAS_LEFT] != 1 or speed <= 0.0 or depth >= LINE_GONE:
        return
    slowing = seat[0] * striker[AX] + seat[1] * striker[AY]
    end = seat[0] * striker[END_X] + seat[1] * striker[END_Y]
    work.line[0] = striker[SINCE] + edge_wait(depth, speed, slowing, end, LINE_GONE)


@inner
def recross(work: Work, events: Array) -> None:
    """List once that the striker came back too far."""
    t = work.line[0]
    note(work.counts, events, (float(RECROSSED), 0.0, 0.0), t, (np.nan, np.nan, np.nan))
    work.line[0] = np.inf
    work.counts[HAS_LEFT] = 2


@inner
def predict(work: Work, k: int, now: float) -> None:
    """Find anew when piece k meets every other, and what that changes for the others."""
    best, partner, times = work.best, work.partner, work.times
    for j in range(best.size):
        if j == k or partner[j] == GONE:
            continue
        t = next_meeting(work.body, min(j, k), max(j, k), now)
        times[j, k] = times[k, j] = t
        if t < best[k]:
            best[k], partner[k] = t, j
        if t < best[j]:
            best[j], partner[j] = t, k
        elif partner[j] == k:
            find_next(work, j)


@inner
def find_next(work: Work, i: int) -> None:
    """The next thing that happens to piece i, of those that are known."""
    soonest, by = work.body[i, OWN], int(work.body[i, COMES])
    for j in range(work.best.size):
        if work.times[i, j] < soonest and work.partner[j] != GONE:
            soonest, by = work.times[i, j], j
    work.best[i], work.partner[i] = soonest, by


@inner
def drop(work: Work, k: int, t: float, events: Array) -> None:
    """Piece k falls into the pocket that it is at; whoever would have met it looks further."""
    x, y, vx, vy = look(work.body, k, t)
    pocket = (0 if y > 0.0 else 2) + (0 if x > 0.0 else 1)
    note(work.counts, events, (float(POCKETED), float(k), float(pocket)), t, (x, y, math.sqrt(vx * vx + vy * vy)))
    set_off(work.body, k, x, y, 0.0, 0.0, t, 1.0)
    work.body[k, FATE] = FIRST_POCKET + pocket
    work.best[k], work.partner[k] = np.inf, GONE
    if k == 0:
        work.line[0] = np.inf
    for j in range(work.best.size):
        if work.partner[j] == k:
            find_next(work, j)


@inner
def go_on(work: Work, t: float, seat: Array, ways: Array) -> None:
    """Whatever has changed its motion at the instant t goes its new way; what it meets is predicted anew.

    In one place for the whole loop: the compiler takes in everything that a function calls, once for each caller.
    """
    changed = work.changed
    for i in range(work.best.size):
        if changed[i] == HURLED:
            take_up(work, i, seat, ways)
    for i in range(work.best.size):
        if changed[i] == HURLED:
            predict(work, i, t)
    for i in range(work.best.size):
        changed[i] = 0


@inner
def meet(work: Work, t: float, row: Array, events: Array) -> bool:
    """Something touches at the instant t: impulses, and new motions; whether there were any."""
    best, partner, changed = work.best, work.partner, work.changed
    look_at_all(work, t)
    for i in range(best.size):
        if best[i] <= t + SAME_INSTANT and partner[i] != POCKET_NEXT and changed[i] == 0:
            link_all(work, i)
    if work.counts[TOUCHED] == 0:
        measure_margin(work, t)
    settle(work, row, events, t)
    slowing = row[FRICTION] * row[GRAVITY]
    has_changed = False
    for i in range(best.size):
        if changed[i] == HURLED:
            now = work.now[i]
            set_off(work.body, i, now[0], now[1], now[2], now[3], t, slowing)
            has_changed = True
    return has_changed


@inner
def look_further(work: Work, k: int, t: float) -> None:
    """A prediction came to nothing: a graze whose approach is lost in the last digits. The next one is looked for."""
    other = work.partner[k]
    if other >= 0:
        wait = next_meeting(work.body, min(k, other), max(k, other), t + A_MOMENT)
        work.times[k, other] = work.times[other, k] = wait
        find_next(work, other)
    else:
        work.body[k, OWN], work.body[k, COMES] = np.inf, NOBODY
    find_next(work, k)


@inner
def measure_margin(work: Work, t: float) -> None:
    """How far, in time and in distance, the striker's first touch is ahead of the next disc that it would have touched
    going straight on (to the next edge or pocket)."""
    first, most = NOBODY, STILL
    for place in range(work.counts[LINKS]):
        line = work.links[place]
        if line[0] == 0 and line[1] < work.best.size and approach(work, place) > most:
            first, most = int(line[1]), approach(work, place)
    if first == NOBODY:
        return
    work.counts[TOUCHED] = 1
    now, striker = work.now, work.body[0]
    for j in range(1, work.best.size):
        if j == first or work.partner[j] == GONE:
            continue
        dx, dy = now[j, 0] - now[0, 0], now[j, 1] - now[0, 1]
        reach = striker[RADIUS] + work.body[j, RADIUS]
        wait = wait_for_lying(dx, dy, now[0, 2], now[0, 3], reach, striker[STOP] - t)
        if wait < work.margin[0] and t + wait <= striker[OWN]:
            work.margin[0] = wait
            work.counts[RIVAL] = j
            work.margin[1] = max(0.0, math.sqrt(dx * dx + dy * dy) - reach)
