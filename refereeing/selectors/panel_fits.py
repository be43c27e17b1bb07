"""What fits into the day, in words: each system with its matches and its end, for those present."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from math import ceil
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.formats.regulations import regulations_from
from competitions.formats.what_fits import Day, Fit, what_fits
from competitions.models import Event
from competitions.workflow import EntryState

BETWEEN_MINUTES = 5


@dataclass(frozen=True, slots=True)
class FitLine:
    """One line of the sheet. `days`: midnights between start and end. `late`: minutes over the end that is wanted."""

    fit: Fit
    name: str
    each: str
    ends: time
    days: int
    late: int | None
    draw_query: str

    @property
    def is_in_time(self) -> bool | None:
        """None where no end was asked for."""
        return None if self.late is None else self.late <= 0


@dataclass(frozen=True, slots=True)
class Hall:
    """What the sheet starts from: who is present (else all who are entered), the tables, the sets, and the minutes of
    one by what the regulations expect of a game."""

    entrants: int
    only_present: bool
    tables: int
    sets: int
    set_minutes: int


def hall_of(event: Event) -> Hall:
    """The figures of an event as they stand now (`event.competition` loaded)."""
    present = event.entries.filter(state=EntryState.PRESENT).count()
    entered = event.entries.filter(state=EntryState.ENTERED).count()
    regulations = regulations_from(event.regulations)
    return Hall(
        present or entered, present > 0, event.competition.tables.count(), regulations.sets,
        ceil(regulations.match_minutes / regulations.sets))


def fit_lines(day: Day, starts: time, ends: time | None = None) -> tuple[FitLine, ...]:
    """The sheet for these figures. An end before the start is meant for the next day."""
    wanted = None if ends is None else _minutes_between(starts, ends)
    return tuple(_line(fit, starts, wanted) for fit in what_fits(day))


def _minutes_between(starts: time, ends: time) -> int:
    minutes = (ends.hour - starts.hour) * 60 + ends.minute - starts.minute
    return minutes if minutes > 0 else minutes + 24 * 60


def _line(fit: Fit, starts: time, wanted: int | None) -> FitLine:
    # Any day will do: only the clock and the midnights are shown.
    begin = datetime.combine(datetime.min.date(), starts)  # noqa: DTZ901
    end = begin + timedelta(minutes=fit.minutes)
    late = None if wanted is None else fit.minutes - wanted
    return FitLine(
        fit, system_name(fit), each_text(fit), end.time(), (end.date() - begin.date()).days, late, _query(fit))


def system_name(fit: Fit) -> str:
    """The system with what sets it apart, in the language in force."""
    if fit.system == "groups":
        name = ngettext("%(count)s group", "%(count)s groups", fit.groups) % {"count": fit.groups}
        return _("%(groups)s, then single elimination of %(count)s") % {
            "groups": name, "count": fit.groups * fit.advance}
    if fit.system == "swiss":
        rounds = ngettext("%(count)s round", "%(count)s rounds", fit.swiss_rounds) % {"count": fit.swiss_rounds}
        return _("Swiss system, %(rounds)s") % {"rounds": rounds}
    if fit.system == "round_robin":
        return _("Round robin") if fit.legs == 1 else _("Double round robin")
    if fit.system == "double_elimination":
        return _("Double elimination")
    return _("Single elimination") if fit.places == 2 else _("Single elimination with a match for third place")


def each_text(fit: Fit) -> str:
    """Matches of one entrant: "7", or "2–9"."""
    return str(fit.most) if fit.least == fit.most else f"{fit.least}–{fit.most}"


def _query(fit: Fit) -> str:
    """What the form of the draw is opened with."""
    given = {
        "groups": {"groups": fit.groups}, "round_robin": {"legs": fit.legs}, "swiss": {"rounds": fit.swiss_rounds},
        "single_elimination": {"places": fit.places}, "double_elimination": {},
    }[fit.system]
    return urlencode({"system": fit.system, **given})
