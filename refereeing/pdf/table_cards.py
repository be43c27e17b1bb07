"""Table cards: a number to be read across the hall and the table's address as a QR code. It gives no right to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.units import mm

from competitions.common.pdf import Head, Sheet, draw_qr, joined

PER_PAGE = 2
QR_SIZE = 70 * mm
INSET = 14 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table; `zone` is the hall's zone of a senior referee."""

    number: str
    url: str
    zone: str = ""


def table_cards_pdf(cards: Sequence[TableCard], *, head: Head, language: str) -> bytes:
    """Two cards on an A4 sheet, each A5; same input, same bytes."""
    with override(language):
        sheet = Sheet(head, title=_("Table cards"), language=language)
        half = sheet.height / PER_PAGE
        for index, card in enumerate(cards):
            place = index % PER_PAGE
            if index and place == 0:
                sheet.turn_page()
            _card(sheet, card, sheet.height - place * half, half, cut=place == 0)
        return sheet.finish()


def _card(sheet: Sheet, card: TableCard, top: float, height: float, *, cut: bool) -> None:
    left, right = INSET, sheet.width - INSET
    number_width = right - left - QR_SIZE - 10
    sheet.box(left, top - 30, right - left, 20, joined((sheet.head.competition, card.zone)), size=13, limit=240)
    sheet.box(left, top - 62, number_width, 34, _("Table"), size=26, bold=True, align="center")
    sheet.box(left, top - 96, number_width, 190, card.number, size=190, bold=True, align="center")
    draw_qr(sheet.canvas, card.url, right - QR_SIZE, top - 80 - QR_SIZE, QR_SIZE)
    hint = _("Scan: who plays here now, and the score")
    sheet.box(right - QR_SIZE, top - 84 - QR_SIZE, QR_SIZE, 24, hint, size=10, align="center")
    sheet.box(left, top - height + 58, right - left, 16, card.url, size=11, align="center", limit=300)
    if cut:
        sheet.canvas.setLineWidth(0.4)
        sheet.canvas.setDash(2, 2)
        sheet.canvas.line(0, top - height, sheet.width, top - height)
        sheet.canvas.setDash()
