"""The draw: choose the system, draw, look at it, draw again or lock it; a Swiss then goes on round by round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.formats.elimination import PLACES
from competitions.pages.bracket_svg import bracket_list, bracket_svg
from competitions.pages.fragments import whole
from competitions.selectors.actors import actor
from competitions.selectors.bracket_page import places_told
from competitions.selectors.door import door_view
from competitions.selectors.visibility import event_in
from competitions.services.draw_setup import event_draw
from competitions.services.draws import stage_lock
from competitions.services.swiss_rounds import stage_entry_add, swiss_round_discard, swiss_round_draw
from refereeing.selectors.panel_draw import draw_view, stage_in, usual_tie_breaks

from .forms import DrawForm, EntryForm, RepeatsForm, RoundForm, StageForm, VersionForm, sent
from .frame import back, page, panel_view

PROPOSED = ("groups", "legs", "rounds", "places")
"""Options that an address may propose, as the sheet of what fits does; the form shows them, nothing is drawn."""


@panel_view("GET", "POST")
def draw(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/draw/`."""
    event = event_in(competition, event_slug)
    if event.part_of is not None:
        return HttpResponseRedirect(reverse(
            "run:rounds", kwargs={"slug": competition.slug, "event_slug": event.part_of.slug}))
    if request.method == "POST":
        return _drawn(request, competition, event)
    view = draw_view(event)
    options = view.proposed if view.stage is None else {"advance": 2} if view.is_closed else view.stage.options
    proposed = {name: value for name in PROPOSED if (value := whole(request.GET.get(name))) is not None}
    return page(request, competition, "draw", {
        "event": event, "view": view, "options": {**DrawForm.defaults, **options, **proposed},
        "system": request.GET.get("system", view.system),
        "bracket": bracket_svg(view.bracket) if view.bracket is not None else "",
        "bracket_rounds": bracket_list(view.bracket) if view.bracket is not None else "",
        "door": None if view.is_locked else door_view(event).sums,
        "place_choices": [(places, places_told(places)) for places in PLACES],
    }, here="draw")


def _drawn(request: HttpRequest, competition: Any, event: Any) -> HttpResponse:
    given = sent(DrawForm, request)
    stage = event_draw(
        event_uid=event.uid, seen=given["version"], system=given["system"], options=given["options"],
        tie_breaks=_tie_breaks(request, event, given), lot=given["lot"], by=actor(request), at=timezone.now())
    messages.success(request, _("Drawn with the lot “%(lot)s”. Look at it, then lock it.") % {"lot": stage.lot})
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


def _tie_breaks(request: HttpRequest, event: Any, given: dict[str, Any]) -> list[str]:
    """The ticked ones in order. A list that was shown for another system (no script, so it did not follow the choice)
    was not meant: then the regulations' own for this system."""
    if given["tie_breaks_for"] not in ("", given["system"]):
        return usual_tie_breaks(event).get(given["system"], "").split()
    return request.POST.getlist("tie_break")[:20]


@panel_view("POST")
def lock(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    stage = stage_in(event, sent(StageForm, request)["stage"])
    stage_lock(stage_uid=stage.uid, version=sent(VersionForm, request)["version"], by=actor(request), at=timezone.now())
    messages.success(request, _("The draw is locked and public."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def next_round(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(RepeatsForm, request)
    stored = swiss_round_draw(
        stage_uid=stage_in(event, given["stage"]).uid, seen_rounds=given["seen"], with_repeats=given["with_repeats"],
        by=actor(request), at=timezone.now())
    messages.success(request, _("Round %(number)s is drawn.") % {"number": stored.number})
    return HttpResponseRedirect(reverse("run:round", kwargs={
        "slug": competition.slug, "event_slug": event.slug, "number": stored.number}))


@panel_view("POST")
def discard_round(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(RoundForm, request)
    swiss_round_discard(
        stage_uid=stage_in(event, given["stage"]).uid, number=given["seen"], by=actor(request), at=timezone.now())
    messages.success(request, _("Round %(number)s is thrown away.") % {"number": given["seen"]})
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def let_in(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(EntryForm, request)
    added = stage_entry_add(
        stage_uid=stage_in(event, given["stage"]).uid, entry_uid=given["entry"], by=actor(request), at=timezone.now())
    messages.success(request, _("%(name)s plays from round %(number)s on.") % {
        "name": added.entry, "number": added.joined_round})
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)
