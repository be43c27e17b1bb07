"""The teams of a team event: the list, one team with its roster."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.actors import Action
from competitions.selectors.actors import actor
from competitions.selectors.entries import event_is_started
from competitions.selectors.people import club_names
from competitions.selectors.public import live_version
from competitions.selectors.teams import team_line, team_lines, team_regulations_of
from competitions.selectors.visibility import event_in
from competitions.services.teams import team_add, team_change

from .frame import go, page, panel_view, sent
from .team_forms import TeamForm


@panel_view("GET")
def teams(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/teams/`."""
    event = event_in(competition, event_slug)
    version = live_version(actor(request), competition)
    return page(request, "teams", {
        "event": event, "rules": team_regulations_of(event), "lines": team_lines(event), "live_version": version,
    }, competition=competition, here="entries")


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def team_new(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/teams/new/`."""
    event = event_in(competition, event_slug)
    rules = team_regulations_of(event)
    form = TeamForm(sent(request), rules=rules)
    if request.method == "POST" and form.run(lambda _data: team_add(
            event=event.uid, facts=form.facts(), by=actor(request), at=timezone.now())):
        messages.success(request, _("%(number)s. %(name)s is entered.") % {
            "number": form.result.number, "name": form.result})
        return go("team_new" if "another" in request.POST else "teams", competition.slug, event.slug)
    return _team_page(request, competition, event, form, rules)


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def team(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """`<event>/teams/<uid>/`."""
    event = event_in(competition, event_slug)
    line, rules = team_line(event, uid), team_regulations_of(event)
    form = TeamForm(sent(request), rules=rules, line=line)
    if request.method == "POST" and form.run(lambda _data: team_change(
            entry=line.uid, facts=form.facts(), by=actor(request), at=timezone.now())):
        messages.success(request, _("Saved."))
        return go("teams", competition.slug, event.slug)
    return _team_page(request, competition, event, form, rules, line=line)


def _team_page(
    request: HttpRequest, competition: Any, event: Any, form: TeamForm, rules: Any, **context: Any,
) -> HttpResponse:
    return page(request, "team", {
        "event": event, "form": form, "rules": rules, "clubs": club_names(), "is_started": event_is_started(event),
        **context,
    }, competition=competition, here="entries")
