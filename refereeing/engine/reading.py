"""Strict reading of JSON values: whatever is not exactly what is wanted is refused with its path."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any, Never

from refereeing.engine.errors import EngineError

ID_LIMIT = 64
"""Characters of an id, at most."""


def at(path: str, key: str) -> str:
    """The path of a field of the object at `path`."""
    return f"{path}.{key}" if path else key


def read_object(
    value: object, path: str, required: Collection[str], optional: Collection[str] = ()
) -> Mapping[str, Any]:
    """A JSON object that has every required field and no other than the named ones."""
    if not isinstance(value, dict):
        raise EngineError("wrong_type", path, {"wanted": "an object"})
    for key in value:
        if key not in required and key not in optional:
            raise EngineError("unknown_field", at(path, shown_key(key)))
    for key in required:
        if key not in value:
            raise EngineError("missing", at(path, key))
    return value


def shown_key(key: object) -> str:
    """A foreign key as a part of a path: short, and harmless to print."""
    return "".join(c if c.isprintable() else "?" for c in str(key)[:ID_LIMIT])


def read_list(value: object, path: str, limit: int) -> list[Any]:
    """A JSON array of at most `limit` items."""
    if not isinstance(value, list):
        raise EngineError("wrong_type", path, {"wanted": "an array"})
    if len(value) > limit:
        raise EngineError("too_long", path, {"limit": limit})
    return value


def read_bool(value: object, path: str) -> bool:
    """True or false, nothing that merely looks like it."""
    if not isinstance(value, bool):
        raise EngineError("wrong_type", path, {"wanted": "true or false"})
    return value


def read_integer(value: object, path: str, least: int, most: int) -> int:
    """A whole number of JSON (`true` and `6.0` are none) between the limits, both included."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise EngineError("wrong_type", path, {"wanted": "a whole number"})
    if not least <= value <= most:
        raise EngineError("out_of_range", path, {"least": least, "most": most})
    return value


def read_number(value: object, path: str, least: float, most: float) -> float:
    """A finite number between the limits, both included."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise EngineError("wrong_type", path, {"wanted": "a number"})
    if not (isinstance(value, int) or math.isfinite(value)) or not least <= value <= most:
        raise EngineError("out_of_range", path, {"least": least, "most": most})
    return float(value)


def read_choice(value: object, path: str, choices: Collection[str]) -> str:
    """One of the named words."""
    if not isinstance(value, str):
        raise EngineError("wrong_type", path, {"wanted": "a text"})
    if value not in choices:
        refuse_choice(path, choices)
    return value


def refuse_choice(path: str, choices: Collection[str]) -> Never:
    """Say which words would have been taken."""
    raise EngineError("not_one_of", path, {"choices": ", ".join(choices)})


def read_text(value: object, path: str, limit: int, *, may_be_empty: bool = False) -> str:
    """A text of at most `limit` characters: no half characters, no controls but tab and line feed."""
    if not isinstance(value, str):
        raise EngineError("wrong_type", path, {"wanted": "a text"})
    if len(value) > limit:
        raise EngineError("too_long", path, {"limit": limit})
    if not value and not may_be_empty:
        raise EngineError("empty", path)
    if not value.isprintable() and any(c not in "\t\n" and unicodedata.category(c) in ("Cc", "Cs") for c in value):
        raise EngineError("bad_text", path)
    return value


def read_id(value: object, path: str) -> str:
    """An id: 1 to 64 characters."""
    return read_text(value, path, ID_LIMIT)
