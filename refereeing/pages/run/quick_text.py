"""The line of quick entry: table, then the sets of both, as digits. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from competitions.common.errors import Invalid

# What people type between the numbers: spaces, and between the sets a colon, a hyphen or a dash.
_NUMBERS = re.compile(r"[0-9]+")
LONGEST = 4
_ALLOWED = re.compile(r"[0-9 \t:,.\u2013\u2212-]{1,40}")


@dataclass(frozen=True, slots=True)
class QuickLine:
    """What was typed: the table, and the sets of the first- and of the second-named where they are there already."""

    table: int
    sets: tuple[int, int] | None


def read_line(text: str) -> QuickLine:
    """`7 4 2`, `7 42`, `742`, `12 3 3`, `7 4:2`; the table alone is a line that is not finished.

    Two digits together are one set each (`42` is 4:2), so sets of two digits are typed apart: `7 10 5`. One group of
    three or more digits ends with the sets (`1242` is table 12, 4:2). Raises Invalid `not_a_line`.
    """
    clean = text.strip()
    if not _ALLOWED.fullmatch(clean):
        raise Invalid("not_a_line", path="line")
    numbers = _NUMBERS.findall(clean)
    found = _split(numbers) if all(len(number) <= LONGEST for number in numbers) else None
    if found is None or found.table < 1:
        raise Invalid("not_a_line", path="line")
    return found


def _split(numbers: list[str]) -> QuickLine | None:
    if len(numbers) == 3:
        table, first, second = numbers
        return QuickLine(int(table), (int(first), int(second))) if max(len(first), len(second)) <= 2 else None
    if len(numbers) == 2:
        table, sets = numbers
        if len(sets) == 2:
            return QuickLine(int(table), (int(sets[0]), int(sets[1])))
        return QuickLine(int(table), None) if len(sets) == 1 else None
    if len(numbers) == 1:
        only = numbers[0]
        if len(only) <= 2:
            return QuickLine(int(only), None)
        return QuickLine(int(only[:-2]), (int(only[-2]), int(only[-1])))
    return None
