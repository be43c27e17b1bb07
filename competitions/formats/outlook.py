"""Who can still win, or come among the first so many: exactly for small tables, by bounds for large ones.

Ranks are by points. Who ends level may be put first or last by the tie-breaks, which nobody can know before the sets
are played: the best rank takes ties as won, the worst as lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from competitions.formats.games import Points
from competitions.formats.sharing import can_all_reach, can_all_stay_within

MAX_EXACT = 12
BUDGET = 5_000
"""So many ways of who stands above are looked at for a table; then the bounds stand."""


class Chance(StrEnum):
    """Of coming among the first so many."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    OUT = "out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """Where an entry can still end. `most`: the points it can reach. `is_exact`: whether both ranks can be reached."""

    id: str
    points: Fraction
    most: Fraction
    best_rank: int
    worst_rank: int
    is_exact: bool

    def chance(self, places: int) -> Chance:
        """Of a rank of `places` or better; exact ranks and bounds alike never say out or certain wrongly."""
        if self.worst_rank <= places:
            return Chance.CERTAIN
        return Chance.POSSIBLE if self.best_rank <= places else Chance.OUT


def outlook(
    scores: Mapping[str, Fraction], to_play: Sequence[tuple[str, str]], points: Points | None = None, *,
    budget: int = BUDGET,
) -> tuple[Outlook, ...]:
    """Best and worst rank of each entry, given the points so far and the pairs still to be played.

    Up to 12 entries all ways are searched, within a budget; beyond it, and for more entries, the ranks are bounds: the
    best possible one may be too good, the worst too bad. Games between two lost by both are not thought of.
    """
    points = points or Points()
    table = _Table(scores, to_play, points, budget)
    return tuple(table.outlook(entry) for entry in scores)


def outlook_by_rounds(
    scores: Mapping[str, Fraction], rounds: int, points: Points | None = None
) -> tuple[Outlook, ...]:
    """The same where only the number of rounds to come is known (Swiss): bounds."""
    points = points or Points()
    most = {entry: score + rounds * points.win for entry, score in scores.items()}
    least = {entry: score + rounds * points.loss for entry, score in scores.items()}
    return tuple(
        Outlook(id=entry, points=scores[entry], most=most[entry], best_rank=_bound_above(entry, least, most),
                worst_rank=_bound_below(entry, least, most), is_exact=not rounds)
        for entry in scores
    )


def _bound_above(entry: str, least: Mapping[str, Fraction], most: Mapping[str, Fraction]) -> int:
    return 1 + sum(least[other] > most[entry] for other in least if other != entry)


def _bound_below(entry: str, least: Mapping[str, Fraction], most: Mapping[str, Fraction]) -> int:
    return 1 + sum(most[other] >= least[entry] for other in most if other != entry)


class _Table:
    def __init__(
        self, scores: Mapping[str, Fraction], to_play: Sequence[tuple[str, str]], points: Points, budget: int
    ) -> None:
        self.scores = scores
        self.to_play = to_play
        self.points = points
        self.budget = budget
        left = Counter(entry for pair in to_play for entry in pair)
        self.most = {entry: score + left[entry] * points.win for entry, score in scores.items()}
        self.least = {entry: score + left[entry] * points.loss for entry, score in scores.items()}

    def outlook(self, entry: str) -> Outlook:
        best, worst = _bound_above(entry, self.least, self.most), _bound_below(entry, self.least, self.most)
        is_exact = len(self.scores) <= MAX_EXACT or not self.to_play
        if is_exact:
            found = self._best(entry, best), self._worst(entry, worst)
            best, worst = found[0] or best, found[1] or worst
            is_exact = None not in found
        return Outlook(id=entry, points=self.scores[entry], most=self.most[entry], best_rank=best, worst_rank=worst,
                       is_exact=is_exact)

    def _best(self, entry: str, bound: int) -> int | None:
        """The least rank for which some choice of those above leaves all others within this one's most points."""
        limit = self.most[entry]
        others = [other for other in self.scores if other != entry]
        may = sorted((other for other in others if self.least[other] <= limit), key=lambda other: -self.most[other])
        for rank in range(bound, len(self.scores) + 1):
            for chosen in self._choices(may, rank - bound):
                below = [other for other in may if other not in chosen]
                room = {other: limit - self._without(below, other, self.points.loss) for other in below}
                possible = can_all_stay_within(room, self._among(below), self.points)
                if possible is not False:
                    return rank if possible else None
            if self.budget <= 0:
                break
        return None

    def _worst(self, entry: str, bound: int) -> int | None:
        """The greatest rank for which some choice of others all reach this one's least points."""
        limit = self.least[entry]
        others = [other for other in self.scores if other != entry]
        may = sorted((other for other in others if self.most[other] >= limit), key=lambda other: -self.most[other])
        for rank in range(bound, 0, -1):
            for chosen in self._choices(may, rank - 1):
                needs = {other: limit - self._without(chosen, other, self.points.win) for other in chosen}
                possible = can_all_reach(needs, self._among(chosen), self.points)
                if possible is not False:
                    return rank if possible else None
            if self.budget <= 0:
                break
        return None

    def _choices(self, may: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
        """Ways of choosing so many, the most likely ones first, as long as the budget lasts."""
        for chosen in combinations(may, count):
            self.budget -= 1
            if self.budget < 0:
                return
            yield chosen

    def _among(self, members: Sequence[str]) -> list[tuple[str, str]]:
        return [pair for pair in self.to_play if pair[0] in members and pair[1] in members]

    def _without(self, members: Sequence[str], entry: str, each: Fraction) -> Fraction:
        """The points of an entry when every game against somebody who is no member has given `each`."""
        others = sum(entry in pair and not (pair[0] in members and pair[1] in members) for pair in self.to_play)
        return self.scores[entry] + others * each
