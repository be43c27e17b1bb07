"""A dispute turned so that mirrored disputes, and any order of the discs, are the very same arrays.

The striker stands at the left below; discs go by x, then y. So a mirrored dispute has exactly the mirrored answer, and
neither ids nor colours nor the order of the input play a part in the search.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from refereeing.engine.facts import STRIKER
from refereeing.engine.physics.layout import EDGES, POCKET_ORDER
from refereeing.engine.physics.params import LIMITS
from refereeing.engine.physics.reconstruct.known import FELL, FLEW, LIES, OPEN, Array, Known, make_known
from refereeing.engine.replay.reconstruct_input import Dispute
from refereeing.engine.table import DIRECTIONS

ACROSS: Mapping[str, str] = {"E": "W", "W": "E", "N": "N", "S": "S"}
HALF_TURN, FULL = 180.0, 360.0
UPSIDE: Mapping[str, str] = {"N": "S", "S": "N", "E": "E", "W": "W"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """How the arrays lie to the table. `ids`: the striker, then the discs in the order of the arrays."""

    right: float
    """1, or -1 where left and right are exchanged"""
    up: float
    ids: tuple[str, ...]
    turn: float
    """degrees added, full turns, so that the range of directions is the same numbers in every mirror"""

    def place(self, x: float, y: float) -> tuple[float, float]:
        """From the table into the arrays, or back. No -0."""
        return self.right * x + 0.0, self.up * y + 0.0

    def angle(self, degrees: float) -> float:
        """A direction from the table into the arrays."""
        return mirrored(degrees, self.right, self.up) + self.turn

    def table_angle(self, degrees: float) -> float:
        """A direction from the arrays back to the table."""
        turned = self.up * (degrees - self.turn)
        return turned if self.right > 0.0 else HALF_TURN - turned

    def edge(self, number: int) -> str:
        """The name of an edge of the arrays on the table."""
        name = EDGES[number]
        name = name if self.right > 0.0 else ACROSS[name]
        return name if self.up > 0.0 else UPSIDE[name]

    def pocket(self, number: int) -> str:
        """The name of a pocket of the arrays on the table."""
        name = POCKET_ORDER[number]
        up = name[0] if self.up > 0.0 else UPSIDE[name[0]]
        return up + (name[1] if self.right > 0.0 else ACROSS[name[1]])


def frame_of(dispute: Dispute) -> Frame:
    """The frame of a dispute."""
    right = sign(dispute, 0)
    up = sign(dispute, 1)
    discs = sorted(dispute.before.values(), key=lambda d: (right * d.x, up * d.y))
    low = min(mirrored(angle, right, up) for angle in dispute.angle)
    return Frame(
        right=right, up=up, ids=(STRIKER, *(disc.id for disc in discs)),
        turn=-FULL * math.floor((low + HALF_TURN) / FULL),
    )  # fmt: skip


def mirrored(degrees: float, right: float, up: float) -> float:
    """A direction in the mirrors."""
    return up * (degrees if right > 0.0 else HALF_TURN - degrees)


def sign(dispute: Dispute, axis: int) -> float:
    """-1 where the axis is to be turned round: the striker comes to the negative side; where it stands in the middle,
    the outermost disc that has no counterpart."""
    across = [disc.x if axis == 0 else disc.y for disc in dispute.before.values()]
    places = [dispute.striker[axis], *sorted(across, key=lambda p: (-abs(p), p))]
    for place in places:
        if place != 0.0 and -place not in places:
            return 1.0 if place < 0.0 else -1.0
    return 1.0


def known_of(dispute: Dispute, frame: Frame) -> Known:
    """The dispute as arrays in its frame."""
    place, rest, seen = [], [], []
    for uid in frame.ids:
        lay = dispute.striker if uid == STRIKER else dispute.before[uid][2:4]
        place.append(frame.place(*lay))
        end = dispute.striker_after if uid == STRIKER else end_of(dispute, uid)
        rest.append(frame.place(*(end or lay)))
        seen.append(how_ended(dispute, uid, end))
    low, high = sorted(frame.angle(angle) for angle in dispute.angle)
    x, y = DIRECTIONS[dispute.judge.player] if dispute.judge is not None else (0.0, 0.0)
    return make_known(
        place=np.array(place), rest=np.array(rest), seen=np.array(seen, dtype=np.int64),
        place_sd=dispute.position_sd, constants=dispute.constants.as_row(), constants_sd=sd_row(dispute),
        angle=(low, high), speed=dispute.speed, seat=np.array(frame.place(x, y)),
    )  # fmt: skip


def end_of(dispute: Dispute, uid: str) -> tuple[float, float] | None:
    """Where a disc came to rest, if that is known."""
    disc = dispute.after.get(uid)
    return None if disc is None else (disc.x, disc.y)


def how_ended(dispute: Dispute, uid: str, end: tuple[float, float] | None) -> int:
    """LIES, FELL, FLEW or OPEN."""
    if uid in dispute.pocketed:
        return FELL
    if uid in dispute.off_table:
        return FLEW
    return OPEN if end is None else LIES


def sd_row(dispute: Dispute) -> Array:
    """How surely the constants are known, as a row."""
    return np.array([dispute.constants_sd.get(name, 0.0) for name in LIMITS])
