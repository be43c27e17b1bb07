"""Give matches to the hall's tables: a whole stage at once, or one match by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.tables import Fixture, Held, Past, Placed, place_fixtures
from competitions.models import Match, Stage, Table
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus, StageState

from .audit import decision_record
from .draws import stage_lock_row
from .matches import AT_TABLE, match_changed, match_lock, table_is_busy
from .outbox import outbox_add


def tables_assign(*, stage_uid: UUID, by: Actor, at: datetime) -> int:
    """Give every match of a stage that has no table yet a table and a slot; how many were placed.

    Nobody is in two places, tables vary, nobody waits two slots while others play twice where the draw allows it. What
    was given before stays and is planned around; at a table where a match of any event is called or played nobody else
    comes first. Tables out of use or of another event are left out, and a group stays in its zone.
    Raises Conflict `not_drawn`, Invalid `no_tables`.
    """
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        competition = stage.event.competition
        require(by, Action.ASSIGN_TABLES, competition)
        if stage.state == StageState.DRAFT:
            raise Conflict("not_drawn")
        tables = {table.number: table for table in _open_tables(stage)}
        if not tables:
            raise Invalid("no_tables", path="tables")
        matches = list(stage.matches.filter(second__isnull=False).select_related("round", "table", "group").order_by(
            "round__number", "number"))
        waiting = [m for m in matches if m.status == MatchStatus.SCHEDULED and m.table_id is None]
        settled = [m for m in matches if m.status != MatchStatus.SCHEDULED or m.table_id is not None]
        first_slot = _slot_before(stage, waiting, settled)
        held = [*_held(settled, first_slot), *_held_by_others(stage)]
        for zone, numbers in _shares(waiting, tables):
            here = [m for m in waiting if zone is None or _zone(m) == zone]
            placed = place_fixtures(
                [_fixture(m) for m in here], numbers, past=_past(settled), rounds_apart=_by_rounds(stage), held=held)
            _store(here, placed, tables, first_slot=first_slot)
        outbox_add("round.changed", competition=competition.uid, stage=stage.uid)
    return len(waiting)


def _open_tables(stage: Stage) -> QuerySet[Table]:
    """Those in use that no other event has for itself."""
    tables = stage.event.competition.tables.filter(out_reason="")
    return tables.filter(Q(event=None) | Q(event=stage.event))


def _zone(match: Match) -> str:
    return match.group.zone if match.group is not None else ""


def _shares(waiting: Sequence[Match], tables: dict[int, Table]) -> list[tuple[str | None, list[int]]]:
    """The zones of the groups with their tables; without zones all matches have all tables.

    Groups without a zone have the tables that no other group has for itself. Raises Invalid `no_tables`.
    """
    zones = sorted({_zone(match) for match in waiting})
    if not any(zones):
        return [(None, sorted(tables))]
    shares: list[tuple[str | None, list[int]]] = []
    for zone in zones:
        numbers = sorted(n for n, table in tables.items() if _is_for(table, zone, zones))
        if not numbers:
            raise Invalid("no_tables", path="tables")
        shares.append((zone, numbers))
    return shares


def match_table_set(*, match_uid: UUID, table_uid: UUID | None, by: Actor, at: datetime) -> None:
    """Give one match another table, or none. A match that is being played moves with its log; tablets follow.

    Raises Conflict `table_busy` when another match is being played there, `table_out` and `table_reserved` for one out
    of use or of another event, `not_at_table` for a match that is over, NotFound for a table of another hall.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.ASSIGN_TABLES, competition)
        if match.status in (MatchStatus.FINISHED, MatchStatus.APPROVED):
            raise Conflict("not_at_table")
        table = _table(competition.id, table_uid) if table_uid else None
        if match.status in AT_TABLE and table is None:
            raise Conflict("not_at_table")
        if table is not None:
            refuse_closed(match, table)
        before = match.table.number if match.table else None
        match.table = table
        if match.status in AT_TABLE and table is not None and table_is_busy(match):
            raise Conflict("table_busy", table=table.number)
        match.version += 1
        match.save(update_fields=["table", "version"])
        decision_record(
            competition, kind="match.moved", subject=match.uid, by=by, at=at,
            facts={"before": before, "after": table.number if table else None})
        match_changed(match, "round.changed")


def _table(competition_id: int, uid: UUID) -> Table:
    found = Table.objects.filter(competition=competition_id, uid=uid).first()
    if found is None:
        raise NotFound(kind="table")
    return found


def _is_for(table: Table, zone: str, zones: Sequence[str]) -> bool:
    return table.zone == zone if zone else not table.zone or table.zone not in zones


def refuse_closed(match: Match, table: Table) -> None:
    """Raise Conflict `table_out` or `table_reserved` for a table at which this match is not played."""
    if table.out_reason:
        raise Conflict("table_out", table=table.number, reason=table.out_reason)
    if table.event_id not in (None, match.stage.event_id):
        raise Conflict("table_reserved", table=table.number)


def _by_rounds(stage: Stage) -> bool:
    """A Swiss round is paired from the one before; groups and round robins may run on where somebody is free."""
    return stage.system == Stage.System.SWISS


def _fixture(match: Match) -> Fixture:
    return Fixture(str(match.id), match.round.number, (str(match.first_id), str(match.second_id)))


def _slot_before(stage: Stage, waiting: Sequence[Match], settled: Sequence[Match]) -> int:
    """The slot after which the plan begins: of a Swiss the last one of the rounds before, else the last one begun."""
    number = min((m.round.number for m in waiting), default=0)
    over = [
        m for m in settled
        if (m.round.number < number if _by_rounds(stage) else m.status != MatchStatus.SCHEDULED)]
    return max((m.slot or 0 for m in over), default=0)


def _held(settled: Sequence[Match], first_slot: int) -> list[Held]:
    """What the stage itself has at tables, now or to come; what is late stands in the first slot of the plan."""
    return [
        Held(max(1, (m.slot or 0) - first_slot), m.table.number, m.round.number, (str(m.first_id), str(m.second_id)))
        for m in settled if m.table is not None and m.status in (MatchStatus.SCHEDULED, *AT_TABLE)]


def _held_by_others(stage: Stage) -> list[Held]:
    """Where other stages and events play just now."""
    playing = Match.objects.filter(
        stage__event__competition=stage.event.competition, status__in=AT_TABLE, table__isnull=False)
    return [Held(1, number) for number in playing.exclude(stage=stage).values_list("table__number", flat=True)]


def _past(begun: Sequence[Match]) -> dict[str, Past]:
    visited: defaultdict[str, list[int]] = defaultdict(list)
    for match in sorted(begun, key=lambda m: (m.slot or 0, m.round.number)):
        if match.table is not None:
            visited[str(match.first_id)].append(match.table.number)
            visited[str(match.second_id)].append(match.table.number)
    return {player: Past(tables=tuple(tables)) for player, tables in visited.items()}


def _store(waiting: Sequence[Match], placed: Sequence[Placed], tables: dict[int, Table], *, first_slot: int) -> None:
    by_id = {str(m.id): m for m in waiting}
    for item in placed:
        match = by_id[item.id]
        match.table, match.slot = tables[item.table], first_slot + item.slot
    Match.objects.bulk_update(by_id.values(), ["table", "slot"], batch_size=200)
