"""Geometry of the table: zones, lines, and the places where discs are put (rulebook 1 and 2; mm).

The origin is the centre of the surface, x to the right and y away from the player at S.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from refereeing.engine.facts import CLOCKWISE, OPPOSITE, Disc

HALF = 500.0
DISC_RADIUS = 15.0
STRIKER_RADIUS = 22.5
EDGE_PLACE = HALF - DISC_RADIUS
"""A disc against an edge has its centre here."""
ZONE_LINE = 370.0
CIRCLE_LINE = 125.0
LINE_HALF_WIDTH = 0.5
DISC_HOLE = 4.0
STRIKER_HOLE = 5.0
ZONE_DARK = ZONE_LINE + DISC_HOLE + LINE_HALF_WIDTH
"""From this depth on the zone line does not show in a disc's hole: 374.5."""
CIRCLE_DARK = CIRCLE_LINE - DISC_HOLE - LINE_HALF_WIDTH
STRIKER_DEEP = ZONE_LINE + STRIKER_HOLE + LINE_HALF_WIDTH
STRIKER_WIDE = ZONE_LINE - STRIKER_HOLE - LINE_HALF_WIDTH
POCKETS: Mapping[str, tuple[float, float]] = {
    "NE": (435.0, 435.0), "NW": (-435.0, 435.0), "SE": (435.0, -435.0), "SW": (-435.0, -435.0),
}  # fmt: skip
POCKET_RADIUS = 50.0
CROSS_PLACE = CIRCLE_LINE - DISC_RADIUS
"""A disc on a cross line touching the circle from inside: its centre is 110 from the middle."""
MOVED = 0.5
"""A disc has moved when its centre is more than this from where it was (rulebook 7)."""
EXACT = 1e-9
"""Boundaries belong to the better side in spite of the last digit of a float."""
TOUCH = 1e-6
"""Two discs that overlap by no more than this only touch."""
SEEN = 0.01
"""Positions are seen and rounded by people: discs that overlap by no more than this (mm) do not overlap."""
START_ROW = (-105.0, -75.0, -45.0, -15.0, 15.0, 45.0, 75.0, 105.0)
DIRECTIONS: Mapping[str, tuple[float, float]] = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}
CLOCK = ("N", "E", "S", "W")
CORNER_START: Mapping[str, str] = {"NE": "E", "SE": "S", "SW": "W", "NW": "N"}
"""The first cross point clockwise from a corner."""
DIGITS = 6
"""Places are told apart to a millionth of a millimetre."""
HALF_DIAGONAL = math.sqrt(0.5)


def depth(seat: str, x: float, y: float) -> float:
    """How far a point lies towards the edge of a seat, from the middle of the table."""
    if seat == "S":
        return -y
    if seat == "N":
        return y
    return -x if seat == "W" else x


def across(seat: str, x: float, y: float) -> float:
    """The coordinate along the edge of a seat; 0 is the middle line."""
    return x if seat in ("S", "N") else y


def in_zone(seat: str, x: float, y: float) -> bool:
    """Whether a disc lies in the seat's edge zone, corner to corner, the line not showing in its hole."""
    return depth(seat, x, y) >= ZONE_DARK - EXACT


def in_circle(x: float, y: float) -> bool:
    """Whether a disc lies in the centre circle, the line not showing in its hole."""
    return math.hypot(x, y) <= CIRCLE_DARK + EXACT


def is_striker_placed(seat: str, x: float, y: float) -> bool:
    """Whether the striker's whole hole is inside the own edge zone, between the side lines (12.3)."""
    return depth(seat, x, y) >= STRIKER_DEEP - EXACT and abs(across(seat, x, y)) <= STRIKER_WIDE + EXACT


def has_moved(before: Disc, after: Disc) -> bool:
    """Whether a disc lies elsewhere than before."""
    return are_apart((before.x, before.y), (after.x, after.y))


def are_apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two places are more than half a millimetre apart."""
    return math.dist(one, other) > MOVED + EXACT


def is_row_untouched(edge: str, colour: str, discs: Iterable[Disc]) -> bool:
    """Whether all eight start places at an edge are still held by discs of the colour (21.6, rulebook 7)."""
    own = [(disc.x, disc.y) for disc in discs if disc.colour == colour]
    row = [edge_point(OPPOSITE[edge], along) for along in START_ROW]
    return all(any(not are_apart(start, place) for place in own) for start in row)


class Table:
    """Discs on a table that is being put right. No disc is ever moved by putting another one down."""

    __slots__ = ("discs",)

    def __init__(self, discs: Mapping[str, Disc]) -> None:
        self.discs = dict(discs)

    def count(self, colour: str) -> int:
        """Discs of a colour that lie on the table."""
        return sum(1 for disc in self.discs.values() if disc.colour == colour)

    def is_free(self, x: float, y: float, overlap: float = TOUCH) -> bool:
        """Whether a disc fits here without touching more than the rims of the others."""
        least = (2 * DISC_RADIUS - overlap) ** 2
        return all((d.x - x) ** 2 + (d.y - y) ** 2 >= least for d in self.discs.values())

    def put(self, uid: str, colour: str, place: tuple[float, float]) -> None:
        """Lay a disc down."""
        self.discs[uid] = Disc(uid, colour, place[0], place[1])

    def put_back(self, discs: Iterable[Disc]) -> None:
        """Restore discs: each to its own place, or to the nearest free one where that is covered.

        Free places are filled first, and those that are left by x, then y, so that names and order do not matter.
        A neighbour that stood there before, and was seen to overlap a little, does not cover a place.
        """
        waiting = sorted(discs, key=lambda d: (d.x, d.y))
        for disc in waiting:
            self.discs.pop(disc.id, None)
        covered = [disc for disc in waiting if not self.is_free(disc.x, disc.y, SEEN)]
        for disc in waiting:
            if disc not in covered:
                self.discs[disc.id] = disc
        for disc in covered:
            self.put(disc.id, disc.colour, self.nearest_free(disc.x, disc.y))

    def nearest_free(self, x: float, y: float) -> tuple[float, float]:
        """The nearest place where a disc fits, its centre inside no pocket's circle; ties by x, then y."""
        rounds = [(d.x, d.y, 2 * DISC_RADIUS) for d in self.discs.values()]
        rounds += [(px, py, POCKET_RADIUS) for px, py in POCKETS.values()]
        places = [(x, y), *_rims(x, y, rounds), *_crossings(rounds)]
        free = [place for place in places if _fits(place, rounds)]
        return min(free, key=lambda p: tuple(round(n, DIGITS) for n in (math.hypot(p[0] - x, p[1] - y), *p)))


def _rims(x: float, y: float, rounds: list[tuple[float, float, float]]) -> Iterable[tuple[float, float]]:
    """The nearest point of each circle (all are equally near from its centre: that of the least x), and where each
    circle meets the limit at the edges."""
    for cx, cy, radius in rounds:
        away = math.hypot(x - cx, y - cy)
        if away > EXACT:
            yield cx + (x - cx) * radius / away, cy + (y - cy) * radius / away
        else:
            yield cx - radius, cy
        for wall in (-EDGE_PLACE, EDGE_PLACE):
            if abs(wall - cx) <= radius:
                reach = math.sqrt(radius * radius - (wall - cx) ** 2)
                yield from ((wall, cy - reach), (wall, cy + reach))
            if abs(wall - cy) <= radius:
                reach = math.sqrt(radius * radius - (wall - cy) ** 2)
                yield from ((cx - reach, wall), (cx + reach, wall))


def _crossings(rounds: list[tuple[float, float, float]]) -> Iterable[tuple[float, float]]:
    """Where two circles cut each other."""
    for index, (ax, ay, ar) in enumerate(rounds):
        for bx, by, br in rounds[index + 1 :]:
            apart = math.hypot(bx - ax, by - ay)
            if apart > ar + br or apart <= abs(ar - br):
                continue
            along = (apart * apart + ar * ar - br * br) / (2 * apart)
            aside = math.sqrt(max(0.0, ar * ar - along * along))
            ux, uy = (bx - ax) / apart, (by - ay) / apart
            mx, my = ax + ux * along, ay + uy * along
            yield mx - uy * aside, my + ux * aside
            yield mx + uy * aside, my - ux * aside


def _fits(place: tuple[float, float], rounds: list[tuple[float, float, float]]) -> bool:
    x, y = place
    if max(abs(x), abs(y)) > EDGE_PLACE + EXACT:
        return False
    return all(math.hypot(cx - x, cy - y) >= radius - TOUCH for cx, cy, radius in rounds)


def circle_places(edge: str, beside: float | None = None) -> list[tuple[float, float]]:
    """The places of an off-table disc in the order of 12.14: the centre, the cross points clockwise from the side it
    flew over, then half way to them. A corner starts with its diagonal, then the cross points clockwise from it.

    `beside` replaces the half-way places by one at this distance from the centre (aus-1992:1.20).
    """
    if edge in DIRECTIONS:
        start, side = CLOCK.index(edge), [DIRECTIONS[edge]]
        first: list[tuple[float, float]] = []
    else:
        (_, ns), (we, _) = DIRECTIONS[edge[0]], DIRECTIONS[edge[1]]
        first = side = [(we * HALF_DIAGONAL, ns * HALF_DIAGONAL)]
        start = CLOCK.index(CORNER_START[edge])
    cross = [DIRECTIONS[CLOCK[(start + step) % 4]] for step in range(4)]
    near = [(d, CROSS_PLACE / 2) for d in cross] if beside is None else [(side[0], beside)]
    rays = [*((d, CROSS_PLACE) for d in [*first, *cross]), *near]
    return [(0.0, 0.0), *((dx * far, dy * far) for (dx, dy), far in rays)]


def edge_point(seat: str, u: float) -> tuple[float, float]:
    """A disc's place against the edge opposite a seat, `u` along it."""
    wall = -EDGE_PLACE if seat in ("N", "E") else EDGE_PLACE
    return (u, wall) if seat in ("S", "N") else (wall, u)


def left_of(seat: str) -> float:
    """The sign of the coordinate along the edge on a seated player's left."""
    dx, dy = DIRECTIONS[CLOCKWISE[seat]]
    return dx + dy


def edge_gaps(table: Table, seat: str) -> list[float]:
    """The places nearest to the middle line, against the edge opposite a seat, where a disc fits: one, or two that are
    equally near; none where the whole edge is full (17.3)."""
    blocks: list[tuple[float, float]] = []
    places = [0.0]
    for disc in table.discs.values():
        off = depth(OPPOSITE[seat], disc.x, disc.y) - EDGE_PLACE
        if abs(off) < 2 * DISC_RADIUS - TOUCH:
            middle = across(seat, disc.x, disc.y)
            reach = math.sqrt(4 * DISC_RADIUS * DISC_RADIUS - off * off)
            blocks.append((middle, reach))
            places += [middle - reach, middle + reach]
    free = [
        u for u in places
        if abs(u) <= EDGE_PLACE + EXACT and all(abs(u - middle) >= reach - TOUCH for middle, reach in blocks)
    ]  # fmt: skip
    if not free:
        return []
    sides = {max((u for u in free if u <= 0), default=HALF), min((u for u in free if u >= 0), default=HALF)}
    least = min(abs(u) for u in sides)
    return sorted(u for u in sides if abs(u) <= least + TOUCH)
