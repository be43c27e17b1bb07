"""The rules of a series as settings: read from what is stored or typed, with every fault named. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from competitions.common.errors import Invalid
from competitions.formats.age_groups import is_age_group
from competitions.formats.series import TIES, SeriesRules

MAX_PLACES = 512
MAX_POINTS = 10_000
MAX_BEST = 100
WOMEN, MEN, CLASSES = "F", "M", "class"
_FIELDS = ("points", "further", "best", "ties", "by_results", "divisions", "own_places")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesSettings:
    """`divisions`: rankings besides the one of all: `F`, `M`, `class`, and age groups such as `U18`.

    `own_places`: in those, places are counted anew among their members before points are given.
    """

    points: tuple[Fraction, ...] = ()
    further: Fraction = Fraction(0)
    best: int | None = None
    ties: tuple[str, ...] = ("total", "clears", "best_place")
    by_results: bool = False
    divisions: tuple[str, ...] = ()
    own_places: bool = False

    @property
    def rules(self) -> SeriesRules:
        """What the ranking is made by."""
        return SeriesRules(
            points=self.points, further=self.further, best=self.best, ties=self.ties, by_results=self.by_results)


def series_settings_from(data: Mapping[str, Any]) -> SeriesSettings:
    """Read settings; what is left out has its default. Raises Invalid with the setting as `path`."""
    if unknown := sorted(set(data) - set(_FIELDS)):
        raise Invalid("unknown_field", path=unknown[0])
    found = {name: _READERS[name](name, value) for name, value in data.items()}
    settings = SeriesSettings(**found)
    if any(later > earlier for earlier, later in pairwise((*settings.points, settings.further))) and settings.points:
        raise Invalid("places_rise", path="points")
    return settings


def series_settings_json(settings: SeriesSettings) -> dict[str, Any]:
    """The settings as plain JSON; points as texts, so that halves and thirds stay exact."""
    return {
        "points": [str(value) for value in settings.points], "further": str(settings.further), "best": settings.best,
        "ties": list(settings.ties), "by_results": settings.by_results, "divisions": list(settings.divisions),
        "own_places": settings.own_places,
    }


def points_from(path: str, value: Any) -> Fraction:
    """Points of one place: a number, or a text such as 12 or 7.5. Raises Invalid at `path`."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Invalid("wrong_type", path=path)
    try:
        found = Fraction(str(value)[:20].strip())
    except (ValueError, ZeroDivisionError):
        raise Invalid("wrong_type", path=path) from None
    if not 0 <= found <= MAX_POINTS or found.denominator > 100:
        raise Invalid("out_of_range", path=path, minimum=0, maximum=MAX_POINTS)
    return found


def _points(path: str, value: Any) -> tuple[Fraction, ...]:
    if not isinstance(value, list | tuple):
        raise Invalid("wrong_type", path=path)
    if len(value) > MAX_PLACES:
        raise Invalid("out_of_range", path=path, minimum=0, maximum=MAX_PLACES)
    return tuple(points_from(path, item) for item in value)


def _best(path: str, value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid("wrong_type", path=path)
    if not 1 <= value <= MAX_BEST:
        raise Invalid("out_of_range", path=path, minimum=1, maximum=MAX_BEST)
    return value


def _flag(path: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Invalid("wrong_type", path=path)
    return value


def _words(path: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
        raise Invalid("wrong_type", path=path)
    known = path == "ties"
    for word in value:
        if not (word in TIES if known else word in (WOMEN, MEN, CLASSES) or is_age_group(word)):
            raise Invalid("unknown_value", path=path, value=word[:20])
    if len(set(value)) != len(value):
        raise Invalid("duplicate", path=path)
    return tuple(value)


_READERS: Mapping[str, Any] = {
    "points": _points, "further": points_from, "best": _best, "ties": _words, "by_results": _flag,
    "divisions": _words, "own_places": _flag,
}
