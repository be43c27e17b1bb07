"""People and clubs kept once; accounts, one-time passwords and PINs (reliability.md 3.2, PIN brute force)."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import check_password, make_password

from competitions.common.actors import SPECTATOR, SYSTEM, Actor
from competitions.common.errors import DomainError, Invalid, NotAllowed, NotFound, TooMany
from competitions.formats.entry_list import Entrant
from competitions.models import Account, AuditEntry, Club, Official, Person
from competitions.selectors.actors import actor_of
from competitions.services.people import (
    account_create,
    account_create_first,
    account_password_reset,
    account_pin_clear,
    account_pin_set,
    club_get_or_create,
    person_get_or_create,
    pin_check,
    pin_unlock,
)
from tests.factories import NOON, make_account, make_competition, make_official

pytestmark = pytest.mark.django_db
PIN = "258013"


def test_club_is_one_in_any_spelling() -> None:
    one = club_get_or_create("Cēsu NK")
    assert club_get_or_create("  CĒSU   nk ") == one
    assert club_get_or_create("  ") is None
    assert Club.objects.get().name == "Cēsu NK"


KNOWN = [Entrant(name="Anna Liepa", born=1990, licence="L-1", club="Rīga", rating=1500)]
FOUND = [  # known people, said now, is it the first of them
    (KNOWN, Entrant(name="Anna Liepa", born=1990), True),
    (KNOWN, Entrant(name="ANNA  LIEPA"), True),
    (KNOWN, Entrant(name="Anna Ozola", licence="L-1"), True),
    (KNOWN, Entrant(name="Anna Liepa", born=1991), False),
    (KNOWN, Entrant(name="Anna Liepa", licence="L-2"), False),
    (KNOWN, Entrant(name="Anna Liepa", born=1990, licence="L-2"), True),
    (KNOWN, Entrant(name="Anna Lieopa", born=1990), False),
    ([Entrant(name="Anna Liepa")], Entrant(name="Anna Liepa", born=1990), True),
    ([Entrant(name="Anna Liepa", club="Rīga", born=1970), Entrant(name="Anna Liepa", club="Cēsis", born=1980)],
     Entrant(name="Anna Liepa", club="RĪGA"), True),
    ([Entrant(name="Anna Liepa", born=1970), Entrant(name="Anna Liepa", born=1980)], Entrant(name="Anna Liepa"), False),
]


@pytest.mark.parametrize(("known", "said", "same"), FOUND, ids=[str(i) for i in range(len(FOUND))])
def test_person_is_found_again(known: list[Entrant], said: Entrant, same: bool) -> None:
    people = [person_get_or_create(entrant) for entrant in known]
    assert (person_get_or_create(said).pk == people[0].pk) is same


def test_person_is_brought_up_to_date_and_blanks_leave_what_is_known() -> None:
    person_get_or_create(Entrant(name="Anna Liepa", born=1990, licence="L-1", club="Rīga", rating=1500, sex="F"))
    person_get_or_create(Entrant(name="Anna Liepa", licence="L-1", club="Cēsis", rating=1600))
    anna = Person.objects.get()
    assert (anna.born, anna.sex, anna.rating, str(anna.club)) == (1990, "F", 1600, "Cēsis")


def test_licence_of_somebody_else_is_refused() -> None:
    person_get_or_create(Entrant(name="Anna Liepa", licence="L-1"))
    ilze = person_get_or_create(Entrant(name="Ilze Ozola"))
    with pytest.raises(Invalid) as refused:
        person_get_or_create(Entrant(name="Ilze Ozola", licence="L-1"), among=[ilze.pk])
    assert (refused.value.code, refused.value.params["path"]) == ("licence_taken", "licence")


def test_first_account_is_a_chief_with_a_one_time_password() -> None:
    made = account_create_first(at=NOON)
    assert made is not None
    chief = Account.objects.get()
    assert (chief.username, chief.is_superuser, chief.must_change_password) == ("chief", True, True)
    assert check_password(made[1], chief.password)
    assert len(made[1].replace("-", "")) == 12
    assert account_create_first(at=NOON) is None
    assert Account.objects.count() == 1


@pytest.mark.parametrize(("username", "name", "path"), [
    ("x", "", "username"), ("a b", "", "username"), ("jānis", "", "username"), ("<b>", "", "username"),
    ("a" * 41, "", "username"), ("taken", "", "username"), ("anna", "A\u202eb", "name"),
])
def test_account_is_refused(username: str, name: str, path: str) -> None:
    make_account("taken")
    with pytest.raises(Invalid) as refused:
        account_create(username=username, name=name, by=SYSTEM, at=NOON)
    assert refused.value.params["path"] == path
    assert Account.objects.count() == 1


def test_account_is_made_by_heads_only() -> None:
    competition = make_competition()
    chief, secretary = actor_of(make_official(competition)), actor_of(make_official(competition, "secretary"))
    uid, password = account_create(username=" Anna ", name="Anna Liepa", by=chief, at=NOON)
    anna = Account.objects.get(uid=uid)
    assert (anna.username, str(anna), anna.is_staff, anna.must_change_password) == ("anna", "Anna Liepa", False, True)
    assert check_password(password, anna.password)
    for nobody in (secretary, SPECTATOR):
        with pytest.raises(NotAllowed):
            account_create(username="ilze", by=nobody, at=NOON)


WEAK = ["000000", "999999", "123456", "654321", "112112", "121212", "123321", "890123", "101010", "777778"]


@pytest.mark.parametrize(("pin", "code"), [
    *((pin, "weak_pin") for pin in WEAK),
    *((pin, "wrong_pin") for pin in ("12345", "1234567", "12345a", "", "１２３４５８", "-12345", " 25801")),
])
def test_pin_is_refused(pin: str, code: str) -> None:
    competition = make_competition()
    chief = make_official(competition)
    with pytest.raises(Invalid) as refused:
        account_pin_set(competition=competition.uid, account=chief.uid, pin=pin, by=actor_of(chief), at=NOON)
    assert (refused.value.code, refused.value.params["path"]) == (code, "pin")
    chief.refresh_from_db()
    assert chief.pin == ""


def test_pin_is_hashed_set_and_cleared_and_recorded() -> None:
    competition = make_competition()
    chief = make_official(competition)
    by = actor_of(chief)
    account_pin_set(competition=competition.uid, account=chief.uid, pin=PIN, by=by, at=NOON)
    chief.refresh_from_db()
    assert PIN not in chief.pin
    assert pin_check(account=chief.uid, pin=PIN)
    account_pin_clear(competition=competition.uid, account=chief.uid, by=by, at=NOON)
    assert not pin_check(account=chief.uid, pin=PIN)
    chain = AuditEntry.objects.filter(competition=competition)
    assert [entry.kind for entry in chain] == ["account.pin_set", "account.pin_cleared"]
    assert not any(PIN in bytes(entry.body).decode() for entry in chain)


def test_five_wrong_pins_lock_until_the_chief_unlocks() -> None:
    competition = make_competition()
    chief = actor_of(make_official(competition))
    referee = make_official(competition, "table_referee", make_account(pin=make_password(PIN)))
    assert [pin_check(account=referee.uid, pin="111222") for _ in range(4)] == [False] * 4
    assert pin_check(account=referee.uid, pin=PIN)  # right: the count begins anew
    assert [pin_check(account=referee.uid, pin="111222") for _ in range(5)] == [False] * 5
    for pin in ("111222", PIN):
        with pytest.raises(TooMany) as refused:
            pin_check(account=referee.uid, pin=pin)
        assert refused.value.code == "pin_locked"
    with pytest.raises(NotAllowed):
        pin_unlock(competition=competition.uid, account=referee.uid, by=actor_of(referee), at=NOON)
    pin_unlock(competition=competition.uid, account=referee.uid, by=chief, at=NOON)
    assert pin_check(account=referee.uid, pin=PIN)


def test_no_pin_and_no_account_are_just_wrong() -> None:
    account = make_account()
    assert [pin_check(account=account.uid, pin="") for _ in range(7)] == [False] * 7
    assert not pin_check(account=make_competition().uid, pin=PIN)
    gone = make_account(pin=make_password(PIN), is_active=False)
    assert not pin_check(account=gone.uid, pin=PIN)


def test_password_is_reset_for_officials_of_ones_own_only() -> None:
    competition, other = make_competition(), make_competition()
    chief_account = make_official(competition)
    chief, deputy = actor_of(chief_account), actor_of(make_official(competition, "deputy"))
    secretary = make_official(competition, "secretary")
    password = account_password_reset(competition=competition.uid, account=secretary.uid, by=deputy, at=NOON)
    secretary.refresh_from_db()
    assert check_password(password, secretary.password)
    assert secretary.must_change_password

    administrator = make_official(competition, "secretary", make_account(is_superuser=True))
    elsewhere = make_official(competition, "secretary")
    Official.objects.create(competition=other, account=elsewhere, role="table_referee")
    stranger = make_official(other)
    outsider = actor_of(stranger)
    refused: list[tuple[Any, Actor, type[DomainError]]] = [
        (administrator, chief, NotAllowed), (elsewhere, chief, NotAllowed), (chief_account, deputy, NotAllowed),
        (stranger, chief, NotFound), (secretary, outsider, NotFound), (chief_account, SPECTATOR, NotFound),
    ]
    for account, by, error in refused:
        before = Account.objects.get(pk=account.pk).password
        with pytest.raises(error):
            account_password_reset(competition=competition.uid, account=account.uid, by=by, at=NOON)
        assert Account.objects.get(pk=account.pk).password == before
