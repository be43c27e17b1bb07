"""Disputed strokes in the panel: the list, and one with its rulings, its evidence and its replay.

The board and the replay are the script's (`data-dispute-app`); what is decided is a form and works without it.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from competitions.common.errors import Invalid
from competitions.selectors.actors import actor
from refereeing.selectors.dispute_words import decision_words
from refereeing.selectors.panel import match_row
from refereeing.selectors.panel_disputes import dispute_page, dispute_rows
from refereeing.services.disputes import dispute_open, dispute_withdraw, ruling_give
from refereeing.services.replays import replay_publish

from .forms import DisputeForm, PublishForm, ReasonForm, RulingForm, sent
from .frame import back, page, panel_view

MOST_CLAUSES = 20


@panel_view("GET")
def disputes(request: HttpRequest, competition: Any) -> HttpResponse:
    """`disputes/`."""
    return page(request, competition, "disputes", {"rows": dispute_rows(competition, actor(request))}, here="disputes")


@panel_view("GET")
def dispute(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`disputes/<uid>/`."""
    found = dispute_page(competition, actor(request), uid, (get_language() or "en")[:2])
    return page(request, competition, "dispute", {
        "found": found, "shown": found.shown, "event": found.dispute.game.match.stage.event,
    }, here="disputes")


@panel_view("POST")
def open_one(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    given = sent(DisputeForm, request)
    if row.game is None:
        raise Invalid("no_game", path="match")
    dispute_open(
        game_uid=row.game.uid, uid=given["uid"], text=given["text"], set_number=given["set_number"],
        stroke=given["stroke"], player=given["who"], member=given["member"], by=actor(request), at=timezone.now())
    messages.success(request, _("The dispute is open. Rule first; then the replay is shown."))
    return back(request, "dispute", slug=competition.slug, uid=given["uid"])


@panel_view("POST")
def rule(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    dispute_page(competition, actor(request), uid, "en")
    given = sent(RulingForm, request)
    clauses = [ref for ref in request.POST.getlist("clause") if ref][:MOST_CLAUSES]
    ruling_give(
        dispute_uid=uid, uid=given["uid"], text=given["text"] or decision_words(given["decision"], clauses),
        decision=given["decision"], clauses=clauses,
        overrules=given["overrules"], reason=given["reason"], consequences=consequences(request),
        by=actor(request), at=timezone.now())
    messages.success(request, _("The ruling is recorded, with what follows from it."))
    return back(request, "dispute", slug=competition.slug, uid=uid)


def consequences(request: HttpRequest) -> list[dict[str, str]]:
    """What was chosen to follow: words of one list, and events to be taken back."""
    found: list[dict[str, str]] = [{"kind": "void", "uid": uid} for uid in request.POST.getlist("undo")]
    for line in filter(None, request.POST.getlist("consequence")):
        kind, _space, rest = line.partition(" ")
        who, _space, clause = rest.partition(" ")
        if kind == "set_replayed":
            found.append({"kind": kind, "reason": rest})
        elif kind == "set_won":
            found.append({"kind": kind, "winner": who})
        else:
            found.append({"kind": kind, "who": who, "clause": clause})
    return found


@panel_view("POST")
def withdraw(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    dispute_page(competition, actor(request), uid, "en")
    dispute_withdraw(
        dispute_uid=uid, reason=sent(ReasonForm, request)["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The dispute is withdrawn. It stays readable."))
    return back(request, "dispute", slug=competition.slug, uid=uid)


@panel_view("POST")
def publish(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    dispute_page(competition, actor(request), uid, "en")
    given = sent(PublishForm, request)
    replay_publish(
        dispute_uid=uid, uid=given["replay"], published=given["published"], by=actor(request), at=timezone.now())
    messages.success(
        request, _("The replay is public.") if given["published"] else _("The replay is no longer public."))
    return back(request, "dispute", slug=competition.slug, uid=uid)
