"""What is refused before any page sees it, over a real connection (reliability: bad input 26, 28, 38)."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from competitions.models import Job
from novuss_site.hosts import is_ours
from tests.site.server import Served

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls("tests.site.urls_for_tests")]


@pytest.fixture
def place(transactional_db: None) -> Iterator[tuple[str, int]]:
    with Served() as server:
        parts = urlsplit(server.url)
        yield parts.hostname, parts.port


def sent(place: tuple[str, int], raw: bytes, *, wait: float = 5) -> tuple[int, bytes]:
    """The status and the body of the answer to these very bytes; 0 when the connection was closed without one."""
    with socket.create_connection(place, timeout=wait) as sock:
        sock.sendall(raw)
        response = http.client.HTTPResponse(sock)
        try:
            response.begin()
        except (http.client.HTTPException, ConnectionError):
            return 0, b""
        return response.status, response.read()


def get(path: str = "/healthz", *headers: str, method: str = "GET", host: str = "localhost") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1")


REQUESTS = [
    ("fine", get(), 200),
    ("own address", get(host="127.0.0.1:8000"), 200),
    ("foreign host", get(host="evil.example"), 400),
    ("foreign host with our name before it", get(host="localhost.evil.example"), 400),
    ("another private address", get(host="192.168.77.77"), 400),
    ("no host", b"GET /healthz HTTP/1.1\r\n\r\n", 400),
    ("two hosts", get("/healthz", "Host: evil.example"), 400),
    ("unknown method", get(method="FOO"), 405),
    ("200 headers", get("/healthz", *[f"X-{n}: 1" for n in range(200)]), 431),
    ("NUL in the path", get("/a%00b"), 400),
    ("NUL in the query", get("/healthz?search=%00"), 400),
    ("query that is no ASCII", get("/healthz?q=\xe9"), 400),
    ("path out of the tree", get("/static/..%2f..%2fmanage.py"), 404),
    ("two slashes and a name", get("//evil.example/panel"), 404),
    ("foreign host of the stream", get("/live/00000000-0000-4000-8000-000000000000/", host="evil.example"), 400),
    ("stream of nothing", get("/live/x/"), 404),
    ("two lengths", get("/size", "Content-Length: 1", "Content-Length: 2", method="POST"), 400),
    ("length that is no number", get("/size", "Content-Length: x", method="POST"), 400),
    ("announced 7 MB", get("/size", "Content-Length: 7000000", method="POST"), 413),
]


@pytest.mark.parametrize(("what", "raw", "status"), REQUESTS, ids=[row[0] for row in REQUESTS])
def test_request_gets_its_status(place, what, raw, status):
    assert sent(place, raw)[0] == status


def test_chunked_body_without_a_length_is_read_within_the_limit(place):
    head = get("/api/echo", "Content-Type: application/json", "Transfer-Encoding: chunked", method="POST")
    status, body = sent(place, head + b'6\r\n{"winn\r\n6\r\ner": 2\r\n1\r\n}\r\n0\r\n\r\n')
    assert (status, json.loads(body)) == (201, {"winner": 2})

    block = b"%x\r\n%s\r\n" % (100_000, b" " * 100_000)
    assert sent(place, head + block * 11 + b"0\r\n\r\n")[0] == 413


def test_body_that_grows_beyond_the_limit_is_cut_off(place, monkeypatch):
    monkeypatch.setattr(settings, "REQUEST_MAX_BODY", 50_000)
    head = get("/size", "Transfer-Encoding: chunked", method="POST")
    block = b"%x\r\n%s\r\n" % (10_000, b" " * 10_000)

    assert sent(place, head + block * 6)[0] == 413


def test_slow_senders_hold_no_thread(place):
    """Forty connections that announce a body and never send it; sixteen threads."""
    lazy = [socket.create_connection(place) for _ in range(40)]
    for sock in lazy:
        sock.sendall(get("/size", "Content-Length: 10", method="POST"))
    begin = time.monotonic()
    status, _ = sent(place, get("/readyz"))
    took = time.monotonic() - begin
    for sock in lazy:
        sock.close()

    assert status == 200
    assert took < 2


def test_slow_sender_is_given_up(place, monkeypatch):
    monkeypatch.setattr("novuss_site.web.BODY_SECONDS", 0.3)

    assert sent(place, get("/size", "Content-Length: 10", method="POST"))[0] == 408


def test_header_with_an_underscore_does_not_pass_for_its_namesake(place):
    status, body = sent(place, get("/api/echo", "Accept_: x", "X_Request_ID: forged", "Content_Type: x"))

    assert (status, json.loads(body)) == (200, {"ok": True})


@pytest.mark.parametrize(
    ("host", "arrived_at", "ours"),
    [
        ("192.0.2.7:8000", "192.0.2.7", True),
        ("[2001:db8::7]:8000", "2001:db8::7", True),
        ("192.0.2.8", "192.0.2.7", False),
        ("evil.example", "192.0.2.7", False),
        ("192.0.2.7.evil.example", "192.0.2.7", False),
        ("", "192.0.2.7", False),
        ("*", "192.0.2.7", False),
    ],
)
def test_only_the_address_of_the_connection_is_ours(settings, host, arrived_at, ours):
    settings.ALLOWED_HOSTS = ["localhost"]

    assert is_ours(host, arrived_at) is ours


def test_addresses_are_not_learnt_on_a_server_of_its_own(settings):
    settings.ALLOWED_HOSTS, settings.HALL_ADDRESSES = ["novuss.example"], False

    assert not is_ours("192.0.2.7", "192.0.2.7")
    assert is_ours("novuss.example", "192.0.2.7")


def test_every_page_has_the_headers_of_a_wary_browser():
    answer = Client().get("/healthz")

    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"


def test_readyz_says_what_is_wrong(monkeypatch):
    monkeypatch.setattr("novuss_site.health.LEAST_FREE", 10**18)
    answer = Client().get("/readyz")

    assert (answer.status_code, answer.json()["checks"]) == (503, {"database": True, "disk": False, "worker": True})


def test_readyz_tells_of_a_worker_that_stands_still_and_stays_ready():
    job = Job.objects.create(kind="document")
    assert Client().get("/readyz").json()["checks"]["worker"]
    Job.objects.filter(id=job.id).update(created_at=timezone.now() - timedelta(minutes=3))
    answer = Client().get("/readyz")

    assert (answer.status_code, answer.json()["checks"]["worker"]) == (200, False)
