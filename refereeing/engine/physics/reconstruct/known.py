"""What is known of a disputed stroke, as arrays (mm, s, degrees, 100 mm/s), and its unknowns as one vector.

A vector z holds the angle in degrees, the speed in units of 100 mm/s, then in standard deviations: the constants that
are not surely known, and the errors in x and y of the striker's place and of every disc's. Piece 0 is the striker.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.params import LIMITS, RADIUS_DISC, RADIUS_STRIKER

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

LIES, FELL, OPEN, FLEW = 0, 1, 2, 3
"""How a piece ended: its place is known, in a pocket, not known, over an edge (which `slide` cannot play)."""
ANGLE, SPEED, FIRST_ERROR = 0, 1, 2
"""Places in a vector of unknowns."""
SPEED_UNIT = 100.0
FARTHEST = 8.0
"""Standard deviations: pieces that lie closer than this are kept from lying in one another."""
MOVED = 4.0
"""Standard deviations: a disc seen further than this from where it lay has moved."""
WIDEST = 6.0
"""Standard deviations: no error is larger."""


class Known(NamedTuple):
    """A disputed stroke with n pieces and d unknowns."""

    place: Array
    """[n, 2]: where the pieces were seen before"""
    rest: Array
    """[n, 2]: where they were seen at rest; counts for `LIES` alone"""
    seen: Indices
    """[n]: LIES, FELL, OPEN, FLEW"""
    has_moved: NDArray[np.bool_]
    """[n]: discs that were seen elsewhere than before, or gone: something must have touched them"""
    place_sd: float
    """mm, of every coordinate before and after"""
    constants: Array
    """[8]: `Constants.as_row`"""
    loose: Indices
    """[c]: the columns of the constants that are not surely known"""
    loose_sd: Array
    """[c]"""
    least: Array
    """[d]"""
    most: Array
    """[d]"""
    prior: Array
    """[d]: 0 where nothing but the limits is known (angle, speed), else 1: normal with deviation 1"""
    near: Indices
    """[k, 2]: pieces that could lie in one another by the errors alone"""
    reach: Array
    """[k]: how far apart they must be"""
    seat: Array
    """[2]: the direction from the middle to the player's edge, or 0, 0"""

    @property
    def pieces(self) -> int:
        """n."""
        return len(self.place)

    @property
    def unknowns(self) -> int:
        """d."""
        return len(self.least)

    @property
    def places_from(self) -> int:
        """Where the errors of the places begin in a vector."""
        return FIRST_ERROR + len(self.loose)


def make_known(
    *, place: Array, rest: Array, seen: Indices, place_sd: float, constants: Array, constants_sd: Array,
    angle: tuple[float, float], speed: tuple[float, float], seat: Array,
) -> Known:
    """Put a disputed stroke into arrays. constants_sd [8]: 0 for what is surely known; angle: degrees; speed: mm/s."""
    loose = np.flatnonzero(constants_sd > 0.0)
    loose_sd = constants_sd[loose]
    errors = 2 * len(place)
    limits = list(LIMITS.values())
    least = [angle[0], speed[0] / SPEED_UNIT]
    most = [angle[1], speed[1] / SPEED_UNIT]
    for column, sd in zip(loose, loose_sd, strict=True):
        least.append(-deviations(constants[column] - limits[column][0], sd))
        most.append(deviations(limits[column][1] - constants[column], sd))
    near, reach = near_pairs(place, place_sd, constants)
    has_moved = np.where(seen == LIES, np.hypot(*(rest - place).T) > MOVED * place_sd, seen != OPEN)
    has_moved[0] = False
    return Known(
        place, rest, seen, has_moved, place_sd, constants, loose, loose_sd,
        np.array(least + [-WIDEST] * errors), np.array(most + [WIDEST] * errors),
        np.array([0.0, 0.0] + [1.0] * (len(loose) + errors)), near, reach, seat,
    )  # fmt: skip


def deviations(room: float, sd: float) -> float:
    """How many standard deviations fit into the room, at most `WIDEST`; a tiny deviation is not divided by."""
    return WIDEST if room >= WIDEST * sd else float(room / sd)


def near_pairs(place: Array, sd: float, constants: Array) -> tuple[Indices, Array]:
    """Pairs of pieces that the errors of their places could bring into one another, and how far apart they must be."""
    pairs, reach = [], []
    for i in range(len(place)):
        for j in range(i + 1, len(place)):
            both = (constants[RADIUS_STRIKER] if i == 0 else constants[RADIUS_DISC]) + constants[RADIUS_DISC]
            dx, dy = place[j] - place[i]
            if dx * dx + dy * dy < (both + FARTHEST * sd) ** 2:
                pairs.append((i, j))
                reach.append(both)
    return np.array(pairs, dtype=np.int64).reshape(-1, 2), np.array(reach)


def prior_draws(known: Known, dice: np.random.Generator, count: int) -> Array:
    """Vectors [count, d] as they were thought likely before anybody looked at the position after."""
    z = dice.standard_normal((count, known.unknowns))
    for column in (ANGLE, SPEED):
        low, high = known.least[column], known.most[column]
        # One draw in each of `count` strips: nowhere a gap that chance would leave.
        strips = (dice.permutation(count) + dice.random(count)) / count
        z[:, column] = low + (high - low) * strips
    return inside(known, z)


def inside(known: Known, z: Array) -> Array:
    """The vectors, brought inside their limits."""
    return np.minimum(np.maximum(z, known.least), known.most)


def constants_of(known: Known, z: Array) -> Array:
    """The row of constants [8] that a vector stands for."""
    row = known.constants.copy()
    row[known.loose] += known.loose_sd * z[FIRST_ERROR : known.places_from]
    return row


def widths(known: Known) -> Array:
    """[d]: 1 / variance of every unknown before anybody looks; of angle and speed that of the even spread."""
    spread = known.most - known.least
    return np.where(known.prior > 0.0, 1.0, 12.0 / (spread * spread))
