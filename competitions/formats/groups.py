"""Groups: who stands in which, by seed and lot, clubs kept apart where asked for. Each group is a round robin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant, draw_order
from competitions.formats.pairings import Round
from competitions.formats.round_robin import refuse_size, round_robin

LETTERS = 26
POT = "pot"

End = tuple[str, int]
Taken = dict[tuple[End, int], int]


@dataclass(frozen=True, slots=True)
class Group:
    """A group and its members; member k takes number k of the Berger table."""

    name: str
    members: tuple[str, ...]

    def rounds(self, *, legs: int = 1) -> tuple[Round, ...]:
        """The round robin of this group."""
        return round_robin(self.members, legs=legs)


@dataclass(frozen=True, slots=True)
class GroupDraw:
    """The result of a draw into groups: the order it was made in, and the groups."""

    order: tuple[str, ...]
    groups: tuple[Group, ...]


def draw_groups(entries: Sequence[Entrant], lot: str, *, count: int, separate_clubs: bool = False) -> GroupDraw:
    """Deal the entries into `count` groups whose sizes differ by at most one.

    The order (seeds, then lot) is cut into pots of `count`, dealt to and fro (A, B, C, C, B, A), one of each pot to a
    group: seeds 1 to g stand apart, g+1 to 2g too. With `separate_clubs` no club has more than its share, rounded up,
    in a group; an entry then leaves the place the plain deal gives it only where a clubmate is in the way.
    Raises FormatError for more groups than half the entries, none, doubles, too few or too many entries.
    """
    refuse_size(len(entries))
    if count < 1:
        raise FormatError("out_of_range", "options.groups", low=1, high=len(entries) // 2)
    if count > len(entries) // 2:
        raise FormatError("too_many_groups", "options.groups", high=len(entries) // 2, count=count)
    order = draw_order(entries, lot)
    if separate_clubs:
        clubs = {entry.id: entry.club for entry in entries}
        homes = _deal_apart([clubs[entry_id] for entry_id in order], count)
    else:
        homes = [_dealt_home(place, count) for place in range(len(order))]
    members: list[list[str]] = [[] for _ in range(count)]
    for entry_id, home in zip(order, homes, strict=True):
        members[home].append(entry_id)
    return GroupDraw(order, tuple(Group(group_name(number), tuple(ids)) for number, ids in enumerate(members)))


def with_late_entry(groups: Sequence[Group], entry_id: str, clubs: Mapping[str, str | None]) -> tuple[Group, ...]:
    """The groups with somebody who came after the draw, as the last number of one of the smallest.

    Of those the one with the fewest clubmates, then the first. In a group of an odd number the newcomer takes the place
    of the bye, and no pairing is moved. Raises FormatError when the entry stands in a group.
    """
    if any(entry_id in group.members for group in groups):
        raise FormatError("duplicate_id", "late", id=entry_id)
    club = clubs.get(entry_id)

    def cost(index: int) -> tuple[int, int, int]:
        members = groups[index].members
        mates = sum(club is not None and clubs.get(member) == club for member in members)
        return (len(members), mates, index)

    home = min(range(len(groups)), key=cost)
    return tuple(Group(group.name, (*group.members, entry_id)) if index == home else group
                 for index, group in enumerate(groups))


def group_name(index: int) -> str:
    """A, B, … Z, AA, AB, … for index 0 up."""
    name = chr(ord("A") + index % LETTERS)
    return name if index < LETTERS else group_name(index // LETTERS - 1) + name


def _distance(home: int, group: int) -> tuple[int, int]:
    return (abs(group - home), group)


def _dealt_home(place: int, count: int) -> int:
    pot, step = divmod(place, count)
    return step if pot % 2 == 0 else count - 1 - step


def _deal_apart(clubs: Sequence[str | None], count: int) -> list[int]:
    """Homes in order of the draw, clubs apart.

    Pots and shares of clubs (`count` clubmates each) are the two sides of a bipartite graph, the entries its edges,
    the groups their colours. No side has more than `count` edges, so by Kőnig's theorem a colouring exists; where every
    group is barred from one side or the other, two groups are exchanged along an alternating chain.
    """
    ends = _pots_and_shares(clubs, count)
    taken: Taken = {}
    for place, (pot, share) in enumerate(ends):
        near = sorted(range(count), key=partial(_distance, _dealt_home(place, count)))
        free_in_pot = [group for group in near if (pot, group) not in taken]
        free_in_share = [group for group in near if (share, group) not in taken]
        both = [group for group in free_in_pot if group in free_in_share]
        if both:
            group = both[0]
        else:
            # Of all exchanges the one that leaves the earliest drawn, and so the seeds, where they are.
            offers = [(share, mine, other, mine) for mine in free_in_pot for other in free_in_share]
            offers += [(pot, other, mine, other) for mine in free_in_pot for other in free_in_share]
            chains = [_chain(taken, ends, start, first, second) for start, first, second, _ in offers]
            best = max(range(len(offers)), key=lambda index: min(chains[index]))
            _exchange(taken, ends, chains[best], offers[best])
            group = offers[best][3]
        taken[pot, group] = taken[share, group] = place
    homes = [0] * len(clubs)
    for (end, group), place in taken.items():
        if end[0] == POT:
            homes[place] = group
    return homes


def _pots_and_shares(clubs: Sequence[str | None], count: int) -> list[tuple[End, End]]:
    """For each place of the order its pot and its share of a club; who has no club is a share alone."""
    met: dict[str, int] = defaultdict(int)
    ends: list[tuple[End, End]] = []
    for place, club in enumerate(clubs):
        share: End = ("alone", place)
        if club is not None:
            share = (f"club {club}", met[club] // count)
            met[club] += 1
        ends.append(((POT, place // count), share))
    return ends


def _chain(taken: Taken, ends: Sequence[tuple[End, End]], start: End, first: int, second: int) -> list[int]:
    """Places along the chain of groups `first`, `second`, `first`, … that begins at `start`."""
    chain: list[int] = []
    end, group = start, first
    while (end, group) in taken:
        place = taken[end, group]
        chain.append(place)
        end = ends[place][1] if end == ends[place][0] else ends[place][0]
        group = second if group == first else first
    return chain


def _exchange(
    taken: Taken, ends: Sequence[tuple[End, End]], chain: Sequence[int], offer: tuple[End, int, int, int]
) -> None:
    """Exchange the two groups of an offer along its chain: frees the first of them where the chain begins."""
    _, first, second, _ = offer
    old = [(place, second if index % 2 else first) for index, place in enumerate(chain)]
    for place, group in old:
        for end in ends[place]:
            del taken[end, group]
    for place, group in old:
        for end in ends[place]:
            taken[end, second if group == first else first] = place
