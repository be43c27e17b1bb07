"""Who can still come first in a round robin, for the public table: only where it is exact, and quickly found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from competitions.formats.outlook import MAX_EXACT, outlook
from competitions.models import Stage

from .rounds import NOTHING, Entrant, StageFacts
from .standings import GroupTable

SEARCHED = 500
"""Ways looked at for a table: enough for most, and no page waits for the others."""
ALL_PLAY_ALL = (Stage.System.ROUND_ROBIN, Stage.System.GROUPS)


def contenders(facts: StageFacts, table: GroupTable) -> tuple[Entrant, ...]:
    """Who can still come first, alone or level, in the order of the table; nobody where that is not known exactly.

    A game without an approved result is still to be played. Nobody either before the first result, when all is played,
    and where somebody is out, as games against them may yet fall.
    """
    if facts.stage.system not in ALL_PLAY_ALL or len(table.rows) > MAX_EXACT:
        return ()
    # By the points of all games no match is worth one of three numbers: too much is open to be looked at.
    if table.by_games or any(row.entrant.is_out for row in table.rows):
        return ()
    meetings = [m for m in facts.of_group(table.group) if m.second is not None and m.outcome not in NOTHING]
    to_play = [(m.first.key, m.second.key) for m in meetings if m.second is not None and not m.is_approved]
    if not to_play or len(to_play) == len(meetings):
        return ()
    scores = {row.row.id: row.row.points for row in table.rows}
    found = outlook(scores, to_play, table.standings.rules.points, budget=SEARCHED)
    if not all(item.is_exact for item in found):
        return ()
    first = {item.id for item in found if item.best_rank == 1}
    return tuple(row.entrant for row in table.rows if row.row.id in first)


def with_contenders(facts: StageFacts, tables: Sequence[GroupTable]) -> tuple[GroupTable, ...]:
    """The tables, each with those who can still come first in it."""
    return tuple(replace(table, contenders=contenders(facts, table)) for table in tables)
