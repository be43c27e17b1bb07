"""The mutants that may live, with the reason: the tables of docs/mutants.md are the list."""

from __future__ import annotations

import re
from pathlib import Path

LIST = "docs/mutants.md"
HEADING = re.compile(r"^### `([a-z_0-9/]+)\.py`$")
ROW = re.compile(
    r"^\| `(?P<function>[^`]*)` \| `(?P<before>[^`]*)` \| `(?P<after>[^`]*)`(?P<number> \(\d+\))? \| (?P<why>.+) \|$"
)
FILE = Path(__file__).resolve().parents[2] / LIST


def rows(text: str) -> list[tuple[str, tuple[str, str, str], str]]:
    """Module, name of the mutant, reason. A bar within the code is written with a backslash before it."""
    found, module = [], ""
    for line in text.splitlines():
        if heading := HEADING.match(line):
            module = heading[1]
        elif row := ROW.match(line):
            function, before, after = (row[key].replace("\\|", "|") for key in ("function", "before", "after"))
            found.append((module, (function, before, after + (row["number"] or "")), row["why"]))
    return found


def listed(module: str) -> set[tuple[str, str, str]]:
    """The names of a module's mutants that may live."""
    return {name for owner, name, _ in rows(FILE.read_text(encoding="utf-8")) if owner == module}
