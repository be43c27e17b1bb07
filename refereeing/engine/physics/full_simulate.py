"""One stroke of the model `full`, with everything that is told of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from refereeing.engine.physics.batch import Batch, seat_direction
from refereeing.engine.physics.full_batch import run_all_full
from refereeing.engine.physics.full_layout import NOTES, make_spins
from refereeing.engine.physics.layout import TIME, make_work
from refereeing.engine.physics.motion import Array
from refereeing.engine.physics.simulate import Launch, Run, run_of


def simulate_full(launch: Launch, row: Array, player: str = "") -> Run:
    """Play one stroke of the model `full`; row: the constants (`FullConstants.as_row`), player: a seat, or none.

    Events are in order of time. Raises EngineError `too_hard` for a stroke that does not end within the limits.
    """
    pieces = len(launch.discs) + 1
    starts = np.array(launch.discs, dtype=np.float64).reshape(1, pieces - 1, 2)
    launches = np.array([[launch.x, launch.y, launch.angle, launch.speed, launch.spin]])
    work, spins, beyond = make_work(pieces), make_spins(pieces), np.zeros(1, dtype=np.int64)

    def once(out: Batch, events: Array, ways: Array) -> None:
        seat = seat_direction(player)
        run_all_full(work, spins, starts, launches, row.reshape(1, -1), seat, out, beyond, events, ways)

    run = run_of(once, work, pieces)
    # The contacts of a pressed group are listed with the group, each with its own time.
    order = np.argsort(run.events[:, TIME], kind="stable")
    told = min(int(spins.counts[NOTES]), spins.notes.shape[0])
    return replace(run, events=run.events[order], notes=spins.notes[:told])
