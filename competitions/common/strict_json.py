"""JSON as it is written down, or not at all: what two readers could understand differently is refused. Pure."""

from __future__ import annotations

import json
from typing import Any

from competitions.common.errors import Invalid

MAX_DEPTH = 20
MAX_DIGITS = 100


class BadJson(Invalid):
    """Bytes that are not one JSON value for every reader."""

    code = "malformed"


def strict_loads(body: bytes) -> Any:
    """The JSON value of the bytes. Raises BadJson with `malformed`, `bad_charset`, `too_deep`, `duplicate_key`,
    `number_out_of_range` or `bad_text`."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise BadJson("bad_charset") from None
    if depth_of(text) > MAX_DEPTH:
        raise BadJson("too_deep", limit=MAX_DEPTH)
    try:
        value = json.loads(
            text,
            object_pairs_hook=unique_pairs,
            parse_constant=no_constant,
            parse_int=bounded_int,
            parse_float=finite_float,
        )
    except json.JSONDecodeError as error:
        raise BadJson("malformed", line=error.lineno, column=error.colno) from None
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
            raise BadJson("duplicate_key", key=key[:100])
        found[key] = value
    return found


def no_constant(name: str) -> Any:
    """NaN and the infinities are no JSON."""
    raise BadJson("number_out_of_range", number=name)


def bounded_int(digits: str) -> int:
    """An integer of a sensible length."""
    if len(digits) > MAX_DIGITS:
        raise BadJson("number_out_of_range", digits=len(digits))
    return int(digits)


def finite_float(text: str) -> float:
    """A number that a float can hold."""
    value = float(text)
    if len(text) > MAX_DIGITS or value in (float("inf"), float("-inf")):
        raise BadJson("number_out_of_range", number=text[:40])
    return value


def refuse_bad_text(value: Any) -> None:
    """Refuse NUL, which PostgreSQL cannot store, and lone surrogates, which nobody can."""
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise BadJson("bad_text")
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_bad_text(key)
            refuse_bad_text(item)
    elif isinstance(value, list):
        for item in value:
            refuse_bad_text(item)
