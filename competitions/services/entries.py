"""Entrants of an event: added, changed, present or not, seeded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.entry_list import BORN_FROM, RATING_TO, SEED_TO, Entrant
from competitions.formats.names import name_clean, name_key, text_clean
from competitions.formats.regulations import regulations_from
from competitions.models import Entry, Event
from competitions.selectors.entries import OUT, has_drawn_or_played, next_number
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.competitions import event_lock
from competitions.services.outbox import outbox_add
from competitions.services.people import club_get_or_create, people_lock, person_get_or_create, person_write
from competitions.services.waiting import application_of_entry_ends, places_fill
from competitions.workflow import EntryMove, EntryState, next_entry_state

MAX_ENTRIES = 5_000


def entrant_checked(entrant: Entrant, event: Event, at: datetime) -> Entrant:
    """The entrant with clean texts and values in range. Raises Invalid with the field as `path`."""
    if entrant.sex not in ("", "M", "F"):
        raise Invalid("unknown_sex", path="sex", value=entrant.sex[:20])
    _in_range("born", entrant.born, BORN_FROM, at.year)
    _in_range("rating", entrant.rating, 0, RATING_TO)
    _in_range("seed", entrant.seed, 1, SEED_TO)
    class_name = text_clean(entrant.class_name, path="class_name", limit=40)
    classes = regulations_from(event.regulations).classes
    if class_name and classes and class_name not in classes:
        raise Invalid("unknown_class", path="class_name", value=class_name, known=list(classes))
    return Entrant(
        name=name_clean(entrant.name), sex=entrant.sex, born=entrant.born, rating=entrant.rating, seed=entrant.seed,
        club=name_clean(entrant.club, path="club") if entrant.club.strip() else "", class_name=class_name,
        licence=text_clean(entrant.licence, path="licence", limit=40),
    )


def _in_range(field: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise Invalid("out_of_range", path=field, minimum=low, maximum=high)


def entry_add(*, event: UUID, entrant: Entrant, by: Actor, at: datetime) -> Entry:
    """Enter somebody, early or late: after the draw is locked the entry waits to be placed, no draw is touched.

    Raises Invalid with the field as `path`: `name_taken` for a second entrant of that name, `already_entered`,
    `seed_taken`, `licence_taken`; Conflict `not_singles` for an event of pairs or teams.
    """
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        refuse_of_teams(held)
        if held.kind != Event.Kind.SINGLES:
            raise Conflict("not_singles", path="name")
        people_lock()
        clean = entrant_checked(entrant, held, at)
        _refuse_taken(held, clean, None)
        if Entry.objects.filter(event=held).count() >= MAX_ENTRIES:
            raise Invalid("too_many_rows", path="name", limit=MAX_ENTRIES)
        person = person_get_or_create(clean)
        if Entry.objects.filter(event=held, person=person).exists():
            raise Invalid("already_entered", path="name", name=person.name)
        entry = Entry.objects.create(
            event=held, person=person, club=person.club, number=next_number(held), seed=clean.seed,
            rating=person.rating, class_name=clean.class_name,
        )
        decision_record(
            held.competition, kind="entry.added", subject=entry.uid, by=by, at=at,
            facts={"event": str(held.uid), "person": str(person.uid), "number": entry.number})
        entries_changed(held)
    return entry


def entry_change(*, entry: UUID, entrant: Entrant, by: Actor, at: datetime) -> tuple[str, ...]:
    """Set all that is known of an entrant; a blank here empties. Returns the names of the fields that changed.

    Raises Invalid with the field as `path`, as `entry_add`, and `person_taken`.
    """
    with transaction.atomic():
        found = entry_lock(entry)
        held = found.event
        require(by, Action.EDIT_ENTRIES, held.competition)
        refuse_of_teams(held)
        people_lock()
        clean = entrant_checked(entrant, held, at)
        _refuse_taken(held, clean, found)
        before = _facts(found)
        club = club_get_or_create(clean.club)
        person = found.person
        if person is not None:
            person.sex, person.born, person.licence = clean.sex, clean.born, clean.licence
            person.rating, person.club = clean.rating, club
            person_write(person, clean, club)
        found.club, found.rating = club, clean.rating
        found.seed, found.class_name = clean.seed, clean.class_name
        changed = tuple(name for name, value in _facts(found).items() if before[name] != value)
        if not changed:
            return ()
        found.save(update_fields=["club", "rating", "seed", "class_name"])
        decision_record(
            held.competition, kind="entry.changed", subject=found.uid, facts={"fields": list(changed)}, by=by, at=at)
        entries_changed(held)
    return changed


def _facts(entry: Entry) -> dict[str, Any]:
    person = entry.person
    return {
        "name": str(entry), "sex": person and person.sex, "born": person and person.born,
        "licence": person and person.licence, "club": entry.club_id, "rating": entry.rating, "seed": entry.seed,
        "class_name": entry.class_name,
    }


def _refuse_taken(event: Event, entrant: Entrant, mine: Entry | None) -> None:
    others = Entry.objects.filter(event=event)
    if mine is not None:
        others = others.exclude(pk=mine.pk)
    if others.filter(person__name_key=name_key(entrant.name)).exists():
        raise Invalid("name_taken", path="name", name=entrant.name)
    refuse_seed(event, entrant.seed, mine)


def refuse_seed(event: Event, seed: int | None, mine: Entry | None) -> None:
    """Raises Invalid `seed_taken` where another entrant has this seed."""
    others = Entry.objects.filter(event=event, seed=seed)
    if mine is not None:
        others = others.exclude(pk=mine.pk)
    if seed is not None and others.exists():
        raise Invalid("seed_taken", path="seed", seed=seed)


def entry_remove(*, entry: UUID, by: Actor, at: datetime) -> None:
    """Take an entry off the list that was made by mistake; who waits for a place moves up.

    Raises Conflict `entry_in_draw` once it stands in a draw.
    """
    with transaction.atomic():
        event_of_entry_lock(entry)
        found = entry_lock(entry)
        require(by, Action.EDIT_ENTRIES, found.event.competition)
        if found.event.part_of_id is not None:
            raise Conflict("part_of_teams")
        if has_drawn_or_played(found):
            raise Conflict("entry_in_draw")
        decision_record(
            found.event.competition, kind="entry.removed", subject=found.uid, by=by, at=at,
            facts={"event": str(found.event.uid), "number": found.number})
        players = list(found.members.filter(player__isnull=False).values_list("player_id", flat=True))
        application_of_entry_ends(found)
        found.delete()
        Entry.objects.filter(pk__in=players).delete()
        entries_changed(found.event)
        places_fill(found.event, at=at)


def presence_set(
    *, event: UUID, present: Iterable[UUID] = (), absent: Iterable[UUID] = (), by: Actor, at: datetime,
) -> int:
    """Mark entrants as being at the hall, and others as missing; all or nothing. Returns how many changed.

    Raises NotFound for an entrant of another event, IllegalMove for one who is out.
    """
    moves = {**dict.fromkeys(absent, EntryMove.MISS), **dict.fromkeys(present, EntryMove.ARRIVE)}
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        found = {entry.uid: entry for entry in Entry.objects.select_for_update().filter(event=held).order_by("pk")}
        changed: dict[str, list[str]] = {}
        for uid, move in moves.items():
            if uid not in found:
                raise NotFound(kind="entry")
            state = next_entry_state(EntryState(found[uid].state), move)
            if state != found[uid].state:
                found[uid].state = state
                changed.setdefault(str(state), []).append(str(uid))
        if not changed:
            return 0
        Entry.objects.bulk_update([found[uid] for uid in moves], ["state"])
        decision_record(
            held.competition, kind="entries.presence", subject=held.uid, by=by, at=at,
            facts={state: sorted(uids) for state, uids in changed.items()})
        entries_changed(held)
    return sum(len(uids) for uids in changed.values())


def entry_arrives(entry: Entry) -> None:
    """Whoever is let into a draw that is being played stands at the desk: no longer missed at the door."""
    entry.state = next_entry_state(EntryState(entry.state), EntryMove.ARRIVE)
    entry.save(update_fields=["state"])
    entries_changed(entry.event)


def entry_mark_present(*, event: UUID, entries: Iterable[UUID], by: Actor, at: datetime) -> int:
    """Mark entrants as being at the hall. As `presence_set`."""
    return presence_set(event=event, present=entries, by=by, at=at)


def entry_mark_absent(*, event: UUID, entries: Iterable[UUID], by: Actor, at: datetime) -> int:
    """Mark entrants as missing. As `presence_set`."""
    return presence_set(event=event, absent=entries, by=by, at=at)


def seeds_set(*, event: UUID, seeds: Mapping[UUID, int | None], by: Actor, at: datetime) -> int:
    """Give seeds by hand, `None` takes one away; entrants left out keep theirs. Returns how many changed.

    Seeds count in draws that are made afterwards. Raises Invalid at `seed` (`seed_taken`, `out_of_range`), NotFound.
    """
    for seed in seeds.values():
        _in_range("seed", seed, 1, SEED_TO)
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        return seeds_write(held, seeds, by=by, at=at)


def seeds_write(event: Event, seeds: Mapping[UUID, int | None], *, by: Actor, at: datetime) -> int:
    """As `seeds_set`, inside the caller's transaction."""
    entries = {entry.uid: entry for entry in Entry.objects.select_for_update().filter(event=event).order_by("pk")}
    if not set(seeds) <= set(entries):
        raise NotFound(kind="entry")
    changed = [uid for uid, seed in seeds.items() if entries[uid].seed != seed]
    final: dict[int, UUID] = {}
    for uid, entry in entries.items():
        seed = seeds.get(uid, entry.seed)
        if seed is not None and final.setdefault(seed, uid) != uid:
            raise Invalid("seed_taken", path="seed", seed=seed)
    if not changed:
        return 0
    # Emptied first: two entrants who exchange their seeds would meet the unique constraint half-way.
    Entry.objects.filter(uid__in=changed).update(seed=None)
    for uid in changed:
        entries[uid].seed = seeds[uid]
    Entry.objects.bulk_update([entries[uid] for uid in changed], ["seed"])
    decision_record(
        event.competition, kind="entries.seeded", subject=event.uid, by=by, at=at,
        facts={"seeds": {str(uid): seeds[uid] for uid in changed}})
    entries_changed(event)
    return len(changed)


def seeds_by_rating(*, event: UUID, count: int | None = None, by: Actor, at: datetime) -> int:
    """Seed the first `count` entrants (all who have one, when left out) by rating; the others have no seed.

    Equal ratings go by number. Who is out or absent gets none. Returns how many changed.
    """
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        entries = list(Entry.objects.filter(event=held))
        rated = [e for e in entries if e.rating is not None and e.state not in (*OUT, EntryState.ABSENT)]
        rated.sort(key=lambda entry: (-(entry.rating or 0), entry.number))
        seeds: dict[UUID, int | None] = {entry.uid: None for entry in entries}
        seeds.update({entry.uid: place for place, entry in enumerate(rated[:count], 1)})
        return seeds_write(held, seeds, by=by, at=at)


def seeds_clear(*, event: UUID, by: Actor, at: datetime) -> int:
    """Take all seeds away. Returns how many changed."""
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        uids = list(Entry.objects.filter(event=held).values_list("uid", flat=True))
        return seeds_write(held, dict.fromkeys(uids), by=by, at=at)


def refuse_of_teams(event: Event) -> None:
    """Raise Conflict where entrants are teams, or members of teams: they come with their rosters."""
    if event.part_of_id is not None or event.kind == Event.Kind.TEAMS:
        raise Conflict("part_of_teams")


def entries_changed(event: Event) -> None:
    """Tell the world, in the caller's transaction, that the list of an event has changed."""
    outbox_add("entries.changed", competition=event.competition.uid, event=event.uid)


def event_of_entry_lock(uid: UUID) -> Event:
    """Lock the event of an entry, before the entry: whoever frees a place holds its event. Raises NotFound."""
    event = Event.objects.filter(entries__uid=uid).values_list("uid", flat=True).first()
    if event is None:
        raise NotFound(kind="entry")
    return event_lock(event)


def entry_lock(uid: UUID) -> Entry:
    """Lock an entry until the transaction ends; its event comes along. Raises NotFound."""
    found = (
        Entry.objects.select_for_update(of=("self",)).select_related("event__competition", "person__club", "club")
        .filter(uid=uid).first())
    if found is None:
        raise NotFound(kind="entry")
    return found
