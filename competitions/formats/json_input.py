"""Reading JSON strictly, place by place, so that a refusal names the path where the input is wrong.

Used by the commands and by the endpoints of the same names. NaN, infinities and endless numbers are kept until their
place is read, and repeated keys remembered, so that one bad item of an array does not spoil the others.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from competitions.formats.errors import FormatError

MAX_INPUT_BYTES = 100_000_000
MAX_ID = 64
MAX_TEXT = 1000
MAX_DIGITS = 100
SHOWN = 64
"""So much of a stranger's text is repeated in an error."""

_BAD_TEXT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


class RepeatedKey(dict[str, Any]):
    """An object in which `repeated` stands twice; two readers could understand it differently."""

    repeated = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A value of the input and where it stands (`results[1].sets`, empty for the whole)."""

    value: object
    path: str = ""

    def refuse(self, code: str, **params: Any) -> FormatError:
        """The refusal of this place, to be raised."""
        return FormatError(code, self.path, **params)

    def fields(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Place]:
        """The fields of an object; absent optional ones are left out. Refuses others, missing and repeated ones."""
        if not isinstance(self.value, dict):
            raise self.refuse("wrong_type", wanted="object")
        if isinstance(self.value, RepeatedKey):
            key = self.value.repeated
            raise FormatError("duplicate_key", self.below(key), key=_shown(key))
        for name in self.value:
            if name not in required and name not in optional:
                raise FormatError("unknown_field", self.below(name), field=_shown(name))
        for name in required:
            if name not in self.value:
                raise FormatError("missing", self.below(name))
        return {name: Place(value, self.below(name)) for name, value in self.value.items()}

    def items(self, low: int, high: int) -> list[Place]:
        """The items of an array of `low` to `high` items."""
        if not isinstance(self.value, list):
            raise self.refuse("wrong_type", wanted="array")
        if not low <= len(self.value) <= high:
            raise self.refuse("wrong_length", low=low, high=high, count=len(self.value))
        return [Place(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def text(self, low: int = 1, high: int = MAX_TEXT) -> str:
        """A text of `low` to `high` characters without control characters."""
        if not isinstance(self.value, str):
            raise self.refuse("wrong_type", wanted="text")
        if not low <= len(self.value) <= high:
            raise self.refuse("wrong_length", low=low, high=high, count=len(self.value))
        if _BAD_TEXT.search(self.value):
            raise self.refuse("bad_text")
        return self.value

    def id(self) -> str:
        """An id: a text of 1 to 64 characters."""
        return self.text(1, MAX_ID)

    def choice(self, allowed: Collection[str]) -> str:
        """One of the words allowed."""
        word = self.text()
        if word not in allowed:
            raise self.refuse("unknown_value", value=_shown(word), allowed=", ".join(allowed))
        return word

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.refuse("wrong_type", wanted="true or false")
        return self.value

    def whole(self, low: int, high: int) -> int:
        """A whole number written without a fraction. True and false are no numbers."""
        number = self._number()
        if not isinstance(number, int):
            raise self.refuse("wrong_type", wanted="whole number")
        if not low <= number <= high:
            raise self.refuse("out_of_range", low=low, high=high)
        return number

    def number(self, low: float, high: float) -> Fraction:
        """A number, exactly as it is written (0.1 is one tenth)."""
        number = self._number()
        if not low <= number <= high:
            raise self.refuse("out_of_range", low=low, high=high)
        return Fraction(repr(number))

    def _number(self) -> int | float:
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self.refuse("wrong_type", wanted="number")
        if isinstance(self.value, float) and not math.isfinite(self.value):
            raise self.refuse("not_finite")
        return self.value

    def below(self, name: str) -> str:
        """The path of a field of this object."""
        return f"{self.path}.{_shown(name)}" if self.path else _shown(name)


def _shown(text: str) -> str:
    return _BAD_TEXT.sub("\ufffd", text[:SHOWN])


class Form(StrEnum):
    """How several inputs were given; the answers go out in the same form."""

    OBJECT = "object"
    ARRAY = "array"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Batch:
    """Inputs in order; what could not be read at all stands as its refusal in its place."""

    form: Form
    items: tuple[object, ...]


def read_batch(raw: bytes) -> Batch:
    """One object, an array of them, or JSON Lines. A text that is none of them is one refused object."""
    if len(raw) > MAX_INPUT_BYTES:
        return _refused(FormatError("too_long", "", high=MAX_INPUT_BYTES))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _refused(FormatError("bad_charset", ""))
    try:
        value = parse_json(text)
    except FormatError as refusal:
        lines = [line for line in text.splitlines() if line.strip()]
        if _is_lines(lines):
            return Batch(Form.LINES, tuple(_parsed_or_refused(line) for line in lines))
        return _refused(refusal)
    if isinstance(value, list):
        return Batch(Form.ARRAY, tuple(value))
    return Batch(Form.OBJECT, (value,))


def parse_json(text: str) -> object:
    """The value of a JSON text. Raises FormatError `malformed` or `too_deep`."""
    try:
        value: object = json.loads(
            text, object_pairs_hook=_pairs, parse_int=_integer, parse_float=float, parse_constant=float
        )
    except RecursionError:
        raise FormatError("too_deep", "") from None
    except json.JSONDecodeError as error:
        raise FormatError("malformed", "", line=error.lineno, column=error.colno) from None
    return value


def refuse_repeated_keys(value: object) -> None:
    """Raise FormatError `duplicate_key` if any object within names a field twice, for readers that do not look."""
    if _repeats_a_key(value):
        _refuse_first_repeated(value)


def _repeats_a_key(value: object) -> bool:
    """Whether there is anything to refuse: nearly always there is not, and paths are costly."""
    rest: list[object] = [value]
    while rest:
        inner = rest.pop()
        if isinstance(inner, RepeatedKey):
            return True
        if isinstance(inner, dict):
            rest += [each for each in inner.values() if isinstance(each, dict | list)]
        elif isinstance(inner, list):
            rest += [each for each in inner if isinstance(each, dict | list)]
    return False


def _refuse_first_repeated(value: object) -> None:
    rest = [Place(value)]
    while rest:
        place = rest.pop()
        if isinstance(place.value, RepeatedKey):
            place.fields(())
        if isinstance(place.value, dict):
            rest += [Place(inner, place.below(name)) for name, inner in place.value.items()]
        elif isinstance(place.value, list):
            rest += [Place(inner, f"{place.path}[{index}]") for index, inner in enumerate(place.value)]


def _refused(refusal: FormatError) -> Batch:
    return Batch(Form.OBJECT, (refusal,))


def _is_lines(lines: list[str]) -> bool:
    """JSON Lines with a fault, and not one spoilt object over several lines: some line is a whole object by itself."""
    whole = (line for line in lines if line.startswith("{"))
    return len(lines) > 1 and any(not isinstance(_parsed_or_refused(line), FormatError) for line in whole)


def _parsed_or_refused(line: str) -> object:
    try:
        return parse_json(line)
    except FormatError as refusal:
        return refusal


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated = RepeatedKey(found)
    names = [name for name, _ in pairs]
    repeated.repeated = next(name for index, name in enumerate(names) if name in names[:index])
    return repeated


def _integer(digits: str) -> int | float:
    """An integer too long to be meant is kept as infinite and refused where it stands."""
    return int(digits) if len(digits) <= MAX_DIGITS else math.inf
