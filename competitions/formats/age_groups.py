"""Age groups by the year of birth: `U18` for 18 or younger, `50+` for 50 or older, in the year of the competition."""

from __future__ import annotations

import re

_YOUNG, _OLD = re.compile(r"U([1-9][0-9])"), re.compile(r"([1-9][0-9])\+")


def is_age_group(name: str) -> bool:
    """Whether a name is that of an age group."""
    return any(pattern.fullmatch(name) for pattern in (_YOUNG, _OLD))


def in_age_group(name: str, *, born: int, year: int) -> bool:
    """Whether somebody born in `born` belongs to the group in a competition of `year`; nobody to what is no group.

    The age is the one reached in the year of the competition, whatever the day of birth.
    """
    age = year - born
    if young := _YOUNG.fullmatch(name):
        return age <= int(young[1])
    old = _OLD.fullmatch(name)
    return old is not None and age >= int(old[1])
