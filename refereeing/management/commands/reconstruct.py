"""`manage.py reconstruct`: which strokes explain a disputed position, and what the rules say to each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """First touches and verdicts with their probabilities, the strokes that fit, and whether that decides anything."""

    help = (
        "Reconstruct a disputed stroke from the position before, the position after and what is known of the stroke: "
        "the strokes that explain it, how likely each disc was touched first, each verdict with its probability. At "
        "most 32 discs; up to half a minute for a hard one. The same input and seed give the same answer."
    )

    example: ClassVar[Mapping[str, Any]] = {
        "before": [
            {"id": "r1", "colour": "red", "x": 40, "y": 100},
            {"id": "b1", "colour": "black", "x": -60, "y": 200},
        ],
        "after": [{"id": "r1", "x": 40, "y": 314}, {"id": "b1", "x": -60, "y": 200}],
        "striker": {"x": 0, "y": -420}, "known": {"angle": [75, 95], "speed": [500, 3000]},
        "adjudicate": {
            "ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}},
    }

    def run_item(self, data: object) -> dict[str, Any]:
        """One dispute as the contract writes it; raises EngineError with the place."""
        # Loads numpy and numba, which no other command or process needs.
        from refereeing.engine.replay.reconstruction import reconstruct_json  # noqa: PLC0415

        return reconstruct_json(data)
