"""The hall: the plan over all events, tables closed and reserved, exchanges, zones; referees and their load."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.selectors.actors import actor
from competitions.services.hall import group_zone_set, hall_assign, matches_swap, table_close, table_reserve
from competitions.services.referees import match_referee_set, official_ground_set
from refereeing.selectors.panel import match_row
from refereeing.selectors.panel_hall import group_in, hall_view, players_known, referee_rows, table_in

from .forms import EventChoiceForm, GroundForm, PlanForm, ReasonForm, RefereeForm, SwapForm, ZoneForm, sent
from .frame import back, page, panel_view


@panel_view("GET")
def hall(request: HttpRequest, competition: Any) -> HttpResponse:
    """`hall/`."""
    return page(request, competition, "hall", {"view": hall_view(competition, timezone.now())}, here="hall")


@panel_view("POST")
def plan(request: HttpRequest, competition: Any) -> HttpResponse:
    planned = hall_assign(
        competition=competition.uid, anew=sent(PlanForm, request)["anew"], by=actor(request), at=timezone.now())
    messages.success(request, ngettext(
        "%(count)s match has a table, %(referees)s of them a referee.",
        "%(count)s matches have a table, %(referees)s of them a referee.", planned.tables) % {
            "count": planned.tables, "referees": planned.referees})
    if planned.left:
        messages.warning(request, ngettext(
            "%(count)s match cannot be placed: its table is closed, or no table is in its zone.",
            "%(count)s matches cannot be placed: their table is closed, or no table is in their zone.",
            planned.left) % {"count": planned.left})
    return back(request, "hall", slug=competition.slug)


@panel_view("POST")
def swap(request: HttpRequest, competition: Any) -> HttpResponse:
    given = sent(SwapForm, request)
    for uid in (given["match"], given["other"]):
        match_row(competition, uid, timezone.now())
    matches_swap(match_uid=given["match"], other_uid=given["other"], by=actor(request), at=timezone.now())
    rows = [match_row(competition, uid, timezone.now()) for uid in (given["match"], given["other"])]
    messages.success(request, _("Exchanged: %(first)s at table %(table)s, %(second)s at table %(other)s.") % {
        "first": rows[0].match, "table": rows[0].match.table, "second": rows[1].match, "other": rows[1].match.table})
    return back(request, "hall", slug=competition.slug)


@panel_view("POST")
def close(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    table = table_in(competition, uid)
    reason = sent(ReasonForm, request)["reason"]
    table_close(table_uid=uid, reason=reason, by=actor(request), at=timezone.now())
    messages.success(request, (
        _("Table %(table)s is out of use.") if reason.strip() else _("Table %(table)s is in use again.")) % {
            "table": table.number})
    return back(request, "hall", slug=competition.slug)


@panel_view("POST")
def reserve(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    table = table_in(competition, uid)
    event = sent(EventChoiceForm, request)["event"]
    table_reserve(table_uid=uid, event_uid=event, by=actor(request), at=timezone.now())
    messages.success(request, _("Table %(table)s: saved.") % {"table": table.number})
    return back(request, "hall", slug=competition.slug)


@panel_view("POST")
def zone(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    group = group_in(competition, uid)
    group_zone_set(group_uid=uid, zone=sent(ZoneForm, request)["zone"], by=actor(request), at=timezone.now())
    messages.success(request, _("Group %(name)s: saved.") % {"name": group.name})
    return back(request, "hall", slug=competition.slug)


@panel_view("GET")
def referees(request: HttpRequest, competition: Any) -> HttpResponse:
    """`referees/`: the officials with their load, clubs, and as whom they play."""
    return page(request, competition, "referees", {
        "rows": referee_rows(competition), "people": players_known(competition),
    }, here="referees")


@panel_view("POST")
def ground(request: HttpRequest, competition: Any, account: UUID) -> HttpResponse:
    given = sent(GroundForm, request)
    official = official_ground_set(
        competition=competition.uid, account=account, club=given["club"], person=given["person"], by=actor(request),
        at=timezone.now())
    messages.success(request, _("%(name)s: saved.") % {"name": official.account})
    return back(request, "referees", slug=competition.slug)


@panel_view("POST")
def referee(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    match_referee_set(
        match_uid=uid, account=sent(RefereeForm, request)["referee"], by=actor(request), at=timezone.now())
    messages.success(request, _("The referee of %(first)s – %(second)s is set.") % {
        "first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)
