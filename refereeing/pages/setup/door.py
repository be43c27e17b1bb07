"""At the door: presence, fee and licence by one tap each, the sums for the treasurer, and the same list on paper."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone

from competitions.common.actors import Action
from competitions.selectors.actors import actor
from competitions.selectors.door import door_view
from competitions.selectors.entries import entry_line
from competitions.selectors.visibility import event_in
from competitions.services.door import TICKS, door_tick
from refereeing.pages.run.forms import sent
from refereeing.pages.run.refusals import is_script
from refereeing.services.documents.door import door_sheet

from .frame import page, panel_view


class TickForm(forms.Form):
    """One thing settled with one entrant."""

    entry = forms.UUIDField()
    what = forms.ChoiceField(choices=[(tick, "") for tick in TICKS])


@panel_view("GET", action=Action.EDIT_ENTRIES)
def door(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/door/`."""
    event = event_in(competition, event_slug)
    return page(request, "door", {
        "event": event, "view": door_view(event), "live_version": getattr(request, "live_version", None),
    }, competition=competition, here="door")


@panel_view("POST", action=Action.EDIT_ENTRIES)
def tick(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/door/tick/`: for the script an answer, for a browser without one the list again."""
    event = event_in(competition, event_slug)
    given = sent(TickForm, request)
    line = entry_line(event, given["entry"])
    door_tick(entry=line.uid, what=given["what"], by=actor(request), at=timezone.now())
    if is_script(request):
        return JsonResponse({"result": "done"})
    return HttpResponseRedirect(f"{reverse('setup:door', args=[competition.slug, event.slug])}#e-{line.number}")


@panel_view("GET", action=Action.EDIT_ENTRIES)
def sheet(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/door/list.pdf`: with boxes for a pen."""
    event = event_in(competition, event_slug)
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else str(competition.language)
    return HttpResponse(door_sheet(event, language=language), content_type="application/pdf", headers={
        "Content-Disposition": 'inline; filename="door.pdf"'})
