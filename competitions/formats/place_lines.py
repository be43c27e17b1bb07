"""Places typed line by line, of a competition that was played elsewhere: `place; name; club; points; clears`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from competitions.common.errors import Invalid
from competitions.formats.names import is_formula, name_clean, text_clean

FIELDS = 5
MAX_LINES = 1_000


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A line that could be read."""

    place: int
    name: str
    club: str = ""
    points: Decimal = Decimal(0)
    clears: int = 0


def read_place_lines(text: str) -> tuple[PlaceLine, ...]:
    """The lines, blank ones left out; tabs separate as well as semicolons.

    Raises Invalid at `places` with the number of the line as `line`: `places_line`, `too_many_rows`, and what names and
    clubs are refused for.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MAX_LINES:
        raise Invalid("too_many_rows", path="places", limit=MAX_LINES)
    return tuple(_read(number, line) for number, line in lines)


def _read(number: int, line: str) -> PlaceLine:
    cells = [cell.strip() for cell in line.replace("\t", ";").split(";")]
    if not 2 <= len(cells) <= FIELDS or not _is_whole(cells[0]) or is_formula(cells[1]):
        raise Invalid("places_line", path="places", line=number)
    club, points, clears = (*cells[2:], "", "", "")[:3]
    try:
        worth = Decimal(points.replace(",", ".") or 0)
        name, kept = name_clean(cells[1], path="places"), text_clean(club, path="places")
    except InvalidOperation:
        raise Invalid("places_line", path="places", line=number) from None
    except Invalid as refused:
        raise Invalid("places_line", path="places", line=number) from refused
    if not worth.is_finite() or worth < 0 or (clears and not _is_whole(clears)):
        raise Invalid("places_line", path="places", line=number)
    return PlaceLine(int(cells[0]), name, kept, worth, int(clears or 0))


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5
