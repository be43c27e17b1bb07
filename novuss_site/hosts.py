"""Which names and addresses of this machine a request may use."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http.request import split_domain_port, validate_host


def accept_hall_address(host_header: str, arrived_at: str) -> None:
    """Add the local address of a connection to the allowed hosts, when the Host header names that very address.

    The laptop's address in the hall is not known beforehand and may change while we run. A name is never accepted
    this way, so a hostile site that points its own name at us is still refused.
    """
    if not settings.HALL_ADDRESSES:
        return
    host, _ = split_domain_port(host_header)
    try:
        named, local = ipaddress.ip_address(host.strip("[]")), ipaddress.ip_address(arrived_at)
    except ValueError:
        return
    if named == local and host not in settings.ALLOWED_HOSTS:
        settings.ALLOWED_HOSTS.append(host)


def is_ours(host_header: str, arrived_at: str) -> bool:
    """May a request with this Host header be answered?"""
    accept_hall_address(host_header, arrived_at)
    host, _ = split_domain_port(host_header)
    return bool(host) and validate_host(host, settings.ALLOWED_HOSTS)
