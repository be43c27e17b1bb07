"""Many at once: what a crowd of slow or stubborn clients may take from those who press."""

from __future__ import annotations

import contextlib
import http.client
import socket
import time
import urllib.parse
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from novuss_site import web
from tests.site.server import Served

pytestmark = pytest.mark.django_db(transaction=True)
HEAD = "POST /api/v1/devices/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def slow_sender(port: int, size: int) -> socket.socket:
    """Announces a body, sends all but its last byte, and waits."""
    sender = socket.create_connection(("127.0.0.1", port), timeout=10)
    sender.sendall(f"{HEAD}Content-Length: {size}\r\n\r\n".encode())
    with contextlib.suppress(OSError):
        sender.sendall(b" " * (size - 1))
    return sender


def asked(port: int, method: str, path: str, body: bytes = b"", **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def is_refused(sender: socket.socket) -> bool:
    """Whether the server has answered or hung up instead of waiting for the last byte."""
    sender.settimeout(0.1)
    try:
        return sender.recv(12) in (b"HTTP/1.1 503", b"")
    except TimeoutError:
        return False
    except OSError:
        return True


def test_slow_senders_hold_no_more_than_their_room() -> None:
    """A hundred bodies of 6 MB that never end took 600 MB; now the large ones share a room, small ones pass by."""
    size = settings.REQUEST_MAX_BODY - 10
    with Served() as server, contextlib.ExitStack() as senders:
        port = server.socket.getsockname()[1]
        slow = [senders.enter_context(slow_sender(port, size)) for _ in range(20)]
        fit = web.LARGE_BODIES // (size - web.SMALL_BODY)
        assert sum(map(is_refused, slow)) >= 20 - fit
        assert 0 < server.web.large_bodies <= web.LARGE_BODIES
        small = b'{"code":"ABCD-2345","name":"x"}'
        assert asked(port, "POST", "/api/v1/devices/pair", small, **{"Content-Type": "application/json"}) == 403
        senders.close()
        end = time.monotonic() + 5
        while server.web.large_bodies and time.monotonic() < end:
            time.sleep(0.02)
        assert server.web.large_bodies == 0


class SlowHasher(PBKDF2PasswordHasher):
    """Takes its time without taking the processor, so that the test is the same on every machine."""

    algorithm = "slow"

    def encode(self, *args: Any, **kwargs: Any) -> str:
        time.sleep(0.4)
        return "slow$1$salt$x"


def test_who_tries_many_passwords_takes_no_thread_from_the_others(settings: Any) -> None:
    """Sixty wrong logins of sixty names kept every thread busy for twenty seconds, and no press came through."""
    settings.PASSWORD_HASHERS = [f"{__name__}.SlowHasher"]
    page = Client().get("/login/")
    token = page.cookies["csrftoken"].value
    with Served() as server, ThreadPoolExecutor(80) as crowd:
        port = server.socket.getsockname()[1]

        def login(number: int) -> int:
            body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, "username": f"n{number}", "password": "x"})
            return asked(port, "POST", "/login/", body.encode(), **{
                "Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={token}"})

        tries = [crowd.submit(login, number) for number in range(70)]
        time.sleep(0.4)
        begin = time.monotonic()
        assert asked(port, "GET", "/") == 200
        assert time.monotonic() - begin < 1
        answers = Counter(done.result() for done in tries)
    assert answers == {200: web.PASSWORDS_WAITING, 503: 70 - web.PASSWORDS_WAITING}
    assert server.web.passwords_waiting == 0
