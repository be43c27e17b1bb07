"""The public entry form from the office's side: when it is open, for how many, and who waits for a place."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from competitions.common.actors import Action
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.regulations import regulations_from
from competitions.selectors.actors import actor
from competitions.selectors.people import club_names
from competitions.selectors.registrations import application_in, registration_view, waiting_lines
from competitions.selectors.visibility import event_in
from competitions.services.registrations import (
    MAX_PLACES,
    NOTE_LETTERS,
    RegistrationFacts,
    application_accept,
    application_change,
    application_decline,
    registration_set,
)
from refereeing.pages.run.address import base_url, qr_svg

from .forms import PairForm
from .frame import PanelForm, go, page, panel_view, sent


class MomentInput(forms.DateTimeInput):
    """The browser's own calendar with a clock."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class RegistrationForm(PanelForm):
    """When the form is open, in the time of the hall, and for how many."""

    opens_at = forms.DateTimeField(
        label=_("Opens"), required=False, widget=MomentInput(), help_text=_("Left empty: at once."))
    closes_at = forms.DateTimeField(label=_("Closes"), widget=MomentInput())
    places = forms.IntegerField(
        label=_("Places"), required=False, min_value=1, max_value=MAX_PLACES,
        help_text=_("Who comes after them waits in order. Left empty: no limit."))
    note = forms.CharField(
        label=_("Note on the form"), required=False, max_length=NOTE_LETTERS,
        widget=forms.Textarea({"rows": 3}), help_text=_("For example where the fee is paid."))

    def facts(self) -> RegistrationFacts:
        return RegistrationFacts(**{name: self.cleaned_data[name] for name in RegistrationForm.base_fields})


class ApplicationForm(PairForm):
    """What somebody who waits has sent; ratings and seeds come with the entry."""

    def __init__(self, *args: Any, is_pair: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in list(self.fields):
            if name in ("rating", "seed", "partner_rating", "other_people") or (
                    name.startswith("partner") and not is_pair):
                del self.fields[name]

    def entrant(self) -> Entrant:
        return PairEntrant(**self.cleaned_data)


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def registration(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/registration/`."""
    event = event_in(competition, event_slug)
    view = registration_view(event, timezone.now())
    known = {} if view is None else {
        name: getattr(view.registration, name) for name in RegistrationForm.base_fields}
    form = RegistrationForm(sent(request), initial=known)
    if request.method == "POST" and form.run(lambda _data: registration_set(
            event=event.uid, facts=form.facts(), by=actor(request), at=timezone.now())):
        messages.success(request, gettext("Saved."))
        if form.result:
            messages.success(request, ngettext(
                "%(count)s has moved up from the waiting list.", "%(count)s have moved up from the waiting list.",
                form.result) % {"count": form.result})
        return go("registration", competition.slug, event.slug)
    link = base_url(request) + reverse("public:enter", args=[competition.slug, event.slug])
    return page(request, "registration", {
        "event": event, "form": form, "view": view, "waiting": waiting_lines(event),
        "link": link, "qr": qr_svg(link) if view is not None else "",
    }, competition=competition, here="entries")


@panel_view("POST", action=Action.EDIT_ENTRIES)
def accept(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """Off the waiting list and in, beyond the number of places if need be."""
    event = event_in(competition, event_slug)
    entry = application_accept(event=event.uid, application=uid, by=actor(request), at=timezone.now())
    messages.success(request, gettext("%(number)s. %(name)s is entered.") % {"number": entry.number, "name": entry})
    return go("registration", competition.slug, event.slug)


@panel_view("POST", action=Action.EDIT_ENTRIES)
def decline(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """Off the waiting list."""
    event = event_in(competition, event_slug)
    application_decline(event=event.uid, application=uid, by=actor(request), at=timezone.now())
    messages.success(request, gettext("Off the waiting list."))
    return go("registration", competition.slug, event.slug)


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def application(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """`<event>/registration/<uid>/`: mend what somebody who waits has sent."""
    event = event_in(competition, event_slug)
    found = application_in(event, uid)
    known = {name: getattr(found, name) for name in PairForm.base_fields if hasattr(found, name)}
    form = ApplicationForm(sent(request), initial=known, is_pair=event.kind == "doubles")
    if request.method == "POST" and form.run(lambda _data: application_change(
            event=event.uid, application=uid, entrant=form.entrant(), by=actor(request), at=timezone.now())):
        messages.success(request, gettext("Saved."))
        return go("registration", competition.slug, event.slug)
    return page(request, "application", {
        "event": event, "form": form, "application": found, "clubs": club_names(),
        "classes": regulations_from(event.regulations).classes,
    }, competition=competition, here="entries")
