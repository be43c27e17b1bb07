"""The address of this machine in the hall, found without the internet, and its QR code for a terminal."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
import threading

import segno

PROBES = ("192.168.255.255", "10.255.255.255", "172.31.255.255", "169.254.255.255", "203.0.113.1")
"""Addresses that name a route; connecting a UDP socket sends nothing."""
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap", "wg", "zt", "tailscale")


def hall_addresses() -> list[str]:
    """The IPv4 addresses at which others in the hall can reach us, the likeliest first. May be empty."""
    found = [*routed(), *of_interfaces(), *of_host_name()]
    return [address for address in dict.fromkeys(found) if is_reachable(address)]


def is_reachable(address: str) -> bool:
    """Is this an address that a tablet could use?"""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_multicast)


def routed() -> list[str]:
    """The local addresses that the system would use to reach private networks."""
    found = []
    for probe in PROBES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.connect((probe, 9))
            found.append(sock.getsockname()[0])
    return found


def of_interfaces() -> list[str]:
    """The addresses of the network cards, on Linux: a hall without a gateway has no route to ask for."""
    if not sys.platform.startswith("linux"):
        return []
    import fcntl  # noqa: PLC0415 (not everywhere)

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for _, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            request = struct.pack("256s", name[:15].encode())
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(sock.fileno(), 0x8915, request)  # SIOCGIFADDR
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def of_host_name() -> list[str]:
    """The addresses of our own name; given up after a moment, since a name server may be asked for it."""
    found: list[str] = []

    def ask() -> None:
        with contextlib.suppress(OSError):
            found.extend(socket.gethostbyname_ex(socket.gethostname())[2])

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(0.3)
    return list(found)


def qr_lines(text: str, *, colours: bool) -> list[str]:
    """A QR code out of half blocks. With `colours` it is black on white on any terminal; without, light on dark."""
    rows = [[bool(cell) for cell in row] for row in segno.make(text, micro=False, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        cells = zip(upper, lower, strict=True)
        if colours:
            lines.append("\x1b[30;107m" + "".join(" ▄▀█"[2 * up + down] for up, down in cells) + "\x1b[0m")
        else:
            lines.append("".join("█▀▄ "[2 * up + down] for up, down in cells))
    return lines
