"""The product's tables as they come out of it: the selector, the public page, the `standings` command."""

from __future__ import annotations

import io
import json
import re
import urllib.request
from collections.abc import Sequence
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.core.management import call_command

from competitions.models import Stage
from competitions.selectors.standings import stage_standings
from tests.load.reference_table import Line, Result

COLUMNS = ("id", "rank", "points", "played", "won", "drawn", "lost", "awarded", "sets_won", "sets_lost")
VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def of_selector(stage: Stage) -> list[dict[str, Any]]:
    """The rows that the pages are made from."""
    (table,) = stage_standings(Stage.objects.select_related("event__competition").get(id=stage.id))
    return [
        {**{c: getattr(row, c) for c in COLUMNS}, **row.values, "decided_by": row.decided_by}
        for row in table.standings.rows
    ]


def of_reference(table: Sequence[Line]) -> list[dict[str, Any]]:
    return [{**{c: getattr(row, c) for c in COLUMNS}, **row.values, "decided_by": row.decided_by} for row in table]


def of_command(folder: Path, players: Sequence[str], results: Sequence[Result], tie_breaks: Sequence[str]) -> Any:
    """What `manage.py standings` answers for the same results."""
    items = []
    for result in results:
        if result.second is None:
            items.append({"first": result.first, "bye": True})
        elif result.sets is None:
            items.append({"first": result.first, "second": result.second, "awarded": result.to})
        else:
            items.append({"first": result.first, "second": result.second, "sets": list(result.sets)})
    path = folder / "input.json"
    path.write_text(json.dumps({
        "tie_breaks": list(tie_breaks), "entries": [{"id": player} for player in players], "results": items}))
    answer = io.StringIO()
    call_command("standings", str(path), stdout=answer)
    return json.loads(answer.getvalue())["rows"]


class TableReader(HTMLParser):
    """The cells of the first table of results on a page, row by row, as text."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.is_inside = self.in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tbody":
            self.is_inside = True
        if self.is_inside and tag == "tr":
            self.rows.append([])
        if self.is_inside and tag in ("td", "th"):
            self.in_cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "tbody":
            self.is_inside = False
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data: str) -> None:
        if self.is_inside and self.in_cell:
            self.rows[-1][-1] += data


def of_page(address: str) -> list[list[str]]:
    """The rows of the table on a public page, in English."""
    request = urllib.request.Request(address, headers={"Accept-Language": "en"})  # noqa: S310 (our own server)
    with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
        reader = TableReader()
        reader.feed(response.read().decode())
    return [[" ".join(cell.split()) for cell in row] for row in reader.rows]


def number(text: str) -> Fraction | None:
    """`12½` as a number, a dash as None."""
    if text == "–":
        return None
    found = re.fullmatch(r"(−?)(\d*)([½¼¾]?)", text)
    assert found is not None, text
    value = Fraction(found[2] or 0) + VULGAR.get(found[3], Fraction(0))
    return -value if found[1] else value


def check_page(rows: list[list[str]], table: Sequence[Line], names: dict[str, str], tie_breaks: Sequence[str]) -> None:
    """Every cell of the page says what the reference says: place, name, points, games, sets, tie-breaks."""
    assert len(rows) == len(table)
    for cells, line in zip(rows, table, strict=True):
        place, name, points, games, won, drawn, lost, sets, *values = cells
        assert place.split("–")[0] == str(line.rank)
        assert name.startswith(names[line.id])
        assert number(points) == line.points
        assert games == (f"{line.played}+{line.awarded}" if line.awarded else str(line.played))
        assert (won, drawn, lost) == (str(line.won), str(line.drawn), str(line.lost))
        assert sets == f"{line.sets_won}:{line.sets_lost}"
        assert [number(value) for value in values[:-1]] == [line.values[t] for t in tie_breaks]
