"""Series in the panel: their rules, their competitions, the places that count."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from competitions.common.actors import Action
from competitions.common.errors import NotAllowed
from competitions.formats.series_settings import SeriesSettings, series_settings_from
from competitions.selectors.actors import actor
from competitions.selectors.people import may_create_competition
from competitions.selectors.series import (
    events_to_add,
    leg_differs,
    leg_in,
    leg_places,
    legs_of,
    series_lines,
    series_managed,
    series_owned_by,
)
from competitions.services.series import (
    leg_add,
    leg_remove,
    leg_take,
    leg_type,
    series_change,
    series_create,
    series_remove,
)
from refereeing.pages.run.refusals import refusals_shown
from refereeing.pages.setup.frame import page, sent

from .forms import LegForm, PlacesForm, SeriesForm, series_initial

View = Callable[..., HttpResponse]


def series_page(*methods: str) -> Callable[[View], View]:
    """A page of a series that one may change: `view(request, series, …)`. Somebody else's looks like none at all."""

    def decorate(view: View) -> View:
        @wraps(view)
        @require_http_methods(list(methods) or ["GET"])
        @login_required
        @cache_control(private=True, no_store=True)
        def shown(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            found = series_managed(actor(request), slug)
            back = reverse("series:one", args=[slug])
            with refusals_shown(request, back) as outcome:
                outcome.response = view(request, found, **kwargs)
            return outcome.response

        return shown

    return decorate


def _go(name: str, *args: Any) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse(f"series:{name}", args=args))


@require_http_methods(["GET"])
@login_required
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """`panel/series/`: one's own."""
    who = actor(request)
    return page(request, "series_home", {
        "lines": series_lines(series_owned_by(who)), "may_create": may_create_competition(who)})


@require_http_methods(["GET", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def new(request: HttpRequest) -> HttpResponse:
    """`panel/series/new/`."""
    who = actor(request)
    if not may_create_competition(who):
        raise NotAllowed(action=str(Action.EDIT_COMPETITION))
    form = SeriesForm(sent(request), initial=series_initial("", SeriesSettings(), is_public=True))
    if request.method == "POST" and form.run(lambda data: series_create(
            name=data["name"], settings=form.settings(), is_public=data["is_public"], by=who, at=timezone.now())):
        messages.success(request, _("The series is made. Now add its competitions."))
        return _go("one", form.result.slug)
    return page(request, "series_new", {"form": form})


def _shown(request: HttpRequest, found: Any, **forms: Any) -> HttpResponse:
    who, legs = actor(request), legs_of(found)
    settings = series_settings_from(found.rules)
    return page(request, "series", {
        "series": found, "legs": legs, "differs": {leg.pk for leg in legs if leg_differs(leg)},
        "form": forms.get("form") or SeriesForm(
            initial=series_initial(found.name, settings, is_public=found.is_public)),
        "leg_form": forms.get("leg_form") or LegForm(events=events_to_add(who, found)),
    })


@series_page("GET", "POST")
def one(request: HttpRequest, found: Any) -> HttpResponse:
    """`panel/series/<slug>/`: rules and competitions."""
    form = SeriesForm(sent(request))
    if request.method != "POST":
        return _shown(request, found)
    if form.run(lambda data: series_change(
            series=found.uid, name=data["name"], settings=form.settings(), is_public=data["is_public"],
            by=actor(request))):
        messages.success(request, _("Saved."))
        return _go("one", found.slug)
    return _shown(request, found, form=form)


@series_page("POST")
def remove(request: HttpRequest, found: Any) -> HttpResponse:
    """Away, if it was made by mistake."""
    series_remove(series=found.uid, by=actor(request))
    messages.success(request, _("%(name)s is removed.") % {"name": found.name})
    return _go("home")


@series_page("POST")
def leg_new(request: HttpRequest, found: Any) -> HttpResponse:
    """A competition more."""
    who = actor(request)
    form = LegForm(sent(request), events=events_to_add(who, found))
    if form.run(lambda data: leg_add(
            series=found.uid, event=data["event"], name=data["name"], held_on=data["held_on"], by=who,
            at=timezone.now())):
        messages.success(request, _("%(name)s is added.") % {"name": form.result.name})
        return _go("leg", found.slug, form.result.uid)
    return _shown(request, found, leg_form=form)


@series_page("GET", "POST")
def leg(request: HttpRequest, found: Any, uid: UUID) -> HttpResponse:
    """`panel/series/<slug>/legs/<uid>/`: the places, taken from the event or typed in."""
    shown = leg_in(found, uid)
    places = leg_places(shown)
    form = PlacesForm(sent(request), initial={"places": "\n".join(_typed_line(row) for row in places)})
    if request.method == "POST" and form.run(lambda _data: leg_type(
            series=found.uid, leg=shown.uid, places=form.typed(), by=actor(request), at=timezone.now())):
        _say(request, form.result)
        return _go("one", found.slug)
    return page(request, "series_leg", {
        "series": found, "leg": shown, "places": places, "form": form, "differs": leg_differs(shown)})


def _typed_line(line: Any) -> str:
    """As it was typed: by that name it is found again when the form is sent once more."""
    row = line.row
    return f"{row.place}; {row.person.name}; {line.club}; {row.points.normalize():f}; {row.clears}"


def _say(request: HttpRequest, count: int) -> None:
    messages.success(request, ngettext(
        "%(count)s place is in the series.", "%(count)s places are in the series.", count) % {"count": count})


@series_page("POST")
def take(request: HttpRequest, found: Any, uid: UUID) -> HttpResponse:
    """The places of the event as they stand now."""
    _say(request, leg_take(series=found.uid, leg=leg_in(found, uid).uid, by=actor(request), at=timezone.now()))
    return _go("one", found.slug)


@series_page("POST")
def remove_leg(request: HttpRequest, found: Any, uid: UUID) -> HttpResponse:
    """A competition out of the series."""
    shown = leg_in(found, uid)
    leg_remove(series=found.uid, leg=shown.uid, by=actor(request), at=timezone.now())
    messages.success(request, _("%(name)s is removed.") % {"name": shown.name})
    return _go("one", found.slug)
