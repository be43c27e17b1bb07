"""Giving matches to tables: a slot is one match at each table. Same input, same plan.

Nobody is in two places, each player's rounds come in order, nobody waits two slots while others play twice if the draw
allows it, and players see different tables: not the same twice running, a third visit only where it cannot be helped.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from competitions.formats.assignment import cheapest_assignment
from competitions.formats.errors import FormatError

COMPARED = 5000
"""Up to so many matches several ways of filling the slots are tried and the best is taken."""
BLOCK = 64
"""So many matches of a slot are given to tables at a time; the best plan of a block takes the cube of its size."""

SAME_AGAIN = 100_000
THIRD_VISIT = 30_000
SECOND_VISIT = 1_000


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be placed. `players` are all who must be there (of a team or doubles match every one)."""

    id: str
    round: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A match with its slot (1 up) and table."""

    id: str
    slot: int
    table: int


@dataclass(frozen=True, slots=True)
class Past:
    """What a player has behind them: tables in order, and slots waited since the last match."""

    tables: tuple[int, ...] = ()
    waited: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """What is settled already: in this slot the table is another match's, and its players are there."""

    slot: int
    table: int
    round: int = 0
    players: tuple[str, ...] = ()


Priority = Callable[["_Slots", int], tuple[int, ...]]


def place_fixtures(
    fixtures: Sequence[Fixture],
    tables: Sequence[int],
    *,
    past: Mapping[str, Past] | None = None,
    rounds_apart: bool = False,
    held: Sequence[Held] = (),
) -> tuple[Placed, ...]:
    """A slot and a table for each match, by slot and table; what finds no table queues for the next slot.

    `rounds_apart`: a round starts only when the one before is over (else a player's next round may begin while others
    still play the last). `past` carries over what was played before. What to call now: give the free tables only, the
    matches of those who are not at a table, and take slot 1. What is `held` is planned around.
    Raises FormatError without tables, for a table or match id twice, a player twice in one match, a match of nobody.
    """
    _refuse_contradictions(fixtures, tables)
    past = past or {}
    settled = _Settled(held, tables)
    slots: list[list[Fixture]] = []
    if rounds_apart:
        waited = {player: item.waited for player, item in past.items()}
        for number in sorted({fixture.round for fixture in fixtures}):
            one_round = [fixture for fixture in fixtures if fixture.round == number]
            drawn = _best_slots(one_round, settled.after(len(slots)), waited)
            slots += drawn
            waited = _waited_after(drawn, waited)
    else:
        slots = _best_slots(fixtures, settled, {player: item.waited for player, item in past.items()})
    return tuple(_at_tables(slots, settled, past))


def slots_needed(fixtures: Sequence[Fixture], tables: int) -> int:
    """How many slots `place_fixtures` makes of these matches at so many tables, rounds running into each other."""
    _refuse_contradictions(fixtures, range(tables))
    return len(_best_slots(fixtures, _Settled((), range(tables)), {}))


def _refuse_contradictions(fixtures: Sequence[Fixture], tables: Sequence[int]) -> None:
    if not tables:
        raise FormatError("wrong_length", "tables", low=1, high="any", count=0)
    for index, table in enumerate(tables):
        if table in tables[:index]:
            raise FormatError("duplicate", f"tables[{index}]", value=table)
    seen: set[str] = set()
    for index, fixture in enumerate(fixtures):
        if fixture.id in seen:
            raise FormatError("duplicate_id", f"fixtures[{index}].id", id=fixture.id)
        seen.add(fixture.id)
        if not fixture.players:
            raise FormatError("wrong_length", f"fixtures[{index}].players", low=1, high="any", count=0)
        if len(set(fixture.players)) != len(fixture.players):
            raise FormatError("against_itself", f"fixtures[{index}].players", id=fixture.players[0])


# --- slots -----------------------------------------------------------------------------------------------------------
class _Settled:
    """The tables of the hall with what is held there, counted from the slot after `before`."""

    def __init__(self, held: Sequence[Held], tables: Sequence[int], before: int = 0) -> None:
        self.held, self.tables, self.before = held, tables, before
        self.taken: defaultdict[int, set[int]] = defaultdict(set)
        self.of: defaultdict[str, list[Held]] = defaultdict(list)
        for item in held:
            self.taken[item.slot].add(item.table)
            for player in item.players:
                self.of[player].append(item)

    def after(self, slots: int) -> _Settled:
        return _Settled(self.held, self.tables, slots)

    def free(self, slot: int) -> list[int]:
        """The tables that are free in a slot."""
        taken = self.taken.get(self.before + slot, ())
        return [table for table in self.tables if table not in taken]

    def blocks(self, fixture: Fixture, slot: int) -> bool:
        """Whether one of its players is at another table in that slot, or has an earlier round to come."""
        now = self.before + slot
        return any(
            item.slot == now or (item.slot > now and item.round < fixture.round)
            for player in fixture.players for item in self.of.get(player, ()))


class _Slots:
    """Fills one slot after the other with the matches whose players are free and have their earlier rounds behind."""

    def __init__(self, fixtures: Sequence[Fixture], waited: Mapping[str, int]) -> None:
        self.fixtures = fixtures
        self.queues: defaultdict[str, deque[int]] = defaultdict(deque)
        for index in sorted(range(len(fixtures)), key=lambda index: (fixtures[index].round, index)):
            for player in fixtures[index].players:
                self.queues[player].append(index)
        self.waited = {player: waited.get(player, 0) for player in self.queues}

    def fill(self, settled: _Settled, priority: Priority) -> list[list[Fixture]]:
        slots: list[list[Fixture]] = []
        while any(self.queues.values()):
            slot = len(slots) + 1
            able = [index for index in self._ready() if not settled.blocks(self.fixtures[index], slot)]
            ready = sorted(able, key=partial(priority, self))[:len(settled.free(slot))]
            for player in self.waited:
                self.waited[player] += 1
            for index in ready:
                for player in self.fixtures[index].players:
                    self.queues[player].popleft()
                    self.waited[player] = 0
            slots.append([self.fixtures[index] for index in sorted(ready)])
        return slots

    def _ready(self) -> list[int]:
        """Matches that are next for all of their players; so no two of them share a player."""
        heads = Counter(queue[0] for queue in self.queues.values() if queue)
        return [index for index, count in heads.items() if count == len(self.fixtures[index].players)]

    def waits(self, index: int) -> list[int]:
        return [self.waited[player] for player in self.fixtures[index].players]


def _both_waited(slots: _Slots, index: int) -> tuple[int, ...]:
    waits = slots.waits(index)
    return (-min(waits), -max(waits), slots.fixtures[index].round, index)


def _one_waited(slots: _Slots, index: int) -> tuple[int, ...]:
    waits = slots.waits(index)
    return (-max(waits), -sum(waits), slots.fixtures[index].round, index)


def _round_first(slots: _Slots, index: int) -> tuple[int, ...]:
    waits = slots.waits(index)
    return (slots.fixtures[index].round, -min(waits), -max(waits), index)


def _most_left(slots: _Slots, index: int) -> tuple[int, ...]:
    left = [len(slots.queues[player]) for player in slots.fixtures[index].players]
    return (-max(left), *_one_waited(slots, index))


WAYS: tuple[Priority, ...] = (_both_waited, _one_waited, _round_first, _most_left)


def _best_slots(fixtures: Sequence[Fixture], settled: _Settled, waited: Mapping[str, int]) -> list[list[Fixture]]:
    """The filling with the fewest unfair waits, then the fewest slots, of the ways that are tried."""
    ways = WAYS if len(fixtures) <= COMPARED else WAYS[:1]
    least = -(-len(fixtures) // len(settled.tables))
    best: tuple[int, int, list[list[Fixture]]] | None = None
    for way in ways:
        slots = _Slots(fixtures, waited).fill(settled, way)
        score = (unfair_waits(slots), len(slots))
        if best is None or score < best[:2]:
            best = (*score, slots)
        if score == (0, least):
            break
    return best[2] if best else []


def unfair_waits(slots: Sequence[Sequence[Fixture]]) -> int:
    """How often somebody with matches left waits two slots running while somebody else plays in both."""
    busy = [{player for fixture in slot for player in fixture.players} for slot in slots]
    last = {player: number for number, players in enumerate(busy) for player in players}
    return sum(
        len([player for player, end in last.items() if end > number and player not in one | other])
        for number, (one, other) in enumerate(pairwise(busy))
        if one & other
    )


def _waited_after(slots: Sequence[Sequence[Fixture]], before: Mapping[str, int]) -> dict[str, int]:
    waited = dict(before)
    for slot in slots:
        busy = {player for fixture in slot for player in fixture.players}
        waited = {player: 0 if player in busy else waited.get(player, 0) + 1 for player in {*waited, *busy}}
    return waited


# --- tables ----------------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Visits:
    """At which tables somebody has played, and what one more match at a table costs: variety is wanted."""

    count: Counter[int] = field(default_factory=Counter)
    last: int | None = None

    def cost(self, table: int) -> int:
        """0 at a table not seen yet; dearer with every visit, and for the same one twice running."""
        before = self.count[table]
        dear = SAME_AGAIN if table == self.last else 0
        return dear + (SECOND_VISIT if before == 1 else THIRD_VISIT * (before - 1) if before else 0)


def _at_tables(
    slots: Sequence[Sequence[Fixture]], settled: _Settled, past: Mapping[str, Past]
) -> list[Placed]:
    visits: defaultdict[str, Visits] = defaultdict(Visits)
    for player, item in past.items():
        visits[player] = Visits(Counter(item.tables), item.tables[-1] if item.tables else None)
    placed = []
    for number, slot in enumerate(slots, 1):
        homes = _tables_of_slot(slot, settled.free(number), visits)
        for fixture, table in homes:
            for player in fixture.players:
                visits[player].count[table] += 1
                visits[player].last = table
        placed += [Placed(fixture.id, number, table) for fixture, table in sorted(homes, key=lambda home: home[1])]
    return placed


def _tables_of_slot(
    slot: Sequence[Fixture], tables: Sequence[int], visits: Mapping[str, Visits]
) -> list[tuple[Fixture, int]]:
    homes: list[tuple[Fixture, int]] = []
    for start in range(0, len(slot), BLOCK):
        block = slot[start : start + BLOCK]
        # The last block has the choice of all tables left, the others of their own share.
        share = tables[start : start + BLOCK] if start + BLOCK < len(slot) else tables[start : start + 2 * BLOCK]
        # The small preference keeps the order of the round list where nothing speaks against it.
        costs = [
            [sum(visits[player].cost(table) for player in fixture.players) + abs(row - column)
             for column, table in enumerate(share)]
            for row, fixture in enumerate(block)
        ]
        homes += [(fixture, share[column]) for fixture, column in zip(block, cheapest_assignment(costs), strict=True)]
    return homes
