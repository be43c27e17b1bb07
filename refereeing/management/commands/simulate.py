"""`manage.py simulate`: play strokes by a model."""

from __future__ import annotations

from typing import Any

from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Contacts, cushions and pockets in their order, where everything ends, how near the first touch was."""

    help = (
        "Play one stroke by the model slide or full, from the position and the striker's direction and speed: events, "
        "end position, margin of the first touch, frames for drawing, and with adjudicate the verdict. At most 32 "
        "discs; speed up to 20,000 mm/s; 240 frames a second, 20,000 in all. A model is no proof: docs/physics.md."
    )

    def run_item(self, data: object) -> dict[str, Any]:
        """One stroke as the contract writes it; raises EngineError with the place."""
        # Not at the top: the web process loads the commands' package, and never numpy.
        from refereeing.engine.replay.simulation import simulate_json  # noqa: PLC0415

        return simulate_json(data)
