"""One stroke with everything that is told of it: events, ways, margin, and whether a hair's breadth changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.batch import Batch, make_batch, run_all, seat_direction
from refereeing.engine.physics.layout import (
    EVENT_COLUMNS,
    EVENTS,
    FIRST,
    KIND,
    RIVAL,
    SECOND,
    TOO_MANY,
    WAY_COLUMNS,
    WAYS,
    Work,
    make_work,
)
from refereeing.engine.physics.motion import Array

LISTED, LISTED_WAYS = 1024, 4096
"""Room for events and ways at first; a stroke that has more is played again with enough."""
SHIFT = 1e-6
"""mm. A stroke whose list of events changes when the pieces lie so far elsewhere is too sensitive to be trusted."""
SHIFTS = ((1.0, 1.0), (0.6, -1.0))
"""Two patterns of displacement, each taken with all mirrored ones, so that mirrored strokes get the same answer."""
Signature = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Where everything lies, and how the striker is struck (mm, degrees, mm/s, rad/s anticlockwise)."""

    discs: tuple[tuple[float, float], ...]
    x: float
    y: float
    angle: float
    speed: float
    spin: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What came of a stroke. Piece 0 is the striker, piece i + 1 disc i."""

    events: Array
    """[.., 7]: columns of layout.py"""
    ways: Array
    """[.., WAY_COLUMNS]: every change of a piece's motion"""
    after: Array
    """[n + 1, 2]: where each came to rest, or left the table"""
    fate: NDArray[np.int8]
    """[n + 1]: as in batch.py"""
    duration: float
    """s, until the last piece rested or was gone"""
    margin: tuple[float, float]
    """s, mm; inf where there is no other candidate"""
    rival: int
    """the other candidate; 0 where there is none"""
    pressed: bool
    notes: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """[.., 3]: time, piece and reason of what went beyond the model (model `full`)"""


def simulate(launch: Launch, row: Array, player: str = "") -> Run:
    """Play one stroke of the model `slide`; row: the constants (`Constants.as_row`), player: a seat, or none.

    Raises EngineError `too_hard` for a stroke that does not end within the limits of the kernel.
    """
    pieces = len(launch.discs) + 1
    starts = np.array(launch.discs, dtype=np.float64).reshape(1, pieces - 1, 2)
    launches = np.array([[launch.x, launch.y, launch.angle, launch.speed]])
    work = make_work(pieces)

    def once(out: Batch, events: Array, ways: Array) -> None:
        run_all(work, starts, launches, row.reshape(1, -1), seat_direction(player), out, events, ways)

    return run_of(once, work, pieces)


def run_of(once: Callable[[Batch, Array, Array], None], work: Work, pieces: int) -> Run:
    """Play a stroke into lists that are long enough for it, and take what it left in `work`."""
    listed, listed_ways = LISTED, LISTED_WAYS
    while True:
        out = make_batch(1, pieces, listed)
        events, ways = np.zeros((listed, EVENT_COLUMNS)), np.zeros((listed_ways, WAY_COLUMNS))
        once(out, events, ways)
        if out.status[0] == TOO_MANY:
            raise EngineError("too_hard")
        happened, went = int(work.counts[EVENTS]), int(work.counts[WAYS])
        if happened <= listed and went <= listed_ways:
            break
        listed, listed_ways = max(happened, listed), max(went, listed_ways)
    return Run(
        events=events[:happened], ways=ways[:went], after=out.after[0], fate=out.fate[0],
        duration=float(out.stopped[0].max()), margin=(float(out.margin[0, 0]), float(out.margin[0, 1])),
        rival=int(work.counts[RIVAL]), pressed=bool(out.pressed[0]),
    )  # fmt: skip


def is_too_sensitive(launch: Launch, run: Run, play: Callable[[Launch], Run]) -> bool:
    """Whether the list of events changes when the pieces lie a millionth of a millimetre elsewhere."""
    wanted = signature(run)
    for right in (1.0, -1.0):
        for up in (1.0, -1.0):
            for across, along in SHIFTS:
                try:
                    moved = play(shifted(launch, right * across * SHIFT, up * along * SHIFT))
                except EngineError:
                    return True
                if not np.array_equal(signature(moved), wanted):
                    return True
    return False


def signature(run: Run) -> Signature:
    """What happened, without when and where."""
    return run.events[:, [KIND, FIRST, SECOND]]


def shifted(launch: Launch, dx: float, dy: float) -> Launch:
    """The same stroke with the discs displaced, each second one the other way, by 1, 2/3 and 1/3 in turn; the striker
    stays."""
    discs = []
    for i, (x, y) in enumerate(launch.discs):
        part = (1.0 - 2.0 * (i % 2)) * (3 - i % 3) / 3.0
        discs.append((x + part * dx, y + part * dy))
    return Launch(
        discs=tuple(discs), x=launch.x, y=launch.y, angle=launch.angle, speed=launch.speed, spin=launch.spin
    )
