"""From the state of a log to the rows that pages read. The only writer of score, status and warnings."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from competitions.models import Entry, Game, Match, Stage
from competitions.selectors.pairs import players_by_place
from competitions.services.hall import tables_follow_later
from competitions.services.matches import OPEN, Result, match_move, match_take_result
from competitions.services.outbox import outbox_add
from competitions.services.team_matches import team_match_follow
from competitions.workflow import MatchMove, MatchStatus, Outcome
from refereeing.engine.rules.game_log import GameState, to_json
from refereeing.models import GameEvent, PlayerWarning, Sanction

from .dispute_projection import disputes_project
from .protocol_freeze import protocol_freeze

_LOSS_OUTCOMES = {
    "no_show": Outcome.WALKOVER, "unsporting": Outcome.FORFEITED, "handshake": Outcome.FORFEITED,
    "excluded": Outcome.EXCLUDED, "withdrawn": Outcome.RETIRED,
}
# What proposes an exclusion to the chief: after how many losses of this kind, by which clause (14.2 to 14.4).
_PROPOSALS = {"no_show": (2, "14.3"), "unsporting": (2, "14.2"), "handshake": (1, "14.4")}


def game_project(game: Game, state: GameState, *, at: datetime) -> None:
    """Bring game, match, warnings and proposals in line with the log, under the locks that the caller holds."""
    match = game.match
    had_warnings = bool(game.state.get("warning_list"))
    had_disputes = bool(game.state.get("disputes"))
    game.state = to_json(state)
    game.save(update_fields=["state", "head_seq", "head_hash", "has_gap", "has_conflict"])
    _project_match(match, state, at)
    if match.stage.system == Stage.System.TEAM_BOARDS:
        team_match_follow(match, at=at)
    if had_warnings or state.warning_list:
        _project_warnings(game, state)
    if had_disputes or state.disputes:
        disputes_project(game, state, at=at)
    if state.lost_by is not None:
        _propose_exclusion(game, state, at)
    if match.status == MatchStatus.FINISHED:
        protocol_freeze(game, at=at)
    outbox_add(
        "game.changed", competition=match.stage.event.competition.uid, game=game.uid, match=match.uid,
        stage=match.stage.uid,
    )


def result_of(state: GameState) -> Result:
    """What the standings count. A game lost without any set played is an award: no sets for anybody (3.2)."""
    if not state.over:
        return Result(sets_first=state.score["A"], sets_second=state.score["B"])
    winner = state.winner or ""
    if state.lost_by is None:
        outcome = Outcome.TIME_LIMIT if state.time_limit else Outcome.PLAYED
        return Result(
            outcome=outcome, winner=winner, sets_first=state.score["A"], sets_second=state.score["B"])
    if state.lost_by["who"] == "both":
        return Result(outcome=Outcome.DOUBLE_LOSS, awarded=True)
    # Sets that were played before the loss stay on the protocol but do not count: the game was not played to its end.
    return Result(outcome=_LOSS_OUTCOMES[state.lost_by["reason"]], winner=winner, awarded=True)


def is_decided(state: GameState) -> bool:
    """Whether the protocol is complete: finished at the tablet, or a paper result, a loss of the game or its end by the
    time limit stands."""
    by_the_desk = state.result is not None or state.lost_by is not None or state.time_limit
    return state.finished or (state.over and by_the_desk)


def _project_match(match: Match, state: GameState, at: datetime) -> None:
    result = result_of(state)
    status = MatchStatus(match.status)
    if is_decided(state):
        if status == MatchStatus.FINISHED:
            match_take_result(match, result)
        else:
            match_move(match, MatchMove.FINISH, at=at, result=result)
            tables_follow_later(match.stage.event.competition.uid)
        return
    if status == MatchStatus.FINISHED:
        was_played = state.phase in ("running", "over")
        match_move(match, MatchMove.UNFINISH if was_played else MatchMove.RETRACT, at=at, result=_running(result))
        return
    move = _move_towards(status, state)
    if move is not None:
        match_move(match, move, at=at, result=_running(result))
    else:
        match_take_result(match, _running(result))


def _running(result: Result) -> Result:
    """The score while the match goes on; nothing is decided yet."""
    if result.sets_first is None:
        return OPEN
    return Result(sets_first=result.sets_first, sets_second=result.sets_second)


def _move_towards(status: MatchStatus, state: GameState) -> MatchMove | None:
    # What was played before an adjournment may come in late: it counts, but an official lets the match go on.
    if state.phase in ("running", "over") and status not in (MatchStatus.RUNNING, MatchStatus.ADJOURNED):
        return MatchMove.START
    if state.phase == "warming_up" and status in (MatchStatus.SCHEDULED, MatchStatus.CALLED):
        return MatchMove.WARM_UP
    return None


def side_entry(match: Match, who: str) -> Entry | None:
    """The entrant whom the log calls A (first-named) or B."""
    return match.first if who == "A" else match.second


def _project_warnings(game: Game, state: GameState) -> None:
    known = {w.event_uid: w for w in PlayerWarning.objects.filter(game=game)}
    wanted = {UUID(w["uid"]): w for w in state.warning_list}
    gone = [uid for uid in known if uid not in wanted]
    if gone:
        PlayerWarning.objects.filter(game=game, event_uid__in=gone).delete()
    new = [uid for uid in wanted if uid not in known]
    if not new:
        return
    players = players_by_place(game.match)
    times = dict(GameEvent.objects.filter(uid__in=new).values_list("uid", "audit__at"))
    for uid in new:
        given = wanted[uid]
        entry = side_entry(game.match, given["who"])
        if entry is None:
            continue
        PlayerWarning.objects.create(
            game=game, entry=entry, person=players.get(given.get("member", "")), event_uid=uid, clause=given["clause"],
            set_number=given["set"], number=given["number"], at=times[uid],
        )


def _propose_exclusion(game: Game, state: GameState, at: datetime) -> None:
    lost = state.lost_by or {}
    limit = _PROPOSALS.get(lost.get("reason", ""))
    if limit is None:
        return
    times, clause = limit
    for who in ("A", "B") if lost["who"] == "both" else (lost["who"],):
        entry = side_entry(game.match, who)
        if entry is not None and losses_of(entry, lost["reason"]) >= times:
            Sanction.objects.get_or_create(
                entry=entry, clause=clause, state=Sanction.State.PROPOSED, defaults={"game": game, "created_at": at})


def losses_of(entry: Entry, reason: str) -> int:
    """How many games of the competition this entrant has lost for a reason (14.2, 14.3), the projected one included."""
    matches = Match.objects.filter(stage__event=entry.event_id)
    count = 0
    for column, who in (("first", "A"), ("second", "B")):
        games = Game.objects.filter(match__in=matches.filter(**{column: entry}), state__lost_by__reason=reason)
        count += sum(game.state["lost_by"]["who"] in (who, "both") for game in games.only("state"))
    return count
