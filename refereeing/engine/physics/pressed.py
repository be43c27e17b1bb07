"""Contacts that press together: a compliant model that does not depend on an order (docs/physics-full.md).

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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.compiled import inner, jit
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


class PressRoom(NamedTuple):
    """Room for the groups of a stroke of n pieces; used again for the next."""

    group: NDArray[np.int64]
    """[n]: the pieces that take part"""
    start: NDArray[np.float64]
    """[n, 5]: place, velocity and spin of each piece when the group meets"""
    moving: NDArray[np.float64]
    """[n, 5]: the same in the course of the contacts; the velocities and spins are the answer"""
    force: NDArray[np.float64]
    """[n, 3]: force and torque"""
    pairs: NDArray[np.int64]
    """[.., 2]: the contacts that there may be: a, b; -1..-4 for the edges N E S W"""
    contacts: NDArray[np.float64]
    """[.., 3]: damper, s of the first touch (-1: none), mm/s at most"""
    told: NDArray[np.float64]
    """[.., 4]: the contacts that closed faster than WORTH, in the order of closing: a, b, s since the start, mm/s"""


def make_press_room(pieces: int) -> PressRoom:
    """Room for groups among so many pieces."""
    most = pieces * (pieces - 1) // 2 + 4 * pieces
    return PressRoom(
        np.zeros(pieces, dtype=np.int64), np.zeros((pieces, 5)), np.zeros((pieces, 5)), np.zeros((pieces, 3)),
        np.zeros((most, 2), dtype=np.int64), np.zeros((most, 3)), np.zeros((most, 4)),
    )  # fmt: skip


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


@inner
def near_contacts(room: PressRoom, size: int, body: Floats) -> int:
    """The contacts that the group may have, into `pairs`."""
    count, place = 0, room.start
    for one in range(size):
        a = room.group[one]
        for other in range(one + 1, size):
            b = room.group[other]
            apart = body[a, 0] + body[b, 0] + REACH
            dx, dy = place[b, 0] - place[a, 0], place[b, 1] - place[a, 1]
            if dx * dx + dy * dy < apart * apart:
                room.pairs[count, 0], room.pairs[count, 1] = a, b
                count += 1
        limit = HALF - body[a, 0] - REACH
        for edge in range(4):
            if EDGE_X[edge] * place[a, 0] + EDGE_Y[edge] * place[a, 1] > limit:
                room.pairs[count, 0], room.pairs[count, 1] = a, -1 - edge
                count += 1
    return count


@jit
def press(room: PressRoom, size: int, body: Floats, law: Floats) -> int:
    """Follow the first `size` pieces of `room.group`, in ascending order, from `room.start` through their contacts.

    `body[piece]`: radius, 1/mass, 1/inertia (0: it does not turn). `law`: stiffness g/s^2, restitution and friction of
    discs, then of edges. Writes the velocities and spins they leave with into `room.moving`, and `room.told`; returns
    how many contacts are told.
    """
    count = near_contacts(room, size, body)
    step, quiet = contact_figures(room, count, body, law)
    moving, force, contacts = room.moving, room.force, room.contacts
    for place in range(size):
        for column in range(5):
            moving[room.group[place], column] = room.start[room.group[place], column]
    number, idle = 0, 0
    while idle * step <= quiet and number < MOST_STEPS:
        for place in range(size):
            for column in range(3):
                force[room.group[place], column] = 0.0
        idle += 1
        for row in range(count):
            a, b = room.pairs[row, 0], room.pairs[row, 1]
            closing = contact_force(moving, body, force, a, b, law, contacts[row, 0], step)
            if closing > -math.inf:
                idle = 0
                contacts[row, 2] = max(contacts[row, 2], closing)
                if contacts[row, 1] < 0.0:
                    contacts[row, 1] = number * step
        advance(moving, body, force, room.group, size, step)
        number += 1
    keep_energy(room, size, body)
    return tell(room, count)


@inner
def contact_figures(room: PressRoom, count: int, body: Floats, law: Floats) -> tuple[float, float]:
    """The damper of every contact; the step, and how long nothing must touch before the group counts as apart."""
    least, most = math.inf, 0.0
    for row in range(count):
        a, b = room.pairs[row]
        give = body[a, 1] + (body[b, 1] if b >= 0 else 0.0)
        room.contacts[row, 0] = damping(law[1] if b >= 0 else law[3], law[0], 1.0 / give)
        room.contacts[row, 1], room.contacts[row, 2] = -1.0, 0.0
        lasts = PI / math.sqrt(law[0] * give)
        least, most = min(least, lasts), max(most, lasts)
    return least / STEPS_A_CONTACT, most


@inner
def contact_force(
    moving: Floats, body: Floats, force: Floats, a: int, b: int, law: Floats, damper: float, step: float
) -> float:
    """Add one contact's force and torque to its pieces; how fast it closes, -inf where nothing touches."""
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
    return float(closing)


@jit
def add_force(force: Floats, i: int, normal: float, along: float, nx: float, ny: float, lever: float) -> None:
    """A force on piece i by its parts along the normal and the tangent; `lever`: radius, with the side it acts on."""
    force[i, 0] += normal * nx - along * ny
    force[i, 1] += normal * ny + along * nx
    force[i, 2] += along * lever


@inner
def advance(moving: Floats, body: Floats, force: Floats, group: Ints, size: int, step: float) -> None:
    """One step of the group: new velocities first, places with them (the step that keeps a spring's energy)."""
    for place in range(size):
        piece = group[place]
        moving[piece, 2] += step * force[piece, 0] * body[piece, 1]
        moving[piece, 3] += step * force[piece, 1] * body[piece, 1]
        moving[piece, 4] += step * force[piece, 2] * body[piece, 2]
        moving[piece, 0] += step * moving[piece, 2]
        moving[piece, 1] += step * moving[piece, 3]


@inner
def keep_energy(room: PressRoom, size: int, body: Floats) -> None:
    """Where the steps made energy, all impulses are cut by the one factor that leaves none of it: momentum stays what
    it was, whatever the factor."""
    start, moving = room.start, room.moving
    change, gained = 0.0, 0.0
    for place in range(size):
        piece = room.group[place]
        for column in range(2, 5):
            weight = 1.0 / body[piece, 1]
            if column == 4:
                weight = 1.0 / body[piece, 2] if body[piece, 2] > 0.0 else 0.0
            more = moving[piece, column] - start[piece, column]
            gained += weight * more * more
            change += 2.0 * weight * more * start[piece, column]
    if change + gained <= 0.0:
        return
    part = -change / gained
    for place in range(size):
        piece = room.group[place]
        for column in range(2, 5):
            moving[piece, column] = start[piece, column] + part * (moving[piece, column] - start[piece, column])


@inner
def tell(room: PressRoom, count: int) -> int:
    """Write the contacts that closed faster than WORTH, in order of time, those of one time as they are listed."""
    number, told = 0, room.told
    for row in range(count):
        first, speed = room.contacts[row, 1], room.contacts[row, 2]
        if first < 0.0 or speed < WORTH:
            continue
        place = number
        while place > 0 and told[place - 1, 2] > first:
            for column in range(4):
                told[place, column] = told[place - 1, column]
            place -= 1
        told[place, 0], told[place, 1] = room.pairs[row, 0], room.pairs[row, 1]
        told[place, 2], told[place, 3] = first, speed
        number += 1
    return number
