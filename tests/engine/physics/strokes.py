"""Positions and strokes for the tests of the physics: scattered, in rows, along edges, in corners, in clusters."""

from __future__ import annotations

import math
import random

from refereeing.engine import table

Place = tuple[float, float]
ROW = [(float(x), 485.0) for x in range(-105, 106, 30)] + [(float(x), -485.0) for x in range(-105, 106, 30)]
DOUBLES = ROW + [(y, x) for x, y in ROW]
GAPS = (0.0, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)
"""mm: from 1e-12 mm to 1 mm."""


def is_free(place: Place, others: list[Place], apart: float = 30.0) -> bool:
    """Whether a disc may lie there: on the table, in no pocket, on no other disc."""
    x, y = place
    if max(abs(x), abs(y)) > table.EDGE_PLACE:
        return False
    if any(math.hypot(x - px, y - py) < table.POCKET_RADIUS for px, py in table.POCKETS.values()):
        return False
    return all(math.hypot(x - ox, y - oy) >= apart for ox, oy in others)


def scattered(rng: random.Random, count: int, striker: Place = (0.0, -420.0)) -> list[Place]:
    """Discs anywhere, none touching another or the striker."""
    found: list[Place] = []
    while len(found) < count:
        place = (rng.uniform(-485, 485), rng.uniform(-485, 485))
        if is_free(place, found, 30.001) and math.hypot(place[0] - striker[0], place[1] - striker[1]) > 38.0:
            found.append(place)
    return found


def row_with_gaps(rng: random.Random) -> list[Place]:
    """Two rows against the edges, all gaps alike or each its own; sometimes the rows stand away from the edges too."""
    gaps = [rng.choice(GAPS)] * 7 if rng.random() < 0.5 else [rng.choice(GAPS) for _ in range(7)]
    off = rng.choice((0.0, *GAPS)) if rng.random() < 0.5 else 0.0
    width = sum(gaps) + 210.0
    xs, x = [], -width / 2
    for gap in (*gaps, 0.0):
        xs.append(x)
        x += 30.0 + gap
    return [(x, 485.0 - off) for x in xs] + [(x, off - 485.0) for x in xs]


def along_an_edge(rng: random.Random) -> list[Place]:
    """Discs in touch with an edge, up to the corners past the pockets."""
    found: list[Place] = []
    while len(found) < 8:
        u, wall = rng.uniform(-485, 485), rng.choice((-485.0, 485.0))
        place = (u, wall) if rng.random() < 0.5 else (wall, u)
        if is_free(place, found, 30.0) and math.hypot(place[0], place[1] + 420) > 38.0:
            found.append(place)
    return found


def in_corners(rng: random.Random) -> list[Place]:
    """Discs that touch two edges at once behind a pocket, and some in the middle."""
    corners = [(x, y) for x in (-485.0, 485.0) for y in (-485.0, 485.0)]
    found = rng.sample(corners, rng.randint(1, 4))
    return found + [place for place in scattered(rng, 4) if is_free(place, found)]


def cluster(rng: random.Random) -> list[Place]:
    """A hexagon of touching discs somewhere, exactly or nearly."""
    gap = rng.choice(GAPS)
    x0, y0, turn = rng.uniform(-250, 250), rng.uniform(-150, 350), rng.uniform(0, math.pi)
    found = []
    for i in range(-2, 3):
        for j in range(-2, 3):
            if abs(i + j) <= 2:
                u, v = (30.0 + gap) * (i + j / 2), (30.0 + gap) * j * math.sqrt(3) / 2
                found.append(
                    (x0 + u * math.cos(turn) - v * math.sin(turn), y0 + u * math.sin(turn) + v * math.cos(turn))
                )
    return [place for place in found if is_free(place, []) and math.hypot(place[0], place[1] + 420) > 38.0]


KINDS = ("scattered", "doubles", "row", "edge", "corners", "cluster", "start")


def position(rng: random.Random, kind: str) -> list[Place]:
    """A position of a kind; the striker stands at (0, -420) or near."""
    if kind == "scattered":
        return scattered(rng, rng.randint(0, 16))
    if kind == "doubles":
        return scattered(rng, 32)
    if kind == "row":
        return row_with_gaps(rng)
    if kind == "edge":
        return along_an_edge(rng)
    if kind == "corners":
        return in_corners(rng)
    return cluster(rng) if kind == "cluster" else list(ROW)


def launch(rng: random.Random, discs: list[Place]) -> tuple[float, float, float, float]:
    """A stroke: often straight at a disc, sometimes anywhere."""
    speed = rng.choice((rng.uniform(1, 300), rng.uniform(300, 6000), rng.uniform(300, 6000), 20_000.0))
    if discs and rng.random() < 0.7:
        x, y = rng.choice(discs)
        aim = math.degrees(math.atan2(y + 420.0 + rng.choice((0.0, rng.uniform(-37, 37))), x))
        return 0.0, -420.0, aim, speed
    return 0.0, -420.0, rng.choice((90.0, rng.uniform(-180, 180))), speed
