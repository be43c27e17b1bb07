"""Back of the match protocol: warnings, losses by ruling, and the clauses that warnings cite."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from competitions.common.pdf import Column, Sheet, draw_table
from refereeing.pdf.sheets import Named, ProtocolSheet

BLANK_WARNINGS = 3  # for each player
BLANK_LOSSES = 2
ROW = 20.0


def draw_back(sheet: Sheet, data: ProtocolSheet, overflow: list[str]) -> None:
    """Draw the back, on as many pages as the warnings need. `overflow`: lines of remarks from the front."""
    _warnings(sheet, data)
    if data.third_warning:
        rule = _(
            "After the third warning the player loses every set that is not finished, the running one included "
            "(9.1.g, 15.3, 19.1)."
        )
        sheet.paragraph(rule, size=8.5, bold=True)
    _losses(sheet, data)
    if overflow:
        sheet.heading(_("Remarks and protests, continued"))
        for line in overflow:
            sheet.lines(line, size=8.5)
    _clauses(sheet, data)


def _player(data: ProtocolSheet, named: Named) -> str:
    return data.players[named - 1].name


def _padded(rows: list[list[str]], columns: int, least: int) -> list[list[str]]:
    """A blank or unfinished protocol keeps rows free for a pen."""
    return rows + [[""] * columns for _row in range(least - len(rows))]


def _warnings(sheet: Sheet, data: ProtocolSheet) -> None:
    sheet.heading(_("Warnings"))
    columns = [
        Column(title=_("No.")), Column(title=_("To whom"), flex=2, least=90), Column(title=_("Clause"), bold=True),
        Column(title=_("Text"), flex=4, limit=400), Column(title=_("Set"), align="center", least=20),
        Column(title=_("Time"), align="center", least=28), Column(title=_("Given by"), flex=1, least=60),
    ]
    counts = Counter[tuple[Named, str]]()
    rows = []
    for warning in data.warnings:
        counts[warning.to, warning.player] += 1
        who = warning.player or _player(data, warning.to)
        rows.append([
            str(counts[warning.to, warning.player]), who, warning.clause, warning.text,
            str(warning.set_number or ""), sheet.clock(warning.at), warning.by,
        ])
    if data.state in ("blank", "provisional"):
        players = sum(max(1, len(player.members)) for player in data.players)
        rows = _padded(rows, len(columns), BLANK_WARNINGS * players)
    if rows:
        draw_table(sheet, columns, rows, size=8.5, row_height=ROW, grid=True)
    else:
        sheet.lines(_("No warnings."), size=9)


def _losses(sheet: Sheet, data: ProtocolSheet) -> None:
    sheet.heading(_("Sets and games lost by a ruling"))
    columns = [
        Column(title=_("Lost"), bold=True, least=50), Column(title=_("By whom"), flex=2, least=90),
        Column(title=_("Clause"), bold=True, least=36), Column(title=_("Text"), flex=4, limit=400),
        Column(title=_("Time"), align="center", least=28), Column(title=_("Ruled by"), flex=1, least=60),
    ]
    rows = []
    for loss in data.losses:
        lost = _("Set %(number)s") % {"number": loss.set_number} if loss.set_number else _("Game")
        who = loss.player or _player(data, loss.by_player)
        rows.append([lost, who, loss.clause, loss.text, sheet.clock(loss.at), loss.by])
    if data.state in ("blank", "provisional"):
        rows = _padded(rows, len(columns), BLANK_LOSSES)
    if rows:
        draw_table(sheet, columns, rows, size=8.5, row_height=ROW, grid=True)
    else:
        sheet.lines(_("None."), size=9)


def _clauses(sheet: Sheet, data: ProtocolSheet) -> None:
    if not data.clauses:
        return
    sheet.heading(_("What a warning is given for"))
    columns = [Column(title=_("Clause"), bold=True), Column(title=_("Text"), flex=1, limit=500)]
    draw_table(sheet, columns, [list(clause) for clause in data.clauses], size=7.5)
