"""`manage.py adjudicate`: judge strokes under a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.management.json_command import JsonCommand
from refereeing.engine.rules.stroke_json import adjudicate_json


class Command(JsonCommand):
    """Findings, turn, penalty discs, what goes back and where discs go, the set, the state for the next call."""

    help = (
        "Judge one stroke under lnf-2008, int-2017 or aus-1992, from the position before, the observed events and the "
        "position after: every clause that applied, who is next, penalty discs and debts, restored discs, the set. "
        "At most 32 discs and 5,000 events a stroke."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"},
        "before": [
            {"id": "r1", "colour": "red", "x": 40, "y": 100},
            {"id": "b1", "colour": "black", "x": -60, "y": 200},
        ],
        "striker": {"x": 0, "y": -420}, "events": [{"type": "contact", "a": "striker", "b": ["r1"]}],
        "after": [
            {"id": "r1", "colour": "red", "x": 90, "y": 300},
            {"id": "b1", "colour": "black", "x": -60, "y": 200},
        ],
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One stroke as the contract writes it; raises EngineError with the place."""
        return adjudicate_json(data)
