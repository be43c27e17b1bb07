"""A slow task."""

from __future__ import annotations

import time
from pathlib import Path

from celery import shared_task


@shared_task(name="tests.sleep")
def sleep(seconds: float, sign: str) -> None:
    """Leave a sign at the beginning and at the end."""
    Path(sign).write_text("begun", encoding="ascii")
    time.sleep(seconds)
    Path(sign).write_text("done", encoding="ascii")
