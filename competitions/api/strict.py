"""The base of all input: a field that nobody asked for is refused, never ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that answers an unknown field with the code `unknown_field` (no mass assignment)."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                message = serializers.ErrorDetail(str(_("There is no such field here.")), code="unknown_field")
                raise serializers.ValidationError({str(name)[:100]: [message] for name in unknown})
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """true or false; no words and numbers that look like them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
