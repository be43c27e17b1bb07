"""Round robins by the Berger tables (FIDE Handbook C.05, annex 1). The first-named has the first stroke (22.1.a)."""

from __future__ import annotations

from collections.abc import Sequence

from competitions.formats.errors import FormatError
from competitions.formats.pairings import Pairing, Round

MIN_ENTRIES = 2
MAX_ENTRIES = 512
MAX_LEGS = 8

Pairs = tuple[tuple[int, int], ...]


def berger_table(size: int) -> tuple[Pairs, ...]:
    """Rounds of pairs of numbers 1 to `size`, first-named first. For an odd size the number `size + 1` is the bye.

    The last number N meets k = ((r - 1) * N/2 mod (N - 1)) + 1 in round r, alternately from the other side; all other
    pairs a, b have a + b = 2k mod (N - 1). So nobody has the same role more than twice running.
    """
    last = size + size % 2
    cycle = last - 1
    rounds: list[Pairs] = []
    for number in range(1, last):
        centre = ((number - 1) * (last // 2)) % cycle
        top = (centre + 1, last) if number % 2 else (last, centre + 1)
        rest = [((centre + step) % cycle + 1, (centre - step) % cycle + 1) for step in range(1, last // 2)]
        rounds.append((top, *rest))
    return tuple(rounds)


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
    rounds: list[Round] = []
    for pairs in _legs_in_order(berger_table(len(order)), legs):
        pairings = tuple(_pairing(order, first, second) for first, second in pairs)
        rounds.append(Round(len(rounds) + 1, pairings))
    return tuple(rounds)


def refuse_size(size: int) -> None:
    """Raise FormatError unless a draw can be made of so many entries."""
    if size < MIN_ENTRIES:
        raise FormatError("too_few_entries", "entries", low=MIN_ENTRIES, count=size)
    if size > MAX_ENTRIES:
        raise FormatError("too_many_entries", "entries", high=MAX_ENTRIES, count=size)


def _legs_in_order(table: tuple[Pairs, ...], legs: int) -> list[Pairs]:
    played: list[Pairs] = []
    for leg in range(1, legs + 1):
        rounds = list(table) if leg % 2 else [tuple((b, a) for a, b in pairs) for pairs in table]
        if leg < legs:
            rounds[-2:] = reversed(rounds[-2:])
        played += rounds
    return played


def _pairing(order: Sequence[str], first: int, second: int) -> Pairing:
    """The entries with these numbers; the number past the last one is the bye, whichever side the table has it on."""
    if first > len(order):
        return Pairing(order[second - 1], None)
    return Pairing(order[first - 1], order[second - 1] if second <= len(order) else None)
