"""Races while a competition is set up: one import, one person, one account, at most five PINs tried."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connections

from competitions.common.actors import SYSTEM
from competitions.common.errors import DomainError
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.models import Account, AuditEntry, Club, Entry, EntryMember, Event, Person
from competitions.services.accounts import account_create_first, pin_check
from competitions.services.entries import entry_add, presence_set, seeds_set
from competitions.services.imports import Imported, import_confirm, import_preview, preview_of
from competitions.services.pairs import pair_add
from tests.factories import NOON, make_account, make_competition, make_entry, make_event

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "name,club,licence\n" + "".join(f"Person {n},Club {n % 3},L-{n}\n" for n in range(20))


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run all at one instant; the result of each, or the refusal that it got."""
    gate = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        gate.wait(timeout=20)
        try:
            results[place] = act()
        except DomainError as error:
            results[place] = error.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    return results


def confirming(event: Event) -> Callable[[], Imported]:
    uid = import_preview(event=event.uid, data=LIST.encode(), by=SYSTEM, at=NOON)
    digest = preview_of(event=event.uid, preview=uid, by=SYSTEM).plan.digest
    return lambda: import_confirm(event=event.uid, preview=uid, digest=digest, by=SYSTEM, at=NOON)


def test_a_list_confirmed_by_a_double_click_is_stored_once() -> None:
    event = make_event()
    act = confirming(event)
    assert together(*[act] * 8) == [Imported(new=20, changed=0, same=0)] * 8
    assert (Entry.objects.count(), Person.objects.count(), Club.objects.count()) == (20, 20, 3)
    assert AuditEntry.objects.filter(kind="entries.imported").count() == 1


def test_one_list_into_two_competitions_makes_nobody_twice() -> None:
    results = together(confirming(make_event()), confirming(make_event()), confirming(make_event()))
    # Who comes second finds people whom the preview did not know: the list is to be looked at again.
    assert Counter(map(str, results)) == {str(Imported(new=20, changed=0, same=0)): 1, "preview_stale": 2}
    assert (Person.objects.count(), Club.objects.count(), Entry.objects.count()) == (20, 3, 20)


def test_one_name_entered_by_two_stands_once() -> None:
    event = make_event()

    def add() -> int:
        return entry_add(event=event.uid, entrant=Entrant(name="Anna Liepa", club="Rīga"), by=SYSTEM, at=NOON).number

    assert Counter(together(*[add] * 8)) == {1: 1, "name_taken": 7}
    assert (Entry.objects.count(), Person.objects.count(), Club.objects.count()) == (1, 1, 1)


def test_one_person_is_in_one_pair_whoever_comes_first() -> None:
    """One pair a person in an event: the database cannot say it over two tables, the event's lock does."""
    event = make_event(kind="doubles")
    acts = [
        lambda n=n: pair_add(
            event=event.uid, pair=PairEntrant(name=f"Person {n}", partner="Anna Liepa"), by=SYSTEM, at=NOON).number
        for n in range(8)
    ]
    assert Counter(together(*acts)) == {1: 1, "already_in_pair": 7}
    assert (Entry.objects.count(), Person.objects.count(), EntryMember.objects.count()) == (1, 2, 2)


def test_entrants_of_one_instant_get_numbers_of_their_own() -> None:
    event = make_event()
    acts = [
        lambda n=n: entry_add(event=event.uid, entrant=Entrant(name=f"Person {n}"), by=SYSTEM, at=NOON).number
        for n in range(10)
    ]
    assert sorted(together(*acts)) == list(range(1, 11))
    chain = AuditEntry.objects.filter(competition=event.competition).order_by("seq")
    assert [link.seq for link in chain] == list(range(1, 11))
    assert all(a.hash == b.prev_hash for a, b in zip(chain, list(chain)[1:], strict=False))


def test_one_seed_given_to_two_is_one_persons() -> None:
    event = make_event()
    entries = [make_entry(event) for _ in range(4)]
    acts = [lambda e=e: seeds_set(event=event.uid, seeds={e.uid: 1}, by=SYSTEM, at=NOON) for e in entries]
    assert Counter(together(*acts)) == {1: 1, "seed_taken": 3}


def test_ticks_of_two_officials_are_both_kept() -> None:
    event = make_event()
    entries = [make_entry(event, state="entered") for _ in range(12)]
    acts = [lambda e=e: presence_set(event=event.uid, present=[e.uid], by=SYSTEM, at=NOON) for e in entries]
    assert together(*acts) == [1] * 12
    assert Entry.objects.filter(state="present").count() == 12


def test_a_hundred_guesses_of_a_pin_are_five_tries() -> None:
    make_competition()
    account, other = make_account(pin=make_password("258013")), make_account(pin=make_password("258013"))
    guesses = [lambda n=n: pin_check(account=account.uid, pin=f"{n:06}") for n in range(100)]
    assert Counter(together(*guesses)) == {False: 5, "pin_locked": 95}
    account.refresh_from_db()
    assert account.pin_fails == 5
    assert together(lambda: pin_check(account=account.uid, pin="258013")) == ["pin_locked"]
    assert together(lambda: pin_check(account=other.uid, pin="258013")) == [True]


def test_two_first_starts_make_one_chief() -> None:
    results = together(*[lambda: account_create_first(at=NOON)] * 4)
    assert sum(isinstance(result, tuple) for result in results) == 1
    assert Account.objects.count() == 1
