"""Every draw as one function: entries and options in, rounds or brackets out. Same input, same draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from competitions.formats.advancing import advancing
from competitions.formats.bracket import MAIN, Bracket, bracket_size
from competitions.formats.double_elimination import CrossedRound, crossing_table, double_elimination
from competitions.formats.elimination import knock_out, single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.games import Game, Points
from competitions.formats.groups import Group, draw_groups
from competitions.formats.lot import Entrant, draw_order
from competitions.formats.pairings import Round
from competitions.formats.place_matches import place_matches
from competitions.formats.round_robin import refuse_size, round_robin
from competitions.formats.separation import clubs_apart
from competitions.formats.swiss import PairingEdition, SwissEvent, club_pairs_to_avoid, pair_round, split_rounds


class System(StrEnum):
    """How a stage is played."""

    ROUND_ROBIN = "round_robin"
    GROUPS = "groups"
    SINGLE_ELIMINATION = "single_elimination"
    DOUBLE_ELIMINATION = "double_elimination"
    PLACE_MATCHES = "place_matches"
    SWISS = "swiss"


ELIMINATIONS = (System.SINGLE_ELIMINATION, System.DOUBLE_ELIMINATION, System.PLACE_MATCHES)


class Kind(StrEnum):
    """Who meets."""

    SINGLES = "singles"
    DOUBLES = "doubles"
    TEAMS = "teams"


class FirstStroke(StrEnum):
    """Whether the rules say who begins, or each match has its lot (22.1.b allows either in eliminations)."""

    RULE = "rule"
    LOT = "lot"


class Begins(StrEnum):
    """Who has the first stroke in set 1 of a match."""

    FIRST = "first"
    SECOND = "second"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawSpec:
    """What is drawn. Options that a system does not know have no effect on it.

    `places`: single elimination, and the bracket after groups: 4 for a match for third place, 8 for places 5 to 8 too.
    `late`: double elimination, entries that begin in the losers' bracket. `games`, `points`, `absent`, `total_rounds`:
    Swiss, the rounds so far in the order played and what the next one needs to know.
    """

    system: System
    entries: tuple[Entrant, ...]
    lot: str
    kind: Kind = Kind.SINGLES
    first_stroke: FirstStroke = FirstStroke.RULE
    legs: int = 1
    groups: int = 1
    advance: int = 0
    places: int = 2
    grand_final_reset: bool = False
    separate_clubs: bool = False
    late: tuple[str, ...] = ()
    games: tuple[Game, ...] = ()
    points: Points = field(default_factory=Points)
    absent: frozenset[str] = frozenset()
    total_rounds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The result. `rounds`: of each round robin or Swiss round by the name of its bracket (`main` or the group).

    `crossing` belongs to a double elimination, `edition` to a Swiss round; `bracket` is there for what has one.
    """

    order: tuple[str, ...]
    rounds: Mapping[str, tuple[Round, ...]] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    bracket: Bracket | None = None
    crossing: tuple[CrossedRound, ...] = ()
    edition: PairingEdition | None = None
    trf: str = ""


def draw(spec: DrawSpec) -> Draw:
    """Make the draw.

    Raises FormatError for too few or too many entries, doubles, options out of range; NoLegalRound and
    SwissUnavailable for a Swiss round.
    """
    refuse_size(len(spec.entries))
    return MAKERS[spec.system](spec)


def who_begins(system: System, kind: Kind, first_stroke: FirstStroke, number: int) -> Begins:
    """Who has the first stroke in round `number` of a bracket or group.

    Round robin: the first-named (22.1.a). Eliminations: odd rounds the first-named, even rounds the second-named
    (22.1.b). Teams: round 1 the second-named, then in turn (22.2). A Swiss round is paired so that the first-named has
    it.
    """
    if first_stroke is FirstStroke.LOT:
        return Begins.LOT
    is_odd = number % 2 == 1
    if system is System.SWISS:
        return Begins.FIRST
    if kind is Kind.TEAMS:
        return Begins.SECOND if is_odd else Begins.FIRST
    return Begins.FIRST if is_odd or system not in ELIMINATIONS else Begins.SECOND


def _round_robin(spec: DrawSpec) -> Draw:
    order = draw_order(spec.entries, spec.lot)
    return Draw(order=order, rounds={MAIN: round_robin(order, legs=spec.legs)})


def _groups(spec: DrawSpec) -> Draw:
    drawn = draw_groups(spec.entries, spec.lot, count=spec.groups, separate_clubs=spec.separate_clubs)
    rounds = {group.name: group.rounds(legs=spec.legs) for group in drawn.groups}
    bracket = None
    if spec.advance:
        least = min(len(group.members) for group in drawn.groups)
        lowest = 2 if spec.groups == 1 else 1
        if not lowest <= spec.advance <= least:
            raise FormatError("out_of_range", "options.advance", low=lowest, high=least)
        names = [group.name for group in drawn.groups]
        bracket = knock_out(advancing(names, spec.advance), places=spec.places)
    return Draw(order=drawn.order, rounds=rounds, groups=drawn.groups, bracket=bracket)


def _numbers(spec: DrawSpec, order: tuple[str, ...]) -> tuple[str, ...]:
    """The order by which numbers are given: clubs apart where asked for."""
    if not spec.separate_clubs:
        return order
    clubs = {entry.id: entry.club for entry in spec.entries}
    return clubs_apart(order, clubs, seeded=sum(entry.seed is not None for entry in spec.entries))


def _single(spec: DrawSpec) -> Draw:
    order = draw_order(spec.entries, spec.lot)
    return Draw(order=order, bracket=single_elimination(_numbers(spec, order), places=spec.places))


def _places(spec: DrawSpec) -> Draw:
    order = draw_order(spec.entries, spec.lot)
    return Draw(order=order, bracket=place_matches(order))


def _double(spec: DrawSpec) -> Draw:
    order = draw_order(spec.entries, spec.lot)
    bracket = double_elimination(_numbers(spec, order), grand_final_reset=spec.grand_final_reset, late=spec.late)
    return Draw(order=order, bracket=bracket, crossing=crossing_table(bracket_size(len(order))))


def _swiss(spec: DrawSpec) -> Draw:
    order = draw_order(spec.entries, spec.lot, by_rating=True)
    present = [entry_id for entry_id in order if entry_id not in spec.absent]
    avoided: frozenset[tuple[str, str]] = frozenset()
    if spec.separate_clubs and not spec.games:
        avoided = club_pairs_to_avoid(present, {entry.id: entry.club for entry in spec.entries})
    event = SwissEvent(
        order=order, rounds=split_rounds(spec.games), absent=spec.absent, total_rounds=spec.total_rounds,
        points=spec.points, forbidden=avoided, ratings={entry.id: entry.rating for entry in spec.entries},
    )
    paired = pair_round(event)
    return Draw(order=order, rounds={MAIN: (paired.round,)}, edition=paired.edition, trf=paired.trf)


MAKERS = {
    System.ROUND_ROBIN: _round_robin,
    System.GROUPS: _groups,
    System.SINGLE_ELIMINATION: _single,
    System.DOUBLE_ELIMINATION: _double,
    System.PLACE_MATCHES: _places,
    System.SWISS: _swiss,
}
