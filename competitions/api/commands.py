"""The endpoints of the commands: what `manage.py` takes and gives, judged by the same pure functions."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from competitions.formats.draw_json import draw_from_json
from competitions.formats.lineup_json import lineup_from_json
from competitions.formats.lot import LOT_BYTES, new_lot
from competitions.formats.standings_json import standings_from_json

MAX_ITEMS = 1000


class CommandRefused(APIException):
    """One input object that cannot be understood: the error of the contract, with its place."""

    status_code = 422

    def __init__(self, error: dict[str, str]) -> None:
        super().__init__(detail=error["message"], code=error["code"])
        self.params = {"path": error["path"], "message": error["message"]}


class TooManyItems(APIException):
    """An array over the limit."""

    status_code = 413
    default_code = "too_large"

    def __init__(self) -> None:
        super().__init__(detail="too_large", code="too_large")
        self.params = {"limit": MAX_ITEMS}


class CommandApi(APIView):
    """One object gives one result or a 422; an array gives an array, with the errors in the places of their items."""

    authentication_classes: list[type] = []
    permission_classes = [AllowAny]
    run: Callable[[object], dict[str, Any]]

    @extend_schema(request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request) -> Response:
        if not isinstance(request.data, list):
            answer = answered(type(self).run, request.data)
            if "error" in answer:
                raise CommandRefused(answer["error"])
            return Response(answer)
        if len(request.data) > MAX_ITEMS:
            raise TooManyItems
        return Response([answered(type(self).run, item) for item in request.data])


def answered(run: Callable[[object], dict[str, Any]], item: object) -> dict[str, Any]:
    """The result for one item, or its error in the form of the contract."""
    try:
        return run(item)
    except Exception as error:
        refusal = getattr(error, "as_dict", None)
        if refusal is None:
            raise
        return {"error": refusal()}


class StandingsApi(CommandApi):
    """The table of results of one field, as `manage.py standings`."""

    run = staticmethod(standings_from_json)


class LineupApi(CommandApi):
    """The orders of one team match against the rules, as `manage.py lineup`."""

    run = staticmethod(lineup_from_json)


class DrawApi(CommandApi):
    """A draw of any system, as `manage.py draw`."""

    @staticmethod
    def run(data: object) -> dict[str, Any]:
        return draw_from_json(data, fresh_lot=lambda: new_lot(secrets.token_bytes(LOT_BYTES)))
