"""`manage.py standings`: tables of results from games."""

from __future__ import annotations

from typing import Any

from competitions.formats.standings_json import MAX_ENTRIES, MAX_RESULTS, standings_from_json
from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Points, ranks, tie-breaks, and what puts each row below the one above."""

    help = (
        "Rank entries by their games: points, tie-breaks in the given order, excluded and withdrawn entries; each row "
        f"says what puts it below the one above. At most {MAX_ENTRIES} entries and {MAX_RESULTS} results a table."
    )

    def run_item(self, data: object) -> dict[str, Any]:
        """One table as the contract writes it."""
        return standings_from_json(data)
