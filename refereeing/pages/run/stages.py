"""Stages closed and opened again; places exchanged by hand, a locked draw opened, late entries of a bracket."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.selectors.actors import actor
from competitions.selectors.visibility import event_in
from competitions.services.bracket_edits import late_enter
from competitions.services.draw_edits import places_exchange, stage_unlock
from competitions.services.next_stage import stage_close, stage_reopen
from refereeing.selectors.panel_draw import stage_in

from .forms import EntryForm, ExchangeForm, ReopenForm, StageForm, UnlockForm, sent
from .frame import back, panel_view


@panel_view("POST")
def close(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    stage = stage_in(event, sent(StageForm, request)["stage"])
    stage_close(stage_uid=stage.uid, by=actor(request), at=timezone.now())
    messages.success(request, _("The stage is closed. The next one can be drawn from its places."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def reopen(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(ReopenForm, request)
    stage_reopen(
        stage_uid=stage_in(event, given["stage"]).uid, reason=given["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The stage is open again."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def exchange(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(ExchangeForm, request)
    places_exchange(
        stage_uid=stage_in(event, given["stage"]).uid, version=given["version"], first=given["entry"],
        second=given["other"], by=actor(request), at=timezone.now())
    messages.success(request, _("The two places are exchanged. It is recorded with the draw."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def unlock(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(UnlockForm, request)
    stage_unlock(
        stage_uid=stage_in(event, given["stage"]).uid, version=given["version"], reason=given["reason"],
        by=actor(request), at=timezone.now())
    messages.success(request, _("The draw is open again. Change it, then lock it."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def late(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(EntryForm, request)
    added = late_enter(
        stage_uid=stage_in(event, given["stage"]).uid, entry_uid=given["entry"], by=actor(request), at=timezone.now())
    messages.success(request, _("%(name)s begins in the losers' bracket.") % {"name": added.entry})
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)
