"""The address that tablets and phones in the hall can reach: for QR codes, on the screen and on paper."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import closing

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

# A private address that names a route; connecting a datagram socket sends nothing.
_PROBE = ("192.168.255.255", 9)


def base_url(request: HttpRequest) -> str:
    """`http://192.168.1.5:8000`: the configured address, else the one that the asker used, unless only this laptop
    knows it (localhost): then the laptop's own in the hall's network."""
    if fixed := getattr(settings, "PUBLIC_URL", ""):
        return str(fixed).rstrip("/")
    host, _, port = request.get_host().partition(":") if not request.get_host().startswith("[") else ("", "", "")
    if host and _is_local(host):
        found = _own_address()
        if found is not None:
            return f"{request.scheme}://{found}{':' + port if port else ''}"
    return request.build_absolute_uri("/").rstrip("/")


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _own_address() -> str | None:
    try:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            probe.connect(_PROBE)
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if ipaddress.ip_address(found).is_loopback else found


def qr_svg(text: str) -> SafeString:
    """A QR code as an inline drawing: built here from squares, so nothing of `text` is markup."""
    return mark_safe(segno.make(text, error="m", micro=False).svg_inline(  # noqa: S308
        border=2, dark="#000", light="#fff", omitsize=True))
