"""`manage.py simulate`: play strokes by a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Contacts, cushions and pockets in their order, where everything ends, how near the first touch was."""

    help = (
        "Play one stroke by the model slide or full, from the position and the striker's direction and speed: events, "
        "end position, margin of the first touch, frames for drawing, and with adjudicate the verdict. At most 32 "
        "discs; speed up to 20,000 mm/s; 240 frames a second, 20,000 in all. A model is no proof: docs/physics.md."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "model": "slide", "striker": {"x": 0, "y": -420, "angle": 86, "speed": 1800},
        "discs": [
            {"id": "r1", "colour": "red", "x": 40, "y": 100},
            {"id": "b1", "colour": "black", "x": -60, "y": 200},
        ],
        "adjudicate": {
            "ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}},
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One stroke as the contract writes it; raises EngineError with the place."""
        # Not at the top: the web process loads the commands' package, and never numpy.
        from refereeing.engine.replay.simulation import simulate_json  # noqa: PLC0415

        return simulate_json(data)
