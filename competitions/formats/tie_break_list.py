"""The list of tie-breaks as regulations and stages keep it: words in order. Pure.

A word is a tie-break (`buchholz`), or one for so many who are level: `two:head_to_head`, `more:set_ratio`. Neighbours
with such a mark make one `ByNumber` (`docs/tiebreaks.md`, "By number").
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from competitions.common.errors import Invalid
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.standings import ByNumber, TieBreak

TWO, MORE = "two", "more"
WORDS = (*TIE_BREAKS, *(f"{mark}:{name}" for mark in (TWO, MORE) for name in TIE_BREAKS))
MAX_WORDS = 20


def parts_of(word: str) -> tuple[str, str]:
    """The mark (`two`, `more`, or empty) and the tie-break of a word."""
    mark, _colon, name = word.rpartition(":")
    return mark, name


def check_words(words: Sequence[str], *, path: str) -> tuple[str, ...]:
    """The words, if they make a list. Raises Invalid: `out_of_range`, `unknown_value`, `duplicate`.

    A tie-break that has been taken cannot stand again for some number; the other way round it can (C.07 art. 4.2).
    """
    if len(words) > MAX_WORDS:
        raise Invalid("out_of_range", path=path, minimum=0, maximum=MAX_WORDS)
    taken: set[str] = set()
    for word in words:
        if word not in WORDS:
            raise Invalid("unknown_value", path=path, value=word[:60])
        if word in taken or parts_of(word)[1] in taken:
            raise Invalid("duplicate", path=path)
        taken.add(word)
    return tuple(words)


def read_words(words: Sequence[str]) -> tuple[TieBreak, ...]:
    """What a table is ordered by, of checked words."""
    found: list[TieBreak] = []
    for by_number, run in groupby(map(parts_of, words), key=lambda parts: parts[0] != ""):
        marked = list(run)
        if by_number:
            found.append(ByNumber(*(tuple(name for mark, name in marked if mark == which) for which in (TWO, MORE))))
        else:
            found += [name for _mark, name in marked]
    return tuple(found)
