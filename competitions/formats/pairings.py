"""What every draw gives: rounds of pairs. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Pairing(NamedTuple):
    """Two entries that meet. The first-named has the first stroke in set 1 (lnf-2008:22.1.a).

    `second` is `None` for a bye: the absence of an opponent is a type, never a name.
    A named tuple and not a dataclass, because a round robin of 512 makes 130,816 of them.
    """

    first: str
    second: str | None

    @property
    def is_bye(self) -> bool:
        """Whether `first` has no opponent in this round."""
        return self.second is None


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one bracket or group; `number` counts from 1."""

    number: int
    pairings: tuple[Pairing, ...]
