"""Who a device is: `Authorization: Device <token>`, never a cookie, so that no other site can speak for it."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from competitions.common.errors import NotAllowed
from refereeing.services.devices import device_by_token


class DeviceUser:
    """What stands for a user on requests of devices."""

    is_authenticated = True
    is_active = True

    def __init__(self, device: Any) -> None:
        self.device = device
        self.pk = device.pk


class DeviceAuthentication(BaseAuthentication):
    """The device behind the token. A revoked one is still known: its events are kept, though not applied."""

    def authenticate(self, request: Request) -> tuple[DeviceUser, Any] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"device":
            return None
        device = device_by_token(parts[1].decode("ascii", "replace")) if len(parts) == 2 else None
        if device is None:
            raise AuthenticationFailed(code="unknown_device")
        return DeviceUser(device), device

    def authenticate_header(self, request: Request) -> str:
        return "Device"


def device_or_none(request: Request) -> Any:
    """The device that makes the request, if one does."""
    user: Any = request.user
    return user.device if isinstance(user, DeviceUser) else None


def device_of(request: Request) -> Any:
    """The device that makes a request which `IsDevice` let through."""
    user: Any = request.user
    return user.device


class IsDevice(BasePermission):
    """A paired tablet or a phone let in by a slip's code."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.user, DeviceUser)


class IsTrustedDevice(IsDevice):
    """A device that has not been revoked: it may guess at PINs and read who the officials are."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not super().has_permission(request, view):
            return False
        if device_of(request).is_revoked:
            raise NotAllowed("device_revoked")
        return True
