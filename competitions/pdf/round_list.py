"""Round list: who plays where, who has the first stroke; and the same by name, so that a player finds the table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Cell, Column, Head, Sheet, clock_text, draw_table, joined, name_key, plan

STROKE_MARK = "●"
BLOCKS = 3  # columns of the list by name


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundListRow:
    """One match of the round. `second` empty with `bye=True`: nobody to play against in this round."""

    first: str
    second: str = ""
    table: str = ""
    starts_at: datetime | None = None
    group: str = ""
    first_number: str = ""
    second_number: str = ""
    first_club: str = ""
    second_club: str = ""
    first_stroke: Literal[1, 2] | None = None
    result: str = ""
    bye: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundList:
    """A round as it hangs on the wall, in the order in which `rows` come (by table, as a rule). `name`: in brackets."""

    head: Head
    round: str
    rows: tuple[RoundListRow, ...]
    by_name: bool = True
    name: str = ""


def round_list_pdf(data: RoundList, *, language: str) -> bytes:
    """Print the round; same input, same bytes."""
    with override(language):
        columns, rows = _table(data)
        wide, size = plan(columns, rows, size=11)
        title = _("Round %(number)s: who plays where") % {"number": data.round}
        if data.name:
            title = _("%(round)s: who plays where") % {"round": data.name}
        sheet = Sheet(data.head, title=title, language=language, wide=wide)
        sheet.draw_head()
        draw_table(sheet, columns, rows, size=size, row_height=size * 2)
        sheet.lines(_("%(mark)s has the first stroke of the first set (22.1)") % {"mark": STROKE_MARK}, size=8)
        if data.by_name and len(data.rows) > 1:
            _by_name(sheet, data)
        return sheet.finish()


def _side(number: str, name: str, club: str, has_stroke: bool) -> tuple[str, str]:
    return joined((STROKE_MARK if has_stroke else "", number, name), " "), club


def _table(data: RoundList) -> tuple[list[Column], list[list[Cell]]]:
    has_group, has_time = any(row.group for row in data.rows), any(row.starts_at for row in data.rows)
    columns = [Column(title=_("Table"), align="center", bold=True)]
    columns += [Column(title=_("Time"), align="center")] if has_time else []
    columns += [Column(title=_("Group"), align="center")] if has_group else []
    columns += [
        Column(title=_("First-named"), flex=1, limit=140), Column(title=_("Second-named"), flex=1, limit=140),
        Column(title=_("Sets"), align="center", least=42),
    ]
    rows: list[list[Cell]] = []
    for row in data.rows:
        cells: list[Cell] = [row.table or ("–" if row.bye else "")]
        cells += [clock_text(row.starts_at, data.head.zone)] if has_time else []
        cells += [row.group] if has_group else []
        second: Cell = _("free in this round") if row.bye else _side(
            row.second_number, row.second, row.second_club, row.first_stroke == 2)
        first = _side(row.first_number, row.first, row.first_club, row.first_stroke == 1 and not row.bye)
        rows.append([*cells, first, second, row.result])
    return columns, rows


def _by_name(sheet: Sheet, data: RoundList) -> None:
    places: list[tuple[str, str]] = []
    for row in data.rows:
        where = _("free") if row.bye else row.table
        places.append((row.first, where))
        places += [] if row.bye else [(row.second, where)]
    places.sort(key=lambda place: name_key(place[0]))
    depth = -(-len(places) // BLOCKS)
    padded = [*places, *[("", "")] * (depth * BLOCKS - len(places))]
    rows = [[text for block in range(BLOCKS) for text in padded[block * depth + line]] for line in range(depth)]
    columns = [Column(title=_("Player"), flex=1), Column(title=_("Table"), align="center", bold=True)] * BLOCKS
    sheet.heading(_("By name"))
    draw_table(sheet, columns, rows, size=9)
