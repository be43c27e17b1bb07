"""What a tablet has sent for a game after another device or the desk had taken it over: kept, shown, not counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from competitions.models import Game
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.game_log import GameSettings, LogEvent, check_next, fold
from refereeing.models import Device, GameEvent

from .game_logs import game_settings, regulations_of

LATE = "stale_epoch"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCount:
    """A game as the late tablet has counted it by itself. `lines`: how many came too late."""

    device: str
    lines: int
    score: tuple[int, int]
    is_over: bool

    @property
    def score_text(self) -> str:
        return f"{self.score[0]}:{self.score[1]}"


def games_with_late_lines(games: Iterable[int]) -> set[int]:
    """Which of these games have late lines. One query."""
    rows = GameEvent.objects.filter(
        game__in=list(games), verdict=GameEvent.Verdict.CONFLICT, reason=LATE).order_by()
    return set(rows.values_list("game_id", flat=True).distinct())


def own_count(game: Game) -> LateCount | None:
    """The game by the log of the tablet that was late last; None where no line came late. Two queries.

    Its own log is what counted before it lost the table and what came afterwards; what the desk has taken back
    meanwhile is in it still.
    """
    late = GameEvent.objects.filter(game=game, verdict=GameEvent.Verdict.CONFLICT, reason=LATE)
    last = late.select_related("device").order_by("audit__seq").last()
    if last is None:
        return None
    desk = Device.Kind.DESK
    rows = GameEvent.objects.filter(game=game).exclude(device__kind=desk).order_by("audit__seq")
    events = [
        LogEvent(str(row.uid), row.kind, row.payload) for row in rows
        if row.verdict == GameEvent.Verdict.APPLIED or (row.reason == LATE and row.device_id == last.device_id)
    ]
    state = fold(settings := _settings(game), _possible(settings, events))
    return LateCount(
        device=last.device.name, lines=late.filter(device=last.device).count(),
        score=(state.score["A"], state.score["B"]), is_over=state.over)


def _settings(game: Game) -> GameSettings:
    return game_settings(game, regulations_of(game))


def _possible(settings: GameSettings, events: Iterable[LogEvent]) -> list[LogEvent]:
    """Those events that may follow one another; what the tablet had missed leaves some without their place."""
    found: list[LogEvent] = []
    for event in events:
        try:
            check_next(settings, found, event)
        except (EngineError, KeyError):
            continue
        found.append(event)
    return found
