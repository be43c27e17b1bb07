"""A series over several competitions: points by place, best N of M, and what separates those who are level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from competitions.formats.errors import FormatError


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """Somebody's place in one competition, and the points won there. Places nobody has are simply not there."""

    competition: str
    entry: str
    place: int
    value: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """`points[k]` for place k + 1, `further` for every place after them; `best` results count (None: all).

    `by_results`: the points won in each competition count instead of those of its places.
    `ties`: names of `TIES`, in order, after the sum of the results that count.
    """

    points: tuple[Fraction, ...]
    further: Fraction = Fraction(0)
    best: int | None = None
    ties: tuple[str, ...] = ()
    by_results: bool = False

    def __post_init__(self) -> None:
        for index, name in enumerate(self.ties):
            if name not in TIES:
                raise FormatError("unknown_value", f"ties[{index}]", value=name, allowed=", ".join(TIES))
            if name in self.ties[:index]:
                raise FormatError("duplicate", f"ties[{index}]", value=name)
        if self.best is not None and self.best < 1:
            raise FormatError("out_of_range", "best", low=1, high="any")

    def of(self, place: int) -> Fraction:
        """Points for a place."""
        return self.points[place - 1] if place <= len(self.points) else self.further

    def worth(self, result: SeriesResult) -> Fraction:
        """What a result brings."""
        return result.value if self.by_results else self.of(result.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRow:
    """One entry of the series. `counted` are the results that make `best`, in the order of the competitions."""

    id: str
    rank: int
    best: Fraction
    total: Fraction
    competitions: int
    clears: int
    counted: tuple[SeriesResult, ...]
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class _Season:
    """What the ties look at, of one entry."""

    results: tuple[SeriesResult, ...]
    counted: tuple[SeriesResult, ...]
    best: Fraction
    total: Fraction
    clears: int
    earliest: int
    best_place: int
    listed: int


TIES: Mapping[str, Callable[[_Season], Fraction | int]] = {
    "total": lambda season: season.total,
    "clears": lambda season: season.clears,
    "earliest": lambda season: -season.earliest,
    "best_place": lambda season: -season.best_place,
    "competitions": lambda season: len(season.results),
    "listed": lambda season: -season.listed,
}
"""Greater is better: the sum of all results; sets cleared in the first series; the earliest competition entered; the
best place (places with equal points are one shared place); how many competitions; the order of the list."""


def series(
    entries: Sequence[str],
    competitions: Sequence[str],
    results: Sequence[SeriesResult],
    rules: SeriesRules,
    *,
    clears: Mapping[str, int] | None = None,
) -> tuple[SeriesRow, ...]:
    """The ranking. Level entries share their rank and keep the order of `entries`.

    Raises FormatError for an unknown or repeated entry, an unknown competition, two places of one entry in one, or a
    place that is none. Two entries may share a place.
    """
    _refuse(entries, competitions, results)
    seasons = _seasons(entries, competitions, results, rules, clears or {})
    names = ("best", *rules.ties)
    keys = {entry: (season.best, *(TIES[name](season) for name in rules.ties)) for entry, season in seasons.items()}
    order = sorted(entries, key=lambda entry: keys[entry], reverse=True)
    rows: list[SeriesRow] = []
    for place, entry in enumerate(order, 1):
        above = keys[order[place - 2]] if place > 1 else None
        differing = [name for name, one, other in zip(names, above or (), keys[entry], strict=False) if one != other]
        is_level = above is not None and not differing
        season = seasons[entry]
        rows.append(SeriesRow(
            id=entry, rank=rows[-1].rank if is_level else place, best=season.best, total=season.total,
            competitions=len(season.results), clears=season.clears, counted=season.counted,
            decided_by=differing[0] if differing else None))
    return tuple(rows)


def _refuse(entries: Sequence[str], competitions: Sequence[str], results: Sequence[SeriesResult]) -> None:
    known: set[str] = set()
    for index, entry in enumerate(entries):
        if entry in known:
            raise FormatError("duplicate_id", f"entries[{index}]", id=entry)
        known.add(entry)
    seen: set[tuple[str, str]] = set()
    for index, result in enumerate(results):
        if result.entry not in known:
            raise FormatError("unknown_id", f"results[{index}].entry", id=result.entry)
        if result.competition not in competitions:
            raise FormatError("unknown_id", f"results[{index}].competition", id=result.competition)
        if (result.entry, result.competition) in seen:
            raise FormatError("duplicate_id", f"results[{index}].entry", id=result.entry)
        if result.place < 1:
            raise FormatError("out_of_range", f"results[{index}].place", low=1, high="any")
        seen.add((result.entry, result.competition))


def _seasons(
    entries: Sequence[str], competitions: Sequence[str], results: Sequence[SeriesResult], rules: SeriesRules,
    clears: Mapping[str, int],
) -> dict[str, _Season]:
    when = {competition: number for number, competition in enumerate(competitions)}
    own: defaultdict[str, list[SeriesResult]] = defaultdict(list)
    for result in sorted(results, key=lambda result: when[result.competition]):
        own[result.entry].append(result)
    seasons = {}
    for listed, entry in enumerate(entries):
        # Of equal results the earlier ones count.
        ranked = sorted(own[entry], key=lambda result: -rules.worth(result))[: rules.best]
        counted = tuple(result for result in own[entry] if result in ranked)
        seasons[entry] = _Season(
            results=tuple(own[entry]),
            counted=counted,
            best=sum((rules.worth(result) for result in counted), Fraction(0)),
            total=sum((rules.worth(result) for result in own[entry]), Fraction(0)),
            clears=clears.get(entry, 0),
            earliest=min((when[result.competition] for result in own[entry]), default=len(competitions)),
            best_place=min((_shared_place(rules, result.place) for result in own[entry]), default=1 << 30),
            listed=listed,
        )
    return seasons


def _shared_place(rules: SeriesRules, place: int) -> int:
    """The first place with the same points: a double elimination gives 5 and 6, 7 and 8, 9 to 12 together."""
    if rules.by_results:
        return place
    while place > 1 and rules.of(place - 1) == rules.of(place):
        place -= 1
    return place


def places_among(results: Sequence[SeriesResult], members: Collection[str]) -> tuple[SeriesResult, ...]:
    """The results of some of the entries, with places counted anew in each competition; who was level stays level."""
    kept = [result for result in results if result.entry in members]
    above: defaultdict[str, list[int]] = defaultdict(list)
    for result in kept:
        above[result.competition].append(result.place)
    return tuple(
        replace(result, place=1 + sum(place < result.place for place in above[result.competition])) for result in kept)
