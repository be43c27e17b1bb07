"""How a piece that spins slows down: its path is straight, spin and speed reach zero together (docs/physics-full.md).

    d speed / dt = -mu g F(e),   d rim / dt = -mu g T(e) m rho^2 / I,   rim = spin * rho, e = rim / speed

with F and T of `ring`. The motion is cut into stretches of constant slowing, so that the next contact is found on the
same parabolas as in `slide`. A stretch ends before F has changed so much that the place would be wrong by more than a
thousandth of the path, or TOLERANCE. Without spin there is one stretch, the one of `slide`.
"""

from __future__ import annotations

import math

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.ring import ring_factors

TOLERANCE = 0.1
"""mm: the last stretch starts where the rest of the path is known this well."""
RELATIVE = 1e-3
"""Of the rest of the path: what one stretch may add to the error."""
STRETCH = 0.6
"""A stretch that is not the last lasts at most this part of what the motion would last at the present slowing."""


MOTIONLESS = 1e-6
"""mm/s: a piece that spins does not go anywhere at such a speed, and does not turn at such a speed of its ring."""


@jit
def last_stretch(speed: float, rim: float, slowing: float) -> tuple[float, float, float, bool]:
    """Down to rest at one slowing, the spin dying with the motion."""
    if speed <= MOTIONLESS:
        return slowing, 0.0, 0.0, True
    lasts = speed / slowing
    return slowing, rim / lasts, lasts, True


@jit
def spin_stretch(speed: float, rim: float, slowing: float, coupling: float) -> tuple[float, float, float, bool]:
    """The next stretch of a motion: (slowing, slowing of the rim, how long it lasts, whether it ends at rest).

    `speed` and `rim` >= 0 in mm/s, not both zero; `slowing` = mu g in mm/s^2, above zero; `coupling` = m rho^2 / I.
    With coupling 0 the law is off: spin does not change the slowing, ends with the motion and not before.
    """
    if coupling == 0.0 or rim <= MOTIONLESS:
        return last_stretch(speed, rim, slowing)
    turning = slowing * coupling
    if speed <= MOTIONLESS:
        return 0.0, turning, rim / turning, True
    now, torque = ring_factors(speed, rim)
    rest = speed / (slowing * now)
    lasts = min(rest, rim / (turning * torque))
    middle, torque_middle = _half_way(speed, rim, lasts * slowing * now, lasts * turning * torque)
    if abs(middle - now) * slowing * lasts * rest <= TOLERANCE:
        return last_stretch(speed, rim, slowing * middle)
    allowed = TOLERANCE + RELATIVE * speed * rest
    lasts *= 2.0 * STRETCH
    error = math.inf
    while error > allowed:
        lasts *= 0.5
        middle, torque_middle = _half_way(speed, rim, lasts * slowing * now, lasts * turning * torque)
        error = abs(middle - now) * slowing * lasts * rest
    return slowing * middle, turning * torque_middle, lasts, False


@jit
def _half_way(speed: float, rim: float, loss: float, rim_loss: float) -> tuple[float, float]:
    """F and T in the middle of a stretch that takes these speeds away."""
    return ring_factors(speed - 0.5 * loss, rim - 0.5 * rim_loss)
