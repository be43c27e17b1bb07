"""The line of quick entry, case by case."""

from __future__ import annotations

import pytest

from competitions.common.errors import Invalid
from refereeing.pages.run.quick_text import QuickLine, read_line

GOOD = [
    ("7 4 2", 7, (4, 2)), ("7 42", 7, (4, 2)), ("742", 7, (4, 2)), ("12 3 3", 12, (3, 3)), ("12 33", 12, (3, 3)),
    ("1233", 12, (3, 3)), ("7 4:2", 7, (4, 2)), ("7 4-2", 7, (4, 2)), ("7 4–2", 7, (4, 2)), ("  7  4  2 ", 7, (4, 2)),
    ("7,4,2", 7, (4, 2)), ("7.4.2", 7, (4, 2)), ("07 0 4", 7, (0, 4)), ("3 10 5", 3, (10, 5)), ("7 04", 7, (0, 4)),
    ("7", 7, None), ("12", 12, None), ("7 4", 7, None),
]
BAD = ["", " ", "x", "7 4 2 1", "7 x 2", "-", "0 4 2", "0", "7 123", "7 123 4", "7 4 2;", "٧ 4 2", "7 4 2" * 10,
       "99999"]


@pytest.mark.parametrize(("typed", "table", "sets"), GOOD, ids=[typed for typed, *_ in GOOD])
def test_line_is_read(typed, table, sets):
    assert read_line(typed) == QuickLine(table, sets)


@pytest.mark.parametrize("typed", BAD)
def test_line_is_refused(typed):
    with pytest.raises(Invalid) as refusal:
        read_line(typed)

    assert refusal.value.code == "not_a_line"
