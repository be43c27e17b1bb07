"""Who is level and still needs a play-off or a decision of the chief referee, and who meets in a play-off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from competitions.formats.games import Game
from competitions.formats.level_groups import PLAY_OFF
from competitions.formats.pairings import Round
from competitions.formats.round_robin import round_robin
from competitions.formats.standings import Row, Standings


def play_offs_due(table: Standings) -> tuple[tuple[str, ...], ...]:
    """Groups that were level when the turn of the play-off came and have not all met in one, in the order of the table.

    Empty where the list of tie-breaks knows no play-off.
    """
    first_groups = table.groups.get(PLAY_OFF, {})
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for row in table.rows:
        group = first_groups.get(row.id, ())
        if len(group) > 1 and not has_met(group, table.particulars.play_off):
            found.setdefault(frozenset(group), group)
    return tuple(found.values())


def has_met(group: Sequence[str], games: Iterable[Game]) -> bool:
    """Whether every two of the group have met in these games."""
    met = {frozenset((game.first, game.second or "")) for game in games}
    return all(frozenset(pair) in met for pair in combinations(group, 2))


def level_groups(rows: Iterable[Row]) -> tuple[tuple[str, ...], ...]:
    """Who shares a rank, after all tie-breaks, in the order of the table; annulled rows have none."""
    sharing: defaultdict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.rank is not None:
            sharing[row.rank].append(row.id)
    return tuple(tuple(group) for _rank, group in sorted(sharing.items()) if len(group) > 1)


def play_off_rounds(group: Sequence[str]) -> tuple[Round, ...]:
    """Two meet once, more in a round robin. No game ends level: the rule of eliminations holds."""
    return round_robin(group)
