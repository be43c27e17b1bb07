"""How the API describes itself (OpenAPI)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    """Names a serializer inside its view after both: `DevicePairApi.InputSerializer` is `DevicePairInput`."""

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """The name of the component."""
        *outer, name = type(serializer).__qualname__.split(".")
        return "".join(part.removesuffix("Api") for part in outer if part != "<locals>") + name


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call,unused-ignore]
    """`Authorization: Device <token>`."""

    target_class = "refereeing.api.auth.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A key in a header."""
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Device <token>"}
