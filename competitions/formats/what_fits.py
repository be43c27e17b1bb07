"""What fits into the day: each system for so many entrants at so many tables, with its matches, rounds and end.

Everything is counted on the draw itself: round robins by the planner that gives the tables, brackets match by match as
their entrants become known, Swiss rounds one after the other. Nothing here guesses how long people talk: minutes of a
set and between matches are given, and every match is reckoned with all its sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from competitions.formats.bracket import Bracket, BracketMatch, Side, SourceKind
from competitions.formats.double_elimination import double_elimination
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.round_robin import refuse_size, round_robin
from competitions.formats.tables import Fixture, slots_needed

MAX_ALL_PLAY_ALL = 64
"""A round robin of more is nobody's plan for a day."""
GROUP_SIZES = (4, 5, 6, 8)
SMALLEST_GROUP = 3
MAX_GROUPS = 64
ADVANCE = 2
SWISS_ROUNDS = (5, 7, 9, 11, 13)
"""What is played in Latvia (11, 13) and Estonia (5, 7, 9), besides the fewest that can find one winner."""
LIMITS = {
    "tables": (1, 100), "sets": (1, 15), "set_minutes": (1, 60), "between_minutes": (0, 60),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """How many came, and what the hall has. An elimination decides level matches in one more set (23.1)."""

    entrants: int
    tables: int
    sets: int = 6
    set_minutes: int = 5
    between_minutes: int = 5

    def __post_init__(self) -> None:
        refuse_size(self.entrants)
        for name, (low, high) in LIMITS.items():
            if not low <= getattr(self, name) <= high:
                raise FormatError("out_of_range", name, low=low, high=high)

    def minutes(self, waves: int, *, is_elimination: bool = False) -> int:
        """How long so many matches one after another take at a table, with the time between them."""
        sets = self.sets + 1 - self.sets % 2 if is_elimination else self.sets
        return waves * sets * self.set_minutes + max(waves - 1, 0) * self.between_minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """One way to play. `least` and `most`: matches of one entrant. `waves`: matches one after another at a table.

    `system` and the options are those of the draw; `groups` with `advance` go on in a single elimination.
    """

    system: str
    legs: int = 1
    groups: int = 1
    advance: int = 0
    places: int = 2
    swiss_rounds: int = 0
    matches: int
    rounds: int
    waves: int
    least: int
    most: int
    minutes: int


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a bracket comes to."""

    matches: int
    rounds: int
    waves: int
    least: int
    most: int


def what_fits(day: Day) -> tuple[Fit, ...]:
    """Every system that so many entrants can play, in the order in which the draw offers them.

    Raises FormatError (from `Day`) for fewer than 2 or more than 512 entrants and for values out of range.
    """
    return (*_groups(day), *_round_robins(day), *_swiss(day), *_eliminations(day))


def _ids(count: int) -> list[str]:
    return [str(number) for number in range(count)]


# --- round robins and groups -----------------------------------------------------------------------------------------
def _fixtures(groups: Sequence[Sequence[str]], legs: int) -> list[Fixture]:
    """The games of some groups; a round is one of all groups."""
    return [
        Fixture(f"{drawn.number}-{pair.first}", drawn.number, (pair.first, pair.second))
        for members in groups for drawn in round_robin(members, legs=legs) for pair in drawn.pairings
        if pair.second is not None
    ]


def _round_robins(day: Day) -> Iterator[Fit]:
    if day.entrants > MAX_ALL_PLAY_ALL:
        return
    for legs in (1, 2):
        fixtures = _fixtures([_ids(day.entrants)], legs)
        waves = slots_needed(fixtures, day.tables)
        each = legs * (day.entrants - 1)
        yield Fit(
            system="round_robin", legs=legs, matches=len(fixtures), rounds=fixtures[-1].round, waves=waves,
            least=each, most=each, minutes=day.minutes(waves))


def group_counts(entrants: int) -> tuple[int, ...]:
    """Into how many groups to divide so many, so that the largest has 8, 6, 5 or 4, and the smallest at least 3."""
    counts = {ceil(entrants / size) for size in GROUP_SIZES}
    return tuple(sorted(
        count for count in counts if 1 < count <= MAX_GROUPS and entrants // count >= SMALLEST_GROUP))


def _groups(day: Day) -> Iterator[Fit]:
    """Groups, then the first two of each in a single elimination."""
    for count in group_counts(day.entrants):
        members = [_ids(day.entrants)[number::count] for number in range(count)]
        fixtures = _fixtures(members, 1)
        waves = slots_needed(fixtures, day.tables)
        final = _counted(single_elimination(_ids(count * ADVANCE)), day.tables)
        yield Fit(
            system="groups", groups=count, advance=ADVANCE, matches=len(fixtures) + final.matches,
            rounds=max(fixture.round for fixture in fixtures) + final.rounds, waves=waves + final.waves,
            least=len(members[-1]) - 1, most=len(members[0]) - 1 + final.most,
            minutes=day.minutes(waves) + day.between_minutes + day.minutes(final.waves, is_elimination=True))


# --- Swiss -----------------------------------------------------------------------------------------------------------
def fewest_rounds(entrants: int) -> int:
    """So many Swiss rounds leave one who has won all: every round halves those."""
    return (entrants - 1).bit_length()


def _swiss(day: Day) -> Iterator[Fit]:
    """A Swiss has fewer rounds than a round robin; in an odd field somebody is free, at most once."""
    is_odd = day.entrants % 2
    meetings = day.entrants // 2
    for rounds in sorted({fewest_rounds(day.entrants), *SWISS_ROUNDS}):
        if rounds < fewest_rounds(day.entrants) or rounds >= day.entrants - 1 + is_odd:
            continue
        waves = rounds * ceil(meetings / day.tables)
        yield Fit(
            system="swiss", swiss_rounds=rounds, matches=rounds * meetings, rounds=rounds, waves=waves,
            least=rounds - is_odd, most=rounds, minutes=day.minutes(waves))


# --- eliminations ----------------------------------------------------------------------------------------------------
def _eliminations(day: Day) -> Iterator[Fit]:
    ids = _ids(day.entrants)
    found = [("single_elimination", 2, single_elimination(ids))]
    if day.entrants > SMALLEST_GROUP:
        found.append(("single_elimination", 4, single_elimination(ids, places=4)))
    if day.entrants >= SMALLEST_GROUP:
        found.append(("double_elimination", 2, double_elimination(ids)))
    for system, places, bracket in found:
        counted = _counted(bracket, day.tables)
        yield Fit(
            system=system, places=places, matches=counted.matches, rounds=counted.rounds, waves=counted.waves,
            least=counted.least, most=counted.most, minutes=day.minutes(counted.waves, is_elimination=True))


def _counted(bracket: Bracket, tables: int) -> _Counted:
    """Matches, rounds, waves and matches of one entrant. Who passes a bye plays nothing for it."""
    matches = [match for match in bracket.matches() if not match.is_bye]
    following = _following(matches)
    shortest: dict[str, int] = {}
    longest: dict[str, int] = {}
    for match in reversed(matches):
        nexts = following.get(match.id, {})
        shortest[match.id] = 1 + min(shortest[nexts[kind]] if kind in nexts else 0 for kind in _OUTCOMES)
        longest[match.id] = 1 + max(longest[nexts[kind]] if kind in nexts else 0 for kind in _OUTCOMES)
    entered = [match.id for match in matches if match.first.entry or match.second.entry]
    return _Counted(
        len(matches), len({(drawn.bracket, drawn.number) for drawn in bracket.rounds}), _waves(matches, tables),
        min(shortest[key] for key in entered), max(longest[key] for key in entered))


_OUTCOMES = (SourceKind.WINNER_OF, SourceKind.LOSER_OF)


def _sources(match: BracketMatch) -> list[tuple[SourceKind, str]]:
    """The played matches that a match waits for; an entrant who came past a bye waits for nothing."""
    sides: tuple[Side, Side] = (match.first, match.second)
    return [(side.source.kind, side.source.match) for side in sides if side.entry is None and side.source is not None]


def _following(matches: Sequence[BracketMatch]) -> dict[str, dict[SourceKind, str]]:
    """Where winner and loser of each match go."""
    found: dict[str, dict[SourceKind, str]] = {}
    for match in matches:
        for kind, source in _sources(match):
            found.setdefault(source, {})[kind] = match.id
    return found


def _waves(matches: Sequence[BracketMatch], tables: int) -> int:
    """How many matches follow one another at a table, if each begins when its entrants are known and one is free."""
    over: set[str] = set()
    left = list(matches)
    waves = 0
    while left:
        ready = [match for match in left if all(source in over for _kind, source in _sources(match))][:tables]
        over |= {match.id for match in ready}
        left = [match for match in left if match.id not in over]
        waves += 1
    return waves
