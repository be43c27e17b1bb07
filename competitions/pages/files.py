"""Files for spreadsheets: what everybody may read of an event, as CSV and XLSX."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from competitions.selectors.actors import actor
from competitions.selectors.exports import File, public_file

from .fragments import whole


@require_safe
def event_file(request: HttpRequest, slug: str, event_slug: str, what: str, kind: str) -> HttpResponse:
    """`c/<slug>/<event>/files/<entries|results|standings>.<csv|xlsx>`."""
    found = public_file(actor(request), slug, event_slug, what, kind, whole(request.GET.get("stage")))
    return as_download(found)


def as_download(file: File) -> HttpResponse:
    """A file that the browser keeps instead of showing it."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "no-store"}
    return HttpResponse(file.content, content_type=file.content_type, headers=headers)
