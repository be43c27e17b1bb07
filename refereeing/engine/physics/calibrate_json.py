"""`calibrate`: measured strokes as JSON in, the table's constants and their uncertainty as JSON out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from refereeing.engine.errors import EngineError
from refereeing.engine.physics.calibrate import FITTED, LIMITS, PRIOR, Errors, Fit, MeasuredStroke, calibrate
from refereeing.engine.physics.params import Constants
from refereeing.engine.reading import at, read_list, read_number, read_object
from refereeing.engine.table import HALF

STROKES_LIMIT = 60
DISCS_LIMIT = 16
REACH = HALF - 10.0
FASTEST = 20_000.0
LONGEST = 60.0
KNOWN: Mapping[str, tuple[float, float]] = {
    "gravity": (1_000.0, 20_000.0), "mass_disc": (1.0, 100.0), "mass_striker": (1.0, 200.0),
    "radius_disc": (5.0, 40.0), "radius_striker": (5.0, 40.0),
}  # fmt: skip
DIGITS = 9
USUAL = Errors()


def calibrate_json(data: object) -> dict[str, Any]:
    """Fit constants to measured strokes. Raises EngineError with the exact path.

    `strokes`: 1 to 60 of `{"striker": {"x", "y", "angle"}, "stopped": {"x", "y"}}`, with what else was measured:
    `striker.angle_sd` (1°), `striker.speed` and `speed_sd` (mm/s), `seconds` until the striker stopped, `discs`
    (`[{"x", "y", "after": {"x", "y"}}]`, `after` where it was measured). Besides `position_sd` (3 mm), `seconds_sd`
    (0.15 s), `constants` (what is known: masses, radii, gravity), `prior` (`{"friction": [mean, sd], …}`).
    """
    given = read_object(data, "", ("strokes",), ("position_sd", "seconds_sd", "constants", "prior"))
    known = read_known(given.get("constants", {}))
    strokes = [
        read_stroke(item, f"strokes[{index}]", known)
        for index, item in enumerate(read_list(given["strokes"], "strokes", STROKES_LIMIT))
    ]
    if not strokes:
        raise EngineError("nothing_known", "strokes")
    errors = Errors(
        read_number(given.get("position_sd", USUAL.position), "position_sd", 0.1, 50.0),
        read_number(given.get("seconds_sd", USUAL.seconds), "seconds_sd", 0.001, 5.0),
    )
    return fit_json(calibrate(strokes, errors=errors, known=known, prior=read_prior(given.get("prior", {}))))


def read_stroke(value: object, path: str, known: Constants) -> MeasuredStroke:
    """One measured stroke, with pieces of the known radii."""
    given = read_object(value, path, ("striker", "stopped"), ("seconds", "discs"))
    where = at(path, "striker")
    striker = read_object(given["striker"], where, ("x", "y", "angle"), ("angle_sd", "speed", "speed_sd"))
    discs = read_list(given.get("discs", []), at(path, "discs"), DISCS_LIMIT)
    places: list[tuple[float, float]] = []
    after: dict[int, tuple[float, float]] = {}
    for index, item in enumerate(discs):
        disc_path = f"{at(path, 'discs')}[{index}]"
        disc = read_object(item, disc_path, ("x", "y"), ("after",))
        places.append(read_place(disc, disc_path))
        if "after" in disc:
            after[index] = read_point(disc["after"], at(disc_path, "after"))
    start = read_place(striker, where)
    check_apart(start, places, path, known)
    return MeasuredStroke(
        start=start, angle=read_number(striker["angle"], at(where, "angle"), -360.0, 360.0),
        stopped=read_point(given["stopped"], at(path, "stopped")),
        angle_sd=read_number(striker.get("angle_sd", 1.0), at(where, "angle_sd"), 0.01, 30.0),
        speed=read_optional(striker, "speed", where, FASTEST),
        speed_sd=read_number(striker.get("speed_sd", 100.0), at(where, "speed_sd"), 1.0, FASTEST),
        seconds=read_optional(given, "seconds", path, LONGEST), discs=tuple(places), discs_after=after,
    )  # fmt: skip


def check_apart(start: tuple[float, float], discs: list[tuple[float, float]], path: str, radii: Constants) -> None:
    """Refuse pieces that overlap: the striker first, then the discs in their order."""
    for index, (x, y) in enumerate(discs):
        others = [(start, radii.radius_striker), *((place, radii.radius_disc) for place in discs[:index])]
        for (ox, oy), radius in others:
            if math.hypot(x - ox, y - oy) < radius + radii.radius_disc - 1e-6:
                raise EngineError("overlap", f"{at(path, 'discs')}[{index}]")


def read_point(value: object, path: str) -> tuple[float, float]:
    """A place on the table as an object of its own."""
    return read_place(read_object(value, path, ("x", "y")), path)


def read_place(given: Mapping[str, Any], path: str) -> tuple[float, float]:
    """The x and y of an object."""
    return (
        read_number(given["x"], at(path, "x"), -REACH, REACH), read_number(given["y"], at(path, "y"), -REACH, REACH),
    )  # fmt: skip


def read_optional(given: Mapping[str, Any], name: str, path: str, most: float) -> float | None:
    """A positive number that may be left out."""
    return read_number(given[name], at(path, name), 0.01, most) if name in given else None


def read_known(value: object) -> Constants:
    """What is known of the pieces beforehand."""
    given = read_object(value, "constants", (), tuple(KNOWN))
    return Constants(**{name: read_number(v, at("constants", name), *KNOWN[name]) for name, v in given.items()})


def read_prior(value: object) -> Mapping[str, tuple[float, float]]:
    """What is believed of the constants before anything is measured."""
    given = read_object(value, "prior", (), FITTED)
    read = {name: read_pair(pair, at("prior", name), LIMITS[name]) for name, pair in given.items()}
    return {**PRIOR, **read}


def read_pair(value: object, path: str, limits: tuple[float, float]) -> tuple[float, float]:
    """Mean and standard deviation."""
    pair = read_list(value, path, 2)
    if len(pair) != 2:
        raise EngineError("missing", f"{path}[{len(pair)}]")
    return read_number(pair[0], f"{path}[0]", *limits), read_number(pair[1], f"{path}[1]", 1e-4, 1.0)


def fit_json(fit: Fit) -> dict[str, Any]:
    """The answer: whole constants for `simulate`, uncertainties for `reconstruct`, and each stroke's own."""
    return {
        "constants": asdict(fit.constants), "sd": {name: round(sd, DIGITS) for name, sd in fit.sd.items()},
        "fitted": list(FITTED), "correlation": [[round(c, DIGITS) for c in row] for row in fit.correlation],
        "learnt": list(fit.learnt), "explained": fit.is_explained, "chi_square": round(fit.chi_square, DIGITS),
        "strokes": [
            {"speed": s.speed, "angle": s.angle, "misfit": s.misfit, "seconds": s.seconds, "outlier": s.is_outlier}
            for s in fit.strokes
        ],
    }  # fmt: skip
