"""Whether points of games to come can be shared out within bounds: by flow where a draw halves, else by search."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from competitions.formats.games import Points

Pairs = Sequence[tuple[str, str]]

SEARCHED = 4_000
"""So many different states are looked at in one question; then the answer is not known."""


def can_all_stay_within(room: Mapping[str, Fraction], games: Pairs, points: Points) -> bool | None:
    """Whether some results of these games give nobody more than the room there is. None: not known."""
    if any(left < 0 for left in room.values()):
        return False
    if not _is_halving(points):
        return _Search(dict.fromkeys(room, Fraction(0)), room, games, points).answer()
    step = points.draw - points.loss
    spare = {entry: floor((left - points.loss * _count(entry, games)) / step) for entry, left in room.items()}
    if any(units < 0 for units in spare.values()):
        return False
    return _shared_out(spare, games) == 2 * len(games)


def can_all_reach(needs: Mapping[str, Fraction], games: Pairs, points: Points) -> bool | None:
    """Whether some results of these games give everybody what is needed at least. None: not known."""
    if not _is_halving(points):
        enough = {entry: points.win * len(games) for entry in needs}
        return _Search(needs, enough, games, points).answer()
    step = points.draw - points.loss
    wanted = {entry: max(0, ceil((need - points.loss * _count(entry, games)) / step))
              for entry, need in needs.items()}
    return _shared_out(wanted, games) == sum(wanted.values())


def _is_halving(points: Points) -> bool:
    """Whether each game has two units to share, one each for a draw."""
    return points.win + points.loss == 2 * points.draw and points.draw > points.loss


def _count(entry: str, games: Pairs) -> int:
    return sum(entry in pair for pair in games)


def _shared_out(capacity: Mapping[str, int], games: Pairs) -> int:
    """How many of the two units of each game find a place within the capacities, at most (augmenting paths)."""
    holders: list[list[str]] = [[] for _ in games]
    room = dict(capacity)
    total = 0
    for index in range(len(games)):
        for _unit in range(2):
            total += _place_unit(index, games, holders, room)
    return total


def _place_unit(start: int, games: Pairs, holders: list[list[str]], room: dict[str, int]) -> bool:
    """Find a place for one more unit of a game, moving units of other games where that helps."""
    # Each entry reached, with the game whose unit would come to it and from whom.
    reached: dict[str, tuple[int, str | None]] = dict.fromkeys(games[start], (start, None))
    queue = deque(games[start])
    while queue:
        entry = queue.popleft()
        if room[entry] > 0:
            room[entry] -= 1
            at: str | None = entry
            while at is not None:
                index, before = reached[at]
                holders[index].append(at)
                if before is not None:
                    holders[index].remove(before)
                at = before
            return True
        for index, holding in enumerate(holders):
            if entry in holding:
                other = games[index][1] if games[index][0] == entry else games[index][0]
                if other not in reached:
                    reached[other] = (index, entry)
                    queue.append(other)
    return False


class _Search:
    """Depth first over the games; a state that has been seen is not looked at again."""

    def __init__(
        self, least: Mapping[str, Fraction], most: Mapping[str, Fraction], games: Pairs, points: Points
    ) -> None:
        place = {entry: index for index, entry in enumerate(least)}
        self.least = list(least.values())
        self.most = [most[entry] for entry in least]
        self.pairs = [(place[one], place[other]) for one, other in games]
        self.points = points
        self.left = [[sum(who in pair for pair in self.pairs[index:]) for who in range(len(place))]
                     for index in range(len(self.pairs) + 1)]
        win_loss, draws = points.win + points.loss, 2 * points.draw
        self.least_total, self.most_total = min(win_loss, draws), max(win_loss, draws)
        ways = [(points.win, points.loss), (points.draw, points.draw), (points.loss, points.win)]
        # Where nobody needs anything, what gives the fewest points in all is tried first.
        self.ways = sorted(ways, key=sum) if not any(self.least) else ways
        self.seen: set[tuple[int, tuple[Fraction, ...]]] = set()

    def answer(self) -> bool | None:
        """Whether it can be; None when the search was given up."""
        found = self._from(0, tuple(Fraction(0) for _ in self.least))
        return found if found or len(self.seen) < SEARCHED else None

    def _from(self, index: int, got: tuple[Fraction, ...]) -> bool:
        if (index, got) in self.seen or len(self.seen) >= SEARCHED or not self._is_open(index, got):
            return False
        if index == len(self.pairs):
            return True
        self.seen.add((index, got))
        one, other = self.pairs[index]
        for mine, theirs in self.ways:
            after = list(got)
            after[one] += mine
            after[other] += theirs
            if self._from(index + 1, tuple(after)):
                return True
        return False

    def _is_open(self, index: int, got: Sequence[Fraction]) -> bool:
        """Whether each by itself, and all together, can still end within the bounds."""
        left, points, games = self.left[index], self.points, len(self.pairs) - index
        nothing = Fraction(0)
        room = sum((most - own for most, own in zip(self.most, got, strict=True)), nothing)
        need = sum((max(least - own, nothing) for least, own in zip(self.least, got, strict=True)), nothing)
        return room >= games * self.least_total and need <= games * self.most_total and all(
            got[who] + left[who] * points.loss <= self.most[who]
            and got[who] + left[who] * points.win >= self.least[who]
            for who in range(len(got)))
