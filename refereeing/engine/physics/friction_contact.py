"""Friction between two pieces, or a piece and an edge, in the moment of a contact (docs/physics-full.md).

Coulomb: the tangential impulse is mu times the normal one, and never more than what stops the slip (sticking). Nothing
turns the slip round, so that energy never rises; that it may (Maw, Barber, Fawcett, Wear 38, 1976) is left out.
Signs: the normal n points from the first piece to the second, the tangent is n turned left; spin is positive
anticlockwise; the impulse acts on the second piece along the tangent, on the first against it.
"""

from __future__ import annotations

from refereeing.engine.physics.compiled import jit


@jit
def slip_speed(along: float, rim_first: float, rim_second: float) -> float:
    """How fast the first piece's rim passes the second's, mm/s.

    `along`: relative velocity (first minus second) along the tangent; `rim_…`: spin times radius of each.
    """
    return along + rim_first + rim_second


@jit
def slip_give(inverse_mass: float, radius: float, inverse_inertia: float) -> float:
    """By how much an impulse of 1 g mm/s changes the speed of a piece's rim: 1/m + R^2/I, 1/g."""
    return inverse_mass + radius * radius * inverse_inertia


@jit
def tangential_impulse(slip: float, normal_impulse: float, friction: float, give: float) -> float:
    """The impulse along the tangent, with the sign of the slip: min(mu J_n, |slip| / give).

    `give` is the sum of `slip_give` over both pieces (an edge gives nothing).
    """
    most = friction * normal_impulse
    sticking = slip / give
    if sticking > most:
        return most
    if sticking < -most:
        return -most
    return sticking
