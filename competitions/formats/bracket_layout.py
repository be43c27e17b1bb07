"""Where the matches of a bracket stand when it is drawn: columns of rounds, rows between the two they come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from competitions.formats.bracket import FINAL, LOSERS, WINNERS, Bracket, BracketRound, SourceKind
from competitions.formats.elimination import PLACE_ROUNDS


class Part(StrEnum):
    """What hangs together on the drawing."""

    MAIN = "main"
    PLACES = "places"
    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


class Spot(NamedTuple):
    """The place of a match: column from the left, row from the top of its part (of 1; halves between two rows)."""

    part: Part
    column: int
    row: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Spots by match, the rounds of each column of a part, heights of parts in rows, and who goes on to whom."""

    spots: dict[str, Spot]
    columns: dict[tuple[Part, int], tuple[BracketRound, ...]]
    heights: dict[Part, float]
    links: tuple[tuple[str, str], ...]


def layout_of(bracket: Bracket) -> Layout:
    """Lay a bracket out. The finals of a double elimination stand right of both brackets, level with the winners'."""
    spots: dict[str, Spot] = {}
    columns: dict[tuple[Part, int], list[BracketRound]] = {}
    last = max((drawn.number for drawn in bracket.rounds if drawn.bracket in (WINNERS, LOSERS)), default=0)
    first_of_places = min((drawn.number for drawn in bracket.rounds if drawn.kind in PLACE_ROUNDS), default=1)
    filled: dict[int, int] = {}
    for drawn in bracket.rounds:
        part = _part(drawn)
        column = drawn.number - 1
        if part is Part.FINAL:
            column += last
        elif part is Part.PLACES:
            column = drawn.number - first_of_places
        columns.setdefault((part, column), []).append(drawn)
        for match in drawn.matches:
            if part is Part.PLACES:
                row = float(filled.get(column, 0))
                filled[column] = filled.get(column, 0) + 1
            else:
                row = _row(part, drawn.number, int(match.id.rsplit("-", 1)[1]))
            spots[match.id] = Spot(part, column, row)
    _level_finals(bracket, spots)
    heights = {part: max(spot.row for spot in spots.values() if spot.part is part) + 1
               for part in {spot.part for spot in spots.values()}}
    kept = {key: tuple(rounds) for key, rounds in columns.items()}
    return Layout(spots, kept, heights, tuple(_links(bracket)))


def _part(drawn: BracketRound) -> Part:
    return Part.PLACES if drawn.kind in PLACE_ROUNDS else Part(drawn.bracket)


def _row(part: Part, number: int, place: int) -> float:
    """Between the two that feed it; in the losers' bracket two rounds running have the same rows."""
    doublings = (number - 1) // 2 if part is Part.LOSERS else number - 1
    return (place - 0.5) * (1 << doublings) - 0.5


def _level_finals(bracket: Bracket, spots: dict[str, Spot]) -> None:
    level = max((spot for spot in spots.values() if spot.part is Part.WINNERS), key=lambda spot: spot.column,
                default=None)
    if level is None:
        return
    for drawn in bracket.rounds:
        if drawn.bracket == FINAL:
            for match in drawn.matches:
                spots[match.id] = spots[match.id]._replace(row=level.row)


def _links(bracket: Bracket) -> Iterator[tuple[str, str]]:
    """Winners that go on along a line; losers are named in words."""
    for match in bracket.matches():
        for side in (match.first, match.second):
            source = side.source
            if source is not None and source.kind is SourceKind.WINNER_OF:
                yield source.match, match.id
