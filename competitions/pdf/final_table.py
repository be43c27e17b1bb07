"""Final table: place, record, every tie-break, and what separates each row from the one above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from competitions.common.pdf import Cell, Column, Head, Sheet, draw_table, plan
from competitions.pdf.labels import (
    Number,
    number_text,
    pair_text,
    tie_break_label,
    tie_break_legend,
    tie_break_short,
    tie_break_step,
)

ROW = 1.9
"""Height of a row in sizes of its type."""
HEAD_AND_LEGEND = 190.0
"""What stands above and below the rows: head, legend and the lines to sign, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRow:
    """One entry. `reason`: why somebody has left; `rank` None is without a place. `decided_by`: a tie-break or text."""

    name: str
    rank: int | None
    club: str = ""
    number: str = ""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    awarded: int = 0
    sets: tuple[int, int] = (0, 0)
    points: Number = 0
    tie_breaks: tuple[Number | None, ...] = ()
    decided_by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """`tie_breaks`: their keys in the order of the regulations; `order`: the words of that list where some are only for
    so many who are level. `open_games` > 0 marks the table as provisional. `notes`: sentences below, such as what the
    chief referee decided."""

    head: Head
    rows: tuple[FinalRow, ...]
    tie_breaks: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    ranking: str = ""
    open_games: int = 0
    final: bool = True
    notes: tuple[str, ...] = ()
    chief: str = ""
    secretary: str = ""
    # Of teams: points of games stand where otherwise sets do; `by_games`: they are what the table is ordered by.
    of_teams: bool = False
    by_games: bool = False


def final_table_pdf(data: FinalTable, *, language: str) -> bytes:
    """Print the table: the ranked first, those without a place below them with the reason."""
    return final_tables_pdf([data], language=language)


def final_tables_pdf(tables: Sequence[FinalTable], *, language: str) -> bytes:
    """Print several tables, such as those of groups: small ones share a page. Raises ValueError for none."""
    if not tables:
        raise ValueError("no table to print")
    with override(language):
        sheet: Sheet | None = None
        for data in tables:
            sheet = _draw(data, sheet, language)
        return sheet.finish() if sheet is not None else b""


def _draw(data: FinalTable, sheet: Sheet | None, language: str) -> Sheet:
    columns, rows, bold = _table(data)
    wide, size = plan(columns, rows, size=10)
    title = _("Final table") if data.final else pgettext("standings", "Table")
    if data.ranking:
        title = _("%(title)s: %(ranking)s") % {"title": title, "ranking": data.ranking}
    if sheet is None:
        sheet = Sheet(data.head, title=title, language=language, wide=wide)
    elif not sheet.begin_below(data.head, wide=wide, height=HEAD_AND_LEGEND + (len(rows) + 1) * size * ROW):
        sheet.end_part()
        sheet.begin_part(data.head, wide=wide)
    sheet.title = title
    sheet.draw_head()
    if data.open_games:
        text = _("Provisional: games not yet approved: %(count)s")
        sheet.lines(text % {"count": data.open_games}, size=9, bold=True)
    draw_table(sheet, columns, rows, size=size, row_height=size * ROW, bold_rows=bold)
    _legend(sheet, data)
    _signatures(sheet, data)
    return sheet


def places(rows: tuple[FinalRow, ...]) -> list[str]:
    """'1', '2–3' for a shared place, '–' for none."""
    ranks = [row.rank for row in rows]
    texts = []
    for rank in ranks:
        shared = ranks.count(rank)
        texts.append("–" if rank is None else str(rank) if shared == 1 else f"{rank}–{rank + shared - 1}")
    return texts


def _table(data: FinalTable) -> tuple[list[Column], list[list[Cell]], set[int]]:
    has_awarded = any(row.awarded for row in data.rows)
    numbers = [_("Played"), _("Won"), pgettext("result", "Drawn"), _("Lost"), *([_("Awarded")] if has_awarded else [])]
    columns = [
        Column(title=_("Place"), align="center", bold=True), Column(title=_("Name"), flex=2, bold=True),
        *(Column(title=title, align="right") for title in numbers),
        Column(title=_("Game points") if data.of_teams else _("Sets"), align="center"),
        Column(title=_points(data), align="right", bold=True),
        *(Column(title=tie_break_short(key), align="right") for key in data.tie_breaks),
        Column(title=_("Decided by"), flex=1),
    ]
    ordered = tuple(sorted(data.rows, key=lambda row: row.rank is None))
    rows: list[list[Cell]] = []
    for row, place in zip(ordered, places(ordered), strict=True):
        ties = [number_text(value) for value in row.tie_breaks] + [""] * (len(data.tie_breaks) - len(row.tie_breaks))
        counts = [row.played, row.won, row.drawn, row.lost, *([row.awarded] if has_awarded else [])]
        decided = "" if row.rank is None else tie_break_label(row.decided_by)
        why = "; ".join(filter(None, (decided, row.reason)))
        rows.append([
            place, (row.name, row.club), *(str(count) for count in counts), pair_text(row.sets),
            number_text(row.points), *ties, why,
        ])
    return columns, rows, {index for index, row in enumerate(ordered) if row.rank in (1, 2, 3)}


def _points(data: FinalTable) -> str:
    if data.by_games:
        return _("Game points")
    return _("Match points") if data.of_teams else _("Points")


def _legend(sheet: Sheet, data: FinalTable) -> None:
    order = [_points(data), *(tie_break_step(word) for word in data.order or data.tie_breaks)]
    sheet.lines(_("Order: %(criteria)s") % {"criteria": " → ".join(order)}, size=8)
    sheet.lines(tie_break_legend(data.tie_breaks), size=8)
    sheet.lines(_("Decided by: what separates an entry from the one above; none: the place is shared."), size=8)
    for note in data.notes:
        sheet.lines(note, size=8)


def _signatures(sheet: Sheet, data: FinalTable) -> None:
    sheet.need(60)
    width, y = (sheet.inner - 20) / 2, sheet.y - 44
    for x, label, name in (
        (sheet.left, _("Chief referee"), data.chief), (sheet.left + width + 20, _("Secretary"), data.secretary),
    ):
        sheet.text(x, y + 26, label, size=8)
        sheet.canvas.setLineWidth(0.6)
        sheet.canvas.line(x, y, x + width, y)
        sheet.box(x, y - 1, width, 12, name, size=9)
    sheet.y = y - 14
