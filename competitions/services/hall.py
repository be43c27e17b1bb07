"""The tables of the hall over all events: planned at once, given by themselves as they get free, closed, reserved."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import Max
from django.utils import timezone

from competitions.common.actors import SYSTEM, Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.hall_plan import Due, Slot, plan_hall
from competitions.formats.names import text_clean
from competitions.formats.regulations import regulations_from
from competitions.models import Competition, Event, Group, Match, Stage, Table
from competitions.selectors.hall_facts import HallFacts, hall_facts
from competitions.selectors.interruptions import interruption_now
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus

from .audit import decision_record
from .competitions import REASON_LETTERS, ZONE_LETTERS, competition_lock
from .matches import AT_TABLE, match_changed, match_lock
from .outbox import outbox_add

log = logging.getLogger("novuss.hall")


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """How many matches got a table, how many of them a referee, and how many found none."""

    tables: int
    referees: int
    left: int


def hall_assign(*, competition: UUID, anew: bool = False, by: Actor, at: datetime) -> Planned:
    """Give every match of all events that is still to be played a table, a turn and a referee.

    Nobody is in two places and everybody rests, over all events (`formats.hall_plan`). What was given by hand or before
    stays, unless `anew`. Raises Invalid `no_tables`.
    """
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.ASSIGN_TABLES, held)
        facts = hall_facts(held, at)
        if not facts.courts:
            raise Invalid("no_tables", path="tables")
        dues = [replace(due, table=None, referee=None, slot=0) for due in facts.dues] if anew else facts.dues
        plan = _plan(facts, dues)
        stored = _store(held, facts, plan)
        decision_record(
            held, kind="hall.planned", subject=held.uid, by=by, at=at,
            facts={"matches": len(plan), "referees": sum(slot.referee is not None for slot in plan), "anew": anew})
        _tell(held, stored)
    return Planned(
        tables=len(plan), referees=sum(slot.referee is not None for slot in plan), left=len(facts.dues) - len(plan))


def _plan(facts: HallFacts, dues: Sequence[Due], *, only_now: bool = False) -> tuple[Slot, ...]:
    return plan_hall(
        facts.courts, dues, going=facts.going, arbiters=facts.arbiters, seen=facts.seen, changeover=facts.changeover,
        only_now=only_now)


def _store(held: Competition, facts: HallFacts, plan: Iterable[Slot]) -> list[Match]:
    """Write tables, turns and referees under the matches' locks; what somebody has called meanwhile stays."""
    wanted = {int(slot.id): slot for slot in plan}
    turns = {start: turn for turn, start in enumerate(sorted({slot.start for slot in wanted.values()}), start=1)}
    last = Match.objects.filter(stage__event__competition=held).exclude(status=MatchStatus.SCHEDULED).aggregate(
        last=Max("slot"))["last"] or 0
    tables = {table.number: table for table in held.tables.all()}
    matches = list(Match.objects.select_for_update(of=("self",)).filter(
        id__in=wanted, status=MatchStatus.SCHEDULED).order_by("id"))
    for match in matches:
        slot = wanted[match.id]
        match.table, match.slot = tables[slot.table], last + turns[slot.start]
        match.referee_id = int(slot.referee) if slot.referee is not None else None
        match.version += 1
    Match.objects.bulk_update(matches, ["table", "slot", "referee", "version"], batch_size=200)
    return matches


def _tell(competition: Competition, matches: Iterable[Match]) -> None:
    stages = Stage.objects.filter(id__in={match.stage_id for match in matches}).order_by("id")
    for uid in stages.values_list("uid", flat=True):
        outbox_add("round.changed", competition=competition.uid, stage=uid)


def tables_follow_later(competition: UUID) -> None:
    """After this transaction, let free tables take the next matches where the regulations have it so.

    Not in the transaction itself: whoever has finished a match holds its lock and must not wait for other matches.
    """
    transaction.on_commit(lambda: _follow_quietly(competition), robust=True)


def _follow_quietly(competition: UUID) -> None:
    try:
        tables_follow(competition=competition, at=timezone.now())
    except DatabaseError:  # busy: the next match that ends tries again, and the button is there
        log.exception("tables could not follow", extra={"competition": str(competition)})


def tables_follow(*, competition: UUID, at: datetime) -> int:
    """Give the free tables to the next matches without one, in events whose regulations say `tables_follow`.

    How many were given. Nobody is called by it. Nothing happens while the competition stands still.
    """
    following = {
        str(event_id) for event_id, regulations in
        Event.objects.filter(competition__uid=competition).values_list("id", "regulations")
        if regulations_from(regulations).tables_follow
    }
    if not following:
        return 0
    with transaction.atomic():
        held = competition_lock(competition)
        if interruption_now(held) is not None:
            return 0
        facts = hall_facts(held, at)
        homeless = {due.id for due in facts.dues if due.table is None and due.event in following}
        plan = [slot for slot in _plan(facts, facts.dues, only_now=True) if slot.id in homeless] if homeless else []
        if not plan:
            return 0
        stored = _store(held, facts, plan)
        numbers = {str(slot.id): slot.table for slot in plan}
        decision_record(
            held, kind="tables.followed", subject=held.uid, by=SYSTEM, at=at,
            facts={"tables": {str(match.uid): numbers[str(match.id)] for match in stored}})
        _tell(held, stored)
    return len(stored)


def matches_swap(*, match_uid: UUID, other_uid: UUID, by: Actor, at: datetime) -> None:
    """Exchange the tables and turns of two matches, running ones too: each goes on with its log, tablets follow.

    Raises Invalid `same_match`, Conflict `not_at_table` for one that is over or has no table, NotFound for a match of
    another competition.
    """
    if match_uid == other_uid:
        raise Invalid("same_match", path="other")
    with transaction.atomic():
        # In one order: two who swap the same two wait for one another and do not block.
        rows = {uid: match_lock(uid) for uid in sorted((match_uid, other_uid))}
        one, other = rows[match_uid], rows[other_uid]
        competition = one.stage.event.competition
        require(by, Action.ASSIGN_TABLES, competition)
        if other.stage.event.competition_id != competition.id:
            raise NotFound(kind="match")
        for match in (one, other):
            if match.table is None or match.status not in (MatchStatus.SCHEDULED, *AT_TABLE):
                raise Conflict("not_at_table")
        _refuse_waiting_for(one, other)
        before = [_number(one), _number(other)]
        first, second = (one.table, one.slot), (other.table, other.slot)
        # One match at a table at a time: for a moment one of them has none.
        one.table = None
        one.save(update_fields=["table"])
        (other.table, other.slot), (one.table, one.slot) = first, second
        for match in (other, one):
            match.version += 1
            match.save(update_fields=["table", "slot", "version"])
        decision_record(
            competition, kind="matches.swapped", subject=one.uid, by=by, at=at,
            facts={"other": str(other.uid), "before": before, "after": before[::-1]})
        match_changed(one, "round.changed")
        match_changed(other, "round.changed")


def _refuse_waiting_for(one: Match, other: Match) -> None:
    """A running match goes only to a table at which nobody but the other one plays."""
    for match, to in ((one, other), (other, one)):
        busy = Match.objects.filter(table=to.table_id, status__in=AT_TABLE).exclude(id__in=[one.id, other.id])
        if match.status in AT_TABLE and busy.exists():
            raise Conflict("table_busy", table=_number(to))


def _number(match: Match) -> int:
    return match.table.number if match.table is not None else 0


def table_close(*, table_uid: UUID, reason: str, by: Actor, at: datetime) -> None:
    """Take a table out of use, with a reason; matches that were to be played there lose it and queue anew.

    An empty reason puts it back. Raises Conflict `table_busy` while a match is played there: move it first.
    """
    with transaction.atomic():
        # Matches before the table, as everywhere: somebody may be calling one to it.
        there = Match.objects.select_for_update(of=("self",)).filter(
            table__uid=table_uid, status__in=[MatchStatus.SCHEDULED, *AT_TABLE]).order_by("id")
        matches = list(there)
        table = _table_lock(table_uid)
        competition = table.competition
        require(by, Action.ASSIGN_TABLES, competition)
        why = text_clean(reason, path="reason", limit=REASON_LETTERS)
        if why == table.out_reason:
            return
        if why and any(match.status in AT_TABLE for match in matches):
            raise Conflict("table_busy", table=table.number)
        table.out_reason = why
        table.save(update_fields=["out_reason"])
        if why:
            Match.objects.filter(id__in=[match.id for match in matches]).update(table=None, slot=None)
        decision_record(
            competition, kind="table.closed" if why else "table.opened", subject=table.uid, by=by, at=at,
            facts={"number": table.number, "reason": why})
        outbox_add("tables.changed", competition=competition.uid)
        tables_follow_later(competition.uid)


def table_reserve(*, table_uid: UUID, event_uid: UUID | None, by: Actor, at: datetime) -> None:
    """Keep a table for one event, or for all again. Raises NotFound for an event of another competition."""
    with transaction.atomic():
        table = _table_lock(table_uid)
        competition = table.competition
        require(by, Action.ASSIGN_TABLES, competition)
        event = competition.events.filter(uid=event_uid).first() if event_uid is not None else None
        if event_uid is not None and event is None:
            raise NotFound(kind="event")
        if table.event_id == (event.id if event is not None else None):
            return
        table.event = event
        table.save(update_fields=["event"])
        decision_record(
            competition, kind="table.reserved", subject=table.uid, by=by, at=at,
            facts={"number": table.number, "event": str(event.uid) if event is not None else None})
        outbox_add("tables.changed", competition=competition.uid)


def group_zone_set(*, group_uid: UUID, zone: str, by: Actor, at: datetime) -> None:
    """Let a group play in one zone of the hall, whose senior referee leads it (lnf-2008:8.1.a); empty: anywhere.

    Raises NotFound, Invalid `unknown_zone` where no table is in that zone.
    """
    with transaction.atomic():
        group = Group.objects.select_for_update(of=("self",)).select_related("stage__event__competition").filter(
            uid=group_uid).first()
        if group is None:
            raise NotFound(kind="group")
        competition = group.stage.event.competition
        require(by, Action.ASSIGN_TABLES, competition)
        place = text_clean(zone, path="zone", limit=ZONE_LETTERS)
        if place and not competition.tables.filter(zone=place).exists():
            raise Invalid("unknown_zone", path="zone", zone=place)
        if place == group.zone:
            return
        before, group.zone = group.zone, place
        group.save(update_fields=["zone"])
        decision_record(
            competition, kind="group.zone_set", subject=group.uid, by=by, at=at,
            facts={"before": before, "after": place})
        outbox_add("round.changed", competition=competition.uid, stage=group.stage.uid)


def _table_lock(uid: UUID) -> Table:
    found = Table.objects.select_for_update(of=("self",)).select_related("competition").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="table")
    return found
