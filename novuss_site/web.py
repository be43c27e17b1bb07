"""The web process from the outside in: what no page should have to think about is refused here, in the event loop.

Then the live stream is answered, and everything else goes to Django in a fixed pool of threads (docs/decisions). A
request reaches a thread only when it has come in whole, so that a slow sender holds none.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from uuid import UUID

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from competitions.live import Hub
from competitions.selectors import stream
from competitions.selectors.actors import actor
from novuss_site.hosts import is_ours
from novuss_site.problems import Problem

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 16
MAX_HEADERS = 100
BODY_SECONDS = 60.0
SMALL_BODY = 65_536
LARGE_BODIES = 48_000_000
"""Bytes beyond `SMALL_BODY` that bodies on their way may hold together: eight imports at once, or as many slow senders
as like. A press on a tablet is small and never waits for them."""
PASSWORD_PATHS = frozenset({"/login/", "/admin/login/", "/account/password/", "/account/"})
PASSWORDS_AT_ONCE = 2
PASSWORDS_WAITING = 50
"""Checking a password is made to be slow: who tries many must not take the threads of those who press."""
QUEUED_CHUNKS = 1000
"""Parts of an answer that may wait for a slow reader in memory, so that it holds no thread: 4 MB of a file."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
LIVE = re.compile(r"/live/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")


class Refused(Exception):
    """A request that is answered before any page sees it."""

    def __init__(self, status: int, code: str, **params: Any) -> None:
        super().__init__(code)
        self.problem = Problem(status=status, code=code, params=params)


class Web:
    """The ASGI application."""

    def __init__(self, django: Callable[..., Any], hub: Hub) -> None:
        self.django = WSGIMiddleware(django, workers=THREADS, send_queue_size=QUEUED_CHUNKS)
        self.hub = hub
        self.large_bodies = 0
        self.passwords = asyncio.Semaphore(PASSWORDS_AT_ONCE)
        self.passwords_waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.lifespan(receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1000})
        try:
            check(scope)
            live = LIVE.fullmatch(scope["path"])
            if live:
                if scope["method"] != "GET":
                    raise Refused(405, "method_not_allowed")
                return await self.hub(scope, receive, send, UUID(live[1]))
            await self.page(scope, receive, send)
        except Refused as refused:
            return await answer(send, refused.problem)

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request for Django, when its body is here and its turn has come."""
        room = BodyRoom(self)
        try:
            receive = await whole(scope, receive, room)
            if scope["method"] != "POST" or scope["path"] not in PASSWORD_PATHS:
                return await self.django(scope, receive, send)  # type: ignore[arg-type]
            if self.passwords_waiting >= PASSWORDS_WAITING:
                raise Refused(503, "busy")
            self.passwords_waiting += 1
            try:
                async with self.passwords:
                    await self.django(scope, receive, send)  # type: ignore[arg-type]
            finally:
                self.passwords_waiting -= 1
        finally:
            room.leave()

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """End the streams when the server ends."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            else:
                self.hub.close()
                await send({"type": "lifespan.shutdown.complete"})
                return


class BodyRoom:
    """What one body takes of the room for large ones."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.taken = 0

    def grow(self, length: int) -> None:
        """The body has become this long. Refuses it when all large ones together have no room any more."""
        more = max(length - SMALL_BODY, 0) - self.taken
        if more > 0 and self.web.large_bodies + more > LARGE_BODIES:
            raise Refused(503, "busy")
        self.taken += more
        self.web.large_bodies += more

    def leave(self) -> None:
        """The request is over."""
        self.web.large_bodies -= self.taken
        self.taken = 0


def build(django: Callable[..., Any]) -> Web:
    """The application around Django's WSGI callable."""
    hub = Hub(identify, per_address=settings.LIVE_STREAMS_PER_ADDRESS, redis_url=settings.REDIS_URL)
    return Web(django, hub)


def identify(scope: Scope, competition: UUID) -> bool | None:
    """Who opens a stream: True for an official of the competition, False for anybody who may see it, else None."""
    request = HttpRequest()
    request.session = SessionStore(session_key(scope))
    request.user = get_user(request)
    who = actor(request)
    return stream.hears_all(who, competition) if stream.may_listen(who, competition) else None


def session_key(scope: Scope) -> str | None:
    """The session cookie."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        for value in headers_named(scope, b"cookie"):
            cookies.load(value)
    except CookieError:
        return None
    found = cookies.get(settings.SESSION_COOKIE_NAME)
    return found.value if found else None


def headers_named(scope: Scope, name: bytes) -> list[str]:
    """All values of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def check(scope: Scope) -> None:
    """Refuse what is no sensible request, whatever it asks for. Headers with an underscore are left out: after the
    translation to WSGI they would pass for their namesakes with a hyphen."""
    if scope["method"] not in METHODS:
        raise Refused(405, "method_not_allowed")
    if len(scope["headers"]) > MAX_HEADERS:
        raise Refused(431, "bad_request")
    scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    for name in (b"host", b"content-length", b"content-type"):
        if len(headers_named(scope, name)) > 1:
            raise Refused(400, "bad_request")
    if not scope["query_string"].isascii() or "\x00" in scope["path"]:
        raise Refused(400, "bad_request")
    host = "".join(headers_named(scope, b"host"))
    if not is_ours(host, (scope.get("server") or ("", 0))[0]):
        raise Refused(400, "bad_request")


async def whole(scope: Scope, receive: Receive, room: BodyRoom) -> Receive:
    """Take the body in, up to the limit, and hand it on as one message; its length becomes known to Django."""
    limit = settings.REQUEST_MAX_BODY
    length = "".join(headers_named(scope, b"content-length"))
    if length.isdigit() and int(length) > limit:
        raise Refused(413, "too_large", limit=limit)
    if not length and not headers_named(scope, b"transfer-encoding"):
        return receive
    try:
        body = await asyncio.wait_for(read_body(receive, limit, room), BODY_SECONDS)
    except TimeoutError:
        raise Refused(408, "bad_request") from None
    kept = [(name, value) for name, value in scope["headers"] if name not in (b"content-length", b"transfer-encoding")]
    scope["headers"] = [*kept, (b"content-length", str(len(body)).encode())]
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def read_body(receive: Receive, limit: int, room: BodyRoom) -> bytes:
    """The whole body. Refuses one that grows beyond the limit, whatever length was announced."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "bad_request")
        body += message.get("body", b"")
        if len(body) > limit:
            raise Refused(413, "too_large", limit=limit)
        room.grow(len(body))
        if not message.get("more_body", False):
            return bytes(body)


async def answer(send: Send, problem: Problem) -> None:
    """Problem JSON, and the end of the connection: the rest of a refused body is not read."""
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    if problem.status == 503:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem.as_json()).encode()})
