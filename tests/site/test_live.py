"""The live stream over a real connection (reliability: bad input 37)."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
import redis
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from competitions import live
from competitions.models import Account, Competition, Official, Outbox
from competitions.services.outbox import LISTENERS, outbox_add
from tests.conftest import redis_url
from tests.site.server import Served

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def competition() -> Competition:
    day = date(2026, 3, 7)
    return Competition.objects.create(slug="spring", name="Spring", starts_on=day, ends_on=day)


class Stream:
    """One open stream, read message by message."""

    def __init__(self, url: str, uid: Any, **headers: str) -> None:
        parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
        self.connection.request("GET", f"/live/{uid}/", headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def next(self) -> tuple[str, dict[str, Any]]:
        """The next message that is no comment and no pause: its event and its data."""
        found: dict[str, str] = {}
        while True:
            line = self.response.readline().decode()
            if not line:
                raise EOFError
            if line == "\n":
                if "event" in found:
                    assert found.get("id") == str(json.loads(found["data"])["v"])
                    return found["event"], json.loads(found["data"])
                found = {}
                continue
            name, _, value = line.rstrip("\n").partition(": ")
            found[name] = value

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@contextmanager
def opened(url: str, uid: Any, **headers: str) -> Iterator[Stream]:
    stream = Stream(url, uid, **headers)
    try:
        yield stream
    finally:
        stream.close()


def change(competition: Competition, topic: str = "match.changed", **ids: Any) -> int:
    """Commit one change and give its version."""
    with transaction.atomic():
        outbox_add(topic, competition=competition.uid, **ids)
    return Outbox.objects.latest("id").id


def session_of(account: Account) -> str:
    """A cookie with a login of the account."""
    store = SessionStore()
    store[SESSION_KEY] = str(account.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = account.get_session_auth_hash()
    store.create()
    return f"sessionid={store.session_key}"


def test_hello_then_each_change_at_once(served, competition):
    with opened(served, competition.uid) as stream:
        assert stream.next() == ("hello", {"v": 0})
        match = uuid4()
        begin = time.monotonic()
        version = change(competition, match=match)
        event, data = stream.next()
        took = time.monotonic() - begin

    assert (event, data) == ("change", {"v": version, "topic": "match.changed", "ids": {"match": str(match)}})
    assert took < live.POLL * 0.8, "the poke has not worked: the poll found it"


def test_commit_of_another_process_is_found_by_the_poll(served, competition):
    with opened(served, competition.uid) as stream:
        stream.next()
        version = Outbox.objects.create(topic="match.changed", competition=competition.uid).id  # no poke

        assert stream.next()[1]["v"] == version


@pytest.mark.redis
def test_commit_of_another_machine_is_found_through_redis(transactional_db, competition, monkeypatch):
    monkeypatch.setattr(live, "POLL", 30.0)
    url = redis_url()
    with Served(redis_url=url) as server, opened(server.url, competition.uid) as stream:
        stream.next()
        with redis.Redis.from_url(url) as client:
            wait_until(lambda: client.pubsub_numsub(live.CHANNEL)[0][1] >= 1)
        version = Outbox.objects.create(topic="match.changed", competition=competition.uid).id
        live.RedisPoke(url)()

        assert stream.next()[1]["v"] == version


def test_redis_that_is_down_delays_nobody_and_the_poll_goes_on(transactional_db, competition):
    nowhere = "redis://127.0.0.1:9/0"
    poke = live.RedisPoke(nowhere)
    LISTENERS.append(poke)
    try:
        with Served(redis_url=nowhere) as server, opened(server.url, competition.uid) as stream:
            stream.next()
            begin = time.monotonic()
            version = change(competition)
            assert time.monotonic() - begin < 0.2
            assert stream.next()[1]["v"] == version
    finally:
        LISTENERS.remove(poke)


def test_rollback_tells_nothing(served, competition):
    with opened(served, competition.uid) as stream:
        stream.next()
        with pytest.raises(RuntimeError), transaction.atomic():  # noqa: PT012 (both lines are the case)
            outbox_add("match.changed", competition=competition.uid, match=uuid4())
            raise RuntimeError
        version = change(competition, "round.changed")

        assert stream.next() == ("change", {"v": version, "topic": "round.changed", "ids": {}})


def test_other_competition_and_private_topic_are_not_heard(served, competition):
    day = date(2026, 3, 8)
    other = Competition.objects.create(slug="other", name="Other", starts_on=day, ends_on=day)
    with opened(served, competition.uid) as stream:
        stream.next()
        change(other)
        change(competition, "device.changed")
        version = change(competition)

        assert stream.next()[1]["v"] == version


def test_official_hears_private_topics_of_the_own_competition_only(served, competition):
    account = Account.objects.create(username="referee")
    Official.objects.create(competition=competition, account=account, role="table_referee")
    day = date(2026, 3, 8)
    other = Competition.objects.create(slug="other", name="Other", starts_on=day, ends_on=day)
    cookie = session_of(account)
    with opened(served, competition.uid, Cookie=cookie) as own, opened(served, other.uid, Cookie=cookie) as foreign:
        own.next(), foreign.next()
        private = change(competition, "device.changed")
        change(other, "device.changed")
        public = change(other)

        assert own.next()[1]["v"] == private
        assert foreign.next()[1]["v"] == public


def test_hidden_competition_looks_like_an_unknown_one(served, competition):
    Competition.objects.update(is_public=False)

    answers = []
    for uid in (competition.uid, uuid4()):
        with opened(served, uid) as stream:
            answers.append((stream.status, stream.response.read()))

    assert answers[0] == answers[1]
    assert answers[0][0] == 404


def test_returning_client_is_told_what_it_missed(served, competition):
    first = change(competition)
    missed = [change(competition), change(competition, "device.changed"), change(competition)]
    with opened(served, competition.uid, **{"Last-Event-ID": str(first)}) as stream:
        told = [stream.next() for _ in range(3)]

    assert [(event, data["v"]) for event, data in told] == [
        ("change", missed[0]), ("change", missed[2]), ("hello", missed[2])]  # fmt: skip


@pytest.mark.parametrize("last", ["-1", "1" + "0" * 30, "99999999", "abc", "1.5", "٣", "0x10", " "])
def test_senseless_version_makes_the_client_look_anew(served, competition, last):
    version = change(competition)
    with opened(served, competition.uid, **{"Last-Event-ID": last.encode("utf-8").decode("latin-1")}) as stream:
        told = [stream.next()]
        if last.strip():  # a blank one is none
            told.append(stream.next())

    assert [event for event, _ in told] == ["hello", "resync"][: len(told)]
    assert {data["v"] for _, data in told} == {version}


def test_too_many_missed_makes_the_client_look_anew(served, competition, monkeypatch):
    monkeypatch.setattr(live, "REPLAY", 3)
    versions = [change(competition) for _ in range(5)]
    for since, expected in ((versions[1], "change"), (versions[0], "hello")):
        with opened(served, competition.uid, **{"Last-Event-ID": str(since)}) as stream:
            assert stream.next()[0] == expected


def test_swept_outbox_makes_the_client_look_anew(served, competition):
    first = change(competition)
    change(competition)
    last = change(competition)
    Outbox.objects.filter(id__lt=last).delete()
    with opened(served, competition.uid, **{"Last-Event-ID": str(first)}) as stream:
        assert [stream.next()[0], stream.next()[0]] == ["hello", "resync"]


def test_fifty_first_stream_of_an_address_is_refused(transactional_db, competition):
    with Served() as server:
        streams = [Stream(server.url, competition.uid) for _ in range(live.PER_ADDRESS)]
        for stream in streams:
            stream.next()
        with opened(server.url, competition.uid) as extra:
            assert extra.status == 429
            assert int(extra.response.getheader("Retry-After")) > 0
        streams.pop().close()
        wait_until(lambda: server.web.hub.addresses["127.0.0.1"] < live.PER_ADDRESS)
        with opened(server.url, competition.uid) as again:
            assert again.next()[0] == "hello"
        for stream in streams:
            stream.close()
        wait_until(lambda: not server.web.hub.addresses and not server.web.hub.clients)


def test_client_that_never_reads_is_cut_off_and_the_others_hear_on(transactional_db, competition, monkeypatch):
    monkeypatch.setattr(live, "REPLAY", 5000)
    with Served() as server:
        parts = urlsplit(server.url)
        lazy = socket.socket()
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect((parts.hostname, parts.port))
        lazy.sendall(f"GET /live/{competition.uid}/ HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        wait_until(lambda: len(server.web.hub.clients.get(competition.uid, ())) == 1)
        with opened(server.url, competition.uid) as good:
            good.next()
            heavy = {"note": "x" * 60_000}  # rows are small in truth; here they fill the system's buffers soon
            for _ in range(4):
                rows = [Outbox(topic="match.changed", competition=competition.uid, ids=heavy) for _ in range(60)]
                Outbox.objects.bulk_create(rows)
                for _ in range(60):
                    assert good.next()[0] == "change"
            wait_until(lambda: len(server.web.hub.clients.get(competition.uid, ())) == 1)
            version = change(competition)
            assert good.next()[1]["v"] == version
            assert server.web.hub.addresses["127.0.0.1"] == 1
        lazy.close()


def test_stream_survives_a_failing_database(transactional_db, competition, monkeypatch):
    with Served() as server, opened(server.url, competition.uid) as stream:
        stream.next()
        real, failed = live.stream.changes_after, []

        def broken(*args: Any, **kwargs: Any) -> Any:
            if not failed:
                failed.append(True)
                raise live.DatabaseError("gone")
            return real(*args, **kwargs)

        monkeypatch.setattr(live.stream, "changes_after", broken)
        version = change(competition)

        assert stream.next()[1]["v"] == version
        assert failed


def test_end_of_the_server_ends_the_streams_and_forgets_the_listener(transactional_db, competition):
    before = list(LISTENERS)
    with Served() as server:
        stream = Stream(server.url, competition.uid)
        stream.next()
        assert len(LISTENERS) == len(before) + 1
        begin = time.monotonic()
    took = time.monotonic() - begin
    with pytest.raises(EOFError):
        stream.next()
    stream.close()

    assert took < 1
    assert before == LISTENERS


def test_silent_stream_shows_that_it_lives(served, competition, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT", 0.1)
    with opened(served, competition.uid) as stream:
        stream.next()
        assert stream.response.readline() == b":\n"


def test_officials_stream_ends_in_time_so_that_a_lost_office_is_noticed(served, competition, monkeypatch):
    monkeypatch.setattr(live, "OFFICIAL_LIFE", 0.3)
    account = Account.objects.create(username="referee")
    Official.objects.create(competition=competition, account=account, role="table_referee")
    with opened(served, competition.uid, Cookie=session_of(account)) as stream:
        stream.next()
        time.sleep(0.4)
        change(competition)
        stream.next()
        with pytest.raises(EOFError):
            stream.next()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD"])
def test_only_get_opens_a_stream(served, competition, method):
    parts = urlsplit(served)
    client = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
    client.request(method, f"/live/{competition.uid}/")
    assert client.getresponse().status == 405
    client.close()


def test_stream_is_not_cached_or_held_back(served, competition):
    with opened(served, competition.uid) as stream:
        headers = dict(stream.response.getheaders())

    assert headers["content-type"].startswith("text/event-stream")
    assert "no-cache" in headers["cache-control"]
    assert headers["x-accel-buffering"] == "no"


def wait_until(fact: Any, seconds: float = 8) -> None:
    """Wait for something that another thread brings about."""
    end = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.02)
