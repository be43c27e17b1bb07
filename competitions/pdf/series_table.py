"""The ranking of a series: what counts, what does not in brackets, competition by competition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPrintRow:
    """Somebody, everything in words already; a result that does not count stands in brackets."""

    place: str
    name: str
    club: str
    best: str
    total: str
    clears: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPrint:
    """One ranking. `legs`: the competitions by number, with their names in `told`."""

    head: Head
    title: str
    legs: tuple[str, ...]
    rows: tuple[SeriesPrintRow, ...]
    told: tuple[str, ...]
    has_clears: bool = False


def series_tables_pdf(tables: Sequence[SeriesPrint], *, language: str) -> bytes:
    """Print the rankings, each on a page of its own. Raises ValueError for none."""
    if not tables:
        raise ValueError("no table to print")
    with override(language):
        sheet: Sheet | None = None
        for data in tables:
            sheet = _draw(data, sheet, language)
        return sheet.finish() if sheet is not None else b""


def _draw(data: SeriesPrint, sheet: Sheet | None, language: str) -> Sheet:
    columns = [
        Column(title=_("Place"), align="center", bold=True), Column(title=_("Name"), flex=2, bold=True),
        Column(title=_("Counts"), align="right", bold=True), Column(title=_("All"), align="right"),
        *([Column(title=_("Clears"), align="right")] if data.has_clears else []),
        *(Column(title=leg, align="right") for leg in data.legs),
    ]
    rows: list[list[Cell]] = [
        [row.place, (row.name, row.club), row.best, row.total, *([row.clears] if data.has_clears else []), *row.cells]
        for row in data.rows]
    wide, size = plan(columns, rows, size=10)
    if sheet is None:
        sheet = Sheet(data.head, title=data.title, language=language, wide=wide)
    else:
        sheet.end_part()
        sheet.begin_part(data.head, wide=wide)
    sheet.title = data.title
    sheet.draw_head()
    draw_table(sheet, columns, rows, size=size, row_height=size * 1.9, bold_rows={0, 1, 2})
    for line in data.told:
        sheet.lines(line, size=8)
    return sheet
