"""What fits into the day: each system with its matches, rounds and expected end, for the chief's table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class FitsRow:
    """One system, everything in words already."""

    system: str
    matches: int
    rounds: int
    waves: int
    each: str
    ends: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitsSheet:
    """`figures`: what was reckoned with, as term and value."""

    head: Head
    figures: tuple[tuple[str, str], ...]
    rows: tuple[FitsRow, ...]


def fits_sheet_pdf(data: FitsSheet, *, language: str) -> bytes:
    """Print the sheet with what it was reckoned with."""
    with override(language):
        columns = [
            Column(title=_("System"), flex=2, bold=True), Column(title=_("Matches"), align="right"),
            Column(title=_("Rounds"), align="right"), Column(title=_("In a row"), align="right"),
            Column(title=_("Each plays"), align="center"), Column(title=_("Expected end"), align="center", bold=True),
        ]
        notes = any(row.note for row in data.rows)
        columns += [Column(title=_("Time"), flex=1)] if notes else []
        rows: list[list[Cell]] = [
            [row.system, str(row.matches), str(row.rounds), str(row.waves), row.each, row.ends,
             *([row.note] if notes else [])]
            for row in data.rows
        ]
        wide, size = plan(columns, rows, size=10)
        sheet = Sheet(data.head, title=_("What fits"), language=language, wide=wide)
        sheet.draw_head()
        sheet.lines("; ".join(f"{term}: {value}" for term, value in data.figures), size=9)
        draw_table(sheet, columns, rows, size=size, row_height=size * 1.9)
        reckoned = _("Every match is reckoned with all its sets; an elimination with an uneven number of them.")
        sheet.lines(reckoned, size=8)
        sheet.lines(_("In a row: matches at one table, from the first to the last."), size=8)
        return sheet.finish()
