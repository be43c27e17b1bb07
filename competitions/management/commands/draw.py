"""`manage.py draw`: draws of every system, repeatable by anybody."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.formats.draw_json import draw_from_json
from competitions.formats.lot import LOT_BYTES, new_lot
from competitions.formats.round_robin import MAX_ENTRIES
from competitions.formats.standings_json import MAX_RESULTS
from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Round robin, groups, single and double elimination, and the next Swiss round."""

    help = (
        "Draw a round robin, groups, a single or double elimination, or the next round of a Swiss event. The order is "
        "by seed, then by SHA-256 of lot, line feed, id; without a lot one is made and returned. Options that a system "
        f"does not know have no effect on it. 2 to {MAX_ENTRIES} entries, at most {MAX_RESULTS} results."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "system": "single_elimination", "entries": [{"id": name} for name in ("anna", "juris", "liga", "peteris")],
        "options": {"lot": "four umbrellas", "third_place": True},
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One draw as the contract writes it."""
        return draw_from_json(data, fresh_lot=lambda: new_lot(secrets.token_bytes(LOT_BYTES)))
