"""Cross table of a round robin: everybody against everybody, sets over points in each cell.

Fitted to one page where the type stays readable, else tiled: the names are repeated on each part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from competitions.common.pdf import Head, Sheet
from competitions.common.pdf.fonts import text_width
from competitions.common.pdf.page import MARGIN
from competitions.common.pdf.text import clean, font_of
from competitions.pdf.labels import Number, number_text, pair_text, tie_break_legend, tie_break_short

CellState = Literal["approved", "provisional", "awarded", "annulled"]
PROVISIONAL, WON, LOST, ANNULLED = "*", "+", "–", "×"
NARROWEST, WIDEST = 6.0 * mm, 13.0 * mm
LOWEST, HIGHEST = 4.8 * mm, 11.0 * mm
HEAD_ROW = 20.0
HEAD_AND_FOOT = 106.0  # what head, legend and foot of a page take
TOTAL_WIDEST = 50.0
NAME_WIDTH = (34 * mm, 62 * mm)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossGame:
    """One game from the row's point of view. Awarded: no sets count (3.2), `won` says to whom it went."""

    sets: tuple[int, int] | None = None
    points: Number | None = None
    state: CellState = "approved"
    won: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """One entry; `games[i]` holds the games against the entry of row i (several in a double round robin)."""

    name: str
    number: str = ""
    club: str = ""
    games: tuple[tuple[CrossGame, ...], ...] = ()
    played: int = 0
    sets: tuple[int, int] = (0, 0)
    points: Number = 0
    tie_breaks: tuple[Number | None, ...] = ()
    rank: str = ""
    free_round: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """`tie_breaks`: their keys, in order. `free_round` of the rows: in which round each is free (odd number)."""

    head: Head
    rows: tuple[CrossRow, ...]
    tie_breaks: tuple[str, ...] = ()
    of_teams: bool = False


@dataclass(frozen=True, slots=True)
class _Layout:
    """Sizes in points; a page has `per_part` opponents and `rows_a_page` rows; `totals`: the columns at the right."""

    wide: bool
    name: float
    cell: float
    row: float
    rows_a_page: int
    per_part: int
    totals: tuple[float, ...]


def cross_table_pdf(data: CrossTable, *, language: str) -> bytes:
    """Print the cross table on as few pages as it needs; nothing is cut."""
    return cross_tables_pdf([data], language=language)


def cross_tables_pdf(tables: Sequence[CrossTable], *, language: str) -> bytes:
    """Print several cross tables, such as those of groups: small ones share a page. Raises ValueError for none."""
    if not tables:
        raise ValueError("no table to print")
    with override(language):
        sheet: Sheet | None = None
        for data in tables:
            sheet = _Painter(data, language, sheet).paint()
        return sheet.finish() if sheet is not None else b""


class _Painter:
    def __init__(self, data: CrossTable, language: str, sheet: Sheet | None = None) -> None:
        self.data = data
        self.count = len(data.rows)
        self.total_heads = [
            *([_("Free in round")] if any(row.free_round for row in data.rows) else []), _("Played"),
            _("Game points") if data.of_teams else _("Sets"), _("Match points") if data.of_teams else _("Points"),
            *(tie_break_short(key) for key in data.tie_breaks), _("Place"),
        ]
        self.total_rows = [self._totals(row) for row in data.rows]
        self.cycles = max((len(games) for row in data.rows for games in row.games), default=1) or 1
        self.layout = self._layout()
        self.name_size = self._name_size()
        self.cell_size = self._cell_size()
        if sheet is None:
            sheet = Sheet(data.head, title=_("Cross table"), language=language, wide=self.layout.wide)
        elif not self._fits_below(sheet):
            sheet.end_part()
            sheet.begin_part(data.head, wide=self.layout.wide)
        self.sheet = sheet

    def _fits_below(self, sheet: Sheet) -> bool:
        layout = self.layout
        if layout.per_part < self.count or layout.rows_a_page < self.count:
            return False
        return sheet.begin_below(
            self.data.head, wide=layout.wide, height=HEAD_AND_FOOT + HEAD_ROW + layout.row * self.count)

    def _totals(self, row: CrossRow) -> list[str]:
        free = [row.free_round] if any(other.free_round for other in self.data.rows) else []
        ties = [number_text(value) for value in row.tie_breaks]
        ties += [""] * (len(self.data.tie_breaks) - len(ties))
        return [*free, str(row.played), pair_text(row.sets), number_text(row.points), *ties, row.rank]

    # -- measuring -------------------------------------------------------------------------------------------------

    def _layout(self) -> _Layout:
        totals = tuple(self._total_width(index) for index in range(len(self.total_heads)))
        longest = max((text_width(clean(row.name)[0], font_of(True), 9) for row in self.data.rows), default=0) + 24
        name = min(max(longest, NAME_WIDTH[0]), NAME_WIDTH[1])
        lowest = LOWEST * self.cycles if self.cycles > 1 else LOWEST
        for wide in (False, True):
            width = (A4[1] if wide else A4[0]) - 2 * MARGIN
            for names in (name, NAME_WIDTH[0]):
                cell = (width - names - sum(totals)) / max(1, self.count)
                # Upright only while the cells stay comfortable; the narrowest cells are for the wide page.
                if cell >= (NARROWEST if wide else 9 * mm):
                    cell = min(cell, WIDEST)
                    return _Layout(wide, names, cell, *self._row_height(wide, lowest), self.count, totals)
        width = A4[1] - 2 * MARGIN - NAME_WIDTH[0]
        fewest_parts = -(-self.count // max(1, int((width - sum(totals)) / NARROWEST)))
        per_part = -(-self.count // fewest_parts)
        cell = min((width - sum(totals)) / per_part, WIDEST)
        return _Layout(True, NAME_WIDTH[0], cell, *self._row_height(True, lowest), per_part, totals)

    def _row_height(self, wide: bool, lowest: float) -> tuple[float, int]:
        """Height of a row, and how many stand on a page: as many on each, so that no page has one row or the legend."""
        room = (A4[0] if wide else A4[1]) - 2 * MARGIN - HEAD_AND_FOOT
        count = max(1, self.count)
        pages = -(-count // max(1, int(room / lowest)))
        rows = -(-count // pages)
        return float(min(max(room / rows, lowest), HIGHEST * (0.4 + 0.6 * self.cycles))), rows

    def _total_width(self, index: int) -> float:
        body = max((text_width(row[index], font_of(True), 8) for row in self.total_rows), default=0)
        words = clean(self.total_heads[index])[0].split()
        title = max((text_width(word, font_of(True), 6.5) for word in words), default=0)
        return min(max(body, title), TOTAL_WIDEST) + 4

    def _name_size(self) -> float:
        """One size for all names, so that the table looks even; a very long name is shrunk or wrapped by itself."""
        widths = sorted(text_width(clean(row.name)[0], font_of(True), 1) for row in self.data.rows)
        usual = widths[int(len(widths) * 0.9)] if widths else 1
        return max(6.5, min(9, self.layout.row * 0.62, (self.layout.name - 24) / max(usual, 1)))

    def _cell_size(self) -> float:
        texts = {game_text(game)[0] for row in self.data.rows for games in row.games for game in games}
        widest = max((text_width(text, font_of(True), 1) for text in texts), default=1)
        return max(4.5, min(9, (self.layout.cell - 1.5) / max(widest, 1)))

    # -- drawing ---------------------------------------------------------------------------------------------------

    def paint(self) -> Sheet:
        """Draw the table; its part goes on, should the next one fit below."""
        step = max(1, self.layout.per_part)
        starts = range(0, max(1, self.count), step)
        parts = [range(start, min(start + step, self.count)) for start in starts]
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            if index:
                self.sheet.new_page()
            else:
                self.sheet.draw_head()
            self._part(part, last, f"{index + 1}/{len(parts)}" if len(parts) > 1 else "")
        self._legend()
        return self.sheet

    def _part(self, part: range, last: bool, label: str) -> None:
        self._head(part, last, label)
        for index, row in enumerate(self.data.rows):
            if index and index % self.layout.rows_a_page == 0:
                self.sheet.new_page()
                self._head(part, last, label)
            self._row(index, row, part, last)

    def _width(self, part: range, last: bool) -> float:
        return self.layout.name + self.layout.cell * len(part) + (sum(self.layout.totals) if last else 0)

    def _lines(self, part: range, last: bool, height: float) -> None:
        """Frame one row: the line below it and those between its cells."""
        canvas, x, y = self.sheet.canvas, self.sheet.left, self.sheet.y
        canvas.setLineWidth(0.4)
        canvas.line(x, y, x + self._width(part, last), y)
        edges = [0.0, self.layout.name, *[self.layout.cell] * len(part), *(self.layout.totals if last else ())]
        for width in edges:
            x += width
            canvas.line(x, y, x, y + height)

    def _head(self, part: range, last: bool, label: str) -> None:
        sheet, layout, height = self.sheet, self.layout, HEAD_ROW
        top, x = sheet.y, sheet.left
        sheet.canvas.setLineWidth(0.4)
        sheet.canvas.line(x, top, x + self._width(part, last), top)
        name = f"{_('Name')} {label}" if label else _("Name")
        sheet.box(x + 3, top, layout.name - 6, height, name, size=8, bold=True)
        x += layout.name
        for index in part:
            number = self.data.rows[index].number or str(index + 1)
            sheet.box(x + 1, top, layout.cell - 2, height, number, size=9, bold=True, align="center")
            x += layout.cell
        for title, width in zip(self.total_heads, layout.totals, strict=True) if last else ():
            sheet.box(x + 1, top, width - 2, height, title, size=6.5, bold=True, align="center")
            x += width
        sheet.y -= height
        self._lines(part, last, height)

    def _row(self, index: int, row: CrossRow, part: range, last: bool) -> None:
        sheet, layout = self.sheet, self.layout
        top, x = sheet.y, sheet.left
        number = row.number or str(index + 1)
        sheet.box(x + 2, top, 16, layout.row, number, size=8, bold=True, align="right")
        room = layout.name - 24
        if row.club and layout.row >= 20:
            sheet.box(x + 21, top - 1, room, layout.row * 0.6, row.name, size=self.name_size, bold=True)
            sheet.box(x + 21, top - layout.row * 0.6, room, layout.row * 0.36, row.club, size=6.5)
        else:
            sheet.box(x + 21, top - 0.5, room, layout.row - 1, row.name, size=self.name_size, bold=True)
        x += layout.name
        for opponent in part:
            games = row.games[opponent] if opponent < len(row.games) else ()
            self._cell(x, top, games, own=opponent == index)
            x += layout.cell
        for value, width in zip(self.total_rows[index], layout.totals, strict=True) if last else ():
            sheet.box(x + 1, top, width - 2, layout.row, value, size=8, bold=True, align="center")
            x += width
        sheet.y -= layout.row
        self._lines(part, last, layout.row)

    def _cell(self, x: float, top: float, games: tuple[CrossGame, ...], *, own: bool) -> None:
        sheet, layout = self.sheet, self.layout
        if own:
            sheet.canvas.setLineWidth(0.4)
            sheet.canvas.line(x, top, x + layout.cell, top - layout.row)
            return
        height = layout.row / max(1, len(games))
        middle, upper_size = x + layout.cell / 2, min(self.cell_size, height * 0.52)
        for game in games:
            upper, lower = game_text(game)
            baseline = top - height * (0.52 if lower else 0.62)
            sheet.text(middle, baseline, upper, size=upper_size, bold=True, align="center")
            sheet.text(middle, top - height * 0.9, lower, size=min(7, height * 0.38), align="center")
            top -= height

    def _legend(self) -> None:
        self.sheet.y -= 2
        legend = _(
            "In a cell: points of games, below them points of the match. %(provisional)s provisional, not yet "
            "approved; %(won)s / %(lost)s awarded without play, no points of games count (3.2); %(annulled)s annulled; "
            "empty: not played."
        ) if self.data.of_teams else _(
            "In a cell: sets, below them points. %(provisional)s provisional, not yet approved; %(won)s / %(lost)s "
            "awarded without play, no sets count (3.2); %(annulled)s annulled; empty: not played."
        )
        signs = {"provisional": PROVISIONAL, "won": WON, "lost": LOST, "annulled": ANNULLED}
        self.sheet.lines(legend % signs, size=7)
        self.sheet.lines(tie_break_legend(self.data.tie_breaks), size=7)


def game_text(game: CrossGame) -> tuple[str, str]:
    """The two lines of a cell: sets with the sign of their state, and points."""
    points = number_text(game.points) if game.points is not None else ""
    if game.state == "annulled":
        return ANNULLED, ""
    if game.state == "awarded":
        return WON if game.won else LOST, points
    return pair_text(game.sets) + (PROVISIONAL if game.state == "provisional" else ""), points
