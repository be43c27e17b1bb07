"""`manage.py score_match`: count games from their events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.management.json_command import JsonCommand
from refereeing.engine.rules.match_json import score_match


class Command(JsonCommand):
    """Sets, first stroke, sides, warnings and the end of a game, from its events."""

    help = (
        "Count a game from its events: finished sets, score, who has the first stroke and which side next, warnings, "
        "winner. At most 99 sets and 2,000 events a game."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "ruleset": "lnf-2008", "sets": 6, "all_sets": False, "first_stroke": "A",
        "events": [{"set_won": "A"}, {"set_replayed": "stalemate"}, {"set_won": "B"}],
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One game as the contract writes it; raises EngineError with the place."""
        return score_match(data)
