"""Front of the match protocol."""

from __future__ import annotations

from django.utils.translation import gettext as _

from competitions.common.pdf import Sheet, draw_qr, joined
from competitions.common.pdf.text import LEADING, wrap
from competitions.formats.pairs import shortened
from refereeing.pdf.labels import outcome_label, role_label, state_label
from refereeing.pdf.sheets import Named, ProtocolPlayer, ProtocolSet, ProtocolSheet, ProtocolSignature

LABEL = 6.5
TICK = "✓"
CODE_WIDTH = 150.0
SHORT_NAME = 34
SEATS = ("S", "W", "N", "E")


def draw_front(sheet: Sheet, data: ProtocolSheet) -> list[str]:
    """Draw the front; returns the lines of remarks that found no room and belong on the back."""
    _title(sheet, data)
    _facts(sheet, data)
    _players(sheet, data)
    _sets(sheet, data)
    _result(sheet, data)
    _signatures(sheet, data)
    return _remarks(sheet, data)


def _title(sheet: Sheet, data: ProtocolSheet) -> None:
    top, width = sheet.y, sheet.inner
    if data.code or data.table_url:
        width -= CODE_WIDTH
        _code(sheet, data, sheet.right - CODE_WIDTH, top)
    title = _("Match protocol")
    if data.state != "blank":
        title = _("Match protocol: %(state)s") % {"state": state_label(data.state).lower()}
    sheet.box(sheet.left, top, width, 22, title, size=17, bold=True)
    sheet.box(sheet.left, top - 22, width, 15, data.competition, size=11.5, bold=True)
    when = sheet.moment(data.scheduled_at)
    sheet.box(sheet.left, top - 37, width, 12, joined((data.place, when)), size=9)
    sheet.y = top - 54


def _code(sheet: Sheet, data: ProtocolSheet, x: float, top: float) -> None:
    """The round's short code and the table's address: who holds this slip may record at this table."""
    if data.table_url:
        draw_qr(sheet.canvas, data.table_url, sheet.right - 50, top - 50, 50)
    if data.code:
        sheet.box(x, top, CODE_WIDTH - 54, 10, _("Code of this round"), size=LABEL, align="right")
        sheet.box(x, top - 12, CODE_WIDTH - 54, 24, data.code, size=20, bold=True, align="right")


def _cell(
    sheet: Sheet, x: float, top: float, width: float, height: float, label: str, value: str, *, size: float = 11,
) -> None:
    """A framed field with a small label above its value."""
    sheet.canvas.setLineWidth(0.6)
    sheet.canvas.rect(x, top - height, width, height)
    sheet.box(x + 3, top - 1, width - 6, 9, label, size=LABEL)
    sheet.box(x + 3, top - 10, width - 6, height - 12, value, size=size, bold=True)


def _facts(sheet: Sheet, data: ProtocolSheet) -> None:
    fields = [
        (_("Event"), data.event, 0.28), (_("Stage, group"), joined((data.stage, data.group)), 0.26),
        (_("Round"), data.round, 0.12), (_("Table"), data.table, 0.12), (_("Board"), data.board, 0.08),
        (_("Start"), sheet.clock(data.started_at), 0.14),
    ]
    if not data.board:
        fields = [field for field in fields if field[0] != _("Board")]
    total, x, height = sum(share for *_text, share in fields), sheet.left, 32.0
    for label, value, share in fields:
        width = sheet.inner * share / total
        _cell(sheet, x, sheet.y, width, height, label, value, size=13 if share < 0.2 else 11)
        x += width
    sheet.y -= height + 5


def _players(sheet: Sheet, data: ProtocolSheet) -> None:
    height = 31.0
    widths = [sheet.inner * share for share in (0.14, 0.09, 0.44, 0.2, 0.13)]
    for index, player in enumerate(data.players):
        label = _("First-named") if index == 0 else _("Second-named")
        values = [
            (label, str(index + 1), 16.0), (_("No."), player.number, 12.0),
            (_("Pair") if player.members else _("Player"), _full_name(player, index + 1), 15.0),
            (_("Club"), player.club, 10.0), (_("Licence"), player.licence, 10.0),
        ]
        x = sheet.left
        for (caption, value, size), width in zip(values, widths, strict=True):
            _cell(sheet, x, sheet.y, width, height, caption, value, size=size)
            x += width
        sheet.y -= height
    sheet.y -= 12
    rule = _(
        "The first-named player fills in the protocol after every set where there is no table referee (9.2) "
        "and has the first stroke of set 1 in a round robin (22.1.a)."
    )
    if data.is_doubles:
        rule = _(
            "Pair 1 fills in the protocol where there is no table referee (9.2). Write who stands at S, W, N and E: "
            "after each set everybody moves one seat clockwise, the first stroke stays at its side (21.1)."
        )
    sheet.box(sheet.left, sheet.y + 10, sheet.inner, 10, rule, size=6.5, limit=300)
    sheet.y -= 4


def _full_name(player: ProtocolPlayer, number: int) -> str:
    """'1a Anna Liepa / 1b Jānis Egle': as the table of sets calls them. Who plays alone needs no letter."""
    if len(player.members) > 1:
        return joined([f"{number}{letter} {name}" for letter, name in zip("ab", player.members, strict=False)], " / ")
    return player.name


# -- sets ----------------------------------------------------------------------------------------------------------


def planned_sets(data: ProtocolSheet) -> list[ProtocolSet]:
    """Every row of the form: the sets as recorded, then the planned ones, the first stroke alternating (rulebook 4)."""
    rows = sorted(data.sets, key=lambda row: row.number)
    known = rows[-1].first_stroke if rows else None
    number = rows[-1].number if rows else 0
    following = (_other(known) if known else None) if rows else data.first_stroke
    while number < data.sets_planned:
        number += 1
        rows.append(ProtocolSet(number=number, first_stroke=following))
        following = _other(following) if following else None
    return rows


def _other(named: Named) -> Named:
    return 2 if named == 1 else 1


_SHARES = (0.05, 0.19, 0.06, 0.06, 0.12, 0.12, 0.08, 0.08, 0.065, 0.065, 0.11)
# The sides of two players take the room of four seats in doubles.
_PAIR_SHARES = (0.05, 0.2, 0.05, 0.05, 0.05, 0.05, 0.11, 0.11, 0.06, 0.07, 0.06, 0.06, 0.08)


def _sets(sheet: Sheet, data: ProtocolSheet) -> None:
    rows = planned_sets(data)
    height = min(27.0, 190.0 / max(1, len(rows)))
    shares = _PAIR_SHARES if data.is_doubles else _SHARES
    widths = [sheet.inner * share for share in shares]
    _sets_head(sheet, data, widths)
    top = sheet.y
    for row in rows:
        _set_row(sheet, data, row, widths, height)
    _columns(sheet, widths, top + 27, sheet.y)
    sheet.y -= 6


def _columns(sheet: Sheet, widths: list[float], top: float, bottom: float) -> None:
    x = sheet.left
    sheet.canvas.setLineWidth(0.6)
    for width in [*widths, 0.0]:
        sheet.canvas.line(x, top, x, bottom)
        x += width


def _sets_head(sheet: Sheet, data: ProtocolSheet, widths: list[float]) -> None:
    sides = [(_("Side"), "1"), (_("Side"), "2")]
    if data.is_doubles:
        sides = [(seat, "") for seat in SEATS]
    heads = [
        (_("Set"), ""), (_("First stroke"), ""), *sides, (_("Won by"), _numbered(data, 1)),
        (_("Won by"), _numbered(data, 2)), (_("Score"), ""), (_("Replayed"), ""), (_("Run-out"), "1"),
        (_("Run-out"), "2"), (_("Note"), ""),
    ]
    sheet.rule(width=1)
    x, top, height = sheet.left, sheet.y, 27.0
    for (label, name), width in zip(heads, widths, strict=True):
        sheet.box(x + 1.5, top - 1, width - 3, 10 if name else height - 2, label, size=8, bold=True, align="center")
        sheet.box(x + 1.5, top - 11, width - 3, height - 12, name, size=7, align="center")
        x += width
    sheet.y -= height
    sheet.rule(width=1)


def _numbered(data: ProtocolSheet, named: Named) -> str:
    """'1 Ģirts Ķēniņš': short, for a narrow column; the full name stands above with the same number."""
    return f"{named} {shortened(data.players[named - 1].name, SHORT_NAME)}"


def _set_row(sheet: Sheet, data: ProtocolSheet, row: ProtocolSet, widths: list[float], height: float) -> None:
    blank = data.state == "blank"
    # A row that a signed protocol leaves open would invite a pen.
    is_open = data.state in ("signed", "approved", "corrected") and row.winner is None
    not_played = is_open and row.number > _score_alone(data)
    starter = _starter(data, row) if not not_played else ""
    sides = (row.seats or ("",) * len(SEATS)) if data.is_doubles else row.sides
    unknown = "–" if is_open and not not_played else ""
    won = [TICK if row.winner == number else ("=" if row.winner == 0 else unknown) for number in (1, 2)]
    score = f"{row.score[0]} : {row.score[1]}" if row.score else (":" if blank else "")
    counts = [str(count) if count else "" for count in (row.replays, *row.clears)]
    words = _("not played") if not_played else _("awarded") if row.awarded else ""
    note = joined((words, row.note))
    values = [str(row.number), starter, *sides, *won, score, *counts, note]
    sizes = [11, 9.5, *(9 for _side in sides), 12, 12, 11, 10, 10, 10, 7.5]
    last = len(values) - 1
    x, top = sheet.left, sheet.y
    for index, (value, size, width) in enumerate(zip(values, sizes, widths, strict=True)):
        align = "left" if index in (1, last) else "center"
        bold = index == 0 or last - 6 <= index <= last - 4
        sheet.box(x + 2, top - 0.5, width - 4, height - 1, value, size=size, bold=bold, align=align)
        x += width
    sheet.y -= height
    sheet.rule(width=0.6)


def _starter(data: ProtocolSheet, row: ProtocolSet) -> str:
    """Who strikes first: the player, of a pair with the seat where it is known."""
    if row.striker:
        seat = f", {SEATS[row.seats.index(row.striker)]}" if row.striker in row.seats else ""
        return f"{row.striker} {row.striker_name}{seat}"
    return _numbered(data, row.first_stroke) if row.first_stroke else ""


def _score_alone(data: ProtocolSheet) -> int:
    """How many sets were played where paper brought the score alone: who won which is not known. Else 0."""
    if data.result is None or any(row.winner is not None for row in data.sets):
        return 0
    return sum(data.result)


# -- result and signatures -------------------------------------------------------------------------------------------


def _result(sheet: Sheet, data: ProtocolSheet) -> None:
    height, top = 44.0, sheet.y
    sets = f"{data.result[0]} : {data.result[1]}" if data.result else ":"
    points = f"{data.points[0]} : {data.points[1]}" if data.points else ":"
    outcome = joined((outcome_label(data.outcome), data.reason))
    plan = _("All %(number)s sets are played") if data.all_sets else _("Up to %(number)s sets, ends at a majority")
    fields = [
        (_("Result in sets"), sets, 0.2, 22.0), (_("Points"), points, 0.14, 16.0), (_("Outcome"), outcome, 0.3, 10.0),
        (_("Sets"), plan % {"number": data.sets_planned}, 0.24, 9.0),
        (_("End"), sheet.clock(data.finished_at), 0.12, 12.0),
    ]
    x = sheet.left
    for label, value, share, size in fields:
        _cell(sheet, x, top, sheet.inner * share, height, label, value, size=size)
        x += sheet.inner * share
    sheet.y -= height + 8


def _signatures(sheet: Sheet, data: ProtocolSheet) -> None:
    known: dict[str, ProtocolSignature] = {signature.role: signature for signature in data.signatures}
    names = {"first": data.players[0].name, "second": data.players[1].name, "referee": data.referee}
    rows: tuple[tuple[str, ...], ...] = (("first", "second", "referee"), ("secretary", "chief"))
    for roles in rows:
        width, height = (sheet.inner - 8 * (len(roles) - 1)) / len(roles), 62.0
        x = sheet.left
        for role in roles:
            _signature(sheet, x, width, height, role, known.get(role), names.get(role, ""))
            x += width + 8
        sheet.y -= height + 5


def _signature(
    sheet: Sheet, x: float, width: float, height: float, role: str, signature: ProtocolSignature | None, name: str,
) -> None:
    top = sheet.y
    line = top - height + 14
    sheet.box(x, top, width, 9, role_label(role), size=7)
    sheet.canvas.setLineWidth(0.6)
    sheet.canvas.line(x, line, x + width, line)
    who = (signature.name if signature else "") or name
    when = sheet.moment(signature.at) if signature else ""
    sheet.box(x, line - 1, width, 11, joined((who, when)), size=8, limit=200)
    if signature is None:
        return
    if signature.strokes:
        _strokes(sheet, signature, x + 4, line + 1, width - 8, top - 10 - line)
    elif signature.by_pin:
        sheet.box(x, top - 10, width, top - 10 - line, _("Confirmed by PIN"), size=9)


def _strokes(sheet: Sheet, signature: ProtocolSignature, x: float, y: float, width: float, height: float) -> None:
    """Draw the pen's strokes as vectors, scaled into the box with their proportions kept."""
    points = [point for stroke in signature.strokes for point in stroke]
    if not points:
        return
    lefts, tops = [point[0] for point in points], [point[1] for point in points]
    wide, high = max(lefts) - min(lefts) or 1.0, max(tops) - min(tops) or 1.0
    scale = min(width / wide, height / high)
    path = sheet.canvas.beginPath()
    for stroke in signature.strokes:
        for index, (px, py) in enumerate(stroke):
            place = (x + (px - min(lefts)) * scale, y + height - (py - min(tops)) * scale)
            (path.lineTo if index else path.moveTo)(*place)
    sheet.canvas.setLineWidth(1)
    sheet.canvas.drawPath(path, stroke=1, fill=0)


# -- remarks ---------------------------------------------------------------------------------------------------------


def _remarks(sheet: Sheet, data: ProtocolSheet) -> list[str]:
    top, size = sheet.y, 8.5
    room = top - sheet.bottom - 4
    sheet.canvas.setLineWidth(0.6)
    sheet.canvas.rect(sheet.left, sheet.bottom + 4, sheet.inner, room)
    sheet.box(sheet.left + 3, top - 1, sheet.inner - 6, 9, _("Remarks and protests"), size=LABEL)
    texts = [*data.remarks, *(_("Protest: %(text)s") % {"text": text} for text in data.protests)]
    lines = [line for text in texts for line in _wrapped(sheet, text, size)]
    fits = max(0, int((room - 14) / (size * LEADING)))
    y = top - 20
    for line in lines[:fits]:
        sheet.text(sheet.left + 4, y, line, size=size, limit=400)
        y -= size * LEADING
    return lines[fits:]


def _wrapped(sheet: Sheet, text: str, size: float) -> list[str]:
    return wrap(sheet.clean(text, 1000), "NovussSans", size, sheet.inner - 8)
