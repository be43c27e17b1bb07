"""The public entry form: offered by the secretary, filled in by anybody, withdrawn by who has the private link."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q
from django.utils.crypto import salted_hmac

from competitions.common.actors import SPECTATOR, Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound, TooMany
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.names import name_key, text_clean
from competitions.models import Application, Entry, Event, Registration
from competitions.selectors.entries import event_is_started, has_drawn_or_played
from competitions.selectors.registrations import (
    OPEN,
    application_of,
    places_taken,
    registration_state,
)
from competitions.selectors.visibility import competitions_visible_to, require
from competitions.workflow import ApplicationMove, ApplicationState, EntryMove, EntryState, next_entry_state

from .audit import decision_record
from .competitions import event_lock
from .entries import entrant_checked
from .outbox import outbox_add
from .pair_members import at_place
from .waiting import FIELDS, PARTNER_FIELDS, application_end, application_enter, application_try, places_fill

NOTE_LETTERS = 500
MAX_PLACES = 5_000
MAX_WAITING = 500
# A club's secretary enters a bus from one telephone; a program that fills the list is stopped.
MINUTES, OF_ONE, OF_ALL = 10, 30, 300
SENT_AGAIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationFacts:
    """What is asked about the form. `places` None: as many as come."""

    closes_at: datetime
    opens_at: datetime | None = None
    places: int | None = None
    note: str = ""


def registration_set(*, event: UUID, facts: RegistrationFacts, by: Actor, at: datetime) -> int:
    """Offer the form, or change it; who waits moves up where places have become free. Returns how many did.

    Raises Invalid with the field as `path`: `opens_late`, `out_of_range`; Conflict `form_no_teams`.
    """
    if facts.opens_at is not None and facts.opens_at >= facts.closes_at:
        raise Invalid("opens_late", path="closes_at")
    if facts.places is not None and not 1 <= facts.places <= MAX_PLACES:
        raise Invalid("out_of_range", path="places", minimum=1, maximum=MAX_PLACES)
    note = text_clean(facts.note, path="note", limit=NOTE_LETTERS)
    with transaction.atomic():
        held = event_lock(event)
        require(by, Action.EDIT_ENTRIES, held.competition)
        if held.kind == Event.Kind.TEAMS:
            raise Conflict("form_no_teams")
        if held.part_of_id is not None:
            raise Conflict("part_of_teams")
        Registration.objects.update_or_create(event=held, defaults={
            "opens_at": facts.opens_at, "closes_at": facts.closes_at, "places": facts.places, "note": note})
        decision_record(held.competition, kind="registration.set", subject=held.uid, by=by, at=at, facts={
            "opens": facts.opens_at and facts.opens_at.isoformat(), "closes": facts.closes_at.isoformat(),
            "places": facts.places})
        outbox_add("entries.changed", competition=held.competition.uid, event=held.uid)
        return places_fill(held, at=at)


def application_make(
    *, event: UUID, uid: UUID, entrant: Entrant, address: str, by: Actor, at: datetime,
) -> Application:
    """Enter somebody by the public form: a place while there is one, else the end of the waiting list.

    The same again gives the same application, as long as one sends a form twice. Raises NotFound where nothing is
    offered, Conflict `form_used`, `registration_closed` or `list_full`, TooMany, Invalid with the field as `path`.
    """
    with transaction.atomic():
        held = event_lock(event)
        if not competitions_visible_to(by).filter(pk=held.competition.pk).exists():
            raise NotFound(kind="event")
        registration = Registration.objects.filter(event=held).first()
        if registration is None:
            raise NotFound(kind="registration")
        known = Application.objects.filter(uid=uid).first()
        if known is not None:
            return _sent_again(known, entrant, held, at)
        if registration_state(held, registration, at) != OPEN:
            raise Conflict("registration_closed")
        source = _source(address)
        _refuse_floods(held, source, at)
        clean = _checked(entrant, held, at)
        _refuse_twice(held, clean)
        application = _store(held, uid, clean, source, at)
        application_try(application)
        _place(application, registration, at)
    return application


def _sent_again(known: Application, entrant: Entrant, event: Event, at: datetime) -> Application:
    """The application that this form has made already: its answer was lost, or the button was pressed twice.

    Whoever gets it gets its private link along. So the id alone does not do: the rest must be the same too, and soon.
    """
    if known.event_id != event.pk or at - known.created_at > SENT_AGAIN:
        raise Conflict("form_used")
    said = _values(_checked(entrant, event, at))
    if any(getattr(known, name) != value for name, value in said.items()):
        raise Conflict("form_used")
    return known


def _checked(entrant: Entrant, event: Event, at: datetime) -> PairEntrant:
    """What was sent, with clean texts, for singles as a pair without a partner. Raises Invalid with the field."""
    sent = entrant if isinstance(entrant, PairEntrant) and event.kind == Event.Kind.DOUBLES else None
    first, *rest = (PairEntrant(**asdict(entrant)) if sent is None else sent).players()
    alone = entrant_checked(replace(first, class_name=entrant.class_name), event, at)
    known = {name: getattr(alone, name) for name in (*FIELDS, "class_name")}
    for partner in rest:
        clean = at_place(1, entrant_checked, partner, event, at)
        known |= {"partner": clean.name} | {
            f"partner_{name}": getattr(clean, name) for name in FIELDS if name != "name"}
    return PairEntrant(**known)


def _store(event: Event, uid: UUID, clean: PairEntrant, source: str, at: datetime) -> Application:
    last = Application.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    application = Application.objects.create(
        uid=uid, event=event, number=last + 1, source=source, state=ApplicationState.WAITING, created_at=at,
        **_values(clean))
    decision_record(
        event.competition, kind="application.made", subject=uid, facts={"event": str(event.uid)}, by=SPECTATOR, at=at)
    outbox_add("entries.changed", competition=event.competition.uid, event=event.uid)
    return application


def _values(clean: PairEntrant) -> dict[str, Any]:
    """What was sent, by model field."""
    said = {name: getattr(clean, name) for name in (*FIELDS, *PARTNER_FIELDS, "class_name")}
    return {**said, "name_key": name_key(clean.name), "partner_key": name_key(clean.partner) if clean.partner else ""}


def _place(application: Application, registration: Registration, at: datetime) -> None:
    """Enter a new application where a place is free and nobody waits for it."""
    event = application.event
    waiting = Application.objects.filter(event=event, state=ApplicationState.WAITING)
    if waiting.exclude(pk=application.pk).exists():
        return
    if registration.places is not None and places_taken(event) >= registration.places:
        return
    application_enter(application, by=SPECTATOR, at=at)


def _refuse_twice(event: Event, clean: PairEntrant, mine: Application | None = None) -> None:
    """Nobody stands on the list or waits twice, in whatever pair."""
    waiting = Application.objects.filter(event=event, state=ApplicationState.WAITING)
    if mine is not None:
        waiting = waiting.exclude(pk=mine.pk)
    for path, name in (("name", clean.name), ("partner", clean.partner)):
        if not name:
            continue
        key = name_key(name)
        is_entered = Entry.objects.filter(event=event).filter(
            Q(person__name_key=key) | Q(members__person__name_key=key)).exists()
        if is_entered or waiting.filter(Q(name_key=key) | Q(partner_key=key)).exists():
            raise Invalid("name_taken", path=path, name=name)


def _source(address: str) -> str:
    return salted_hmac("novuss.source", address, algorithm="sha256").hexdigest()[:40]


def _refuse_floods(event: Event, source: str, at: datetime) -> None:
    """Counted in the database, under the lock of the event: several at once cannot outrun the count."""
    Application.objects.filter(created_at__lt=at - timedelta(days=1)).exclude(source="").update(source="")
    recent = Application.objects.filter(created_at__gt=at - timedelta(minutes=MINUTES))
    if recent.filter(source=source).count() >= OF_ONE or recent.filter(event=event).count() >= OF_ALL:
        raise TooMany(retry_after=MINUTES * 60)
    if Application.objects.filter(event=event, state=ApplicationState.WAITING).count() >= MAX_WAITING:
        raise Conflict("list_full")


def application_withdraw(*, uid: UUID, key: str, at: datetime) -> None:
    """Withdraw by the private link; the next of the waiting list moves up. Doing it again changes nothing.

    Raises NotFound for a wrong link, Conflict `draw_locked` once the draw is.
    """
    event = application_of(uid, key).event
    with transaction.atomic():
        held = event_lock(event.uid)
        # The rows of event and competition are not locked along: the competition's comes before the event's elsewhere.
        found = Application.objects.select_for_update(of=("self",)).select_related("event__competition").get(uid=uid)
        if event_is_started(held):
            raise Conflict("draw_locked")
        if found.state not in (ApplicationState.WAITING, ApplicationState.ENTERED):
            return
        entry = Entry.objects.filter(application=found).select_related("event__competition").first()
        application_end(found, ApplicationMove.WITHDRAW)
        if entry is not None:
            _take_off(entry, found)
        decision_record(
            held.competition, kind="application.withdrawn", subject=uid, facts={"event": str(held.uid)}, by=SPECTATOR,
            at=at)
        outbox_add("entries.changed", competition=held.competition.uid, event=held.uid)
        places_fill(held, at=at)


def _take_off(entry: Entry, application: Application) -> None:
    """The entry goes; one that stands in a draw or has been dealt with at the door stays to be read, as withdrawn."""
    if entry.state == EntryState.ENTERED and not has_drawn_or_played(entry) and not hasattr(entry, "door"):
        application.entry = None
        entry.delete()
        return
    if entry.state not in (EntryState.WITHDRAWN, EntryState.EXCLUDED):
        entry.state = next_entry_state(EntryState(entry.state), EntryMove.WITHDRAW)
        entry.save(update_fields=["state"])


def application_accept(*, event: UUID, application: UUID, by: Actor, at: datetime) -> Entry:
    """Give somebody who waits an entry, beyond the number of places and out of turn if need be.

    Raises NotFound, IllegalMove for one who waits no longer, Conflict `application_unfit` when no entry can be made.
    """
    with transaction.atomic():
        found = _waiting(event, application, by)
        entry = application_enter(found, by=by, at=at)
        if entry is None:
            raise Conflict("application_unfit")
    return entry


def application_decline(*, event: UUID, application: UUID, by: Actor, at: datetime) -> None:
    """Take somebody off the waiting list. Raises NotFound, IllegalMove for one who waits no longer."""
    with transaction.atomic():
        found = _waiting(event, application, by)
        application_end(found, ApplicationMove.DECLINE)
        competition = found.event.competition
        decision_record(
            competition, kind="application.declined", subject=found.uid, facts={"event": str(event)}, by=by, at=at)
        outbox_add("entries.changed", competition=competition.uid, event=event)


def application_change(*, event: UUID, application: UUID, entrant: Entrant, by: Actor, at: datetime) -> None:
    """Mend what somebody who waits has sent. Raises as `application_make`."""
    with transaction.atomic():
        found = _waiting(event, application, by)
        clean = _checked(entrant, found.event, at)
        _refuse_twice(found.event, clean, found)
        for name, value in _values(clean).items():
            setattr(found, name, value)
        found.save()
        application_try(found)
        competition = found.event.competition
        decision_record(
            competition, kind="application.changed", subject=found.uid, facts={"event": str(event)}, by=by, at=at)
        outbox_add("entries.changed", competition=competition.uid, event=event)


def _waiting(event: UUID, application: UUID, by: Actor) -> Application:
    """Lock the event, then one who waits for it. Raises NotFound, Conflict `not_waiting`."""
    held = event_lock(event)
    require(by, Action.EDIT_ENTRIES, held.competition)
    found = Application.objects.select_for_update().filter(event=held, uid=application).first()
    if found is None:
        raise NotFound(kind="application")
    if found.state != ApplicationState.WAITING:
        raise Conflict("not_waiting")
    found.event = held
    return found
