"""The representative's page: the line-up of one side of one match, by a link that nobody can guess."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from competitions.common.errors import Conflict, Invalid
from competitions.selectors.lineup_page import lineup_page
from competitions.services.lineups import lineup_by_link, side_of_token

from .order_form import OrderForm

# In the session: the commitments of the orders that this browser has handed in, and alone sees while they are secret.
_HANDED_IN = "lineups"
_KEPT = 20


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def lineup(request: HttpRequest, uid: UUID, token: str) -> HttpResponse:
    """`lineup/<match>/<token>/`."""
    match, side = side_of_token(uid, token)
    with timezone.override(match.stage.event.competition.time_zone):
        return _answered(request, match, side, token)


def _answered(request: HttpRequest, match: Any, side: str, token: str) -> HttpResponse:
    known: list[str] = request.session.get(_HANDED_IN, [])
    shown = lineup_page(match, side, known=known)
    form = OrderForm(request.POST if request.method == "POST" else None, offered=shown.form) if shown.form else None
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            commitment = lineup_by_link(
                match_uid=match.uid, token=token, number=form.cleaned_data["number"], order=form.order(),
                at=timezone.now())
        except (Invalid, Conflict) as refusal:
            form.refuse(refusal)
        else:
            request.session[_HANDED_IN] = [*known, commitment][-_KEPT:]
            _confirm(request, form.cleaned_data["number"], is_open=lineup_page(match, side).number != shown.number)
            return HttpResponseRedirect(request.path)
    refused = form is not None and form.is_bound and bool(form.errors)
    return render(request, "refereeing/lineup.html", {
        "shown": shown, "form": form, "competition": match.stage.event.competition, "event": match.stage.event,
        "first": match.first, "second": match.second,
    }, status=422 if refused else 200)


def _confirm(request: HttpRequest, number: int, *, is_open: bool) -> None:
    """The page goes on to the next round at once when both are in: say that this one has arrived."""
    said = _("Your line-up for round %(number)s is in, and so is the other side's: both are shown below.") if is_open \
        else _("Your line-up for round %(number)s is in. Nobody else sees it before the other side is in.")
    messages.success(request, said % {"number": number})
