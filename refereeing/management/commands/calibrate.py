"""`manage.py calibrate`: fit a table's constants to a few measured strokes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Friction and restitutions with their uncertainty, and what became of each stroke."""

    help = (
        "Fit the friction and the restitutions of a table to measured strokes: where the striker lay, its direction, "
        "where it stopped, how long it ran (and discs, where they were measured). Gives constants for simulate, "
        "uncertainties for reconstruct, what the strokes told, and the strokes that cannot have gone like that. "
        "At most 60 strokes of 16 discs. docs/physics.md says how to measure."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "strokes": [
            {"striker": {"x": 0, "y": -420, "angle": 90}, "stopped": {"x": 2, "y": -94}, "seconds": 0.82},
            {"striker": {"x": 0, "y": -420, "angle": 90}, "stopped": {"x": -4, "y": 90}, "seconds": 1.02},
            {"striker": {"x": 30, "y": -420, "angle": 90}, "stopped": {"x": 33, "y": 290}, "seconds": 1.30},
        ],
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One table's strokes; raises EngineError with the place."""
        # Here and not above: numpy and numba are loaded only where something is computed.
        from refereeing.engine.physics.calibrate_json import calibrate_json  # noqa: PLC0415

        return calibrate_json(data)
