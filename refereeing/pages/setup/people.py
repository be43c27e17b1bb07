"""People and clubs that stand twice: suggested, side by side, merged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.actors import Action
from competitions.common.errors import Conflict, NotAllowed
from competitions.selectors.actors import actor
from competitions.selectors.duplicates import (
    Merge,
    club_merge_of,
    clubs_twice,
    people_twice,
    person_in,
    person_merge_of,
)
from competitions.services.merging import club_merge, person_merge
from refereeing.pages.run.forms import read

from .frame import PanelForm, go, page, panel_view, sent
from .sentences import refused_because


class PairForm(forms.Form):
    """Who is kept, and who becomes him."""

    keep = forms.UUIDField()
    gone = forms.UUIDField()


class MergeForm(PanelForm):
    """What was shown."""

    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)


@panel_view("GET", action=Action.EDIT_COMPETITION)
def people(request: HttpRequest, competition: Any) -> HttpResponse:
    """`people/`: who may stand twice."""
    who = actor(request)
    return page(request, "people", {
        "people": people_twice(who, competition), "clubs": clubs_twice(who, competition),
    }, competition=competition, here="people")


@panel_view("GET", action=Action.EDIT_COMPETITION)
def person(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`people/<uid>/`: somebody entered here; an id from before a merge leads to who was kept."""
    found = person_in(competition, uid)
    if found.uid != uid:
        return go("person", competition.slug, found.uid)
    return page(request, "person", {"person": found}, competition=competition, here="people")


@panel_view("GET", "POST", action=Action.EDIT_COMPETITION)
def merge(request: HttpRequest, competition: Any) -> HttpResponse:
    """`people/merge/?keep=…&gone=…`."""
    return _merge(request, competition, person_merge_of, person_merge)


@panel_view("GET", "POST", action=Action.EDIT_COMPETITION)
def merge_clubs(request: HttpRequest, competition: Any) -> HttpResponse:
    """`people/clubs/merge/?keep=…&gone=…`."""
    return _merge(request, competition, club_merge_of, club_merge)


def _merge(
    request: HttpRequest, competition: Any, look: Callable[..., Merge], service: Callable[..., Any],
) -> HttpResponse:
    """Both side by side and what would move; posted, it is done as it was shown."""
    pair = read(PairForm, request.GET)
    who = actor(request)
    try:
        shown = look(who, competition, pair["keep"], pair["gone"])
    except (Conflict, NotAllowed) as refusal:
        return page(request, "merge_refused", {
            "said": refused_because(refusal)}, competition=competition, here="people")
    form = MergeForm(sent(request), initial={"digest": shown.digest})
    if request.method == "POST" and form.run(lambda data: service(
            competition=competition.uid, digest=data["digest"], by=who, at=timezone.now(), **pair)):
        messages.success(request, _("%(name)s stands once now.") % {"name": form.result})
        return go("people", competition.slug)
    return page(request, "merge", {"shown": shown, "form": form}, competition=competition, here="people")
