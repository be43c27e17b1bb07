"""The panel's first page, a competition's settings, its officials and its tables."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from competitions.common.actors import Action
from competitions.common.errors import NotAllowed
from competitions.selectors.actors import actor
from competitions.selectors.entries import competition_lines, event_lines
from competitions.selectors.people import (
    may_create_competition,
    may_take_match_day_in,
    official_row,
    officials_of,
    tables_of,
)
from competitions.services.competitions import (
    competition_change,
    competition_create,
    official_remove,
    official_set,
    tables_set,
)
from competitions.services.officials import official_add
from competitions.services.people import account_password_reset, account_pin_set, pin_unlock

from .forms import (
    NEAR_ZONES,
    CompetitionForm,
    CompetitionNewForm,
    OfficeForm,
    OfficialForm,
    PinForm,
    TablesForm,
)
from .frame import PanelForm, go, page, panel_view, sent


@require_http_methods(["GET"])
@login_required
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """`/panel/`: the competitions in which one has an office."""
    who = actor(request)
    return page(request, "home", {
        "lines": competition_lines(who), "may_create": may_create_competition(who),
        "may_take_in": may_take_match_day_in(who)})


@require_http_methods(["GET", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def new(request: HttpRequest) -> HttpResponse:
    """`/panel/new/`."""
    who = actor(request)
    if not may_create_competition(who):
        raise NotAllowed(action=str(Action.EDIT_COMPETITION))
    today = timezone.localdate()
    form = CompetitionNewForm(sent(request), initial={"starts_on": today, "ends_on": today})
    if request.method == "POST" and form.run(lambda data: competition_create(
            facts=form.facts(), tables=data["tables"], by=who, at=timezone.now())):
        messages.success(request, _("The competition is made. Now add an event."))
        return go("event_new", form.result.slug)
    return page(request, "competition_new", {"form": form, "zones": NEAR_ZONES})


@panel_view("GET", "POST", action=Action.EDIT_COMPETITION)
def settings(request: HttpRequest, competition: Any) -> HttpResponse:
    """`settings/`: what is said about the competition, and its events."""
    form = CompetitionForm(sent(request), initial=vars(competition))
    if request.method == "POST" and form.run(lambda data: competition_change(
            competition=competition.uid, facts=form.facts(), by=actor(request), at=timezone.now())):
        messages.success(request, _("Saved."))
        return go("settings", competition.slug)
    return page(request, "settings", {
        "form": form, "zones": NEAR_ZONES, "events": event_lines(competition),
    }, competition=competition, here="settings")


@panel_view("GET", "POST", action=Action.EDIT_COMPETITION)
def tables(request: HttpRequest, competition: Any) -> HttpResponse:
    """`tables/`: how many, and in which zones."""
    known = tables_of(competition)
    form = TablesForm(sent(request), tables=known, initial={"count": len(known) or 12})
    if request.method == "POST" and form.run(lambda data: tables_set(
            competition=competition.uid, count=data["count"], zones=form.zones(), by=actor(request),
            at=timezone.now())):
        messages.success(request, _("The tables are saved."))
        return go("tables", competition.slug)
    return page(request, "tables", {"form": form}, competition=competition, here="tables")


def _officials_page(request: HttpRequest, competition: Any, form: OfficialForm) -> HttpResponse:
    return page(request, "officials", {
        "form": form, "rows": officials_of(competition),
    }, competition=competition, here="officials")


@panel_view("GET", "POST", action=Action.EDIT_OFFICIALS)
def officials(request: HttpRequest, competition: Any) -> HttpResponse:
    """`officials/`: who serves, and one more."""
    form = OfficialForm(sent(request))
    if request.method != "POST" or not form.run(lambda data: _official_add(request, competition, data)):
        return _officials_page(request, competition, form)
    username, password = form.result
    if password:
        return _password_page(request, competition, username, password)
    messages.success(request, _("%(name)s has the office.") % {"name": username})
    return go("officials", competition.slug)


def _official_add(request: HttpRequest, competition: Any, data: dict[str, Any]) -> tuple[str, str]:
    """The user name, and the one-time password where an account had to be made."""
    password = official_add(
        competition=competition.uid, username=data["username"], name=data["name"], role=data["role"],
        zone=data["zone"], pin=data["pin"], language=competition.language, by=actor(request), at=timezone.now())
    return data["username"].strip().lower(), password


def _password_page(request: HttpRequest, competition: Any, username: str, password: str) -> HttpResponse:
    # Shown in the answer itself and never again: a redirect would have to carry it in a cookie.
    return page(request, "official_password", {
        "username": username, "password": password,
    }, competition=competition, here="officials")


def _official_page(
    request: HttpRequest, competition: Any, account: UUID, form: PanelForm | None = None, pin: PanelForm | None = None,
) -> HttpResponse:
    row = official_row(competition, account)
    return page(request, "official", {
        "row": row, "form": form or OfficeForm(initial={"role": row.role, "zone": row.zone}),
        "pin_form": pin or PinForm(),
    }, competition=competition, here="officials")


@panel_view("GET", "POST", action=Action.EDIT_OFFICIALS)
def official(request: HttpRequest, competition: Any, account: UUID) -> HttpResponse:
    """`officials/<uid>/`: role, PIN, password. A first office is given on `officials/`, by the user name."""
    official_row(competition, account)
    form = OfficeForm(sent(request))
    if request.method != "POST":
        return _official_page(request, competition, account)
    if form.run(lambda data: official_set(
            competition=competition.uid, account=account, role=data["role"], zone=data["zone"], by=actor(request),
            at=timezone.now())):
        messages.success(request, _("Saved."))
        return go("officials", competition.slug)
    return _official_page(request, competition, account, form=form)


@panel_view("POST", action=Action.EDIT_OFFICIALS)
def official_pin(request: HttpRequest, competition: Any, account: UUID) -> HttpResponse:
    """A new PIN; it also unlocks."""
    form = PinForm(request.POST)
    if form.run(lambda data: account_pin_set(
            competition=competition.uid, account=account, pin=data["pin"], by=actor(request), at=timezone.now())):
        messages.success(request, _("The PIN is set."))
        return go("officials", competition.slug)
    return _official_page(request, competition, account, pin=form)


@panel_view("POST", action=Action.EDIT_OFFICIALS)
def official_unlock(request: HttpRequest, competition: Any, account: UUID) -> HttpResponse:
    """The PIN may be tried again."""
    pin_unlock(competition=competition.uid, account=account, by=actor(request), at=timezone.now())
    messages.success(request, _("The PIN is unlocked."))
    return go("officials", competition.slug)


@panel_view("POST", action=Action.EDIT_OFFICIALS)
def official_password(request: HttpRequest, competition: Any, account: UUID) -> HttpResponse:
    """A new one-time password."""
    form = PanelForm(request.POST)
    if form.run(lambda _data: account_password_reset(
            competition=competition.uid, account=account, by=actor(request), at=timezone.now())):
        return _password_page(request, competition, official_row(competition, account).username, form.result)
    return _official_page(request, competition, account, form=form)


@panel_view("POST", action=Action.EDIT_OFFICIALS)
def official_end(request: HttpRequest, competition: Any, account: UUID) -> HttpResponse:
    """The office ends; the account stays."""
    form = PanelForm(request.POST)
    if form.run(lambda _data: official_remove(
            competition=competition.uid, account=account, by=actor(request), at=timezone.now())):
        messages.success(request, _("The office has ended."))
        return go("officials", competition.slug)
    return _official_page(request, competition, account, form=form)
