"""JSON as it is written down, or not at all: what two readers could understand differently is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework import status
from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

MAX_DEPTH = 20
MAX_DIGITS = 100


class UnreadableBody(APIException):
    """The body cannot be read as one JSON value."""

    status_code = status.HTTP_400_BAD_REQUEST
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
        return strict_loads(body)


def refuse_charset(media_type: str) -> None:
    """Refuse a charset other than UTF-8, known or not."""
    for parameter in media_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip().strip('"').lower() not in ("utf-8", "utf8"):
            raise UnsupportedMediaType(media_type, detail="bad_charset", code="bad_charset")


def strict_loads(body: bytes) -> Any:
    """The JSON value of the bytes. Raises UnreadableBody with `malformed`, `bad_charset`, `too_deep`, `duplicate_key`,
    `number_out_of_range` or `bad_text`."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableBody("bad_charset") from None
    if depth_of(text) > MAX_DEPTH:
        raise UnreadableBody("too_deep", limit=MAX_DEPTH)
    try:
        value = json.loads(
            text,
            object_pairs_hook=unique_pairs,
            parse_constant=no_constant,
            parse_int=bounded_int,
            parse_float=finite_float,
        )
    except json.JSONDecodeError as error:
        raise UnreadableBody("malformed", line=error.lineno, column=error.colno) from None
    refuse_bad_text(value)
    return value


def depth_of(text: str) -> int:
    """The deepest nesting, found without recursion, so that the parser itself never goes too deep."""
    depth = deepest = 0
    inside = escaped = False
    for letter in text:
        if inside:
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == '"':
                inside = False
        elif letter == '"':
            inside = True
        elif letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest


def unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different: a signature must mean one thing."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise UnreadableBody("duplicate_key", key=key[:100])
        found[key] = value
    return found


def no_constant(name: str) -> Any:
    """NaN and the infinities are no JSON."""
    raise UnreadableBody("number_out_of_range", number=name)


def bounded_int(digits: str) -> int:
    """An integer of a sensible length."""
    if len(digits) > MAX_DIGITS:
        raise UnreadableBody("number_out_of_range", digits=len(digits))
    return int(digits)


def finite_float(text: str) -> float:
    """A number that a float can hold."""
    value = float(text)
    if len(text) > MAX_DIGITS or value in (float("inf"), float("-inf")):
        raise UnreadableBody("number_out_of_range", number=text[:40])
    return value


def refuse_bad_text(value: Any) -> None:
    """Refuse NUL, which PostgreSQL cannot store, and lone surrogates, which nobody can."""
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise UnreadableBody("bad_text")
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_bad_text(key)
            refuse_bad_text(item)
    elif isinstance(value, list):
        for item in value:
            refuse_bad_text(item)
