"""The constants of the hall's tables: measured strokes in, what they tell, which constants replays use."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.common.actors import Action
from competitions.selectors.actors import actor
from refereeing.selectors.calibrations import calibrations_of, fit_page, tables_of
from refereeing.services.calibrations import calibration_accept, calibration_fit_request, calibration_reset

from .forms import sent
from .frame import page, panel_view

ROWS = 8
"""Rows of the empty form: six good strokes are enough."""
STRIKER_REACH, DISC_REACH = 477.5, 485.0
LONGEST, FASTEST = 60.0, 20_000.0


def number(label: Any, least: float, most: float) -> forms.FloatField:
    """A measured number: may be left empty, and is typed with a comma or a point."""
    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6})
    return forms.FloatField(
        label=label, min_value=least, max_value=most, required=False, localize=True, widget=widget)


class StrokeForm(forms.Form):
    """One measured stroke; an empty row is no stroke."""

    NEEDED = ("x", "y", "angle", "stopped_x", "stopped_y")
    x = number(gettext_lazy("Striker x"), -STRIKER_REACH, STRIKER_REACH)
    y = number(gettext_lazy("Striker y"), -STRIKER_REACH, STRIKER_REACH)
    angle = number(gettext_lazy("Direction"), -360.0, 360.0)
    stopped_x = number(gettext_lazy("Stopped x"), -STRIKER_REACH, STRIKER_REACH)
    stopped_y = number(gettext_lazy("Stopped y"), -STRIKER_REACH, STRIKER_REACH)
    seconds = number(gettext_lazy("Seconds"), 0.01, LONGEST)
    disc_x = number(gettext_lazy("Disc x"), -DISC_REACH, DISC_REACH)
    disc_y = number(gettext_lazy("Disc y"), -DISC_REACH, DISC_REACH)
    disc_stopped_x = number(gettext_lazy("Disc stopped x"), -DISC_REACH, DISC_REACH)
    disc_stopped_y = number(gettext_lazy("Disc stopped y"), -DISC_REACH, DISC_REACH)

    def clean(self) -> dict[str, Any]:
        """All of what a stroke needs, or nothing."""
        given: dict[str, Any] = super().clean() or {}
        if all(given.get(name) is None for name in self.fields):
            return given
        for name in self.NEEDED:
            if given.get(name) is None and name not in self.errors:
                self.add_error(name, _("Fill this in."))
        for names in (("disc_x", "disc_y"), ("disc_stopped_x", "disc_stopped_y")):
            missing = [name for name in names if given.get(name) is None and name not in self.errors]
            if len(missing) == 1:
                self.add_error(missing[0], _("Fill this in."))
        if given.get("disc_stopped_x") is not None and given.get("disc_x") is None:
            self.add_error("disc_x", _("Fill this in."))
        return given

    def stroke(self) -> dict[str, Any] | None:
        """The stroke as the command `calibrate` takes it; None for an empty row."""
        given = self.cleaned_data
        if given.get("x") is None:
            return None
        found: dict[str, Any] = {
            "striker": {"x": given["x"], "y": given["y"], "angle": given["angle"]},
            "stopped": {"x": given["stopped_x"], "y": given["stopped_y"]},
        }
        if given["seconds"] is not None:
            found["seconds"] = given["seconds"]
        if given["disc_x"] is not None:
            disc: dict[str, Any] = {"x": given["disc_x"], "y": given["disc_y"]}
            if given["disc_stopped_x"] is not None:
                disc["after"] = {"x": given["disc_stopped_x"], "y": given["disc_stopped_y"]}
            found["discs"] = [disc]
        return found


class MeasuringForm(forms.Form):
    """For which table, and how surely things were measured."""

    table = forms.UUIDField(required=False)
    position_sd = forms.FloatField(
        label=gettext_lazy("Uncertainty of places, mm"), min_value=0.5, max_value=50, initial=3, localize=True)
    seconds_sd = forms.FloatField(
        label=gettext_lazy("Uncertainty of times, s"), min_value=0.01, max_value=5, initial=0.15, localize=True)


class TableForm(forms.Form):
    table = forms.UUIDField(required=False)


class NoteForm(forms.Form):
    note = forms.CharField(max_length=1000, required=False)


StrokeForms = forms.formset_factory(StrokeForm, extra=ROWS, max_num=60, absolute_max=60)


@panel_view("GET", "POST", action=Action.CALIBRATE)
def calibrations(request: HttpRequest, competition: Any) -> HttpResponse:
    """`calibrations/`: what is used, and the form of a new measurement."""
    if request.method == "POST":
        strokes, measuring = StrokeForms(request.POST, prefix="strokes"), MeasuringForm(request.POST)
        if strokes.is_valid() and measuring.is_valid():
            return _asked(request, competition, strokes, measuring.cleaned_data)
        return _form(request, competition, strokes, measuring, 422)
    return _form(request, competition, StrokeForms(prefix="strokes"), MeasuringForm(), 200)


def _asked(request: HttpRequest, competition: Any, strokes: Any, measuring: dict[str, Any]) -> HttpResponse:
    job = calibration_fit_request(
        competition=competition, table=measuring["table"],
        strokes=[stroke for form in strokes if (stroke := form.stroke()) is not None],
        errors={"position_sd": measuring["position_sd"], "seconds_sd": measuring["seconds_sd"]},
        by=actor(request), at=timezone.now())
    return HttpResponseRedirect(reverse("run:calibration-fit", kwargs={"slug": competition.slug, "uid": job.uid}))


def _form(request: HttpRequest, competition: Any, strokes: Any, measuring: Any, status: int) -> HttpResponse:
    return page(request, competition, "calibrations", {
        "rows": calibrations_of(competition), "tables": tables_of(competition), "strokes": strokes,
        "measuring": measuring,
    }, here="disputes", status=status)


@panel_view("GET", action=Action.CALIBRATE)
def fit(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`calibrations/<job>/`: how far the fit is, and what it has found."""
    return page(request, competition, "calibration_fit", {"found": fit_page(competition, uid)}, here="disputes")


@panel_view("POST", action=Action.CALIBRATE)
def accept(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = calibration_accept(
        competition=competition, job_uid=uid, note=sent(NoteForm, request)["note"], by=actor(request),
        at=timezone.now())
    messages.success(request, _("Version %(version)s is used from now on.") % {"version": row.version})
    return HttpResponseRedirect(reverse("run:calibrations", kwargs={"slug": competition.slug}))


@panel_view("POST", action=Action.CALIBRATE)
def reset(request: HttpRequest, competition: Any) -> HttpResponse:
    row = calibration_reset(
        competition=competition, table=sent(TableForm, request)["table"], by=actor(request), at=timezone.now())
    messages.success(request, _("Version %(version)s is used from now on.") % {"version": row.version})
    return HttpResponseRedirect(reverse("run:calibrations", kwargs={"slug": competition.slug}))
