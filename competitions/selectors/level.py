"""Who is level in a table that is played, and what can be done about it: a play-off, or a decision of the chief."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competitions.formats.play_off import level_groups, play_offs_due
from competitions.models import Stage
from competitions.workflow import StageState

from .rounds import Entrant, GroupView, Meeting, StageFacts
from .standings import GroupTable, stage_standings


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelGroup:
    """Entrants who are level. `place`: the best place they share. `needs_play_off`: the list of tie-breaks asks for
    one, and none is drawn yet. `is_shared`: no tie-break separates them, so that the chief referee may."""

    group: GroupView | None
    place: int
    entrants: tuple[Entrant, ...]
    needs_play_off: bool
    is_shared: bool


def level_in(facts: StageFacts, tables: Sequence[GroupTable] | None = None) -> tuple[LevelGroup, ...]:
    """Who is level in the tables of a stage whose games are all drawn, played and approved; else nobody yet."""
    stage = facts.stage
    has_points = not stage.is_elimination and stage.system != Stage.System.RANKING_LIST
    if not has_points or stage.state not in (StageState.LOCKED, StageState.CLOSED) or not facts.rounds:
        return ()
    if stage.system == Stage.System.SWISS and len(facts.rounds) < int(stage.options["rounds"]):
        return ()
    found: list[LevelGroup] = []
    for table in stage_standings(stage, facts) if tables is None else tables:
        if all(meeting.is_approved for meeting in facts.of_group(table.group)):
            found += _of_table(facts, table)
    return tuple(found)


def _of_table(facts: StageFacts, table: GroupTable) -> list[LevelGroup]:
    by_key = {line.row.id: line.entrant for line in table.rows}
    ranks = {line.row.id: line.row.rank or 0 for line in table.rows}
    due = {frozenset(group): group for group in play_offs_due(table.standings)}
    shared = {frozenset(group): group for group in level_groups(table.standings.rows)}
    return [
        LevelGroup(
            group=table.group, place=min(ranks[key] for key in group), entrants=tuple(by_key[key] for key in group),
            needs_play_off=level in due and not is_drawn(facts.play_offs, {by_key[key].id for key in group}),
            is_shared=level in shared)
        for level, group in {**due, **shared}.items()
    ]


def is_drawn(play_offs: Sequence[Meeting], ids: set[int]) -> bool:
    """Whether a play-off of exactly these is drawn."""
    rounds: dict[int, set[int]] = {}
    for meeting in play_offs:
        if meeting.second is not None:
            rounds.setdefault(meeting.play_off_first, set()).update((meeting.first.id, meeting.second.id))
    return any(who == ids for who in rounds.values())
