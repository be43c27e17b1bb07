"""Two people or two clubs that are one become one: everything moves, or nothing does, and the old id still resolves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, models, transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Stale
from competitions.models import Club, ClubAlias, Competition, Event, Person, PersonAlias
from competitions.selectors.duplicates import club_merge_of, events_of, events_of_club, filled, person_merge_of
from competitions.selectors.visibility import require

from .audit import decision_record
from .competitions import competition_lock
from .outbox import outbox_add
from .people import people_lock


def person_merge(*, competition: UUID, keep: UUID, gone: UUID, digest: str, by: Actor, at: datetime) -> Person:
    """Make one person of two; blanks of the one who is kept are filled from the other.

    `digest`: of what was shown. Raises Stale `preview_stale` when that has changed, and what `person_merge_of` raises.
    """
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.EDIT_COMPETITION, held)
        people = Person.objects.filter(uid__in=[keep, gone])
        list(Event.objects.select_for_update(of=("self",)).filter(
            pk__in=[event.pk for event in events_of(people)]).order_by("pk"))
        people_lock()
        shown = person_merge_of(by, held, keep, gone)
        if shown.digest != digest:
            raise Stale("preview_stale")
        kept: Person = shown.keep
        going: Person = shown.gone
        known = filled(kept, going)
        touched = {event.competition for event in events_of([kept, going])} | {held}
        moved = _move_all(going, kept)
        PersonAlias.objects.create(
            uid=going.uid, person=kept, name=going.name, name_key=going.name_key, born=going.born,
            licence=going.licence, merged_at=at)
        going.delete()
        for name, value in known.items():
            setattr(kept, name, value)
        kept.hidden = kept.hidden or going.hidden
        kept.save()
        _record(touched, "people.merged", kept.uid, {"gone": str(gone), "moved": moved}, by, at)
    return kept


def club_merge(*, competition: UUID, keep: UUID, gone: UUID, digest: str, by: Actor, at: datetime) -> Club:
    """Make one club of two; the old spelling means the one that is kept from now on. Raises as `person_merge`."""
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.EDIT_COMPETITION, held)
        people_lock()
        shown = club_merge_of(by, held, keep, gone)
        if shown.digest != digest:
            raise Stale("preview_stale")
        kept: Club = shown.keep
        going: Club = shown.gone
        touched = {event.competition for event in events_of_club(going)} | {held}
        moved = _move_all(going, kept)
        going.delete()
        ClubAlias.objects.create(
            uid=going.uid, club=kept, name=going.name, name_key=going.name_key, merged_at=at)
        _record(touched, "clubs.merged", kept.uid, {"gone": str(gone), "moved": moved}, by, at)
    return kept


def _move_all(going: models.Model, kept: models.Model) -> dict[str, int]:
    """Whatever points to the one points to the other: also what later versions add. Returns how many rows, by table.

    Raises Conflict `merge_conflict` where both have something of which one can have only one.
    """
    moved: dict[str, int] = {}
    try:
        for relation in going._meta.related_objects:
            table: Any = relation.related_model
            count = table.objects.filter(**{relation.field.name: going}).update(**{relation.field.name: kept})
            if count:
                moved[f"{table._meta.model_name}.{relation.field.name}"] = count
    except IntegrityError:
        raise Conflict("merge_conflict") from None
    return moved


def _record(
    touched: Iterable[Competition], kind: str, subject: UUID, facts: dict[str, Any], by: Actor, at: datetime,
) -> None:
    """In the log of every competition in which either plays."""
    for competition in sorted(touched, key=lambda one: one.pk):
        decision_record(competition, kind=kind, subject=subject, facts=facts, by=by, at=at)
    for competition in sorted(touched, key=lambda one: one.pk):
        outbox_add("entries.changed", competition=competition.uid)
