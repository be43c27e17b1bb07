"""What a refusal looks like from outside, and which bodies are refused (reliability: bad input 5, 11 to 18, 39)."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils import translation

from competitions.models import Account
from novuss_site.problems import SENTENCES, TITLES, Problem, sentence

pytestmark = [pytest.mark.urls("tests.site.urls_for_tests"), pytest.mark.django_db]

STATUSES = [
    # kind of refusal, status, code
    ("not-found", 404, "not_found"),
    ("not-allowed", 403, "not_allowed"),
    ("conflict", 409, "conflict"),
    ("stale", 412, "stale"),
    ("illegal-move", 409, "illegal_move"),
    ("invalid", 422, "illegal_score"),
    ("too-many", 429, "too_many"),
    ("gone", 410, "code_used"),
    ("unavailable", 503, "swiss_unavailable"),
    ("busy", 503, "busy"),
    ("model", 400, "validation"),
    ("http404", 404, "not_found"),
    ("forbidden", 403, "permission_denied"),
    ("unheard", 422, "a_code_without_a_sentence"),
]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(("kind", "status", "code"), STATUSES)
def test_refusal_has_its_status_for_programs(client, kind, status, code):
    answer = client.get(f"/api/refuse/{kind}")

    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["title"]
    assert body["detail"]
    assert "secret" not in answer.content.decode()
    assert ("Retry-After" in answer) == (status in (429, 503))


@pytest.mark.parametrize(("kind", "status", "code"), STATUSES)
def test_refusal_has_the_same_status_for_people(client, kind, status, code):
    answer = client.get(f"/refuse/{kind}")

    assert (answer.status_code, answer["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert "secret" not in answer.content.decode()


def test_time_to_wait_is_rounded_up(client):
    assert client.get("/api/refuse/too-many")["Retry-After"] == "62"


def test_form_that_is_too_large_is_told_so(client):
    answer = client.post("/login/", {"username": "x" * 1_000_001})

    assert answer.status_code == 413


@pytest.mark.parametrize("place", ["/healthz", "/api/echo"])
def test_busy_database_outside_of_a_view_is_no_fault_of_ours(client, settings, place):
    settings.MIDDLEWARE = ["tests.site.urls_for_tests.busy_middleware", *settings.MIDDLEWARE]
    answer = client.get(place)

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_sixth_wrong_password_is_not_looked_at(client, settings):
    settings.AXES_ENABLED = True
    Account.objects.create_user(username="chief", password="right-and-long")
    for _ in range(5):
        client.post("/login/", {"username": "chief", "password": "wrong"})
    right = {"username": "chief", "password": "right-and-long"}
    answer = client.post("/login/", right)
    forged = client.post("/login/", right, headers={"X-Forwarded-For": "192.0.2.9"})
    elsewhere = client.post("/login/", right, REMOTE_ADDR="192.0.2.9")

    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
    assert elsewhere.status_code == 302
    assert forged.status_code == 429


@pytest.mark.parametrize("place", ["/api/refuse/bug", "/refuse/bug"])
def test_fault_of_ours_shows_no_detail_but_a_number(client, place):
    answer = client.get(place, headers={"X-Request-ID": "abc123"})

    assert answer.status_code == 500
    assert "secret" not in answer.content.decode()
    assert answer["X-Request-ID"] == "abc123"
    if place.startswith("/refuse"):
        assert "abc123" in answer.content.decode()


def test_unknown_and_forbidden_look_alike_byte_for_byte(client):
    first, second = client.get("/api/refuse/not-found"), client.get("/api/refuse/http404")

    assert first.content == second.content


def test_sentence_is_translated_and_takes_its_parameters():
    with translation.override("en"):
        assert sentence("duplicate_key", {"key": "winner"}) == "The field “winner” stands twice in the same object."
        assert sentence("duplicate_key", {}, fallback="malformed") == "The request is not valid JSON."
        assert Problem(status=422, code="nobody_knows", params={}).detail == str(SENTENCES["invalid"])


def test_every_status_has_a_title():
    from novuss_site.problems import STATUSES as CLASSES

    assert {status for _, status in CLASSES} <= set(TITLES)


# --- bodies ----------------------------------------------------------------------------------------------------------
DEEP = b'{"lines":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
BODIES = [
    # input number, what, body, status, code
    ("12", "NaN", b'{"speed": NaN}', 400, "number_out_of_range"),
    ("12", "Infinity", b'{"speed": Infinity}', 400, "number_out_of_range"),
    ("12", "1e400", b'{"speed": 1e400}', 400, "number_out_of_range"),
    ("12", "nan as text", b'{"speed": "nan"}', 400, "validation"),
    ("14", "5,000 digits", b'{"winner": ' + b"9" * 5000 + b"}", 400, "number_out_of_range"),
    ("14", "2^31", b'{"winner": 2147483648}', 400, "validation"),
    ("15", "100,000 levels", DEEP, 400, "too_deep"),
    ("15", "21 levels", b"[" * 21 + b"]" * 21, 400, "too_deep"),
    ("16", "duplicate key", b'{"winner": 1, "winner": 2}', 400, "duplicate_key"),
    ("16", "duplicate key below", b'{"lines": [{"count": 1, "count": 1}]}', 400, "duplicate_key"),
    ("17", "unknown field", b'{"winner": 1, "confirmed": true}', 400, "unknown_field"),
    ("17", "read-only field", b'{"winner": 1, "uid": 1}', 400, "unknown_field"),
    ("17", "unknown field below", b'{"lines": [{"count": 1}, {"count": 1, "id": 2}]}', 400, "unknown_field"),
    ("18", "lone surrogate", b'{"name": "\\ud800"}', 400, "bad_text"),
    ("18", "surrogate key", b'{"\\udfff": 1}', 400, "bad_text"),
    ("18", "NUL", b'{"name": "a\\u0000b"}', 400, "bad_text"),
    ("18", "invalid UTF-8", b'{"name": "\xff\xfe"}', 400, "bad_charset"),
    ("18", "BOM", b'\xef\xbb\xbf{"winner": 1}', 400, "malformed"),
    ("18", "UTF-16", '{"winner": 1}'.encode("utf-16"), 400, "bad_charset"),
    ("18", "no JSON", b"winner=1", 400, "malformed"),
    ("18", "two values", b"{}{}", 400, "malformed"),
    ("11", "number as text", b'{"winner": "3"}', 400, "validation"),
    ("11", "true as number", b'{"winner": true}', 400, "validation"),
    ("11", "1.5 as integer", b'{"winner": 1.5}', 400, "validation"),
    ("11", "1.0 as integer", b'{"winner": 1.0}', 400, "validation"),
    ("11", "true as speed", b'{"speed": true}', 400, "validation"),
    ("11", "number as name", b'{"name": 3}', 400, "validation"),
    ("11", "text as flag", b'{"paid": "yes"}', 400, "validation"),
    ("11", "number as flag", b'{"paid": 1}', 400, "validation"),
    ("22", "long name", json.dumps({"name": "x" * 201}).encode(), 400, "validation"),
    ("5", "1 MB + 1", b'{"name": "' + b"x" * 1_000_000 + b'"}', 413, "too_large"),
    ("-", "list for an object", b"[1]", 400, "validation"),
]


@pytest.mark.parametrize(("number", "what", "body", "status", "code"), BODIES, ids=[f"{b[0]} {b[1]}" for b in BODIES])
def test_bad_body_is_refused(client, number, what, body, status, code):
    answer = client.post("/api/echo", body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"


def test_unknown_field_is_named_with_its_place(client):
    body = b'{"lines": [{"count": 1}, {"count": 1, "id": 2}]}'

    assert client.post("/api/echo", body, content_type="application/json").json()["params"]["field"] == "lines[1].id"


GOOD = {"winner": -3, "name": "Ģirts \U0001f3b1 O'Brien", "speed": 1, "paid": False, "lines": [{"count": 2}]}


@pytest.mark.parametrize(
    "media", ["application/json", "application/json; charset=UTF-8", 'application/json; charset="utf-8"']
)
def test_good_body_is_taken(client, media):
    answer = client.post("/api/echo", json.dumps(GOOD).encode(), content_type=media)

    assert (answer.status_code, answer.json()) == (201, GOOD)


def test_paired_surrogates_and_twenty_levels_are_fine(client):
    answer = client.post("/api/echo", b'{"name": "\\ud83c\\udfb1"}', content_type="application/json")
    assert (answer.status_code, answer.json()) == (201, {"name": "\U0001f3b1"})

    brackets_in_text = json.dumps({"name": "[" * 100 + '\\"'}).encode()
    assert client.post("/api/echo", brackets_in_text, content_type="application/json").status_code == 201


@pytest.mark.parametrize(
    ("media", "status", "code"),
    [
        ("application/json; charset=bogus", 415, "bad_charset"),
        ("application/json; charset=latin-1", 415, "bad_charset"),
        ("text/plain", 415, "unsupported_media_type"),
        ("application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        ("multipart/form-data; boundary=x", 415, "unsupported_media_type"),
    ],
)
def test_other_media_is_refused(client, media, status, code):
    answer = client.generic("POST", "/api/echo", b'{"winner": 1}', content_type=media)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_other_forms_of_answer_and_methods_are_refused(client):
    assert client.get("/api/echo", headers={"Accept": "application/xml"}).status_code == 406
    assert client.delete("/api/echo").status_code == 405
    assert client.get("/api/echo", headers={"Accept": "text/html"}).status_code == 406
    assert client.get("/api/echo?format=xml").json() == {"ok": True}
