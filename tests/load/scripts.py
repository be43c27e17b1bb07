"""What happens in each match of a load test: made from a seed and the names of the two, whatever the order of play."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.load.reference_table import Result

SETS, MAJORITY = 6, 4
"""The regulations that are played: six sets, over when more than half are won (23.1)."""
CLAUSES = tuple(f"19.1.{letter}" for letter in "abcdefghij")

TABLET, PAPER, NO_SHOW, NO_SHOW_AT_TABLET, BOTH_ABSENT, FORFEIT = (
    "tablet", "paper", "no-show", "no-show at the tablet", "both absent", "forfeit")
WEIGHTS = {TABLET: 84, PAPER: 10, NO_SHOW: 2, NO_SHOW_AT_TABLET: 2, BOTH_ABSENT: 1, FORFEIT: 1}


@dataclass(frozen=True)
class Script:
    """One match. `course`: the winners of the sets, A the first-named. `warnings`: after how many sets, who, clause.

    `banned`: who gets three warnings after the course, and so loses the sets not yet finished (9.1.g, 15.3).
    `loser`: who does not come, or loses the game by a ruling. `slip`: before which set a wrong press is undone.
    """

    way: str
    course: str = ""
    warnings: tuple[tuple[int, str, str], ...] = ()
    banned: str = ""
    loser: str = ""
    slip: int = -1
    is_resent: bool = False

    @property
    def needs_official(self) -> bool:
        return bool(self.warnings or self.banned or self.loser)

    @property
    def score(self) -> tuple[int, int]:
        """The sets of each, those awarded by a third warning included."""
        won = {who: self.course.count(who) for who in "AB"}
        if self.banned:
            won[other(self.banned)] += SETS - len(self.course)
        return won["A"], won["B"]

    def result(self, first: str, second: str) -> Result:
        """What the table has to make of it. A game lost by a no-show or a ruling counts no sets (3.2)."""
        if self.way in (TABLET, PAPER):
            return Result(first, second, sets=self.score)
        winner = {"A": second, "B": first}.get(self.loser)
        return Result(first, second, to=winner)


def other(who: str) -> str:
    return "B" if who == "A" else "A"


def script_of(seed: str, first: str, second: str, *, way: str = "") -> Script:
    """The match of these two. The same words give the same match."""
    dice = random.Random(f"{seed}/{first}/{second}")
    way = way or dice.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    if way in (NO_SHOW, NO_SHOW_AT_TABLET):
        return Script(way, loser=dice.choice("AB"))
    if way == BOTH_ABSENT:
        return Script(way)
    course = _course(dice, _strength(seed, first), _strength(seed, second))
    if way == PAPER:
        return Script(way, course)
    if way == FORFEIT:
        return Script(way, course[:2], loser=dice.choice("AB"))
    is_resent = dice.random() < 0.2
    if dice.random() < 0.06 and (banned := _three_warnings(dice, course)):
        return Script(way, banned[0], banned=banned[1], is_resent=is_resent)
    warnings = tuple(
        (place, dice.choice("AB"), dice.choice(CLAUSES)) for place in range(len(course)) if dice.random() < 0.03)
    slip = dice.randrange(len(course)) if dice.random() < 0.15 else -1
    return Script(way, course, warnings=warnings[:2], slip=slip, is_resent=is_resent)


def _strength(seed: str, name: str) -> float:
    return random.Random(f"{seed}/{name}").uniform(-0.25, 0.25)


def _course(dice: random.Random, first: float, second: float) -> str:
    course = ""
    while len(course) < SETS and max(course.count("A"), course.count("B")) < MAJORITY:
        course += "A" if dice.random() < 0.5 + first - second else "B"
    return course


def _three_warnings(dice: random.Random, course: str) -> tuple[str, str] | None:
    """A place in the course where somebody who has won two sets or more is warned three times.

    With fewer sets won, how many of the rest the other is given would be a matter of reading.
    """
    who = dice.choice("AB")
    for length in range(2, len(course)):
        if course[:length].count(who) >= 2:
            return course[:length], who
    return None
