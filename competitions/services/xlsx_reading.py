"""Workbooks (XLSX): what they unpack to is checked first, then a child process with limits reads them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from competitions.common.errors import Invalid
from competitions.formats.entry_list import HEADING_ROWS, MAX_COLUMNS, MAX_ROWS, Line

UNPACKED_BYTES = 20 * 1024 * 1024
MAX_MEMBERS = 200
MAX_RATIO = 100
# Wall clock; the child's own limit of processor time ends a hostile workbook earlier.
SECONDS = 8

_CHILD = Path(__file__).with_name("xlsx_child.py")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK"


def is_workbook(data: bytes) -> bool:
    """Whether the bytes are a ZIP file or an old Excel file: told by content, names prove nothing."""
    return data.startswith((_ZIP, _OLD_EXCEL))


def xlsx_lines(data: bytes) -> list[Line]:
    """The rows of the first sheet with their numbers.

    Raises Invalid at `file`: `old_excel`, `not_xlsx`, `unpacks_too_large`, `too_many_columns`, `too_many_rows`,
    `too_hard` (the reader was ended by its limits).
    """
    refuse_bomb(data)
    command = [sys.executable, "-I", str(_CHILD), str(MAX_ROWS + HEADING_ROWS), str(MAX_COLUMNS)]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Invalid("too_hard", path="file") from None
    if done.returncode != 0:
        # 1 is a traceback of the reader; anything else a signal of the kernel.
        unreadable = done.returncode == 1 and b"MemoryError" not in done.stderr
        raise Invalid("not_xlsx" if unreadable else "too_hard", path="file")
    lines: list[Line] = [(number, cells) for number, cells in json.loads(done.stdout)]
    if len(lines) > MAX_ROWS + HEADING_ROWS:
        raise Invalid("too_many_rows", path="file", line=lines[-1][0], limit=MAX_ROWS)
    if lines and len(lines[0][1]) > MAX_COLUMNS:
        raise Invalid("too_many_columns", path="file", line=lines[0][0], limit=MAX_COLUMNS)
    return lines


def refuse_bomb(data: bytes) -> None:
    """Raise Invalid unless the file is a workbook that unpacks to a sensible size. Nothing is unpacked for it."""
    if data.startswith(_OLD_EXCEL):
        raise Invalid("old_excel", path="file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise Invalid("not_xlsx", path="file") from None
    if len(members) > MAX_MEMBERS:
        raise Invalid("unpacks_too_large", path="file", limit=MAX_MEMBERS)
    total = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if total > UNPACKED_BYTES or total > MAX_RATIO * max(packed, 1):
        raise Invalid("unpacks_too_large", path="file", limit=UNPACKED_BYTES)
    names = {member.filename for member in members}
    if "xl/workbook.xml" not in names or any(_leads_out(name) for name in names):
        raise Invalid("not_xlsx", path="file")


def _leads_out(name: str) -> bool:
    return name.startswith(("/", "\\")) or ".." in name.replace("\\", "/").split("/")
