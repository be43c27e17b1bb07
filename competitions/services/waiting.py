"""Places of an event: an entry is made, and when one is free the next of the waiting list moves up."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from competitions.common.actors import SYSTEM, Actor
from competitions.common.errors import Invalid
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.names import name_key
from competitions.formats.pairs import pair_rating
from competitions.models import Application, Entry, Event, Person, Registration
from competitions.selectors.entries import event_is_started, next_number
from competitions.selectors.registrations import places_taken
from competitions.workflow import ApplicationMove, ApplicationState, next_application_state

from .audit import decision_record
from .merged_people import as_kept
from .outbox import outbox_add
from .pair_members import at_place, members_write, pair_club, refuse_people
from .people import PeopleIndex, club_get_or_create, people_lock, person_write

FIELDS = ("name", "sex", "born", "club", "licence")
PARTNER_FIELDS = ("partner", "partner_sex", "partner_born", "partner_club", "partner_licence")
"""What is asked about each player of an application."""


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

    None when it cannot be made, also for somebody whom the secretary has entered meanwhile: the application is then
    declined, so that it holds up nobody.
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
    """A new entry. One that the secretary has made of the same name is never tied to it: whoever typed that name into
    the form would have the link that takes it off the list. Raises Invalid, `already_entered` there."""
    if event.kind == Event.Kind.DOUBLES:
        return _pair_of(application, event)
    entrant = pair_of_application(application).players()[0]
    person = stranger_or_known(entrant)
    if Entry.objects.filter(Q(person=person) | Q(person__name_key=application.name_key), event=event).exists():
        raise Invalid("already_entered", path="name", name=application.name)
    return Entry.objects.create(
        event=event, person=person, club=club_get_or_create(entrant.club) or person.club, number=next_number(event),
        rating=person.rating, class_name=application.class_name)


def _pair_of(application: Application, event: Event) -> Entry:
    given = pair_of_application(application).players()
    people = [at_place(place, stranger_or_known, player) for place, player in enumerate(given)]
    for person, player in zip(people, given, strict=True):
        # For the rules of this event alone: what is known of people is not changed here.
        person.sex = person.sex or player.sex
    refuse_people(event, people, None)
    entry = Entry.objects.create(
        event=event, number=next_number(event), class_name=application.class_name, club=pair_club(people),
        rating=pair_rating([person.rating for person in people]))
    members_write(entry, people)
    return entry


class _Tried(Exception):
    """Takes back what was made only to see whether it can be made."""


def application_try(application: Application) -> None:
    """Whether an entry could be made of it: raises Invalid with the field if not. Nothing stays of the try."""
    people_lock()
    try:
        with transaction.atomic():
            _entry_of(application, application.event)
            raise _Tried
    except _Tried:
        return


def stranger_or_known(entrant: Entrant) -> Person:
    """The person whom a public form means. What is known of people is not changed by what a passer-by types.

    Nor does he take a licence that nobody has yet: it is his claim until somebody has seen it at the door.
    Raises Invalid `licence_of_another` without telling whose it is.
    """
    entrant, = as_kept([entrant])
    try:
        found = PeopleIndex([entrant]).find(entrant)
    except Invalid:
        raise Invalid("licence_of_another", path="licence") from None
    if found is None:
        return person_write(None, replace(entrant, licence=""), club_get_or_create(entrant.club))
    if found.name_key != name_key(entrant.name):
        raise Invalid("licence_of_another", path="licence")
    return found


def pair_of_application(application: Application) -> PairEntrant:
    """What was sent, as lists and forms have it; without a partner for one who plays alone."""
    return PairEntrant(
        class_name=application.class_name,
        **{name: getattr(application, name) for name in (*FIELDS, *PARTNER_FIELDS)})


def application_end(application: Application, move: ApplicationMove) -> None:
    """Withdrawn or declined: of the person nothing but the name is kept."""
    application.state = next_application_state(ApplicationState(application.state), move)
    for name in ("club", "sex", "licence", "class_name", "source", "partner_club", "partner_sex", "partner_licence"):
        setattr(application, name, "")
    application.born = application.partner_born = None
    application.save()


def application_of_entry_ends(entry: Entry) -> None:
    """An entry that goes off the list takes its application along. Call inside a transaction, before the entry goes."""
    found = Application.objects.select_for_update().filter(entry=entry).first()
    if found is not None:
        application_end(found, ApplicationMove.DECLINE)
