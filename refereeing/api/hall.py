"""The hall for programs: what is played where and when for anybody; interruptions and plans for officials."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from competitions.api.strict import StrictBooleanField, StrictCharField, StrictSerializer
from competitions.selectors.actors import actor
from competitions.selectors.hall_public import hall_public
from competitions.services.hall import hall_assign
from competitions.services.interruptions import competition_interrupt, competition_resume

from .disputes import OfficialView
from .views import PrivateView


class HallApi(PrivateView):
    """Tables, running and coming matches with about when they begin, and whether the competition stands still."""

    authentication_classes: list[type] = []
    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, competition_uid: UUID) -> Response:
        return Response(hall_public(actor(request), competition_uid, timezone.now()))


class HallPlanApi(OfficialView):
    """Give tables, turns and referees over all events."""

    class InputSerializer(StrictSerializer):
        anew = StrictBooleanField(default=False)

    @extend_schema(request=InputSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, competition_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        planned = hall_assign(
            competition=competition_uid, anew=sent.validated_data["anew"], by=actor(request), at=timezone.now())
        return Response({"tables": planned.tables, "referees": planned.referees, "left": planned.left})


class InterruptionApi(OfficialView):
    """Interrupt the competition (7.2.c, d)."""

    class InputSerializer(StrictSerializer):
        reason = StrictCharField(max_length=200)

    @extend_schema(request=InputSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, competition_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = competition_interrupt(
            competition=competition_uid, reason=sent.validated_data["reason"], by=actor(request), at=timezone.now())
        return Response({"since": made.started_at.isoformat(), "reason": made.reason}, status=201)


class InterruptionEndApi(OfficialView):
    """Let it go on."""

    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, competition_uid: UUID) -> Response:
        ended = competition_resume(competition=competition_uid, by=actor(request), at=timezone.now())
        return Response({
            "since": ended.started_at.isoformat(), "until": ended.ended_at.isoformat() if ended.ended_at else None,
            "reason": ended.reason})
