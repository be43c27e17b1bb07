"""Files for spreadsheets, for the office: entries as they can be imported again, the door, results, standings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from competitions.common.actors import Action
from competitions.pages.files import as_download
from competitions.selectors.exports import office_file

from .frame import panel_view


@panel_view("GET", action=Action.EDIT_ENTRIES)
def event_file(request: HttpRequest, competition: Any, event_slug: str, what: str, kind: str) -> HttpResponse:
    """`<event>/files/<entries|door|results|standings>.<csv|xlsx>`."""
    return as_download(office_file(competition, event_slug, what, kind))
