"""Celery without a broker: kombu's filesystem transport with an atomic publish (docs/decisions)."""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps

LONGEST_WAIT = 0.2
"""Seconds. Celery's solo loop drains two seconds at a time, so that ending a worker would take as long."""


class Channel(filesystem.Channel):
    """A queue in a folder; a message appears under its name only when it is whole.

    The stock transport creates the final name first and writes afterwards: a worker that comes in between reads an
    empty message, loses it and ends.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for folder in (self.data_folder_in, self.data_folder_out, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        draft = folder / f".{name}.tmp"
        draft.write_bytes(str_to_bytes(dumps(payload)))
        os.replace(draft, folder / name)


class Transport(filesystem.Transport):
    """`fsatomic://`"""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> Any:
        return super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))
