"""Matches for places after a table or two groups: first against second, third against fourth; A1 against B1."""

from __future__ import annotations

from collections.abc import Sequence

from competitions.formats.bracket import MAIN, Bracket, BracketMatch, BracketRound, RoundKind, entry_sides
from competitions.formats.errors import FormatError
from competitions.formats.round_robin import refuse_size


def place_matches(order: Sequence[str]) -> Bracket:
    """One match for each two places: the k-th and the next of the order play for place k. The first-named is the upper.

    Raises FormatError for fewer than 2 or more than 512 entries, an odd number of them, an id twice.
    """
    refuse_size(len(order))
    if len(order) % 2:
        raise FormatError("odd_number", "entries", count=len(order))
    sides = entry_sides(order)
    return Bracket(tuple(
        BracketRound(
            1, MAIN, RoundKind.PLACE_MATCH,
            (BracketMatch(f"place{low}-1-1", sides[low - 1], sides[low], low + 1, low),), {"low": low, "high": low + 1})
        for low in range(1, len(order), 2)
    ))
