"""The competition's chain: decisions and game events in words, and a check of the whole."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from refereeing.selectors.chain import chain_breaks
from refereeing.selectors.panel_chain import chain_page

from .frame import page, panel_view

FILTERS = ("decisions", "game", "all")


@panel_view("GET")
def log(request: HttpRequest, competition: Any) -> HttpResponse:
    """`log/?only=decisions&before=120`; `?verify=1` checks the chain now."""
    asked = request.GET.get("only", "")
    only = asked if asked in FILTERS else "decisions"
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 12 else None
    return page(request, competition, "log", {
        "chain": chain_page(competition, before=number, only=only), "only": only, "before": number,
        "breaks": chain_breaks(competition)[:20] if "verify" in request.GET else None,
    }, here="log")
