"""JSON as it is written down, or not at all: what two readers could understand differently is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework import status
from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from competitions.common.strict_json import BadJson, strict_loads


class UnreadableBody(APIException):
    """The body cannot be read as one JSON value."""

    status_code: int = status.HTTP_400_BAD_REQUEST
    default_code = "malformed"

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(detail=code, code=code)
        self.params = params


class BodyTooLarge(UnreadableBody):
    """The body is longer than the limit."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


class StrictJSONParser(BaseParser):
    """Refuses NaN, duplicate keys, deep nesting, huge numbers, NUL, lone surrogates, and anything but UTF-8."""

    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body. Raises UnreadableBody (400), BodyTooLarge (413), UnsupportedMediaType (415)."""
        refuse_charset(media_type or "")
        limit = settings.API_MAX_BODY
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise BodyTooLarge("too_large", limit=limit)
        try:
            return strict_loads(body)
        except BadJson as error:
            raise UnreadableBody(error.code, **error.params) from None


def refuse_charset(media_type: str) -> None:
    """Refuse a charset other than UTF-8, known or not."""
    for parameter in media_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip().strip('"').lower() not in ("utf-8", "utf8"):
            raise UnsupportedMediaType(media_type, detail="bad_charset", code="bad_charset")
