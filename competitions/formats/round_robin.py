"""Round robins by the Berger tables (FIDE Handbook C.05, annex 1). The first-named has the first stroke (22.1.a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from competitions.formats.errors import FormatError
from competitions.formats.pairings import Pairing, Round

MIN_ENTRIES = 2
MAX_ENTRIES = 512
MAX_LEGS = 8

Pairs = tuple[tuple[int, int], ...]
T = TypeVar("T")


def berger_table(size: int) -> tuple[Pairs, ...]:
    """Rounds of pairs of numbers 1 to `size`, first-named first. For an odd size the number `size + 1` is the bye.

    The last number N meets k = ((r - 1) * N/2 mod (N - 1)) + 1 in round r, alternately from the other side; all other
    pairs a, b have a + b = 2k mod (N - 1). So nobody has the same role more than twice running.
    """
    last = size + size % 2
    return tuple(tuple(zip(*sides, strict=True)) for sides in _sides(range(1, last + 1)))


def _sides(who: Sequence[T]) -> list[tuple[list[T], list[T]]]:
    """For each round the first-named and the second-named of its pairs; `who` is an even number of entries.

    Slices of a doubled ring, because a round robin of 512 makes 130,816 pairs.
    """
    last, cycle = who[-1], len(who) - 1
    ring = [*who[:-1], *who[:-1]]
    half = len(who) // 2
    rounds = []
    for number in range(1, len(who)):
        centre = ((number - 1) * half) % cycle
        firsts, seconds = ring[centre : centre + half], ring[centre + cycle : centre + cycle - half : -1]
        if number % 2:
            seconds[0] = last
        else:
            firsts[0] = last
            seconds[0] = ring[centre]
        rounds.append((firsts, seconds))
    return rounds


def round_robin(order: Sequence[str], *, legs: int = 1) -> tuple[Round, ...]:
    """All rounds of a round robin; entry k of `order` takes number k. An odd field has one bye a round.

    Every second leg has the first strokes reversed. The last two rounds of every leg but the last are exchanged, so
    that nobody has the same role three times running where two legs meet (the annex recommends it for two).
    Raises FormatError for fewer than 2 or more than 512 entries, an id twice, or an unusual number of legs.
    """
    refuse_size(len(order))
    if len(set(order)) != len(order):
        twice = next(entry_id for index, entry_id in enumerate(order) if entry_id in order[:index])
        raise FormatError("duplicate_id", "entries", id=twice)
    if not 1 <= legs <= MAX_LEGS:
        raise FormatError("out_of_range", "options.legs", low=1, high=MAX_LEGS)
    sides = _sides([*order, None] if len(order) % 2 else list(order))
    played: list[tuple[Pairing, ...]] = []
    for leg in range(1, legs + 1):
        rounds = [_pairings(firsts, seconds) if leg % 2 else _pairings(seconds, firsts) for firsts, seconds in sides]
        if leg < legs:
            rounds[-2:] = reversed(rounds[-2:])
        played += rounds
    return tuple(Round(number, pairings) for number, pairings in enumerate(played, 1))


def refuse_size(size: int) -> None:
    """Raise FormatError unless a draw can be made of so many entries."""
    if size < MIN_ENTRIES:
        raise FormatError("too_few_entries", "entries", low=MIN_ENTRIES, count=size)
    if size > MAX_ENTRIES:
        raise FormatError("too_many_entries", "entries", high=MAX_ENTRIES, count=size)


def _pairings(firsts: Sequence[str | None], seconds: Sequence[str | None]) -> tuple[Pairing, ...]:
    """Pairs of a round; nobody is second, whichever side the table has the bye on. Only the first pair can be one."""
    pairings = list(map(Pairing._make, zip(firsts, seconds, strict=True)))
    if firsts[0] is None and seconds[0] is not None:
        pairings[0] = Pairing(seconds[0], None)
    return tuple(pairings)
