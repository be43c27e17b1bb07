"""Runs in a process of its own with limits: a photo on standard input, its size and a plain JPEG on standard output.

Started by `pictures` as a file, not imported by it: decoders of pictures are where hostile files aim. Knows nothing of
the rest of the program.
"""

from __future__ import annotations

import io
import sys

CPU_SECONDS = 5
MEMORY_BYTES = 768 * 1024 * 1024
SIDE = 2_000
"""Pixels: enough to see a disc's rim; a phone has six times as many."""
MOST_PIXELS = 40_000_000
MOST_PIXELS_UNSCALED = 16_000_000
"""What is decoded whole (a JPEG is scaled down while it is decoded)."""
QUALITY = 85
TOO_LARGE = 3


def limit() -> None:
    """Let the kernel end this process when it takes too much. Windows has no such limits: the clock does there."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def cleaned(content: bytes) -> tuple[bytes, int, int]:
    """A JPEG of the pixels alone, turned as its metadata said, with its width and height."""
    sys.modules["numpy"] = None  # type: ignore[assignment]
    from PIL import Image, ImageOps  # noqa: PLC0415 - after the limits

    Image.MAX_IMAGE_PIXELS = None  # counted here
    with Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP")) as opened:
        pixels = opened.width * opened.height
        # MPO: a JPEG with a smaller one behind it, as many phones write them.
        if pixels > (MOST_PIXELS if opened.format in ("JPEG", "MPO") else MOST_PIXELS_UNSCALED):
            sys.exit(TOO_LARGE)
        opened.draft("RGB", (SIDE, SIDE))
        picture = ImageOps.exif_transpose(opened).convert("RGB")
    picture.thumbnail((SIDE, SIDE))
    bare = Image.new("RGB", picture.size)
    bare.paste(picture)
    kept = io.BytesIO()
    bare.save(kept, "JPEG", quality=QUALITY)
    return kept.getvalue(), bare.width, bare.height


def main() -> None:
    limit()
    content, width, height = cleaned(sys.stdin.buffer.read())
    sys.stdout.buffer.write(f"{width} {height}\n".encode() + content)


if __name__ == "__main__":
    main()
