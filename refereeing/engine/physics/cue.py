"""From a cue's stroke to the striker's speed and spin (docs/physics-full.md).

A straight, level cue of mass M meets the rim of the striker `offset` beside the line through its centre, and its tip
does not slip. The impulse along the cue is J = (1 + e) V / (1/m + 1/M + b^2/I); the striker leaves along the cue with
J/m and spin J b / I (a stroke right of the centre turns it anticlockwise). After Alciatore,
The Illustrated Principles of Pool and Billiards, TP A.30, with the disc's own inertia. Left out: squirt (some degrees
for light strikers), a second touch (a foul, 17.1.j), a raised cue, the bending of the shaft.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from refereeing.engine.errors import EngineError


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """A cue and its tip. Masses in g; `restitution` of tip on striker; `grip`: friction of the tip."""

    mass: float = 500.0
    restitution: float = 0.75
    grip: float = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What the striker has after the stroke: mm/s along the cue, rad/s anticlockwise."""

    speed: float
    spin: float


def cue_strike(cue: Cue, *, speed: float, offset: float, mass: float, radius: float, inertia: float) -> Hit:
    """The striker's speed and spin when the cue arrives at `speed` mm/s, `offset` mm right of the centre.

    `mass` g and `radius` mm of the striker, `inertia` in units of mass * radius^2. Refuses, with code `miscue`, an
    offset at which the tip slips: the line of force lies in the tip's cone of friction, b/R <= grip / sqrt(1 + grip^2).
    """
    most = radius * cue.grip / math.sqrt(1.0 + cue.grip * cue.grip)
    if abs(offset) > most:
        raise EngineError("miscue", "striker.cue.offset", {"most": most})
    moment = inertia * mass * radius * radius
    impulse = (1.0 + cue.restitution) * speed / (1.0 / mass + 1.0 / cue.mass + offset * offset / moment)
    return Hit(speed=impulse / mass, spin=impulse * offset / moment)
