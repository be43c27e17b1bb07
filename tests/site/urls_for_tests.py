"""Views that refuse in every way there is, for tests of what a refusal looks like."""

from __future__ import annotations

import time
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from competitions.api.strict import (
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictSerializer,
)
from competitions.common import errors
from novuss_site import urls

REFUSALS: dict[str, Exception] = {
    "not-found": errors.NotFound(kind="game", id=7),
    "not-allowed": errors.NotAllowed(action="approve"),
    "conflict": errors.Conflict(),
    "stale": errors.Stale(),
    "illegal-move": errors.IllegalMove(current="scheduled", move="approve"),
    "invalid": errors.Invalid("illegal_score", path="sets"),
    "too-many": errors.TooMany(retry_after=61.2),
    "gone": errors.Gone("code_used"),
    "unavailable": errors.Unavailable("swiss_unavailable"),
    "busy": OperationalError("database is locked"),
    "model": ValidationError({"name": ["too long"]}),
    "http404": Http404("no game 7"),
    "forbidden": PermissionDenied("secret reason"),
    "bug": RuntimeError("secret detail"),
    "unheard": errors.Invalid("a_code_without_a_sentence", path="x"),
}


class Line(StrictSerializer):
    count = StrictIntegerField()


class Input(StrictSerializer):
    winner = StrictIntegerField(required=False)
    name = StrictCharField(required=False)
    speed = StrictFloatField(required=False)
    paid = StrictBooleanField(required=False)
    uid = serializers.IntegerField(read_only=True)
    lines = Line(many=True, required=False)


class Echo(APIView):
    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        return Response({"ok": True})

    def post(self, request: Request) -> Response:
        sent = Input(data=request.data)
        sent.is_valid(raise_exception=True)
        return Response(sent.validated_data, status=201)


class Refuse(APIView):
    permission_classes = [AllowAny]

    def get(self, request: Request, kind: str) -> Response:
        raise REFUSALS[kind]


def refuse_page(request: HttpRequest, kind: str) -> HttpResponse:
    raise REFUSALS[kind]


def size(request: HttpRequest) -> HttpResponse:
    body: Any = request.read()
    return HttpResponse(str(len(body)))


def busy_middleware(get_response: Any) -> Any:
    """A database that is busy where no view is running."""

    def middleware(request: HttpRequest) -> HttpResponse:
        get_response(request)
        raise OperationalError("database is locked")

    return middleware


def slow(request: HttpRequest) -> HttpResponse:
    time.sleep(20)
    return HttpResponse("late")


def enqueue(request: HttpRequest) -> HttpResponse:
    from celery import current_app

    current_app.send_task("tests.sleep", [float(request.GET["seconds"]), request.GET["sign"]])
    return HttpResponse("queued")


urlpatterns = [
    path("slow", slow),
    path("enqueue", enqueue),
    path("api/echo", Echo.as_view()),
    path("api/refuse/<str:kind>", Refuse.as_view()),
    path("refuse/<str:kind>", refuse_page),
    path("size", size),
    *urls.urlpatterns,
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
