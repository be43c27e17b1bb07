"""`manage.py standings`: tables of results from games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.formats.standings_json import MAX_ENTRIES, MAX_RESULTS, standings_from_json
from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Points, ranks, tie-breaks, and what puts each row below the one above."""

    help = (
        "Rank entries by their games: points, tie-breaks in the given order, excluded and withdrawn entries; each row "
        f"says what puts it below the one above. At most {MAX_ENTRIES} entries and {MAX_RESULTS} results a table."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "points": {"win": 2, "draw": 1, "loss": 0}, "tie_breaks": ["sonneborn_berger"],
        "entries": [{"id": "anna"}, {"id": "juris"}],
        "results": [{"first": "anna", "second": "juris", "sets": [4, 2]}],
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One table as the contract writes it."""
        return standings_from_json(data)
