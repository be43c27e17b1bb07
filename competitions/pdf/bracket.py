"""A bracket on paper: cut into sheets of sixteen rows and four rounds, so that every name can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.pdf import Head, Sheet

ROWS, COLUMNS = 16, 4
BOX_HEIGHT, GUTTER, PITCH, TITLES = 17.0, 18.0, 23.5, 52.0
"""Height of a match, between columns, from row to row, and what a title with the names of rounds takes, in points."""
WINNER_MARK = "✓"


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """A side: name or words, seed, sets; and whether it won."""

    text: str
    seed: str = ""
    score: str = ""
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """A match with its place in its part: `column` from the left, `row` from the top, halves between two rows."""

    key: str
    label: str
    column: int
    row: float
    first: PrintedSide
    second: PrintedSide
    note: str = ""
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """What hangs together: the winners' bracket, say. `heads`: names of its columns; `links`: who goes on to whom."""

    title: str
    heads: dict[int, str]
    matches: tuple[PrintedMatch, ...]
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSheet:
    """A bracket. `notes` stand at the end: where losers come in."""

    head: Head
    parts: tuple[PrintedPart, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cut:
    """What stands on one page: matches with rows counted on the page."""

    title: str
    first_column: int
    heads: dict[int, str]
    matches: tuple[tuple[PrintedMatch, float], ...]
    links: tuple[tuple[str, str], ...]


def bracket_pdf(data: BracketSheet, *, language: str) -> bytes:
    """Print the bracket; same input, same bytes."""
    with override(language):
        sheet = Sheet(data.head, title=_("Bracket"), language=language, wide=True)
        sheet.draw_head()
        for cut in _cuts(data.parts):
            sheet.need(TITLES + (max(row for _match, row in cut.matches) + 1) * PITCH)
            _draw(sheet, cut)
        sheet.y -= 6
        legend = _("%(mark)s won; dashed: to be decided or not needed; bye: no opponent; walkover: not played.")
        sheet.lines(legend % {"mark": WINNER_MARK}, size=8)
        for note in data.notes:
            sheet.lines(note, size=8)
        return sheet.finish()


def _cuts(parts: Sequence[PrintedPart]) -> Iterator[_Cut]:
    """Pages, part by part: four rounds wide, sixteen rows of the first of them high."""
    for part in parts:
        last = max(match.column for match in part.matches)
        for first_column in range(0, last + 1, COLUMNS):
            shown = [m for m in part.matches if first_column <= m.column < first_column + COLUMNS]
            if shown:
                yield from _bands(part, first_column, shown)


def _bands(part: PrintedPart, first_column: int, shown: Sequence[PrintedMatch]) -> Iterator[_Cut]:
    # Later rounds stand wide apart: here their first column is closed up to one row a match.
    rows = sorted({m.row for m in shown if m.column == min(s.column for s in shown)})
    pitch = min((b - a for a, b in pairwise(rows)), default=1.0)
    top = min(m.row for m in shown)
    placed = [(m, (m.row - top) / pitch) for m in shown]
    bands = int(max(row for _match, row in placed)) // ROWS + 1
    for band in range(bands):
        here = tuple((m, row - band * ROWS) for m, row in placed if band * ROWS <= row < (band + 1) * ROWS)
        if here:
            columns = {m.column for m, _row in here}
            title = part.title if bands == 1 else _("%(part)s, part %(number)s of %(count)s") % {
                "part": part.title, "number": band + 1, "count": bands}
            yield _Cut(title, first_column, {c: part.heads.get(c, "") for c in columns}, here, part.links)


def _draw(sheet: Sheet, cut: _Cut) -> None:
    sheet.heading(cut.title)
    width = (sheet.inner - GUTTER * (COLUMNS - 1)) / COLUMNS
    top = sheet.y - 16
    corner = {m.key: (sheet.left + (m.column - cut.first_column) * (width + GUTTER), top - row * PITCH)
              for m, row in cut.matches}
    for column, text in cut.heads.items():
        x = sheet.left + (column - cut.first_column) * (width + GUTTER)
        sheet.box(x, top + 13, width, 11, text, size=8, bold=True)
    sheet.canvas.setLineWidth(0.5)
    for source, target in cut.links:
        if source in corner and target in corner:
            _link(sheet, corner[source], corner[target], width)
    for match, _row in cut.matches:
        _match(sheet, match, corner[match.key], width)
    sheet.y = top - (max(row for _m, row in cut.matches) + 1) * PITCH


def _link(sheet: Sheet, source: tuple[float, float], target: tuple[float, float], width: float) -> None:
    (x, y), (to_x, to_y) = source, target
    bend, middle = to_x - GUTTER / 2, BOX_HEIGHT / 2
    for line in ((x + width, y - middle, bend, y - middle), (bend, y - middle, bend, to_y - middle),
                 (bend, to_y - middle, to_x, to_y - middle)):
        sheet.canvas.line(*line)


def _match(sheet: Sheet, match: PrintedMatch, corner: tuple[float, float], width: float) -> None:
    x, y = corner
    canvas = sheet.canvas
    canvas.saveState()
    canvas.setFillGray(1)
    canvas.setDash(*((2, 2) if match.is_dashed else ()))
    canvas.rect(x, y - BOX_HEIGHT, width, BOX_HEIGHT, stroke=1, fill=1)
    canvas.line(x, y - BOX_HEIGHT / 2, x + width, y - BOX_HEIGHT / 2)
    canvas.restoreState()
    half = BOX_HEIGHT / 2
    for side, upper in ((match.first, y), (match.second, y - half)):
        name = f"{side.seed}  {side.text}" if side.seed else side.text
        sheet.box(x + 3, upper, width - 34, half, name, size=7.5, bold=side.is_winner)
        score = f"{WINNER_MARK} {side.score}" if side.is_winner else side.score
        sheet.box(x + width - 31, upper, 28, half, score, size=7.5, bold=side.is_winner, align="right")
    sheet.box(x, y - BOX_HEIGHT, width, 7, f"{match.label} · {match.note}", size=5.5)
