"""Discipline: warnings, proposed exclusions, and somebody leaving: what follows is read before it is confirmed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.selectors.actors import actor
from refereeing.selectors.panel_leaving import named, walkovers_to_come
from refereeing.selectors.panel_people import (
    entries_in,
    entries_out,
    entry_in,
    exclusion_choices,
    proposals,
    sanction_in,
    warnings_given,
)
from refereeing.services.discipline import (
    consequences_of,
    entry_exclude,
    entry_return,
    entry_withdraw,
    sanction_dismiss,
)

from .forms import LeaveForm, ReasonForm, sent
from .frame import back, page, panel_view


@panel_view("GET")
def discipline(request: HttpRequest, competition: Any) -> HttpResponse:
    """`discipline/`."""
    return page(request, competition, "discipline", {
        "warnings": warnings_given(competition),
        "proposed": proposals(competition, is_open=True), "decided": proposals(competition, is_open=False),
        "out": entries_out(competition), "entries": entries_in(competition),
    }, here="discipline")


@panel_view("POST")
def dismiss(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    sanction = sanction_in(competition, uid)
    reason = sent(ReasonForm, request)["reason"]
    sanction_dismiss(sanction_uid=uid, reason=reason, by=actor(request), at=timezone.now())
    messages.success(request, _("The proposed exclusion of %(name)s is dismissed.") % {"name": sanction.entry})
    return back(request, "discipline", slug=competition.slug)


@panel_view("GET", "POST")
def leave(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`entries/<uid>/leave/`: what a withdrawal or an exclusion changes, and the form that confirms it."""
    entry = entry_in(competition, uid)
    if request.method == "POST":
        return _left(request, competition, entry)
    follows = consequences_of(entry)
    return page(request, competition, "leave", {
        "entry": entry, "event": entry.event, "follows": follows, "open": named(follows.open),
        "decided": named(follows.decided), "walkovers": walkovers_to_come(entry), "clauses": exclusion_choices(entry),
        "move": request.GET.get("as", "withdraw"), "clause": request.GET.get("clause", "")[:20],
    }, here="discipline")


def _left(request: HttpRequest, competition: Any, entry: Any) -> HttpResponse:
    given = sent(LeaveForm, request)
    if given["move"] == "exclude":
        entry_exclude(
            entry_uid=entry.uid, clause=given["clause"], reason=given["reason"], by=actor(request), at=timezone.now())
        messages.success(request, _("%(name)s is excluded.") % {"name": entry})
    else:
        entry_withdraw(entry_uid=entry.uid, reason=given["reason"], by=actor(request), at=timezone.now())
        messages.success(request, _("%(name)s is withdrawn.") % {"name": entry})
    return back(request, "discipline", slug=competition.slug)


@panel_view("POST")
def come_back(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    entry = entry_in(competition, uid)
    entry_return(entry_uid=uid, reason=sent(ReasonForm, request)["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The withdrawal of %(name)s is taken back.") % {"name": entry})
    return back(request, "discipline", slug=competition.slug)
