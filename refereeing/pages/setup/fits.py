"""What fits into the day: the sheet from which the chief chooses the system, on the page and in print."""

from __future__ import annotations

from datetime import time
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import NotFound
from competitions.formats.round_robin import MAX_ENTRIES, MIN_ENTRIES
from competitions.formats.what_fits import LIMITS, Day
from competitions.selectors.visibility import event_in
from refereeing.selectors.panel_fits import BETWEEN_MINUTES, Hall, fit_lines, hall_of
from refereeing.services.documents.fits import fits_sheet

from .frame import PanelForm, page, panel_view


class ClockInput(forms.TimeInput):
    """The browser's own clock."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class FitsForm(PanelForm):
    """The figures of the day; what is left out is as the hall has it."""

    entrants = forms.IntegerField(label=_("Entrants"), min_value=MIN_ENTRIES, max_value=MAX_ENTRIES)
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=LIMITS["tables"][1])
    sets = forms.IntegerField(label=_("Sets in a game"), min_value=1, max_value=LIMITS["sets"][1])
    set_minutes = forms.IntegerField(label=_("Minutes a set"), min_value=1, max_value=LIMITS["set_minutes"][1])
    between_minutes = forms.IntegerField(
        label=_("Minutes between"), min_value=0, max_value=LIMITS["between_minutes"][1])
    starts = forms.TimeField(label=_("Start"), widget=ClockInput())
    ends = forms.TimeField(label=_("Latest end"), required=False, widget=ClockInput())

    def day(self) -> Day:
        data = self.cleaned_data
        return Day(**{name: data[name] for name in (
            "entrants", "tables", "sets", "set_minutes", "between_minutes")})

    @property
    def clocks(self) -> tuple[time, time | None]:
        return self.cleaned_data["starts"], self.cleaned_data["ends"]


def _form(request: HttpRequest, hall: Hall) -> FitsForm:
    """The form with what the address says, the rest as the hall has it."""
    usual = {
        "entrants": max(hall.entrants, MIN_ENTRIES), "tables": max(hall.tables, 1), "sets": hall.sets,
        "set_minutes": min(hall.set_minutes, LIMITS["set_minutes"][1]), "between_minutes": BETWEEN_MINUTES,
        "starts": "10:00", "ends": "",
    }
    return FitsForm({name: request.GET.get(name, value) for name, value in usual.items()})


@panel_view("GET")
def fits(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/fits/?entrants=…`: recomputed with every change of a figure."""
    event = event_in(competition, event_slug)
    hall = hall_of(event)
    form = _form(request, hall)
    lines = fit_lines(form.day(), *form.clocks) if form.is_valid() else ()
    return page(request, "fits", {
        "event": event, "form": form, "hall": hall, "lines": lines, "query": request.GET.urlencode(),
    }, competition=competition, here="fits")


@panel_view("GET")
def sheet(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/fits/sheet.pdf?…`: the same in print."""
    event = event_in(competition, event_slug)
    form = _form(request, hall_of(event))
    if not form.is_valid():
        raise NotFound(kind="document")
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else str(competition.language)
    content = fits_sheet(event, form.day(), *form.clocks, language=language)
    return HttpResponse(content, content_type="application/pdf", headers={
        "Content-Disposition": 'inline; filename="what-fits.pdf"'})
