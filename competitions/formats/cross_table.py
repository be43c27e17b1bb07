"""Everybody against everybody: the matrix of results of a round robin or a group, in any order of its entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from competitions.formats.games import Game, Outcome, Points


@dataclass(frozen=True, slots=True)
class CrossResult:
    """A game from the side of the row. `sets` (own first) is None where it was not played."""

    outcome: Outcome
    sets: tuple[int, int] | None
    points: Fraction
    was_first: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """`cells[k]` are the games against entry k of the order, in the order played; `None` on the diagonal."""

    id: str
    cells: tuple[tuple[CrossResult, ...] | None, ...]
    points: Fraction
    sets: tuple[int, int]


def cross_table(order: Sequence[str], games: Sequence[Game], *, points: Points | None = None) -> tuple[CrossRow, ...]:
    """The matrix in the given order (of numbers or of ranks). Byes have no cell; games of others are left out.

    Give it the games that count (`Standings.counted.games`), so that annulled results are gone and awarded ones there.
    """
    points = points or Points()
    found: defaultdict[tuple[str, str], list[CrossResult]] = defaultdict(list)
    for game in games:
        if game.second is not None:
            found[game.first, game.second].append(_result(game, game.first, points))
            found[game.second, game.first].append(_result(game, game.second, points))
    return tuple(_row(entry_id, order, found) for entry_id in order)


def _row(entry_id: str, order: Sequence[str], found: dict[tuple[str, str], list[CrossResult]]) -> CrossRow:
    cells = tuple(None if other == entry_id else tuple(found.get((entry_id, other), ())) for other in order)
    results = [result for cell in cells if cell for result in cell]
    played = [result.sets for result in results if result.sets is not None]
    sets = (sum(own for own, _ in played), sum(other for _, other in played))
    return CrossRow(entry_id, cells, sum((result.points for result in results), Fraction(0)), sets)


def _result(game: Game, entry_id: str, points: Points) -> CrossResult:
    outcome = game.outcome_of(entry_id)
    was_first = game.first == entry_id
    sets = game.sets if game.sets is None or was_first else game.sets[::-1]
    return CrossResult(outcome, sets, points.of(outcome), was_first)
