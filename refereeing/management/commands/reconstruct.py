"""`manage.py reconstruct`: which strokes explain a disputed position, and what the rules say to each."""

from __future__ import annotations

from typing import Any

from competitions.management.json_command import JsonCommand


class Command(JsonCommand):
    """First touches and verdicts with their probabilities, the strokes that fit, and whether that decides anything."""

    help = (
        "Reconstruct a disputed stroke from the position before, the position after and what is known of the stroke: "
        "the strokes that explain it, how likely each disc was touched first, each verdict with its probability. At "
        "most 32 discs; up to half a minute for a hard one. The same input and seed give the same answer."
    )

    def run_item(self, data: object) -> dict[str, Any]:
        """One dispute as the contract writes it; raises EngineError with the place."""
        # Loads numpy and numba, which no other command or process needs.
        from refereeing.engine.replay.reconstruction import reconstruct_json  # noqa: PLC0415

        return reconstruct_json(data)
