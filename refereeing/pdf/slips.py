"""Slips of a round, to cut apart and lay on the tables. The code gives the right to record; the QR is an address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.units import mm

from competitions.common.pdf import Head, Sheet, draw_qr, joined

COLUMNS, ROWS = 2, 4
INSET = 4 * mm
QR_SIZE = 26 * mm
TOP, BOTTOM = 10 * mm, 12 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One match. `round` in words. `code`: the short code of this round; `table_url`: the table's address."""

    table: str
    round: str
    first: str
    second: str
    code: str
    table_url: str
    group: str = ""
    first_number: str = ""
    second_number: str = ""
    starts_at: datetime | None = None
    first_stroke: Literal[1, 2] | None = 1


def slips_pdf(slips: Sequence[Slip], *, head: Head, language: str) -> bytes:
    """Eight slips a page, in the order given, with lines to cut along; same input, same bytes."""
    with override(language):
        sheet = Sheet(head, title=_("Slips"), language=language)
        width = (sheet.width - 2 * INSET) / COLUMNS
        height = (sheet.height - TOP - BOTTOM) / ROWS
        for index, slip in enumerate(slips):
            place = index % (COLUMNS * ROWS)
            if index and place == 0:
                sheet.turn_page()
            x = INSET + place % COLUMNS * width
            _slip(sheet, slip, x, sheet.height - TOP - place // COLUMNS * height, width, height)
        return sheet.finish()


def _slip(sheet: Sheet, slip: Slip, x: float, top: float, width: float, height: float) -> None:
    canvas = sheet.canvas
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 2)
    canvas.rect(x, top - height, width, height)
    canvas.setDash()
    left, inner = x + 5 * mm, width - 10 * mm
    text = inner - QR_SIZE - 4
    top -= 4 * mm
    sheet.box(left, top, inner, 11, joined((sheet.head.competition, sheet.head.event)), size=7.5, limit=240)
    top -= 13
    where = joined((slip.round, slip.group, sheet.clock(slip.starts_at)))
    sheet.box(left, top, text, 12, where, size=9)
    sheet.box(left, top - 14, text, 30, _("Table %(table)s") % {"table": slip.table}, size=22, bold=True)
    players = (slip.first_number, slip.first, 1), (slip.second_number, slip.second, 2)
    for line, (number, name, named) in enumerate(players):
        stroke = _("first stroke") if slip.first_stroke == named else ""
        y = top - 50 - line * 30
        sheet.box(left, y, text, 16, joined((number, name), " "), size=11, bold=True)
        sheet.box(left, y - 16, text, 9, stroke, size=7.5)
    draw_qr(canvas, slip.table_url, left + inner - QR_SIZE, top - QR_SIZE, QR_SIZE)
    sheet.box(left, top - 112, text * 0.36, 22, _("Code of this round"), size=7.5)
    sheet.box(left + text * 0.38, top - 112, inner - text * 0.38, 24, slip.code, size=22, bold=True)
    hint = _("Scan, then type the code. It is valid for this match only.")
    sheet.box(left, top - 137, inner, 10, hint, size=7)
