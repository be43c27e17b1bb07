"""Constants of the model `full`: those of `slide`, and one or more for each further law (mm, s, g)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.params import LIMITS, Constants

FRICTION_DISC, FRICTION_EDGE, RING_DISC, RING_STRIKER, INERTIA_DISC, INERTIA_STRIKER = range(8, 14)
STIFFNESS, PRESSED_GAP, POCKET_ROUNDING, POCKET_CATCH, EDGE_LIFT, EDGE_HEIGHT, EDGE_DOUBT = range(14, 21)
"""The places of the further constants in a kernel's row, behind those of `slide`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FullConstants(Constants):
    """What the model `full` needs besides. A law whose constant is 0 is off (docs/physics-full.md: units, sources).

    friction_…: of disc on disc, of disc on edge, in a contact. ring_…: radius of the ring that a piece rests on, in
    parts of its radius. inertia_…: moment of inertia in units of mass * radius². stiffness: g/s² (1e10: 10 MN/m);
    pressed_gap: mm. pocket_rounding: mm of the lower rim; pocket_catch: mm of fall. edge_lift: part of the energy that
    goes into an edge and turns upwards; edge_height: mm; edge_doubt: mm/s.
    """

    friction_disc: float = 0.10
    friction_edge: float = 0.10
    ring_disc: float = 0.9
    ring_striker: float = 0.9
    inertia_disc: float = 0.5356
    inertia_striker: float = 0.5247
    stiffness: float = 1e10
    pressed_gap: float = 0.1
    pocket_rounding: float = 0.0
    pocket_catch: float = 6.0
    edge_lift: float = 0.0
    edge_height: float = 20.0
    edge_doubt: float = 3000.0

    def as_row(self) -> NDArray[np.float64]:
        """The constants as the kernel reads them: float64[21], in the order of the fields."""
        return np.array([getattr(self, field.name) for field in fields(FullConstants)], dtype=np.float64)

    def laws(self) -> list[str]:
        """The names of the laws that are on, besides those of `slide`."""
        return [name for name, constant in LAWS.items() if getattr(self, constant) > 0.0]


LAWS: Mapping[str, str] = {
    "disc_friction": "friction_disc",
    "edge_friction": "friction_edge",
    "spin_of_discs": "ring_disc",
    "spin_of_striker": "ring_striker",
    "pressed_contacts": "stiffness",
    "pocket_flight": "pocket_rounding",
    "edge_flight": "edge_lift",
}
"""Each law, and the constant that switches it off where it is 0."""
FULL_LIMITS: Mapping[str, tuple[float, float]] = {
    **LIMITS,
    "friction_disc": (0.0, 2.0),
    "friction_edge": (0.0, 2.0),
    "ring_disc": (0.0, 1.0),
    "ring_striker": (0.0, 1.0),
    "inertia_disc": (0.0, 1.0),
    "inertia_striker": (0.0, 1.0),
    "stiffness": (0.0, 1e12),
    "pressed_gap": (0.0, 1.0),
    "pocket_rounding": (0.0, 5.0),
    "pocket_catch": (0.0, 20.0),
    "edge_lift": (0.0, 1.0),
    "edge_height": (0.0, 1000.0),
    "edge_doubt": (0.0, 1e6),
}
SOFTEST = 1e8
"""g/s²: a softer contact would last longer than the model of an impact can stand."""


def without_extras(constants: Constants) -> FullConstants:
    """The same constants with every further law off: the model `slide`."""
    extra = {field.name: 0.0 for field in fields(FullConstants)}
    return FullConstants(**{**extra, **{field.name: getattr(constants, field.name) for field in fields(Constants)}})
