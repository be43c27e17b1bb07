"""The players of a pair: who may stand in an entry together, and how they are written there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from competitions.common.errors import Invalid
from competitions.formats.pairs import check_pair
from competitions.formats.regulations import regulations_from
from competitions.models import Entry, EntryMember, Event, Person

# Where a field of a player stands in the form and the list of pairs.
_PARTNER_PATHS = {"name": "partner"}


def refuse_people(event: Event, people: Sequence[Person], mine: Entry | None) -> None:
    """One pair a person in an event, no two of one name, and only pairs that the regulations admit.

    Raises Invalid at the field of the player: `same_person_twice`, `already_in_pair`, `name_taken`, as `check_pair`.
    """
    paths = ("name", "partner")
    if len({person.pk for person in people}) < len(people):
        raise Invalid("same_person_twice", path="partner", name=people[0].name)
    others = EntryMember.objects.filter(entry__event=event).select_related("person", "entry")
    if mine is not None:
        others = others.exclude(entry=mine)
    for path, person in zip(paths, people, strict=False):
        if (taken := others.filter(person=person).first()) is not None:
            raise Invalid("already_in_pair", path=path, name=person.name, pair=str(taken.entry))
        if others.filter(person__name_key=person.name_key).exists():
            raise Invalid("name_taken", path=path, name=person.name)
    if len(people) > 1 and people[0].name_key == people[1].name_key:
        raise Invalid("name_taken", path="partner", name=people[1].name)
    regulations = regulations_from(event.regulations)
    check_pair(regulations.pairs_of, solo_pairs=regulations.solo_pairs, sexes=[person.sex for person in people])


def members_write(entry: Entry, people: Sequence[Person]) -> None:
    """The players of a new or emptied entry, numbered as the log knows them: 1 is A1 or B1."""
    EntryMember.objects.bulk_create(
        [EntryMember(entry=entry, person=person, number=number) for number, person in enumerate(people, 1)])


def pair_club(people: Sequence[Person]) -> Any:
    """The club that a pair plays for: that of its first player, or of the second where the first has none."""
    return next((person.club for person in people if person.club is not None), None)


def at_place(place: int, function: Any, *args: Any) -> Any:
    """Call with a refusal moved to the fields of the partner where it is about the partner."""
    try:
        return function(*args)
    except Invalid as refusal:
        path = str(refusal.params.get("path", ""))
        if place == 0:
            raise
        params = {**refusal.params, "path": _PARTNER_PATHS.get(path, f"partner_{path}")}
        raise Invalid(refusal.code, **params) from None
