"""Presence, fee and licence ticked at the door, one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Invalid
from competitions.formats.regulations import regulations_from
from competitions.models import Account, DoorCheck, Entry, Person
from competitions.selectors.door import entry_people, licences_claimed
from competitions.selectors.visibility import require
from competitions.workflow import EntryMove, EntryState, next_entry_state

from .audit import decision_record
from .entries import entries_changed, entry_lock, event_of_entry_lock
from .people import people_lock

Tick = Callable[[Entry, DoorCheck, Actor, datetime], dict[str, Any]]


def door_tick(*, entry: UUID, what: str, by: Actor, at: datetime) -> Entry:
    """Settle one thing with an entrant: `present`, `absent`, `paid`, `waived`, `owing`, `licence`, `no_licence`.

    Doing it again changes nothing and is not recorded again. Raises Invalid at `what`, or `licence_of_another` where
    the one typed into the public form is somebody else's by now; NotFound, IllegalMove for somebody who is out.
    """
    tick = _TICKS.get(what)
    if tick is None:
        raise Invalid("unknown_value", path="what", value=what[:20])
    with transaction.atomic():
        event = event_of_entry_lock(entry)
        require(by, Action.EDIT_ENTRIES, event.competition)
        found = entry_lock(entry)
        door = DoorCheck.objects.select_for_update().filter(entry=found).first() or DoorCheck(entry=found)
        facts = tick(found, door, by, at)
        if facts:
            decision_record(
                event.competition, kind="door.ticked", subject=found.uid, facts={"what": what, **facts}, by=by, at=at)
            entries_changed(found.event)
    return found


def _presence(move: EntryMove) -> Tick:
    def tick(entry: Entry, door: DoorCheck, by: Actor, at: datetime) -> dict[str, Any]:
        state = next_entry_state(EntryState(entry.state), move)
        if state == entry.state:
            return {}
        before, entry.state = entry.state, state
        entry.save(update_fields=["state"])
        return {"before": before}

    return tick


def _fee(fee: str) -> Tick:
    def tick(entry: Entry, door: DoorCheck, by: Actor, at: datetime) -> dict[str, Any]:
        if door.fee == fee:
            return {}
        before = {"before": door.fee, "before_cents": door.fee_cents}
        is_paid = fee == DoorCheck.Fee.PAID
        door.fee = fee
        door.fee_cents = regulations_from(entry.event.regulations).fee_cents if is_paid else 0
        door.fee_by = Account.objects.filter(uid=by.account).first() if fee and by.account else None
        door.fee_at = at if fee else None
        door.save()
        return {**before, "cents": door.fee_cents}

    return tick


def _licence(checked: bool) -> Tick:
    def tick(entry: Entry, door: DoorCheck, by: Actor, at: datetime) -> dict[str, Any]:
        if door.licence_checked == checked:
            return {}
        if checked:
            _store_claims(entry)
        door.licence_checked = checked
        door.save()
        return {"before": not checked}

    return tick


def _store_claims(entry: Entry) -> None:
    """What was only typed into the public form is known now that somebody has seen it."""
    people_lock()
    people = entry_people(entry)
    for pk, licence in licences_claimed(entry, people).items():
        if Person.objects.filter(licence=licence).exists():
            raise Invalid("licence_of_another", path="licence")
        Person.objects.filter(pk=pk).update(licence=licence)


_TICKS: Mapping[str, Tick] = {
    "present": _presence(EntryMove.ARRIVE), "absent": _presence(EntryMove.MISS), "paid": _fee(DoorCheck.Fee.PAID),
    "waived": _fee(DoorCheck.Fee.WAIVED), "owing": _fee(DoorCheck.Fee.OPEN), "licence": _licence(True),
    "no_licence": _licence(False),
}
TICKS = tuple(_TICKS)
