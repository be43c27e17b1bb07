"""The overview of a competition: what to do next, and every table as it is now."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from refereeing.selectors.panel import tables_now
from refereeing.selectors.panel_steps import event_steps, proposals_open

from .frame import page, panel_view


@panel_view("GET")
def overview(request: HttpRequest, competition: Any) -> HttpResponse:
    """`/panel/<slug>/`."""
    events = event_steps(competition)
    return page(request, competition, "overview", {
        "tables": tables_now(competition, timezone.now()), "events": events, "proposals": proposals_open(competition),
        "event": events[0].event if len(events) == 1 else None,
    }, here="overview")
