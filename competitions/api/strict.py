"""Serializers that take exactly what they name: no further field, and no value of another type."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

MAX_TEXT = 200
MAX_LIST = 1000
MAX_INTEGER = 2**31 - 1  # what every database can hold


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses a field that it does not have, and one that cannot be written: nothing is ignored silently."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated values. Raises ValidationError with the code `unknown_field` at the field."""
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            unknown = sorted(str(name)[:100] for name in data if name not in known)
            if unknown:
                message = _("There is no such field here.")
                raise serializers.ValidationError(
                    {name: [ErrorDetail(str(message), code="unknown_field")] for name in unknown[:10]}
                )
        return super().to_internal_value(data)


class StrictCharField(serializers.CharField):
    """Text that was sent as text; at most 200 characters unless said otherwise."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", MAX_TEXT)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        """The text, trimmed. A number is no text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StrictIntegerField(serializers.IntegerField):
    """A whole number that was sent as one: not `"3"`, `3.0` or `true`."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", -MAX_INTEGER)
        kwargs.setdefault("max_value", MAX_INTEGER)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        if type(data) is not int:
            self.fail("invalid")
        return int(data)


class StrictFloatField(serializers.FloatField):
    """A finite number that was sent as one: not `"1.5"` or `true`."""

    def to_internal_value(self, data: Any) -> float:
        """The number."""
        if type(data) not in (int, float) or not math.isfinite(data):
            self.fail("invalid")
        return float(data)


class StrictBooleanField(serializers.BooleanField):
    """`true` or `false`, not `"yes"` or `1`."""

    def to_internal_value(self, data: Any) -> bool:
        """The value."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return bool(data)
