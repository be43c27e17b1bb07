"""What the model `full` adds to the objects of `simulate` (docs/physics-full.md): a cue, laws, what is beyond them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.cue import Cue, cue_strike
from refereeing.engine.physics.full_notes import NOTE_PIECE, NOTE_REASON, NOTE_TIME, REASONS
from refereeing.engine.physics.full_params import FULL_LIMITS, SOFTEST, FullConstants
from refereeing.engine.physics.simulate import Run
from refereeing.engine.physics.simulate_json import SPEED_LIMIT, read_constants
from refereeing.engine.reading import read_number, read_object

CUE_LIMITS = {"mass": (1.0, 10_000.0), "restitution": (0.0, 1.0), "grip": (0.0, 2.0)}
OFFSET_LIMIT = 100.0
WANTED = "speed", "spin"
"""What a cue gives to the striker, and nobody else then."""


def with_cue(data: object) -> object:
    """The stroke with the striker's speed and spin, where `striker.cue` says how a cue strikes it; else as it is.

    Only the model `full` knows a cue. Raises EngineError with the exact path, `miscue` where the tip would slip.
    """
    if not isinstance(data, dict) or data.get("model") != "full":
        return data
    striker = data.get("striker")
    if not isinstance(striker, dict) or "cue" not in striker:
        return data
    for name in WANTED:
        if name in striker:
            raise EngineError("unknown_field", f"striker.{name}")
    given = read_object(striker["cue"], "striker.cue", ("speed",), ("offset", *CUE_LIMITS))
    constants = read_constants(data.get("constants", {}), FullConstants, FULL_LIMITS)
    if not isinstance(constants, FullConstants) or constants.inertia_striker <= 0.0:
        raise EngineError("out_of_range", "constants.inertia_striker", {"least": 0.0, "most": 1.0})
    cue = Cue(**{
        name: read_number(given[name], f"striker.cue.{name}", *CUE_LIMITS[name]) for name in CUE_LIMITS if name in given
    })  # fmt: skip
    hit = cue_strike(
        cue,
        speed=read_number(given["speed"], "striker.cue.speed", 0.0, SPEED_LIMIT),
        offset=read_number(given.get("offset", 0), "striker.cue.offset", -OFFSET_LIMIT, OFFSET_LIMIT),
        mass=constants.mass_striker, radius=constants.radius_striker, inertia=constants.inertia_striker,
    )  # fmt: skip
    rest = {name: value for name, value in striker.items() if name != "cue"}
    return {**data, "striker": {**rest, "speed": hit.speed, "spin": hit.spin}}


def refuse_soft(constants: FullConstants) -> None:
    """A contact so soft that it would last as long as a motion is no impact."""
    if 0.0 < constants.stiffness < SOFTEST:
        most = FULL_LIMITS["stiffness"][1]
        raise EngineError("out_of_range", "constants.stiffness", {"least": SOFTEST, "most": most})


def full_json(constants: FullConstants, run: Run, ids: Sequence[str]) -> dict[str, Any]:
    """The keys that only the model `full` has: `laws` that were on, and what went beyond the model."""
    beyond = [
        {"t": note[NOTE_TIME], "body": ids[int(note[NOTE_PIECE])], "reason": REASONS[int(note[NOTE_REASON])]}
        for note in run.notes.tolist()
    ]
    return {"laws": constants.laws(), "beyond_model": beyond}
