"""What the table of results counts: games played, awarded and byes, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Outcome(StrEnum):
    """What a game was for one of the two."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Points for a game; the regulations say (rulebook 4). Exact fractions, never floats."""

    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)

    def of(self, outcome: Outcome) -> Fraction:
        """Points for this outcome."""
        if outcome is Outcome.WON:
            return self.win
        return self.draw if outcome is Outcome.DRAWN else self.loss


@dataclass(frozen=True, slots=True)
class Game:
    """One result. Make it with `played_game`, `awarded_game` or `bye`; the four kinds exclude each other.

    `sets` only for a game played. `winner`: to whom it was awarded, `None` when both lost it. A bye has no `second`.
    `clears`: sets that each cleared in the first series (in Latvian *štose*). `round`: where it is known.
    """

    first: str
    second: str | None
    sets: tuple[int, int] | None = None
    winner: str | None = None
    clears: tuple[int, int] = (0, 0)
    round: int | None = None

    @property
    def is_bye(self) -> bool:
        """Whether `first` had no opponent: a win without sets."""
        return self.second is None

    @property
    def is_played(self) -> bool:
        """Whether it was played at a table; awarded games and byes were not (lnf-2008:3.2 counts only these)."""
        return self.sets is not None

    def outcome_of(self, entry_id: str) -> Outcome:
        """What the game was for one of its two entries."""
        if self.sets is not None:
            own, other = self.sets if entry_id == self.first else self.sets[::-1]
            if own == other:
                return Outcome.DRAWN
            return Outcome.WON if own > other else Outcome.LOST
        return Outcome.WON if self.winner == entry_id else Outcome.LOST


def played_game(
    first: str, second: str, sets_first: int, sets_second: int, *, clears: tuple[int, int] = (0, 0)
) -> Game:
    """A game that was played: sets won, and cleared in the first series, by the first-named and the second-named."""
    return Game(first, second, sets=(sets_first, sets_second), clears=clears)


def awarded_game(first: str, second: str, winner: str | None) -> Game:
    """A game that was not played (no-show, exclusion, protest); `winner` is one of the two, or `None`: lost by both."""
    return Game(first, second, winner=winner)


def bye(entry_id: str) -> Game:
    """A round without an opponent in an event that counts it as a win (Swiss)."""
    return Game(entry_id, None, winner=entry_id)
