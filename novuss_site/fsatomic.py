"""Celery without a broker: messages are files in a folder (docs/decisions).

Kombu has such a transport too, but it publishes a file before it has written it, so that a worker can read an empty
message and end; and on Windows it needs packages of its own for locks. Renaming is all the locking that this needs.
"""

from __future__ import annotations

import json
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual

LONGEST_WAIT = 0.2
"""Seconds. Celery's solo loop drains two seconds at a time, so that ending a worker would take as long."""


class Channel(virtual.Channel):
    """Queues in the folder `data_folder` of the transport options; a message appears only when it is whole."""

    do_restore = False

    @property
    def folder(self) -> Path:
        """Where the messages lie."""
        folder = Path(self.connection.client.transport_options["data_folder"])
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def waiting(self, queue: str) -> list[str]:
        """The names of the messages of a queue, oldest first."""
        return sorted(name for name in os.listdir(self.folder) if name.endswith(f".{queue}.msg") and name[0] != ".")

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        draft = self.folder / f".{name}.tmp"
        draft.write_text(json.dumps(message), encoding="utf-8")
        os.replace(draft, self.folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self.waiting(queue):
            mine = self.folder / f".{name}.taken"
            try:
                os.replace(self.folder / name, mine)  # whoever renames it first has it
            except OSError:
                continue
            text = mine.read_text(encoding="utf-8")
            mine.unlink(missing_ok=True)
            return json.loads(text)
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self.waiting(queue))

    def _purge(self, queue: str) -> int:
        names = self.waiting(queue)
        for name in names:
            (self.folder / name).unlink(missing_ok=True)
        return len(names)


class Transport(virtual.Transport):
    """`fsatomic://`"""

    Channel = Channel
    global_state = virtual.BrokerState()  # type: ignore[no-untyped-call]
    default_port = 0  # type: ignore[assignment]
    driver_type = driver_name = "fsatomic"

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)  # type: ignore[no-untyped-call]
        self.state = self.global_state

    def driver_version(self) -> str:
        """There is no driver."""
        return "1"

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> Any:
        wait = min(timeout or LONGEST_WAIT, LONGEST_WAIT)
        return super().drain_events(connection, timeout=wait, **kwargs)  # type: ignore[no-untyped-call]
