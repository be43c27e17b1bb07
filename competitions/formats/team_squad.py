"""Who of a team may stand at which number in a match: by the numbers of the roster or of the first order. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competitions.formats.lineup import CLAUSES, Order, Violation, lineup_violations

USUAL_RULESET = "lnf-2008"


@dataclass(frozen=True, slots=True, kw_only=True)
class Squad:
    """A roster: the regular at each number (None for an empty place), the reserves. Ids of players."""

    regulars: tuple[str | None, ...]
    reserves: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        return (*(player for player in self.regulars if player is not None), *self.reserves)


def squad_of_match(squad: Squad, first: Order, order: str) -> Squad:
    """The numbers that hold in one match: those of the roster, or, where the regulations leave the order to the match
    (`order` is "match"), those of the order handed in for round 1; whoever has no number there is a reserve."""
    if order != "match":
        return squad
    return Squad(regulars=tuple(first), reserves=tuple(player for player in squad.members if player not in first))


def squad_violations(squad: Squad, rounds: Sequence[Order], *, ruleset: str) -> tuple[Violation, ...]:
    """Every breach of the rules of line-ups in the rounds of one match (22.4).

    An empty place of the roster is nobody's own number: a reserve may fill it from round 2 on. A rule set that says
    nothing of line-ups has them as the Latvian rules do. Raises FormatError for somebody who is not in the team.
    """
    regulars = [player if player is not None else f"-{number}" for number, player in enumerate(squad.regulars, 1)]
    return lineup_violations(
        regulars, squad.reserves, rounds, ruleset=ruleset if ruleset in CLAUSES else USUAL_RULESET)
