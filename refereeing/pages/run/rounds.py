"""A round: its matches with tables, given all at once or one by hand; calling one or the whole round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.selectors.actors import actor
from competitions.selectors.teams import is_of_teams
from competitions.selectors.visibility import event_in
from competitions.services.tables import tables_assign
from refereeing.selectors.panel_draw import stage_in
from refereeing.selectors.panel_rounds import round_view, round_wanted
from refereeing.selectors.panel_teams import team_round
from refereeing.services.desk_rounds import round_call

from .forms import StageForm, sent
from .frame import back, page, panel_view


@panel_view("GET")
def rounds(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/rounds/`: to the round in play, or to the draw while there is none."""
    event = event_in(competition, event_slug)
    number = round_wanted(event)
    name, more = ("run:round", {"number": number}) if number else ("run:draw", {})
    return HttpResponseRedirect(reverse(name, kwargs={"slug": competition.slug, "event_slug": event.slug, **more}))


@panel_view("GET")
def shown(request: HttpRequest, competition: Any, event_slug: str, number: int) -> HttpResponse:
    """`<event>/rounds/<number>/`: stays on this round, whatever is played meanwhile."""
    event = event_in(competition, event_slug)
    if is_of_teams(event):
        return page(request, competition, "team_round", {
            "event": event, "view": team_round(event, number)}, here="rounds")
    return page(request, competition, "round", {
        "event": event, "view": round_view(event, number, timezone.now()),
    }, here="rounds")


@panel_view("POST")
def assign(request: HttpRequest, competition: Any, event_slug: str, number: int) -> HttpResponse:
    event = event_in(competition, event_slug)
    stage = stage_in(event, sent(StageForm, request)["stage"])
    placed = tables_assign(stage_uid=stage.uid, by=actor(request), at=timezone.now())
    messages.success(request, ngettext(
        "%(count)s match has a table.", "%(count)s matches have a table.", placed) % {"count": placed})
    return back(request, "round", slug=competition.slug, event_slug=event.slug, number=number)


@panel_view("POST")
def call(request: HttpRequest, competition: Any, event_slug: str, number: int) -> HttpResponse:
    event = event_in(competition, event_slug)
    stage = stage_in(event, sent(StageForm, request)["stage"])
    done = round_call(stage_uid=stage.uid, number=number, by=actor(request), at=timezone.now())
    messages.success(request, _("Called: %(called)s. Waiting for a table or a player: %(waiting)s.") % {
        "called": done.called, "waiting": done.waiting})
    return back(request, "round", slug=competition.slug, event_slug=event.slug, number=number)
