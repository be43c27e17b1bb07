"""The page frame: A4, black on white, the same head on every sheet, page numbers, bytes that depend on the input."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from competitions.common.pdf.fonts import REGULAR, printable_codes, text_width
from competitions.common.pdf.qr import draw_qr
from competitions.common.pdf.text import LEADING, NAME_LIMIT, character_names, clean, fit, font_of, para, wrap

MARGIN: Final = 12 * mm
FOOTER: Final = 8 * mm
GAP: Final = 8 * mm
TEXT_LIMIT: Final = 600
PRODUCER: Final = "Novuss"
Footer = Callable[["Sheet", int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands at the top of every printed list. Times are aware and are printed in `zone` (an IANA name).

    `note` is a line in bold, such as what is still provisional; `public_url` becomes a QR code.
    """

    competition: str
    place: str = ""
    starts: date | None = None
    ends: date | None = None
    event: str = ""
    stage: str = ""
    organiser: str = ""
    zone: str = "Europe/Riga"
    printed_at: datetime | None = None
    public_url: str = ""
    note: str = ""


class PageCanvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """A canvas that holds its pages back until their number is known, part by part."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._held: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  (ReportLab's name)
        self._held.append(dict(self.__dict__))
        self._startPage()

    def finish_part(self, stamp: Callable[[int, int], None]) -> None:
        """Write the pages held back since the last part; `stamp(page, pages)` draws the foot of each."""
        held = self._held
        for number, state in enumerate(held, start=1):
            # The count of links must go on: it names them in the file, and a page put back would name one twice.
            self.__dict__.update({**state, "_annotationCount": self._annotationCount})
            stamp(number, len(held))
            super().showPage()
        self._held = []


class Sheet:
    """A4 pages filled from the top. `y` is the lowest line used so far, in points from the lower edge of the page."""

    def __init__(
        self, head: Head, *, title: str, language: str, wide: bool = False, footer: Footer | None = None,
        footer_height: float = FOOTER,
    ) -> None:
        printable_codes()
        self.head, self.title, self.wide = head, title, wide
        self.width, self.height = landscape(A4) if wide else A4
        self.left, self.right = MARGIN, self.width - MARGIN
        self.bottom = MARGIN - 4 * mm + footer_height
        self._footer = footer or plain_footer
        self._missing: dict[str, None] = {}
        self._buffer = io.BytesIO()
        self.canvas = PageCanvas(
            self._buffer, pagesize=(self.width, self.height), invariant=1, pageCompression=1,
            initialFontName=REGULAR, lang=language,
        )
        self._describe()
        self.y = self.height - MARGIN

    def _describe(self) -> None:
        self.canvas.setTitle(self.clean(" – ".join(part for part in (self.title, self.head.competition) if part)))
        self.canvas.setAuthor(self.clean(self.head.organiser or self.head.competition))
        self.canvas.setSubject(self.clean(" – ".join(part for part in (self.head.event, self.head.stage) if part)))
        self.canvas.setCreator(PRODUCER)
        self.canvas.setProducer(PRODUCER)
        self.canvas.setViewerPreference("DisplayDocTitle", "true")

    def set_footer(self, footer: Footer) -> None:
        """Use another foot from this part on."""
        self._footer = footer

    @property
    def inner(self) -> float:
        return float(self.right - self.left)

    def clean(self, text: object, limit: int = NAME_LIMIT) -> str:
        """Clean a text and remember what in it cannot be printed: the page's foot names it."""
        line, missing = clean(str(text), limit)
        for letter in missing:
            self._missing[letter] = None
        return line

    def moment(self, value: datetime | None) -> str:
        return moment_text(value, self.head.zone)

    def clock(self, value: datetime | None) -> str:
        return clock_text(value, self.head.zone)

    # -- writing ---------------------------------------------------------------------------------------------------

    def text(
        self, x: float, y: float, text: object, *, size: float = 9, bold: bool = False, align: str = "left",
        limit: int = NAME_LIMIT,
    ) -> float:
        """Write one line with its baseline at `y`; returns its width."""
        return self._line(x, y, self.clean(text, limit), size, font_of(bold), align)

    def _line(self, x: float, y: float, line: str, size: float, font: str, align: str) -> float:
        self.canvas.setFont(font, size)
        width = text_width(line, font, size)
        offset = {"left": 0.0, "center": width / 2, "right": width}[align]
        self.canvas.drawString(x - offset, y, line)
        return width

    def box(
        self, x: float, top: float, width: float, height: float, text: object, *, size: float = 9, bold: bool = False,
        align: str = "left", limit: int = NAME_LIMIT,
    ) -> None:
        """Write a text into a box, in the middle of its height, shrunk and wrapped until nothing is cut.

        Nine parameters, because a box alone is four numbers.
        """
        line = self.clean(text, limit)
        if not line:
            return
        font = font_of(bold)
        size, lines = fit(line, font, size, width, height)
        x += {"left": 0.0, "center": width / 2, "right": width}[align]
        leading = size * LEADING
        y = top - (height - len(lines) * leading) / 2 - leading * 0.8
        for line in lines:
            self._line(x, y, line, size, font, align)
            y -= leading

    def lines(self, text: object, *, size: float = 9, bold: bool = False, limit: int = TEXT_LIMIT) -> None:
        """Write wrapped lines across the page below `y`; the page breaks where it must."""
        if not text:
            return
        font = font_of(bold)
        for line in wrap(self.clean(text, limit), font, size, self.inner):
            self.need(size * LEADING)
            self.y -= size * LEADING
            self._line(self.left, self.y + size * 0.25, line, size, font, "left")

    def paragraph(self, text: object, *, size: float = 9, bold: bool = False, limit: int = TEXT_LIMIT) -> None:
        """Set a paragraph across the page, with the space of half a line above it."""
        block = para(self.clean(text, limit), size=size, font=font_of(bold), limit=limit)
        height = block.wrap(self.inner, self.height)[1] + size / 2
        self.need(height)
        block.drawOn(self.canvas, self.left, self.y - height)
        self.y -= height

    def heading(self, text: object, *, size: float = 11) -> None:
        self.need(size * 3)
        self.y -= size * 1.9
        self.text(self.left, self.y, text, size=size, bold=True)
        self.y -= size * 0.45

    def rule(self, y: float | None = None, *, width: float = 0.6) -> None:
        self.canvas.setLineWidth(width)
        self.canvas.line(self.left, self.y if y is None else y, self.right, self.y if y is None else y)

    # -- pages -----------------------------------------------------------------------------------------------------

    def need(self, height: float) -> bool:
        """Begin a new page when less than `height` points are left; True when it did."""
        if self.y - height >= self.bottom:
            return False
        self.new_page()
        return True

    def new_page(self) -> None:
        """Begin a page with the head of the document."""
        self.turn_page()
        self.draw_head()

    def turn_page(self) -> None:
        """Begin an empty page."""
        self._end_page()
        self.y = self.height - MARGIN

    def _end_page(self) -> None:
        if self._missing:
            note = _("Not in the print font: %(characters)s") % {"characters": character_names(self._missing)}
            self.box(self.left, self.bottom + 2.5, self.inner, 7, note, size=5.5, limit=TEXT_LIMIT)
            self._missing.clear()
        self.canvas.showPage()

    def draw_head(self) -> None:
        draw_head(self)

    def end_part(self) -> None:
        """End the last page and number the pages of this part; the next part begins at page 1."""
        self._end_page()
        self.canvas.finish_part(lambda page, pages: self._footer(self, page, pages))
        self.y = self.height - MARGIN

    def begin_part(self, head: Head, *, wide: bool) -> None:
        """Begin another part with a head of its own, upright or wide; the part before must have ended."""
        self.head, self.wide = head, wide
        self.width, self.height = landscape(A4) if wide else A4
        self.right = self.width - MARGIN
        self.canvas.setPageSize((self.width, self.height))
        self.y = self.height - MARGIN

    def begin_below(self, head: Head, *, wide: bool, height: float) -> bool:
        """Go on with another head below what stands on this page, where `height` points more have room; else False."""
        if wide != self.wide or self.y - GAP - height < self.bottom:
            return False
        self.head = head
        self.y -= GAP
        return True

    def finish(self) -> bytes:
        """End the last part and return the file."""
        self.end_part()
        return self.close()

    def close(self) -> bytes:
        """Return the file; every part must have ended."""
        self.canvas.save()
        return self._buffer.getvalue()


def moment_text(value: datetime | None, zone: str) -> str:
    """Day and time in the competition's zone, in the order that all five languages read: 02.05.2026 12:05."""
    return date_format(value.astimezone(ZoneInfo(zone)), "d.m.Y H:i") if value else ""


def clock_text(value: datetime | None, zone: str) -> str:
    return date_format(value.astimezone(ZoneInfo(zone)), "H:i") if value else ""


def period(starts: date | None, ends: date | None) -> str:
    """One day, or first and last day, in the words of the language in force."""
    days = [date_format(day, "DATE_FORMAT") for day in (starts, ends) if day]
    return days[0] if len(days) == 2 and starts == ends else " – ".join(days)


def draw_head(sheet: Sheet) -> None:
    """Title, competition, event, place and days; a QR code of the public page where there is one."""
    head, top, qr = sheet.head, sheet.y, 15 * mm
    inner = sheet.inner - (qr + 8 if head.public_url else 0)
    if head.public_url:
        draw_qr(sheet.canvas, head.public_url, sheet.right - qr, top - qr, qr)
    sheet.box(sheet.left, top, inner, 20, sheet.title, size=16, bold=True)
    subject = " · ".join(part for part in (head.event, head.stage) if part)
    first = " – ".join(part for part in (head.competition, subject) if part)
    sheet.box(sheet.left, top - 20, inner, 14, first, size=10.5, bold=True, limit=NAME_LIMIT * 3)
    second = " · ".join(part for part in (head.place, period(head.starts, head.ends)) if part)
    sheet.box(sheet.left, top - 33, inner, 11, second, size=9, limit=NAME_LIMIT * 2)
    if head.note:
        sheet.box(sheet.left, top - 45, inner, 13, head.note, size=9.5, bold=True, limit=NAME_LIMIT * 3)
    sheet.y = top - max(60 if head.note else 48, qr + 4 if head.public_url else 0)
    sheet.rule(width=1.2)
    sheet.y -= 4


def plain_footer(sheet: Sheet, page: int, pages: int) -> None:
    y = MARGIN - 4 * mm
    printed = _("Printed %(when)s") % {"when": sheet.moment(sheet.head.printed_at)} if sheet.head.printed_at else ""
    sheet.text(sheet.left, y, printed, size=7)
    number = _("Page %(page)s of %(pages)s") % {"page": page, "pages": pages}
    sheet.text(sheet.right, y, number, size=7, align="right")


def joined(parts: Iterable[str], separator: str = " · ") -> str:
    """Join what is not empty."""
    return separator.join(part for part in parts if part)


