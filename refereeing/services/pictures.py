"""Photos: a child process with limits turns whatever was sent into a plain JPEG without metadata, or says no."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from competitions.common.errors import Invalid, Unavailable

MAX_BYTES = 4_000_000
SECONDS = 5
"""A phone's photo takes one. A request's thread waits meanwhile, and the games of the hall need those."""
SLOTS = 2
"""Pictures that this process has worked on at one time."""
WAIT_SECONDS = 2
_CHILD = Path(__file__).with_name("picture_child.py")
_slots = threading.BoundedSemaphore(SLOTS)
# By content: a name or a header proves nothing.
_BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A JPEG made by us."""

    content: bytes
    width: int
    height: int


def picture_clean(content: bytes) -> Picture:
    """The picture, turned upright, at most 2,000 pixels wide and high, with nothing in it but the picture.

    Raises Invalid: `not_a_picture`, `picture_too_large` (bytes, pixels, or more work than is allowed); Unavailable
    `pictures_busy` while others are worked on: whoever sent it sends it again.
    """
    if len(content) > MAX_BYTES:
        raise Invalid("picture_too_large", path="", limit=MAX_BYTES)
    is_webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    if not is_webp and not content.startswith(_BEGINNINGS):
        raise Invalid("not_a_picture", path="")
    if not _slots.acquire(timeout=WAIT_SECONDS):
        raise Unavailable("pictures_busy")
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(_CHILD)], input=content, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Invalid("picture_too_large", path="", limit=MAX_BYTES) from None
    finally:
        _slots.release()
    if done.returncode != 0:
        # 1: the reader could not read it; 3: too many pixels; else a signal of the kernel.
        unreadable = done.returncode == 1 and b"MemoryError" not in done.stderr
        raise Invalid("not_a_picture" if unreadable else "picture_too_large", path="", limit=MAX_BYTES)
    head, _, body = done.stdout.partition(b"\n")
    width, height = map(int, head.split())
    return Picture(content=body, width=width, height=height)
