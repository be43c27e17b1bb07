"""Photos: a child process with limits turns whatever was sent into a plain JPEG without metadata, or says no."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from competitions.common.errors import Invalid

MAX_BYTES = 4_000_000
SECONDS = 20
_CHILD = Path(__file__).with_name("picture_child.py")
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

    Raises Invalid: `not_a_picture`, `picture_too_large` (bytes, pixels, or more work than is allowed).
    """
    if len(content) > MAX_BYTES:
        raise Invalid("picture_too_large", path="", limit=MAX_BYTES)
    is_webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    if not is_webp and not content.startswith(_BEGINNINGS):
        raise Invalid("not_a_picture", path="")
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(_CHILD)], input=content, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Invalid("picture_too_large", path="", limit=MAX_BYTES) from None
    if done.returncode != 0:
        # 1: the reader could not read it; 3: too many pixels; else a signal of the kernel.
        unreadable = done.returncode == 1 and b"MemoryError" not in done.stderr
        raise Invalid("not_a_picture" if unreadable else "picture_too_large", path="", limit=MAX_BYTES)
    head, _, body = done.stdout.partition(b"\n")
    width, height = map(int, head.split())
    return Picture(content=body, width=width, height=height)
