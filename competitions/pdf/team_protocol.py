"""Protocol of a match of two teams: line-ups, who meets whom round by round, substitutions, running score, signatures.

The table of who meets whom is that of the regulations, printed whole also on a blank protocol: a round whose line-ups
are not open yet has its numbers and lines for a pen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, joined

ROW = 15.0
SIGN = 34.0
PEN_LINES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSide:
    """A team: its representative, and its roster as number and name."""

    name: str
    representative: str = ""
    roster: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBoardLine:
    """A game: numbers, names where the line-ups are open, sets, points; `note`: awarded, not needed, provisional."""

    home_number: int
    guest_number: int
    home: str = ""
    guest: str = ""
    sets: str = ""
    points: tuple[str, str] = ("", "")
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRoundLines:
    """A round: who strikes first, its games, the running score after it."""

    number: int
    home_begins: bool
    lines: tuple[TeamBoardLine, ...]
    running: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamProtocol:
    """Everything on the protocol. `stopped`: the sentence about where the match ended; `state`: what it is worth."""

    head: Head
    home: TeamSide
    guests: TeamSide
    rounds: tuple[TeamRoundLines, ...]
    substitutions: tuple[str, ...] = ()
    result: tuple[str, str] | None = None
    match_points: tuple[str, str] | None = None
    stopped: str = ""
    outcome: str = ""
    state: str = ""
    rules: str = ""
    chief: str = ""
    # Not over: a pen may have to add to it.
    is_open: bool = False


def team_protocols_pdf(protocols: Sequence[TeamProtocol], *, language: str) -> bytes:
    """Print the protocols, each with its own page numbers; same input, same bytes. Raises ValueError for none."""
    if not protocols:
        raise ValueError("no protocol to print")
    with override(language):
        sheet = Sheet(protocols[0].head, title=_("Protocol of a team match"), language=language)
        for place, data in enumerate(protocols):
            if place:
                sheet.begin_part(data.head, wide=False)
            _draw(sheet, data)
            sheet.end_part()
        return sheet.close()


def _draw(sheet: Sheet, data: TeamProtocol) -> None:
    sheet.draw_head()
    _result(sheet, data)
    _rosters(sheet, data)
    for drawn in data.rounds:
        _round(sheet, data, drawn)
    _substitutions(sheet, data)
    _signatures(sheet, data)


def _result(sheet: Sheet, data: TeamProtocol) -> None:
    """Both teams with the result between them, framed."""
    height, top, third = 40.0, sheet.y - 4, sheet.inner / 3
    sheet.canvas.setLineWidth(0.8)
    sheet.canvas.rect(sheet.left, top - height, sheet.inner, height)
    for x, label, name in (
        (sheet.left, pgettext("team", "home"), data.home.name),
        (sheet.left + 2 * third, pgettext("team", "guests"), data.guests.name),
    ):
        sheet.box(x + 4, top - 2, third - 8, 9, label, size=7, align="center")
        sheet.box(x + 4, top - 11, third - 8, height - 13, name, size=14, bold=True, align="center")
    score = f"{data.result[0]} : {data.result[1]}" if data.result else ":"
    sheet.box(sheet.left + third, top - 2, third, 26, score, size=20, bold=True, align="center")
    points = _("match points %(home)s : %(guests)s") % {
        "home": data.match_points[0], "guests": data.match_points[1]} if data.match_points else ""
    sheet.box(sheet.left + third, top - 27, third, 10, points, size=8, align="center")
    sheet.y = top - height - 3
    sheet.lines(joined((data.state, data.outcome, data.stopped, data.rules)), size=8)


def _rosters(sheet: Sheet, data: TeamProtocol) -> None:
    sheet.y -= 4
    depth = max(len(data.home.roster), len(data.guests.roster))
    rows: list[list[Cell]] = []
    for line in range(depth):
        cells: list[Cell] = []
        for side in (data.home, data.guests):
            number, name = side.roster[line] if line < len(side.roster) else ("", "")
            cells += [number, name]
        rows.append(cells)
    rows.append(["", _("Representative: %(name)s") % {"name": side_name(data.home)}, "",
                 _("Representative: %(name)s") % {"name": side_name(data.guests)}])
    columns = [
        Column(title=_("No."), align="center", least=22), Column(title=data.home.name, flex=1, least=180),
        Column(title=_("No."), align="center", least=22), Column(title=data.guests.name, flex=1, least=180)]
    draw_table(sheet, columns, rows, size=8, grid=True)


def side_name(side: TeamSide) -> str:
    """The representative, or a line for a pen."""
    return side.representative or "…………………………"


def _round(sheet: Sheet, data: TeamProtocol, drawn: TeamRoundLines) -> None:
    sheet.need(20 + ROW * (len(drawn.lines) + 1))
    begins = data.home.name if drawn.home_begins else data.guests.name
    title = _("Round %(number)s: first stroke %(team)s") % {"number": drawn.number, "team": begins}
    sheet.heading(title, size=9)
    running = "" if drawn.running is None else f"{drawn.running[0]} : {drawn.running[1]}"
    rows: list[list[Cell]] = [
        [str(line.home_number), line.home, line.sets or ":", line.guest, str(line.guest_number),
         f"{line.points[0]} : {line.points[1]}" if line.points[0] else ":", line.note]
        for line in drawn.lines
    ]
    rows.append(["", "", "", _("Score after the round"), "", running or ":", ""])
    columns = [
        Column(title=_("No."), align="center", least=18), Column(title=data.home.name, flex=1, least=120),
        Column(title=_("Sets"), align="center", least=34, bold=True),
        Column(title=data.guests.name, flex=1, least=120), Column(title=_("No."), align="center", least=18),
        Column(title=_("Points"), align="center", least=36), Column(title=_("Note"), least=62),
    ]
    draw_table(sheet, columns, rows, size=8, row_height=ROW, bold_rows={len(rows) - 1}, grid=True)


def _substitutions(sheet: Sheet, data: TeamProtocol) -> None:
    sheet.heading(_("Substitutions (22.4)"), size=9)
    for text in data.substitutions or (() if data.is_open else (_("none"),)):
        sheet.lines(text, size=8)
    for _line in range(PEN_LINES if data.is_open else 0):
        sheet.need(ROW)
        sheet.y -= ROW
        sheet.rule(width=0.35)


def _signatures(sheet: Sheet, data: TeamProtocol) -> None:
    """Both representatives, the referee of the match, the chief referee."""
    sheet.need(SIGN * 2 + 8)
    width, top = (sheet.inner - 20) / 2, sheet.y - 6
    places = (
        (_("Representative, home: %(team)s") % {"team": data.home.name}, data.home.representative),
        (_("Representative, guests: %(team)s") % {"team": data.guests.name}, data.guests.representative),
        (_("Senior referee"), ""), (_("Chief referee"), data.chief))
    for index, (label, name) in enumerate(places):
        x = sheet.left + (index % 2) * (width + 20)
        y = top - (index // 2) * SIGN
        sheet.box(x, y, width, 9, joined((label, name)), size=7)
        sheet.canvas.setLineWidth(0.5)
        sheet.canvas.line(x, y - SIGN + 8, x + width, y - SIGN + 8)
    sheet.y = top - SIGN * 2
