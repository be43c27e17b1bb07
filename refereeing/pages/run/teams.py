"""Matches of teams on the panel: line-ups, links, games, approval; every button is a form of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.actors import Action
from competitions.common.errors import Conflict, Invalid
from competitions.selectors.actors import actor
from competitions.services.lineups import lineup_by_official, link_renew, link_token, round_keep
from competitions.services.team_matches import (
    team_match_approve,
    team_match_award,
    team_match_decide,
    team_match_reopen,
)
from refereeing.pages.order_form import OrderForm
from refereeing.selectors.panel_teams import TeamMatchView, team_match_in, team_match_view
from refereeing.services.protocols import protocols_approve

from .address import base_url, qr_svg
from .forms import ReasonForm, RoundNumberForm, SideForm, VersionForm, WinnerForm, sent
from .frame import back, page, panel_view


@panel_view("GET")
def match(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`team-matches/<uid>/`."""
    return _shown(request, competition, team_match_view(competition, uid, actor(request), timezone.now()))


def _shown(
    request: HttpRequest, competition: Any, view: TeamMatchView, *, refused: tuple[str, OrderForm] | None = None,
) -> HttpResponse:
    by = actor(request)
    view = replace(view, sides=tuple(
        replace(side, link=_link(request, view, side.state.side))
        if by.may(Action.EDIT_ENTRIES, competition.uid) else side for side in view.sides))
    forms = {
        side.state.side: OrderForm(offered=side.form, prefix=side.state.side)
        for side in view.sides if side.form is not None}
    if refused is not None:
        forms[refused[0]] = refused[1]
    return page(request, competition, "team_match", {
        "event": view.match.stage.event, "view": view, "shown": view.shown,
        "sides": [
            (side, forms.get(side.state.side), qr_svg(side.link) if side.link else "") for side in view.sides],
    }, here="rounds", status=422 if refused else 200)


def _link(request: HttpRequest, view: TeamMatchView, side: str) -> str:
    """For the phone of a representative: at the address that the hall knows."""
    path = reverse("protocols:lineup", kwargs={"uid": view.match.uid, "token": link_token(view.match, side)})
    return f"{base_url(request)}{path}"


@panel_view("POST")
def lineup(request: HttpRequest, competition: Any, uid: UUID, side: str) -> HttpResponse:
    """Type the order of a side in, as its representative says it."""
    team_match_in(competition, uid)
    view = team_match_view(competition, uid, actor(request), timezone.now())
    offered = next((item.form for item in view.sides if item.state.side == side), None)
    if offered is None:
        raise Conflict("match_over")
    form = OrderForm(request.POST, offered=offered, prefix=side)
    if not form.is_valid():
        return _shown(request, competition, view, refused=(side, form))
    try:
        is_open = lineup_by_official(
            match_uid=uid, side=side, number=form.cleaned_data["number"], order=form.order(), by=actor(request),
            at=timezone.now())
    except (Invalid, Conflict) as refusal:
        form.refuse(refusal)
        return _shown(request, competition, view, refused=(side, form))
    messages.success(request, _("Both line-ups are in: the games of the round are there.") if is_open else _(
        "Handed in. Nobody else sees it before the other side is in."))
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def keep(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """The next round with the old order for whoever has announced no change."""
    team_match_in(competition, uid)
    number = sent(RoundNumberForm, request)["number"]
    round_keep(match_uid=uid, number=number, by=actor(request), at=timezone.now())
    messages.success(request, _("The games of round %(number)s are there.") % {"number": number})
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def link(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """A new link for a side; the old one no longer works."""
    team_match_in(competition, uid)
    link_renew(match_uid=uid, side=sent(SideForm, request)["who"], by=actor(request), at=timezone.now())
    messages.success(request, _("The old link no longer works."))
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST", action=Action.APPROVE)
def approve_games(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """Approve all games of the match that are finished."""
    view = team_match_view(competition, uid, actor(request), timezone.now())
    waiting = {row.match.uid: row.match.version for row in view.games if row.is_finished}
    done, refused = protocols_approve(matches=waiting, by=actor(request), at=timezone.now())
    messages.success(request, _("Games approved: %(done)s. Not approved: %(refused)s.") % {
        "done": done, "refused": len(refused)})
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def approve(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    team_match_in(competition, uid)
    team_match_approve(
        match_uid=uid, version=sent(VersionForm, request)["version"], by=actor(request), at=timezone.now())
    messages.success(request, _("The match is approved."))
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def award(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """The whole match to one side, or lost by both."""
    team_match_in(competition, uid)
    given = sent(WinnerForm, request)
    team_match_award(
        match_uid=uid, winner=given["winner"], reason=given["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The match is awarded. It counts when it is approved."))
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def decide(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """Who goes on from a level match of an elimination."""
    team_match_in(competition, uid)
    given = sent(WinnerForm, request)
    team_match_decide(
        match_uid=uid, winner=given["winner"], reason=given["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("Decided. It counts when it is approved."))
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def reopen(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    team_match_in(competition, uid)
    team_match_reopen(match_uid=uid, reason=sent(ReasonForm, request)["reason"], by=actor(request), at=timezone.now())
    messages.success(request, _("The approval is taken back. The result no longer counts until it is approved again."))
    return back(request, "team-match", slug=competition.slug, uid=uid)
