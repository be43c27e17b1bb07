"""The live stream: plain ASGI, fed from the outbox (docs/decisions).

One reader of the outbox in each web process, however many people watch. A commit in this process pokes it; commits of
other processes are found by looking four times a second, or through Redis where there is one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import structlog
from django.db import DatabaseError, connection, connections

from competitions.selectors import stream
from competitions.selectors.stream import Change
from competitions.services.outbox import LISTENERS

log = structlog.get_logger("novuss.live")

POLL = 0.25  # seconds between two looks for other processes' commits
HEARTBEAT = 15.0  # seconds after which a silent stream says that it is alive
QUEUE = 64  # changes that may wait for one slow client
SEND_LIMIT = 30.0  # seconds that one write to a client may take
REPLAY = 500  # changes that a returning client is told one by one
PER_ADDRESS = 50  # streams of one address
OFFICIAL_LIFE = 600.0  # seconds after which an official's stream ends, so that a lost office is noticed
MAX_VERSION = 2**63 - 1
CHANNEL = "novuss-live"

Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]
Identify = Callable[[dict[str, Any], UUID], "bool | None"]
"""(ASGI scope, competition) -> hears everything or what is public; None: may not listen. May use the database."""


def encoded(event: str, version: int, **data: Any) -> bytes:
    """One message of the stream."""
    body = json.dumps({"v": version, **data}, separators=(",", ":"))
    return f"event: {event}\nid: {version}\ndata: {body}\n\n".encode()


class Client:
    """One open stream."""

    __slots__ = ("competition", "everything", "queue", "sent", "task")

    def __init__(self, competition: UUID, *, everything: bool) -> None:
        self.competition = competition
        self.everything = everything
        self.queue: asyncio.Queue[tuple[int, bytes] | None] = asyncio.Queue(QUEUE)
        self.sent = 0
        self.task: asyncio.Task[Any] | None = None


class Hub:
    """Reads the outbox and tells every open stream what concerns it."""

    def __init__(self, identify: Identify, *, per_address: int = PER_ADDRESS, redis_url: str = "") -> None:
        self.identify = identify
        self.per_address = per_address
        self.redis_url = redis_url
        self.clients: dict[UUID, set[Client]] = {}
        self.addresses: Counter[str] = Counter()
        self.last = 0
        self.loop: asyncio.AbstractEventLoop | None = None
        self.poller: asyncio.Task[None] | None = None
        self.news = asyncio.Event()
        self.starting = asyncio.Lock()
        self.closing = False
        # One thread, and so one database connection, for everything that the stream reads.
        self.reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")

    # --- beginning and end ---
    async def start(self) -> None:
        """Begin to read, when the first client comes."""
        async with self.starting:
            if self.poller is not None and not self.poller.done():
                return
            self.loop = asyncio.get_running_loop()
            self.last = await self.read(stream.newest_version)
            if self.poke not in LISTENERS:
                LISTENERS.append(self.poke)
                if self.redis_url:
                    threading.Thread(target=self.listen_to_redis, name="live-redis", daemon=True).start()
            self.poller = asyncio.create_task(self.poll())

    def close(self) -> None:
        """End every stream, so that the server can stop at once. To be called in the loop's thread."""
        self.closing = True
        if self.poke in LISTENERS:
            LISTENERS.remove(self.poke)
        if self.poller is not None:
            self.poller.cancel()
        for client in [client for group in self.clients.values() for client in group]:
            self.end(client)
        self.reader.submit(connections.close_all)
        self.reader.shutdown(wait=False)

    def end(self, client: Client) -> None:
        """Let a stream end by itself after what it has sent."""
        while client.queue.full():
            client.queue.get_nowait()
        client.queue.put_nowait(None)

    # --- news ---
    def poke(self) -> None:
        """There may be news. From any thread."""
        if self.loop is not None and not self.closing:
            try:
                self.loop.call_soon_threadsafe(self.news.set)
            except RuntimeError:  # the loop has ended in this moment
                log.debug("poked after the end")

    def listen_to_redis(self) -> None:
        """Pokes of other processes. Without Redis the poll finds them a little later, so a failure is only noted."""
        import time  # noqa: PLC0415

        import redis  # noqa: PLC0415

        while not self.closing:
            try:
                with (
                    redis.Redis.from_url(self.redis_url, socket_connect_timeout=2) as client,
                    client.pubsub() as channel,
                ):
                    channel.subscribe(CHANNEL)
                    while not self.closing:
                        if channel.get_message(ignore_subscribe_messages=True, timeout=1):
                            self.poke()
            except (redis.RedisError, OSError) as error:
                log.warning("live: no Redis", error=repr(error)[:200])
                time.sleep(5)

    async def poll(self) -> None:
        """Read the outbox as long as anybody listens. Survives every failure of the database."""
        while self.clients and not self.closing:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), POLL)
            self.news.clear()
            try:
                changes = await self.read(stream.changes_after, self.last, limit=REPLAY)
            except Exception as error:
                log.warning("live: the outbox cannot be read", error=repr(error)[:200])
                await asyncio.sleep(1)
                continue
            for change in changes:
                self.last = change.version
                self.tell(change)
            if len(changes) == REPLAY:
                self.news.set()

    async def read(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a selector in the reader's thread; a failed connection is thrown away, since no request ends there."""

        def call() -> Any:
            try:
                return function(*args, **kwargs)
            except Exception:
                connection.close()
                raise
            finally:
                connection.close_if_unusable_or_obsolete()

        return await asyncio.get_running_loop().run_in_executor(self.reader, call)

    def tell(self, change: Change) -> None:
        """Give one change to those whom it concerns. Whoever has not taken the last 64 is cut off, and comes back."""
        if change.competition is None:
            return
        message = None
        for client in list(self.clients.get(change.competition, ())):
            if not (change.is_public or client.everything):
                continue
            message = message or encoded("change", change.version, topic=change.topic, ids=change.ids)
            try:
                client.queue.put_nowait((change.version, message))
            except asyncio.QueueFull:
                self.drop(client)

    def drop(self, client: Client) -> None:
        """Cut a client off."""
        if client.task is not None:
            client.task.cancel()

    # --- one stream ---
    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send, competition: UUID) -> None:
        """Answer `GET /live/<competition>/`."""
        address = (scope.get("client") or ("", 0))[0]
        if self.closing or self.addresses[address] >= self.per_address:
            return await refuse(send, 503 if self.closing else 429, "too_many")
        self.addresses[address] += 1
        client = Client(competition, everything=False)
        try:
            try:
                everything = await self.read(self.identify, scope, competition)
            except DatabaseError:
                return await refuse(send, 503, "busy")
            if everything is None:
                return await refuse(send, 404, "not_found")
            client.everything = everything
            client.task = asyncio.current_task()
            self.clients.setdefault(competition, set()).add(client)
            await self.start()
            await self.serve(client, last_event_id(scope), receive, send)
        except asyncio.CancelledError:
            if self.closing or client.task is None:
                raise
            client.task.uncancel()
            await abort(send)
        finally:
            self.forget(client, address)

    def forget(self, client: Client, address: str) -> None:
        """The stream has ended."""
        self.addresses[address] -= 1
        if self.addresses[address] <= 0:
            del self.addresses[address]
        group = self.clients.get(client.competition, set())
        group.discard(client)
        if not group:
            self.clients.pop(client.competition, None)

    async def serve(self, client: Client, since: int | None, receive: Receive, send: Send) -> None:
        """Say hello, tell what was missed, then what happens, until one side ends it."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        greeting = await self.read(self.greeting, client, since)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await self.write(send, greeting)
        gone = asyncio.create_task(disconnected(receive))
        gone.add_done_callback(lambda task: None if task.cancelled() else self.end(client))
        try:
            while not client.everything or loop.time() - begin < OFFICIAL_LIFE:
                try:
                    item = await asyncio.wait_for(client.queue.get(), HEARTBEAT)
                except TimeoutError:
                    await self.write(send, b":\n\n")
                    continue
                if item is None:
                    break
                version, message = item
                if version > client.sent:
                    client.sent = version
                    await self.write(send, message)
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b""})

    def greeting(self, client: Client, since: int | None) -> bytes:
        """The first bytes: the newest version, and what a returning client missed, or that it must look anew."""
        uid, everything = client.competition, client.everything
        newest = stream.newest_version(uid, everything=everything)
        client.sent = newest
        hello = b"retry: 2000\n\n" + encoded("hello", newest)
        if since is None or since == newest:
            return hello
        if since > newest or since < stream.oldest_version() - 1:
            return hello + encoded("resync", newest)
        missed = stream.changes_in(uid, since, everything=everything, limit=REPLAY + 1)
        if len(missed) > REPLAY:
            return hello + encoded("resync", newest)
        client.sent = max([newest, *(change.version for change in missed)])
        told = [encoded("change", change.version, topic=change.topic, ids=change.ids) for change in missed]
        return b"retry: 2000\n\n" + b"".join(told) + encoded("hello", client.sent)

    @staticmethod
    async def write(send: Send, message: bytes) -> None:
        """One write; a client that does not take it for long is cut off."""
        try:
            await asyncio.wait_for(send({"type": "http.response.body", "body": message, "more_body": True}), SEND_LIMIT)
        except TimeoutError:
            raise asyncio.CancelledError from None


class RedisPoke:
    """Tells the web processes on other machines of a commit. In a thread: a Redis that is down delays nobody."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.news = threading.Event()
        self.thread: threading.Thread | None = None

    def __call__(self) -> None:
        """A listener of the outbox."""
        if self.thread is None or not self.thread.is_alive():
            self.thread = threading.Thread(target=self.publish, name="live-publish", daemon=True)
            self.thread.start()
        self.news.set()

    def publish(self) -> None:
        """Publish once for all commits since the last time."""
        import redis  # noqa: PLC0415 (only where there is one)

        client = redis.Redis.from_url(self.url, socket_connect_timeout=1, socket_timeout=1)
        while True:
            self.news.wait()
            self.news.clear()
            with contextlib.suppress(redis.RedisError, OSError):  # the poll finds the commit a little later
                client.publish(CHANNEL, b"")


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


def last_event_id(scope: dict[str, Any]) -> int | None:
    """The version that a returning client has seen: None without one, and beyond all versions if it makes no sense."""
    values = [value for name, value in scope["headers"] if name == b"last-event-id"]
    if not values or not values[0]:
        return None
    text = values[0].decode("latin-1")
    if len(values) > 1 or not (text.isascii() and text.isdigit()) or len(text) > 19:
        return MAX_VERSION
    return int(text)


async def disconnected(receive: Receive) -> None:
    """Come back when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(send: Send, status: int, code: str) -> None:
    """A short answer instead of a stream."""
    headers = [(b"content-type", b"application/problem+json"), (b"cache-control", b"no-store")]
    if status != 404:
        headers.append((b"retry-after", b"30"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"status": status, "code": code}).encode()})


async def abort(send: Send) -> None:
    """Close the connection without waiting for a client that does not read. The server's own object is behind `send`;
    with another server the stream simply ends."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()
        for _ in range(3):  # so that the server has noticed before we come back
            await asyncio.sleep(0)
