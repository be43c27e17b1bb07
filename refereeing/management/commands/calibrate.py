"""`manage.py calibrate`: fit a table's constants to a few measured strokes."""

from __future__ import annotations

from typing import Any

from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """Friction and restitutions with their uncertainty, and what became of each stroke."""

    help = (
        "Fit the friction and the restitutions of a table to measured strokes: where the striker lay, its direction, "
        "where it stopped, how long it ran (and discs, where they were measured). Gives constants for simulate, "
        "uncertainties for reconstruct, what the strokes told, and the strokes that cannot have gone like that. "
        "At most 60 strokes of 16 discs. docs/physics.md says how to measure."
    )

    def run_item(self, data: object) -> dict[str, Any]:
        """One table's strokes; raises EngineError with the place."""
        # Here and not above: numpy and numba are loaded only where something is computed.
        from refereeing.engine.physics.calibrate_json import calibrate_json  # noqa: PLC0415

        return calibrate_json(data)
