"""Excluded and withdrawn entries: which games count (rulebook 4, lnf-2008:3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from competitions.formats.games import Game, awarded_game


class Consequence(StrEnum):
    """What becomes of the results. The regulations may decide otherwise than the rule."""

    RULE = "rule"
    ANNUL = "annul"
    AWARD = "award"


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """An entry that left. `scheduled`: all games it was to play (default: one against each other entry)."""

    id: str
    scheduled: int | None = None
    consequence: Consequence = Consequence.RULE


@dataclass(frozen=True, slots=True)
class Counted:
    """The games that count, in order, those awarded because of an exclusion last; and whose results are annulled."""

    games: tuple[Game, ...]
    annulled: frozenset[str]
    awarded: tuple[Game, ...] = ()


def games_that_count(entries: Sequence[str], games: Sequence[Game], out: Sequence[Out]) -> Counted:
    """Annul or complete the results of those who are out.

    At most half of the scheduled games actually played: all results of that entry are annulled, for everyone. More than
    half: they stand, and each game still missing against an entry that is not out itself is awarded to the opponent.
    Played games are counted before anything is annulled.
    """
    if not out:
        return Counted(tuple(games), frozenset())
    played = Counter(entry for game in games if game.sets is not None for entry in (game.first, game.second))
    others = len(entries) - 1
    annulled = set()
    staying: list[tuple[str, int]] = []
    for item in out:
        scheduled = others if item.scheduled is None else item.scheduled
        annul = 2 * played[item.id] <= scheduled
        if item.consequence is not Consequence.RULE:
            annul = item.consequence is Consequence.ANNUL
        if annul:
            annulled.add(item.id)
        else:
            staying.append((item.id, scheduled // others if others else 0))
    kept = [game for game in games if game.first not in annulled and game.second not in annulled]
    awarded = _missing_games(entries, games, {item.id for item in out}, staying)
    return Counted((*kept, *awarded), frozenset(annulled), tuple(awarded))


def _missing_games(
    entries: Sequence[str], games: Sequence[Game], out: set[str], staying: Sequence[tuple[str, int]]
) -> list[Game]:
    met = Counter(frozenset((game.first, game.second)) for game in games if game.second is not None)
    return [
        awarded_game(gone, other, other)
        for gone, times in staying
        for other in entries
        if other not in out
        for _ in range(times - met[frozenset((gone, other))])
    ]
