"""The hash chain's arithmetic: how links are made and what a broken one looks like. Pure.

hash = SHA-256(prev_hash "\\n" seq "\\n" body); the first prev_hash is derived from the competition.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

CHAIN_FORMAT = "novuss-chain-1"


class Link(NamedTuple):
    """One stored link."""

    seq: int
    prev_hash: str
    hash: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Break:
    """Where a chain is not what it was: `edited` (bytes do not give the hash), `missing` (a number is left out),
    `unlinked` (names another predecessor), `cut` (shorter than a head that was printed)."""

    seq: int
    kind: str


def genesis_hash(competition: UUID) -> str:
    """What the first link of a competition names as its predecessor."""
    return hashlib.sha256(f"{CHAIN_FORMAT}\n{competition}".encode()).hexdigest()


def link_hash(prev_hash: str, seq: int, body: bytes) -> str:
    """The hash of a link: SHA-256 in hexadecimal over predecessor, number and the bytes as stored."""
    return hashlib.sha256(f"{prev_hash}\n{seq}\n".encode() + body).hexdigest()


def breaks_of(competition: UUID, links: Iterable[Link], heads: Iterable[tuple[int, str]] = ()) -> tuple[Break, ...]:
    """Everything that does not hold, in order; nothing for a whole chain.

    `heads`: number and hash that stand outside, such as on printed protocols. A chain alone cannot see that its end
    was cut off; a printed head can.
    """
    found: list[Break] = []
    prev, expected = genesis_hash(competition), 1
    known: dict[int, str] = {}
    for link in links:
        if link.seq != expected:
            found.append(Break(expected, "missing"))
        elif link.prev_hash != prev:
            found.append(Break(link.seq, "unlinked"))
        if link_hash(link.prev_hash, link.seq, link.body) != link.hash:
            found.append(Break(link.seq, "edited"))
        known[link.seq] = prev = link.hash
        expected = link.seq + 1
    found += [Break(seq, "cut") for seq, head in heads if known.get(seq) != head]
    return tuple(found)
