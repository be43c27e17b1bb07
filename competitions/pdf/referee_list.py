"""List of referees: who held which office, in which zone, of which club, with how many matches each."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from competitions.common.pdf import Column, Head, Sheet, draw_table, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeListRow:
    """One official. `refereed`: matches that are over; `to_come`: those still to be refereed, the running one too."""

    name: str
    office: str
    zone: str = ""
    club: str = ""
    refereed: int = 0
    to_come: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeList:
    head: Head
    rows: tuple[RefereeListRow, ...]


def referee_list_pdf(data: RefereeList, *, language: str) -> bytes:
    """Print the officials in the order given; zone, club and what is to come only where somebody has one."""
    with override(language):
        columns, rows = _table(data.rows)
        wide, size = plan(columns, rows, size=10)
        sheet = Sheet(data.head, title=_("List of referees"), language=language, wide=wide)
        sheet.draw_head()
        draw_table(sheet, columns, rows, size=size, row_height=size * 1.8)
        count = sum(row.refereed for row in data.rows)
        sheet.lines(ngettext(
            "%(count)s match refereed", "%(count)s matches refereed", count) % {"count": count}, size=9, bold=True)
        return sheet.finish()


def _table(officials: tuple[RefereeListRow, ...]) -> tuple[list[Column], list[list[str]]]:
    optional = [
        (Column(title=_("Zone")), [row.zone for row in officials]),
        (Column(title=_("Club"), flex=1), [row.club for row in officials]),
        (Column(title=_("Refereed"), align="right"), [str(row.refereed) for row in officials]),
        (Column(title=_("To come"), align="right"), [str(row.to_come or "") for row in officials]),
    ]
    used = [(column, values) for column, values in optional if any(values)]
    columns = [
        Column(title=_("No."), align="right"), Column(title=_("Name"), flex=1.5, bold=True), Column(title=_("Office"))]
    rows = [
        [str(index + 1), row.name, row.office, *(values[index] for _column, values in used)]
        for index, row in enumerate(officials)
    ]
    return [*columns, *(column for column, _values in used)], rows
