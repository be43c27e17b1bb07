"""The ranking list as a system: whoever stands lower challenges somebody above, and takes the place by winning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from competitions.formats.errors import FormatError


class Takes(StrEnum):
    """What a challenger who wins gets: the place, all between moving down by one; or the two change places."""

    PLACE = "place"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRules:
    """`reach`: so many places above oneself may be challenged. `takes`: what a win gives."""

    reach: int = 3
    takes: Takes = Takes.PLACE


@dataclass(frozen=True, slots=True)
class Challenge:
    """Who challenged whom. The challenged is first-named and has the first stroke (22.1.a)."""

    challenger: str
    challenged: str


def refuse_challenge(
    ranking: Sequence[str], challenge: Challenge, rules: LadderRules, *, pending: Sequence[Challenge] = ()
) -> None:
    """Raise FormatError unless the challenge is allowed.

    Both stand on the list, the challenged above and within reach, and neither has another challenge open.
    """
    for name, entry in (("challenger", challenge.challenger), ("challenged", challenge.challenged)):
        if entry not in ranking:
            raise FormatError("unknown_id", name, id=entry)
    distance = ranking.index(challenge.challenger) - ranking.index(challenge.challenged)
    if not 1 <= distance <= rules.reach:
        raise FormatError("out_of_reach", "challenged", reach=rules.reach)
    busy = {entry for other in pending for entry in (other.challenger, other.challenged)}
    for name, entry in (("challenger", challenge.challenger), ("challenged", challenge.challenged)):
        if entry in busy:
            raise FormatError("challenge_open", name, id=entry)


def may_challenge(
    ranking: Sequence[str], challenger: str, rules: LadderRules, *, pending: Sequence[Challenge] = ()
) -> tuple[str, ...]:
    """Whom somebody of the list may challenge now, the nearest first."""
    busy = {entry for other in pending for entry in (other.challenger, other.challenged)}
    if challenger in busy:
        return ()
    place = ranking.index(challenger)
    reached = ranking[max(0, place - rules.reach) : place]
    return tuple(entry for entry in reversed(reached) if entry not in busy)


def after_challenge(
    ranking: Sequence[str], challenge: Challenge, rules: LadderRules, *, has_won: bool
) -> tuple[str, ...]:
    """The list after the game; a draw or a loss of the challenger leaves it as it is.

    So does a win of somebody who stands above by now: another challenge was settled meanwhile.
    """
    order = list(ranking)
    above, below = order.index(challenge.challenged), order.index(challenge.challenger)
    if not has_won or below < above:
        return tuple(order)
    if rules.takes is Takes.EXCHANGE:
        order[above], order[below] = order[below], order[above]
    else:
        order.insert(above, order.pop(below))
    return tuple(order)
