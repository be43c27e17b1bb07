"""Tables of plain strings: measured, shrunk, wrapped, with headings repeated on every page. No markup anywhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.pagesizes import A4

from competitions.common.pdf.fonts import text_width
from competitions.common.pdf.page import MARGIN, Sheet
from competitions.common.pdf.text import LEADING, clean, font_of, wrap

PAD: Final = 3.0
SMALLEST: Final = 6.0
NARROWEST: Final = 60.0  # points that a flexible column keeps


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column. A flexible one takes what the others leave and wraps; a rigid one is as wide as its widest text."""

    title: str
    flex: float = 0
    align: str = "left"
    bold: bool = False
    least: float = 0
    limit: int = 120


Rows = Sequence[Sequence[str]]


def _natural(columns: Sequence[Column], rows: Rows, size: float) -> list[float]:
    widths = []
    for index, column in enumerate(columns):
        font = font_of(column.bold)
        body = max((text_width(clean(row[index], column.limit)[0], font, size) for row in rows), default=0.0)
        words = clean(column.title)[0].split(" ") if column.title else [""]
        title = max(text_width(word, font_of(True), size - 1) for word in words)
        widths.append(max(body, title, column.least) + 2 * PAD)
    return widths


def column_widths(columns: Sequence[Column], rows: Rows, width: float, size: float) -> list[float] | None:
    """Widths in points that fill `width`, or None when the rigid columns leave too little for the flexible ones."""
    natural = _natural(columns, rows, size)
    flex = sum(column.flex for column in columns)
    rigid = sum(need for column, need in zip(columns, natural, strict=True) if not column.flex)
    left = width - rigid
    wanted = sum(need for column, need in zip(columns, natural, strict=True) if column.flex)
    if flex == 0:
        return natural if rigid <= width else None
    if left < min(wanted, NARROWEST * sum(1 for column in columns if column.flex)):
        return None
    if wanted <= left:
        spare = left - wanted
        return [need + spare * column.flex / flex for column, need in zip(columns, natural, strict=True)]
    return [
        left * column.flex / flex if column.flex else need for column, need in zip(columns, natural, strict=True)
    ]


def plan(columns: Sequence[Column], rows: Rows, *, size: float = 9.5) -> tuple[bool, float]:
    """Return (landscape?, size): portrait at a readable size first, then landscape, then smaller type."""
    portrait, wide = A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN
    for is_wide, width, smallest in ((False, portrait, 8.0), (True, wide, SMALLEST)):
        step = size
        while step >= smallest:
            if column_widths(columns, rows, width, step):
                return is_wide, step
            step -= 0.5
    return True, SMALLEST


class TablePainter:
    """Draws one table on a sheet, row by row."""

    def __init__(
        self, sheet: Sheet, columns: Sequence[Column], rows: Rows, *, size: float = 9.5, row_height: float = 0,
        bold_rows: Collection[int] = (), grid: bool = False,
    ) -> None:
        self.grid = grid
        self.sheet, self.columns, self.rows, self.size = sheet, columns, rows, size
        widths = column_widths(columns, rows, sheet.inner, size)
        self.widths = widths or [sheet.inner / len(columns)] * len(columns)
        self.row_height, self.bold_rows = row_height, bold_rows

    def draw(self) -> None:
        """Draw head and rows; a row is never split, and the head is repeated on each new page."""
        self._head(keep=max(self.row_height, self.size * LEADING + 2 * PAD))
        for index, row in enumerate(self.rows):
            cells = self._wrapped(row, index in self.bold_rows)
            height = max(self.row_height, max(len(lines) for lines in cells) * self.size * LEADING + PAD)
            if self.sheet.need(height):
                self._head(keep=height)
            self._row(cells, height, self.size, [column.bold or index in self.bold_rows for column in self.columns])
            self.sheet.rule(width=0.35)
        self.sheet.y -= 3

    def _wrapped(self, row: Sequence[str], bold: bool) -> list[list[str]]:
        return [
            wrap(self.sheet.clean(text, column.limit), font_of(bold or column.bold), self.size, width - 2 * PAD)
            for text, column, width in zip(row, self.columns, self.widths, strict=True)
        ]

    def _head(self, *, keep: float) -> None:
        small = self.size - 1
        cells = [
            wrap(self.sheet.clean(column.title), font_of(True), small, width - 2 * PAD)
            for column, width in zip(self.columns, self.widths, strict=True)
        ]
        height = max(len(lines) for lines in cells) * small * LEADING + PAD
        self.sheet.need(height + keep)
        self._row(cells, height, small, [True] * len(cells))
        self.sheet.rule(width=0.9)

    def _row(self, cells: list[list[str]], height: float, size: float, bold: Sequence[bool]) -> None:
        x, leading = self.sheet.left, size * LEADING
        for lines, column, width, is_bold in zip(cells, self.columns, self.widths, bold, strict=True):
            at = {"left": x + PAD, "center": x + width / 2, "right": x + width - PAD}[column.align]
            y = self.sheet.y - (height - len(lines) * leading) / 2 - leading * 0.78
            for line in lines:
                if line:
                    self.sheet.text(at, y, line, size=size, bold=is_bold, align=column.align, limit=column.limit)
                y -= leading
            x += width
        self.sheet.y -= height
        if self.grid:
            self._verticals(height)

    def _verticals(self, height: float) -> None:
        """Lines between the cells of a form that a pen fills in."""
        x = self.sheet.left
        self.sheet.canvas.setLineWidth(0.35)
        for width in [*self.widths, 0.0]:
            self.sheet.canvas.line(x, self.sheet.y, x, self.sheet.y + height)
            x += width


def draw_table(
    sheet: Sheet, columns: Sequence[Column], rows: Rows, *, size: float = 9.5, row_height: float = 0,
    bold_rows: Collection[int] = (), grid: bool = False,
) -> None:
    """Draw a table below `sheet.y`; sizes in points. `grid` draws the lines between columns too, for a pen."""
    TablePainter(sheet, columns, rows, size=size, row_height=row_height, bold_rows=bold_rows, grid=grid).draw()
