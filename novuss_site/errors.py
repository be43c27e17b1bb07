"""From refusals to HTTP, for people: one error page, translated, in the form that the asker can read."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import requires_csrf_token

from competitions.common.errors import DomainError
from novuss_site.problems import Problem, problem_of

API_PREFIX = "/api/"


def show(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The problem as JSON below /api/, and as a page elsewhere."""
    response: HttpResponse
    if request.path_info.startswith(API_PREFIX):
        response = JsonResponse(problem.as_json(), status=problem.status, content_type="application/problem+json")
    else:
        request_id = getattr(request, "request_id", "")
        context = {"problem": problem, "request_id": request_id if problem.status >= 500 else ""}
        response = render(request, "errors/error.html", context, status=problem.status)
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    response["Cache-Control"] = "no-store"
    return response


def refusal_page(request: HttpRequest, error: DomainError | OperationalError) -> HttpResponse:
    """A refusal of a service, or of a database that is busy, full or read-only, as a page."""
    return show(request, problem_of(error))


def validation_page(request: HttpRequest) -> HttpResponse:
    """A model refused its values, and no form stood before it."""
    return show(request, Problem(status=400, code="validation", params={}))


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler400; a form that is too large is told so."""
    if isinstance(exception, RequestDataTooBig):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return show(request, Problem(status=413, code="too_large", params={"limit": limit}))
    return show(request, Problem(status=400, code="bad_request", params={}))


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler403."""
    return show(request, Problem(status=403, code="permission_denied", params={}))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF_FAILURE_VIEW."""
    return show(request, Problem(status=403, code="csrf_failed", params={}))


@requires_csrf_token
def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler404: the same bytes for an unknown and for a forbidden id."""
    return show(request, Problem(status=404, code="not_found", params={}))


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """handler500. Falls back to a bare sentence when the page itself is what fails.

    A database that is busy or full where no view is running (a session being saved) ends here too, and is no fault.
    """
    problem = Problem(status=500, code="server_error", params={})
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError):
        problem = problem_of(error)
    try:
        return show(request, problem)
    except Exception:
        return HttpResponse(problem.detail, status=500, content_type="text/plain; charset=utf-8")


def locked_out(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """django-axes: too many wrong passwords."""
    return show(request, Problem(status=429, code="locked_out", params={}, retry_after=900))
