"""The counted games laid out per entry, with points as whole numbers of a unit, so that nothing is ever rounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from competitions.formats.games import Game, Outcome, Points

BYE = -1
"""The opponent of a bye: nobody, never an entry with a special name."""


class Meeting(NamedTuple):
    """One game from the side of one entry: opponent (its place, or BYE), outcome, own points in units, sets, round.

    `won`, `lost`: sets, nothing where it was not played. `round` counts from 1.
    """

    opponent: int
    outcome: Outcome
    points: int
    won: int = 0
    lost: int = 0
    round: int = 1
    clears: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """What some tie-breaks need besides the games.

    `play_off`: games that count for that tie-break alone. `manual`: the order decided by the chief referee. `decided`:
    orders of the chief referee, each for exactly those who stand in it: it falls when others are level.
    """

    ratings: Mapping[str, int] = field(default_factory=dict)
    start_numbers: Mapping[str, int] = field(default_factory=dict)
    play_off: tuple[Game, ...] = ()
    manual: tuple[str, ...] = ()
    decided: tuple[tuple[str, ...], ...] = ()


def round_numbers(games: Sequence[Game]) -> list[int]:
    """The round of each game: its own, or, unless all have one, a new round when somebody plays again."""
    given = [game.round for game in games if game.round is not None]
    if len(given) == len(games):
        return given
    numbers: list[int] = []
    busy: set[str] = set()
    number = 1
    for game in games:
        who = {game.first} if game.second is None else {game.first, game.second}
        if who & busy:
            number += 1
            busy.clear()
        busy |= who
        numbers.append(number)
    return numbers


class Ledger:
    """Results per entry; entries are known by their place in `ids`.

    `unit`: so many units are one point. It is even, and every score a multiple of 2 units, so that half of any score
    (the drawn games of Sonneborn-Berger) is whole. `rounds`: how many rounds there were. The last `awarded` games (of
    those excluded) belong to the last of them.
    """

    def __init__(
        self, ids: Sequence[str], games: Sequence[Game], points: Points, particulars: Particulars | None = None,
        awarded: int = 0,
    ) -> None:
        self.ids = tuple(ids)
        self.particulars = particulars or Particulars()
        self.unit = 2 * lcm(points.win.denominator, points.draw.denominator, points.loss.denominator)
        worth = {outcome: int(points.of(outcome) * self.unit) for outcome in Outcome}
        count = len(self.ids)
        self.meetings: list[list[Meeting]] = [[] for _ in range(count)]
        self.awarded = [0] * count
        numbers = round_numbers(games[: len(games) - awarded])
        self.rounds = max(numbers, default=1)
        self._add_games(games, [*numbers, *[self.rounds] * awarded], worth)
        self.played = [0] * count
        self.sets_won = [0] * count
        self.sets_lost = [0] * count
        self.scores = [0] * count
        self._outcomes: list[list[Outcome]] = [[meeting.outcome for meeting in own] for own in self.meetings]
        for who, own in enumerate(self.meetings):
            self.played[who] = len(own) - self.awarded[who]
            self.scores[who] = sum(meeting.points for meeting in own)
            self.sets_won[who] = sum(meeting.won for meeting in own)
            self.sets_lost[who] = sum(meeting.lost for meeting in own)

    def _add_games(self, games: Sequence[Game], numbers: Sequence[int], worth: Mapping[Outcome, int]) -> None:
        place = {entry_id: index for index, entry_id in enumerate(self.ids)}
        for game, number in zip(games, numbers, strict=True):
            first = place[game.first]
            second = BYE if game.second is None else place[game.second]
            won, lost = game.sets or (0, 0)
            result = game.outcome_of(game.first)
            self.meetings[first].append(Meeting(second, result, worth[result], won, lost, number, game.clears[0]))
            if game.sets is None:
                self.awarded[first] += 1
            if game.second is None:
                continue
            result = game.outcome_of(game.second)
            self.meetings[second].append(Meeting(first, result, worth[result], lost, won, number, game.clears[1]))
            if game.sets is None:
                self.awarded[second] += 1

    def count(self, who: int, outcome: Outcome) -> int:
        """How many games of the entry ended so, awarded ones and byes included."""
        return self._outcomes[who].count(outcome)

    def exact(self, units: int | Fraction) -> Fraction:
        """Units as points."""
        return Fraction(units, self.unit)
