"""When two pieces meet: the first instant at which they touch, or overlap, and approach.

Where one of them lies the way is a straight line, and the answer closed. Where both move, the squared distance is a
polynomial of degree four in time. It is never solved by a formula: its second derivative gives the pieces on which the
first is monotone, and in each of them the crossing is closed in between two ends (leading coefficients that vanish
need no case of their own). 'Touching and approaching' instead of 'distance zero' is from Bannerman, Strobl, Formella,
Poeschel 2014 (arXiv 1211.6718): an overlap by rounding can neither stop nor trap the run.
"""

from __future__ import annotations

import math

import numpy as np

from refereeing.engine.physics.compiled import inner, jit
from refereeing.engine.physics.layout import AX, AY, HIGH, LEFT, LOW, OWN, RADIUS, RIGHT, STOP
from refereeing.engine.physics.motion import STILL, Array, look

NEAR = 1e-6
"""Slack of the boxes, mm: no contact is missed by rounding."""
FINEST = 1e-13
"""s. A step of Newton no longer than this is the last one: its own error is far below the last digit."""
STEPS = 100
"""Halvings at most; Newton needs five or six."""


@inner
def next_meeting(body: Array, i: int, j: int, now: float) -> float:
    """When pieces i and j meet next, not before `now`, as they move now; inf: not before one of them meets an edge or
    a pocket."""
    a, b = body[i], body[j]
    reach = a[RADIUS] + b[RADIUS]
    near = reach + NEAR
    if a[LEFT] - b[RIGHT] > near or b[LEFT] - a[RIGHT] > near or a[LOW] - b[HIGH] > near or b[LOW] - a[HIGH] > near:
        return np.inf
    until = min(a[OWN], b[OWN])
    stop_a, stop_b = a[STOP], b[STOP]
    first, last = min(stop_a, stop_b), max(stop_a, stop_b)
    start = now
    if first > now:
        wait = both_moving(body, i, j, now, min(first, until) - now, reach)
        if wait < np.inf:
            return now + wait
        start = first
    if last <= start or until <= start:
        return np.inf
    mover, lying = (i, j) if stop_a > stop_b else (j, i)
    wait = one_moving(body, mover, lying, start, reach)
    return start + wait if start + wait <= until else np.inf


@inner
def one_moving(body: Array, mover: int, lying: int, now: float, reach: float) -> float:
    """How long until the mover touches a piece that lies; inf: it stops before, or passes by."""
    x, y, vx, vy = look(body, mover, now)
    at_x, at_y, _, _ = look(body, lying, now)
    return wait_for_lying(at_x - x, at_y - y, vx, vy, reach, body[mover, STOP] - now)


@jit
def wait_for_lying(dx: float, dy: float, vx: float, vy: float, reach: float, lasts: float) -> float:
    """How long until a piece moving with (vx, vy), at rest after `lasts`, comes within `reach` of the place (dx, dy)
    from it."""
    ahead = dx * vx + dy * vy
    if ahead <= 0.0:
        return np.inf
    gap = dx * dx + dy * dy - reach * reach
    if gap <= 0.0:
        return 0.0 if ahead > STILL * reach else np.inf
    across = dx * vy - dy * vx
    under = reach * reach * (vx * vx + vy * vy) - across * across
    if under <= 0.0:
        return np.inf
    part = gap / (ahead + math.sqrt(under))
    left = 1.0 - 2.0 * part / lasts
    return 2.0 * part / (1.0 + math.sqrt(left)) if left > 0.0 else np.inf


@inner
def both_moving(body: Array, i: int, j: int, now: float, within: float, reach: float) -> float:
    """How long until two moving pieces touch and approach, at most `within`; inf: not in that time."""
    xi, yi, ui, wi = look(body, i, now)
    xj, yj, uj, wj = look(body, j, now)
    x, y, u, w = xj - xi, yj - yi, uj - ui, wj - wi
    gap = x * x + y * y - reach * reach
    ax, ay = body[j, AX] - body[i, AX], body[j, AY] - body[i, AY]
    if gap > 0.0:
        u_then, w_then = u + ax * within, w + ay * within
        most = max(u * u + w * w, u_then * u_then + w_then * w_then)
        far = gap / (math.sqrt(gap + reach * reach) + reach)
        if most * within * within < far * far:
            return np.inf
    return first_crossing(
        gap, 2.0 * (x * u + y * w), u * u + w * w + x * ax + y * ay, u * ax + w * ay, 0.25 * (ax * ax + ay * ay),
        within, 2.0 * STILL * reach,
    )  # fmt: skip


@jit
def first_crossing(c0: float, c1: float, c2: float, c3: float, c4: float, end: float, still: float) -> float:
    """The first t in [0, end] at which f = c0 + c1 t + c2 t² + c3 t³ + c4 t⁴ is at most 0 and falls; inf: none.

    Where f is no more than 0 already, a slope down to -`still` counts as not falling: pieces that touch and hardly
    approach.
    """
    if c0 <= 0.0 and c1 < -still:
        return 0.0
    low, high = bends(c2, c3, c4, end)
    start, slope = 0.0, c1
    for stop in (low, high, end):
        if stop > start:
            slope_then = c1 + stop * (2.0 * c2 + stop * (3.0 * c3 + stop * 4.0 * c4))
            if slope < 0.0 or slope_then < 0.0:
                found = fall(c0, c1, c2, c3, c4, start, stop, slope, slope_then, still)
                if found < np.inf:
                    return found
            start, slope = stop, slope_then
    return np.inf


@inner
def bends(c2: float, c3: float, c4: float, end: float) -> tuple[float, float]:
    """Where the slope of the polynomial turns in (0, end), in order; `end` for what there is none of.

    The zeros of 2 c2 + 6 c3 t + 12 c4 t², by the form that loses no digits and takes c4 = 0 as it comes.
    """
    under = 9.0 * c3 * c3 - 24.0 * c2 * c4
    if under <= 0.0:
        return end, end
    q = -3.0 * c3 - math.sqrt(under) if c3 > 0.0 else -3.0 * c3 + math.sqrt(under)
    one = q / (12.0 * c4) if abs(q) < 12.0 * c4 * end else end
    two = 2.0 * c2 / q if abs(2.0 * c2) < abs(q) * end else end
    one = one if one > 0.0 else end
    two = two if two > 0.0 else end
    return min(one, two), max(one, two)


@inner
def fall(
    c0: float, c1: float, c2: float, c3: float, c4: float, start: float, stop: float, slope: float, slope_then: float,
    still: float,
) -> float:
    """Where the polynomial falls to 0, on a stretch whose slope is monotone and somewhere negative; inf: nowhere.

    Ten arguments: five coefficients, two ends with their slopes; a tuple would cost in the innermost loop.
    """
    value = c0 + start * (c1 + start * (c2 + start * (c3 + start * c4)))
    if slope < 0.0 and slope_then > 0.0:
        # A valley. Both tangents lie below it: where they meet above 0 there is nothing to look for.
        value_then = c0 + stop * (c1 + stop * (c2 + stop * (c3 + stop * c4)))
        width = stop - start
        meet = (value_then - value - slope_then * width) / (slope - slope_then)
        if value + slope * meet > 0.0:
            return np.inf
        stop = slope_zero(c1, c2, c3, c4, start, stop, 1.0)
    least = c0 + stop * (c1 + stop * (c2 + stop * (c3 + stop * c4)))
    if least > 0.0:
        return np.inf
    if value > 0.0:
        return value_zero(c0, c1, c2, c3, c4, start, stop)
    if slope >= 0.0:
        start = slope_zero(c1, c2, c3, c4, start, stop, -1.0)
        value = c0 + start * (c1 + start * (c2 + start * (c3 + start * c4)))
        if value > 0.0:
            return value_zero(c0, c1, c2, c3, c4, start, stop)
    # They touch already: from when on do they approach?
    return slope_zero(c1 + still, c2, c3, c4, start, stop, -1.0) if slope_then < -still else np.inf


@inner
def value_zero(c0: float, c1: float, c2: float, c3: float, c4: float, low: float, high: float) -> float:
    """The zero of the polynomial between `low`, where it is above 0, and `high`, where it is not: Newton, and halving
    where Newton leaves the bracket."""
    t = high
    for _ in range(STEPS):  # pragma: no branch (halving ends before; the count is a guard)
        value = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
        slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
        if value > 0.0:
            low = t
        else:
            high = t
        better = t - value / slope if slope != 0.0 else low
        if not low < better < high:
            better = 0.5 * (low + high)
        is_last = abs(better - t) <= FINEST or high - low <= FINEST
        t = better
        if is_last:
            break
    return t


@inner
def slope_zero(c1: float, c2: float, c3: float, c4: float, low: float, high: float, sign: float) -> float:
    """The zero of the slope between `low` and `high`, where it changes its sign once: from `sign` < 0
    down through 0, from `sign` > 0 up through it."""
    t = 0.5 * (low + high)
    for _ in range(STEPS):  # pragma: no branch (halving ends before; the count is a guard)
        slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
        bend = 2.0 * c2 + t * (6.0 * c3 + t * 12.0 * c4)
        if slope * sign < 0.0:
            low = t
        else:
            high = t
        better = t - slope / bend if bend != 0.0 else low
        if not low < better < high:
            better = 0.5 * (low + high)
        is_last = abs(better - t) <= FINEST or high - low <= FINEST
        t = better
        if is_last:
            break
    return t
