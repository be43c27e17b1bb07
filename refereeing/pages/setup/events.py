"""A new event, and the regulations of an event."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.actors import Action
from competitions.formats.regulations import PRESETS, regulations_from
from competitions.selectors.actors import actor
from competitions.selectors.entries import KIND_LABELS, event_is_started, is_doubles
from competitions.selectors.visibility import event_in
from competitions.services.competitions import event_create, event_rename
from competitions.services.regulations import regulations_change

from .frame import go, page, panel_view, sent
from .regulation_forms import EVENT_KINDS, EventForm, RegulationsChangeForm, preset_choices

FIRST_PRESET = next(iter(PRESETS))


@panel_view("GET", "POST", action=Action.EDIT_REGULATIONS)
def event_new(request: HttpRequest, competition: Any) -> HttpResponse:
    """`events/new/?preset=…&kind=…`: every setting of the preset is shown and can be changed; so can the kind."""
    asked = request.POST or request.GET
    wanted = asked.get("preset", FIRST_PRESET)
    preset = wanted if wanted in PRESETS else FIRST_PRESET
    kind = asked.get("kind", "")
    is_teams = PRESETS[preset].regulations.teams is not None
    kind = kind if kind in EVENT_KINDS and not is_teams else PRESETS[preset].kind
    form = EventForm(
        sent(request), regulations=PRESETS[preset].regulations,
        initial={"preset": preset, "kind": kind, "name": request.GET.get("name", "")[:120]})
    if request.method == "POST" and form.run(lambda data: event_create(
            competition=competition.uid, name=data["name"], kind=kind, preset=data["preset"],
            regulations=form.settings(), by=actor(request), at=timezone.now())):
        messages.success(request, _("The event is made. Now enter the players."))
        return go("teams" if is_teams else "import", competition.slug, form.result.slug)
    return page(request, "event_new", {
        "form": form, "presets": preset_choices(), "preset": preset, "kind": kind,
        "kinds": [] if is_teams else [(key, KIND_LABELS[key]) for key in EVENT_KINDS], "is_doubles": kind == "doubles",
    }, competition=competition, here="settings")


@panel_view("GET", "POST", action=Action.EDIT_REGULATIONS)
def regulations(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/regulations/`."""
    event = event_in(competition, event_slug)
    form = RegulationsChangeForm(
        sent(request), regulations=regulations_from(event.regulations), initial={"name": event.name})
    if request.method == "POST" and form.run(lambda data: _change(request, event, form)):
        messages.success(
            request, _("Saved. The change is recorded with your name.") if form.result else _("Nothing was changed."))
        return go("regulations", competition.slug, event.slug)
    return page(request, "regulations", {
        "form": form, "event": event, "is_started": event_is_started(event), "is_doubles": is_doubles(event),
    }, competition=competition, here="regulations")


def _change(request: HttpRequest, event: Any, form: RegulationsChangeForm) -> bool:
    """Whether anything has changed."""
    by, at = actor(request), timezone.now()
    changed = regulations_change(
        event=event.uid, settings=form.settings(), reason=form.cleaned_data["reason"], by=by, at=at)
    return event_rename(event=event.uid, name=form.cleaned_data["name"], by=by, at=at) or bool(changed)
