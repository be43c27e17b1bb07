"""Devices: pair a tablet, see which are there, take one away; unlock PINs."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.actors import Action
from competitions.selectors.actors import actor
from competitions.services.accounts import pin_unlock
from refereeing.selectors.panel_people import device_in, devices_of, pins_locked
from refereeing.services.devices import PAIRING_MINUTES, device_revoke, pairing_code_is_open, pairing_code_make

from .address import base_url, qr_svg
from .frame import back, page, panel_view

_KEY = "pairing-code"


@panel_view("GET")
def devices(request: HttpRequest, competition: Any) -> HttpResponse:
    """`devices/`."""
    code = shown_code(request, competition)
    return page(request, competition, "devices", {
        "devices": devices_of(competition, timezone.now()),
        "locked": pins_locked(competition), "code": code,
    }, here="devices")


def shown_code(request: HttpRequest, competition: Any) -> dict[str, Any] | None:
    """The code that was made last in this session, until a tablet has used it or its time is over: shown to whoever
    made it, kept nowhere else."""
    kept = request.session.get(_KEY)
    if not kept or kept["competition"] != str(competition.uid):
        return None
    ends = datetime.fromisoformat(kept["ends"])
    now = timezone.now()
    if ends <= now or not pairing_code_is_open(code=kept["code"], at=now):
        return None
    url = f"{base_url(request)}/tablet/pair/?code={kept['code']}"
    return {"code": kept["code"], "ends": ends, "url": url, "qr": qr_svg(url)}


@panel_view("POST", action=Action.PAIR_DEVICE)
def pair(request: HttpRequest, competition: Any) -> HttpResponse:
    now = timezone.now()
    code = pairing_code_make(competition=competition, by=actor(request), at=now)
    request.session[_KEY] = {
        "code": code, "competition": str(competition.uid),
        "ends": (now + timedelta(minutes=PAIRING_MINUTES)).isoformat(),
    }
    return back(request, "devices", slug=competition.slug)


@panel_view("POST")
def done(request: HttpRequest, competition: Any) -> HttpResponse:
    """Put the shown code away."""
    request.session.pop(_KEY, None)
    return back(request, "devices", slug=competition.slug)


@panel_view("POST", action=Action.PAIR_DEVICE)
def revoke(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    device = device_in(competition, uid)
    device_revoke(competition=competition, device_uid=uid, by=actor(request), at=timezone.now())
    messages.success(request, _("%(name)s may no longer write. What it has sent stays.") % {"name": device.name})
    return back(request, "devices", slug=competition.slug)


@panel_view("POST")
def unlock_pin(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    pin_unlock(competition=competition.uid, account=uid, by=actor(request), at=timezone.now())
    messages.success(request, _("The PIN can be tried again."))
    return back(request, "devices", slug=competition.slug)
