"""Many strokes of the model `full` at once: arrays in, arrays out (mm, s, mm/s, degrees, rad/s)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from refereeing.engine.physics.batch import Batch, make_batch, seat_direction, write_out
from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.full import run_full
from refereeing.engine.physics.full_layout import NOTES, Spins, make_spins
from refereeing.engine.physics.layout import EVENT_COLUMNS, WAY_COLUMNS, Work, make_work
from refereeing.engine.physics.motion import Array


def simulate_full_batch(
    starts: ArrayLike, launches: ArrayLike, constants: ArrayLike, *, keep: int = 64, player: str = ""
) -> tuple[Batch, NDArray[np.int64]]:
    """Play m strokes of the model `full`; with each the number of times that it went beyond the model.

    As `simulate_batch`, but launches [m, 5]: x, y, angle in degrees, speed, spin (rad/s anticlockwise), and constants
    [m or 1, 21] (`FullConstants.as_row`).
    """
    begin = np.ascontiguousarray(starts, dtype=np.float64)
    strokes = np.ascontiguousarray(launches, dtype=np.float64)
    rows = np.ascontiguousarray(constants, dtype=np.float64)
    pieces = begin.shape[1] + 1
    out, beyond = make_batch(len(strokes), pieces, keep), np.zeros(len(strokes), dtype=np.int64)
    events, ways = np.zeros((keep, EVENT_COLUMNS)), np.zeros((0, WAY_COLUMNS))
    run_all_full(
        make_work(pieces), make_spins(pieces), begin, strokes, rows, seat_direction(player), out, beyond, events, ways
    )
    return out, beyond


@jit
def run_all_full(
    work: Work, spins: Spins, starts: Array, launches: Array, rows: Array, seat: Array, out: Batch,
    beyond: NDArray[np.int64], events: Array, ways: Array,
) -> None:
    """The loop of `simulate_full_batch`; also the one entry of everything else, so that it is compiled once.

    Ten arguments, one of them a tuple of all results: numba takes only what is named one by one.
    """
    for m in range(launches.shape[0]):
        discs = starts[m if starts.shape[0] > 1 else 0]
        row = rows[m if rows.shape[0] > 1 else 0]
        run_full(work, spins, discs, launches[m], row, seat, events, ways)
        write_out(work, m, out, events)
        beyond[m] = spins.counts[NOTES]
