"""One match: its whole log, and what an official can do to it. Every button is a form of its own."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.selectors.actors import actor
from competitions.services.tables import match_table_set
from refereeing.selectors.late_lines import own_count
from refereeing.selectors.panel import match_row
from refereeing.selectors.panel_disputes import dispute_rows
from refereeing.selectors.panel_hall import referee_choices
from refereeing.selectors.panel_log import game_log_shown, warning_choices
from refereeing.selectors.panel_matches import dependants, free_tables, players_shown
from refereeing.selectors.panel_people import is_absence_proposed
from refereeing.selectors.panel_words import DECLARABLE, LOSS_REASONS
from refereeing.services.desk import game_lost_declare, match_call, match_uncall, no_show_declare, warning_give
from refereeing.services.desk_voids import event_take_back, result_take_back
from refereeing.services.devices import code_unlock
from refereeing.services.protocols import conflict_settle, protocol_approve, protocol_reopen, result_correct

from .forms import (
    CorrectionForm,
    LossForm,
    ReasonForm,
    SideForm,
    TableForm,
    TakeBackForm,
    VersionForm,
    WarningForm,
    sent,
)
from .frame import back, page, panel_view


@panel_view("GET")
def match(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`matches/<uid>/`."""
    row = match_row(competition, uid, timezone.now())
    context: dict[str, Any] = {"row": row, "event": row.match.stage.event}
    if row.game is not None:
        context |= {
            "log": game_log_shown(row.game), "clauses": warning_choices(row.game), "tables": free_tables(competition),
            "losses": [(reason, LOSS_REASONS[reason]) for reason in DECLARABLE],
            "sides": [("A", row.first), ("B", row.second)], "players": players_shown(row.match), "dispute_uid": uuid4(),
            "referees": referee_choices(competition),
            "late": own_count(row.game) if row.is_at_desk else None,
            "disputes": dispute_rows(competition, actor(request), game=row.game),
        }
    return page(request, competition, "match", context, here="protocols")


@panel_view("POST")
def call(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    match_call(match_uid=uid, by=actor(request), at=timezone.now())
    messages.success(request, _("Called to table %(table)s: %(first)s – %(second)s.") % {
        "table": row.match.table, "first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def uncall(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match_row(competition, uid, timezone.now())
    match_uncall(match_uid=uid, by=actor(request), at=timezone.now())
    messages.success(request, _("The call is taken back."))
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def no_show(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    who = sent(SideForm, request)["who"]
    no_show_declare(match_uid=uid, who=who, by=actor(request), at=timezone.now())
    name = row.first if who == "A" else row.second
    if is_absence_proposed(row.match, who):
        messages.warning(request, _(
            "%(name)s did not come again: the game is lost, and exclusion is proposed (Discipline).") % {"name": name})
    else:
        messages.success(request, _("%(name)s did not come: the game is lost.") % {"name": name})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def lost(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    given = sent(LossForm, request)
    game_lost_declare(match_uid=uid, who=given["who"], reason=given["reason"], by=actor(request), at=timezone.now())
    if given["who"] == "both":
        messages.success(request, _("Game lost by both."))
    else:
        messages.success(request, _("Game lost by %(name)s.") % {
            "name": row.first if given["who"] == "A" else row.second})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def warn(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    given = sent(WarningForm, request)
    warning_give(
        match_uid=uid, who=given["who"], member=given["member"], clause=given["clause"], by=actor(request),
        at=timezone.now())
    names = dict(players_shown(row.match))
    messages.success(request, _("Warning for %(name)s (%(clause)s).") % {
        "name": names.get(given["member"] or given["who"], ""), "clause": given["clause"]})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def take_back(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match_row(competition, uid, timezone.now())
    given = sent(TakeBackForm, request)
    event_take_back(
        match_uid=uid, event_uid=given["event"], reason=given["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("Taken back. It stays readable in the log."))
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def undo_result(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match_row(competition, uid, timezone.now())
    result_take_back(match_uid=uid, by=actor(request), at=timezone.now())
    messages.success(request, _("The result is taken back. The match is to be played again or entered anew."))
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def approve(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    protocol_approve(match_uid=uid, version=sent(VersionForm, request)["version"], by=actor(request), at=timezone.now())
    messages.success(request, _("Approved: %(first)s – %(second)s %(score)s.") % {
        "first": row.first, "second": row.second, "score": row.score})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def reopen(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match_row(competition, uid, timezone.now())
    protocol_reopen(match_uid=uid, reason=sent(ReasonForm, request)["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The approval is taken back. The result no longer counts until it is approved again."))
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("GET", "POST")
def correct(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`matches/<uid>/correct/`: what depends on the result is read before it is corrected."""
    row = match_row(competition, uid, timezone.now())
    if request.method == "POST":
        given = sent(CorrectionForm, request)
        result_correct(
            match_uid=uid, sets=(given["sets_first"], given["sets_second"]), reason=given["reason"],
            version=given["version"], by=actor(request), at=timezone.now(), is_decided=given["is_decided"])
        messages.success(request, _("Corrected. The public sees the result as corrected."))
        return back(request, "match", slug=competition.slug, uid=uid)
    return page(request, competition, "correct", {
        "row": row, "event": row.match.stage.event, "depends": dependants(row.match),
    }, here="protocols")


@panel_view("POST")
def settle(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    conflict_settle(match_uid=uid, version=sent(VersionForm, request)["version"], by=actor(request), at=timezone.now())
    messages.success(request, _("The result %(score)s stands.") % {"score": row.score})
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def unlock_code(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = match_row(competition, uid, timezone.now())
    if row.game is not None:
        code_unlock(game_uid=row.game.uid, by=actor(request))
    messages.success(request, _("The code of the slip can be tried again."))
    return back(request, "match", slug=competition.slug, uid=uid)


@panel_view("POST")
def table(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match_row(competition, uid, timezone.now())
    match_table_set(match_uid=uid, table_uid=sent(TableForm, request)["table"], by=actor(request), at=timezone.now())
    row = match_row(competition, uid, timezone.now())
    messages.success(request, _("Table %(table)s: %(first)s – %(second)s.") % {
        "table": row.match.table or "–", "first": row.first, "second": row.second})
    return back(request, "match", slug=competition.slug, uid=uid)
