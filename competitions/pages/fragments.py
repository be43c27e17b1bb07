"""A page, or one live part of it: the same view and the same facts answer both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def page(request: HttpRequest, template: str, context: Mapping[str, Any], part: str = "") -> HttpResponse:
    """Render the page; with `?part=1` in the address only its live part, which live.js puts into the page.

    `part` is the template of that part; the page includes the same one.
    """
    wants_part = part and "part" in request.GET
    response = render(request, part if wants_part else template, dict(context))
    # Scores change by the second: a copy kept by the browser would show yesterday's match after going back.
    # What carries somebody's name is kept nowhere.
    user = getattr(request, "user", None)
    response["Cache-Control"] = "no-store" if user is not None and user.is_authenticated else "no-cache"
    return response


def whole(text: str | None) -> int | None:
    """A number of an address's query; None when there is none or it is not one."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 9 else None
