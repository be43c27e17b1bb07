"""Lot sheet: the public text of a draw, the order that it gave, and how anybody can repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Column, Head, Sheet, draw_table, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class LotSheetRow:
    """One place of the order. `key` is what the lot is hashed with (an id), `digest` what came out."""

    position: int
    name: str
    club: str = ""
    group: str = ""
    seed: str = ""
    key: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LotSheet:
    """`lot` is the public text itself; `command` repeats in a shell what the lot placed, `told` says whom.

    `checks` are the lines of the self-check.
    """

    head: Head
    lot: str
    rows: tuple[LotSheetRow, ...]
    lot_digest: str = ""
    source: str = ""
    command: str = ""
    told: str = ""
    checks: tuple[tuple[bool, str], ...] = ()
    drawn_by: str = ""
    drawn_at: datetime | None = None
    locked_at: datetime | None = None


def lot_sheet_pdf(data: LotSheet, *, language: str) -> bytes:
    """Print the draw so that anybody in the hall can repeat it."""
    with override(language):
        columns, rows = _table(data.rows)
        wide, size = plan(columns, rows, size=9.5)
        sheet = Sheet(data.head, title=_("Drawing of lots"), language=language, wide=wide)
        sheet.draw_head()
        _lot(sheet, data)
        sheet.heading(_("Order"))
        draw_table(sheet, columns, rows, size=size)
        if data.told or data.command:
            sheet.heading(_("How to repeat it"))
        if data.told:
            sheet.lines(data.told, size=9)
        if data.command:
            sheet.lines(_("Type this line in a shell. It gives the same order on every machine."), size=9)
            sheet.y -= 3
            sheet.lines(data.command, size=8.5, bold=True, limit=2000)
        _checks(sheet, data)
        return sheet.finish()


def _lot(sheet: Sheet, data: LotSheet) -> None:
    sheet.heading(_("Public lot"))
    sheet.lines(data.lot, size=13, bold=True, limit=1000)
    if data.lot_digest:
        sheet.lines(_("SHA-256: %(digest)s") % {"digest": data.lot_digest}, size=8)
    if data.source:
        sheet.lines(_("Where the lot comes from: %(source)s") % {"source": data.source}, size=9)
    if data.drawn_at or data.drawn_by:
        when = sheet.moment(data.drawn_at)
        drawn = _("Drawn by %(person)s, %(when)s") % {"person": data.drawn_by, "when": when}
        sheet.lines(drawn if data.drawn_by else f"{_('Drawn')}: {when}", size=9)
    if data.locked_at:
        sheet.lines(_("Locked %(when)s") % {"when": sheet.moment(data.locked_at)}, size=9)


def _table(entries: tuple[LotSheetRow, ...]) -> tuple[list[Column], list[list[str]]]:
    optional = [
        (Column(title=_("Club"), flex=1), [row.club for row in entries]),
        (Column(title=_("Group"), align="center"), [row.group for row in entries]),
        (Column(title=_("Seed"), align="right"), [row.seed for row in entries]),
        (Column(title=_("Key"), limit=64), [row.key for row in entries]),
        (Column(title=_("Digest"), limit=64), [row.digest[:16] for row in entries]),
    ]
    used = [(column, values) for column, values in optional if any(values)]
    rows = [
        [str(row.position), row.name, *(values[index] for _column, values in used)] for index, row in enumerate(entries)
    ]
    columns = [Column(title=_("No."), align="right"), Column(title=_("Name"), flex=1.5, bold=True)]
    return [*columns, *(column for column, _values in used)], rows


def _checks(sheet: Sheet, data: LotSheet) -> None:
    if not data.checks:
        return
    sheet.heading(_("Self-check of the draw"))
    for passed, text in data.checks:
        mark, word = ("✓", _("in order")) if passed else ("✗", _("NOT in order"))
        line = _("%(mark)s %(word)s: %(text)s") % {"mark": mark, "word": word, "text": text}
        sheet.lines(line, size=9, bold=not passed)
