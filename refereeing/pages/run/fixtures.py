"""Matches of a league over months: day and hall, postponed, and a match day as a file for a hall's laptop."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.selectors.actors import actor
from competitions.selectors.visibility import event_in
from competitions.services.match_day_fixtures import fixture_postpone, fixture_set
from refereeing.selectors.panel_teams import team_match_in
from refereeing.services.match_day_out import match_day_file

from .forms import ReasonForm, sent
from .frame import back, panel_view


class FixtureForm(forms.Form):
    """Day, time and hall; all may be left empty."""

    plays_on = forms.DateField(required=False)
    starts_at = forms.TimeField(required=False)
    hall = forms.CharField(max_length=120, required=False)


class PostponeForm(ReasonForm):
    """Why, and the new day where it is known."""

    plays_on = forms.DateField(required=False)


class HallForm(forms.Form):
    """The hall whose matches are wanted; empty for all."""

    hall = forms.CharField(max_length=120, required=False)


@panel_view("POST")
def fixture(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    team_match_in(competition, uid)
    given = sent(FixtureForm, request)
    fixture_set(
        match_uid=uid, plays_on=given["plays_on"], starts_at=given["starts_at"], hall=given["hall"],
        by=actor(request), at=timezone.now())
    messages.success(request, _("Saved."))
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def postpone(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    match = team_match_in(competition, uid)
    given = sent(PostponeForm, request)
    fixture_postpone(
        match_uid=uid, reason=given["reason"], plays_on=given["plays_on"], by=actor(request), at=timezone.now())
    messages.success(request, _("Postponed: %(first)s – %(second)s.") % {"first": match.first, "second": match.second})
    return back(request, "team-match", slug=competition.slug, uid=uid)


@panel_view("POST")
def day_file(request: HttpRequest, competition: Any, event_slug: str, number: int) -> HttpResponse:
    """`<event>/rounds/<number>/file/`: the round, or what of it is played in one hall."""
    event = event_in(competition, event_slug)
    content = match_day_file(
        event_uid=event.uid, round_number=number, hall=sent(HallForm, request)["hall"], by=actor(request),
        at=timezone.now())
    answer = HttpResponse(content, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-round-{number}.json"'
    return answer
