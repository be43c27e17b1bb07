"""Places of an event: an entry is made, and when one is free the next of the waiting list moves up."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from competitions.common.actors import SYSTEM, Actor
from competitions.common.errors import Invalid
from competitions.formats.entry_list import Entrant
from competitions.formats.names import name_key
from competitions.models import Application, Entry, Event, Person, Registration
from competitions.selectors.entries import event_is_started, next_number
from competitions.selectors.registrations import places_taken
from competitions.workflow import ApplicationMove, ApplicationState, next_application_state

from .audit import decision_record
from .outbox import outbox_add
from .people import PeopleIndex, club_get_or_create, people_lock, person_write


def places_fill(event: Event, *, at: datetime) -> int:
    """Let who waits move up while there are free places. Returns how many did; none once a draw is locked.

    Call inside the transaction that has freed a place, with the event locked.
    """
    registration = Registration.objects.filter(event=event).first()
    if registration is None or event_is_started(event):
        return 0
    waiting = Application.objects.select_for_update().filter(event=event, state=ApplicationState.WAITING)
    moved = 0
    for application in waiting.order_by("number"):
        if registration.places is not None and places_taken(event) >= registration.places:
            break
        if application_enter(application, by=SYSTEM, at=at) is not None:
            moved += 1
    return moved


def application_enter(application: Application, *, by: Actor, at: datetime) -> Entry | None:
    """Make the entry of an application, whatever the number of places. Call inside a transaction, the event locked.

    Somebody whom the secretary has entered meanwhile keeps that entry. None when it cannot be made: the application is
    then declined, so that it holds up nobody.
    """
    people_lock()
    event = application.event
    try:
        with transaction.atomic():
            entry = _entry_of(application, event)
    except Invalid:
        application_end(application, ApplicationMove.DECLINE)
        return None
    application.state = next_application_state(ApplicationState(application.state), ApplicationMove.ENTER)
    application.entry = entry
    application.save(update_fields=["state", "entry"])
    decision_record(
        event.competition, kind="application.entered", subject=application.uid, by=by, at=at,
        facts={"event": str(event.uid), "entry": str(entry.uid)})
    outbox_add("entries.changed", competition=event.competition.uid, event=event.uid)
    return entry


def _entry_of(application: Application, event: Event) -> Entry:
    known = Entry.objects.filter(event=event, person__name_key=application.name_key, application__isnull=True).first()
    if known is not None:
        return known
    entrant = entrant_of_application(application)
    person = stranger_or_known(entrant)
    if Entry.objects.filter(event=event, person=person).exists():
        raise Invalid("already_entered", path="name", name=application.name)
    return Entry.objects.create(
        event=event, person=person, club=club_get_or_create(entrant.club) or person.club, number=next_number(event),
        rating=person.rating, class_name=entrant.class_name)


def stranger_or_known(entrant: Entrant) -> Person:
    """The person whom a public form means. What is known of people is not changed by what a passer-by types.

    Raises Invalid `licence_of_another` without telling whose it is.
    """
    try:
        found = PeopleIndex([entrant]).find(entrant)
    except Invalid:
        raise Invalid("licence_of_another", path="licence") from None
    if found is None:
        return person_write(None, entrant, club_get_or_create(entrant.club))
    if found.name_key != name_key(entrant.name):
        raise Invalid("licence_of_another", path="licence")
    return found


def entrant_of_application(application: Application) -> Entrant:
    """What was sent, as lists and forms have it."""
    return Entrant(
        name=application.name, sex=application.sex, born=application.born, club=application.club,
        licence=application.licence, class_name=application.class_name)


def application_end(application: Application, move: ApplicationMove) -> None:
    """Withdrawn or declined: of the person nothing but the name is kept."""
    application.state = next_application_state(ApplicationState(application.state), move)
    application.club = application.sex = application.licence = application.class_name = application.source = ""
    application.born = None
    application.save()


def application_of_entry_ends(entry: Entry) -> None:
    """An entry that goes off the list takes its application along. Call inside a transaction, before the entry goes."""
    found = Application.objects.select_for_update().filter(entry=entry).first()
    if found is not None:
        application_end(found, ApplicationMove.DECLINE)
