"""Brackets as values: matches whose sides come from an entry, a place of a group, or another match.

To be decided, bye, walkover and not needed are four things: a side without entry waits for its `source`, a side with
`is_bye` never has anybody; walkovers and matches that are not needed come from play (`bracket_play.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from competitions.formats.errors import FormatError


class SourceKind(StrEnum):
    """Where somebody comes from."""

    WINNER_OF = "winner_of"
    LOSER_OF = "loser_of"
    PLACE = "place"


class Source(NamedTuple):
    """The winner or loser of a match, or a place of a group."""

    kind: SourceKind
    match: str = ""
    place: int = 0
    group: str = ""


class Side(NamedTuple):
    """One side of a match: an entry, nobody at all (a bye), or whoever comes from `source`.

    An entry that came past a bye has a source too.
    """

    entry: str | None = None
    source: Source | None = None
    is_bye: bool = False


BYE = Side(is_bye=True)


class BracketMatch(NamedTuple):
    """A match. The first-named stands on the upper line.

    `loser_place`, `winner_place`: the best place that is left to the loser (winner) who plays no further match, counted
    for a full bracket. `is_reset`: the second grand final, played only if the loser of the first has then one loss.
    """

    id: str
    first: Side
    second: Side
    loser_place: int = 0
    winner_place: int = 0
    is_reset: bool = False

    @property
    def is_bye(self) -> bool:
        """Whether the first-named has no opponent. Both sides are never byes."""
        return self.second.is_bye

    @property
    def winner(self) -> Side:
        """The side that the winner fills; known at once past a bye."""
        return Side(self.first.entry if self.is_bye else None, Source(SourceKind.WINNER_OF, self.id))

    @property
    def loser(self) -> Side | None:
        """The side that the loser fills; a bye has none."""
        return None if self.is_bye else Side(None, Source(SourceKind.LOSER_OF, self.id))


class RoundKind(StrEnum):
    """What a round is called; each has one name in every language, filled with `params` of the round."""

    ROUND_OF = "round_of"
    QUARTER_FINALS = "quarter_finals"
    SEMI_FINALS = "semi_finals"
    FINAL = "final"
    PLACES = "places"
    PLACE_MATCH = "place_match"
    WINNERS = "winners"
    WINNERS_FINAL = "winners_final"
    LOSERS = "losers"
    LOSERS_FINAL = "losers_final"
    GRAND_FINAL = "grand_final"
    RESET = "reset"


ROUND_NAMES: Mapping[RoundKind, str] = {
    RoundKind.ROUND_OF: "Round of {size}",
    RoundKind.QUARTER_FINALS: "Quarter-finals",
    RoundKind.SEMI_FINALS: "Semi-finals",
    RoundKind.FINAL: "Final",
    RoundKind.PLACES: "Places {low} to {high}",
    RoundKind.PLACE_MATCH: "Match for place {low}",
    RoundKind.WINNERS: "Winners' round {number}",
    RoundKind.WINNERS_FINAL: "Winners' final",
    RoundKind.LOSERS: "Losers' round {number}",
    RoundKind.LOSERS_FINAL: "Losers' final",
    RoundKind.GRAND_FINAL: "Grand final",
    RoundKind.RESET: "Second grand final, if both have one loss",
}
"""English, for programs; the pages name rounds in the user's language."""

MAIN, WINNERS, LOSERS, FINAL = "main", "winners", "losers", "final"


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Matches that may be played at the same time. `bracket` is main, winners, losers or final."""

    number: int
    bracket: str
    kind: RoundKind
    matches: tuple[BracketMatch, ...]
    params: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The English name."""
        return ROUND_NAMES[self.kind].format(number=self.number, **self.params)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Rounds in an order in which they can be played: sources always stand before."""

    rounds: tuple[BracketRound, ...]

    def matches(self) -> Iterator[BracketMatch]:
        """All matches, sources first."""
        for drawn in self.rounds:
            yield from drawn.matches

    def fed_by(self) -> dict[Source, str]:
        """For each source the one match that its player goes to."""
        return {side.source: match.id for match in self.matches() for side in (match.first, match.second)
                if side.source is not None}


def fold(size: int) -> tuple[int, ...]:
    """Numbers on the lines of the first round, top to bottom; adjacent lines are a match, the lower number first.

    If all favourites win, the last 2^j are 1 to 2^j, and a meets 2^j + 1 - a. Seed 2 heads the lower half.
    """
    lines = [1]
    while len(lines) < size:
        total = 2 * len(lines) + 1
        lines = [number for line in lines for number in (line, total - line)]
    return tuple(lines)


def bracket_size(entries: int) -> int:
    """The smallest power of two that takes so many entries."""
    return 1 << (entries - 1).bit_length()


def tree(entrants: Sequence[Side], prefix: str) -> list[tuple[BracketMatch, ...]]:
    """The rounds of a knock-out; entrant k of the order takes number k of `fold`, the first ones have the byes.

    Two byes never meet, because fewer than half of the lines are free.
    """
    size = bracket_size(len(entrants))
    level = [entrants[number - 1] if number <= len(entrants) else BYE for number in fold(size)]
    rounds: list[tuple[BracketMatch, ...]] = []
    while len(level) > 1:
        number, best = len(rounds) + 1, len(level) // 2 + 1
        rounds.append(tuple(
            BracketMatch(f"{prefix}-{number}-{place // 2 + 1}", level[place], level[place + 1], best, int(best == 2))
            for place in range(0, len(level), 2)
        ))
        level = [match.winner for match in rounds[-1]]
    return rounds


def entry_sides(order: Sequence[str]) -> list[Side]:
    """Sides of known entries. Raises FormatError for an id twice."""
    if len(set(order)) != len(order):
        twice = next(entry_id for index, entry_id in enumerate(order) if entry_id in order[:index])
        raise FormatError("duplicate_id", "entries", id=twice)
    return [Side(entry_id) for entry_id in order]
