"""A Swiss round paired by hand: what speaks against it; and a round with as few repeat meetings as possible.

Nothing here forbids: the chief referee may pair as the day asks, and has to know what that breaks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from competitions.formats.errors import FormatError
from competitions.formats.pairings import Pairing, Round
from competitions.formats.round_robin import refuse_size
from competitions.formats.swiss import SwissEvent

EXACT = 14
"""Up to so many entries the fewest repeats are searched for; beyond, pairs are exchanged while that makes fewer."""


class Against(StrEnum):
    """What speaks against a pairing."""

    MET_BEFORE = "met_before"
    SAME_CLUB = "same_club"
    THIRD_ROLE_RUNNING = "third_role_running"
    ROLES_APART = "roles_apart"
    SECOND_BYE = "second_bye"
    FAR_APART = "far_apart"
    NOT_PAIRED = "not_paired"


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing against a pairing: about a pair, or about one entry (then `second` is None)."""

    kind: Against
    first: str
    second: str | None = None


def check_pairs(event: SwissEvent, pairs: Sequence[Pairing]) -> None:
    """Raise FormatError unless everybody in the pairs is known, present, and there once, with one bye at most."""
    seen: set[str] = set()
    for index, pairing in enumerate(pairs):
        for name, entry_id in zip(("first", "second"), pairing, strict=True):
            if entry_id is None:
                continue
            if entry_id not in event.order or entry_id in event.absent:
                raise FormatError("unknown_id", f"pairs[{index}].{name}", id=entry_id)
            if entry_id in seen:
                raise FormatError("plays_twice", f"pairs[{index}].{name}", id=entry_id)
            seen.add(entry_id)
    if sum(pairing.is_bye for pairing in pairs) > 1:
        raise FormatError("two_byes", "pairs")


def objections(
    event: SwissEvent, pairs: Sequence[Pairing], clubs: Mapping[str, str | None],
) -> tuple[Objection, ...]:
    """What speaks against these pairs of the coming round, pair by pair, then who is present and has no place."""
    history = _History(event)
    found = [objection for pairing in pairs for objection in _of_pair(history, pairing, clubs)]
    placed = {entry_id for pairing in pairs for entry_id in pairing if entry_id is not None}
    left = [e for e in event.order if e not in placed and e not in event.absent]
    return (*found, *(Objection(Against.NOT_PAIRED, entry_id) for entry_id in left))


class _History:
    """What the rounds so far have given: points, meetings, roles, byes."""

    def __init__(self, event: SwissEvent) -> None:
        self.scores = event.scores()
        self.met: Counter[frozenset[str]] = Counter()
        self.byes: Counter[str] = Counter()
        self.roles: defaultdict[str, list[bool]] = defaultdict(list)
        self.near = event.points.win
        for games in event.rounds:
            for game in games:
                if game.second is None:
                    self.byes[game.first] += 1
                elif game.is_played:
                    self.met[frozenset((game.first, game.second))] += 1
                    self.roles[game.first].append(True)
                    self.roles[game.second].append(False)

    def role_cost(self, entry_id: str, is_first: bool) -> int:
        """How much a role in the coming round unbalances: by three running, then by the difference."""
        roles = [*self.roles[entry_id], is_first]
        return 3 * (roles[-3:] == [is_first] * 3) + abs(2 * sum(roles) - len(roles))


def _of_pair(history: _History, pairing: Pairing, clubs: Mapping[str, str | None]) -> list[Objection]:
    first, second = pairing
    if second is None:
        return [Objection(Against.SECOND_BYE, first)] if history.byes[first] else []
    found = []
    if history.met[frozenset((first, second))]:
        found.append(Objection(Against.MET_BEFORE, first, second))
    club = clubs.get(first)
    if club is not None and club == clubs.get(second):
        found.append(Objection(Against.SAME_CLUB, first, second))
    if abs(history.scores[first] - history.scores[second]) > history.near:
        found.append(Objection(Against.FAR_APART, first, second))
    for entry_id, is_first in ((first, True), (second, False)):
        roles = [*history.roles[entry_id], is_first]
        if len(roles) > 2 and roles[-3:] == [is_first] * 3:
            found.append(Objection(Against.THIRD_ROLE_RUNNING, entry_id))
        elif abs(2 * sum(roles) - len(roles)) > 2:
            found.append(Objection(Against.ROLES_APART, entry_id))
    return found


def pair_with_repeats(event: SwissEvent) -> Round:
    """The coming round with as few repeat meetings as possible, for when no legal pairing is left.

    Then points as alike as possible. The bye goes to the last of those who have had it least often. Same event, same
    round. Raises FormatError for fewer than two who are present.
    """
    present = [entry_id for entry_id in event.order if entry_id not in event.absent]
    refuse_size(len(present))
    history = _History(event)
    # Sorting is stable: equal points stay in the order of the pairing numbers.
    ranked = sorted(present, key=lambda entry_id: -history.scores[entry_id])
    byes: list[Pairing] = []
    if len(ranked) % 2:
        least = min(history.byes[entry_id] for entry_id in ranked)
        free = next(entry_id for entry_id in reversed(ranked) if history.byes[entry_id] == least)
        ranked.remove(free)
        byes = [Pairing(free, None)]
    costs = {
        (one, other): (history.met[frozenset((ranked[one], ranked[other]))],
                       int(100 * abs(history.scores[ranked[one]] - history.scores[ranked[other]]) ** 2), other - one)
        for one in range(len(ranked)) for other in range(one + 1, len(ranked))
    }
    found = _searched(len(ranked), costs) if len(ranked) <= EXACT else _exchanged(len(ranked), costs)
    pairs = [_with_roles(history, ranked[one], ranked[other]) for one, other in found]
    return Round(event.next_number, (*pairs, *byes))


Pair = tuple[int, int]
Cost = tuple[int, int, int]


def _searched(count: int, costs: Mapping[Pair, Cost]) -> list[Pair]:
    """The cheapest pairs of all, the first of the list first."""

    @cache
    def cheapest(left: tuple[int, ...]) -> tuple[Cost, tuple[Pair, ...]]:
        if not left:
            return (0, 0, 0), ()
        one, *others = left
        options = []
        for other in others:
            cost, pairs = cheapest(tuple(who for who in others if who != other))
            options.append((_sum(costs[one, other], cost), ((one, other), *pairs)))
        return min(options)

    return list(cheapest(tuple(range(count)))[1])


def _exchanged(count: int, costs: Mapping[Pair, Cost]) -> list[Pair]:
    """Neighbours, then partners of two pairs exchanged as long as that is cheaper."""
    pairs = [(place, place + 1) for place in range(0, count, 2)]
    while (better := _one_exchange(pairs, costs)) is not None:
        pairs = better
    return sorted(pairs)


def _one_exchange(pairs: list[Pair], costs: Mapping[Pair, Cost]) -> list[Pair] | None:
    for index, (a, b) in enumerate(pairs):
        for later, (c, d) in enumerate(pairs[index + 1 :], index + 1):
            now = _sum(costs[a, b], costs[c, d])
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                new = _ordered(one), _ordered(other)
                if _sum(costs[new[0]], costs[new[1]]) < now:
                    return [*pairs[:index], new[0], *pairs[index + 1 : later], new[1], *pairs[later + 1 :]]
    return None


def _ordered(pair: Pair) -> Pair:
    return (min(pair), max(pair))


def _sum(one: Cost, other: Cost) -> Cost:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def _with_roles(history: _History, higher: str, lower: str) -> Pairing:
    """Who begins: as it unbalances the two least; where that is the same, the lower one."""
    as_it_is = history.role_cost(higher, True) + history.role_cost(lower, False)
    turned = history.role_cost(lower, True) + history.role_cost(higher, False)
    return Pairing(higher, lower) if as_it_is < turned else Pairing(lower, higher)
