"""Friction of a piece that slides and spins, resting on a ring of its underside.

Coulomb friction averaged over the ring (Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302, 2003): with
e = (spin * ring radius) / speed, K and E the complete elliptic integrals of parameter m,

    e <= 1: F = (2/pi) E(e^2),  T = (2/(pi e)) (E(e^2) - (1 - e^2) K(e^2))
    e >= 1: with q = 1/e: T = (2/pi) E(q^2),  F = (2/(pi q)) (E(q^2) - (1 - q^2) K(q^2))

The piece slows at mu g F; spin * ring radius falls at mu g T (m rho^2 / I). F is 1 without spin, T is 1 without speed.

Only + - * / sqrt: K and E come from the arithmetic-geometric mean A of 1 and sqrt(1 - m) (Abramowitz and Stegun 17.6),
K = pi / (2 A), E = K (1 - S), S the sum of 2^(n-1) c_n^2, so that pi falls out of F and T.
"""

from __future__ import annotations

import math

from refereeing.engine.physics.compiled import jit

TWO_OVER_PI = 0.6366197723675814
"""F and T where spin and speed are equal."""
MEAN_STEPS = 7
"""Steps of the mean: it doubles the right digits with each, and the worst start, 1 and 1e-8, needs seven."""


@jit
def ring_pair(ratio: float) -> tuple[float, float]:
    """The larger and the smaller of F and T, for the smaller of e and 1/e (0 to 1).

    With S' the sum without its first term, they are (1 - m/2 - S') / A and (m/2 - S') / (ratio A): no digits cancel.
    """
    square = ratio * ratio
    if square >= 1.0:
        return TWO_OVER_PI, TWO_OVER_PI
    if square == 0.0:
        return 1.0, 0.0
    a, b = 1.0, math.sqrt((1.0 - ratio) * (1.0 + ratio))
    tail, weight = 0.0, 1.0
    for _ in range(MEAN_STEPS):
        c = 0.5 * (a - b)
        a, b = 0.5 * (a + b), math.sqrt(a * b)
        tail += weight * c * c
        weight *= 2.0
    return (1.0 - 0.5 * square - tail) / a, (0.5 * square - tail) / (ratio * a)


@jit
def ring_factors(speed: float, rim: float) -> tuple[float, float]:
    """F and T for a speed and the speed of the ring by spin alone (both >= 0, in the same unit).

    Both zero is a piece at rest, where friction holds: (1, 1).
    """
    if rim <= speed:
        if speed == 0.0:
            return 1.0, 1.0
        return ring_pair(rim / speed)
    larger, smaller = ring_pair(speed / rim)
    return smaller, larger
