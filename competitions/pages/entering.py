"""Entering an event without an account: the form, what has come of it, the withdrawal by the private link."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from competitions.common.errors import Conflict, Invalid, TooMany
from competitions.selectors.actors import actor
from competitions.selectors.registrations import (
    application_key,
    application_page,
    registration_page,
)
from competitions.services.registrations import application_make, application_withdraw

from .entry_forms import EntryRequestForm, refusal_words
from .fragments import page


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str, event_slug: str) -> HttpResponse:
    """`c/<slug>/<event>/enter/`: name and club, and what else the regulations need."""
    shown = registration_page(actor(request), slug, event_slug, timezone.now())
    sent = request.POST if request.method == "POST" else None
    form = EntryRequestForm(
        sent, initial={"uid": uuid4()}, regulations=shown.view.regulations, is_pair=shown.view.is_pair)
    status = 200
    if sent is not None:
        status = _make(request, shown.event, form)
        if status == 302:
            return HttpResponseRedirect(_private(form.cleaned_data["uid"]))
    context: dict[str, Any] = {
        "competition": shown.competition, "event": shown.event, "view": shown.view, "form": form,
        "live_version": shown.live_version,
    }
    answer = page(request, "competitions/enter.html", context)
    answer.status_code = status
    return answer


def _make(request: HttpRequest, event: Any, form: EntryRequestForm) -> int:
    """Store what was sent. 302, or the status of the form that comes back with its faults."""
    if not form.is_valid():
        return 422
    try:
        application_make(
            event=event.uid, uid=form.cleaned_data["uid"], entrant=form.entrant(),
            address=request.META.get("REMOTE_ADDR", ""), by=actor(request), at=timezone.now())
    except (Invalid, Conflict, TooMany) as refusal:
        form.refuse(refusal)
        return {Invalid: 422, TooMany: 429}.get(type(refusal), 409)
    return 302


def _private(uid: UUID) -> str:
    """The link that only who has entered knows. Its key stands in the query, which no log of ours keeps."""
    return f"{reverse('public:application', args=[uid])}?{urlencode({'key': application_key(uid)})}"


@require_http_methods(["GET", "HEAD", "POST"])
def application(request: HttpRequest, uid: UUID) -> HttpResponse:
    """`entered/<uid>/?key=…`: what has come of it; posted, off the list, and the next one moves up."""
    key = request.GET.get("key", "")
    shown = application_page(actor(request), uid, key)
    if request.method == "POST":
        return _withdraw(request, uid, key)
    answer = page(request, "competitions/application.html", {
        "competition": shown.competition, "event": shown.event, "shown": shown,
        "link": request.build_absolute_uri(_private(uid)),
    })
    answer["Cache-Control"] = "no-store"
    return answer


def _withdraw(request: HttpRequest, uid: UUID, key: str) -> HttpResponse:
    try:
        application_withdraw(uid=uid, key=key, at=timezone.now())
    except Conflict as refusal:
        messages.error(request, refusal_words(refusal))
    else:
        messages.success(request, _("You are withdrawn."))
    return HttpResponseRedirect(_private(uid))
