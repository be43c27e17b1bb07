"""Ranking list: the places, and the challenges that are open."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRow:
    """A place. `may_challenge`: whom this entrant may challenge now."""

    place: int
    name: str
    club: str = ""
    may_challenge: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChallenge:
    """A challenge to be answered or played. `state` in words, `until` a moment in the competition's zone."""

    challenger: str
    challenged: str
    state: str
    until: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingList:
    head: Head
    rows: tuple[RankingRow, ...]
    challenges: tuple[OpenChallenge, ...] = ()
    rules: str = ""


def ranking_list_pdf(data: RankingList, *, language: str) -> bytes:
    """Print the list, then the open challenges."""
    with override(language):
        columns = [
            Column(title=_("Place"), align="right", bold=True), Column(title=_("Name"), flex=1.5, bold=True),
            Column(title=_("May challenge"), flex=2),
        ]
        rows: list[list[Cell]] = [
            [str(row.place), (row.name, row.club), ", ".join(row.may_challenge) or "–"] for row in data.rows]
        wide, size = plan(columns, rows, size=10)
        sheet = Sheet(data.head, title=_("Ranking list"), language=language, wide=wide)
        sheet.draw_head()
        draw_table(sheet, columns, rows, size=size, row_height=size * 1.9)
        if data.rules:
            sheet.lines(data.rules, size=8)
        _challenges(sheet, data.challenges)
        return sheet.finish()


def _challenges(sheet: Sheet, challenges: tuple[OpenChallenge, ...]) -> None:
    if not challenges:
        return
    sheet.heading(_("Open challenges"))
    for item in challenges:
        line = _("%(challenger)s challenges %(challenged)s: %(state)s") % {
            "challenger": item.challenger, "challenged": item.challenged, "state": item.state}
        until = _("to be answered by %(when)s") % {"when": item.until} if item.until else ""
        sheet.lines(", ".join(filter(None, (line, until))), size=9)
