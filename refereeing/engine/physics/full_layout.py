"""What the kernel of the model `full` keeps besides the arrays of `slide` (layout.py)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.pressed import PressRoom, make_press_room

TURNS, SLOWS, NOW = 0, 1, 2
"""Spin at the piece's SINCE, rad/s anticlockwise; by how much it falls, rad/s²; spin at the instant looked at."""
STRETCH = 3
"""When the present stretch of constant slowing ends; inf: at rest."""
RING, COUPLING = 4, 5
"""Radius of the ring it rests on, mm; m rho² / I. Without the law 1 and 0."""
STATE, POCKET, FALLS = 6, 7, 8
"""Where it is to a pocket (below), to which, and since when it falls."""
LEAVES = 9
"""The edge that it goes over in this instant, or -1."""
SPIN_COLUMNS = 10

ON_GROUND, OVER_HOLE, ON_RIM = 0, 1, 2
"""Beyond any rim; over a pocket; past the far rim, its centre still inside the pocket's circle."""
STRETCH_NEXT, FAR_RIM_NEXT, OUT_NEXT = -5, -6, -7
"""In `partner`: what comes next is the end of a stretch, the far rim of a pocket, or the way out of its circle."""

SOLID_RADIUS, INVERSE_MASS, INVERSE_INERTIA = 0, 1, 2

NOTES = 0
"""The one counter of this kernel."""


class Spins(NamedTuple):
    """Room for a stroke of n pieces; used again for the next."""

    spin: NDArray[np.float64]
    """[n, SPIN_COLUMNS]"""
    solid: NDArray[np.float64]
    """[n, 3]: radius, 1/mass, 1/inertia (0: it does not turn)"""
    room: PressRoom
    """for groups that press together"""
    law: NDArray[np.float64]
    """[5]: stiffness, restitution and friction of discs, then of edges (pressed.py)"""
    notes: NDArray[np.float64]
    """[.., 3]: what went beyond the model: time, piece, reason"""
    counts: NDArray[np.int64]
    """[1]"""


def make_spins(pieces: int) -> Spins:
    """Room for a stroke of so many pieces."""
    return Spins(
        np.zeros((pieces, SPIN_COLUMNS)), np.zeros((pieces, 3)), make_press_room(pieces),
        np.zeros(5), np.zeros((4 * pieces, 3)), np.zeros(1, dtype=np.int64),
    )  # fmt: skip
