"""The order of a team in the rounds of one team match, and who may stand in for whom (lnf-2008:22.4; int-2017, teams).

Round 1 is the regulars in number order. From round 2 on a number is played by its own regular or by a reserve; a
reserve stands in for one number only in a match, and whoever was replaced comes back at the own number only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from competitions.formats.errors import FormatError

CLAUSES: Mapping[str, str] = {"lnf-2008": "lnf-2008:22.4", "int-2017": "int-2017:teams"}
"""The clause of each rule set that has teams; aus-1992 says nothing of line-ups."""

Order = Sequence[str | None]
"""The player at each number of a round; None is an empty place of a short team."""


class LineupFault(StrEnum):
    """What is wrong with one number of one round."""

    RESERVE_IN_ROUND_1 = "reserve_in_round_1"
    NOT_IN_NUMBER_ORDER = "not_in_number_order"
    ANOTHERS_NUMBER = "anothers_number"
    RESERVE_AT_TWO_NUMBERS = "reserve_at_two_numbers"


SENTENCES: Mapping[LineupFault, str] = {
    LineupFault.RESERVE_IN_ROUND_1: "no reserves in round 1",
    LineupFault.NOT_IN_NUMBER_ORDER: "round 1 is played by the regulars in the order of their numbers",
    LineupFault.ANOTHERS_NUMBER: "a regular plays at the own number only",
    LineupFault.RESERVE_AT_TWO_NUMBERS: "a reserve stands in for one number only in a match",
}
"""English, for the shell; the pages say it in the user's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One breach. `round` and `number` count from 1."""

    round: int
    number: int
    player: str
    fault: LineupFault
    rule: str


def lineup_violations(
    regulars: Sequence[str], reserves: Sequence[str], rounds: Sequence[Order], *, ruleset: str = "lnf-2008"
) -> tuple[Violation, ...]:
    """Every breach of the rules of line-ups, by round, then number.

    A reserve at two numbers is reported at the later one. A regular may be replaced for the first time in any round
    after the first (rulebook 6). Raises FormatError for a rule set without teams, a player named twice in the lists, a
    round of the wrong length or with somebody of neither list.
    """
    if ruleset not in CLAUSES:
        raise FormatError("unknown_value", "ruleset", value=ruleset, allowed=", ".join(CLAUSES))
    _refuse_strangers(regulars, reserves, rounds)
    own_number = {player: number for number, player in enumerate(regulars)}
    home: dict[str, int] = {}
    found = []
    for index, order in enumerate(rounds):
        for number, player in enumerate(order):
            fault = None if player is None else _fault(player, number, index, own_number, home)
            if player is not None and fault is not None:
                found.append(Violation(
                    round=index + 1, number=number + 1, player=player, fault=fault, rule=CLAUSES[ruleset]))
    return tuple(found)


def is_announced_in_time(ruleset: str, *, last_game_started: bool, round_handed_in: bool) -> bool:
    """Whether a change for the next round may still be announced while this one is running.

    lnf-2008:22.4: before its last game starts. int-2017: before its final result is handed to the senior referee.
    """
    return not (last_game_started if ruleset == "lnf-2008" else round_handed_in)


def _fault(
    player: str, number: int, index: int, own_number: Mapping[str, int], home: dict[str, int]
) -> LineupFault | None:
    """What is wrong with this player here; a reserve's first number becomes the reserve's `home`."""
    if player in own_number:
        if own_number[player] == number:
            return None
        return LineupFault.ANOTHERS_NUMBER if index else LineupFault.NOT_IN_NUMBER_ORDER
    if home.setdefault(player, number) != number:
        return LineupFault.RESERVE_AT_TWO_NUMBERS
    return None if index else LineupFault.RESERVE_IN_ROUND_1


def _refuse_strangers(regulars: Sequence[str], reserves: Sequence[str], rounds: Sequence[Order]) -> None:
    known: set[str] = set()
    for name, players in (("regulars", regulars), ("reserves", reserves)):
        for place, player in enumerate(players):
            if player in known:
                raise FormatError("duplicate_id", f"{name}[{place}]", id=player)
            known.add(player)
    count = len(regulars)
    for index, order in enumerate(rounds):
        if len(order) != count:
            raise FormatError("wrong_length", f"rounds[{index}]", low=count, high=count, count=len(order))
        for number, stood in enumerate(order):
            if stood is not None and stood not in known:
                raise FormatError("unknown_id", f"rounds[{index}][{number}]", id=stood)
