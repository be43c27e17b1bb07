"""The shell of the referee's tablet: one page without data, the rest is fetched by the program in it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

# What the page tells the server in its heartbeats: the release whose bundle it runs.
APP_VERSION = "0.1.0"
LANGUAGES = frozenset({"lv", "en", "et", "ru", "de"})


@require_safe
def tablet_page(request: HttpRequest, table_uid: UUID | None = None) -> HttpResponse:
    """Return the shell. It is the same for every table: the program reads the table from the address.

    Never stored by a browser, so that a table's QR code cannot open an earlier match from a cache.
    """
    short = (get_language() or "en").split("-")[0]
    context = {"language": short if short in LANGUAGES else "en", "version": APP_VERSION}
    response = render(request, "refereeing/tablet.html", context)
    response["Cache-Control"] = "no-store"
    return response
