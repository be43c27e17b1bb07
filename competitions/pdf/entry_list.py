"""Entry list: who takes part, with club, class and state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, override

from competitions.common.pdf import Column, Head, Sheet, draw_table, plan

STATES: Final = {
    "entered": gettext_noop("Entered"),
    "present": gettext_noop("Present"),
    "absent": gettext_noop("Absent"),
    "late": gettext_noop("Late entry"),
    "withdrawn": gettext_noop("Withdrawn"),
    "excluded": gettext_noop("Excluded"),
    "reserve": gettext_noop("Reserve"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryListRow:
    """One entry. `state` is a key of STATES; another text is printed as it is."""

    name: str
    number: str = ""
    club: str = ""
    country: str = ""
    licence: str = ""
    classes: tuple[str, ...] = ()
    seed: str = ""
    rating: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    head: Head
    rows: tuple[EntryListRow, ...]


def entry_list_pdf(data: EntryList, *, language: str) -> bytes:
    """Print the entries in the order given; a column that nobody has a value for is left out."""
    with override(language):
        columns, rows = _table(data.rows)
        wide, size = plan(columns, rows, size=10)
        sheet = Sheet(data.head, title=_("Entry list"), language=language, wide=wide)
        sheet.draw_head()
        draw_table(sheet, columns, rows, size=size, row_height=size * 1.8)
        count = len(data.rows)
        total = ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}
        sheet.lines(total, size=9, bold=True)
        return sheet.finish()


def _table(entries: tuple[EntryListRow, ...]) -> tuple[list[Column], list[list[str]]]:
    optional = [
        (Column(title=_("Club"), flex=1), [row.club for row in entries]),
        (Column(title=_("Country")), [row.country for row in entries]),
        (Column(title=_("Licence")), [row.licence for row in entries]),
        (Column(title=_("Class")), [", ".join(row.classes) for row in entries]),
        (Column(title=_("Seed"), align="right"), [row.seed for row in entries]),
        (Column(title=_("Rating"), align="right"), [row.rating for row in entries]),
        (Column(title=_("State")), [_(STATES[row.state]) if row.state in STATES else row.state for row in entries]),
    ]
    used = [(column, values) for column, values in optional if any(values)]
    columns = [Column(title=_("No."), align="right"), Column(title=_("Name"), flex=1.5, bold=True)]
    rows = [
        [row.number or str(index + 1), row.name, *(values[index] for _column, values in used)]
        for index, row in enumerate(entries)
    ]
    return [*columns, *(column for column, _values in used)], rows
