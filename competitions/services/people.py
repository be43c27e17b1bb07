"""Clubs and people: kept once, found again, and brought up to date by what lists and forms say of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q

from competitions.common.errors import Invalid
from competitions.formats.entry_list import Entrant
from competitions.formats.names import name_clean, name_key
from competitions.models import Club, ClubAlias, Person
from competitions.services.accounts import (
    account_create,
    account_create_first,
    account_password_reset,
    account_pin_clear,
    account_pin_set,
    pin_check,
    pin_unlock,
)
from competitions.services.chunks import chunks
from competitions.services.merged_people import as_kept

__all__ = [
    "PeopleIndex", "account_create", "account_create_first", "account_password_reset", "account_pin_clear",
    "account_pin_set", "club_get_or_create", "is_name_of", "name_key", "people_lock", "person_changes",
    "person_get_or_create", "person_write", "pin_check", "pin_unlock",
]

_PEOPLE_LOCK = 7_230_442


def people_lock() -> None:
    """One writer of people at a time until the transaction ends (SQLite's BEGIN IMMEDIATE has seen to it already).

    Taken after the lock of the event: two lists that name the same new person would else make him twice.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PEOPLE_LOCK])


def club_get_or_create(name: str) -> Club | None:
    """The club of that name in any spelling of case and spaces, made when it is new; none for a blank name.

    Call inside a transaction. Raises Invalid at `club`.
    """
    if not name.strip():
        return None
    clean = name_clean(name, path="club")
    merged = ClubAlias.objects.filter(name_key=name_key(clean)).select_related("club").first()
    if merged is not None:
        return merged.club
    return Club.objects.get_or_create(name_key=name_key(clean), defaults={"name": clean})[0]


def is_name_of(name: str, club: Club | None) -> bool:
    """Whether a list means this club: in other letters, or by the name of one that was merged into it."""
    if club is None:
        return False
    key = name_key(name)
    return key == club.name_key or ClubAlias.objects.filter(name_key=key, club=club).exists()


class PeopleIndex:
    """Who of the known people a list may mean: read with a few queries for any length of list."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self._by_licence: dict[str, Person] = {}
        self._by_name: dict[str, dict[int, Person]] = defaultdict(dict)
        for keys in chunks({name_key(entrant.name) for entrant in entrants}):
            self.add(Person.objects.filter(name_key__in=keys).select_related("club"))
        for licences in chunks({entrant.licence for entrant in entrants if entrant.licence}):
            self.add(Person.objects.filter(licence__in=licences).select_related("club"))

    def add(self, people: Iterable[Person]) -> None:
        """Also look among these."""
        for person in people:
            self._by_name[person.name_key][person.pk] = person
            if person.licence:
                self._by_licence[person.licence] = person

    def find(self, entrant: Entrant, *, among: Iterable[int] = ()) -> Person | None:
        """The person meant: by licence; by name among the entrants of the event (`among`); by name and year; else by a
        name that only one known person has, where a year is missing on either side.

        Raises Invalid `licence_taken` when name and licence are those of two people.
        """
        named = self._named(entrant, set(among))
        licensed = self._by_licence.get(entrant.licence) if entrant.licence else None
        if licensed is None or named is None or licensed.pk == named.pk:
            return licensed or named
        if named.name_key == licensed.name_key and named.pk not in set(among):
            return licensed  # two people of one name: the licence tells which
        raise Invalid("licence_taken", path="licence", name=licensed.name)

    def other_with(self, entrant: Entrant, person: Person | None) -> Person | None:
        """Somebody else who already has this name and year of birth."""
        found = self._by_name.get(name_key(entrant.name), {}).values()
        mine = None if person is None else person.pk
        return next((other for other in found if other.born == entrant.born and other.pk != mine), None)

    def _named(self, entrant: Entrant, among: set[int]) -> Person | None:
        people = list(self._by_name.get(name_key(entrant.name), {}).values())
        here = [person for person in people if person.pk in among]
        if here:
            return here[0]
        same = [person for person in people if person.born == entrant.born]
        if same:
            return same[0]
        if entrant.born is not None:
            people = [person for person in people if person.born is None]
        if len(people) > 1 and entrant.club:
            people = [person for person in people if person.club and person.club.name_key == name_key(entrant.club)]
        if len(people) != 1:
            return None
        # Another licence is another person.
        known = people[0].licence
        return None if known and entrant.licence and known != entrant.licence else people[0]


def person_changes(person: Person, entrant: Entrant) -> dict[str, tuple[Any, Any]]:
    """What a list would change about a person: `{field: (before, after)}`. A blank in the list changes nothing."""
    club = "" if person.club is None else person.club.name
    before = {
        "name": person.name, "sex": person.sex, "born": person.born, "licence": person.licence, "rating": person.rating,
        "club": club,
    }
    changes: dict[str, tuple[Any, Any]] = {}
    for field, old in before.items():
        new = getattr(entrant, field)
        if new in ("", None) or new == old:
            continue
        if field == "name" and name_key(new) == name_key(str(old)):
            continue  # only spelled in other letters
        if field == "club" and is_name_of(new, person.club):
            continue
        changes[field] = (old, new)
    return changes


def person_write(person: Person | None, entrant: Entrant, club: Club | None) -> Person:
    """Make a person, or bring one up to date; blanks of `entrant` leave what is known. Call inside a transaction.

    Raises Invalid: at `name` `person_taken` when somebody else has the name and year, at `licence` `licence_taken`.
    """
    fields: dict[str, Any] = {
        "name": name_clean(entrant.name), "sex": entrant.sex, "born": entrant.born, "licence": entrant.licence,
        "rating": entrant.rating, "club": club,
    }
    if person is None:
        person = Person()
    else:
        fields = {name: value for name, value in fields.items() if value not in ("", None)}
    for name, value in fields.items():
        setattr(person, name, value)
    person.name_key = name_key(person.name)
    _refuse_doubles(person)
    person.save()
    return person


def _refuse_doubles(person: Person) -> None:
    """The unique constraints as refusals with a field; the constraints still stand behind them."""
    others = Person.objects.exclude(pk=person.pk)
    same = Q(name_key=person.name_key) & (Q(born=person.born) if person.born is not None else Q(born__isnull=True))
    if others.filter(same).exists():
        raise Invalid("person_taken", path="name", name=person.name)
    if person.licence and others.filter(licence=person.licence).exists():
        raise Invalid("licence_taken", path="licence", name=others.filter(licence=person.licence).get().name)


def person_get_or_create(entrant: Entrant, *, among: Iterable[int] = ()) -> Person:
    """The person whom a form or a row means, made when new, with club and rating brought up to date.

    Call inside a transaction. `among`: ids of people who are in the event already. Raises Invalid.
    """
    kept, = as_kept([entrant])
    found = PeopleIndex([kept]).find(kept, among=among)
    return person_write(found, kept, club_get_or_create(entrant.club))
