"""Annex of the protocol: a disputed stroke, what was ruled, and its replay as a still with what it is worth.

Black and white tell all of it: red discs are plain, black ones have a ring, the player's own dark discs a broken halo.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from competitions.common.pdf import Column, Sheet, draw_table, joined
from competitions.common.pdf.text import LEADING, font_of, wrap
from refereeing.pdf.board_still import draw_board
from refereeing.pdf.sheets import AnnexRuling, AnnexVerdict, DisputeAnnex

BOARD = 260.0
"""Width of the drawn table, in points."""
GAP = 14.0
TEXT_LIMIT = 500
MOST_TOUCHES = 6
"""Beside the picture is room for so many; the others are less likely than these."""


def draw_annex(sheet: Sheet, annex: DisputeAnnex) -> None:
    """Draw one disputed stroke from the top of an empty page; long lists go on to the next."""
    sheet.heading(_title(annex), size=14)
    if annex.struck:
        sheet.paragraph(_("Stroke by %(name)s") % {"name": annex.struck}, size=10, limit=TEXT_LIMIT)
    sheet.paragraph(annex.question, size=10, limit=TEXT_LIMIT)
    for ruling in annex.rulings:
        _ruling(sheet, ruling)
    if not annex.model:
        return
    sheet.heading(_("Replay of the stroke"))
    _worth(sheet, annex)
    if annex.still is not None:
        _still(sheet, annex)
    _verdicts(sheet, annex)
    _events(sheet, annex)


def _title(annex: DisputeAnnex) -> str:
    where = [_("Set %(number)s") % {"number": annex.set_number}] if annex.set_number else []
    where += [_("stroke %(number)s") % {"number": annex.stroke_number}] if annex.stroke_number else []
    return joined((_("Annex: disputed stroke"), *where))


def _ruling(sheet: Sheet, ruling: AnnexRuling) -> None:
    facts = {"decision": ruling.decision, "level": ruling.level}
    line = _("Ruling (%(level)s): %(decision)s") % facts
    if ruling.overruled:
        line = _("Ruling (%(level)s): %(decision)s; overruled") % facts
    sheet.paragraph(line, size=10, bold=not ruling.overruled, limit=TEXT_LIMIT)
    sheet.lines(ruling.text, size=9, limit=TEXT_LIMIT)
    for clause in ruling.clauses:
        sheet.lines(joined(clause, " "), size=8.5, limit=TEXT_LIMIT)
    for words in ruling.followed:
        sheet.lines(_("What followed: %(what)s") % {"what": words}, size=9, limit=TEXT_LIMIT)
    if ruling.reason:
        sheet.lines(_("Reason: %(reason)s") % {"reason": ruling.reason}, size=8.5, limit=TEXT_LIMIT)


def _worth(sheet: Sheet, annex: DisputeAnnex) -> None:
    """What the answer is worth stands before the answer."""
    if annex.later_than is not None:
        sheet.paragraph(
            _("Computed after this protocol was closed. The signatures do not cover it."), size=9, bold=True)
    for caution in annex.cautions:
        sheet.paragraph(caution, size=9, bold=True, limit=TEXT_LIMIT)
    for clause in annex.cites:
        sheet.lines(joined(clause, " "), size=8.5, limit=TEXT_LIMIT)
    for text in (annex.model, annex.weight):
        if text:
            sheet.paragraph(text, size=8.5, limit=TEXT_LIMIT)


def _still(sheet: Sheet, annex: DisputeAnnex) -> None:
    """The picture with what belongs to it beside it."""
    if annex.still is None:
        return
    sheet.need(BOARD + GAP)
    top = sheet.y - GAP / 2
    draw_board(sheet, annex.still, sheet.left, top - BOARD, BOARD, label=annex.margin_short)
    x, width = sheet.left + BOARD + GAP, sheet.inner - BOARD - GAP
    said = [(annex.first, 11.0, True), (annex.margin, 10.0, False), (annex.stroke, 9.0, False)]
    y = _column(sheet, x, top - 4, width, said)
    if annex.touches:
        lines = [(f"{percent}: {discs}", 9.0, False) for percent, discs in annex.touches[:MOST_TOUCHES]]
        y = _column(sheet, x, y - 6, width, [(_("What was touched first"), 9, True), *lines])
    _column(sheet, x, y - 8, width, [(text, 7.5, False) for text in _key()])
    sheet.y = top - BOARD - GAP / 2


def _key() -> tuple[str, ...]:
    return (
        _("Solid lines: the ways. Dashed circles: before the stroke. Discs: where they came to rest."),
        _("Double ring: touched first; the large dashed circle is the striker then."),
        _("Square: seen there after the stroke."),
        _("Whole halo: own light disc. Broken halo: own dark disc."), _("Red discs are plain, black ones have a ring."),
    )


def _column(sheet: Sheet, x: float, y: float, width: float, texts: Sequence[tuple[str, float, bool]]) -> float:
    """Write texts (with size and boldness) one below the other; returns the lowest line used."""
    for text, size, bold in texts:
        for line in wrap(sheet.clean(text, TEXT_LIMIT), font_of(bold), size, width) if text else ():
            y -= size * LEADING
            sheet.text(x, y, line, size=size, bold=bold, limit=TEXT_LIMIT)
        y -= 4
    return y


def _verdicts(sheet: Sheet, annex: DisputeAnnex) -> None:
    if not annex.verdicts:
        return
    sheet.heading(_("By the rules"))
    columns = [
        Column(title=_("Probability"), bold=True), Column(title=_("Ruling"), flex=2, least=100, limit=TEXT_LIMIT),
        Column(title=_("Clauses"), flex=4, limit=4 * TEXT_LIMIT),
    ]
    rows = [[verdict.percent, verdict.verdict, _clauses(verdict)] for verdict in annex.verdicts]
    keep = slice(0 if any(verdict.percent for verdict in annex.verdicts) else 1, None)
    draw_table(sheet, columns[keep], [row[keep] for row in rows], size=8.5)


def _clauses(verdict: AnnexVerdict) -> str:
    return joined(joined(clause, " ") for clause in verdict.clauses)


def _events(sheet: Sheet, annex: DisputeAnnex) -> None:
    if not annex.events:
        return
    sheet.heading(_("What happens, in order"))
    columns = [Column(title=_("Seconds"), align="right"), Column(title=_("What happens"), flex=1)]
    draw_table(sheet, columns, [list(event) for event in annex.events], size=8.5)
