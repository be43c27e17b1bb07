"""Tournament report files (FIDE TRF with the extensions of JaVaFo): what a Swiss round is paired from.

Any other pairing program reads the same file and can repeat the pairing. The first stroke takes the part of white.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from competitions.formats.errors import FormatError
from competitions.formats.games import Game, Outcome, Points

NAME_WIDTH = 33
MAX_RATING = 9999
MAX_TENTHS = 999
"""The points column is four wide: 99.9 at most."""

BYE_CELL = "0000 - U"
ABSENT_CELL = "0000 - Z"
PLAYED = {Outcome.WON: "1", Outcome.DRAWN: "=", Outcome.LOST: "0"}
AWARDED = {Outcome.WON: "+", Outcome.LOST: "-"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissEvent:
    """A Swiss event between two rounds.

    `order`: the pairing numbers, highest first (`draw_order(…, by_rating=True)`), late entries and those who have left
    included. `rounds`: the games of each round so far. `absent`: who is not to be paired in the coming round, for
    whatever reason. `total_rounds` lets the rules of the last round apply; unknown, they never do.
    """

    order: tuple[str, ...]
    rounds: tuple[tuple[Game, ...], ...] = ()
    absent: frozenset[str] = frozenset()
    total_rounds: int | None = None
    points: Points = field(default_factory=Points)
    forbidden: frozenset[tuple[str, str]] = frozenset()
    title: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    ratings: Mapping[str, int | None] = field(default_factory=dict)
    top_has_first_stroke: bool = True

    @property
    def next_number(self) -> int:
        """The number of the coming round."""
        return len(self.rounds) + 1

    def scores(self) -> dict[str, Fraction]:
        """The points of everybody after the rounds so far; a bye is a win."""
        scores = dict.fromkeys(self.order, Fraction(0))
        for games in self.rounds:
            for game in games:
                for side in {game.first, game.second or game.first}:
                    scores[side] += self.points.of(game.outcome_of(side))
        return scores


def trf_text(event: SwissEvent) -> str:
    """The file from which the next round is paired, and which is exported.

    Raises FormatError when a game names an unknown entry, somebody plays twice in a round, all rounds are played, or
    the points need more room than the file has.
    """
    numbers = {entry_id: number for number, entry_id in enumerate(event.order, 1)}
    cells = _cells(event, numbers)
    tenths = _tenths(event.points, len(event.rounds) + 1)
    lines = [f"012 {title}"] if (title := " ".join(event.title.split())) else []
    total = event.next_number + 1 if event.total_rounds is None else event.total_rounds
    if total < event.next_number:
        raise FormatError("all_rounds_played", "results", high=total)
    lines.append(f"XXR {total}")
    lines.append("XXC white1" if event.top_has_first_stroke else "XXC black1")
    if not _is_usual(event.points):
        lines.append(_point_system(tenths))
    scores = {entry_id: sum(_worth(cell, tenths) for cell in cells[entry_id]) for entry_id in event.order}
    ranking = sorted(event.order, key=lambda entry_id: (-scores[entry_id], numbers[entry_id]))
    rank = {entry_id: place for place, entry_id in enumerate(ranking, 1)}
    for entry_id in event.order:
        lines.append(_player_line(event, entry_id, numbers[entry_id], scores[entry_id], rank[entry_id])
                     + "".join(f"  {cell}" for cell in cells[entry_id]))
    pairs = sorted(sorted((numbers[one], numbers[other])) for one, other in event.forbidden)
    lines += [f"XXP {one} {other}" for one, other in pairs]
    return "\n".join(lines) + "\n"


def _player_line(event: SwissEvent, entry_id: str, number: int, score: int, rank: int) -> str:
    """Columns 1 to 89: code, number, (sex, title), name, rating, (federation, number, birth), points, rank."""
    name = " ".join(event.names.get(entry_id, "").split())[:NAME_WIDTH]
    rating = event.ratings.get(entry_id)
    shown = str(rating) if rating is not None and 0 < rating <= MAX_RATING else ""
    return f"001 {number:4d}      {name:<33} {shown:>4}{'':27} {score // 10:2d}.{score % 10} {rank:4d}"


def _cells(event: SwissEvent, numbers: Mapping[str, int]) -> dict[str, list[str]]:
    """For each entry a cell a round; who is absent from the coming round has one more."""
    cells: dict[str, list[str]] = {entry_id: [] for entry_id in event.order}
    for index, games in enumerate(event.rounds):
        this_round: dict[str, str] = {}
        for place, game in enumerate(games):
            for entry_id, cell in _cells_of(game, numbers, f"rounds[{index}][{place}]").items():
                if entry_id in this_round:
                    raise FormatError("plays_twice", f"rounds[{index}][{place}]", id=entry_id)
                this_round[entry_id] = cell
        for entry_id in event.order:
            cells[entry_id].append(this_round.get(entry_id, ABSENT_CELL))
    for entry_id in event.absent:
        if entry_id in cells:
            cells[entry_id].append(ABSENT_CELL)
    return cells


def _cells_of(game: Game, numbers: Mapping[str, int], path: str) -> dict[str, str]:
    for side, entry_id in (("first", game.first), ("second", game.second)):
        if entry_id is not None and entry_id not in numbers:
            raise FormatError("unknown_id", f"{path}.{side}", id=entry_id)
    if game.second is None:
        return {game.first: BYE_CELL}
    if game.second == game.first:
        raise FormatError("against_itself", f"{path}.second", id=game.first)
    marks = PLAYED if game.is_played else AWARDED
    return {
        game.first: f"{numbers[game.second]:4d} w {marks[game.outcome_of(game.first)]}",
        game.second: f"{numbers[game.first]:4d} b {marks[game.outcome_of(game.second)]}",
    }


def _is_usual(points: Points) -> bool:
    """Whether a draw is half of a win and a loss nothing: the file then says 1, ½ and 0."""
    return points.loss == 0 and 2 * points.draw == points.win > 0


def _tenths(points: Points, rounds: int) -> dict[Outcome, int]:
    """What an outcome is worth in the file, in tenths: only proportions matter for pairing."""
    if _is_usual(points):
        worth = {Outcome.WON: 10, Outcome.DRAWN: 5, Outcome.LOST: 0}
    else:
        exact: Sequence[Fraction] = (10 * points.win, 10 * points.draw, 10 * points.loss)
        factor = lcm(*(value.denominator for value in exact))
        win, draw, loss = (int(value * factor) for value in exact)
        worth = {Outcome.WON: win, Outcome.DRAWN: draw, Outcome.LOST: loss}
    if max(worth.values()) * rounds > MAX_TENTHS:
        raise FormatError("points_not_writable", "points")
    return worth


def _worth(cell: str, tenths: Mapping[Outcome, int]) -> int:
    mark = cell[-1]
    if mark == "Z":
        return 0
    if mark in "1+U":
        return tenths[Outcome.WON]
    return tenths[Outcome.DRAWN if mark == "=" else Outcome.LOST]


def _point_system(tenths: Mapping[Outcome, int]) -> str:
    """The line with what is worth how much, in codes that JaVaFo knows too."""
    codes = (("WW BW FW FPB PAB", Outcome.WON), ("WD BD", Outcome.DRAWN), ("WL BL FL", Outcome.LOST))
    parts = [f"{code}={tenths[outcome] // 10}.{tenths[outcome] % 10}" for names, outcome in codes
             for code in names.split()]
    return f"XXS {' '.join(parts)} ZPB=0.0"
