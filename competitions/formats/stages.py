"""From one stage into the next, whatever their systems: who goes on, and in which order they are seeded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competitions.formats.errors import FormatError
from competitions.formats.standings import Row


@dataclass(frozen=True, slots=True)
class Placing:
    """An entry and its final rank in a closed stage or group; equal ranks are level."""

    entry: str
    rank: int


def placings_of_table(rows: Sequence[Row]) -> tuple[Placing, ...]:
    """Of a table of results; annulled rows go nowhere."""
    return tuple(Placing(row.id, row.rank) for row in rows if row.rank is not None)


def placings_of_bracket(places: Mapping[str, int]) -> tuple[Placing, ...]:
    """Of the final places of a bracket, best first; who shares a place stands in the order of the ids."""
    return tuple(Placing(entry, place) for entry, place in sorted(places.items(), key=lambda item: (item[1], item[0])))


def going_on(groups: Mapping[str, Sequence[Placing]], places: int) -> dict[tuple[str, int], str]:
    """Who has which place of which group: what a bracket after groups is filled with.

    Raises FormatError when a group has fewer, or when those who are level stand on both sides of the cut or inside it,
    so that a play-off or the lot has to say who has which place.
    """
    placed: dict[tuple[str, int], str] = {}
    for name, placings in groups.items():
        ordered = sorted(placings, key=lambda placing: placing.rank)
        if len(ordered) < places:
            raise FormatError("too_few_entries", f"groups.{name}", low=places, count=len(ordered))
        for number, placing in enumerate(ordered[:places], 1):
            following = ordered[number] if number < len(ordered) else None
            if following is not None and following.rank == placing.rank:
                raise FormatError("level_at_the_cut", f"groups.{name}", place=number)
            placed[name, number] = placing.entry
    return placed


def seeds_of_next_stage(groups: Mapping[str, Sequence[Placing]], places: int) -> tuple[str, ...]:
    """The same people by their seeds: all first places in the order of the groups, then all second ones."""
    placed = going_on(groups, places)
    return tuple(placed[name, number] for number in range(1, places + 1) for name in groups)
