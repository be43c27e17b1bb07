"""The whole site on a port of its own, in a thread of the test's process."""

from __future__ import annotations

import socket
import threading
from typing import Any

import uvicorn
from django.core.wsgi import get_wsgi_application

from novuss_site.web import build


class Served:
    """`with Served() as server: server.url`"""

    def __init__(self, **hub: Any) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.web = build(get_wsgi_application())
        for name, value in hub.items():
            setattr(self.web.hub, name, value)
        config = uvicorn.Config(self.web, log_config=None, proxy_headers=False, timeout_graceful_shutdown=1, ws="none")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def __enter__(self) -> Served:
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server has not started"
            threading.Event().wait(0.01)
        return self

    def __exit__(self, *exc: object) -> None:
        hub = self.web.hub
        if hub.loop is not None:
            hub.loop.call_soon_threadsafe(hub.close)
        self.server.should_exit = True
        self.thread.join(10)
        self.web.django.executor.shutdown(wait=True)
        hub.reader.shutdown(wait=True)
        self.socket.close()
        assert not self.thread.is_alive(), "the server has not ended"
