"""The table of clubs made of individuals, with who counted for each."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTableRow:
    """A club, everything in words already. `counted`: who made the sum, `others`: who did not."""

    place: str
    club: str
    points: str
    counted: str
    others: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTableData:
    """`told`: how the sum is made."""

    head: Head
    rows: tuple[ClubTableRow, ...]
    told: str


def club_table_pdf(data: ClubTableData, *, language: str) -> bytes:
    """Print the clubs in order; below the names that count those that do not, smaller."""
    with override(language):
        columns = [
            Column(title=_("Place"), align="center", bold=True), Column(title=_("Club"), flex=1, bold=True),
            Column(title=_("Points"), align="right", bold=True), Column(title=_("Counted"), flex=2, limit=600),
        ]
        rows: list[list[Cell]] = [[row.place, row.club, row.points, (row.counted, row.others)] for row in data.rows]
        wide, size = plan(columns, rows, size=10)
        sheet = Sheet(data.head, title=_("Table of clubs"), language=language, wide=wide)
        sheet.draw_head()
        draw_table(sheet, columns, rows, size=size, row_height=size * 1.9, bold_rows={0, 1, 2})
        sheet.lines(data.told, size=8)
        return sheet.finish()
