"""Pairs of a doubles event: entered, changed, a player replaced. Seeds and presence are those of every entry."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.names import name_key
from competitions.formats.pairs import pair_rating
from competitions.models import Entry, EntryMember, Event, Person
from competitions.selectors.entries import has_begun, next_number
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.competitions import event_lock
from competitions.services.entries import MAX_ENTRIES, entrant_checked, entries_changed, entry_lock, refuse_seed
from competitions.services.pair_members import at_place, members_write, pair_club, refuse_people
from competitions.services.people import club_get_or_create, people_lock, person_get_or_create, person_write


def pair_add(*, event: UUID, pair: PairEntrant, by: Actor, at: datetime) -> Entry:
    """Enter a pair, or one person alone where the regulations allow it (then without a partner).

    Raises Invalid with the field as `path`: what `entry_add` refuses of either player, `same_person_twice`,
    `already_in_pair` for somebody who plays in another pair of the event, and what `check_pair` refuses; Conflict
    `not_doubles`.
    """
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        refuse_other_kind(held)
        people_lock()
        clean = _checked(pair, held, at)
        refuse_seed(held, pair.seed, None)
        if Entry.objects.filter(event=held).count() >= MAX_ENTRIES:
            raise Invalid("too_many_rows", path="name", limit=MAX_ENTRIES)
        people = [at_place(place, person_get_or_create, given) for place, given in enumerate(clean)]
        refuse_people(held, people, None)
        entry = Entry.objects.create(
            event=held, number=next_number(held), seed=pair.seed, class_name=clean[0].class_name,
            club=pair_club(people), rating=pair_rating([person.rating for person in people]))
        members_write(entry, people)
        decision_record(
            held.competition, kind="entry.added", subject=entry.uid, by=by, at=at,
            facts={"event": str(held.uid), "people": [str(p.uid) for p in people], "number": entry.number})
        entries_changed(held)
    return entry


def pair_change(
    *, entry: UUID, pair: PairEntrant, other_people: bool = False, by: Actor, at: datetime,
) -> tuple[str, ...]:
    """Set all that is known of a pair; a blank empties. Returns the names of the fields that changed.

    A name in other letters is a correction, unless `other_people` says that somebody else plays. Raises as `pair_add`;
    Conflict `pair_has_played` when the players of a pair would change that has a game behind it.
    """
    with transaction.atomic():
        found = entry_lock(entry)
        held = found.event
        require(by, Action.EDIT_ENTRIES, held.competition)
        refuse_other_kind(held)
        people_lock()
        clean = _checked(pair, held, at)
        refuse_seed(held, pair.seed, found)
        before = _facts(found)
        known = [member.person for member in found.members.select_related("person__club")]
        people = [
            at_place(place, _written, known[place] if place < len(known) else None, given, other_people)
            for place, given in enumerate(clean)
        ]
        refuse_people(held, people, found)
        if [person.pk for person in people] != [person.pk for person in known]:
            if has_begun(found):
                raise Conflict("pair_has_played", path="partner")
            found.members.all().delete()
            members_write(found, people)
        found.club, found.rating = pair_club(people), pair_rating([person.rating for person in people])
        found.seed, found.class_name = pair.seed, clean[0].class_name
        changed = tuple(name for name, value in _facts(found).items() if before[name] != value)
        if not changed:
            return ()
        found.save(update_fields=["club", "rating", "seed", "class_name"])
        decision_record(
            held.competition, kind="entry.changed", subject=found.uid, by=by, at=at,
            facts={"fields": list(changed), "people": [str(person.uid) for person in people]})
        entries_changed(held)
    return changed


def refuse_other_kind(event: Event) -> None:
    """Raises Conflict `not_doubles` for an event of single players or teams."""
    if event.kind != Event.Kind.DOUBLES:
        raise Conflict("not_doubles", path="partner")


def _checked(pair: PairEntrant, event: Event, at: datetime) -> list[Entrant]:
    """Both players with clean texts; the class and the seed come with the first."""
    first, *rest = pair.players()
    given = [Entrant(
        name=first.name, sex=first.sex, born=first.born, club=first.club, licence=first.licence, rating=first.rating,
        class_name=pair.class_name, seed=pair.seed), *rest]
    return [at_place(place, entrant_checked, entrant, event, at) for place, entrant in enumerate(given)]


def _written(person: Person | None, given: Entrant, other_people: bool) -> Person:
    """The player at a place of the pair: the same under what is now known, or somebody else."""
    is_another = person is None or (other_people and name_key(given.name) != person.name_key)
    if is_another or person is None:
        return person_get_or_create(given)
    club = club_get_or_create(given.club)
    person.sex, person.born, person.licence = given.sex, given.born, given.licence
    person.rating, person.club = given.rating, club
    return person_write(person, given, club)


def _facts(entry: Entry) -> dict[str, Any]:
    """Everything that the form of a pair sets, to see what a change has changed."""
    people = [m.person for m in EntryMember.objects.filter(entry=entry).order_by("number").select_related("person")]
    found: dict[str, Any] = {
        "club": entry.club_id, "rating": entry.rating, "seed": entry.seed, "class_name": entry.class_name,
    }
    for place, name in enumerate(("name", "partner")):
        person = people[place] if place < len(people) else None
        found[name] = person and [
            person.pk, person.name, person.sex, person.born, person.licence, person.rating, person.club_id]
    return found
