"""Who is level at the end: a play-off held or taken back, the chief's order decided or taken back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.common.errors import Invalid
from competitions.selectors.actors import actor
from competitions.selectors.visibility import event_in
from competitions.services.play_offs import order_decide, order_withdraw, play_off_drop, play_off_hold
from refereeing.selectors.panel_draw import stage_in

from .forms import OrderForm, ReopenForm, RoundForm, StageForm, sent
from .frame import back, panel_view

MOST = 64


def entries_sent(request: HttpRequest) -> list[UUID]:
    """The entrants that a form sent, in its order. Raises Invalid for what is no address."""
    try:
        return [UUID(value) for value in request.POST.getlist("entry")[:MOST]]
    except ValueError:
        raise Invalid("bad_field", path="entry") from None


@panel_view("POST")
def hold(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    stage = stage_in(event, sent(StageForm, request)["stage"])
    stored = play_off_hold(stage_uid=stage.uid, entries=entries_sent(request), by=actor(request), at=timezone.now())
    messages.success(request, ngettext(
        "The play-off is drawn: %(count)s round. Give it a table and call it.",
        "The play-off is drawn: %(count)s rounds. Give them tables and call them.", len(stored)) % {
            "count": len(stored)})
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def drop(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(RoundForm, request)
    play_off_drop(
        stage_uid=stage_in(event, given["stage"]).uid, number=given["seen"], by=actor(request), at=timezone.now())
    messages.success(request, _("The play-off is taken back."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def decide(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(ReopenForm, request)
    order_decide(
        stage_uid=stage_in(event, given["stage"]).uid, entries=entries_sent(request), reason=given["reason"],
        by=actor(request), at=timezone.now())
    messages.success(request, _("Decided. The table shows it with the reason."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def withdraw(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(OrderForm, request)
    order_withdraw(
        stage_uid=stage_in(event, given["stage"]).uid, order_uid=given["order"], by=actor(request), at=timezone.now())
    messages.success(request, _("The decision is taken back."))
    return back(request, "draw", slug=competition.slug, event_slug=event.slug)
