"""Who and what may stand twice: people and clubs whose spellings differ. Only suggestions: somebody looks and decides.

Pure.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

NEAR_LETTERS = 6
"""Shorter names differ by one letter too often."""
CROWD = 30
"""More than so many of one spelling are no doubles, but something else."""


class Reason(StrEnum):
    """Why two may be one, the strongest first."""

    SAME_LICENCE = "same_licence"
    SAME_NAME = "same_name"
    OTHER_ORDER = "other_order"
    NEAR_NAME = "near_name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of a person, or of a club (its name alone)."""

    id: int
    name: str
    born: int | None = None
    licence: str = ""
    club: int | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two that may be one."""

    first: int
    second: int
    reason: Reason


def folded(text: str) -> str:
    """The letters and digits alone, without marks and case: "SK „Ķekava”" and "sk kekava" are one spelling."""
    plain = unicodedata.normalize("NFKD", text[:200]).casefold()
    return " ".join("".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split())


def people_alike(people: Sequence[Known]) -> tuple[Suggestion, ...]:
    """People who may be one: by licence; by name, also with given name and surname exchanged; by a name of one letter's
    difference together with club or year of birth. Another year or another licence is another person."""
    found = _by_reason(people, [
        (Reason.SAME_LICENCE, lambda one: [folded(one.licence).replace(" ", "")]),
        (Reason.SAME_NAME, lambda one: [folded(one.name)]),
        (Reason.OTHER_ORDER, lambda one: [" ".join(sorted(folded(one.name).split()))]),
        (Reason.NEAR_NAME, lambda one: list(_nearly(one.name))),
    ])
    by_id = {one.id: one for one in people}
    return tuple(s for s in found if _may_be_one(by_id[s.first], by_id[s.second], s.reason))


def clubs_alike(clubs: Sequence[Known]) -> tuple[Suggestion, ...]:
    """Clubs whose names are one spelling, or differ by one letter."""
    return _by_reason(clubs, [
        (Reason.SAME_NAME, lambda one: [folded(one.name)]),
        (Reason.OTHER_ORDER, lambda one: [" ".join(sorted(folded(one.name).split()))]),
        (Reason.NEAR_NAME, lambda one: list(_nearly(one.name))),
    ])


def _by_reason(
    them: Sequence[Known], ways: Iterable[tuple[Reason, Callable[[Known], list[str]]]],
) -> tuple[Suggestion, ...]:
    """Each two once, with the strongest reason, in the order of reasons and ids."""
    found: dict[tuple[int, int], Reason] = {}
    for reason, keys_of in ways:
        buckets: defaultdict[str, list[int]] = defaultdict(list)
        for one in them:
            for key in set(keys_of(one)):
                if key:
                    buckets[key].append(one.id)
        for ids in buckets.values():
            if 2 <= len(ids) <= CROWD:
                for pair in combinations(sorted(ids), 2):
                    found.setdefault(pair, reason)
    order = list(Reason)
    ranked = sorted(found.items(), key=lambda item: (order.index(item[1]), item[0]))
    return tuple(Suggestion(*pair, reason) for pair, reason in ranked)


def _nearly(name: str) -> Iterator[str]:
    """The name, and the name without each of its letters: two that share one of these differ by one letter."""
    plain = folded(name).replace(" ", "")
    if len(plain) >= NEAR_LETTERS:
        yield plain
        yield from (plain[:at] + plain[at + 1:] for at in range(len(plain)))


def _may_be_one(one: Known, other: Known, reason: Reason) -> bool:
    if reason == Reason.SAME_LICENCE:
        return True
    if one.licence and other.licence and folded(one.licence) != folded(other.licence):
        return False
    if one.born is not None and other.born is not None and one.born != other.born:
        return False
    if reason != Reason.NEAR_NAME:
        return True
    same_club = one.club is not None and one.club == other.club
    return same_club or (one.born is not None and one.born == other.born)
