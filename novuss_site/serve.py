"""The two processes of `up`: this one serves the web, a child runs Celery's worker. They begin and end together."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import CommandError

PATIENCE = 2.3
"""Seconds that the worker has between being told to end and being killed."""
MANY = 10_000
WINDOWS = os.name == "nt"
ENDINGS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]

log = logging.getLogger("novuss.up")


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises CommandError with one sentence when there is none to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio would leave Nagle's algorithm on: each answer of two parts would wait 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if WINDOWS:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(2048)  # at once: two starts at the same moment must not both believe that they have the port
    except OSError as error:
        sock.close()
        raise CommandError(why_not_bound(error, host, port)) from error
    except OverflowError:
        sock.close()
        raise CommandError("The port must be a number from 1 to 65535.") from None
    return sock


def why_not_bound(error: OSError, host: str, port: int) -> str:
    """One sentence."""
    if error.errno == errno.EADDRINUSE or getattr(error, "winerror", 0) == 10013:
        other = port + 1 if port < 65535 else 8000
        return f"Port {port} is in use, perhaps by Novuss itself: end that, or start with --port {other}."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} needs the rights of an administrator: take one from 1024 up, such as --port 8000."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"This machine has no address {host}: leave --host out, or give one of its own."
    return f"Port {port} cannot be opened: {error.strerror}."


def allow_many_connections() -> None:
    """Each viewer holds a file descriptor, and many systems begin with 256 or 1,024 of them."""
    if WINDOWS:
        return
    import resource  # noqa: PLC0415 (not everywhere)

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY if hard == resource.RLIM_INFINITY else min(hard, MANY)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Worker:
    """Celery's worker as a child process, started anew when it ends by itself."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.process: subprocess.Popen[bytes] | None = None
        self.ending = threading.Event()

    def start(self) -> None:
        """Start it, and a thread that looks after it; not any more when the end has been asked for."""
        if self.ending.is_set():
            return
        self.spawn()
        threading.Thread(target=self.look_after, name="worker", daemon=True).start()

    def spawn(self) -> None:
        """One child, in a group of its own, so that Ctrl-C reaches it only through us; it ends when its stdin does."""
        command = [sys.executable, "-m", "celery", "-A", "novuss_site.celery", "worker", "--pool", "solo"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--hostname", "hall@novuss"]
        command += ["--loglevel", "WARNING"]
        environment = {**os.environ, "NOVUSS_LOG_NAME": "worker", "NOVUSS_EMBEDDED_WORKER": "1"}
        own_group: dict[str, Any] = {"start_new_session": True}
        if WINDOWS:
            own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined,unused-ignore]
        with open(self.var / "worker.out", "ab") as output:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                env=environment,
                cwd=Path(__file__).resolve().parent.parent,
                **own_group,
            )

    def look_after(self) -> None:
        """Start it anew when it ends by itself; ever more slowly when it does so again and again."""
        pause = 1.0
        while not self.ending.is_set() and self.process is not None:
            begin = time.monotonic()
            code = self.process.wait()
            pause = 1.0 if time.monotonic() - begin > 60 else min(pause * 2, 60)
            if self.ending.wait(pause):
                return
            log.error("the worker has ended and is started anew", extra={"code": code})
            self.spawn()

    def tell_to_end(self) -> None:
        """Ask it to end; does not wait."""
        self.ending.set()
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(OSError):
                self.process.terminate()

    def end(self, since: float) -> None:
        """Wait until it has ended, and kill it when its patience (counted from `since`, monotonic seconds) is over."""
        self.tell_to_end()
        if self.process is None:
            return
        try:
            self.process.wait(max(0.05, since + PATIENCE - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            # Whoever cannot even be killed at once (the disk hangs) must not keep us.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(1)


class Server(uvicorn.Server):
    """Uvicorn, ending at once: streams are told to end, and so is the worker, before uvicorn begins to wait."""

    def __init__(self, app: Any, *, worker: Worker, on_ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                proxy_headers=settings.BEHIND_PROXY,
                server_header=False,
                ws="none",
                http="h11",
                timeout_graceful_shutdown=1,
            )
        )
        self.app = app
        self.worker = worker
        self.on_ready = on_ready
        self.told_at = 0.0
        self.told_by = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            threading.Thread(target=self.on_ready, name="ready", daemon=True).start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or the end asked for otherwise; a second one waits for nothing."""
        if self.told_at:
            self.force_exit = True
            return
        self.told_at, self.told_by = time.monotonic(), sig
        self.should_exit = True
        self.worker.tell_to_end()
        hub = self.app.hub
        if hub.loop is not None:
            hub.loop.call_soon_threadsafe(hub.close)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn would raise the signal again after its end, and so die before the worker has been waited for."""
        for number in ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup stays nohup
                signal.signal(number, self.handle_exit)
        yield


def quiet_cancelled(record: logging.LogRecord) -> bool:
    """Uvicorn logs a traceback for each request that the end cut off."""
    return not (record.exc_info and record.exc_info[0] and record.exc_info[0].__name__ == "CancelledError")


def serve(app: Any, sock: socket.socket, worker: Worker, on_ready: Callable[[], None]) -> None:
    """Serve until told to end, then end everything. Does not come back.

    A request that is still running in a thread would keep the process alive for as long as it takes: not waited for.
    Its transaction is rolled back by the end of the process, and the client got no receipt.
    """
    allow_many_connections()
    logging.getLogger("uvicorn.error").addFilter(quiet_cancelled)
    server = Server(app, worker=worker, on_ready=on_ready)
    try:
        server.run(sockets=[sock])
    finally:
        worker.end(server.told_at or time.monotonic())
        logging.shutdown()
        with contextlib.suppress(OSError, ValueError):
            if server.told_by == signal.SIGINT:
                print("\nStopped.", flush=True)
            sys.stdout.flush()
        os._exit(0 if server.told_at else 1)
