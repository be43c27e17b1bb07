"""The still of a replayed stroke: where everything began and came to rest, the ways between, and the first touch.

For pages without scripts and for paper. Millimetres of the table; what is drawn comes from the frames of `simulate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refereeing.engine.table import in_circle, in_zone

STRIKER = "striker"
STRAIGHT = 0.05
"""A corner less than this far from a straight line is none, in mm."""
STILL = 0.5
"""A piece that goes less far than this has stayed where it was, in mm."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece at a place. `look`: `striker`, `red` or `black`; `mark`: `light` or `dark` for a disc of the player."""

    id: str
    look: str
    x: float
    y: float
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a piece: its corners from start to rest."""

    id: str
    look: str
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Still:
    """One stroke in one picture.

    `first_at`: the striker at its first touch; `touched`: the discs then (a tie: two); `seen`: where things were seen
    to lie after the stroke, nothing where nobody looked.
    """

    rests: tuple[Piece, ...]
    starts: tuple[Piece, ...]
    ways: tuple[Way, ...]
    first_at: Point | None
    touched: tuple[Point, ...]
    seen: tuple[Piece, ...]
    player: str


def first_touch(events: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The first contact of the striker; None where it touches no disc."""
    return next((event for event in events if event["type"] == "contact" and event.get("a") == STRIKER), None)


def still_of(result: Mapping[str, Any], simulation: Mapping[str, Any]) -> Still:
    """The picture of one stroke. `result` has `before`, `player` and `colours`; `simulation` has frames and events."""
    frames, player = simulation["frames"], result.get("player") or ""
    looks = {disc["id"]: str(disc["colour"]) for disc in result["before"]}
    own = (result.get("colours") or {}).get(player, "")
    pieces = [_track(frames, index, uid, looks.get(uid, STRIKER)) for index, uid in enumerate(frames["ids"])]
    marks = {way.id: _mark(way, player, own) for way, _ in pieces}
    moving = [way for way, _ in pieces if _has_moved(way)]
    touch = first_touch(simulation["events"])
    return Still(
        rests=tuple(Piece(way.id, way.look, *way.corners[-1], marks[way.id]) for way, stays in pieces if stays),
        starts=tuple(Piece(way.id, way.look, *way.corners[0], marks[way.id]) for way in moving),
        ways=tuple(moving), first_at=_place(frames, STRIKER, touch["t"]) if touch else None,
        touched=tuple(filter(None, (_place(frames, uid, touch["t"]) for uid in touch["b"]))) if touch else (),
        seen=tuple(_seen(result)), player=player,
    )


def _seen(result: Mapping[str, Any]) -> Iterator[Piece]:
    """What was put down of the board after the stroke."""
    for disc in result.get("after") or ():
        yield Piece(disc["id"], disc["colour"], float(disc["x"]), float(disc["y"]))
    striker = result.get("striker_after")
    if striker:
        yield Piece(STRIKER, STRIKER, float(striker["x"]), float(striker["y"]))


def _track(frames: Mapping[str, Any], index: int, uid: str, look: str) -> tuple[Way, bool]:
    """The way of a piece, and whether it is on the table at the end."""
    corners: list[Point] = []
    for place in _places(frames, index):
        if len(corners) > 1 and _goes_on(corners[-2], corners[-1], place):
            corners[-1] = place
        else:
            corners.append(place)
    return Way(uid, look, tuple(corners)), frames["xy"][-1][2 * index] is not None


def _places(frames: Mapping[str, Any], index: int) -> Iterator[Point]:
    """Every place of a piece until it has gone."""
    for row in frames["xy"]:
        if row[2 * index] is None:
            return
        yield float(row[2 * index]), float(row[2 * index + 1])


def _goes_on(a: Point, b: Point, c: Point) -> bool:
    """Whether `b` lies on the straight way from `a` to `c`."""
    ux, uy = c[0] - a[0], c[1] - a[1]
    vx, vy = b[0] - a[0], b[1] - a[1]
    far = math.hypot(ux, uy)
    if far <= STRAIGHT:
        return math.hypot(vx, vy) <= STRAIGHT
    along = (vx * ux + vy * uy) / far
    return abs(vx * uy - vy * ux) / far <= STRAIGHT and -STRAIGHT <= along <= far + STRAIGHT


def _has_moved(way: Way) -> bool:
    return any(math.dist(way.corners[0], corner) > STILL for corner in way.corners)


def _mark(way: Way, player: str, own: str) -> str:
    """A disc of the player is light or dark by the position before the stroke."""
    if not player or way.look != own:
        return ""
    return "dark" if in_zone(player, *way.corners[0]) or in_circle(*way.corners[0]) else "light"


def _place(frames: Mapping[str, Any], uid: str, t: float) -> Point | None:
    """Where a piece is at an instant; every event has a frame."""
    if uid not in frames["ids"]:
        return None
    near = min(range(len(frames["t"])), key=lambda at: abs(frames["t"][at] - t))
    x, y = frames["xy"][near][2 * frames["ids"].index(uid):][:2]
    return None if x is None else (float(x), float(y))
