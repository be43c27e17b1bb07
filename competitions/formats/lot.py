"""The public lot: an order that anybody can repeat with a line of shell.

Seeded entries come first by seed, the rest by SHA-256 of `lot + "\\n" + id`. The order in which entries were typed in
and their names play no part.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from competitions.formats.errors import FormatError

LOT_BYTES = 16
"""Randomness of a lot that the program makes: nobody can try all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """What a draw may look at. `name` is for export only and never decides anything."""

    id: str
    seed: int | None = None
    rating: int | None = None
    club: str | None = None
    name: str = ""


def lot_key(lot: str, entry_id: str) -> str:
    """SHA-256 of `lot + "\\n" + id` in UTF-8, hexadecimal. Ascending keys are the order of the lot."""
    return hashlib.sha256(f"{lot}\n{entry_id}".encode()).hexdigest()


def draw_order(entries: Sequence[Entrant], lot: str, *, by_rating: bool = False) -> tuple[str, ...]:
    """Ids in the order of the draw: by seed (gaps do not matter), then by lot.

    With `by_rating` (Swiss) the unseeded are ranked by rating, highest first, before the lot; those without a rating
    come last. Raises FormatError when an id or a seed stands twice.
    """
    refuse_doubles(entries)

    def key(entry: Entrant) -> tuple[int, int, str]:
        if entry.seed is not None:
            return (0, entry.seed, "")
        drawn = lot_key(lot, entry.id)
        if by_rating and entry.rating is not None:
            return (1, -entry.rating, drawn)
        return (2, 0, drawn)

    return tuple(entry.id for entry in sorted(entries, key=key))


def refuse_doubles(entries: Sequence[Entrant]) -> None:
    """Raise FormatError when an id or a seed stands twice: the order would depend on who was typed in first."""
    ids: set[str] = set()
    seeds: set[int] = set()
    for index, entry in enumerate(entries):
        if entry.id in ids:
            raise FormatError("duplicate_id", f"entries[{index}].id", id=entry.id)
        if entry.seed is not None and entry.seed in seeds:
            raise FormatError("duplicate_seed", f"entries[{index}].seed", seed=entry.seed)
        ids.add(entry.id)
        if entry.seed is not None:
            seeds.add(entry.seed)


def new_lot(randomness: bytes) -> str:
    """A lot made by the program, from at least 16 random bytes, in groups of four for reading aloud."""
    if len(randomness) < LOT_BYTES:
        raise ValueError(f"a lot needs {LOT_BYTES} random bytes")
    digits = randomness[:LOT_BYTES].hex()
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def shell_line(lot: str, ids: Iterable[str] = ()) -> str:
    """The line of shell that repeats the lot: keys and ids, the first drawn on top.

    With `ids` they stand in the line; without, it reads them from its input, one a line. Needs `sh` and `sha256sum`.
    """
    given = " ".join(shlex.quote(entry_id) for entry_id in ids)
    source = f"printf '%s\\n' {given} | " if given else ""
    key = f"printf '%s\\n%s' {shlex.quote(lot)} \"$id\" | sha256sum | cut -c1-64"
    return f'{source}while IFS= read -r id; do echo "$({key}) $id"; done | LC_ALL=C sort'
