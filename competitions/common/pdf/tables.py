"""Tables of plain strings: measured, shrunk, wrapped, with headings repeated on every page. No markup anywhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.pagesizes import A4

from competitions.common.pdf.fonts import text_width
from competitions.common.pdf.page import MARGIN, Sheet
from competitions.common.pdf.text import LEADING, NAME_LIMIT, clean, font_of, wrap

PAD: Final = 3.0
SMALLEST: Final = 6.0
LONGEST_WORD: Final = 110.0  # points; a longer word is broken
ORDINARY: Final = 150.0  # points; one name longer than this does not turn the page
SUB: Final = 0.78  # size of the second line of a cell

Cell = str | tuple[str, str]  # a text, or a text with a smaller one below it
Rows = Sequence[Sequence[Cell]]
Line = tuple[str, float, bool]  # text, size, bold


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column. A flexible one takes what the others leave and wraps; a rigid one is as wide as its widest text."""

    title: str
    flex: float = 0
    align: str = "left"
    bold: bool = False
    least: float = 0
    limit: int = NAME_LIMIT


def _parts(cell: Cell) -> tuple[str, str]:
    return (cell, "") if isinstance(cell, str) else cell


def _measure(column: Column, cells: Sequence[Cell], size: float) -> tuple[float, float]:
    """Least and natural width of a column: its longest word and its longest line, measured in bold to be safe."""
    font = font_of(True)
    words = clean(column.title)[0].split()
    least = max((text_width(word, font, size - 1) for word in words), default=0.0)
    natural = least
    for cell in cells:
        for text, scale in zip(_parts(cell), (1, SUB), strict=True):
            line = clean(text, column.limit)[0]
            natural = max(natural, text_width(line, font, size) * scale)
            if column.flex:
                longest = max((text_width(word, font, size) for word in line.split()), default=0.0)
                least = max(least, min(longest, LONGEST_WORD) * scale)
    least, natural = max(least, column.least) + 2 * PAD, max(natural, column.least) + 2 * PAD
    return (least, natural) if column.flex else (natural, natural)


def column_widths(columns: Sequence[Column], rows: Rows, width: float, size: float) -> list[float] | None:
    """Widths in points that fill `width`, or None when not even the longest words fit side by side."""
    measured = [_measure(column, [row[index] for row in rows], size) for index, column in enumerate(columns)]
    least = sum(low for low, _natural in measured)
    if least > width:
        return None
    flex = sum(column.flex for column in columns)
    wanted = sum(natural for _low, natural in measured)
    if wanted <= width:
        spare = width - wanted if flex else 0.0
        return [
            natural + (spare * column.flex / flex if flex else 0.0)
            for column, (_low, natural) in zip(columns, measured, strict=True)
        ]
    level = _level(measured, width)
    return [max(low, min(natural, level)) for low, natural in measured]


def _level(measured: Sequence[tuple[float, float]], width: float) -> float:
    """The width above which columns are narrowed, so that one very long name does not break the others' lines."""
    low, high = 0.0, width
    for _step in range(40):
        middle = (low + high) / 2
        if sum(max(least, min(natural, middle)) for least, natural in measured) > width:
            high = middle
        else:
            low = middle
    return low


def plan(columns: Sequence[Column], rows: Rows, *, size: float = 9.5) -> tuple[bool, float]:
    """Return (landscape?, size): first what leaves ordinary names on one line, upright before wide; then what wraps."""
    portrait, wide = A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN
    attempts = (
        (False, portrait, 8.0, True), (True, wide, 8.0, True),
        (False, portrait, 8.0, False), (True, wide, SMALLEST, False),
    )
    for is_wide, width, smallest, whole in attempts:
        step = size
        while step >= smallest:
            if _fits(columns, rows, width, step, whole=whole):
                return is_wide, step
            step -= 0.5
    return True, SMALLEST


def _fits(columns: Sequence[Column], rows: Rows, width: float, size: float, *, whole: bool) -> bool:
    measured = [_measure(column, [row[index] for row in rows], size) for index, column in enumerate(columns)]
    return sum(min(natural, ORDINARY) if whole else least for least, natural in measured) <= width


class TablePainter:
    """Draws one table on a sheet, row by row."""

    def __init__(
        self, sheet: Sheet, columns: Sequence[Column], rows: Rows, *, size: float = 9.5, row_height: float = 0,
        bold_rows: Collection[int] = (), grid: bool = False,
    ) -> None:
        self.sheet, self.columns, self.rows, self.size, self.grid = sheet, columns, rows, size, grid
        widths = column_widths(columns, rows, sheet.inner, size)
        self.widths = widths or [sheet.inner / len(columns)] * len(columns)
        self.row_height, self.bold_rows = row_height, bold_rows

    def draw(self) -> None:
        """Draw head and rows; a row is never split, and the head is repeated on each new page."""
        self._head(keep=max(self.row_height, self.size * LEADING + PAD))
        for index, row in enumerate(self.rows):
            cells = [
                self._lines(cell, column, width, bold=index in self.bold_rows)
                for cell, column, width in zip(row, self.columns, self.widths, strict=True)
            ]
            height = max(self.row_height, _height(cells) + PAD)
            if self.sheet.need(height):
                self._head(keep=height)
            self._row(cells, height)
            self.sheet.rule(width=0.35)
        self.sheet.y -= 3

    def _lines(self, cell: Cell, column: Column, width: float, *, bold: bool) -> list[Line]:
        lines: list[Line] = []
        for text, scale in zip(_parts(cell), (1.0, SUB), strict=True):
            heavy = scale == 1.0 and (bold or column.bold)
            line = self.sheet.clean(text, column.limit)
            if line:
                wrapped = wrap(line, font_of(heavy), self.size * scale, width - 2 * PAD)
                lines += [(piece, self.size * scale, heavy) for piece in wrapped]
        return lines

    def _head(self, *, keep: float) -> None:
        small = self.size - 1
        cells: list[list[Line]] = [
            [(line, small, True) for line in
             wrap(self.sheet.clean(column.title), font_of(True), small, width - 2 * PAD)]
            for column, width in zip(self.columns, self.widths, strict=True)
        ]
        height = _height(cells) + PAD
        self.sheet.need(height + keep)
        self._row(cells, height)
        self.sheet.rule(width=0.9)

    def _row(self, cells: list[list[Line]], height: float) -> None:
        x = self.sheet.left
        for lines, column, width in zip(cells, self.columns, self.widths, strict=True):
            at = {"left": x + PAD, "center": x + width / 2, "right": x + width - PAD}[column.align]
            y = self.sheet.y - (height - _height([lines])) / 2
            for text, size, bold in lines:
                self.sheet.text(at, y - size * 0.95, text, size=size, bold=bold, align=column.align, limit=column.limit)
                y -= size * LEADING
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


def _height(cells: Sequence[Sequence[Line]]) -> float:
    return max((sum(size * LEADING for _text, size, _bold in lines) for lines in cells), default=0.0)


def draw_table(
    sheet: Sheet, columns: Sequence[Column], rows: Rows, *, size: float = 9.5, row_height: float = 0,
    bold_rows: Collection[int] = (), grid: bool = False,
) -> None:
    """Draw a table below `sheet.y`; sizes in points. `grid` draws the lines between columns too, for a pen."""
    TablePainter(sheet, columns, rows, size=size, row_height=row_height, bold_rows=bold_rows, grid=grid).draw()
