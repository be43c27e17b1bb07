"""What the screen in the hall shows, cut into pages that fit: who plays where, running scores, tables of results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from competitions.formats.regulations import regulations_from
from competitions.models import Competition, Event, Stage
from competitions.workflow import MatchStatus

from .forecast import tell_times
from .public import TablePlace, call_seconds_left, stages_public
from .rounds import Meeting, StageFacts, stage_facts
from .standings import GroupTable, TableRow, stage_standings

T = TypeVar("T")
MATCHES_A_PAGE = 10
ROWS_A_PAGE = 12


@dataclass(frozen=True, slots=True)
class RoundSlide:
    """Part of the current round of a stage, or what is at tables of another one.

    `name` where it has one, in a bracket or a play-off."""

    event: Event
    round_number: int
    rounds: int
    places: tuple[TablePlace, ...]
    page: int
    pages: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableSlide:
    """Part of a table of results."""

    event: Event
    table: GroupTable
    rows: tuple[TableRow, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class HallScreen:
    """The pages of the screen in the order in which they are shown."""

    rounds: tuple[RoundSlide, ...]
    tables: tuple[TableSlide, ...]


def hall_screen(competition: Competition, at: datetime | None = None) -> HallScreen:
    """The newest public stage of every event."""
    at = at or timezone.now()
    rounds: list[RoundSlide] = []
    tables: list[TableSlide] = []
    for event in competition.events.all():
        stage = stages_public(event).last()
        if stage is None:
            continue
        stage.event = event
        facts = stage_facts(stage)
        tell_times(competition, facts.meetings, at)
        rounds += _round_slides(event, facts, at)
        tables += [slide for table in stage_standings(stage, facts) for slide in _table_slides(event, table)]
    return HallScreen(tuple(rounds), tuple(tables))


def _round_slides(event: Event, facts: StageFacts, at: datetime) -> list[RoundSlide]:
    """The current round, and of others that are at tables too, as in a double elimination, what is played."""
    current = facts.current_round
    if current is None:
        return []
    slides = _slides_of(event, facts, current, facts.round_shown(current), at)
    for number in sorted({m.round_number for m in facts.listed if m.in_play} - {current}):
        playing = [m for m in facts.round_shown(number) if m.in_play]
        slides += _slides_of(event, facts, number, playing, at)
    return slides


def _slides_of(
    event: Event, facts: StageFacts, number: int, meetings: Iterable[Meeting], at: datetime,
) -> list[RoundSlide]:
    seconds = regulations_from(event.regulations).call_seconds
    places = [
        TablePlace(event, facts.stage, m, call_seconds_left(m.called_at, seconds, at)
                   if m.status == MatchStatus.CALLED else None)
        for m in meetings
    ]
    parts = _parts(places, MATCHES_A_PAGE)
    last = int(facts.stage.options.get("rounds") or 0) if facts.stage.system == Stage.System.SWISS else 0
    return [
        RoundSlide(
            event, number, max(last, max(facts.listed_rounds)), tuple(part), page, len(parts),
            facts.names.get(number, ""))
        for page, part in enumerate(parts, start=1)
    ]


def _table_slides(event: Event, table: GroupTable) -> list[TableSlide]:
    parts = _parts(list(table.rows), ROWS_A_PAGE)
    return [TableSlide(event, table, tuple(part), page, len(parts)) for page, part in enumerate(parts, start=1)]


def _parts(items: list[T], size: int) -> list[list[T]]:
    """Lists of nearly the same length, none longer than `size`."""
    count = -(-len(items) // size)
    return [items[len(items) * k // count : len(items) * (k + 1) // count] for k in range(count)]
