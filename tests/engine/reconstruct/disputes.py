"""Disputes made up to be solved: the first touch is contested by an own and an opponent's disc.

8 to 16 discs lie anywhere; the striker (player S) goes straight at two of them, 0.8 to 4 m/s, so that at its first
touch 2 to 10 mm part it from the other. The constants are each one standard deviation off those assumed, up or down.
Every position, before and after, is seen with a normal error of 2 mm in x and in y (drawn again where pieces would
overlap, as nobody would note such a position). The direction is known to a range whose half width is `spread`, the true
direction anywhere in it; the speed is not known.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.params import Constants
from refereeing.engine.table import DISC_RADIUS, POCKET_RADIUS, POCKETS, STRIKER_RADIUS

REACH = STRIKER_RADIUS + DISC_RADIUS
SD = {"friction": 0.02, "restitution_disc": 0.05, "restitution_edge": 0.05}
JUDGE = {"ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}}
Place = tuple[float, float]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Truth:
    """What really happened. `stroke`: x, y, angle, speed."""

    first: str
    rival: str
    margin: float
    stroke: tuple[float, float, float, float]
    places: dict[str, Place]
    constants: Constants
    moved: tuple[str, ...]
    contacts: int


def is_free(place: Place, others: list[Place], apart: float) -> bool:
    """Whether a disc can lie here: on the table, in no pocket, near no other."""
    is_in_pocket = any(math.dist(place, pocket) < POCKET_RADIUS + 2 for pocket in POCKETS.values())
    if max(abs(place[0]), abs(place[1])) > 485 or is_in_pocket:
        return False
    return all(math.dist(place, other) >= apart for other in others)


def contested(dice: np.random.Generator) -> tuple[Place, float, list[Place]] | None:
    """A striker, a direction and two discs on its way, nearly at the same distance; None where they do not fit."""
    striker = float(dice.uniform(-360, 360)), float(dice.uniform(-477, -376))
    angle = float(dice.uniform(20, 160))
    u = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    way, found = float(dice.uniform(60, 700)), []
    for more in (0.0, float(dice.uniform(2, 30))):
        beside = float(dice.uniform(-36.5, 36.5))
        along = way + more + math.sqrt(REACH * REACH - beside * beside)
        found.append((striker[0] + along * u[0] - beside * u[1], striker[1] + along * u[1] + beside * u[0]))
    fits = is_free(found[0], [striker], 52) and is_free(found[1], [striker], 52) and math.dist(*found) >= 30.2
    return (striker, angle, found) if fits else None


def scattered(dice: np.random.Generator, striker: Place, discs: list[Place]) -> list[Place]:
    """More discs, 8 to 16 in all."""
    wanted = int(dice.integers(8, 17))
    while len(discs) < wanted:
        place = float(dice.uniform(-485, 485)), float(dice.uniform(-485, 485))
        if is_free(place, discs, 31) and math.dist(place, striker) > 42:
            discs.append(place)
    return discs


def seen(dice: np.random.Generator, places: Array, counts: NDArray[np.bool_], sd: float) -> Array | None:
    """The places as people note them; None where no such note can be made."""
    radius = np.array([STRIKER_RADIUS] + [DISC_RADIUS] * (len(places) - 1))
    least = radius[:, None] + radius[None, :]
    both = counts[:, None] & counts[None, :] & ~np.eye(len(places), dtype=bool)
    for _ in range(300):
        noted = np.clip(places + dice.normal(0, sd, places.shape), -500 + radius[:, None], 500 - radius[:, None])
        apart = np.hypot(*(noted[:, None] - noted[None, :]).transpose(2, 0, 1))
        if np.all((apart >= least) | ~both):
            return noted
    return None


def made(dice: np.random.Generator, spread: float, sd: float) -> tuple[dict[str, Any], Truth] | None:
    """One attempt at a dispute."""
    begin = contested(dice)
    if begin is None:
        return None
    striker, angle, pair = begin
    discs = np.array(scattered(dice, striker, pair))
    speed = float(dice.uniform(800, 4000))
    signs = dice.choice([-1, 1], 3)
    off = {name: float(sign) * sd for (name, sd), sign in zip(SD.items(), signs, strict=True)}
    constants = Constants(**{name: getattr(Constants(), name) + off[name] for name in SD})
    ran = simulate_batch(discs[None], [[*striker, angle, speed]], constants.as_row()[None])
    touched = ran.kinds[0, 0] == 1 and tuple(ran.pairs[0, 0]) == (0, 1)
    if not touched or not 2.0 <= ran.margin[0, 1] <= 10.0 or ran.count[0] > ran.kinds.shape[1]:
        return None
    places = np.vstack([[striker], discs])
    before = seen(dice, places, np.ones(len(places), dtype=bool), sd)
    after = seen(dice, ran.after[0], ran.fate[0] == 0, sd)
    if before is None or after is None:
        return None
    return noted(dice, before, after, ran.fate[0], (angle, spread, sd), Truth(
        "d1", "d2", float(ran.margin[0, 1]), (*striker, angle, speed),
        {f"d{i}": (float(x), float(y)) for i, (x, y) in enumerate(discs, 1)}, constants,
        tuple(f"d{i}" for i in np.flatnonzero(np.abs(ran.after[0] - places).max(axis=1) > 0.5) if i > 0),
        int((ran.kinds[0] == 1).sum()),
    ))


def noted(
    dice: np.random.Generator, before: Array, after: Array, fate: NDArray[np.int8], known: tuple[float, float, float],
    truth: Truth,
) -> tuple[dict[str, Any], Truth]:
    """The dispute as `reconstruct` takes it. d1 was touched first, d2 nearly; one is the player's, by lot."""
    angle, spread, sd = known
    mine = int(dice.integers(1, 3))
    others = list(range(3, len(before)))
    reds = {mine, *(int(i) for i in dice.permutation(others)[: (len(before) - 1) // 2 - 1])}
    low = angle - float(dice.uniform(0, 2 * spread))
    ids = ["striker"] + [f"d{i}" for i in range(1, len(before))]
    def disc(i: int, place: Array) -> dict[str, Any]:
        return {"id": ids[i], "colour": "red" if i in reds else "black", "x": float(place[0]), "y": float(place[1])}
    striker: dict[str, Any] = {"x": float(before[0, 0]), "y": float(before[0, 1])}
    if fate[0] == 0:
        striker["after"] = {"x": float(after[0, 0]), "y": float(after[0, 1])}
    return {
        "before": [disc(i, before[i]) for i in range(1, len(before))],
        "after": [disc(i, after[i]) for i in range(1, len(before)) if fate[i] == 0],
        "pocketed": [ids[i] for i in range(len(before)) if fate[i] > 0], "striker": striker,
        "known": {"angle": [low, low + 2 * spread]}, "position_sd": sd, "constants_sd": SD, "adjudicate": JUDGE,
    }, truth


def dispute(seed: int, spread: float, sd: float = 2.0) -> tuple[dict[str, Any], Truth]:
    """The dispute with this number, and the truth of it."""
    dice = np.random.default_rng([seed, round(1000 * spread)])
    while (found := made(dice, spread, sd)) is None:
        pass
    return found
