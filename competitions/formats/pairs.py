"""Pairs of a doubles event: who may play together, and what a pair has of its two players. Pure.

Read: lnf-2008:1, 21.1 (men, women, mixed); that one person may play alone as a pair is a setting of the Estonian
regulations ("üksinda paarismäng").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from competitions.common.errors import Invalid

SEPARATOR = " / "
PAIRS_OF = ("any", "men", "women", "mixed")
_ONLY = {"men": "M", "women": "F"}
_SPLIT = re.compile(r"\s*/\s*")


def pair_name(names: Sequence[str]) -> str:
    """`A / B`; the name alone of who plays alone."""
    return SEPARATOR.join(names)


def split_pair(text: str) -> tuple[str, str]:
    """The two names of a pair written in one cell, `A / B`; the second is empty where there is one name only."""
    first, *rest = _SPLIT.split(text.strip(), maxsplit=1)
    return first, rest[0] if rest else ""


def shortened(name: str, limit: int) -> str:
    """A name for a narrow place: of a pair the surnames, then both cut alike, so that nobody is left out."""
    if len(name) <= limit:
        return name
    parts = name.split(SEPARATOR)
    if len(parts) == 1:
        return _cut(name, limit)
    surnames = [(part.split() or [part])[-1] for part in parts]
    if len(SEPARATOR.join(surnames)) <= limit:
        return SEPARATOR.join(surnames)
    room = max(2, (limit - len(SEPARATOR) * (len(parts) - 1)) // len(parts))
    return SEPARATOR.join(_cut(part, room) for part in surnames)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit - 1].rstrip()}…"


def check_pair(pairs_of: str, *, solo_pairs: bool, sexes: Sequence[str]) -> None:
    """Refuse a pair that the regulations do not admit. `sexes`: of its one or two players, `M`, `F` or unknown.

    Raises Invalid at the field of the player who is the reason: `partner_missing`, `sex_needed`, `men_only`,
    `women_only`, `not_mixed`.
    """
    if len(sexes) == 1 and (not solo_pairs or pairs_of == "mixed"):
        raise Invalid("partner_missing", path="partner")
    if pairs_of == "any":
        return
    paths = ("sex", "partner_sex")
    for path, sex in zip(paths, sexes, strict=False):
        if not sex:
            raise Invalid("sex_needed", path=path)
        if sex != _ONLY.get(pairs_of, sex):
            raise Invalid(f"{pairs_of}_only", path=path)
    if pairs_of == "mixed" and sexes[0] == sexes[1]:
        raise Invalid("not_mixed", path="partner_sex")


def pair_rating(ratings: Sequence[int | None]) -> int | None:
    """Half the sum, rounded down, where everybody has a rating: a pair with an unknown player is not rated."""
    known = [rating for rating in ratings if rating is not None]
    return sum(known) // len(known) if known and len(known) == len(ratings) else None
