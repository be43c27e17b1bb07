"""The endpoints of the engine's commands."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from competitions.api.commands import CommandApi, CommandRefused
from competitions.common.errors import NotFound
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.book import LANGUAGES, RULESETS
from refereeing.engine.rules.explain import explain_json
from refereeing.engine.rules.match_json import score_match
from refereeing.engine.rules.moment import moment_json
from refereeing.engine.rules.stroke_json import adjudicate_json


class ScoreMatchApi(CommandApi):
    """A game counted from its events, as `manage.py score_match`."""

    run = staticmethod(score_match)


class AdjudicateApi(CommandApi):
    """Strokes judged under a rule set, as `manage.py adjudicate`."""

    run = staticmethod(adjudicate_json)


class ExplainApi(CommandApi):
    """The objects of `adjudicate` in; the verdict, the clause that decided and a paragraph in the `language` out."""

    run = staticmethod(explain_json)


class MomentApi(APIView):
    """The clauses that can apply to a partly described situation. One object of at most the fields that
    `moment_json` names, each list with each word once; what is left out is not known."""

    authentication_classes: list[type] = []
    permission_classes = [AllowAny]

    @extend_schema(
        request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT,
        parameters=[OpenApiParameter("language", enum=LANGUAGES, default="en")])
    def post(self, request: Request, ruleset: str) -> Response:
        if ruleset not in RULESETS:
            raise NotFound(kind="rule set", id=ruleset[:64])
        try:
            found: dict[str, Any] = moment_json(ruleset, request.data, request.query_params.get("language", "en"))
        except EngineError as error:
            raise CommandRefused(error.as_dict()) from None
        return Response(found)
