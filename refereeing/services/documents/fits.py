"""The printed sheet of what fits."""

from __future__ import annotations

from datetime import time

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from competitions.formats.what_fits import Day
from competitions.models import Event
from competitions.pdf.fits_sheet import FitsRow, FitsSheet, fits_sheet_pdf
from refereeing.selectors.panel_fits import FitLine, fit_lines

from .lists import head


def fits_sheet(event: Event, day: Day, starts: time, ends: time | None, *, language: str) -> bytes:
    """The sheet of an event for these figures (`event.competition` loaded)."""
    with override(language):
        figures = [
            (_("Entrants"), str(day.entrants)), (_("Tables"), str(day.tables)), (_("Sets"), str(day.sets)),
            (_("Minutes a set"), str(day.set_minutes)), (_("Minutes between"), str(day.between_minutes)),
            (_("Start"), f"{starts:%H:%M}"), *([(_("Latest end"), f"{ends:%H:%M}")] if ends else []),
        ]
        rows = tuple(_row(line) for line in fit_lines(day, starts, ends))
        data = FitsSheet(head=head(event.competition, event=event.name), figures=tuple(figures), rows=rows)
        return fits_sheet_pdf(data, language=language)


def _row(line: FitLine) -> FitsRow:
    fit = line.fit
    return FitsRow(
        system=line.name, matches=fit.matches, rounds=fit.rounds, waves=fit.waves, each=line.each,
        ends=end_text(line), note="" if line.late is None else late_text(line.late))


def end_text(line: FitLine) -> str:
    """The clock at the end, with the days that have gone by."""
    clock = f"{line.ends:%H:%M}"
    return clock if not line.days else ngettext(
        "%(clock)s, %(count)s day later", "%(clock)s, %(count)s days later", line.days) % {
            "clock": clock, "count": line.days}


def late_text(late: int) -> str:
    """Whether it ends in time, and by how much not."""
    return _("in time") if late <= 0 else ngettext(
        "%(count)s minute too long", "%(count)s minutes too long", late) % {"count": late}
