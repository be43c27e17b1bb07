"""The result of a team match: it follows the results of its games, is approved by the chief, or awarded as a whole."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, Stale
from competitions.formats.team_match import Team, TeamScore
from competitions.models import Event, Match, TeamBoard
from competitions.selectors.team_facts import TeamFacts, is_before_play, team_facts
from competitions.selectors.visibility import require
from competitions.workflow import MatchMove, MatchStatus, Outcome, StageState

from .audit import decision_record
from .brackets import bracket_follow, bracket_lock
from .matches import OPEN, Result, match_approve_if_finished, match_changed, match_lock, match_move, match_take_result

REASON_LENGTH = 200
_WINNERS = {Team.HOME: "A", Team.GUESTS: "B", None: "draw"}


def is_approved_with(board: Match) -> bool:
    """Whether the team match of a game is approved."""
    return TeamBoard.objects.filter(match=board, team_match__status=MatchStatus.APPROVED).exists()


def team_match_follow(
    board: Match, *, at: datetime, is_decided: bool = False, was_approved: bool = False,
) -> None:
    """Bring the team match of a game in line with its games; nothing for a match that is no game of teams.

    Call in the transaction of the change, with the game's match locked: the team match is locked after it.
    `was_approved`: before a correction of the game, which leaves it approved; so the match is approved again.
    """
    uid = TeamBoard.objects.filter(match=board).values_list("team_match__uid", flat=True).first()
    if uid is None:
        return
    match = match_lock(uid)
    team_match_project(match, at=at, is_decided=is_decided)
    is_level = match.winner == "draw" and match.stage.is_elimination
    if was_approved and match.status == MatchStatus.FINISHED and not is_level:
        match.corrected = True
        match_move(match, MatchMove.APPROVE, at=at)
        if match.stage.is_elimination:
            bracket_follow(match.stage, at=at, is_decided=is_decided)
        match_changed(match, "table.changed")


def team_match_project(match: Match, *, at: datetime, is_decided: bool = False) -> None:
    """Take score and status of a locked team match from its games. One that was awarded as a whole stands."""
    if match.awarded:
        return
    facts = team_facts(match)
    was_approved = match.status == MatchStatus.APPROVED
    before = (match.status, match.sets_first, match.sets_second, match.winner)
    _settle_games(facts, at)
    if facts.score.is_over:
        _finish(match, facts, at)
    else:
        _go_on(match, facts.score, at)
    if before == (match.status, match.sets_first, match.sets_second, match.winner):
        return
    if was_approved and match.stage.is_elimination:
        bracket_follow(match.stage, at=at, is_decided=is_decided)
    match_changed(match, "table.changed")


def matches_reproject(event: Event, *, at: datetime) -> None:
    """Bring all matches of a team event in line with its regulations, which were changed while they are played."""
    begun = Match.objects.filter(stage__event=event, boards__isnull=False).exclude(stage__state=StageState.CLOSED)
    for uid in list(begun.order_by("id").distinct().values_list("uid", flat=True)):
        team_match_project(match_lock(uid), at=at)


def _result(match: Match, score: TeamScore) -> Result:
    winner = _WINNERS[score.winner]
    if winner == "draw" and match.stage.is_elimination and match.winner in ("A", "B"):
        winner = match.winner  # as the chief has decided
    return Result(
        outcome=Outcome.PLAYED, winner=winner, sets_first=int(score.home), sets_second=int(score.guests))


def _finish(match: Match, facts: TeamFacts, at: datetime) -> None:
    result = _result(match, facts.score)
    if match.status == MatchStatus.APPROVED:
        after = (result.winner, result.sets_first, result.sets_second)
        is_same = (match.winner, match.sets_first, match.sets_second) == after
        is_approved = not games_to_approve(facts)
        if is_same and is_approved:
            return
        match.corrected = match.corrected or not is_same
        match_move(match, MatchMove.REOPEN, at=at, result=result)
        if is_approved:
            match_move(match, MatchMove.APPROVE, at=at)
    elif match.status == MatchStatus.FINISHED:
        match_take_result(match, result)
    else:
        match_move(match, MatchMove.FINISH, at=at, result=result)


def _go_on(match: Match, score: TeamScore, at: datetime) -> None:
    result = Result(sets_first=int(score.home), sets_second=int(score.guests))
    if match.status == MatchStatus.APPROVED:
        match_move(match, MatchMove.REOPEN, at=at)
    if match.status == MatchStatus.FINISHED:
        match_move(match, MatchMove.UNFINISH, at=at, result=result)
    elif match.status == MatchStatus.RUNNING:
        match_take_result(match, result)
    else:
        match_move(match, MatchMove.START, at=at, result=result)


def _settle_games(facts: TeamFacts, at: datetime) -> None:
    """Drop the games that are no longer needed, and take up what a correction has made necessary again.

    A game that somebody else holds at this instant is being played: it is skipped, not waited for.
    """
    needed = {(game.round, game.home_number) for game in facts.score.to_play}
    drop = [b.match_id for key, b in facts.boards.items() if key not in needed and is_before_play(b.match)]
    take_up = [b.match_id for key, b in facts.boards.items() if key in needed
               and b.match.outcome == Outcome.NOT_NEEDED]
    for move, ids, result in ((MatchMove.DROP, drop, Result(outcome=Outcome.NOT_NEEDED)),
                              (MatchMove.TAKE_UP, take_up, OPEN)):
        rows = Match.objects.select_for_update(of=("self",), skip_locked=True).filter(id__in=ids).order_by("id")
        for match in rows.select_related("stage__event__competition"):
            match_move(match, move, at=at, result=result)
            match_changed(match)


def games_to_approve(facts: TeamFacts) -> list[TeamBoard]:
    """The games whose result is not approved yet."""
    return [board for board in facts.boards.values() if board.match.status != MatchStatus.APPROVED]


def team_match_approve(*, match_uid: UUID, version: int, by: Actor, at: datetime) -> Match:
    """Approve a team match that is over: from now on it counts in the table.

    Raises Stale, Conflict `not_finished`, `games_open` with how many of its games wait for approval, `needs_winner`
    for a level score in an elimination.
    """
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.APPROVE, competition)
        facts = team_facts(match)
        if match.version != version:
            raise Stale(version=match.version)
        if match.status != MatchStatus.FINISHED:
            raise Conflict("not_finished")
        waiting = games_to_approve(facts)
        if waiting and not match.awarded:
            raise Conflict("games_open", count=len(waiting))
        if match.winner == "draw" and match.stage.is_elimination:
            raise Conflict("needs_winner")
        if not match_approve_if_finished(match, version=version, at=at):
            raise Stale(version=match.version)
        decision_record(
            competition, kind="team_match.approved", subject=match.uid, by=by, at=at, facts=_facts(match))
        _follow(match, at)
        match_changed(match, "table.changed")
    return match


def team_match_award(*, match_uid: UUID, winner: str, reason: str, by: Actor, at: datetime) -> Match:
    """Award a whole match that is not over to one side, or its loss to both (`winner` empty): a team did not come, is
    out, or as the chief decides. No games count. Raises Invalid without a reason, Conflict `games_running`.
    """
    why = _needed(reason)
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        require(by, Action.CORRECT, match.stage.event.competition)
        award_write(match, winner, Outcome.FORFEITED if match.boards.exists() else Outcome.WALKOVER, at=at)
        decision_record(
            match.stage.event.competition, kind="team_match.awarded", subject=match.uid, by=by, at=at,
            facts={**_facts(match), "reason": why})
        match_changed(match)
    return match


def award_write(match: Match, winner: str, outcome: Outcome, *, at: datetime) -> None:
    """Award a locked team match, in the caller's transaction; its games that have not begun are dropped."""
    if winner not in ("A", "B", ""):
        raise Invalid("unknown_value", path="winner", value=winner[:10])
    facts = team_facts(match)
    playing = [b for b in facts.boards.values() if b.match.status in (MatchStatus.RUNNING, MatchStatus.ADJOURNED)]
    if playing:
        raise Conflict("games_running", count=len(playing))
    for board in facts.boards.values():
        if is_before_play(board.match):
            match_move(match_lock(board.match.uid), MatchMove.DROP, at=at, result=Result(outcome=Outcome.NOT_NEEDED))
    match_move(match, MatchMove.FINISH, at=at, result=Result(
        outcome=outcome if winner else Outcome.DOUBLE_LOSS, winner=winner, awarded=True))


def team_match_reopen(*, match_uid: UUID, reason: str, by: Actor, at: datetime) -> Match:
    """Take back the approval of a team match, or its award as a whole, with a reason. Raises Conflict `stage_closed`,
    `not_finished`."""
    why = _needed(reason)
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.CORRECT, competition)
        if match.stage.state == StageState.CLOSED:
            raise Conflict("stage_closed")
        if match.status not in (MatchStatus.FINISHED, MatchStatus.APPROVED):
            raise Conflict("not_finished")
        if match.status == MatchStatus.APPROVED:
            match_move(match, MatchMove.REOPEN, at=at)
        if match.awarded:
            match_move(match, MatchMove.RETRACT, at=at, result=OPEN)
            if match.boards.exists():
                team_match_project(match, at=at)
        decision_record(
            competition, kind="team_match.reopened", subject=match.uid, by=by, at=at, facts={"reason": why})
        _follow(match, at)
        match_changed(match, "table.changed")
    return match


def team_match_decide(*, match_uid: UUID, winner: str, reason: str, by: Actor, at: datetime) -> Match:
    """Name who goes on from a level match of an elimination, as the regulations have it (lot, further game).

    Raises Invalid without winner or reason, Conflict `match_not_level`.
    """
    why = _needed(reason)
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.CORRECT, competition)
        if winner not in ("A", "B"):
            raise Invalid("unknown_value", path="winner", value=winner[:10])
        is_level = match.sets_first is not None and match.sets_first == match.sets_second
        if match.status != MatchStatus.FINISHED or not match.stage.is_elimination or not is_level:
            raise Conflict("match_not_level")
        match_take_result(match, Result(
            outcome=Outcome.PLAYED, winner=winner, sets_first=match.sets_first, sets_second=match.sets_second))
        decision_record(
            competition, kind="team_match.decided", subject=match.uid, by=by, at=at,
            facts={**_facts(match), "reason": why})
        match_changed(match)
    return match


def _facts(match: Match) -> dict[str, object]:
    return {"sets": [match.sets_first, match.sets_second], "winner": match.winner, "outcome": match.outcome}


def _follow(match: Match, at: datetime) -> None:
    if match.stage.is_elimination:
        bracket_follow(match.stage, at=at)


def _needed(reason: str) -> str:
    clean = " ".join(reason.split())[:REASON_LENGTH]
    if not clean:
        raise Invalid("reason_needed", path="reason")
    return clean
