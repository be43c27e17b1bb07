"""Constants of one table on one day, fitted to a few measured strokes, with their uncertainty.

A stroke is measured by what people can measure in a hall: where the striker lay, which way it went, where it stopped,
how long it ran. Levenberg and Marquardt's least squares over the constants that all strokes share and over the speed
and the direction that each has of its own. What is believed beforehand counts as one more measurement (a Gaussian
prior), so that a constant of which the strokes say nothing keeps its wide uncertainty instead of a made-up value.
The uncertainty is that of the linearised problem (Laplace). Units: mm, s, degrees.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.params import Constants

Array = npt.NDArray[np.float64]

FITTED = ("friction", "restitution_edge", "restitution_disc")
"""What is fitted, in the order of the vectors here."""
COLUMNS = (0, 2, 1)
"""Where these stand in a row of `Constants.as_row()`."""
LIMITS: Mapping[str, tuple[float, float]] = {
    "friction": (0.01, 0.6), "restitution_edge": (0.05, 1.0), "restitution_disc": (0.05, 1.0),
}  # fmt: skip
PRIOR: Mapping[str, tuple[float, float]] = {
    "friction": (0.10, 0.04), "restitution_edge": (0.70, 0.10), "restitution_disc": (0.85, 0.06),
}  # fmt: skip
"""Mean and standard deviation before anything is measured: what is known of wood and powder (docs/physics.md)."""
SPEEDS = np.geomspace(200.0, 8_000.0, 150)
"""Speeds that are tried for a stroke whose speed nobody knows (mm/s)."""
START_FRICTION = (0.06, 0.09, 0.12, 0.15, 0.19, 0.24)
START_EDGE = (0.55, 0.70, 0.85)
BEST_STARTS = 3
CHANGES = 4
ROUNDS = 40
STEPS = np.array([1e-4, 1e-3, 1e-3, 1e-3, 1e-2])
"""Steps of the numerical slopes: friction, two restitutions, speed as a share of itself, degrees."""
OUTLIER = 4.0
"""Standard deviations: what is further off did not go as the model says."""
FEWEST = 2
"""So few strokes say nothing of which of them is wrong."""
LEARNT = 0.7
"""A constant counts as learnt when its uncertainty fell below this share of the prior's."""
STUCK = 1e12
SMALL = 1e-9


@dataclass(frozen=True, slots=True)
class MeasuredStroke:
    """One stroke as it was measured. `discs` are (x, y) before it; `discs_after` those whose rest was measured."""

    start: tuple[float, float]
    angle: float
    stopped: tuple[float, float]
    angle_sd: float = 1.0
    speed: float | None = None
    speed_sd: float = 100.0
    seconds: float | None = None
    discs: tuple[tuple[float, float], ...] = ()
    discs_after: Mapping[int, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FittedStroke:
    """What the fit makes of a stroke; `misfit` is how far from its measured place the striker stops (mm), `worst` its
    largest deviation of all in standard deviations."""

    speed: float
    angle: float
    misfit: float
    seconds: float
    worst: float

    @property
    def is_outlier(self) -> bool:
        """Whether it did not go as the model says, or was measured wrongly."""
        return self.worst > OUTLIER


@dataclass(frozen=True, slots=True)
class Fit:
    """The fitted constants. `sd` by name, `correlation` in the order of FITTED, `learnt` what the strokes told;
    `chi_square` is per degree of freedom: about 1 where the errors are as stated."""

    constants: Constants
    sd: Mapping[str, float]
    correlation: tuple[tuple[float, ...], ...]
    learnt: tuple[str, ...]
    strokes: tuple[FittedStroke, ...]
    chi_square: float

    @property
    def is_explained(self) -> bool:
        """Whether every stroke can have gone as the model says, with the errors that were stated."""
        return not any(stroke.is_outlier for stroke in self.strokes)


@dataclass(frozen=True, slots=True)
class Errors:
    """How surely things were measured: mm and s, one standard deviation."""

    position: float = 3.0
    seconds: float = 0.15


def calibrate(
    strokes: Sequence[MeasuredStroke], *, errors: Errors | None = None, known: Constants | None = None,
    prior: Mapping[str, tuple[float, float]] = PRIOR,
) -> Fit:
    """Fit friction and restitution to measured strokes (at least one); masses, radii and gravity are `known`.

    A stroke that cannot have gone as the others say is left out of the fit, the worst first, and named in the answer.
    Deterministic on one machine; the last digits may differ between machines (linear algebra).
    """
    taken = list(range(len(strokes)))
    left_out: dict[int, FittedStroke] = {}
    while True:
        problem = Problem([strokes[at] for at in taken], errors or Errors(), known or Constants(), prior)
        solved = [problem.settle(start) for start in problem.starts()]
        fit = problem.told(min(solved, key=lambda found: found[1])[0])
        worst = max(range(len(taken)), key=lambda at: fit.strokes[at].worst)
        if not fit.strokes[worst].is_outlier or len(taken) <= FEWEST:
            break
        left_out[taken.pop(worst)] = fit.strokes[worst]
    told = left_out | dict(zip(taken, fit.strokes, strict=True))
    return replace(fit, strokes=tuple(told[at] for at in range(len(strokes))))


class Problem:
    """The residuals of all strokes, each divided by its standard deviation, and their slopes.

    The vector of unknowns is the three shared constants, then the logarithm of the speed and the angle of each stroke.
    """

    def __init__(
        self, strokes: Sequence[MeasuredStroke], errors: Errors, known: Constants,
        prior: Mapping[str, tuple[float, float]],
    ) -> None:
        self.strokes = tuple(strokes)
        self.errors = errors
        self.known = known
        self.mean = np.array([prior[name][0] for name in FITTED])
        self.sd = np.array([prior[name][1] for name in FITTED])
        self.least = np.array([LIMITS[name][0] for name in FITTED])
        self.most = np.array([LIMITS[name][1] for name in FITTED])

    def starts(self) -> list[Array]:
        """The best few of a grid of constants, each with the best speed of every stroke."""
        grid = np.array(list(itertools.product(START_FRICTION, START_EDGE)))
        shared = np.column_stack([grid, np.full(len(grid), self.mean[2])])
        costs = (((shared - self.mean) / self.sd) ** 2).sum(axis=1)
        speeds = np.empty((len(grid), len(self.strokes)))
        for index, stroke in enumerate(self.strokes):
            tried = SPEEDS if stroke.speed is None else np.array([stroke.speed])
            found = self._scan(stroke, shared, tried)
            best = found.argmin(axis=1)
            costs += found[np.arange(len(grid)), best]
            speeds[:, index] = tried[best]
        angles = np.array([stroke.angle for stroke in self.strokes])
        order = np.argsort(costs, kind="stable")[:BEST_STARTS]
        return [
            np.concatenate([shared[at], np.column_stack([np.log(speeds[at]), angles]).ravel()]) for at in order
        ]

    def _scan(self, stroke: MeasuredStroke, shared: Array, speeds: Array) -> Array:
        """The squared misfit of a stroke for each row of constants and each speed."""
        rows = np.repeat(shared, len(speeds), axis=0)
        own = np.column_stack([np.tile(np.log(speeds), len(shared)), np.full(len(rows), stroke.angle)])
        squares: Array = (self.measured(stroke, rows, own) ** 2).sum(axis=1)
        # One stroke that cannot be explained must not decide alone which constants are tried: far off is far off.
        return np.minimum(squares, (OUTLIER * 25.0) ** 2).reshape(len(shared), len(speeds))

    def measured(self, stroke: MeasuredStroke, shared: Array, own: Array) -> Array:
        """Residuals of one stroke for rows of constants and of (log speed, angle): striker, discs, time."""
        constants = np.tile(self.known.as_row(), (len(shared), 1))
        constants[:, COLUMNS] = shared
        start = np.tile(np.array(stroke.start), (len(own), 1))
        launches = np.column_stack([start, own[:, 1], np.exp(own[:, 0])])
        discs = np.array(stroke.discs, dtype=np.float64).reshape(1, len(stroke.discs), 2)
        run = simulate_batch(discs, launches, constants, keep=0)
        places = [(0, stroke.stopped), *((index + 1, place) for index, place in stroke.discs_after.items())]
        parts = [(run.after[:, piece] - np.array(place)) / self.errors.position for piece, place in places]
        if stroke.seconds is not None:
            parts.append((run.stopped[:, :1] - stroke.seconds) / self.errors.seconds)
        return np.concatenate(parts, axis=1)

    def residuals(self, stroke: MeasuredStroke, shared: Array, own: Array) -> Array:
        """What was measured of one stroke, and what was known of its direction and speed."""
        parts = [self.measured(stroke, shared, own), (own[:, 1:] - stroke.angle) / stroke.angle_sd]
        if stroke.speed is not None:
            parts.append((np.exp(own[:, :1]) - stroke.speed) / stroke.speed_sd)
        return np.concatenate(parts, axis=1)

    def slopes(self, unknowns: Array) -> tuple[Array, Array]:
        """All residuals at a point, and their slopes by central differences: (r,) and (r, unknowns).

        Strokes share only the constants, so each is simulated eleven times, however many there are.
        """
        values = [(unknowns[:3] - self.mean) / self.sd]
        rows = [np.hstack([np.diag(1.0 / self.sd), np.zeros((3, len(unknowns) - 3))])]
        for index, stroke in enumerate(self.strokes):
            at = 3 + 2 * index
            point = np.concatenate([unknowns[:3], unknowns[at : at + 2]])
            tried = np.vstack([point, point + np.diag(STEPS), point - np.diag(STEPS)])
            found = self.residuals(stroke, tried[:, :3], tried[:, 3:])
            slope = ((found[1:6] - found[6:]) / (2.0 * STEPS)[:, None]).T
            wide = np.zeros((len(slope), len(unknowns)))
            wide[:, :3], wide[:, at : at + 2] = slope[:, :3], slope[:, 3:]
            values.append(found[0])
            rows.append(wide)
        return np.concatenate(values), np.vstack(rows)

    def cost(self, unknowns: Array) -> float:
        """The sum of the squares of all residuals."""
        total = float((((unknowns[:3] - self.mean) / self.sd) ** 2).sum())
        for index, stroke in enumerate(self.strokes):
            own = unknowns[None, 3 + 2 * index : 5 + 2 * index]
            total += float((self.residuals(stroke, unknowns[None, :3], own) ** 2).sum())
        return total

    def settle(self, start: Array) -> tuple[Array, float]:
        """Solve, then look whether another speed of some stroke fits the constants better, until none does.

        A stroke that was taken for one with a rebound, because the constants were still far off, finds back.
        """
        here, cost = self.solve(start)
        for _ in range(CHANGES):
            there = self._other_speeds(here)
            found, reached = self.solve(there)
            if reached >= cost * (1.0 - SMALL):
                break
            here, cost = found, reached
        return here, cost

    def _other_speeds(self, unknowns: Array) -> Array:
        changed = unknowns.copy()
        for index, stroke in enumerate(self.strokes):
            at = 3 + 2 * index
            tried = SPEEDS if stroke.speed is None else np.array([stroke.speed])
            found = self._scan(stroke, unknowns[None, :3], tried)[0]
            now = float((self.measured(stroke, unknowns[None, :3], unknowns[None, at : at + 2]) ** 2).sum())
            if found.min() < now:
                changed[at] = np.log(tried[found.argmin()])
        return changed

    def solve(self, start: Array) -> tuple[Array, float]:
        """The way down from a start: the place reached and its sum of squares."""
        here, cost, damping = start, self.cost(start), 1e-2
        for _ in range(ROUNDS):
            values, slopes = self.slopes(here)
            square, down = slopes.T @ slopes, slopes.T @ values
            before = cost
            while damping < STUCK:
                step = np.linalg.solve(square + damping * np.diag(np.diag(square)), down)
                there = self._clipped(here - step)
                reached = self.cost(there)
                if reached < cost:
                    here, cost, damping = there, reached, damping / 5.0
                    break
                damping *= 4.0
            if before - cost <= SMALL * (1.0 + before):
                break
        return here, cost

    def _clipped(self, unknowns: Array) -> Array:
        kept = unknowns.copy()
        kept[:3] = np.clip(kept[:3], self.least, self.most)
        kept[3::2] = np.clip(kept[3::2], 0.0, np.log(SPEEDS[-1]) + 1.0)
        return kept

    def told(self, unknowns: Array) -> Fit:
        """The answer for people: values, uncertainties, and what became of each stroke."""
        values, slopes = self.slopes(unknowns)
        covariance = np.linalg.inv(slopes.T @ slopes)[:3, :3]
        sd = np.sqrt(np.diag(covariance))
        fitted = dict(zip(FITTED, unknowns[:3].tolist(), strict=True))
        return Fit(
            constants=replace(self.known, **fitted), sd=dict(zip(FITTED, sd.tolist(), strict=True)),
            correlation=tuple(tuple(row) for row in (covariance / np.outer(sd, sd)).tolist()),
            learnt=tuple(n for n, now, then in zip(FITTED, sd, self.sd, strict=True) if now < LEARNT * then),
            strokes=tuple(self._stroke_told(index, stroke, unknowns) for index, stroke in enumerate(self.strokes)),
            chi_square=float((values**2).sum()) / max(1, len(values) - len(unknowns)),
        )  # fmt: skip

    def _stroke_told(self, index: int, stroke: MeasuredStroke, unknowns: Array) -> FittedStroke:
        shared, own = unknowns[None, :3], unknowns[None, 3 + 2 * index : 5 + 2 * index]
        found = self.residuals(stroke, shared, own)[0]
        timed = self.measured(replace(stroke, seconds=0.0), shared, own)[0]
        return FittedStroke(
            speed=float(np.exp(own[0, 0])), angle=float(own[0, 1]),
            misfit=float(np.hypot(found[0], found[1])) * self.errors.position,
            seconds=float(timed[-1]) * self.errors.seconds, worst=float(np.abs(found).max()),
        )  # fmt: skip
