"""QR codes as vectors: one path, sharp at any size, a few hundred bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno
from reportlab.pdfgen.canvas import Canvas

QUIET: Final = 4  # modules of white around, as the standard asks
Run = tuple[int, int, int]  # column, row, length


@lru_cache(maxsize=512)
def _runs(content: str) -> tuple[int, tuple[Run, ...]]:
    code = segno.make(content, micro=False, error="m")
    runs: list[Run] = []
    for row, modules in enumerate(code.matrix):
        start: int | None = None
        for column, dark in enumerate([*modules, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                runs.append((start, row, column - start))
                start = None
    return len(code.matrix), tuple(runs)


def draw_qr(canvas: Canvas, content: str, x: float, y: float, size: float) -> None:
    """Draw a QR code, lower left corner at (x, y), `size` points with its quiet zone; a web address is a link too."""
    count, runs = _runs(content)
    module = size / (count + 2 * QUIET)
    left, top = x + QUIET * module, y + size - QUIET * module
    path = canvas.beginPath()
    for column, row, length in runs:
        path.rect(left + column * module, top - (row + 1) * module, length * module, module)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)
    if content.startswith(("http://", "https://")):
        canvas.linkURL(content, (x, y, x + size, y + size), relative=0)
