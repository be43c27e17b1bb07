"""`manage.py score_match`: count games from their events."""

from __future__ import annotations

from typing import Any

from competitions.management.json_command import JsonCommand
from refereeing.engine.rules.match_json import score_match


class Command(JsonCommand):
    """Sets, first stroke, sides, warnings and the end of a game, from its events."""

    help = (
        "Count a game from its events: finished sets, score, who has the first stroke and which side next, warnings, "
        "winner. At most 99 sets and 2,000 events a game."
    )

    def run_item(self, data: object) -> dict[str, Any]:
        """One game as the contract writes it; raises EngineError with the place."""
        return score_match(data)
