"""Public pages of series: the ranking with every competition, somebody's arithmetic, print and files."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from competitions.selectors.actors import actor
from competitions.selectors.series import (
    SeriesView,
    line_of,
    series_lines,
    series_seen,
    series_view,
    series_visible_to,
)
from competitions.services.series_files import rules_told, series_file, series_pdf

from .files import as_download
from .fragments import page


@require_safe
def all_series(request: HttpRequest) -> HttpResponse:
    """`series/`: all of them."""
    return page(request, "competitions/all_series.html", {"series": series_lines(series_visible_to(actor(request)))})


def _seen(request: HttpRequest, slug: str) -> SeriesView:
    who = actor(request)
    return series_view(series_seen(who, slug), who)


@require_safe
def one(request: HttpRequest, slug: str) -> HttpResponse:
    """`series/<slug>/`: the rankings; what is dropped is struck through and in brackets."""
    view = _seen(request, slug)
    return page(request, "competitions/series.html", {"view": view, "told": rules_told(view)})


@require_safe
def person(request: HttpRequest, slug: str, uid: UUID) -> HttpResponse:
    """`series/<slug>/people/<uid>/`: somebody's results, competition by competition."""
    view = _seen(request, slug)
    found = line_of(view, uid)
    return page(request, "competitions/series_person.html", {
        "view": view, "found": found, "line": found[0][1], "told": rules_told(view),
    })


@require_safe
def printed(request: HttpRequest, slug: str) -> HttpResponse:
    """`series/<slug>/table.pdf`."""
    view = _seen(request, slug)
    language = get_language() or settings.LANGUAGE_CODE
    address = request.build_absolute_uri(reverse("public:series", args=[slug]))
    content = series_pdf(view, language=language, address=address, at=timezone.now())
    headers = {"Content-Disposition": f'inline; filename="{slug}.pdf"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


@require_safe
def as_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """`series/<slug>/table.<csv|xlsx>`."""
    return as_download(series_file(_seen(request, slug), kind))
