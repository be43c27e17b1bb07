"""Runs in a process of its own with limits: a workbook on standard input, rows as JSON on standard output.

Started by `xlsx_reading` as a file, not imported by it: a workbook of 150 kB can keep the reader busy for 44 seconds,
and the reader would load numpy. Knows nothing of the rest of the program.
"""

from __future__ import annotations

import datetime
import io
import json
import sys
from typing import Any

CPU_SECONDS = 3
MEMORY_BYTES = 512 * 1024 * 1024


def limit() -> None:
    """Let the kernel end this process when it takes too much. Windows has no such limits: the clock does there."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def text_of(value: Any) -> str:
    """A cell as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()[:10]
    return str(value)[:2_000]


def rows(data: bytes, max_rows: int, max_columns: int) -> list[tuple[int, list[str]]]:
    """The rows of the first sheet that hold anything, with their numbers in the sheet, all of one length."""
    sys.modules["numpy"] = None  # type: ignore[assignment]
    import openpyxl  # noqa: PLC0415 - after the limits

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
    found: list[tuple[int, list[str]]] = []
    for number, cells in enumerate(book.worksheets[0].iter_rows(max_col=max_columns + 1, values_only=True), 1):
        texts = [text_of(cell) for cell in cells]
        if any(text.strip() for text in texts):
            found.append((number, texts))
        if len(found) > max_rows:
            break
    width = max((last_used(texts) for _number, texts in found), default=0)
    return [(number, (texts + [""] * width)[:width]) for number, texts in found]


def last_used(texts: list[str]) -> int:
    """How many cells a row has up to the last one that holds anything."""
    return max((at for at, text in enumerate(texts, 1) if text.strip()), default=0)


def main() -> None:
    limit()
    max_rows, max_columns = int(sys.argv[1]), int(sys.argv[2])
    found = rows(sys.stdin.buffer.read(), max_rows, max_columns)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
