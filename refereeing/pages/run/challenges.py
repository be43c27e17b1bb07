"""A ranking list on the panel: who may challenge whom; challenges recorded, answered, taken back; newcomers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.errors import NotFound
from competitions.selectors.actors import actor
from competitions.selectors.visibility import event_in
from competitions.services.ladder import (
    challenge_accept,
    challenge_decline,
    challenge_expire,
    challenge_make,
    challenge_withdraw,
    ladder_join,
)
from refereeing.selectors.panel_draw import stage_in, stage_to_play
from refereeing.selectors.panel_ladder import panel_ladder

from .forms import AnswerForm, ChallengeForm, EntryForm, sent
from .frame import back, page, panel_view


@panel_view("GET")
def shown(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/challenges/`: the list with its challenges."""
    event = event_in(competition, event_slug)
    stage = stage_to_play(event)
    if stage is None or stage.system != "ranking_list":
        raise NotFound(kind="stage")
    return page(request, competition, "challenges", {
        "event": event, "stage": stage, "now": timezone.now(), "view": panel_ladder(stage, timezone.now()),
    }, here="draw")


@panel_view("POST")
def make(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(ChallengeForm, request)
    made = challenge_make(
        stage_uid=stage_in(event, given["stage"]).uid, challenger=given["entry"], challenged=given["other"],
        by=actor(request), at=timezone.now())
    messages.success(request, _("Challenge %(number)s is recorded.") % {"number": made.number})
    return back(request, "challenges", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def answer(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(AnswerForm, request)
    who, at, uid = actor(request), timezone.now(), given["challenge"]
    if given["answer"] == "accept":
        challenge_accept(challenge_uid=uid, by=who, at=at)
        messages.success(request, _("Accepted. Give the match a table and call it."))
    elif given["answer"] == "decline":
        challenge_decline(challenge_uid=uid, by=who, at=at)
        messages.success(request, _("Noted: declined."))
    elif given["answer"] == "expire":
        challenge_expire(challenge_uid=uid, by=who, at=at)
        messages.success(request, _("Noted: no answer in time."))
    else:
        challenge_withdraw(challenge_uid=uid, by=who, at=at)
        messages.success(request, _("The challenge is taken back."))
    return back(request, "challenges", slug=competition.slug, event_slug=event.slug)


@panel_view("POST")
def join(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    event = event_in(competition, event_slug)
    given = sent(EntryForm, request)
    added = ladder_join(
        stage_uid=stage_in(event, given["stage"]).uid, entry_uid=given["entry"], by=actor(request), at=timezone.now())
    messages.success(request, _("%(name)s stands at the end of the list.") % {"name": added.entry})
    return back(request, "challenges", slug=competition.slug, event_slug=event.slug)
