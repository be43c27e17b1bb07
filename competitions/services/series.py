"""Series: made by somebody who runs competitions, with its rules and competitions; places are taken or typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.entry_list import Entrant
from competitions.formats.names import name_clean
from competitions.formats.series_settings import series_settings_from, series_settings_json
from competitions.models import Account, Event, Person, Series, SeriesLeg, SeriesPlace
from competitions.selectors.event_places import event_places, is_played_out
from competitions.selectors.people import may_create_competition
from competitions.selectors.series import events_to_add, series_owned_by
from competitions.selectors.visibility import competitions_visible_to

from .audit import decision_record
from .competitions import free_slug
from .outbox import outbox_add
from .people import people_lock, person_get_or_create

MAX_LEGS = 100
MAX_ROWS = 1_000
LEG_LETTERS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPlace:
    """A place of a competition elsewhere: who, and what was won."""

    place: int
    entrant: Entrant
    points: Decimal = Decimal(0)
    clears: int = 0


def series_create(
    *, name: str, settings: Mapping[str, Any], is_public: bool = True, by: Actor, at: datetime,
) -> Series:
    """A new series; who makes it keeps it. Raises NotAllowed for who runs no competition, Invalid at a setting."""
    if not may_create_competition(by) or by.account is None:
        raise NotAllowed(action=str(Action.EDIT_COMPETITION))
    clean = name_clean(name)
    checked = series_settings_json(series_settings_from(settings))
    try:
        with transaction.atomic():
            slug = free_slug(clean, set(Series.objects.values_list("slug", flat=True)), fallback="series")
            return Series.objects.create(
                slug=slug, name=clean, rules=checked, is_public=is_public, created_at=at,
                owner=Account.objects.get(uid=by.account))
    except IntegrityError:  # somebody else has taken the same address at the same instant
        raise Conflict(path="name") from None


def series_change(*, series: UUID, name: str, settings: Mapping[str, Any], is_public: bool, by: Actor) -> None:
    """Change name, rules and visibility; the address stays. Raises NotFound, Invalid at a setting."""
    clean = name_clean(name)
    checked = series_settings_json(series_settings_from(settings))
    with transaction.atomic():
        found = _lock(series, by)
        found.name, found.rules, found.is_public = clean, checked, is_public
        found.save(update_fields=["name", "rules", "is_public"])


def series_remove(*, series: UUID, by: Actor) -> None:
    """Take a series away that was made by mistake. Raises Conflict `series_has_places` once it has results."""
    with transaction.atomic():
        found = _lock(series, by)
        if SeriesPlace.objects.filter(leg__series=found).exists():
            raise Conflict("series_has_places")
        found.delete()


def leg_add(
    *, series: UUID, event: UUID | None = None, name: str = "", held_on: date | None = None, by: Actor, at: datetime,
) -> SeriesLeg:
    """Add a competition at the end: an event of ours, or one elsewhere by its name.

    Raises Invalid at `event` (`unknown_value` for one that may not be added) or `name`; Conflict `too_many_legs`.
    """
    with transaction.atomic():
        found = _lock(series, by)
        held = next((e for e in events_to_add(by, found) if e.uid == event), None) if event is not None else None
        if event is not None and held is None:
            raise Invalid("unknown_value", path="event")
        if found.legs.count() >= MAX_LEGS:
            raise Conflict("too_many_legs")
        usual = "" if held is None else held.competition.name[:LEG_LETTERS]
        last = found.legs.aggregate(last=Max("number"))["last"] or 0
        leg = SeriesLeg.objects.create(
            series=found, number=last + 1, name=name_clean(name or usual, path="name", limit=LEG_LETTERS), event=held,
            held_on=held_on or (held.competition.starts_on if held is not None else None))
        if held is not None:
            _record(held, "series.event_added", leg, {}, by, at)
    return leg


def leg_remove(*, series: UUID, leg: UUID, by: Actor, at: datetime) -> None:
    """Take a competition out of the series, with its places."""
    with transaction.atomic():
        found = _leg(_lock(series, by), leg)
        if found.event is not None:
            _record(found.event, "series.event_removed", found, {}, by, at)
        found.delete()


def leg_take(*, series: UUID, leg: UUID, by: Actor, at: datetime) -> int:
    """Take the places from the event as they stand now, in place of those taken before. Returns how many.

    Raises Conflict `no_event` for a competition elsewhere, `event_open` while something is still to be approved;
    NotFound when its competition is not one that the actor may see (any more).
    """
    with transaction.atomic():
        found = _leg(_lock(series, by), leg)
        if found.event is None:
            raise Conflict("no_event")
        if not competitions_visible_to(by).filter(pk=found.event.competition_id).exists():
            raise NotFound(kind="competition")
        if not is_played_out(found.event):
            raise Conflict("event_open")
        rows = [
            SeriesPlace(
                leg=found, person=item.person, place=item.place, clears=item.clears, class_name=item.class_name,
                points=round(Decimal(item.points.numerator) / Decimal(item.points.denominator), 2))
            for item in event_places(found.event)]
        _store(found, rows, at)
        _record(found.event, "series.taken", found, {"places": len(rows)}, by, at)
    return len(rows)


def leg_type(*, series: UUID, leg: UUID, places: Sequence[TypedPlace], by: Actor, at: datetime) -> int:
    """Set the places of a competition elsewhere, in place of those set before; all or nothing. Returns how many.

    Raises Conflict `has_event` for an event of ours; Invalid at `places` with the line: `twice`, `out_of_range`, and as
    a form of entries.
    """
    with transaction.atomic():
        found = _leg(_lock(series, by), leg)
        if found.event is not None:
            raise Conflict("has_event")
        if len(places) > MAX_ROWS:
            raise Invalid("too_many_rows", path="places", limit=MAX_ROWS)
        people_lock()
        seen: dict[int, int] = {}
        rows = [_typed(found, typed, line, seen) for line, typed in enumerate(places, 1)]
        _store(found, rows, at)
    return len(rows)


def _typed(leg: SeriesLeg, typed: TypedPlace, line: int, seen: dict[int, int]) -> SeriesPlace:
    if not 1 <= typed.place <= MAX_ROWS or not 0 <= typed.clears <= MAX_ROWS or not 0 <= typed.points <= MAX_ROWS:
        raise Invalid("out_of_range", path="places", line=line, minimum=1, maximum=MAX_ROWS)
    person: Person = person_get_or_create(typed.entrant)
    if seen.setdefault(person.pk, line) != line:
        raise Invalid("name_twice", path="places", line=seen[person.pk])
    return SeriesPlace(
        leg=leg, person=person, place=typed.place, points=typed.points, clears=typed.clears,
        class_name=typed.entrant.class_name)


def _store(leg: SeriesLeg, rows: Sequence[SeriesPlace], at: datetime) -> None:
    leg.places.all().delete()
    SeriesPlace.objects.bulk_create(rows)
    leg.taken_at = at
    leg.save(update_fields=["taken_at"])


def _record(event: Event, kind: str, leg: SeriesLeg, facts: dict[str, Any], by: Actor, at: datetime) -> None:
    """What a series does with an event stands in the log of its competition, where it is done by one of its officials.

    Anybody's series may count a public competition: what strangers do with their own does not fill its log.
    """
    competition = event.competition
    if by.role_in(competition.uid) is None:
        return
    decision_record(
        competition, kind=kind, subject=event.uid, by=by, at=at, facts={"series": str(leg.series.uid), **facts})
    outbox_add("event.changed", competition=competition.uid, event=event.uid)


def _lock(uid: UUID, by: Actor) -> Series:
    """Lock a series that one may change. Raises NotFound, also for somebody else's."""
    found = series_owned_by(by).select_for_update(of=("self",)).filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="series")
    return found


def _leg(series: Series, uid: UUID) -> SeriesLeg:
    found = series.legs.select_for_update(of=("self",)).select_related("event__competition").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="leg")
    found.series = series
    return found
