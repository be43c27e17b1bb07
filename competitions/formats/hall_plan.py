"""The tables of a hall over all events at once: who plays where, from when on, and who referees. Same input, same plan.

Time is simulated from now on, in minutes. Whenever something ends, what can begin begins, the first in the queue first:
nobody is at two tables, referees neither; between two games a person rests; players see different tables (`tables`).
A match that finds no table waits in the queue. Nothing is promised: expected times are those of the plan.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from competitions.formats.assignment import cheapest_assignment
from competitions.formats.tables import Visits

PRIOR_GAMES = 3
"""The expected length from the regulations counts as so many games: after as many real ones these prevail."""
LEAST_LEFT = 6
"""A running match that has taken its whole time is expected to take the sixth part of it more."""
LONGEST = 100_000
"""Minutes. What could not begin by then, for want of a table that it may be played at, is not in the plan."""

_FORBIDDEN = 1 << 40
_NOBODY = 1 << 30
_ANOTHER_ZONE = 1 << 8
_ANOTHER_MATCH_SOON = 1 << 6
_LOAD = 1 << 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """A table. `event`: the only one that plays here; `is_out`: nobody plays here for the time being."""

    number: int
    zone: str = ""
    event: str = ""
    is_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A match to be played. `people`: all who must be there; `sides`: its entrants, who play their rounds in order.

    `table` and `referee` where they are settled already. `zone`: where it has to be played, empty: anywhere.
    `clubs`: of its players. `not_before`: in minutes from now.
    """

    id: str
    event: str
    stage: str
    round: int
    sides: tuple[str, ...]
    people: tuple[str, ...]
    minutes: int
    clubs: frozenset[str] = frozenset()
    rest: int = 0
    zone: str = ""
    table: int | None = None
    referee: str | None = None
    neutral: bool = False
    not_before: int = 0
    slot: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """A match that is being played or called: it holds its table, its people and its referee for so many minutes."""

    table: int | None
    people: tuple[str, ...]
    left: int
    referee: str | None = None
    rest: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Arbiter:
    """A table referee. `person`: as whom he plays himself; `load`: the matches that he has had or has."""

    id: str
    person: str = ""
    club: str = ""
    zone: str = ""
    load: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A match of the plan: its table, its start in minutes from now, its referee (None where nobody may or is free)."""

    id: str
    table: int
    start: int
    referee: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What somebody has behind them: the tables in order, and for how many minutes they still rest."""

    tables: tuple[int, ...] = ()
    rests: int = 0


def expected_minutes(prior: int, played: Iterable[float]) -> int:
    """How long a game of an event is expected to last: the median of those played, with the prior among them.

    At least 1. Until games have been played it is the prior alone; one long game moves nothing.
    """
    return max(1, round(median([*played, *[float(prior)] * PRIOR_GAMES])))


def minutes_left(expected: int, gone: int) -> int:
    """How long a running match is expected to take still."""
    return max(expected - gone, -(-expected // LEAST_LEFT))


def plan_hall(
    courts: Sequence[Court], dues: Sequence[Due], *, going: Sequence[Going] = (), arbiters: Sequence[Arbiter] = (),
    seen: Mapping[str, Seen] | None = None, changeover: int = 0, only_now: bool = False,
) -> tuple[Slot, ...]:
    """The plan from now on, by start and table.

    `changeover`: minutes at a table between two matches. `only_now`: only what can begin at once.
    Bounds: nobody plays, referees or both at one time, or plays without rest; a table has one match at a time;
    a match is at a table that is in use, in its zone and not another event's; a neutral one has nobody of the clubs of
    its players; with everybody free, the numbers of matches of two referees differ by one at most.
    A match that could never begin is left out: its table is out of use, or none is in its zone.
    """
    hall = _Hall(courts, dues, going, arbiters, seen or {}, changeover)
    return tuple(sorted(hall.run(only_now=only_now), key=lambda slot: (slot.start, slot.table)))


class _Hall:
    """The state of the hall at one minute after the other."""

    def __init__(
        self, courts: Sequence[Court], dues: Sequence[Due], going: Sequence[Going], arbiters: Sequence[Arbiter],
        seen: Mapping[str, Seen], changeover: int,
    ) -> None:
        self.courts = [court for court in courts if not court.is_out]
        self.changeover = changeover
        self.table_free: defaultdict[int, int] = defaultdict(int)
        # When somebody may sit down again, and when to play again: who has rested may referee before.
        self.person_free: defaultdict[str, int] = defaultdict(int)
        self.person_rested: defaultdict[str, int] = defaultdict(int)
        self.arbiters = list(arbiters)
        self.load = {arbiter.id: arbiter.load for arbiter in arbiters}
        self.arbiter_free: defaultdict[str, int] = defaultdict(int)
        self.visits: defaultdict[str, Visits] = defaultdict(Visits)
        for person, behind in seen.items():
            self.visits[person] = Visits(Counter(behind.tables), behind.tables[-1] if behind.tables else None)
            self.person_rested[person] = behind.rests
        self.queue = sorted(dues, key=lambda due: (due.not_before, due.slot or LONGEST, due.round, due.event, due.id))
        self._people_of = {arbiter.id: arbiter.person for arbiter in arbiters if arbiter.person}
        for held in going:
            self._hold(held.table, held.people, held.referee, held.left, held.rest)

    def _hold(self, table: int | None, people: Iterable[str], referee: str | None, until: int, rest: int) -> None:
        if table is not None:
            self.table_free[table] = until + self.changeover
        for person in people:
            self.person_free[person] = until
            self.person_rested[person] = until + rest
        if referee is not None:
            self.arbiter_free[referee] = until
            if own := self._people_of.get(referee):
                self.person_free[own] = max(self.person_free[own], until)

    def run(self, *, only_now: bool) -> list[Slot]:
        found: list[Slot] = []
        now = 0
        while self.queue and now <= LONGEST:
            begun = self._begin(now)
            found += begun
            if only_now or (not begun and self._next(now) is None):
                break
            if not begun:
                now = self._next(now) or LONGEST
        return found

    def _next(self, now: int) -> int | None:
        """The next minute at which anything changes."""
        times = [*self.table_free.values(), *self.person_free.values(), *self.person_rested.values(),
                 *(due.not_before for due in self.queue)]
        return min((time for time in times if time > now), default=None)

    def _begin(self, now: int) -> list[Slot]:
        """Begin what can begin now: tables first, in the order of the queue, then referees for all of them."""
        chosen = self._choose(now)
        if not chosen:
            return []
        homes = self._tables(chosen, now)
        referees = self._referees(chosen, homes, now)
        slots = []
        for due, table, referee in zip(chosen, homes, referees, strict=True):
            self._hold(table, due.people, referee, now + due.minutes, due.rest)
            for person in due.people:
                self.visits[person].count[table] += 1
                self.visits[person].last = table
            if referee is not None:
                self.load[referee] += 1
            self.queue.remove(due)
            slots.append(Slot(id=due.id, table=table, start=now, referee=referee))
        return slots

    def _choose(self, now: int) -> list[Due]:
        """As many as find tables, the first in the queue first, no two with one person (augmenting paths, Kuhn)."""
        earlier = self._first_rounds()
        taken: set[str] = set()
        chosen: dict[str, Due] = {}
        holder: dict[int, str] = {}
        for due in self.queue:
            if due.not_before > now or taken & set(due.people) or not self._is_ready(due, earlier, now):
                continue
            chosen[due.id] = due
            if self._seat(due, chosen, holder, now, set()):
                taken |= set(due.people)
            else:
                del chosen[due.id]
        return list(chosen.values())

    def _first_rounds(self) -> dict[tuple[str, str], int]:
        """Of every entrant of a stage, the round that comes next."""
        first: dict[tuple[str, str], int] = {}
        for due in self.queue:
            for side in due.sides:
                first[due.stage, side] = min(first.get((due.stage, side), due.round), due.round)
        return first

    def _is_ready(self, due: Due, first: Mapping[tuple[str, str], int], now: int) -> bool:
        in_order = all(first[due.stage, side] == due.round for side in due.sides)
        return in_order and all(
            self.person_free[person] <= now and self.person_rested[person] <= now for person in due.people)

    def _seat(self, due: Due, chosen: Mapping[str, Due], holder: dict[int, str], now: int, tried: set[int]) -> bool:
        for table in self._tables_for(due, now):
            if table in tried:
                continue
            tried.add(table)
            if table not in holder or self._seat(chosen[holder[table]], chosen, holder, now, tried):
                holder[table] = due.id
                return True
        return False

    def _tables_for(self, due: Due, now: int) -> list[int]:
        return [
            court.number for court in self.courts
            if self.table_free[court.number] <= now and court.event in ("", due.event)
            and due.table in (None, court.number) and due.zone in ("", court.zone)
        ]

    def _tables(self, chosen: Sequence[Due], now: int) -> list[int]:
        """The tables of those who begin together, as varied as can be: least cost in all."""
        free = [court.number for court in self.courts if self.table_free[court.number] <= now]
        costs = []
        for row, due in enumerate(chosen):
            allowed = set(self._tables_for(due, now))
            # The small preference keeps the order of the queue where nothing speaks against it.
            costs.append([
                sum(self.visits[person].cost(table) for person in due.people) + abs(row - column)
                if table in allowed else _FORBIDDEN for column, table in enumerate(free)])
        return [free[column] for column in cheapest_assignment(costs)]

    def _referees(self, chosen: Sequence[Due], homes: Sequence[int], now: int) -> list[str | None]:
        """A referee for each: free, neutral where it is asked for, of the table's zone where there is one, the least
        loaded first, and rather somebody who does not play himself soon."""
        playing = {person for due in chosen for person in due.people}
        soon = {person for due in self.queue for person in due.people}
        zones = {court.number: court.zone for court in self.courts}
        free = [
            a for a in self.arbiters
            if self.arbiter_free[a.id] <= now
            and (not a.person or (a.person not in playing and self.person_free[a.person] <= now))
        ]
        costs = []
        for due, table in zip(chosen, homes, strict=True):
            row = [self._cost(due, zones[table], arbiter, soon) for arbiter in free]
            costs.append(row + [_NOBODY] * len(chosen))
        columns = cheapest_assignment(costs)
        return [
            free[column].id if column < len(free) and costs[row][column] < _NOBODY else None
            for row, column in enumerate(columns)
        ]

    def _cost(self, due: Due, zone: str, arbiter: Arbiter, soon: set[str]) -> int:
        if due.referee is not None:
            return 0 if due.referee == arbiter.id else _FORBIDDEN
        if (due.neutral and arbiter.club and arbiter.club in due.clubs) or arbiter.person in due.people:
            return _FORBIDDEN
        elsewhere = _ANOTHER_ZONE if arbiter.zone and arbiter.zone != zone else 0
        return self.load[arbiter.id] * _LOAD + elsewhere + (_ANOTHER_MATCH_SOON if arbiter.person in soon else 0)
