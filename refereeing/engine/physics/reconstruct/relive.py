"""One vector of unknowns played again, with everything that happened in it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.layout import END_X, END_Y, EVENTS, FIRST, KIND, POCKETED
from refereeing.engine.physics.reconstruct.known import Array, Known
from refereeing.engine.physics.reconstruct.strokes import make_room, play


class Relived(NamedTuple):
    """A stroke in full. Piece 0 is the striker."""

    places: Array
    """[n, 2]: where the pieces lay"""
    launch: Array
    """[4]: x, y, angle in degrees, speed"""
    constants: Array
    """[8]"""
    events: Array
    """[k, EVENT_COLUMNS]"""
    ends: Array
    """[n, 2]: where they came to rest, or left the table"""
    fell: NDArray[np.bool_]
    """[n]"""


def relive(known: Known, z: Array) -> Relived:
    """Play the stroke that a vector [d] stands for."""
    room = make_room(known.pieces)
    play(known, z[None], room)
    events = room.events[: room.work.counts[EVENTS]]
    fell = np.zeros(known.pieces, dtype=np.bool_)
    fell[events[events[:, KIND] == POCKETED, FIRST].astype(np.int64)] = True
    return Relived(room.places, room.launch, room.row, events, room.work.body[:, (END_X, END_Y)], fell)
