"""`manage.py lineup`: the orders and substitutions of one team match against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.formats.lineup_json import MAX_PLAYERS, MAX_ROUNDS, lineup_from_json
from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Who may play at which number in which round (lnf-2008:22.4)."""

    help = (
        "Judge the orders and substitutions of one team match: regulars in number order, reserves, and for each round "
        f"the player at each number. At most {MAX_PLAYERS} regulars, {MAX_PLAYERS} reserves and {MAX_ROUNDS} rounds."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "ruleset": "lnf-2008", "regulars": ["anna", "juris", "liga", "peteris"], "reserves": ["zane"],
        "rounds": [["anna", "juris", "liga", "peteris"], ["anna", "zane", "liga", "peteris"]],
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One team match as the contract writes it."""
        return lineup_from_json(data)
