"""What a bracket has become: who stands where, what can be played, and who has which place.

The bracket and the decisions are all there is: taking a decision back gives exactly what was before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from competitions.formats.bracket import Bracket, BracketMatch, Side, Source, SourceKind
from competitions.formats.errors import FormatError


class MatchState(StrEnum):
    """`to_be_decided`: a side is not known yet. `walkover`: one came, the other is gone. `empty`: nobody can come."""

    TO_BE_DECIDED = "to_be_decided"
    READY = "ready"
    DECIDED = "decided"
    BYE = "bye"
    WALKOVER = "walkover"
    NOT_NEEDED = "not_needed"
    EMPTY = "empty"


class Seat(NamedTuple):
    """One side in play: not known yet, or known; known and without an entry is nobody."""

    entry: str | None = None
    is_known: bool = False


OPEN = Seat()
NOBODY = Seat(None, is_known=True)


class Decision(NamedTuple):
    """How a match ended: the winner, or None when both lost it."""

    winner: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNow:
    """A match in play; `winner` and `loser` are who goes on from it."""

    match: BracketMatch
    first: Seat
    second: Seat
    state: MatchState
    winner: Seat = OPEN
    loser: Seat = OPEN

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played here."""
        return self.state not in (MatchState.TO_BE_DECIDED, MatchState.READY)


Decide = Callable[[BracketMatch, Seat, Seat], "Decision | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What has been decided. `withdrawn` keep the matches decided and give a walkover in every other one.

    `placed`: who has which place of a group (name, place), for brackets after groups.
    """

    decisions: Mapping[str, Decision] = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()
    placed: Mapping[tuple[str, int], str] = field(default_factory=dict)


def play(bracket: Bracket, situation: Situation) -> dict[str, MatchNow]:
    """Every match as it stands, by id, sources first.

    A match that both lost sends nobody on, neither upward nor into a losers' bracket: the next opponent walks over. The
    second grand final is not needed when the finalist without a loss won the first.
    Raises FormatError for a decision on a match that is not there, has no two players yet, is not needed, or is none
    of the winner's.
    """
    now = run(bracket, situation, lambda match, _first, _second: situation.decisions.get(match.id))
    for match_id, decision in situation.decisions.items():
        if match_id not in now:
            raise FormatError("unknown_id", f"decisions.{match_id}", id=match_id)
        if now[match_id].state is not MatchState.DECIDED:
            raise FormatError("not_in_match", f"decisions.{match_id}", id=decision.winner)
    return now


def run(bracket: Bracket, situation: Situation, decide: Decide) -> dict[str, MatchNow]:
    """Walk through the bracket once, taking decisions from `decide`; one that cannot be is passed over."""
    now: dict[str, MatchNow] = {}
    for match in bracket.matches():
        first, second = (_seat(side, now, situation.placed) for side in (match.first, match.second))
        decision = decide(match, first, second)
        possible = (first.entry, second.entry)
        if decision is not None and (None in possible or decision.winner not in (*possible, None)):
            decision = None
        now[match.id] = _match_now(match, first, second, decision, now, situation.withdrawn)
    return now


def _seat(side: Side, now: Mapping[str, MatchNow], placed: Mapping[tuple[str, int], str]) -> Seat:
    if side.is_bye:
        return NOBODY
    source = side.source
    if source is None:
        return Seat(side.entry, is_known=True)
    if source.kind is SourceKind.PLACE:
        entry = placed.get((source.group, source.place))
        return OPEN if entry is None else Seat(entry, is_known=True)
    from_match = now[source.match]
    return from_match.winner if source.kind is SourceKind.WINNER_OF else from_match.loser


def _match_now(
    match: BracketMatch, first: Seat, second: Seat, decision: Decision | None, now: Mapping[str, MatchNow],
    withdrawn: frozenset[str],
) -> MatchNow:
    def ended(state: MatchState, winner: Seat = OPEN, loser: Seat = OPEN) -> MatchNow:
        return MatchNow(match=match, first=first, second=second, state=state, winner=winner, loser=loser)

    if match.is_reset and first.is_known and not _is_reset_needed(match, now):
        return ended(MatchState.NOT_NEEDED, first, second)
    if decision is not None:
        if decision.winner is None:
            return ended(MatchState.DECIDED, NOBODY, NOBODY)
        return ended(MatchState.DECIDED, *((first, second) if decision.winner == first.entry else (second, first)))
    if not (first.is_known and second.is_known):
        return ended(MatchState.TO_BE_DECIDED)
    if first == second == NOBODY:
        return ended(MatchState.EMPTY, NOBODY, NOBODY)
    if NOBODY in (first, second):
        state = MatchState.BYE if match.is_bye else MatchState.WALKOVER
        return ended(state, second if first == NOBODY else first, NOBODY)
    gone = [seat.entry in withdrawn for seat in (first, second)]
    if not any(gone):
        return ended(MatchState.READY)
    if all(gone):
        return ended(MatchState.WALKOVER, NOBODY, NOBODY)
    return ended(MatchState.WALKOVER, *((second, first) if gone[0] else (first, second)))


def _is_reset_needed(match: BracketMatch, now: Mapping[str, MatchNow]) -> bool:
    """Only if the finalist from the winners' bracket, first-named in the first grand final, lost it and is there."""
    source = match.first.source or Source(SourceKind.WINNER_OF)
    before = now[source.match]
    return before.first.entry is not None and before.loser == before.first


def losses(now: Mapping[str, MatchNow]) -> dict[str, int]:
    """How many matches each entry has lost so far, walkovers given included."""
    count: dict[str, int] = {}
    for item in now.values():
        if item.state in (MatchState.DECIDED, MatchState.WALKOVER):
            for seat in (item.first, item.second):
                if seat.entry is not None:
                    count[seat.entry] = count.get(seat.entry, 0) + (seat != item.winner)
    return count


def final_places(bracket: Bracket, now: Mapping[str, MatchNow]) -> dict[str, int]:
    """The best place of each entry that is out of the bracket: 1, 2, 3, 3, 5, …; who still plays has none yet.

    Those who left in the same round share a place; so do two who lost their match both, and a better place then stays
    vacant.
    """
    feeds = bracket.fed_by()
    places = sorted(_places_given(bracket, feeds))
    left: dict[str, int] = {}
    for item in now.values():
        if not item.is_over or item.state is MatchState.BYE:
            continue
        for seat in (item.first, item.second):
            is_winner = seat == item.winner
            kind = SourceKind.WINNER_OF if is_winner else SourceKind.LOSER_OF
            goes_on = Source(kind, item.match.id) in feeds and seat in (item.winner, item.loser)
            if seat.entry is not None and not goes_on:
                place = item.match.winner_place if is_winner else item.match.loser_place
                left[seat.entry] = 1 + bisect_left(places, place)
    return left


def _places_given(bracket: Bracket, feeds: Mapping[Source, str]) -> Iterator[int]:
    """The place, counted for a full bracket, of each entry, if every match has a winner and a loser."""
    for match in bracket.matches():
        if match.is_bye:
            continue
        if Source(SourceKind.WINNER_OF, match.id) not in feeds:
            yield match.winner_place
        if Source(SourceKind.LOSER_OF, match.id) not in feeds:
            yield match.loser_place
