"""Middleware of our own: the log line of a request, the hall address, and refusals as pages."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from competitions.common.errors import DomainError, NotAllowed
from competitions.pages.account import must_go_to
from novuss_site import errors
from novuss_site.hosts import accept_hall_address

Handler = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger("novuss.request")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestLogMiddleware:
    """Gives each request an id, binds it to every log line that the request causes, and writes one line at its end."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = request.headers.get("X-Request-ID", "")
        request_id = sent if REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        begin = time.perf_counter()
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        log.info(
            "request",
            method=request.method,
            path=request.path[:500],
            status=response.status_code,
            ms=round((time.perf_counter() - begin) * 1000, 1),
        )
        return response


class HallAddressMiddleware:
    """Accepts the laptop's own address in the hall as Host; refuses a NUL before it meets a query."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        accept_hall_address(request.META.get("HTTP_HOST", ""), request.META.get("SERVER_NAME", ""))
        if "%00" in request.META.get("QUERY_STRING", "") or "\x00" in request.path_info:
            return errors.bad_request(request)
        return self.get_response(request)


class FirstPasswordMiddleware:
    """Somebody who came in with a one-time password replaces it before anything else."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        target = must_go_to(request)
        if target is None:
            return self.get_response(request)
        if request.path_info.startswith(errors.API_PREFIX):
            return errors.refusal_page(request, NotAllowed("password_must_change"))
        return redirect(target)


class DomainErrorMiddleware:
    """Turns a refusal that a page did not handle itself into the error page with the right status."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for a refusal; None lets a fault of ours rise."""
        if isinstance(exception, DomainError | OperationalError):
            return errors.refusal_page(request, exception)
        if isinstance(exception, ValidationError):
            return errors.validation_page(request)
        return None
