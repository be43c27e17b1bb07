"""An angle as a direction, the same on every machine: platforms' sines differ in the last digit.

Folding into the first octant is exact in floating point, so mirrored angles are exact mirrors and the cosine of 90°
is 0. Only + - * / are used.
"""

from __future__ import annotations

from refereeing.engine.physics.compiled import jit

FULL = 360.0
RADIANS = 0.017453292519943295
"""A degree."""


@jit
def sine(r: float) -> float:
    """The sine of `r` radians, |r| <= π/4: the series to the 17th power (the next term is under 1e-19)."""
    q = r * r
    s = 1.0 - q / 272.0
    s = 1.0 - q / 210.0 * s
    s = 1.0 - q / 156.0 * s
    s = 1.0 - q / 110.0 * s
    s = 1.0 - q / 72.0 * s
    s = 1.0 - q / 42.0 * s
    s = 1.0 - q / 20.0 * s
    return r * (1.0 - q / 6.0 * s)


@jit
def cosine(r: float) -> float:
    """The cosine of `r` radians, |r| <= π/4: the series to the 18th power."""
    q = r * r
    c = 1.0 - q / 306.0
    c = 1.0 - q / 240.0 * c
    c = 1.0 - q / 182.0 * c
    c = 1.0 - q / 132.0 * c
    c = 1.0 - q / 90.0 * c
    c = 1.0 - q / 56.0 * c
    c = 1.0 - q / 30.0 * c
    c = 1.0 - q / 12.0 * c
    return 1.0 - q / 2.0 * c


@jit
def direction(angle: float) -> tuple[float, float]:
    """(cosine, sine) of an angle in degrees, counter-clockwise from +x; |angle| up to 1e6."""
    turn = abs(angle)
    turn = turn - FULL * (turn // FULL)
    up = 1.0 if angle >= 0.0 else -1.0
    right = 1.0
    if turn > 180.0:
        turn, up = FULL - turn, -up
    if turn > 90.0:
        turn, right = 180.0 - turn, -1.0
    if turn > 45.0:
        r = (90.0 - turn) * RADIANS
        return right * sine(r), up * cosine(r)
    r = turn * RADIANS
    return right * cosine(r), up * sine(r)
