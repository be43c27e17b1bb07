"""Strokes of the model `full` for tests: play one, and look into it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from refereeing.engine.physics.batch import make_batch, seat_direction
from refereeing.engine.physics.full_batch import run_all_full
from refereeing.engine.physics.full_layout import NOTES, make_spins
from refereeing.engine.physics.full_notes import REASONS
from refereeing.engine.physics.full_params import FullConstants, without_extras
from refereeing.engine.physics.layout import (
    CONTACT,
    CUSHION,
    EVENT_COLUMNS,
    EVENTS,
    FROM_AX,
    FROM_AY,
    FROM_SLOWS,
    FROM_T,
    FROM_TURNS,
    FROM_VX,
    FROM_VY,
    OFF,
    PIECE,
    POCKETED,
    RECROSSED,
    WAY_COLUMNS,
    WAYS,
    make_work,
)

NAMES = {CONTACT: "contact", CUSHION: "cushion", POCKETED: "pocketed", OFF: "off", RECROSSED: "recrossed"}
OFF_ALL = without_extras(FullConstants())
"""Every further law off: `slide`."""
FULL = FullConstants()


def only(**constants: float) -> FullConstants:
    """Only the laws that are named, with what they need of inertia and ring."""
    return replace(OFF_ALL, inertia_disc=FULL.inertia_disc, inertia_striker=FULL.inertia_striker, **constants)


class Played:
    """One stroke, played to its end."""

    def __init__(self, discs, launch, constants=FULL, *, player="", keep=600):
        pieces = len(discs) + 1
        self.work, self.spins = make_work(pieces), make_spins(pieces)
        self.constants = constants
        out, beyond = make_batch(1, pieces, keep), np.zeros(1, dtype=np.int64)
        events, ways = np.zeros((keep, EVENT_COLUMNS)), np.zeros((20_000, WAY_COLUMNS))
        starts = np.array(discs, dtype=np.float64).reshape(1, len(discs), 2)
        launches = np.array([[*launch, 0.0][:5]], dtype=np.float64)
        rows = constants.as_row()[None]
        run_all_full(self.work, self.spins, starts, launches, rows, seat_direction(player), out, beyond, events, ways)
        self.events = events[: self.work.counts[EVENTS]]
        self.ways = ways[: self.work.counts[WAYS]]
        assert len(self.ways) == self.work.counts[WAYS], "more room is needed"
        self.after, self.fate, self.status, self.out = out.after[0], out.fate[0], int(out.status[0]), out
        notes = self.spins.notes[: self.spins.counts[NOTES]]
        self.notes = [(t, int(piece), REASONS[int(why)]) for t, piece, why in notes]

    @property
    def told(self):
        """The events: name, piece, the other."""
        return [(NAMES[int(row[0])], int(row[1]), int(row[2])) for row in self.events]

    def first_way(self, piece):
        """The first motion of a piece: vx, vy, spin."""
        row = next(row for row in self.ways if row[PIECE] == piece and (piece > 0 or row[FROM_T] > 0))
        return row[FROM_VX], row[FROM_VY], row[FROM_TURNS]

    def energies(self):
        """The whole energy after each change of motion, g mm²/s², in order of time."""
        n, c = self.work.best.size, self.constants
        mass = np.array([c.mass_striker] + [c.mass_disc] * (n - 1))
        of_striker, of_disc = c.radius_striker**2 * c.inertia_striker, c.radius_disc**2 * c.inertia_disc
        moment = mass * np.array([of_striker] + [of_disc] * (n - 1))
        last: dict[int, np.ndarray] = {}
        found = []
        for row in self.ways:
            last[int(row[PIECE])] = row
            total = 0.0
            for piece, way in last.items():
                dt = row[FROM_T] - way[FROM_T]
                speed = math.hypot(way[FROM_VX], way[FROM_VY])
                left = max(0.0, speed - math.hypot(way[FROM_AX], way[FROM_AY]) * dt)
                spin = max(0.0, abs(way[FROM_TURNS]) - way[FROM_SLOWS] * dt)
                total += 0.5 * mass[piece] * left**2 + 0.5 * moment[piece] * spin**2
            found.append((row[FROM_T], total))
        # Pieces that change at one instant are listed one after the other: the last line of each instant counts.
        return [total for k, (t, total) in enumerate(found) if k + 1 == len(found) or found[k + 1][0] > t]


def scattered(random, count=16):
    """Discs anywhere but in the pockets, and a stroke at 0.5 to 6 m/s from the zone S."""
    places = [(random.uniform(-340, 340), -430.0, 22.5)]
    while len(places) < count + 1:
        x, y = random.uniform(-485, 485), random.uniform(-485, 485)
        is_free = all(math.hypot(x - a, y - b) > 15.0 + r for a, b, r in places)
        if is_free and math.hypot(abs(x) - 435, abs(y) - 435) > 50:
            places.append((x, y, 15.0))
    discs = [(x, y) for x, y, _ in places[1:]]
    spin = random.choice([0.0, random.uniform(-60, 60)])
    return discs, (places[0][0], -430.0, random.uniform(10, 170), random.uniform(500, 6000), spin)


def opening(random, gap=0.0, sides=1):
    """The opening row, and a stroke at it."""
    row = [((step - 3.5) * (30.0 + gap), 485.0) for step in range(8)]
    discs = (row + [(x, -y) for x, y in row] + [(y, x) for x, y in row] + [(-y, x) for x, y in row])[: 8 * sides]
    x, aim = random.uniform(-340, 340), random.uniform(-110, 110)
    return discs, (x, -430.0, math.degrees(math.atan2(915, aim - x)), random.uniform(500, 6000), 0.0)
