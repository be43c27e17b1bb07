"""One record, one line, whatever somebody typed."""

from __future__ import annotations

import json
import logging
import logging.config
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from django.conf import settings
from django.test import Client

from novuss_site.settings.logs import configure, logging_to

NASTY = "a\nb\r\nc\x1b[31mred\x1b[0m\u2028d\u0085e\x00 <b>{x}%s%n"


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "web.log"
    configure(logging_to(path))
    yield path
    for handler in logging.getLogger().handlers:
        handler.close()
    configure(settings.LOGGING)


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_nasty_text_stays_on_one_line_and_is_kept(log_file):
    logging.getLogger("django.request").warning("Not Found: %s", NASTY, extra={"name_of_player": NASTY})
    structlog.get_logger("novuss").info("renamed", name=NASTY)

    raw = log_file.read_bytes()
    first, second = read(log_file)
    assert raw.count(b"\n") == 2
    assert not any((byte < 32 and byte != 10) or byte > 126 for byte in raw)
    assert first["event"] == f"Not Found: {NASTY}"
    assert first["name_of_player"] == NASTY
    assert (second["name"], second["level"], second["logger"]) == (NASTY, "info", "novuss")
    assert str(second["timestamp"]).endswith("Z")


def test_traceback_is_part_of_the_record(log_file):
    try:
        raise ValueError(NASTY)
    except ValueError:
        logging.getLogger("x").exception("failed")

    (record,) = read(log_file)
    assert "ValueError" in str(record["exception"])


@pytest.mark.django_db
def test_request_has_a_line_with_its_number(log_file, client):
    client.get("/no%0Asuch%1b[31mpage", headers={"X-Request-ID": "r-1"})
    client.get("/healthz", headers={"X-Request-ID": "forged\nline"})

    lines = [record for record in read(log_file) if record["event"] == "request"]
    assert [(line["status"], line["method"]) for line in lines] == [(404, "GET"), (200, "GET")]
    assert lines[0]["request_id"] == "r-1"
    assert len(str(lines[1]["request_id"])) == 32


SECRET = "5ecre7" * 6


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/lineup/{}/" + SECRET + "/", "/entered/{}/?key=" + SECRET])
def test_no_line_has_what_makes_an_address_secret(log_file, address):
    """What Django writes of refused requests neither: page not found, no CSRF token, wrong method, a crash."""
    path = address.format(uuid.uuid4())
    Client().get(path)
    Client().put(path)
    Client(enforce_csrf_checks=True).post(path)
    request = Client().get(path).wsgi_request
    logging.getLogger("django.server").info('"%s" %s', f"POST {path} HTTP/1.1", 400, extra={"request": request})
    try:
        raise ValueError(path)
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", path, extra={"request": request})

    raw = log_file.read_text()
    assert SECRET not in raw
    assert path.split(SECRET)[0] in raw
    assert {record["logger"] for record in read(log_file)} >= {
        "novuss.request", "django.request", "django.security.csrf", "django.server"}
