"""The counted games laid out per entry, with points as whole numbers of a unit, so that nothing is ever rounded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from competitions.formats.games import Game, Outcome, Points

BYE = -1
"""The opponent of a bye: nobody, never an entry with a special name."""


class Meeting(NamedTuple):
    """One game from the side of one entry: opponent (its place, or BYE), outcome, own points in units."""

    opponent: int
    outcome: Outcome
    points: int


class Ledger:
    """Results per entry; entries are known by their place in `ids`.

    `unit`: so many units are one point. It is even, and every score a multiple of 2 units, so that half of any score
    (the drawn games of Sonneborn-Berger) is whole.
    """

    def __init__(self, ids: Sequence[str], games: Sequence[Game], points: Points) -> None:
        self.ids = tuple(ids)
        self.unit = 2 * lcm(points.win.denominator, points.draw.denominator, points.loss.denominator)
        worth = {outcome: int(points.of(outcome) * self.unit) for outcome in Outcome}
        count = len(self.ids)
        self.meetings: list[list[Meeting]] = [[] for _ in range(count)]
        self.played = [0] * count
        self.awarded = [0] * count
        self.sets_won = [0] * count
        self.sets_lost = [0] * count
        place = {entry_id: index for index, entry_id in enumerate(self.ids)}
        for game in games:
            first = place[game.first]
            if game.second is None:
                self._add(first, BYE, Outcome.WON, worth)
                self.awarded[first] += 1
                continue
            second = place[game.second]
            if game.sets is not None:
                self._add_sets(first, game.sets[0], game.sets[1])
                self._add_sets(second, game.sets[1], game.sets[0])
            else:
                self.awarded[first] += 1
                self.awarded[second] += 1
            self._add(first, second, game.outcome_of(game.first), worth)
            self._add(second, first, game.outcome_of(game.second), worth)
        self.scores = [sum(meeting.points for meeting in own) for own in self.meetings]

    def _add(self, who: int, opponent: int, outcome: Outcome, worth: dict[Outcome, int]) -> None:
        self.meetings[who].append(Meeting(opponent, outcome, worth[outcome]))

    def _add_sets(self, who: int, won: int, lost: int) -> None:
        self.played[who] += 1
        self.sets_won[who] += won
        self.sets_lost[who] += lost

    def count(self, who: int, outcome: Outcome) -> int:
        """How many games of the entry ended so, awarded ones and byes included."""
        return sum(meeting.outcome is outcome for meeting in self.meetings[who])

    def exact(self, units: int) -> Fraction:
        """Units as points."""
        return Fraction(units, self.unit)
