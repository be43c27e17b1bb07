"""What a finished draw is checked for, by counting it again: properties with their figures, for page and print.

Nothing here is taken from the code that drew; the input is the rounds as they are stored. A bye may be listed or left
out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Any

from competitions.formats.groups import Group
from competitions.formats.lot import Entrant, draw_order
from competitions.formats.pairings import Pairing, Round
from competitions.formats.trf import SwissEvent

MAX_RUN_SINGLE = 2
MAX_RUN_LEGS = 3
"""So often running a Berger table gives the same role at most, in one leg and in more."""


class Property(StrEnum):
    """What is promised. Each has one sentence with its figures in every language."""

    ORDER_REPEATS = "order_repeats"
    EVERYBODY_IN_ONE_GROUP = "everybody_in_one_group"
    GROUP_SIZES = "group_sizes"
    SEEDS_APART = "seeds_apart"
    CLUBS_APART = "clubs_apart"
    NOBODY_TWICE_A_ROUND = "nobody_twice_a_round"
    NOBODY_AGAINST_SELF = "nobody_against_self"
    EVERYBODY_MEETS = "everybody_meets"
    BYES = "byes"
    FIRST_STROKES = "first_strokes"
    SAME_ROLE_RUNNING = "same_role_running"
    EVERYBODY_PLACED = "everybody_placed"
    NO_REMATCH = "no_rematch"
    SWISS_BYE = "swiss_bye"


@dataclass(frozen=True, slots=True)
class Check:
    """One property. `params` are its figures; `group` is empty where there is only one."""

    property: Property
    holds: bool
    group: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


def check_order(entries: Sequence[Entrant], lot: str, order: Sequence[str], *, by_rating: bool = False) -> Check:
    """The order is what seeds and lot give, drawn again."""
    seeded = sum(entry.seed is not None for entry in entries)
    rated = sum(entry.seed is None and entry.rating is not None for entry in entries) if by_rating else 0
    again = draw_order(entries, lot, by_rating=by_rating)
    params = {"seeded": seeded, "rated": rated, "by_lot": len(entries) - seeded - rated}
    return Check(Property.ORDER_REPEATS, tuple(order) == again, params=params)


def check_groups(
    entries: Sequence[Entrant], groups: Sequence[Group], *, separate_clubs: bool = False
) -> tuple[Check, ...]:
    """Everybody stands in one group, sizes differ by one at most, seeds (and clubs, where asked for) are apart."""
    homes = Counter(member for group in groups for member in group.members)
    home = {member: group.name for group in groups for member in group.members}
    sizes = [len(group.members) for group in groups]
    checks = [
        Check(Property.EVERYBODY_IN_ONE_GROUP, homes == Counter(entry.id for entry in entries),
              params={"entries": len(entries), "groups": len(groups)}),
        Check(Property.GROUP_SIZES, max(sizes) - min(sizes) <= 1, params={"least": min(sizes), "most": max(sizes)}),
    ]
    seeded = sorted((entry for entry in entries if entry.seed is not None), key=lambda entry: entry.seed or 0)
    if seeded:
        pots = [seeded[start : start + len(groups)] for start in range(0, len(seeded), len(groups))]
        apart = all(len({home.get(entry.id) for entry in pot}) == len(pot) for pot in pots)
        checks.append(Check(Property.SEEDS_APART, apart, params={"seeded": len(seeded)}))
    if separate_clubs:
        checks.append(_clubs_apart(entries, home, len(groups)))
    return tuple(checks)


def _clubs_apart(entries: Sequence[Entrant], home: Mapping[str, str], groups: int) -> Check:
    members: defaultdict[str, Counter[str | None]] = defaultdict(Counter)
    for entry in entries:
        if entry.club is not None:
            members[entry.club][home.get(entry.id)] += 1
    apart = all(max(shares.values()) <= -(-shares.total() // groups) for shares in members.values())
    most = max((max(shares.values()) for shares in members.values()), default=0)
    return Check(Property.CLUBS_APART, apart, params={"clubs": len(members), "most": most})


def check_round_robin(
    members: Sequence[str], rounds: Sequence[Round], *, legs: int = 1, group: str = ""
) -> tuple[Check, ...]:
    """Everybody meets everybody once a leg, one bye a leg for an odd number, first strokes balanced."""
    pairings = [pairing for drawn in rounds for pairing in drawn.pairings if pairing.second is not None]
    size = len(members)
    met = Counter(frozenset((pairing.first, pairing.second)) for pairing in pairings)
    wanted = {frozenset(pair): legs for pair in combinations(members, 2)}
    played = Counter(side for pairing in pairings for side in pairing)
    held = sum(bool(drawn.pairings) for drawn in rounds)
    byes = {held - played[member] for member in members}
    checks = [
        *_sound_rounds(rounds, group),
        Check(Property.EVERYBODY_MEETS, dict(met) == wanted, group, {"legs": legs, "pairs": len(wanted)}),
        Check(Property.BYES, byes == {legs * (size % 2)}, group, {"byes": legs * (size % 2)}),
    ]
    firsts = Counter(pairing.first for pairing in pairings)
    counts = [firsts[member] for member in members]
    spread = 1 if size % 2 == 0 and legs % 2 else 0
    balanced = max(counts) - min(counts) <= spread
    checks.append(Check(Property.FIRST_STROKES, balanced, group, {"least": min(counts), "most": max(counts)}))
    limit = MAX_RUN_SINGLE if legs == 1 else MAX_RUN_LEGS
    longest = max((longest_run(roles) for roles in _roles(pairings).values()), default=0)
    checks.append(Check(Property.SAME_ROLE_RUNNING, longest <= limit, group, {"most": longest, "limit": limit}))
    return tuple(checks)


def check_swiss_round(event: SwissEvent, drawn: Round) -> tuple[Check, ...]:
    """Everybody present stands in the round once, no rematch, at most one bye and none twice, roles balanced.

    In the last round those with more than half of the points, and whom they meet, are exempt from the balance of roles
    (C.04.3: topscorers).
    """
    present = [entry_id for entry_id in event.order if entry_id not in event.absent]
    placed = Counter(side for pairing in drawn.pairings for side in pairing if side is not None)
    games = [game for games in event.rounds for game in games]
    met = {frozenset((game.first, game.second)) for game in games if game.is_played}
    again = [pairing for pairing in drawn.pairings if not pairing.is_bye and frozenset(pairing) in met]
    byes = [pairing.first for pairing in drawn.pairings if pairing.is_bye]
    had = {game.first for game in games if game.is_bye}
    right_byes = len(byes) == len(present) % 2 and not had & set(byes)
    before = [Pairing(game.first, game.second) for game in games if game.is_played]
    roles = _roles([*before, *drawn.pairings])
    exempt = _exempt(event, drawn)
    # Who has no game in this round has been given no role by it, whatever a late correction made of the games before.
    playing = {side for pairing in drawn.pairings if not pairing.is_bye for side in pairing}
    judged = {who: own for who, own in roles.items() if who in playing and who not in exempt}
    longest = max((longest_run(own[-3:]) for own in judged.values()), default=0)
    apart = max((abs(own.count(True) - own.count(False)) for own in judged.values()), default=0)
    return (
        *_sound_rounds([drawn], ""),
        Check(Property.EVERYBODY_PLACED, placed == Counter(present), params={"entries": len(present)}),
        Check(Property.NO_REMATCH, not again, params={"rematches": len(again)}),
        Check(Property.SWISS_BYE, right_byes, params={"byes": len(byes)}),
        Check(Property.FIRST_STROKES, apart <= 2, params={"least": 0, "most": apart}),
        Check(Property.SAME_ROLE_RUNNING, longest <= 2, params={"most": longest, "limit": 2}),
    )


def _exempt(event: SwissEvent, drawn: Round) -> set[str]:
    if event.total_rounds != event.next_number:
        return set()
    half = event.points.win * len(event.rounds) / 2
    top = {entry_id for entry_id, score in event.scores().items() if score > half}
    return top | {side for pairing in drawn.pairings if top & set(pairing) for side in pairing if side is not None}


def _sound_rounds(rounds: Iterable[Round], group: str) -> tuple[Check, Check]:
    """Nobody stands twice in a round, and nobody meets themselves."""
    twice = against_self = 0
    for drawn in rounds:
        against_self += sum(pairing.first == pairing.second for pairing in drawn.pairings)
        busy = Counter(side for pairing in drawn.pairings for side in set(pairing) if side is not None)
        twice += sum(count > 1 for count in busy.values())
    return (
        Check(Property.NOBODY_TWICE_A_ROUND, twice == 0, group, {"count": twice}),
        Check(Property.NOBODY_AGAINST_SELF, against_self == 0, group, {"count": against_self}),
    )


def _roles(pairings: Iterable[Pairing]) -> dict[str, list[bool]]:
    """For each entry whether it was named first, game by game; byes have no role."""
    roles: defaultdict[str, list[bool]] = defaultdict(list)
    for first, second in pairings:
        if second is not None:
            roles[first].append(True)
            roles[second].append(False)
    return dict(roles)


def longest_run(roles: Sequence[bool]) -> int:
    """How often running the same role came at most."""
    longest = run = 0
    for place, role in enumerate(roles):
        run = run + 1 if place and role == roles[place - 1] else 1
        longest = max(longest, run)
    return longest
