"""The model `slide` a second time, as simply as can be, to hold the kernel against: no predictions, no polynomials.

Time goes on in steps of a tenth of a millisecond; where a gap closes in a step, the instant is halved in. It shares
nothing with the kernel but the contract.
"""

from __future__ import annotations

import math

import numpy as np

STEP = 1e-4
HALVINGS = 60


class Table:
    """Pieces with place, velocity and the instant of the last change."""

    def __init__(self, discs, striker, constants):
        self.c = constants
        self.slowing = constants.friction * constants.gravity
        x, y, angle, speed = striker
        self.p = np.array([(x, y), *discs], dtype=float)
        self.v = np.zeros_like(self.p)
        self.v[0] = speed * math.cos(math.radians(angle)), speed * math.sin(math.radians(angle))
        self.r = np.array([constants.radius_striker] + [constants.radius_disc] * len(discs))
        self.m = np.array([constants.mass_striker] + [constants.mass_disc] * len(discs))
        self.on = np.ones(len(self.p), bool)
        self.t, self.events = 0.0, []

    def ahead(self, dt):
        """Places and velocities dt later, if nothing happens."""
        speed = np.hypot(*self.v.T)
        left = np.maximum(speed - self.slowing * dt, 0.0)
        unit = np.divide(self.v, speed[:, None], out=np.zeros_like(self.v), where=speed[:, None] > 0)
        lasts = np.minimum(dt, speed / self.slowing)
        return self.p + unit * (speed * lasts - self.slowing * lasts**2 / 2)[:, None], unit * left[:, None]

    def trouble(self, p, v):
        """What is closed and approaching at these places: (kind, i, j)."""
        found = []
        moving = np.hypot(*v.T) > 0
        for i in np.flatnonzero(self.on):
            if moving[i]:
                for j, (axis, sign) in enumerate(((1, 1), (0, 1), (1, -1), (0, -1))):
                    if sign * p[i, axis] >= 500 - self.r[i] and sign * v[i, axis] > 1e-9:
                        found.append(("edge", i, j))
                if math.hypot(*(abs(p[i]) - 435)) < 50 - 1e-6:
                    found.append(("pocket", i, (0 if p[i, 1] > 0 else 2) + (0 if p[i, 0] > 0 else 1)))
            for j in np.flatnonzero(self.on[i + 1 :]) + i + 1:
                if moving[i] or moving[j]:
                    d = p[j] - p[i]
                    far = math.hypot(*d)
                    if far <= self.r[i] + self.r[j] and d @ (v[j] - v[i]) < -1e-9 * far:
                        found.append(("contact", i, j))
        return found

    def happen(self, kind, i, j):
        """One event, one impulse."""
        if kind == "pocket":
            self.on[i], self.v[i] = False, 0.0
            self.events.append((3, i, j, self.t))
        elif kind == "edge":
            axis = 1 if j in (0, 2) else 0
            self.v[i, axis] *= -self.c.restitution_edge
            self.events.append((2, i, j, self.t))
        else:
            n = (self.p[j] - self.p[i]) / math.hypot(*(self.p[j] - self.p[i]))
            u = (self.v[i] - self.v[j]) @ n
            impulse = (1 + self.c.restitution_disc) * u / (1 / self.m[i] + 1 / self.m[j])
            self.v[i] -= impulse / self.m[i] * n
            self.v[j] += impulse / self.m[j] * n
            self.events.append((1, i, j, self.t))

    def play(self):
        """To the end; only for strokes in which no two things happen in one instant."""
        while (self.v != 0).any():
            p, v = self.ahead(STEP)
            if not self.trouble(p, v):
                self.p, self.v, self.t = p, v, self.t + STEP
                continue
            low, high = 0.0, STEP
            for _ in range(HALVINGS):
                middle = (low + high) / 2
                low, high = (low, middle) if self.trouble(*self.ahead(middle)) else (middle, high)
            found = self.trouble(*self.ahead(high))
            self.p, self.v = self.ahead(high)
            self.t += high
            self.happen(*found[0])
        return self
