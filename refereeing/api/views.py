"""What tablets and phones speak with. Each view translates and calls one service or selector."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
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
from refereeing.selectors.bundles import (
    competition_of,
    game_at_table,
    game_bundle,
    game_for_device,
    rights_of,
    table_of,
    table_public,
)
from refereeing.services.devices import device_pair, device_seen, lease_take, phone_enter
from refereeing.services.game_log import events_ingest
from refereeing.services.pins import make_proof, official_by_pin, official_names

from .auth import DeviceAuthentication, IsDevice, IsTrustedDevice, device_of, device_or_none
from .lines import LinesParser


class PrivateView(APIView):
    """What it answers is for the asker alone: kept by no browser and no proxy, refusals included."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        final: Response = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "no-store"
        return final


class DeviceView(PrivateView):
    """Base of what a paired device may call."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [IsDevice]


class OpenView(PrivateView):
    """Base of what anybody may call; a device's token is read where there is one."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [AllowAny]


class DevicePairApi(OpenView):
    """Pair a tablet by a one-time code."""

    class InputSerializer(StrictSerializer):
        code = StrictCharField(max_length=20)
        name = StrictCharField(max_length=60)

    @extend_schema(request=InputSerializer, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        paired = device_pair(at=timezone.now(), **sent.validated_data)
        competition = paired.device.competition
        return Response({
            "device": str(paired.device.uid), "token": paired.token,
            "competition": {
                "uid": str(competition.uid), "name": competition.name, "slug": competition.slug,
                "language": competition.language, "time_zone": competition.time_zone,
            },
        }, status=201)


class DeviceHeartbeatApi(DeviceView):
    """A device says how it is."""

    class InputSerializer(StrictSerializer):
        unsent = StrictIntegerField(min_value=0, max_value=1_000_000, required=False)
        battery = StrictFloatField(min_value=0, max_value=1, required=False, allow_null=True)
        app = StrictCharField(max_length=40, required=False)

    @extend_schema(request=InputSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        now = timezone.now()
        device_seen(device_of(request), at=now, **sent.validated_data)
        return Response({"server_time": now.isoformat()})


class DevicePinApi(DeviceView):
    """Check an official's PIN and give the proof that stands in a signature instead of it."""

    permission_classes = [IsTrustedDevice]

    class InputSerializer(StrictSerializer):
        official = serializers.UUIDField()
        pin = serializers.RegexField(r"^\d{6}$")
        game = serializers.UUIDField()

    @extend_schema(request=InputSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        device, data = device_of(request), sent.validated_data
        game = game_for_device(data["game"], device)
        account = official_by_pin(competition=device.competition, official_uid=data["official"], pin=data["pin"])
        return Response({
            "proof": make_proof(account, game.uid), "official": {"uid": str(account.uid), "name": str(account)},
        })


class OfficialsApi(DeviceView):
    """Who can be chosen as referee at a tablet."""

    permission_classes = [IsTrustedDevice]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, competition_uid: UUID) -> Response:
        competition = competition_of(device_of(request), competition_uid)
        return Response({"officials": official_names(competition)})


class TableNowApi(OpenView):
    """The match that is at a table now: public facts for anybody, all of it for a device of the competition."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, table_uid: UUID) -> Response:
        table, now = table_of(table_uid), timezone.now()
        game = game_at_table(table)
        shown = table_public(table, game, now)
        device = device_or_none(request)
        if device is not None and game is not None and is_for(device, table, game):
            shown["game"] = game_bundle(game, device, now)
        return Response(shown)


class TableTakeApi(DeviceView):
    """A paired device takes the right to write for the match at a table."""

    class InputSerializer(StrictSerializer):
        official = serializers.UUIDField(required=False, allow_null=True, default=None)
        pin = serializers.RegexField(r"^\d{6}$", required=False, allow_null=True, default=None)
        force = StrictBooleanField(required=False, default=False)
        game = serializers.UUIDField(required=False, allow_null=True, default=None)

    @extend_schema(request=InputSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, table_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        device, now, data = device_of(request), timezone.now(), dict(sent.validated_data)
        wanted = data.pop("game") or current_game_uid(table_uid)
        lease, account = lease_take(game_uid=wanted, device=device, at=now, **data)
        game = game_for_device(wanted, device)
        return Response({
            "game": game_bundle(game, device, now), "epoch": lease.epoch, "rights": rights_of(lease, device),
            "proof": make_proof(account, game.uid) if account else None,
        })


class TableCodeApi(OpenView):
    """A phone enters by the code on this round's slip."""

    class InputSerializer(StrictSerializer):
        code = StrictCharField(max_length=12)
        name = StrictCharField(max_length=60)

    @extend_schema(request=InputSerializer, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, table_uid: UUID) -> Response:
        sent = self.InputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        now = timezone.now()
        paired, lease = phone_enter(game_uid=current_game_uid(table_uid), at=now, **sent.validated_data)
        game = game_for_device(lease.game.uid, paired.device)
        return Response({
            "device": str(paired.device.uid), "token": paired.token, "game": game_bundle(game, paired.device, now),
            "epoch": lease.epoch, "rights": "player",
        }, status=201)


class GameApi(DeviceView):
    """One game, for a device of its competition."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_uid: UUID) -> Response:
        game = game_for_device(game_uid, device_of(request))
        return Response(game_bundle(game, device_of(request), timezone.now()))


class GameEventsApi(DeviceView):
    """A batch of events of one game; one receipt for each line, given after the commit."""

    parser_classes = [LinesParser]

    @extend_schema(request={"application/x-ndjson": OpenApiTypes.STR}, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, game_uid: UUID) -> Response:
        device, now = device_of(request), timezone.now()
        lines: Any = request.data
        done = events_ingest(game_uid=game_uid, lines=lines or [], device=device, at=now)
        return Response(receipts_json(done, now.isoformat()))


def is_for(device: Any, table: Any, game: Any) -> bool:
    """Whether a device may see all of the game at a table: of its competition, and for a phone its own game."""
    return device.competition_id == table.competition_id and device.game_id in (None, game.id)


def current_game_uid(table_uid: UUID) -> UUID:
    """The game at a table, or one that does not exist, so that the service answers as for any unknown game."""
    game = game_at_table(table_of(table_uid))
    return game.uid if game is not None else UUID(int=0)


def receipts_json(done: Any, now: str) -> dict[str, Any]:
    """The answer to a batch."""
    return {
        "receipts": [
            {"uid": str(r.uid) if r.uid else None, "result": r.result, "reason": r.reason, "seq": r.seq}
            for r in done.receipts
        ],
        "head": {"seq": done.head_seq, "hash": done.head_hash}, "missing": list(done.missing), "state": done.state,
        "epoch": done.epoch, "server_time": now,
    }
