"""What a finished bracket is checked for, by counting it again. Nothing here is taken from the code that drew it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from competitions.formats.bracket import FINAL, LOSERS, MAIN, WINNERS, Bracket, BracketMatch, BracketRound, SourceKind
from competitions.formats.elimination import PLACE_ROUNDS


class BracketProperty(StrEnum):
    """What is promised. Each has one sentence with its figures in every language."""

    EVERYBODY_ENTERS_ONCE = "everybody_enters_once"
    SOURCES_USED_ONCE = "sources_used_once"
    MATCHES = "matches"
    BYES_TO_THE_FIRST = "byes_to_the_first"
    NO_EMPTY_MATCH = "no_empty_match"
    SEEDS_MEET_LATE = "seeds_meet_late"
    CLUBS_IN_ROUND_ONE = "clubs_in_round_one"
    LOSERS_GO_ON = "losers_go_on"


@dataclass(frozen=True, slots=True)
class BracketCheck:
    """One property; `params` are its figures."""

    property: BracketProperty
    holds: bool
    params: Mapping[str, Any] = field(default_factory=dict)


def check_bracket(
    bracket: Bracket, order: Sequence[str], *, seeded: int = 0, clubs: Mapping[str, str | None] | None = None
) -> tuple[BracketCheck, ...]:
    """Check a bracket drawn of `order`, whose first `seeded` are seeds; `clubs` where clubs were to be kept apart.

    Pairs of one club are counted, not judged: some cannot be avoided.
    """
    matches = list(bracket.matches())
    if all(drawn.kind in PLACE_ROUNDS for drawn in bracket.rounds):
        return _of_place_matches(matches, order)
    title = [drawn for drawn in bracket.rounds if drawn.bracket in (MAIN, WINNERS) and drawn.kind not in PLACE_ROUNDS]
    entered = Counter(side.entry for match in matches for side in (match.first, match.second)
                      if side.source is None and not side.is_bye)
    byes = {match.first.entry for match in title[0].matches if match.is_bye}
    checks = [
        BracketCheck(BracketProperty.EVERYBODY_ENTERS_ONCE, entered == Counter(order), {"entries": len(order)}),
        _sources(matches),
        _count(bracket, title, len(order)),
        BracketCheck(BracketProperty.BYES_TO_THE_FIRST, byes == set(order[: len(byes)]), {"byes": len(byes)}),
        BracketCheck(BracketProperty.NO_EMPTY_MATCH, not any(match.first.is_bye for match in matches)),
    ]
    if seeded > 1:
        checks.append(_seeds(title, order[:seeded]))
    if clubs is not None:
        checks.append(_clubs(title[0].matches, clubs))
    if title[0].bracket == WINNERS:
        checks.append(_losers_go_on(bracket, title))
    return tuple(checks)


def _of_place_matches(matches: Sequence[BracketMatch], order: Sequence[str]) -> tuple[BracketCheck, ...]:
    """Matches for places alone: everybody has one, and the places that they give are those of all."""
    entered = Counter(side.entry for match in matches for side in (match.first, match.second))
    given = sorted(place for match in matches for place in (match.winner_place, match.loser_place))
    return (
        BracketCheck(BracketProperty.EVERYBODY_ENTERS_ONCE, entered == Counter(order), {"entries": len(order)}),
        BracketCheck(BracketProperty.MATCHES, given == list(range(1, len(order) + 1)), {"matches": len(matches)}),
    )


def _sources(matches: Sequence[BracketMatch]) -> BracketCheck:
    """Each winner and loser goes to one match at most, and comes from one that stands before."""
    seen: set[str] = set()
    used: Counter[object] = Counter()
    stands_before = True
    for match in matches:
        for side in (match.first, match.second):
            if side.source is not None and side.source.kind is not SourceKind.PLACE:
                used[side.source] += 1
                stands_before = stands_before and side.source.match in seen
        seen.add(match.id)
    holds = stands_before and max(used.values(), default=1) == 1
    return BracketCheck(BracketProperty.SOURCES_USED_ONCE, holds, {"matches": len(matches)})


def _count(bracket: Bracket, title: Sequence[BracketRound], entries: int) -> BracketCheck:
    """n - 1 matches leave one without a loss; where two losses are out, 2n - 2 and the second grand final."""
    without_loss = sum(not match.is_bye for drawn in title for match in drawn.matches)
    further = sum(not match.is_reset for drawn in bracket.rounds if drawn.bracket in (LOSERS, FINAL)
                  for match in drawn.matches)
    holds = without_loss == entries - 1 and further in (0, entries - 1) and bool(further) == (title[0].bracket != MAIN)
    return BracketCheck(BracketProperty.MATCHES, holds, {"matches": without_loss + further})


def _seeds(title: Sequence[BracketRound], seeds: Sequence[str]) -> BracketCheck:
    """If seeds win against everybody behind them, none of the first m loses in a round of m matches."""
    rank = {entry_id: place for place, entry_id in enumerate(seeds)}
    winner: dict[str, str | None] = {}
    holds = True
    for drawn in title:
        for match in drawn.matches:
            sides = (side.entry if side.source is None else winner[side.source.match]
                     for side in (match.first, match.second))
            ranked = sorted(rank[side] for side in sides if side in rank)
            winner[match.id] = seeds[ranked[0]] if ranked else None
            holds = holds and (len(ranked) < 2 or ranked[1] >= len(drawn.matches))
    return BracketCheck(BracketProperty.SEEDS_MEET_LATE, holds, {"seeded": len(seeds)})


def _clubs(matches: Sequence[BracketMatch], clubs: Mapping[str, str | None]) -> BracketCheck:
    homes = [[clubs.get(side.entry or "") for side in (match.first, match.second)] for match in matches]
    pairs = sum(one is not None and one == other for one, other in homes)
    return BracketCheck(BracketProperty.CLUBS_IN_ROUND_ONE, True, {"pairs": pairs})


def _losers_go_on(bracket: Bracket, title: Sequence[BracketRound]) -> BracketCheck:
    """Everybody who loses in the winners' bracket comes into the losers' bracket or the final."""
    feeds = bracket.fed_by()
    fallen = [match.loser for drawn in title for match in drawn.matches if match.loser is not None]
    holds = all(side.source in feeds for side in fallen)
    return BracketCheck(BracketProperty.LOSERS_GO_ON, holds, {"losers": len(fallen)})
