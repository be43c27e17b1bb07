"""Constants of a simulation: one frozen value, passed in and stored with every replay (mm, s, g)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from refereeing.engine import table

FRICTION, RESTITUTION_DISC, RESTITUTION_EDGE, GRAVITY, MASS_DISC, MASS_STRIKER, RADIUS_DISC, RADIUS_STRIKER = range(8)
"""The places of the constants in a kernel's row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constants:
    """What the model `slide` needs. Nobody has published values for novuss: these are to be fitted (docs/physics.md).

    friction, restitutions: pure numbers; gravity mm/s²; masses g; radii mm.
    """

    friction: float = 0.10
    restitution_disc: float = 0.85
    restitution_edge: float = 0.70
    gravity: float = 9810.0
    mass_disc: float = 5.5
    mass_striker: float = 22.0
    radius_disc: float = table.DISC_RADIUS
    radius_striker: float = table.STRIKER_RADIUS

    def as_row(self) -> NDArray[np.float64]:
        """The constants as a kernel reads them: float64[8], in the order of the fields."""
        return np.array([getattr(self, field.name) for field in fields(Constants)], dtype=np.float64)


LIMITS: Mapping[str, tuple[float, float]] = {
    "friction": (0.001, 2.0),
    "restitution_disc": (0.0, 1.0),
    "restitution_edge": (0.0, 1.0),
    "gravity": (100.0, 100_000.0),
    "mass_disc": (0.01, 10_000.0),
    "mass_striker": (0.01, 10_000.0),
    "radius_disc": (1.0, 100.0),
    "radius_striker": (1.0, 100.0),
}
"""What is taken: without friction nothing would ever come to rest, without mass nothing would be pushed."""
