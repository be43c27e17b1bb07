"""Protocols: what waits for approval, one line a match; approve one or all that are ticked."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.common.actors import Action
from competitions.common.errors import Invalid
from competitions.selectors.actors import actor
from refereeing.selectors.panel_matches import approved_lately, names_of, to_approve
from refereeing.selectors.panel_teams import team_matches_to_approve
from refereeing.services.protocols import protocols_approve

from .frame import back, page, panel_view
from .refusals import code_text

MOST_AT_ONCE = 500


@panel_view("GET")
def protocols(request: HttpRequest, competition: Any) -> HttpResponse:
    """`protocols/`."""
    now = timezone.now()
    return page(request, competition, "protocols", {
        "waiting": to_approve(competition, now), "approved": approved_lately(competition, now),
        "team_matches": team_matches_to_approve(competition),
    }, here="protocols")


@panel_view("POST", action=Action.APPROVE)
def approve_ticked(request: HttpRequest, competition: Any) -> HttpResponse:
    """`protocols/approve/`: each ticked box says which version of the match was seen."""
    ticked = read_ticks(request.POST.getlist("match"))
    names = names_of(competition, list(ticked))
    ours = {uid: version for uid, version in ticked.items() if uid in names}
    approved, refused = protocols_approve(matches=ours, by=actor(request), at=timezone.now())
    if approved:
        messages.success(request, ngettext(
            "%(count)s protocol approved.", "%(count)s protocols approved.", approved) % {"count": approved})
    for uid, code in refused:
        messages.error(request, _("Not approved: %(match)s. %(why)s") % {"match": names[uid], "why": code_text(code)})
    return back(request, "protocols", slug=competition.slug)


def read_ticks(values: list[str]) -> dict[UUID, int]:
    """`uid:version` of each ticked box. Raises Invalid for none, for too many, and for what is no such pair."""
    if not values:
        raise Invalid("nothing_ticked")
    found: dict[UUID, int] = {}
    for value in values[:MOST_AT_ONCE]:
        uid, _sep, version = value.partition(":")
        try:
            found[UUID(uid)] = int(version)
        except ValueError:
            raise Invalid("bad_field", path="match") from None
    return found
