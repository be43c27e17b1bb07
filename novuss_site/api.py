"""From refusals to HTTP, for programs: problem JSON (RFC 9457). The only place that does it."""

from __future__ import annotations

from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.exceptions import ValidationError as ModelValidationError
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from competitions.common.errors import DomainError
from novuss_site.problems import Problem, plain, problem_of

log = structlog.get_logger("novuss.api")
CONTENT_TYPE = "application/problem+json"


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. What nobody expected stays a 500 (None lets it rise) and is logged by Django."""
    problem = as_problem(error)
    if problem is None:
        return None
    set_rollback()
    if problem.status == 503:
        log.warning("unavailable", code=problem.code, error=repr(error)[:300])
    headers = {"Content-Type": CONTENT_TYPE}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    auth_header = getattr(error, "auth_header", None)
    if auth_header:
        headers["WWW-Authenticate"] = auth_header
    return Response(problem.as_json(), status=problem.status, headers=headers, content_type=CONTENT_TYPE)


def as_problem(error: Exception) -> Problem | None:
    """The problem that an exception stands for, or None for a fault of ours."""
    if isinstance(error, DomainError | OperationalError):
        return problem_of(error)
    if isinstance(error, Http404):
        return Problem(status=404, code="not_found", params={})
    if isinstance(error, PermissionDenied):
        return Problem(status=403, code="permission_denied", params={})
    if isinstance(error, RequestDataTooBig):
        return Problem(status=413, code="too_large", params={})
    if isinstance(error, ModelValidationError):
        return Problem(status=400, code="validation", params={"fields": of_model(error)})
    if isinstance(error, exceptions.ValidationError):
        return of_serializer(error)
    if isinstance(error, exceptions.APIException):
        return of_framework(error)
    return None


def of_model(error: ModelValidationError) -> Any:
    """The messages of `full_clean()`, by field."""
    return error.message_dict if hasattr(error, "error_dict") else {"": error.messages}


def of_serializer(error: exceptions.ValidationError) -> Problem:
    """The messages of a serializer, by field; an unknown field has a code of its own."""
    codes = error.get_codes()
    unknown = first_with(codes, "unknown_field")
    fields = plain(error.detail)
    if unknown is not None:
        return Problem(status=400, code="unknown_field", params={"field": unknown, "fields": fields})
    return Problem(status=400, code="validation", params={"fields": fields})


def first_with(codes: Any, wanted: str, path: str = "") -> str | None:
    """The path of the first field whose codes hold `wanted`."""
    if codes == wanted:
        return path
    children = codes.items() if isinstance(codes, dict) else enumerate(codes) if isinstance(codes, list) else ()
    for name, child in children:
        if child == wanted:
            return path or str(name) if isinstance(name, int) else f"{path}.{name}".lstrip(".")
        step = f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}".lstrip(".")
        found = first_with(child, wanted, step)
        if found is not None:
            return found
    return None


def of_framework(error: exceptions.APIException) -> Problem:
    """DRF's own refusals, such as a wrong method or media type."""
    code = str(getattr(error.detail, "code", error.default_code))
    if isinstance(error, exceptions.NotFound):
        return Problem(status=404, code="not_found", params={})
    if isinstance(error, exceptions.MethodNotAllowed):
        code = "method_not_allowed"
    if isinstance(error, exceptions.UnsupportedMediaType) and code == "bad_charset":
        return Problem(status=415, code=code, params={})
    params = dict(getattr(error, "params", {}))
    if isinstance(error, exceptions.PermissionDenied) and "CSRF" in str(error.detail):
        code = "csrf_failed"
    wait = getattr(error, "wait", None)
    return Problem(status=error.status_code, code=code, params=params, retry_after=None if wait is None else int(wait))
