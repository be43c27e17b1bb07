"""What stops a match for a while or for good at the desk: postponed, adjourned, resumed, ended by the time limit."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.regulations import Regulations
from competitions.models import Match
from competitions.selectors.clocks import time_limit_at
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.hall import tables_follow_later
from competitions.services.interruptions import refuse_interrupted
from competitions.services.matches import busy_player, match_changed, match_lock, match_move, table_is_busy
from competitions.services.tables import refuse_closed
from competitions.workflow import MatchMove, MatchStatus
from refereeing.engine.rules.match_play import majority
from refereeing.selectors.game_logs import match_regulations

from .desk import desk_write, only_game, refuse_level
from .protocols import needed_reason

# The note that goes into the game's log: the log keeps codes, people read their language (`panel_words`).
ADJOURNED_NOTE = "adjourned: {reason}"
RESUMED_NOTE = "resumed"


def match_postpone(
    *, match_uid: UUID, reason: str, not_before: datetime | None = None, by: Actor, at: datetime,
) -> None:
    """Postpone a match that has not begun (7.2.d): it leaves its table and is called by nobody until it is resumed.

    Raises Invalid `reason_needed`, IllegalMove once a set is being played: such a match is adjourned.
    """
    why = needed_reason(reason)
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.HOLD_MATCH, competition)
        only_game(match)
        table = match.table.number if match.table else None
        match.table, match.slot, match.called_at = None, None, None
        match_move(match, MatchMove.POSTPONE, at=at)
        _hold(match, why, not_before, at)
        decision_record(
            competition, kind="match.postponed", subject=match.uid, by=by, at=at,
            facts={"reason": why, "table": table, "until": not_before.isoformat() if not_before else None})
        match_changed(match, "round.changed")
        tables_follow_later(competition.uid)


def match_adjourn(
    *, match_uid: UUID, reason: str, not_before: datetime | None = None, by: Actor, at: datetime,
) -> None:
    """Break off a running match, to be played on later with the sets as they stand; its table is free meanwhile.

    Raises Invalid `reason_needed`, IllegalMove for a match that is not running.
    """
    why = needed_reason(reason)
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.HOLD_MATCH, competition)
        match_move(match, MatchMove.ADJOURN, at=at)
        _hold(match, why, not_before, at)
        desk_write(only_game(match), [("note", {"text": ADJOURNED_NOTE.format(reason=why)})], by=by, at=at)
        decision_record(
            competition, kind="match.adjourned", subject=match.uid, by=by, at=at,
            facts={"reason": why, "sets": [match.sets_first, match.sets_second],
                   "until": not_before.isoformat() if not_before else None})
        match_changed(match, "round.changed")
        tables_follow_later(competition.uid)


def match_resume(*, match_uid: UUID, by: Actor, at: datetime) -> None:
    """Let a postponed match be called again, or an adjourned one be played on where it stopped.

    Raises Conflict `interrupted`, `table_out`, `table_reserved`, `table_busy` or `player_busy` where an adjourned one
    cannot go on now, Invalid `no_table` where it has lost its table, IllegalMove for any other match.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.HOLD_MATCH, competition)
        refuse_interrupted(competition)
        was_adjourned = match.status == MatchStatus.ADJOURNED
        if was_adjourned:
            _refuse_busy(match)
        match_move(match, MatchMove.RESUME, at=at)
        if was_adjourned and match.held_at is not None:
            match.held_seconds += max(0, int((at - match.held_at).total_seconds()))
        _hold(match, "", None, None)
        if was_adjourned:
            desk_write(only_game(match), [("note", {"text": RESUMED_NOTE})], by=by, at=at)
        decision_record(
            competition, kind="match.resumed", subject=match.uid, by=by, at=at,
            facts={"sets": [match.sets_first, match.sets_second]})
        match_changed(match, "round.changed")
        tables_follow_later(competition.uid)


def time_limit_end(*, match_uid: UUID, current: str = "", by: Actor, at: datetime) -> None:
    """End a running match by the time limit of its regulations: what was won decides, the sets not finished are drawn.

    `current`: to whom the set in play goes by the discs left (A or B); else it is drawn too. Raises Conflict
    `no_time_limit`, `time_left` before the limit, `needs_winner` for a level score in an elimination.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.HOLD_MATCH, match.stage.event.competition)
        refuse_interrupted(match.stage.event.competition)
        regulations = match_regulations(match)
        if not regulations.time_limit_minutes:
            raise Conflict("no_time_limit")
        ends = time_limit_at(match, regulations)
        if match.status != MatchStatus.RUNNING or ends is None:
            raise Conflict("not_started")
        if at < ends:
            raise Conflict("time_left", minutes=-(-int((ends - at).total_seconds()) // 60))
        game = only_game(match)
        events: list[tuple[str, dict[str, str]]] = [("set_won", {"winner": current})] if current else []
        if not (current and _decides(game.state, regulations, current)):
            events.append(("time_limit", {}))
        desk_write(game, events, by=by, at=at)
        refuse_level(match)


def _decides(state: dict[str, object], regulations: Regulations, who: str) -> bool:
    """Whether one more set for this player ends the game by itself."""
    score = state.get("score")
    rows = state.get("sets")
    if not isinstance(score, dict) or not isinstance(rows, list):
        return False
    is_last = len(rows) + 1 >= regulations.sets
    return is_last or (not regulations.all_sets and score[who] + 1 >= majority(regulations.sets))


def _refuse_busy(match: Match) -> None:
    if match.table is None:
        raise Invalid("no_table", path="table")
    refuse_closed(match, match.table)
    if table_is_busy(match):
        raise Conflict("table_busy", table=match.table.number)
    busy = busy_player(match)
    if busy is not None:
        raise Conflict("player_busy", name=str(busy[0]), table=busy[1].table.number if busy[1].table else 0)


def _hold(match: Match, reason: str, not_before: datetime | None, at: datetime | None) -> None:
    match.held_reason, match.not_before, match.held_at = reason, not_before, at
    match.save(update_fields=["held_reason", "not_before", "held_at", "held_seconds"])
