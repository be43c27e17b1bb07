"""Double elimination: out after two losses; the losers' bracket is crossed by one published table.

The crossing depends on the size of the bracket alone. The losers of winners' round 2 come in reversed, those of round 3
reversed in halves, of round 4 shifted by half, of round 5 straight, and so on round the cycle: nobody meets again in
the first two losers' rounds (n >= 5), and rematches come late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from competitions.formats.bracket import (
    BYE,
    FINAL,
    LOSERS,
    MAIN,
    WINNERS,
    Bracket,
    BracketMatch,
    BracketRound,
    RoundKind,
    Side,
    Source,
    SourceKind,
    entry_sides,
    tree,
)
from competitions.formats.elimination import place_rounds
from competitions.formats.errors import FormatError
from competitions.formats.round_robin import refuse_size


class Crossing(StrEnum):
    """In which order the losers of a winners' round come into the losers' bracket."""

    REVERSE = "reverse"
    REVERSE_IN_HALVES = "reverse_in_halves"
    HALF_SHIFT = "half_shift"
    STRAIGHT = "straight"

    def mask(self, width: int) -> int:
        """Losers' match m takes the loser of winners' match m xor mask; `width` is the number of bits of m."""
        if self is Crossing.STRAIGHT or width == 0:
            return 0
        top = 1 << (width - 1)
        return {Crossing.REVERSE: 2 * top - 1, Crossing.REVERSE_IN_HALVES: top - 1, Crossing.HALF_SHIFT: top}[self]


CYCLE = (Crossing.REVERSE, Crossing.REVERSE_IN_HALVES, Crossing.HALF_SHIFT, Crossing.STRAIGHT)


@dataclass(frozen=True, slots=True)
class CrossedRound:
    """The order in which losers come down. `matches[m]`: the winners' match (1 up) for losers' match m + 1."""

    winners_round: int
    losers_round: int
    crossing: Crossing
    matches: tuple[int, ...]


def crossing_table(size: int) -> tuple[CrossedRound, ...]:
    """The crossing of a bracket of `size` lines (a power of two), to be shown and printed."""
    levels = size.bit_length() - 1
    table = []
    for number in range(2, levels + 1):
        crossing = CYCLE[(number - 2) % len(CYCLE)]
        mask = crossing.mask(levels - number)
        matches = tuple((match ^ mask) + 1 for match in range(size >> number))
        table.append(CrossedRound(number, 2 * (number - 1), crossing, matches))
    return tuple(table)


def double_elimination(
    order: Sequence[str], *, grand_final_reset: bool = False, late: Sequence[str] = (), places: int = 2
) -> Bracket:
    """The bracket of an order of entries; entry k takes number k, the first ones have the byes.

    A losers' match that somebody could only walk through is left out, and the numbers of rounds and matches are those
    of the full bracket, so a late entry moves nothing. With `grand_final_reset` the winner of the losers' bracket has
    to win twice. `places`: down to which place those play on who have lost twice in one losers' round (from 8 on;
    places 3 and 4 come from the losers' bracket itself). `late`: entries that begin in the first losers' round,
    against those who would have had a walkover. Raises FormatError for fewer than 2 or more than 512 entries, an id
    twice, more late entries than free places.
    """
    refuse_size(len(order) + len(late))
    refuse_size(len(order))
    entrants = entry_sides([*order, *late])[: len(order)]
    upper = _upper(entrants)
    rounds = [
        BracketRound(number, WINNERS, RoundKind.WINNERS_FINAL if number == len(upper) else RoundKind.WINNERS, matches)
        for number, matches in enumerate(upper, 1)
    ]
    lower = _Lower(upper, places)
    lower.take_late(late)
    lower.build()
    rounds += [*lower.rounds, *lower.places]
    first = BracketMatch("final-1-1", upper[-1][0].winner, lower.champion, 2, 0 if grand_final_reset else 1)
    rounds.append(BracketRound(1, FINAL, RoundKind.GRAND_FINAL, (first,)))
    if grand_final_reset:
        loser = Side(None, Source(SourceKind.LOSER_OF, first.id))
        second = BracketMatch("final-2-1", first.winner, loser, 2, 1, is_reset=True)
        rounds.append(BracketRound(2, FINAL, RoundKind.RESET, (second,)))
    return Bracket(tuple(sorted(rounds, key=_time)))


def _upper(entrants: Sequence[Side]) -> list[tuple[BracketMatch, ...]]:
    """The winners' bracket. A place there is that of the losers' round in which a loser would have come in."""
    rounds = tree(entrants, WINNERS)
    size = 2 * len(rounds[0])
    places = [3 * size // 4 + 1, *(size >> number for number in range(1, len(rounds)))]
    return [
        tuple(match._replace(loser_place=place + (index > 0), winner_place=0) for match in matches)
        for index, (place, matches) in enumerate(zip(places, rounds, strict=True))
    ]


def _time(drawn: BracketRound) -> tuple[bool, int, bool, int]:
    """When a round can be played: losers' round 1 after winners' round 1, 2 and 3 after winners' round 2, and so on.

    Rounds for places come after the losers' round that they follow.
    """
    number = drawn.number
    step = 2 * number - 1 if drawn.bracket == WINNERS else number + 1 - number % 2
    return (drawn.bracket == FINAL, step, drawn.bracket in (LOSERS, MAIN), number)


class _Lower:
    """The losers' bracket, round by round; None is a place to which nobody can come."""

    def __init__(self, upper: Sequence[tuple[BracketMatch, ...]], last_place: int) -> None:
        self.upper = upper
        self.last_place = last_place
        self.places: list[BracketRound] = []
        self.size = 2 * len(upper[0])
        self.rounds: list[BracketRound] = []
        self.sides: list[Side | None] = [match.loser for match in upper[0]]

    @property
    def champion(self) -> Side:
        """The winner of the losers' bracket."""
        return self.sides[0] or BYE  # two entries leave one loser at least

    def take_late(self, late: Sequence[str]) -> None:
        """Fill free places of the first losers' round, those where somebody waits for an opponent first."""
        free = [place for place, side in enumerate(self.sides) if side is None]
        if len(late) > len(free):
            raise FormatError("no_place_left", "late", high=len(free), count=len(late))
        waiting = sorted(free, key=lambda place: (self.sides[place ^ 1] is None, place))
        for entry_id, place in zip(late, waiting, strict=False):
            self.sides[place] = Side(entry_id)

    def build(self) -> None:
        """All rounds: pairs among themselves, then against those who come in."""
        for crossed in crossing_table(self.size):
            self._play(2 * crossed.winners_round - 3, self.sides[::2], self.sides[1::2],
                       3 * self.size >> crossed.winners_round)
            coming = self.upper[crossed.winners_round - 1]
            fallen = [coming[place - 1].loser for place in crossed.matches]
            self._play(crossed.losers_round, fallen, self.sides, self.size >> (crossed.winners_round - 1))

    def _play_on(self, number: int, matches: Sequence[BracketMatch], low: int, count: int) -> None:
        """Rounds for the places from `low` on among those who have lost in this round, where they are asked for."""
        if count < 2 or low + count - 1 > self.last_place:
            return
        lost = {int(match.id.rsplit("-", 1)[1]): match.loser for match in matches}
        self.places += place_rounds([lost.get(place) for place in range(1, count + 1)], low, number + 1)

    def _play(
        self, number: int, firsts: Sequence[Side | None], seconds: Sequence[Side | None], survivors: int
    ) -> None:
        matches: list[BracketMatch] = []
        through: list[Side | None] = []
        for place, (first, second) in enumerate(zip(firsts, seconds, strict=True), 1):
            if first is None or second is None:
                through.append(first or second)
                continue
            matches.append(BracketMatch(f"losers-{number}-{place}", first, second, survivors + 1))
            through.append(matches[-1].winner)
        self.sides = through
        self._play_on(number, matches, survivors + 1, len(through))
        if matches:
            is_last = len(through) == 1 and number == 2 * (len(self.upper) - 1)
            kind = RoundKind.LOSERS_FINAL if is_last else RoundKind.LOSERS
            self.rounds.append(BracketRound(number, LOSERS, kind, tuple(matches)))
