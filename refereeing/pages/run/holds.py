"""What stands still: a match postponed, adjourned, resumed or ended by the time limit; the whole competition."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.selectors.actors import actor
from competitions.services.interruptions import competition_interrupt, competition_resume
from refereeing.selectors.panel import match_row
from refereeing.services.desk_holds import match_adjourn, match_postpone, match_resume, time_limit_end
from refereeing.services.takeovers import match_take_over

from .forms import HoldForm, ReasonForm, TimeLimitForm, sent
from .frame import back, panel_view


@panel_view("POST")
def postpone(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    given = sent(HoldForm, request)
    match_postpone(
        match_uid=uid, reason=given["reason"], not_before=given["not_before"], by=actor(request), at=timezone.now())
    messages.success(request, _("Postponed: %(first)s – %(second)s.") % {"first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def adjourn(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    given = sent(HoldForm, request)
    match_adjourn(
        match_uid=uid, reason=given["reason"], not_before=given["not_before"], by=actor(request), at=timezone.now())
    messages.success(request, _("Adjourned at %(score)s: %(first)s – %(second)s. The sets stand.") % {
        "score": row.score or "0:0", "first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def resume(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    match_resume(match_uid=uid, by=actor(request), at=timezone.now())
    messages.success(request, _("Resumed: %(first)s – %(second)s.") % {"first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def time_limit(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match_row(competition, uid, timezone.now())
    time_limit_end(
        match_uid=uid, current=sent(TimeLimitForm, request)["current"], by=actor(request), at=timezone.now())
    row = match_row(competition, uid, timezone.now())
    messages.success(request, _("Ended by the time limit: %(first)s – %(second)s %(score)s.") % {
        "first": row.first, "second": row.second, "score": row.score})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def take_over(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    match_take_over(
        match_uid=uid, reason=sent(ReasonForm, request)["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The desk has the match: %(first)s – %(second)s. Enter its result.") % {
        "first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def interrupt(request: HttpRequest, competition: Any) -> HttpResponse:
    competition_interrupt(
        competition=competition.uid, reason=sent(ReasonForm, request)["reason"], by=actor(request), at=timezone.now())
    messages.warning(request, _("The competition is interrupted. Nobody is called, no clock runs, results stand."))
    return back(request, "overview", slug=competition.slug)


@panel_view("POST")
def go_on(request: HttpRequest, competition: Any) -> HttpResponse:
    competition_resume(competition=competition.uid, by=actor(request), at=timezone.now())
    messages.success(request, _("The competition goes on."))
    return back(request, "overview", slug=competition.slug)
