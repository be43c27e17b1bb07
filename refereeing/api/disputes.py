"""Disputed strokes: what tablets and the panel's scripts speak with. Each view translates and calls one service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from competitions.api.strict import StrictBooleanField, StrictCharField, StrictIntegerField, StrictSerializer
from competitions.common.actors import Actor
from competitions.common.errors import NotAllowed, NotFound
from competitions.selectors.actors import actor
from refereeing.engine.rules.book import LANGUAGES
from refereeing.engine.rules.game_payload import (
    CLAUSES_LIMIT,
    DECISIONS,
    PLAYERS,
    SET_LIMIT,
    STROKE_LIMIT,
    TEXT_LIMIT,
)
from refereeing.selectors.actors import device_actor
from refereeing.selectors.disputes import (
    dispute_in,
    dispute_seen,
    dispute_shown,
    disputes_of_game,
    game_for_disputes,
    photo_seen,
    position_shown,
    replay_published,
    replay_seen,
    replay_shown_to,
)
from refereeing.services.disputes import dispute_open, dispute_withdraw, ruling_give
from refereeing.services.evidence import photo_save, position_save
from refereeing.services.pictures import MAX_BYTES
from refereeing.services.replays import replay_cancel, replay_publish, replay_request

from .auth import DeviceAuthentication, device_or_none
from .lines import TooLarge
from .views import PrivateView

LANGUAGE = OpenApiParameter("language", enum=LANGUAGES)
MODELS = ("slide", "full")


class PictureParser(BaseParser):
    """The bytes of a picture, at most 4 MB. What they are is told by their content."""

    media_type = "image/*"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises TooLarge."""
        body = stream.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:
            raise TooLarge(MAX_BYTES)
        return body


class DisputeView(PrivateView):
    """Base: a device of the competition by its token, or an official by the session (then with the CSRF token)."""

    authentication_classes = [DeviceAuthentication, SessionAuthentication]
    permission_classes = [IsAuthenticated]


class OfficialView(DisputeView):
    """Base of what only an official at the panel does: a tablet writes the same into the game's log."""

    authentication_classes = [SessionAuthentication]


def asker(request: Request) -> Actor:
    """Who asks: a device that has not been revoked, or an account."""
    device = device_or_none(request)
    if device is None:
        return actor(request)
    if device.is_revoked:
        raise NotAllowed("device_revoked")
    return device_actor(device)


def language_of(request: Request, competition: Any) -> str:
    """`?language=`, else the competition's."""
    wanted = request.query_params.get("language", "")
    return wanted if wanted in LANGUAGES else str(competition.language)


def dispute_answer(request: Request, uid: UUID, status: int = 200) -> Response:
    """A dispute as the asker may see it."""
    by = asker(request)
    dispute = dispute_seen(by, uid)
    language = language_of(request, dispute.game.match.stage.event.competition)
    return Response(dispute_shown(dispute, by, language), status=status)


def replay_answer(request: Request, dispute_uid: UUID, uid: UUID, status: int = 200) -> Response:
    """A replay as the asker may see it."""
    replay = replay_seen(asker(request), dispute_uid, uid)
    language = language_of(request, replay.dispute.game.match.stage.event.competition)
    return Response(replay_shown_to(replay, language), status=status)


class GameDisputesApi(DisputeView):
    """The disputes of a game; an official opens one."""

    class InputSerializer(StrictSerializer):
        uid = serializers.UUIDField()
        text = StrictCharField(max_length=TEXT_LIMIT)
        set = StrictIntegerField(min_value=1, max_value=SET_LIMIT)
        stroke = StrictIntegerField(min_value=1, max_value=STROKE_LIMIT, required=False, allow_null=True, default=None)
        player = serializers.ChoiceField(["A", "B"])
        member = serializers.ChoiceField(PLAYERS, required=False)

    @extend_schema(parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_uid: UUID) -> Response:
        by = asker(request)
        game = game_for_disputes(by, game_uid)
        language = language_of(request, game.match.stage.event.competition)
        return Response(disputes_of_game(by, game, language))

    @extend_schema(request=InputSerializer, parameters=[LANGUAGE], responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, game_uid: UUID) -> Response:
        refuse_device(request)
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        data = dict(sent.validated_data)
        dispute_open(game_uid=game_uid, set_number=data.pop("set"), by=asker(request), at=timezone.now(), **data)
        return dispute_answer(request, data["uid"], status=201)


def refuse_device(request: Request) -> None:
    """A device opens and rules by events of the game's log, which no lost network loses."""
    if device_or_none(request) is not None:
        raise NotAllowed("events_only")


class DisputeApi(DisputeView):
    """One dispute with its rulings, evidence and replays."""

    @extend_schema(parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, dispute_uid: UUID) -> Response:
        return dispute_answer(request, dispute_uid)


class DisputeWithdrawApi(OfficialView):
    """An official withdraws a dispute on which nobody has ruled."""

    class InputSerializer(StrictSerializer):
        reason = StrictCharField(max_length=200, required=False, allow_blank=True, default="")

    @extend_schema(request=InputSerializer, parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, dispute_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        dispute_withdraw(dispute_uid=dispute_uid, by=asker(request), at=timezone.now(), **sent.validated_data)
        return dispute_answer(request, dispute_uid)


class RulingsApi(OfficialView):
    """An official rules on a dispute, or overrules, with all that follows from it."""

    class InputSerializer(StrictSerializer):
        uid = serializers.UUIDField()
        text = StrictCharField(max_length=TEXT_LIMIT)
        decision = serializers.ChoiceField(DECISIONS)
        clauses = serializers.ListField(
            child=StrictCharField(max_length=64), max_length=CLAUSES_LIMIT, required=False, default=list)
        overrules = serializers.UUIDField(required=False, allow_null=True, default=None)
        reason = StrictCharField(max_length=TEXT_LIMIT, required=False, allow_blank=True, default="")
        # Read by the rules of the game's log, kind by kind.
        consequences = serializers.ListField(
            child=serializers.DictField(), max_length=10, required=False, default=list)

    @extend_schema(request=InputSerializer, parameters=[LANGUAGE], responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, dispute_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        ruling_give(dispute_uid=dispute_uid, by=asker(request), at=timezone.now(), **sent.validated_data)
        return dispute_answer(request, dispute_uid, status=201)


class PositionsApi(DisputeView):
    """What somebody has put down of the board before and after. Strictly read by the engine."""

    @extend_schema(request=OpenApiTypes.OBJECT, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, game_uid: UUID, dispute_uid: UUID) -> Response:
        row, is_new = position_save(
            game_uid=game_uid, dispute_uid=dispute_uid, data=request.data, by=asker(request), at=timezone.now())
        return Response(position_shown(row), status=201 if is_new else 200)


class PhotoPutApi(DisputeView):
    """A photo of the board: its bytes."""

    parser_classes = [PictureParser]

    @extend_schema(request={"image/*": OpenApiTypes.BINARY}, responses={201: OpenApiTypes.OBJECT})
    def put(self, request: Request, game_uid: UUID, dispute_uid: UUID, photo_uid: UUID) -> Response:
        content: Any = request.data if isinstance(request.data, bytes) else b""  # else nothing was sent
        row, is_new = photo_save(
            game_uid=game_uid, dispute_uid=dispute_uid, uid=photo_uid, content=content, by=asker(request),
            at=timezone.now())
        return Response({"uid": str(row.uid), "width": row.width, "height": row.height}, status=201 if is_new else 200)


class PhotoApi(DisputeView):
    """A photo as it is kept."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, dispute_uid: UUID, photo_uid: UUID) -> HttpResponse:
        content = photo_seen(asker(request), dispute_uid, photo_uid)
        return HttpResponse(content, content_type="image/jpeg", headers={"Cache-Control": "no-store"})


class ReplaysApi(DisputeView):
    """Ask for a replay of a position."""

    class InputSerializer(StrictSerializer):
        uid = serializers.UUIDField()
        position = serializers.UUIDField()
        kind = serializers.ChoiceField(["simulate", "reconstruct"])
        model = serializers.ChoiceField(MODELS, required=False, default="slide")
        seed = StrictIntegerField(min_value=0, required=False, default=1)

    @extend_schema(request=InputSerializer, parameters=[LANGUAGE], responses={202: OpenApiTypes.OBJECT})
    def post(self, request: Request, game_uid: UUID, dispute_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        by = asker(request)
        dispute = dispute_in(by, game_uid, dispute_uid)
        replay, is_new = replay_request(dispute_uid=dispute.uid, by=by, at=timezone.now(), **sent.validated_data)
        return replay_answer(request, dispute_uid, replay.uid, status=202 if is_new else 200)


class ReplayApi(DisputeView):
    """How far a replay is; with its result once an official has ruled."""

    @extend_schema(parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, dispute_uid: UUID, replay_uid: UUID) -> Response:
        return replay_answer(request, dispute_uid, replay_uid)


class ReplayCancelApi(DisputeView):
    """Stop a replay."""

    @extend_schema(request=None, parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, dispute_uid: UUID, replay_uid: UUID) -> Response:
        replay_cancel(dispute_uid=dispute_uid, uid=replay_uid, by=asker(request), at=timezone.now())
        return replay_answer(request, dispute_uid, replay_uid)


class ReplayPublishApi(OfficialView):
    """Publish a replay under a link, or take it off again."""

    class InputSerializer(StrictSerializer):
        published = StrictBooleanField()

    @extend_schema(request=InputSerializer, parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, dispute_uid: UUID, replay_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        replay_publish(
            dispute_uid=dispute_uid, uid=replay_uid, by=asker(request), at=timezone.now(), **sent.validated_data)
        return replay_answer(request, dispute_uid, replay_uid)


class PublicReplayApi(PrivateView):
    """A published replay, for anybody who has its link."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [AllowAny]

    @extend_schema(parameters=[LANGUAGE], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, token: str) -> Response:
        wanted = request.query_params.get("language", "")
        if not 16 <= len(token) <= 32:
            raise NotFound(kind="replay")
        return Response(replay_published(actor(request), token, wanted if wanted in LANGUAGES else "en"))
