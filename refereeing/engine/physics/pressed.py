"""Contacts that press together: a compliant model that does not depend on an order (docs/physics.md, full).

A contact lasts tens of microseconds and compresses the pieces by some hundredths of a millimetre, so discs that lie
closer than about 0.1 mm are in contact at the same time, and impulses one after the other are not justified. Here every
contact of the group is a linear spring with a damper that gives a lone contact its restitution, edges as stiff as
discs, with Coulomb friction; all of them are followed together in small steps until the group has come apart.

Only the velocities are kept: the places are those of the moment of the first contact, as with every impact law here.
Source of the law: linear spring and dashpot (Schwager, Poeschel, Granular Matter 9, 2007); contact times as in
Mueller, Poeschel (2012). The result is independent of the stiffness where that is the same everywhere.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.friction_contact import slip_give, slip_speed, tangential_impulse

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

HALF = 500.0
REACH = 2.0
"""mm: pieces further apart cannot touch while the group is together."""
STEPS_A_CONTACT = 250.0
"""Steps in the shortest contact."""
MOST_STEPS = 30_000
SLIP_STEPS = 8.0
"""Friction stops a small slip within about so many steps."""
LEAST_RESTITUTION = 0.01
"""Below it the damper is the one of this restitution: a piece that does not come back at all would stick."""
WORTH = 1.0
"""mm/s: a contact that never closes faster is not told."""
EDGE_X = (0.0, 1.0, 0.0, -1.0)
EDGE_Y = (1.0, 0.0, -1.0, 0.0)
LEAST_OVERLAP = 1e-11
"""mm: less is rounding of the places, not a contact."""
PI = 3.141592653589793
LOG_TERMS = 12


@jit
def log_of(value: float) -> float:
    """The natural logarithm for 0.01 to 1, by + - * / sqrt alone, so that it is the same on every machine.

    Four square roots bring the value to 0.74 or more; there ln x = 2 artanh((x - 1) / (x + 1)), to 1e-15.
    """
    root = math.sqrt(math.sqrt(math.sqrt(math.sqrt(value))))
    z = (root - 1.0) / (root + 1.0)
    square = z * z
    total = 0.0
    for term in range(LOG_TERMS, -1, -1):
        total = total * square + 1.0 / (2.0 * term + 1.0)
    return 32.0 * z * total


@jit
def damping(restitution: float, stiffness: float, mass: float) -> float:
    """The damper, g/s, with which a lone contact of this reduced mass has the restitution.

    A half swing lasts pi / w with w^2 = k/m - b^2 and leaves exp(-pi b / w), so b = w_0 L / sqrt(pi^2 + L^2), where L
    is -ln(restitution); the damper is 2 m b.
    """
    loss = -log_of(max(restitution, LEAST_RESTITUTION))
    return 2.0 * math.sqrt(stiffness * mass) * loss / math.sqrt(PI * PI + loss * loss)


@jit
def near_contacts(x: Floats, y: Floats, radius: Floats, group: Ints, size: int, pairs: Ints) -> int:
    """The contacts that the group may have: rows (a, b) of `pairs`, b = -1..-4 for the edges N E S W."""
    count = 0
    for one in range(size):
        a = group[one]
        for other in range(one + 1, size):
            b = group[other]
            apart = radius[a] + radius[b] + REACH
            dx, dy = x[b] - x[a], y[b] - y[a]
            if dx * dx + dy * dy < apart * apart and count < pairs.shape[0]:
                pairs[count, 0], pairs[count, 1] = a, b
                count += 1
        limit = HALF - radius[a] - REACH
        for edge in range(4):
            if _towards(edge, x[a], y[a]) > limit and count < pairs.shape[0]:
                pairs[count, 0], pairs[count, 1] = a, -1 - edge
                count += 1
    return count


@jit
def _towards(edge: int, x: float, y: float) -> float:
    """The coordinate towards an edge: 0 N, 1 E, 2 S, 3 W."""
    if edge == 0:
        return y
    if edge == 1:
        return x
    return -y if edge == 2 else -x


@jit
def press(
    x: Floats, y: Floats, vx: Floats, vy: Floats, spin: Floats, body: Floats, group: Ints, law: Floats, told: Floats
) -> int:
    """Follow a group of pieces through its contacts; writes the velocities and spins they leave with.

    `body[piece]`: radius, 1/mass, 1/inertia (0: it does not turn). `group`: the pieces that take part. `law`: stiffness
    g/s^2, restitution and friction of discs, then of edges. `told[k]` takes, for each contact that closed faster than
    1 mm/s, in the order of closing: a, b (-1..-4 for the edges N E S W), s since the start, mm/s at most. Returns their number.
    """
    pairs = np.zeros((told.shape[0], 2), np.int64)
    count = near_contacts(x, y, body[:, 0], group, group.shape[0], pairs)
    dampers, step, quiet = contact_figures(body, pairs, count, law)
    moving = np.column_stack((x, y, vx, vy, spin))
    force = np.zeros((x.shape[0], 3))
    first, speed = np.full(count, -1.0), np.zeros(count)
    idle = 0
    for number in range(MOST_STEPS):
        force[:] = 0.0
        idle += 1
        for row in range(count):
            closing = contact_force(moving, body, pairs[row, 0], pairs[row, 1], law, dampers[row], step, force)
            if closing > -math.inf:
                idle = 0
                speed[row] = max(speed[row], closing)
                if first[row] < 0.0:
                    first[row] = number * step
        if idle * step > quiet:
            break
        advance(moving, body, group, force, step)
    keep_energy(vx, vy, spin, moving, body, group)
    return tell(pairs, count, first, speed, told)


@jit
def contact_figures(body: Floats, pairs: Ints, count: int, law: Floats) -> tuple[Floats, float, float]:
    """The damper of every contact, the step, and how long nothing must touch before the group counts as apart."""
    dampers = np.zeros(count)
    least, most = math.inf, 0.0
    for row in range(count):
        a, b = pairs[row]
        give = body[a, 1] + (body[b, 1] if b >= 0 else 0.0)
        dampers[row] = damping(law[1] if b >= 0 else law[3], law[0], 1.0 / give)
        lasts = PI / math.sqrt(law[0] * give)
        least, most = min(least, lasts), max(most, lasts)
    return dampers, least / STEPS_A_CONTACT, most


@jit
def contact_force(
    moving: Floats, body: Floats, a: int, b: int, law: Floats, damper: float, step: float, force: Floats
) -> float:
    """Add one contact's force and torque to its pieces; how fast it closes, -inf where nothing touches.

    `moving[piece]`: place, velocity, spin.
    """
    radius = body[a, 0]
    if b < 0:
        nx, ny = EDGE_X[-1 - b], EDGE_Y[-1 - b]
        overlap = moving[a, 0] * nx + moving[a, 1] * ny + radius - HALF
        if overlap <= LEAST_OVERLAP:
            return -math.inf
        ux, uy, rim, give = moving[a, 2], moving[a, 3], 0.0, 0.0
    else:
        nx, ny = moving[b, 0] - moving[a, 0], moving[b, 1] - moving[a, 1]
        square, apart = nx * nx + ny * ny, radius + body[b, 0]
        if square >= apart * apart or square == 0.0:
            return -math.inf
        far = math.sqrt(square)
        nx, ny, overlap = nx / far, ny / far, apart - far
        if overlap <= LEAST_OVERLAP:
            return -math.inf
        ux, uy, rim = moving[a, 2] - moving[b, 2], moving[a, 3] - moving[b, 3], moving[b, 4] * body[b, 0]
        give = slip_give(body[b, 1], body[b, 0], body[b, 2])
    closing = ux * nx + uy * ny
    normal = law[0] * overlap + damper * closing
    give += slip_give(body[a, 1], radius, body[a, 2])
    slip = slip_speed(uy * nx - ux * ny, moving[a, 4] * radius, rim)
    along = tangential_impulse(slip, max(0.0, normal), law[2] if b >= 0 else law[4], give * SLIP_STEPS * step)
    add_force(force, a, -normal, -along, nx, ny, radius)
    if b >= 0:
        add_force(force, b, normal, along, nx, ny, -body[b, 0])
    return closing


@jit
def add_force(force: Floats, i: int, normal: float, along: float, nx: float, ny: float, lever: float) -> None:
    """A force on piece i by its parts along the normal and the tangent; `lever`: radius, with the side it acts on."""
    force[i, 0] += normal * nx - along * ny
    force[i, 1] += normal * ny + along * nx
    force[i, 2] += along * lever


@jit
def advance(moving: Floats, body: Floats, group: Ints, force: Floats, step: float) -> None:
    """One step of the group: new velocities first, places with them (the step that keeps a spring's energy)."""
    for place in range(group.shape[0]):
        piece = group[place]
        moving[piece, 2] += step * force[piece, 0] * body[piece, 1]
        moving[piece, 3] += step * force[piece, 1] * body[piece, 1]
        moving[piece, 4] += step * force[piece, 2] * body[piece, 2]
        moving[piece, 0] += step * moving[piece, 2]
        moving[piece, 1] += step * moving[piece, 3]


@jit
def keep_energy(vx: Floats, vy: Floats, spin: Floats, moving: Floats, body: Floats, group: Ints) -> None:
    """Take over the new velocities. Where the steps made energy, all impulses are cut by the one factor that leaves
    none of it: momentum stays what it was, whatever the factor.
    """
    change, gained = 0.0, 0.0
    for piece in group:
        mass = 1.0 / body[piece, 1]
        dx, dy, dw = moving[piece, 2] - vx[piece], moving[piece, 3] - vy[piece], moving[piece, 4] - spin[piece]
        inertia = 1.0 / body[piece, 2] if body[piece, 2] > 0.0 else 0.0
        gained += mass * (dx * dx + dy * dy) + inertia * dw * dw
        change += 2.0 * (mass * (dx * vx[piece] + dy * vy[piece]) + inertia * dw * spin[piece])
    part = -change / gained if change + gained > 0.0 else 1.0
    for piece in group:
        vx[piece] += part * (moving[piece, 2] - vx[piece])
        vy[piece] += part * (moving[piece, 3] - vy[piece])
        spin[piece] += part * (moving[piece, 4] - spin[piece])


@jit
def tell(pairs: Ints, count: int, first: Floats, speed: Floats, told: Floats) -> int:
    """Write the contacts that closed faster than WORTH, in order of time, those of one time as they are listed."""
    number = 0
    for row in range(count):
        if first[row] < 0.0 or speed[row] < WORTH:
            continue
        place = number
        while place > 0 and told[place - 1, 2] > first[row]:
            told[place] = told[place - 1]
            place -= 1
        told[place, 0], told[place, 1] = pairs[row, 0], pairs[row, 1]
        told[place, 2], told[place, 3] = first[row], speed[row]
        number += 1
    return number
