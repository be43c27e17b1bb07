"""The list for the door: who is entered, with boxes for presence, fee and licence that a pen can tick."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, plan

EMPTY, TICKED = "☐", "☑"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorListRow:
    """One entrant. `fee`: a word instead of the box where it is settled otherwise, such as waived."""

    number: str
    name: str
    club: str = ""
    licence: str = ""
    is_present: bool = False
    is_paid: bool = False
    fee: str = ""
    licence_checked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorList:
    """`fee`: the amount, empty where there is none. `sums`: what was counted when it was printed, in words."""

    head: Head
    rows: tuple[DoorListRow, ...]
    fee: str = ""
    asks_licence: bool = False
    sums: str = ""


def door_list_pdf(data: DoorList, *, language: str) -> bytes:
    """Print the list; columns that the regulations do not ask for are left out."""
    with override(language):
        columns = [
            Column(title=_("No."), align="right"), Column(title=_("Name"), flex=2, bold=True),
            *([Column(title=_("Licence"))] if any(row.licence for row in data.rows) else []),
            Column(title=_("Present"), align="center", least=38),
            *([Column(title=data.fee, align="center", least=44)] if data.fee else []),
            *([Column(title=_("Licence seen"), align="center", least=38)] if data.asks_licence else []),
            Column(title=_("Remarks"), flex=1.5, least=70),
        ]
        rows = [_cells(row, data) for row in data.rows]
        wide, size = plan(columns, rows, size=11)
        sheet = Sheet(data.head, title=_("Door list"), language=language, wide=wide)
        sheet.draw_head()
        draw_table(sheet, columns, rows, size=size, row_height=size * 1.9, grid=True)
        if data.sums:
            sheet.lines(data.sums, size=9, bold=True)
        return sheet.finish()


def _cells(row: DoorListRow, data: DoorList) -> list[Cell]:
    has_licences = any(other.licence for other in data.rows)
    return [
        row.number, (row.name, row.club), *([row.licence] if has_licences else []), _box(row.is_present),
        *([row.fee or _box(row.is_paid)] if data.fee else []),
        *([_box(row.licence_checked)] if data.asks_licence else []), "",
    ]


def _box(ticked: bool) -> str:
    return TICKED if ticked else EMPTY
