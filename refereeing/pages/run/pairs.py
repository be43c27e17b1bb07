"""A Swiss round by hand: the page with the pairs, and those left over by a no-show paired in one go."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.errors import Invalid
from competitions.selectors.actors import actor
from competitions.selectors.visibility import event_in
from competitions.services.swiss_hand import left_over_pair, pairs_proposed, round_pairs_set
from refereeing.selectors.pairing_words import objections_told
from refereeing.selectors.panel_draw import panel_facts, stage_in, stage_to_play

from .forms import PairsForm, RepeatsForm, sent
from .frame import back, page, panel_view

MOST = 300


@panel_view("GET", "POST")
def by_hand(request: HttpRequest, competition: Any, event_slug: str, number: int) -> HttpResponse:
    """`<event>/draw/pairs/<number>/`: the next round, or the last one as far as it has not begun."""
    event = event_in(competition, event_slug)
    if request.method == "POST":
        return _set(request, competition, event, number)
    stage = stage_to_play(event)
    if stage is None:
        return back(request, "draw", slug=competition.slug, event_slug=event.slug)
    shown = pairs_proposed(stage, number)
    rows = [(first.uid, second.uid if second else None, begun) for first, second, begun in shown]
    return _page(request, competition, event, stage, number, rows)


def _page(
    request: HttpRequest, competition: Any, event: Any, stage: Any, number: int, rows: list[Any],
    told: list[str] | None = None,
) -> HttpResponse:
    facts = panel_facts(stage)
    placed = {uid for first, second, _begun in rows for uid in (first, second)}
    return page(request, competition, "pairs", {
        "event": event, "stage": stage, "number": number, "rows": [*rows, (None, None, False)], "told": told or [],
        "entrants": [e for e in facts.entrants if not e.is_out], "reason": request.POST.get("reason", ""),
        "absent": [e for e in facts.entrants if e.state == "absent" and e.uid not in placed],
    }, here="draw")


def _set(request: HttpRequest, competition: Any, event: Any, number: int) -> HttpResponse:
    given = sent(PairsForm, request)
    stage = stage_in(event, given["stage"])
    rows = _rows(request)
    done = round_pairs_set(
        stage_uid=stage.uid, number=number, version=given["version"], by=actor(request), at=timezone.now(),
        pairs=[(first, second) for first, second, _begun in rows], reason=given["reason"], confirmed=given["confirmed"])
    if done.round is None:
        stage.event = event
        told = objections_told(done.objections, panel_facts(stage).entrants)
        return _page(request, competition, event, stage, number, rows, told)
    messages.success(request, _("Round %(number)s is paired by hand. It is recorded.") % {"number": number})
    return HttpResponseRedirect(reverse("run:round", kwargs={
        "slug": competition.slug, "event_slug": event.slug, "number": number}))


def _rows(request: HttpRequest) -> list[tuple[UUID, UUID | None, bool]]:
    """The pairs that were chosen; who stands alone in a row is free, an empty row is none."""
    firsts, seconds = request.POST.getlist("first")[:MOST], request.POST.getlist("second")[:MOST]
    if len(firsts) != len(seconds):
        raise Invalid("bad_field", path="pairs")
    try:
        pairs = [[UUID(value) for value in pair if value] for pair in zip(firsts, seconds, strict=True)]
    except ValueError:
        raise Invalid("bad_field", path="pairs") from None
    return [(pair[0], pair[1] if len(pair) > 1 else None, False) for pair in pairs if pair]


@panel_view("POST")
def left_over(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(RepeatsForm, request)
    stage = stage_in(event, given["stage"])
    left_over_pair(
        stage_uid=stage.uid, number=given["seen"], with_repeats=given["with_repeats"], by=actor(request),
        at=timezone.now())
    messages.success(request, _("Who was left over is paired. Give tables and call."))
    return HttpResponseRedirect(reverse("run:round", kwargs={
        "slug": competition.slug, "event_slug": event.slug, "number": given["seen"]}))
