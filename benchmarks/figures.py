"""What a benchmark measures, as values: one table for people, one JSON object for programs."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One measured figure. `value` is what is held against `limit` (lower is better); `median` is told beside it."""

    what: str
    unit: str
    value: float
    limit: float | None = None
    median: float | None = None
    note: str = ""

    @property
    def is_held(self) -> bool:
        return self.limit is None or self.value < self.limit


def share(values: Sequence[float], part: float) -> float:
    """The value below which `part` of all values lie (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def table(figures: Sequence[Figure]) -> str:
    """The figures as lines of text."""
    rows = [("what", "median", "held", "limit", "unit", "")]
    for f in figures:
        median = "" if f.median is None else short(f.median)
        limit = "" if f.limit is None else short(f.limit)
        verdict = "" if f.limit is None else ("ok" if f.is_held else "OVER")
        rows.append((f.what, median, short(f.value), limit, f.unit, f"{verdict} {f.note}".strip()))
    widths = [max(len(row[place]) for row in rows) for place in range(5)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(row[n].rjust(widths[n]) for n in (1, 2, 3)), row[4].ljust(widths[4])]
        lines.append("  ".join([*cells, row[5]]).rstrip())
    return "\n".join(lines)


def short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def report(figures: Sequence[Figure]) -> int:
    """Print the table; write the JSON to the file after `--json`; exit status 1 when a figure is over its limit."""
    print(table(figures))
    if "--json" in sys.argv:
        path = Path(sys.argv[sys.argv.index("--json") + 1])
        path.write_text(json.dumps([{**asdict(f), "is_held": f.is_held} for f in figures], indent=1), encoding="utf-8")
    return int(any(not f.is_held for f in figures))
