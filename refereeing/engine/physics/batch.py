"""Many strokes at once: arrays in, arrays out (mm, s, mm/s, degrees)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from refereeing.engine.facts import SEATS
from refereeing.engine.physics.compiled import inner, jit
from refereeing.engine.physics.layout import (
    END_X,
    END_Y,
    EVENT_COLUMNS,
    EVENTS,
    FATE,
    FIRST,
    KIND,
    PRESSED,
    SECOND,
    STATUS,
    STOP,
    TIME,
    WAY_COLUMNS,
    Work,
    make_work,
)
from refereeing.engine.physics.motion import Array
from refereeing.engine.physics.slide import run_slide
from refereeing.engine.table import DIRECTIONS


class Batch(NamedTuple):
    """What became of m strokes with n discs; piece 0 is the striker, piece i + 1 disc i."""

    after: NDArray[np.float64]
    """[m, n + 1, 2]: where everything came to rest, or left the table"""
    fate: NDArray[np.int8]
    """[m, n + 1]: 0 on the table, 1..4 pocketed NE NW SE SW, 5..8 off over N E S W"""
    kinds: NDArray[np.int8]
    """[m, keep]: 1 contact, 2 cushion, 3 pocketed, 4 off, 5 own line recrossed; 0 nothing more"""
    pairs: NDArray[np.int16]
    """[m, keep, 2]: the piece, and the other, the edge (0..3 N E S W) or the pocket (0..3 NE NW SE SW)"""
    times: NDArray[np.float64]
    """[m, keep]"""
    count: NDArray[np.int32]  # type: ignore[assignment]  # not the tuple's method
    """[m]: may be more than `keep`"""
    margin: NDArray[np.float64]
    """[m, 2]: how many s and mm the striker's first touch is ahead of the next candidate; inf: there is none"""
    status: NDArray[np.int8]
    """[m]: 0 ended, 1 too many events"""
    pressed: NDArray[np.bool_]
    """[m]: contacts pressed together made the answer depend on the contact model"""
    stopped: NDArray[np.float64]
    """[m, n + 1]: s, when each piece came to rest or fell; 0 for one that never moved"""


def make_batch(strokes: int, pieces: int, keep: int) -> Batch:
    """Room for the answers."""
    return Batch(
        np.zeros((strokes, pieces, 2)), np.zeros((strokes, pieces), np.int8), np.zeros((strokes, keep), np.int8),
        np.zeros((strokes, keep, 2), np.int16), np.zeros((strokes, keep)), np.zeros(strokes, np.int32),
        np.zeros((strokes, 2)), np.zeros(strokes, np.int8), np.zeros(strokes, np.bool_), np.zeros((strokes, pieces)),
    )  # fmt: skip


def seat_direction(player: str) -> NDArray[np.float64]:
    """From the middle to a player's edge; (0, 0) for no player."""
    return np.array(DIRECTIONS[player] if player in SEATS else (0.0, 0.0), dtype=np.float64)


def simulate_batch(
    starts: ArrayLike, launches: ArrayLike, constants: ArrayLike, *, keep: int = 64, player: str = ""
) -> Batch:
    """Play m strokes of the model `slide`.

    starts [m or 1, n, 2]: where the discs lie; launches [m, 4]: x, y, angle in degrees, speed; constants [m or 1, 8]
    (`Constants.as_row`). `player` (a seat): tell also when the striker comes back over that player's line. Values are
    not looked at: the caller vouches that they are finite and in their limits (params.py).
    """
    begin = np.ascontiguousarray(starts, dtype=np.float64)
    strokes = np.ascontiguousarray(launches, dtype=np.float64)
    rows = np.ascontiguousarray(constants, dtype=np.float64)
    out = make_batch(len(strokes), begin.shape[1] + 1, keep)
    events, ways = np.zeros((keep, EVENT_COLUMNS)), np.zeros((0, WAY_COLUMNS))
    run_all(make_work(begin.shape[1] + 1), begin, strokes, rows, seat_direction(player), out, events, ways)
    return out


@jit
def run_all(
    work: Work, starts: Array, launches: Array, rows: Array, seat: Array, out: Batch, events: Array, ways: Array
) -> None:
    """The loop of `simulate_batch`; also the one entry of everything else, so that it is compiled once."""
    for m in range(launches.shape[0]):
        discs = starts[m if starts.shape[0] > 1 else 0]
        row = rows[m if rows.shape[0] > 1 else 0]
        run_slide(work, discs, launches[m], row, seat, events, ways)
        write_out(work, m, out, events)


@inner
def write_out(work: Work, m: int, out: Batch, events: Array) -> None:
    """Write one stroke's answer into its place."""
    counts = work.counts
    out.count[m], out.status[m], out.pressed[m] = counts[EVENTS], counts[STATUS], counts[PRESSED] == 1
    out.margin[m, 0], out.margin[m, 1] = work.margin[0], work.margin[1]
    for i in range(work.best.size):
        out.after[m, i, 0], out.after[m, i, 1] = work.body[i, END_X], work.body[i, END_Y]
        out.stopped[m, i] = work.body[i, STOP]
        out.fate[m, i] = int(work.body[i, FATE])
    for e in range(min(counts[EVENTS], events.shape[0])):
        out.kinds[m, e], out.times[m, e] = int(events[e, KIND]), events[e, TIME]
        out.pairs[m, e, 0], out.pairs[m, e, 1] = int(events[e, FIRST]), int(events[e, SECOND])
