"""Addresses, versions and secrets."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured

from novuss_site import serve
from novuss_site.checks import sqlite_journal_errors
from novuss_site.settings.env import database_from, secret_key_of
from novuss_site.settings.sqlite import is_affected

# https://sqlite.org/wal.html#walresetbug: 3.7.0 to 3.51.2, fixed in 3.51.3, 3.50.7 and 3.44.6
VERSIONS = [
    ((3, 6, 23), False),
    ((3, 7, 0), True),
    ((3, 40, 1), True),
    ((3, 44, 5), True),
    ((3, 44, 6), False),
    ((3, 45, 0), True),
    ((3, 50, 6), True),
    ((3, 50, 7), False),
    ((3, 51, 2), True),
    ((3, 51, 3), False),
    ((3, 53, 4), False),
]


@pytest.mark.parametrize(("version", "affected"), VERSIONS)
def test_wal_reset_bug_is_known_by_version(version, affected):
    assert is_affected(version) is affected


@pytest.mark.parametrize(
    ("version", "journal", "refused"),
    [((3, 40, 1), "WAL", True), ((3, 40, 1), "TRUNCATE", False), ((3, 53, 4), "WAL", False)],
)
def test_check_refuses_wal_on_an_affected_library(version, journal, refused):
    assert [error.id for error in sqlite_journal_errors(version, journal)] == (["novuss_site.E001"] if refused else [])


def test_database_address_is_taken_apart():
    found = database_from("postgres://no%40me:p%2Fw@db.example:5433/hall?sslmode=require")

    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"], found["NAME"], found["OPTIONS"]) == (
        "no@me", "p/w", "db.example", "5433", "hall", {"sslmode": "require"})  # fmt: skip


@pytest.mark.parametrize("url", ["mysql://x/y", "postgres://host", "novuss.sqlite3"])
def test_other_database_address_is_refused(url):
    with pytest.raises(ImproperlyConfigured):
        database_from(url)


def test_secret_key_is_made_once_and_kept(tmp_path):
    first = secret_key_of(tmp_path / "var")

    assert len(first) >= 50
    assert secret_key_of(tmp_path / "var") == first
    assert (tmp_path / "var" / "secret.key").stat().st_mode & 0o077 == 0
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret.key"]


@pytest.mark.parametrize(
    ("is_behind", "peer", "client"),
    [
        (True, "10.0.0.2", "192.0.2.9"),  # the address that the proxy has added, not the one that was sent to it
        (True, "10.0.0.3", "10.0.0.3"),  # somebody who passes the proxy by is believed nothing
        (False, "10.0.0.2", "10.0.0.2"),
    ],
)
def test_limits_count_the_client_behind_the_proxy_and_nobody_chooses_his_address(
    settings, monkeypatch, is_behind, peer, client
):
    settings.BEHIND_PROXY = is_behind
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.2")
    seen = []

    async def app(scope, _receive, _send):
        seen.append(scope["client"][0])

    config = serve.Server(app, worker=None, on_ready=print).config
    config.load()
    scope = {"type": "http", "client": (peer, 1), "headers": [(b"x-forwarded-for", b"198.51.100.1, 192.0.2.9")]}
    asked = config.loaded_app({**scope, "asgi": {"version": "3.0"}}, None, None)
    # In a thread of its own: a browser's tests may have a loop running in this one.
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, asked).result()

    assert seen == [client]
