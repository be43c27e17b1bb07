"""Play vectors of unknowns, and keep of every stroke what the search needs."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine import table
from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.layout import (
    CONTACT,
    END_X,
    END_Y,
    EVENT_COLUMNS,
    EVENTS,
    FIRST,
    FROM_X,
    FROM_Y,
    KIND,
    PIECE,
    POCKETED,
    SECOND,
    STATUS,
    TIME,
    WAY_COLUMNS,
    WAYS,
    Work,
    make_work,
)
from refereeing.engine.physics.params import RADIUS_DISC, RADIUS_STRIKER
from refereeing.engine.physics.reconstruct.known import FELL, FLEW, LIES, SPEED_UNIT, Array, Indices, Known
from refereeing.engine.physics.reconstruct.logarithm import ln
from refereeing.engine.physics.slide import run_slide

NOBODY = -1
FREEDOM = 10.0
"""Degrees of freedom of Student's t: heavy tails, because a model of a table is never quite right."""
MISS_COST = 4.0
"""What a disc costs that fell and should not have, or the reverse (in logarithms), besides its distance."""
TRUE_SCALE = 1.0
"""At their true scale gaps no longer count beside the errors."""
FARTHEST, TINY_GAP = 1e4, 1e-3
"""Standard deviations: a gap before anything has been measured, and the least one."""
FAILED = 100
"""Misses of a stroke that did not end."""
SWEEPS = 3
"""How often pieces are pushed apart that the errors have put into one another."""
LISTED = 256
"""Events of a stroke that are looked at; no real one has so many."""
CODE = 64
"""More than there are pieces: two of them make one number."""
MODULUS, FACTOR = 8_796_093_022_151, 500_009
"""The key of a list of events is a number below 2^43."""
RIM = table.POCKET_RADIUS - 5.0
"""How near a pocket's middle a disc should have come that fell (mm)."""
POCKET_PLACE = 435.0
HALF = table.HALF


class Strokes(NamedTuple):
    """m strokes. Piece 0 is the striker."""

    z: Array
    """[m, d]"""
    error: Array
    """[m, n, 2]: how far from where they were seen the pieces ended, in standard deviations"""
    gap: Array
    """[m, n]: by how much all passed a disc that was seen to have moved, in standard deviations; 0 for all others"""
    misses: NDArray[np.int64]
    """[m]: how many fell that should not have, or the reverse"""
    first: NDArray[np.int64]
    """[m]: the disc that the striker touched first, -1: none"""
    rival: NDArray[np.int64]
    """[m]: the other disc that it touched next, -1: none"""
    ahead: Array
    """[m]: how many seconds later"""
    second: NDArray[np.int64]
    """[m]: the second contact of the stroke as a number, -1: none"""
    key: NDArray[np.int64]
    """[m]: the list of events as a number"""
    touched: NDArray[np.bool_]
    """[m, n]: the pieces that something happened to"""


def take(strokes: Strokes, which: NDArray[np.int64] | NDArray[np.bool_]) -> Strokes:
    """Some of the strokes."""
    columns: list[Any] = [column[which] for column in strokes]
    return Strokes(*columns)


def join(parts: list[Strokes]) -> Strokes:
    """Several lots as one."""
    columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return Strokes(*columns)


def choose(is_new: NDArray[np.bool_], new: Strokes, old: Strokes) -> Strokes:
    """Row by row the new stroke or the old one."""
    columns: list[Any] = []
    for a, b in zip(new, old, strict=True):
        columns.append(np.where(is_new.reshape((-1,) + (1,) * (a.ndim - 1)), a, b))
    return Strokes(*columns)


class Room(NamedTuple):
    """Where a stroke is played; afterwards it holds the last one in full."""

    work: Work
    places: Array
    """[n, 2]: where the pieces lay"""
    row: Array
    """[8]: the constants"""
    launch: Array
    """[4]: x, y, angle in degrees, speed"""
    events: Array
    """[LISTED, EVENT_COLUMNS]"""
    ways: Array
    """[LISTED, WAY_COLUMNS]"""
    reached: Array
    """[n, 2]: where a piece's way ends, while the ways are gone through backwards"""


def make_room(pieces: int) -> Room:
    """Room for strokes of so many pieces."""
    events, ways = np.zeros((LISTED, EVENT_COLUMNS)), np.zeros((LISTED, WAY_COLUMNS))
    return Room(
        make_work(pieces), np.zeros((pieces, 2)), np.zeros(8), np.zeros(4), events, ways, np.zeros((pieces, 2))
    )


def play(known: Known, z: Array, room: Room | None = None) -> Strokes:
    """Play the strokes that the vectors [m, d] stand for."""
    m, n = len(z), known.pieces
    out = Strokes(
        z, np.zeros((m, n, 2)), np.zeros((m, n)), np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros(m, np.int64),
        np.zeros(m), np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros((m, n), np.bool_),
    )  # fmt: skip
    play_all(known, out, make_room(n) if room is None else room)
    return out


@jit
def play_all(known: Known, out: Strokes, room: Room) -> None:
    """The loop of `play`, and the one way into the kernel, so that it is compiled once."""
    for m in range(out.z.shape[0]):
        lay_out(known, out.z[m], room.places, room.row, room.launch)
        run_slide(room.work, room.places[1:], room.launch, room.row, known.seat, room.events, room.ways)
        note_contacts(out, m, room.work, room.events)
        note_ends(known, out, m, room.work, room.events)
        note_gaps(known, out, m, room)


@jit
def lay_out(known: Known, z: Array, places: Array, row: Array, launch: Array) -> None:
    """Write the places [n, 2], the constants [8] and the launch [4] that a vector stands for."""
    loose = known.loose.size
    row[:] = known.constants
    for k in range(loose):
        row[known.loose[k]] += known.loose_sd[k] * z[2 + k]
    for i in range(places.shape[0]):
        places[i, 0] = known.place[i, 0] + known.place_sd * z[2 + loose + 2 * i]
        places[i, 1] = known.place[i, 1] + known.place_sd * z[3 + loose + 2 * i]
    for _ in range(SWEEPS):
        push_apart(known, places)
        for i in range(places.shape[0]):
            room = HALF - (row[RADIUS_DISC] if i > 0 else row[RADIUS_STRIKER])
            places[i, 0] = min(max(places[i, 0], -room), room)
            places[i, 1] = min(max(places[i, 1], -room), room)
    launch[0], launch[1], launch[2], launch[3] = places[0, 0], places[0, 1], z[0], SPEED_UNIT * z[1]


@jit
def push_apart(known: Known, places: Array) -> None:
    """Move pieces that lie in one another half of the way out, each."""
    for k in range(known.reach.size):
        i, j = known.near[k, 0], known.near[k, 1]
        dx, dy = places[j, 0] - places[i, 0], places[j, 1] - places[i, 1]
        apart = math.sqrt(dx * dx + dy * dy)
        if 0.0 < apart < known.reach[k]:
            push = 0.5 * (known.reach[k] - apart) / apart
            places[i, 0] -= push * dx
            places[i, 1] -= push * dy
            places[j, 0] += push * dx
            places[j, 1] += push * dy


@jit
def note_contacts(out: Strokes, m: int, work: Work, events: Array) -> None:
    """Who was touched first, who next, by which list of events."""
    out.first[m] = out.rival[m] = out.second[m] = NOBODY
    out.ahead[m] = np.inf
    key, contacts, begun = 1, 0, 0.0
    out.touched[m, 0] = True
    for e in range(min(work.counts[EVENTS], events.shape[0])):
        kind, a, b = int(events[e, KIND]), int(events[e, FIRST]), int(events[e, SECOND])
        key = (key * FACTOR + (kind * CODE + a) * CODE + b + 1) % MODULUS
        out.touched[m, a] = True
        if kind != CONTACT:
            continue
        out.touched[m, b] = True
        contacts += 1
        if contacts == 2:
            out.second[m] = a * CODE + b
        if a == 0 and out.first[m] == NOBODY:
            out.first[m], begun = b, events[e, TIME]
        elif a == 0 and out.rival[m] == NOBODY and b != out.first[m]:
            out.rival[m], out.ahead[m] = b, events[e, TIME] - begun
    out.key[m] = key


@jit
def note_ends(known: Known, out: Strokes, m: int, work: Work, events: Array) -> None:
    """How far every piece ended from where it was seen, and what fell that should not have."""
    fell = work.changed
    fell[:] = 0
    for e in range(min(work.counts[EVENTS], events.shape[0])):
        if int(events[e, KIND]) == POCKETED:
            fell[int(events[e, FIRST])] = 1
    out.misses[m] = FAILED * work.counts[STATUS]
    for i in range(fell.size):
        x, y = work.body[i, END_X], work.body[i, END_Y]
        seen = known.seen[i]
        dx, dy = 0.0, 0.0
        if seen == LIES:
            dx, dy = x - known.rest[i, 0], y - known.rest[i, 1]
            out.misses[m] += fell[i]
        elif seen == FELL and fell[i] == 0:
            dx, dy = from_pocket(x, y)
            out.misses[m] += 1
        elif seen == FLEW and not out.touched[m, i]:
            out.misses[m] += 1
        out.error[m, i, 0], out.error[m, i, 1] = dx / known.place_sd, dy / known.place_sd


@jit
def note_gaps(known: Known, out: Strokes, m: int, room: Room) -> None:
    """By how much everything passed the discs that must have been touched and were not.

    Such a disc lies where it lay, whatever changes a little: only its gap tells the search where to aim.
    """
    n = known.seen.size
    wanted = False
    for i in range(1, n):
        is_passed = known.has_moved[i] and not out.touched[m, i]
        out.gap[m, i] = FARTHEST if is_passed else 0.0
        wanted = wanted or is_passed
    if not wanted:
        return
    for i in range(n):
        room.reached[i, 0], room.reached[i, 1] = room.work.body[i, END_X], room.work.body[i, END_Y]
    for w in range(min(room.work.counts[WAYS], room.ways.shape[0]) - 1, -1, -1):
        way = room.ways[w]
        p = int(way[PIECE])
        for i in range(1, n):
            if out.gap[m, i] > 0.0 and i != p:
                beside = distance(room.places[i], way[FROM_X], way[FROM_Y], room.reached[p])
                near = beside - room.row[RADIUS_DISC] - (room.row[RADIUS_DISC] if p > 0 else room.row[RADIUS_STRIKER])
                out.gap[m, i] = min(out.gap[m, i], max(near / known.place_sd, TINY_GAP))
        room.reached[p, 0], room.reached[p, 1] = way[FROM_X], way[FROM_Y]


@jit
def distance(place: Array, x: float, y: float, end: Array) -> float:
    """How far a place is from the line between (x, y) and the end."""
    dx, dy = end[0] - x, end[1] - y
    square = dx * dx + dy * dy
    share = 0.0
    if square > 0.0:
        share = min(1.0, max(0.0, ((place[0] - x) * dx + (place[1] - y) * dy) / square))
    ox, oy = place[0] - x - share * dx, place[1] - y - share * dy
    return math.sqrt(ox * ox + oy * oy)


@jit
def from_pocket(x: float, y: float) -> tuple[float, float]:
    """From the nearest pocket's rim to a place outside."""
    dx = x - (POCKET_PLACE if x > 0.0 else -POCKET_PLACE)
    dy = y - (POCKET_PLACE if y > 0.0 else -POCKET_PLACE)
    away = math.sqrt(dx * dx + dy * dy)
    share = max(away - RIM, 0.0) / max(away, 1.0)
    return dx * share, dy * share


def costs(known: Known, strokes: Strokes, scale: float) -> Array:
    """[m]: minus the logarithm of prior times likelihood, up to a constant; errors are taken as `scale` times larger
    than they are, so that a stroke that is only near is not worth nothing."""
    found = np.zeros(len(strokes.z))
    cost_all(known.prior, strokes, scale, found)
    return found


@jit
def cost_all(prior: Array, strokes: Strokes, scale: float, found: Array) -> None:
    """The loop of `costs`."""
    for m in range(found.size):
        total = MISS_COST * strokes.misses[m]
        for j in range(prior.size):
            total += 0.5 * prior[j] * strokes.z[m, j] * strokes.z[m, j]
        for i in range(strokes.error.shape[1]):
            dx, dy = strokes.error[m, i, 0] / scale, strokes.error[m, i, 1] / scale
            total += 0.5 * (FREEDOM + 2.0) * ln(1.0 + (dx * dx + dy * dy) / FREEDOM)
            gap = strokes.gap[m, i] / scale
            if gap > 0.0 and scale > TRUE_SCALE:
                total += 0.5 * (FREEDOM + 1.0) * ln(1.0 + gap * gap / FREEDOM)
        found[m] = total


def misfits(known: Known, strokes: Strokes) -> Array:
    """[m]: how far (mm) the piece that fits worst ended from where it was seen."""
    squares = (strokes.error * strokes.error).sum(axis=2)
    found: Array = known.place_sd * np.sqrt(squares.max(axis=1))
    return found


def indices(which: NDArray[np.bool_]) -> Indices:
    """Where it is true."""
    return np.flatnonzero(which).astype(np.int64)
