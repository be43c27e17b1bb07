"""Races at the public entry form: the last place is one person's, and nobody who moves up does so twice."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest

from competitions.common.actors import SPECTATOR, SYSTEM
from competitions.formats.entry_list import Entrant
from competitions.models import Application, AuditEntry, Entry, Event
from competitions.selectors.registrations import application_key
from competitions.services.door import door_tick
from competitions.services.registrations import (
    RegistrationFacts,
    application_make,
    application_withdraw,
    registration_set,
)
from tests.concurrency.test_setup_races import together
from tests.factories import NOON, make_competition, make_entry, make_event

pytestmark = pytest.mark.django_db(transaction=True)


def offered(places: int) -> Event:
    event = make_event(make_competition(is_public=True))
    registration_set(event=event.uid, facts=RegistrationFacts(
        closes_at=NOON + timedelta(hours=1), places=places), by=SYSTEM, at=NOON)
    return event


def sending(event: Event, name: str, uid=None):
    uid = uid or uuid4()
    return lambda: application_make(
        event=event.uid, uid=uid, entrant=Entrant(name=name), address=name, by=SPECTATOR, at=NOON).state


def test_the_last_place_taken_by_eight_is_one_persons() -> None:
    event = offered(1)
    assert Counter(together(*[sending(event, f"Person {n}") for n in range(8)])) == {"entered": 1, "waiting": 7}
    assert Entry.objects.count() == 1
    assert sorted(Application.objects.values_list("number", flat=True)) == list(range(1, 9))


def test_a_form_sent_by_a_double_click_is_one_entry() -> None:
    event, uid = offered(5), uuid4()
    assert together(*[sending(event, "Anna", uid)] * 6) == ["entered"] * 6
    assert (Application.objects.count(), Entry.objects.count()) == (1, 1)


def test_two_who_withdraw_at_once_let_two_in() -> None:
    event = offered(2)
    uids = [uuid4() for _ in range(4)]
    for number, uid in enumerate(uids):
        sending(event, f"Person {number}", uid)()
    acts = [lambda u=uid: application_withdraw(uid=u, key=application_key(u), at=NOON) for uid in uids[:2]]
    assert together(*acts, *acts) == [None] * 4
    assert sorted(map(str, event.entries.all())) == ["Person 2", "Person 3"]


def test_a_fee_taken_by_two_is_taken_once() -> None:
    event = make_event()
    entry = make_entry(event)
    together(*[lambda: door_tick(entry=entry.uid, what="paid", by=SYSTEM, at=NOON)] * 6)
    assert AuditEntry.objects.filter(kind="door.ticked").count() == 1
