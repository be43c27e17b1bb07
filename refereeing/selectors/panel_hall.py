"""The hall on the panel: what comes next and when, the tables, zones of groups; and the referees with their load."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from competitions.common.actors import Role
from competitions.common.errors import NotFound
from competitions.models import Competition, Event, Group, Match, Official, Person, Table
from competitions.selectors.expected import Expected
from competitions.selectors.forecast import expected_starts
from competitions.selectors.people import ROLE_LABELS
from competitions.selectors.rounds import DECIDED, IN_PLAY
from competitions.workflow import MatchStatus, StageState

from .panel import HELD, MatchRow, match_rows, matches_of, with_obstacles

QUEUE_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow:
    """A match to be played, with when and where it is expected; None where it cannot begin as things stand."""

    row: MatchRow
    expected: Expected | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HallTable:
    table: Table
    is_busy: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HallView:
    """`queue`: the next matches by expected start; `more`: how many come after those. `held`: postponed or adjourned.
    `at_tables`: what can change
    tables. `seniors`: the senior referee of each zone, by its name."""

    queue: tuple[QueueRow, ...]
    held: tuple[MatchRow, ...]
    more: int
    last_start: datetime | None
    without_table: int
    tables: tuple[HallTable, ...]
    at_tables: tuple[MatchRow, ...]
    events: tuple[Event, ...]
    groups: tuple[Group, ...]
    zones: tuple[str, ...]
    seniors: dict[str, str]


def hall_view(competition: Competition, at: datetime) -> HallView:
    """The hall now."""
    expected = expected_starts(competition, at)
    open_ones = matches_of(competition).filter(second__isnull=False).exclude(stage__event__kind=Event.Kind.TEAMS)
    waiting = list(open_ones.filter(status=MatchStatus.SCHEDULED).values_list("id", "table_id"))
    known = sorted((item for item, _table in waiting if item in expected), key=lambda item: (
        expected[item].at, expected[item].planned))
    order = known + [item for item, _table in waiting if item not in expected]
    shown = set(order[:QUEUE_SHOWN])
    found = match_rows(open_ones.filter(id__in=shown) | open_ones.filter(status__in=(*IN_PLAY, *HELD)), at)
    playing = [(r.match.id, r.match.table_id, r.match.table.number if r.match.table else 0, r.match.first_id,
                r.match.second_id) for r in found if r.in_play]
    rows = {row.match.id: row for row in with_obstacles(found, playing)}
    tables = list(competition.tables.select_related("event").order_by("number"))
    busy = {row.match.table_id for row in rows.values() if row.in_play}
    groups = Group.objects.filter(stage__event__competition=competition, stage__state=StageState.LOCKED)
    officials = Official.objects.filter(competition=competition, role=str(Role.SENIOR)).select_related("account")
    return HallView(
        queue=tuple(QueueRow(row=rows[item], expected=expected.get(item)) for item in order[:QUEUE_SHOWN]),
        held=tuple(row for row in rows.values() if row.is_held),
        more=max(0, len(order) - QUEUE_SHOWN), last_start=max((item.at for item in expected.values()), default=None),
        without_table=sum(table is None for _item, table in waiting),
        tables=tuple(HallTable(table=t, is_busy=t.id in busy) for t in tables),
        at_tables=tuple(sorted(
            (row for row in rows.values() if row.match.table is not None and not row.is_held),
            key=lambda row: (not row.in_play, row.match.table.number if row.match.table else 0, row.match.slot or 0))),
        events=tuple(competition.events.exclude(kind=Event.Kind.TEAMS)),
        groups=tuple(groups.select_related("stage__event").order_by("stage__event", "number")),
        zones=tuple(sorted({t.zone for t in tables if t.zone})),
        seniors={o.zone: str(o.account) for o in officials if o.zone},
    )


def table_in(competition: Competition, uid: UUID) -> Table:
    """A table of a competition. Raises NotFound."""
    found = Table.objects.filter(competition=competition, uid=uid).first()
    if found is None:
        raise NotFound(kind="table")
    return found


def group_in(competition: Competition, uid: UUID) -> Group:
    """A group of a competition. Raises NotFound."""
    found = Group.objects.filter(stage__event__competition=competition, uid=uid).first()
    if found is None:
        raise NotFound(kind="group")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeRow:
    """An official with the matches that he has refereed, referees now, and is to referee."""

    official: Official
    role: str
    done: int
    now: int
    to_come: int

    @property
    def name(self) -> str:
        return str(self.official.account)

    @property
    def all(self) -> int:
        return self.done + self.now + self.to_come


def referee_rows(competition: Competition) -> list[RefereeRow]:
    """All officials in the order of their offices, each with the load. Two queries."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    rows = Match.objects.filter(stage__event__competition=competition, referee__isnull=False)
    for official_id, status in rows.values_list("referee_id", "status"):
        counts[official_id or 0][0 if status in DECIDED else 1 if status in IN_PLAY else 2] += 1
    order = [str(role) for role, _label in Official.ROLES]
    officials = Official.objects.filter(competition=competition).select_related("account", "club", "person")
    found = [
        RefereeRow(official=o, role=str(ROLE_LABELS[o.role]), done=counts[o.id][0], now=counts[o.id][1],
                   to_come=counts[o.id][2])
        for o in officials
    ]
    return sorted(found, key=lambda row: (order.index(row.official.role), row.name.casefold()))


def players_known(competition: Competition) -> Sequence[Person]:
    """Everybody who is entered, alone or with others, by name: an official may be one of them."""
    alone = Person.objects.filter(entries__event__competition=competition)
    together = Person.objects.filter(memberships__entry__event__competition=competition)
    return list((alone | together).distinct().order_by("name_key"))


def referee_choices(competition: Competition) -> list[Official]:
    """Who can be given to a match: the table referees."""
    found = Official.objects.filter(competition=competition, role=str(Role.TABLE_REFEREE)).select_related("account")
    return sorted(found, key=lambda o: str(o.account).casefold())
