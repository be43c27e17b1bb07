"""Keeping clubmates apart in the first round of an elimination, by as few exchanges as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from competitions.formats.bracket import bracket_size


def clubs_apart(order: Sequence[str], clubs: Mapping[str, str | None], *, seeded: int) -> tuple[str, ...]:
    """The order with unseeded entries exchanged so that as few clubmates as possible meet in round 1.

    The first `seeded` keep their numbers. Only where nothing else helps, seeds of the lower half (numbers that meet a
    higher seed in round 1) change places among each other; in a full bracket of seeds nobody moves.

    Each exchange takes a pair of one club apart and makes no other. If none is possible, every pair that could take
    part holds somebody of that club, and so do the free places: then the number left is the least there is.
    """
    numbered = _exchanged(list(order), clubs, seeded)
    half = bracket_size(len(order)) // 2
    if _pairs_of_one_club(numbered, clubs) and len(order) < 2 * half:
        numbered = _exchanged(numbered, clubs, half)
    return tuple(numbered)


def pairs_of_one_club(order: Sequence[str], clubs: Mapping[str, str | None]) -> int:
    """How many pairs of round 1 are clubmates, entry k of the order having number k."""
    return len(_pairs_of_one_club(order, clubs))


def _pairs_of_one_club(order: Sequence[str], clubs: Mapping[str, str | None]) -> list[tuple[int, int]]:
    """Places (0 up) of the two, the higher-ranked first."""
    last = bracket_size(len(order)) - 1
    pairs = [(place, last - place) for place in range(len(order)) if place < last - place < len(order)]
    return [(one, other) for one, other in pairs if _same(clubs, order[one], order[other])]


def _exchanged(order: list[str], clubs: Mapping[str, str | None], fixed: int) -> list[str]:
    last = bracket_size(len(order)) - 1
    for one, other in _pairs_of_one_club(order, clubs):
        if other < fixed or not _same(clubs, order[one], order[other]):
            continue
        for place in _nearest(other, fixed, len(order)):
            rival = last - place
            spoils = rival < len(order) and _same(clubs, order[rival], order[other])
            if place != one and not spoils and not _same(clubs, order[one], order[place]):
                order[place], order[other] = order[other], order[place]
                break
    return order


def _same(clubs: Mapping[str, str | None], one: str, other: str) -> bool:
    club = clubs.get(one)
    return club is not None and club == clubs.get(other)


def _nearest(place: int, low: int, high: int) -> Iterator[int]:
    """The other places from `low` to `high` (not included), nearest first."""
    for distance in range(1, high):
        for other in (place - distance, place + distance):
            if low <= other < high:
                yield other
