"""A series as a printed table and as a file for spreadsheets."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from competitions.common.pdf import Head
from competitions.formats.sheet import Cell, Sheet
from competitions.pdf.series_table import SeriesPrint, SeriesPrintRow, series_tables_pdf
from competitions.selectors.exports import File, file_of
from competitions.selectors.series import SeriesCell, SeriesLine, SeriesTable, SeriesView


def series_pdf(view: SeriesView, *, language: str, address: str, at: datetime) -> bytes:
    """The rankings in print."""
    with override(language):
        days = sorted(leg.held_on for leg in view.legs if leg.held_on is not None)
        head = Head(
            competition=view.series.name, starts=days[0] if days else None, ends=days[-1] if days else None,
            printed_at=at, public_url=address)
        tables = [_print(view, table, head) for table in view.tables]
        return series_tables_pdf(tables, language=language)


def _print(view: SeriesView, table: SeriesTable, head: Head) -> SeriesPrint:
    title = _("Ranking") if table.key == "all" else _("Ranking: %(name)s") % {"name": table.name}
    legs = "; ".join(f"{leg.number}: {leg.name}" for leg in view.legs)
    return SeriesPrint(
        head=head, title=title, legs=tuple(str(leg.number) for leg in view.legs),
        rows=tuple(_row(line) for line in table.lines), told=(*rules_told(view), *([legs] if legs else [])),
        has_clears=view.has_clears)


def _row(line: SeriesLine) -> SeriesPrintRow:
    return SeriesPrintRow(
        place=line.place, name=line.name, club=line.club, best=line.best, total=line.total,
        clears=str(line.row.clears), cells=tuple(_cell(cell) for cell in line.cells))


def _cell(cell: SeriesCell | None) -> str:
    if cell is None:
        return ""
    return cell.points if cell.counts else f"({cell.points})"


def rules_told(view: SeriesView) -> tuple[str, ...]:
    """How the ranking is made, in words."""
    rules = view.settings
    best = _("All results count.") if rules.best is None else ngettext(
        "The best result counts.", "The best %(count)s results count; others stand in brackets.", rules.best) % {
            "count": rules.best}
    ties = _("Level: %(ties)s.") % {"ties": " → ".join(map(str, view.ties))} if rules.ties else ""
    return tuple(part for part in (best, ties) if part)


def series_file(view: SeriesView, kind: str) -> File:
    """All rankings, one below the other, with place and points of each competition. Raises NotFound."""
    legs = [f"{leg.number}. {leg.name}" for leg in view.legs]
    each = [text for leg in legs for text in (
        _("%(name)s: place") % {"name": leg}, _("%(name)s: points") % {"name": leg},
        _("%(name)s: counts") % {"name": leg})]
    headings = (
        _("Table of"), _("Place"), _("Name"), _("Club"), _("Counts"), _("All"), _("Competitions"), _("Clears"), *each)
    rows = tuple(_cells(table, line) for table in view.tables for line in table.lines)
    return file_of(Sheet(title=view.series.name, headings=headings, rows=rows), view.series.slug, kind)


def _cells(table: SeriesTable, line: SeriesLine) -> tuple[Cell, ...]:
    each: list[Cell] = []
    for cell in line.cells:
        each += [None, None, None] if cell is None else [
            cell.place, cell.value, _("yes") if cell.counts else _("no")]
    row = line.row
    return (
        table.name, row.rank, line.name, line.club, row.best, row.total, row.competitions, row.clears, *each)
