"""The endpoints of `simulate` and `reconstruct`: what `manage.py` takes and gives, computed by the worker's process."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, BaseThrottle

from competitions.api.commands import CommandRefused
from refereeing.services.command_runs import command_of, command_results, command_start, command_wait

from .lines import TooLarge
from .views import PrivateView

MAX_BODY = 256_000
"""Bytes: 32 discs before and after are five thousand."""


class SimulationThrottle(AnonRateThrottle):
    """A minute's worth of one address; a guard against loops, not a wall (reliability: the process has its limits)."""

    rate = "60/min"
    scope = "simulations"


class SimulationApi(PrivateView):
    """One object gives one result or a 422; an array of at most 50 gives an array, errors in the places of their items.

    202 with the address of the run where the answer takes longer than a request may.
    """

    authentication_classes: list[type] = []
    permission_classes = [AllowAny]
    throttle_classes = [SimulationThrottle]
    command = ""

    def get_throttles(self) -> list[BaseThrottle]:
        """What costs nothing is not counted."""
        return super().get_throttles() if self.request.method == "POST" else []

    @extend_schema(request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request) -> Response:
        if not (request.content_type or "").startswith("application/json"):
            raise UnsupportedMediaType(request.content_type or "")  # an empty form would be an empty object
        if _announced(request) > MAX_BODY:
            raise TooLarge(MAX_BODY)
        single = not isinstance(request.data, list)
        items: list[Any] = [request.data] if single else list(request.data)
        if not items:
            return Response([])
        return run_answer(command_wait(command_start(command=self.command, items=items, single=single)))


def _announced(request: Request) -> int:
    """The length that the request states. Raises ParseError (400) for one that is no number."""
    stated = request.headers.get("Content-Length") or "0"
    if not (stated.isascii() and stated.isdigit() and len(stated) <= 18):
        raise ParseError
    return int(stated)


class SimulateApi(SimulationApi):
    """A stroke, simulated."""

    command = "simulate"


class ReconstructApi(SimulationApi):
    """The strokes that explain what was seen."""

    command = "reconstruct"


class RunApi(PrivateView):
    """A run that took longer than its request."""

    authentication_classes: list[type] = []
    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, run_uid: UUID) -> Response:
        return run_answer(command_of(run_uid))


def run_answer(job: Any) -> Response:
    """The results, or where to ask again."""
    results = command_results(job)
    if results is None:
        address = reverse("api-run", kwargs={"run_uid": job.uid})
        progress = round(job.done / job.total, 3) if job.total else 0.0
        return Response({"job": address, "state": job.state, "progress": progress}, status=202)
    if not job.args["single"]:
        return Response(results)
    if "error" in results[0]:
        raise CommandRefused(results[0]["error"])
    return Response(results[0])
