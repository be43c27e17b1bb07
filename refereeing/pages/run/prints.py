"""Everything that is printed: short documents at once, long ones as jobs with progress."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy as _

from competitions.common.actors import Action
from competitions.common.errors import Conflict, NotFound
from competitions.selectors.actors import actor
from competitions.services.jobs import job_cancel, job_start
from refereeing.selectors.panel import match_row
from refereeing.selectors.panel_prints import job_in, jobs_of, prints_of
from refereeing.services.documents.job import job_file
from refereeing.services.documents.render import LONG_KINDS, document_render, protocol_now

from .address import base_url
from .forms import PrintForm, read
from .frame import back, page, panel_view

# What a document cannot be made without.
_NEEDS = {
    "round_list": "stage", "cross_table": "stage", "final_table": "stage", "lot_sheet": "stage", "entry_list": "event",
    "clubs": "stage",
}

FILES = (
    ("entries", _("Entries")), ("door", _("At the door")), ("results", _("Results")),
    ("standings", _("Table of results")),
)


@panel_view("GET", action=Action.PRINT)
def prints(request: HttpRequest, competition: Any) -> HttpResponse:
    """`print/`: every document, in a language of one's choice."""
    return page(request, competition, "prints", {
        "events": prints_of(competition), "jobs": jobs_of(competition), "languages": settings.LANGUAGES,
        "language": _language(request, competition), "files": FILES,
    }, here="print")


def _language(request: HttpRequest, competition: Any) -> str:
    known = [code for code, _name in settings.LANGUAGES]
    asked = request.GET.get("language", "")
    return asked if asked in known else str(competition.language)


def _args(request: HttpRequest, competition: Any, given: dict[str, Any]) -> dict[str, Any]:
    """What a document is made of, as plain JSON: a job keeps it."""
    args = {name: str(value) for name, value in given.items() if value not in (None, "", False)}
    if given.get("round"):
        args["round"] = given["round"]
    return {"language": str(competition.language), **args, "base_url": base_url(request)}


@panel_view("GET", action=Action.PRINT)
def document(request: HttpRequest, competition: Any, kind: str) -> HttpResponse:
    """`print/<kind>/`: a short document at once, shown by the browser, which prints it."""
    given = read(PrintForm, request.GET)
    if kind in LONG_KINDS or given.get(_NEEDS.get(kind, ""), True) is None:
        raise NotFound(kind="document")
    args = _args(request, competition, given)
    made = document_render(kind, competition, args)
    return _file(made.content, made.file_name, made.content_type)


def _file(content: bytes, name: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    disposition = content_disposition_header(content_type != "application/pdf", name)
    response["Content-Disposition"] = disposition or "inline"
    return response


@panel_view("GET", action=Action.PRINT)
def match_protocol(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`matches/<uid>/protocol.pdf`."""
    row = match_row(competition, uid, timezone.now())
    if row.game is None:
        raise NotFound(kind="game")
    content = protocol_now(row.game, language=_language(request, competition), base_url=base_url(request))
    return _file(content, "protocol.pdf", "application/pdf")


@panel_view("POST", action=Action.PRINT)
def start(request: HttpRequest, competition: Any, kind: str) -> HttpResponse:
    """`print/<kind>/start/`: queue a long document and go to its page."""
    if kind not in LONG_KINDS:
        raise NotFound(kind="document")
    args = _args(request, competition, read(PrintForm, request.POST))
    job = job_start(kind=kind, competition=competition, args=args, by=actor(request), at=timezone.now())
    return HttpResponseRedirect(reverse("run:job", kwargs={"slug": competition.slug, "uid": job.uid}))


@panel_view("GET", action=Action.PRINT)
def job(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    """`jobs/<uid>/`: how far it is, the file when it is done."""
    return page(request, competition, "job", {"row": job_in(competition, uid)}, here="print")


@panel_view("POST", action=Action.PRINT)
def cancel(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    job_in(competition, uid)
    job_cancel(job_uid=uid, by=actor(request), at=timezone.now())
    return back(request, "job", slug=competition.slug, uid=uid)


@panel_view("GET", action=Action.PRINT)
def download(request: HttpRequest, competition: Any, uid: UUID) -> HttpResponse:
    row = job_in(competition, uid)
    content = job_file(row.job)
    if content is None:
        raise Conflict("not_finished")
    return _file(content, row.file_name, "application/pdf" if row.file_name.endswith(".pdf") else "application/zip")
