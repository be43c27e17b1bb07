"""The match protocol on two sides: sets with first stroke and sides, result and signatures; warnings on the back; then
a page for each disputed stroke that was replayed.

Drawn straight on the canvas: a form has fixed places, and a round robin of thirty has 435 of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.units import mm

from competitions.common.pdf import Head, Sheet, draw_qr, joined
from refereeing.pdf.dispute_annex import draw_annex
from refereeing.pdf.labels import state_label
from refereeing.pdf.protocol_back import draw_back
from refereeing.pdf.protocol_front import draw_front
from refereeing.pdf.sheets import ProtocolSheet

FOOTER_HEIGHT = 21 * mm
QR_SIZE = 20 * mm
PER_DOCUMENT = 50
Progress = Callable[[int, int], None]


def protocol_pdf(data: ProtocolSheet, *, language: str) -> bytes:
    """One protocol, blank or filled, in `language`. Same input, same bytes."""
    return protocols_pdf([data], language=language)


def protocols_pdf(sheets: Sequence[ProtocolSheet], *, language: str, progress: Progress | None = None) -> bytes:
    """Many protocols in one document, each with its own page numbers. `progress(done, all)` is called after each.

    For more than a few dozen use `protocol_chunks`: memory grows with the pages of one document.
    """
    with override(language):
        sheet = _sheet(sheets, language)
        for done, data in enumerate(sheets, start=1):
            _draw(sheet, data)
            if progress is not None:
                progress(done, len(sheets))
        return sheet.close()


def protocol_chunks(
    sheets: Sequence[ProtocolSheet], *, language: str, progress: Progress | None = None,
    per_document: int = PER_DOCUMENT,
) -> Iterator[bytes]:
    """Documents of at most `per_document` protocols, one after the other, so that memory stays flat."""
    for start in range(0, len(sheets), per_document):
        chunk = sheets[start:start + per_document]

        def report(done: int, _all: int, offset: int = start) -> None:
            if progress is not None:
                progress(offset + done, len(sheets))

        yield protocols_pdf(chunk, language=language, progress=report)


def _head(data: ProtocolSheet) -> Head:
    where = [data.stage, data.group]
    where += [_("Round %(round)s") % {"round": data.round}] if data.round else []
    where += [_("Table %(table)s") % {"table": data.table}] if data.table else []
    where += [_("Board %(board)s") % {"board": data.board}] if data.board else []
    pair = _("1 %(first)s – 2 %(second)s") % {"first": data.players[0].name, "second": data.players[1].name}
    return Head(
        competition=data.competition, place=data.place, event=data.event, stage=joined(where), note=pair,
        organiser=data.organiser, zone=data.zone, printed_at=data.printed_at,
    )


def _sheet(sheets: Sequence[ProtocolSheet], language: str) -> Sheet:
    if not sheets:
        raise ValueError("no protocol to print")
    title = _("Match protocol") if len(sheets) == 1 else _("Match protocols")
    return Sheet(_head(sheets[0]), title=title, language=language, footer_height=FOOTER_HEIGHT)


def _draw(sheet: Sheet, data: ProtocolSheet) -> None:
    sheet.head, sheet.title = _head(data), _("Match protocol")
    sheet.set_footer(lambda sheet, page, pages: _footer(sheet, data, page, pages))
    overflow = draw_front(sheet, data)
    sheet.new_page()
    draw_back(sheet, data, overflow)
    for annex in data.annexes:
        sheet.new_page()
        draw_annex(sheet, annex)
    sheet.end_part()


def _footer(sheet: Sheet, data: ProtocolSheet, page: int, pages: int) -> None:
    """State, revision, head of the log, verification address and code: what ties the paper to the record."""
    top = sheet.bottom - 5
    sheet.rule(top)
    left, right = sheet.left, sheet.right
    if data.verify_url:
        right -= QR_SIZE + 4
        draw_qr(sheet.canvas, data.verify_url, sheet.right - QR_SIZE, top - 1 - QR_SIZE, QR_SIZE)
    state = state_label(data.state)
    if data.revision:
        state = _("%(state)s, revision %(number)s") % {"state": state, "number": data.revision}
    sheet.text(left, top - 11, state, size=9, bold=True)
    number = _("Page %(page)s of %(pages)s") % {"page": page, "pages": pages}
    sheet.text(right, top - 11, number, size=7.5, align="right")
    if data.log_hash:
        short = f"{data.log_seq if data.log_seq is not None else '–'} / {data.log_hash[:12]}"
        sheet.text(left, top - 22, _("Log head: %(head)s") % {"head": short}, size=8, bold=True)
        sheet.box(left, top - 25, right - left, 8, data.log_hash, size=6, limit=200)
    if data.verify_code:
        code = _("Verification code: %(code)s") % {"code": data.verify_code}
        sheet.box(left + 200, top - 14, right - left - 200, 10, code, size=8, bold=True, align="right")
    sheet.box(left, top - 33, right - left, 8, data.verify_url, size=6.5, limit=300)
    rules = joined((data.rule_set, data.edition))
    last = [_("Rules: %(rules)s") % {"rules": rules}] if rules else []
    if data.printed_at:
        last.append(_("Printed %(when)s") % {"when": sheet.moment(data.printed_at)})
    sheet.box(left, top - 42, right - left, 9, joined(last), size=7, limit=300)
