"""Logarithm and exponential of our own, only by + - * /: platforms' libraries differ in the last digit, and one digit
may decide which of two strokes is kept."""

from __future__ import annotations

import math

from refereeing.engine.physics.compiled import jit

LN_2 = 0.6931471805599453
ROOT_HALF = 0.7071067811865476
NOTHING = -700.0
"""e to the power of less than this is taken for 0."""


@jit
def ln(x: float) -> float:
    """The natural logarithm of x > 0, to a few units in the last place."""
    mantissa, power = math.frexp(x)
    if mantissa < ROOT_HALF:
        mantissa, power = 2.0 * mantissa, power - 1
    s = (mantissa - 1.0) / (mantissa + 1.0)
    q = s * s
    total = 1.0 / 23.0
    for odd in range(21, 0, -2):
        total = total * q + 1.0 / odd
    return 2.0 * s * total + power * LN_2


@jit
def exp(x: float) -> float:
    """e to the power of x, x <= 700; 0 below -700."""
    if x < NOTHING:
        return 0.0
    halves = math.floor(x / LN_2 + 0.5)
    r = x - halves * LN_2
    total = 1.0
    for k in range(16, 0, -1):
        total = 1.0 + total * r / k
    return math.ldexp(total, int(halves))
