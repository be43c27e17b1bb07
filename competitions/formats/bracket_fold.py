"""From what a stage stores (order, options, lot, results) to its bracket as it stands: computed anew, never kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from competitions.formats.bracket import Bracket, BracketMatch, BracketRound, bracket_size
from competitions.formats.bracket_play import Decision, MatchNow, MatchState, Seat, Situation, run
from competitions.formats.double_elimination import double_elimination
from competitions.formats.draw import Begins, FirstStroke, Kind, System, who_begins
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant, draw_order, lot_key
from competitions.formats.place_matches import place_matches
from competitions.formats.separation import clubs_apart

IN_PLACE = (MatchState.READY, MatchState.DECIDED, MatchState.WALKOVER)
"""States in which two players stand opposite each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPlan:
    """All that a bracket is drawn of. `late`: entries that begin in the losers' bracket."""

    system: System
    order: tuple[str, ...]
    late: tuple[str, ...] = ()
    places: int = 2
    grand_final_reset: bool = False


@dataclass(frozen=True, slots=True)
class Met:
    """Two who were given a match of the bracket, and how it ended; None while it counts for nobody."""

    first: str
    second: str
    decision: Decision | None = None


@lru_cache(maxsize=32)
def bracket_of(plan: BracketPlan) -> Bracket:
    """The bracket of a plan. Raises FormatError as the draw of its system does."""
    if plan.system is System.SINGLE_ELIMINATION:
        return single_elimination(plan.order, places=plan.places)
    if plan.system is System.PLACE_MATCHES:
        return place_matches(plan.order)
    return double_elimination(
        plan.order, grand_final_reset=plan.grand_final_reset, late=plan.late, places=plan.places)


@lru_cache(maxsize=32)
def round_numbers(plan: BracketPlan) -> tuple[int, ...]:
    """The number of each round in the order of play; of a double elimination that of the full bracket.

    So a late entry, which may bring a losers' round that nobody had to play before, moves no other number.
    """
    rounds = bracket_of(plan).rounds
    if plan.system is not System.DOUBLE_ELIMINATION:
        return tuple(range(1, len(rounds) + 1))
    full = replace(plan, late=(), order=tuple(str(place) for place in range(bracket_size(len(plan.order)))))
    number_of = {_name(drawn): number for number, drawn in enumerate(bracket_of(full).rounds, start=1)}
    return tuple(number_of[_name(drawn)] for drawn in rounds)


def _name(drawn: BracketRound) -> tuple[str, int, int]:
    """What a round is, whatever it is counted as."""
    return (drawn.bracket, drawn.number, drawn.params.get("low", 0))


def numbered(
    entrants: Sequence[Entrant], lot: str, *, separate_clubs: bool = False,
    exchanges: Sequence[tuple[str, str]] = (),
) -> tuple[str, ...]:
    """The order by which numbers are given: seeds, lot, clubs apart where asked for, then the exchanges by hand."""
    order = list(draw_order(entrants, lot))
    if separate_clubs:
        clubs = {entrant.id: entrant.club for entrant in entrants}
        order = list(clubs_apart(order, clubs, seeded=sum(entrant.seed is not None for entrant in entrants)))
    for one, other in exchanges:
        order = exchanged(order, one, other)
    return tuple(order)


def exchanged(order: Sequence[str], one: str, other: str) -> list[str]:
    """The order with two entries in each other's place. Raises FormatError for somebody who is not in it."""
    for entry_id in (one, other):
        if entry_id not in order:
            raise FormatError("unknown_id", "entries", id=entry_id)
    swap = {one: other, other: one}
    return [swap.get(entry_id, entry_id) for entry_id in order]


def stroke_side(system: System, first_stroke: FirstStroke, lot: str, drawn: BracketRound, match_id: str) -> str:
    """Who has the first stroke in set 1, A or B: by the round (22.1.b), or by the public lot and the match's name."""
    begins = who_begins(system, Kind.SINGLES, first_stroke, drawn.number)
    if begins is Begins.LOT:
        return "AB"[int(lot_key(lot, match_id)[-1], 16) % 2]
    return "A" if begins is Begins.FIRST else "B"


def stands(
    bracket: Bracket, met: Mapping[str, Met], withdrawn: frozenset[str] = frozenset()
) -> dict[str, MatchNow]:
    """Every match as it stands, by id. A result counts only while the same two stand there.

    Of two who have both left, the one who was given a later match had walked over: that is not taken back.
    """
    order = {match.id: index for index, match in enumerate(bracket.matches())}
    last: dict[str, int] = {}
    for match_id, row in met.items():
        for entry in (row.first, row.second):
            last[entry] = max(last.get(entry, 0), order.get(match_id, 0))

    def decide(match: BracketMatch, first: Seat, second: Seat) -> Decision | None:
        row = met.get(match.id)
        if row is not None and {first.entry, second.entry} == {row.first, row.second}:
            return row.decision
        pair = (first.entry or "", second.entry or "")
        if withdrawn.issuperset(pair):
            return next((Decision(entry) for entry in pair if last.get(entry, 0) > order[match.id]), None)
        return None

    return run(bracket, Situation(withdrawn=withdrawn), decide)


def misplaced(now: Mapping[str, MatchNow], met: Mapping[str, Met]) -> tuple[str, ...]:
    """Matches given to two who no longer stand there, in the order of play."""
    return tuple(
        match_id for match_id, item in now.items()
        if match_id in met and not (
            item.state in IN_PLACE and {item.first.entry, item.second.entry} == {met[match_id].first,
                                                                                 met[match_id].second})
    )
