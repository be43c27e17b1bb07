"""What every page of the panel's running part has in common: login, competition, rights, zone, the way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from competitions.common.actors import Action, Actor
from competitions.selectors.actors import actor
from competitions.selectors.public import live_version
from competitions.selectors.visibility import competition_managed
from refereeing.selectors.panel_steps import event_to_show

from .refusals import refusals_shown

_LAST_EVENT = "panel_event"

View = Callable[..., HttpResponse]


def panel_view(*methods: str, action: Action = Action.SEE_PANEL) -> Callable[[View], View]:
    """A page of a competition's panel: `view(request, competition, …)` instead of `view(request, slug, …)`.

    Asks for a login first, so that known and unknown addresses look alike; answers in the competition's zone; a refusal
    of a service becomes a message on the page that the asker came from.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        @require_http_methods(list(methods) or ["GET"])
        @login_required
        @cache_control(private=True, no_store=True)
        def shown(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            competition = competition_managed(actor(request), slug, action)
            # Read before the data, so that no change between the two is missed by the page.
            request.live_version = live_version(actor(request), competition)  # type: ignore[attr-defined]
            home = reverse("run:overview", kwargs={"slug": slug})
            # A page with a form of its own shows the refusal above that form again.
            refused_at = request.get_full_path() if {"GET", "POST"} <= set(methods) else came_from(request, home)
            with timezone.override(competition.time_zone), refusals_shown(request, refused_at) as outcome:
                outcome.response = view(request, competition, **kwargs)
            return outcome.response

        return shown

    return decorate


def came_from(request: HttpRequest, otherwise: str) -> str:
    """The page of the panel to return to: the form's `next`, if it is one of ours."""
    wanted = request.POST.get("next", "")
    is_ours = wanted.startswith("/panel/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts=None, require_https=request.is_secure())
    return wanted if is_ours else otherwise


def back(request: HttpRequest, name: str, **kwargs: Any) -> HttpResponseRedirect:
    """After a POST: the page that the form came from, else the page called `name`."""
    return HttpResponseRedirect(came_from(request, reverse(f"run:{name}", kwargs=kwargs)))


def rights(who: Actor, competition: Any) -> dict[str, bool]:
    """What this actor may do here, by the name of the action: for showing buttons; the services decide for real."""
    return {str(action): who.may(action, competition.uid) for action in Action}


def event_shown(request: HttpRequest, competition: Any, event: Any = None) -> Any:
    """The event whose pages stand in the side list: the page's own, else the last one looked at, else the only one."""
    if event is not None:
        return event
    slug, _slash, last = request.COOKIES.get(_LAST_EVENT, "").partition("/")
    return event_to_show(competition, last if slug == competition.slug else "")


def keep_event(request: HttpRequest, response: HttpResponse, competition: Any, event: Any) -> HttpResponse:
    """Remember the event of a page for the pages that have none."""
    if event is not None:
        response.set_cookie(
            _LAST_EVENT, f"{competition.slug}/{event.slug}", path="/panel/", httponly=True, samesite="Lax",
            secure=request.is_secure())
    return response


def page(
    request: HttpRequest, competition: Any, template: str, context: dict[str, Any], *, here: str, status: int = 200,
) -> HttpResponse:
    """Render a page of the panel. The pages of one event are in the side list everywhere."""
    shown = render(request, f"refereeing/run/{template}.html", {
        "competition": competition, "may": rights(actor(request), competition), "panel_here": here,
        "server_now": timezone.now(), "live_version": getattr(request, "live_version", None),
        **context, "event": event_shown(request, competition, context.get("event")),
    }, status=status)
    return keep_event(request, shown, competition, context.get("event"))
