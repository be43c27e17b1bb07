"""The drawn board has the engine's measures: they stand in two languages, so a test compares them."""

from __future__ import annotations

import re
from pathlib import Path

from refereeing.engine import table

SOURCE = Path(__file__).resolve().parent.parent.parent / "refereeing" / "tablet" / "src" / "board" / "geometry.ts"
MEASURES = {
    "HALF": table.HALF, "DISC_RADIUS": table.DISC_RADIUS, "STRIKER_RADIUS": table.STRIKER_RADIUS,
    "ZONE_LINE": table.ZONE_LINE, "CIRCLE_LINE": table.CIRCLE_LINE, "POCKET_RADIUS": table.POCKET_RADIUS,
    "POCKET_PLACE": table.POCKETS["NE"][0], "ZONE_DARK": table.ZONE_DARK, "CIRCLE_DARK": table.CIRCLE_DARK,
    "STRIKER_DEEP": table.STRIKER_DEEP, "STRIKER_WIDE": table.STRIKER_WIDE,
}  # fmt: skip


def test_board_has_the_engines_measures() -> None:
    found = dict(re.findall(r"^export const (\w+) = ([\d.]+);$", SOURCE.read_text(), re.MULTILINE))

    assert {name: float(value) for name, value in found.items()} == MEASURES


def test_board_has_the_engines_start_row() -> None:
    row = re.search(r"START_ROW: readonly number\[\] = \[(.+)\];", SOURCE.read_text())

    assert row is not None
    assert tuple(float(place) for place in row[1].split(",")) == table.START_ROW
