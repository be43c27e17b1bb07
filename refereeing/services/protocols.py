"""Approve protocols, take an approval back, correct an approved result: always a new link and a new revision."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, Stale
from competitions.models import Account, Game, Match, Stage
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.brackets import bracket_follow, bracket_lock
from competitions.services.ladder import ladder_follow
from competitions.services.matches import match_approve_if_finished, match_changed, match_lock, match_move
from competitions.services.team_matches import is_approved_with, team_match_follow
from competitions.workflow import MatchMove, MatchStatus, Outcome, StageState
from refereeing.models import Approval, Device, GameEvent, Protocol
from refereeing.selectors.game_logs import regulations_of

from .desk import only_game, refuse_level, score_replace
from .protocol_freeze import protocol_freeze

REASON_LENGTH = 200


def protocol_approve(*, match_uid: UUID, version: int, by: Actor, at: datetime) -> Protocol:
    """Approve a finished match: from now on it counts in the tables, and in a bracket who goes on is known.

    Raises Stale when the match has changed since the version that the chief saw, Conflict when it is not finished, has
    a gap in a tablet's log or two results that differ, NotAllowed `second_official_required` where the regulations ask
    for two officials and this one entered the result.
    """
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.APPROVE, competition)
        game = only_game(match)
        _refuse_approval(match, game, version, by)
        if not match_approve_if_finished(match, version=version, at=at):
            raise Stale(version=match.version)
        protocol = protocol_freeze(game, at=at)
        _approval_create(protocol, by, at)
        decision_record(
            competition, kind="protocol.approved", subject=match.uid, by=by, at=at, facts=_facts(match, protocol))
        _follow(match, at)
        match_changed(match, "table.changed")
        return protocol


def protocols_approve(*, matches: dict[UUID, int], by: Actor, at: datetime) -> tuple[int, list[tuple[UUID, str]]]:
    """Approve many, each by itself: how many went, and which did not with the code of the refusal."""
    refused: list[tuple[UUID, str]] = []
    for uid, version in matches.items():
        try:
            protocol_approve(match_uid=uid, version=version, by=by, at=at)
        except (Conflict, Invalid, NotAllowed) as error:
            refused.append((uid, error.code))
    return len(matches) - len(refused), refused


def _refuse_approval(match: Match, game: Game, version: int, by: Actor) -> None:
    if match.version != version:
        raise Stale(version=match.version)
    if match.status != MatchStatus.FINISHED:
        raise Conflict("not_finished")
    refuse_level(match)
    if game.has_gap:
        raise Conflict("log_has_gap")
    if game.has_conflict:
        raise Conflict("results_differ")
    if regulations_of(game).two_person_approval and _entered_by(game, by):
        raise NotAllowed("second_official_required")


def _entered_by(game: Game, by: Actor) -> bool:
    """Whether this official's own desk wrote to the game (four eyes: approving needs another person)."""
    if by.account is None:
        return False
    return GameEvent.objects.filter(game=game, device__kind=Device.Kind.DESK, audit__account__uid=by.account).exists()


def _approval_create(protocol: Protocol, by: Actor, at: datetime) -> None:
    account = Account.objects.filter(uid=by.account).first() if by.account else None
    if account is None:
        raise NotAllowed
    Approval.objects.create(protocol=protocol, game=protocol.game, account=account, at=at)


def _facts(match: Match, protocol: Protocol) -> dict[str, Any]:
    return {
        "sets": [match.sets_first, match.sets_second], "winner": match.winner, "outcome": match.outcome,
        "revision": protocol.revision, "digest": protocol.digest,
    }


def protocol_reopen(*, match_uid: UUID, reason: str, by: Actor, at: datetime) -> None:
    """Take an approval back, with a reason: the match is finished again and no longer counts in the tables.

    In a bracket the matches go that it had led to; raises Conflict `bracket_begun` once one of them has begun,
    `stage_closed` for a frozen stage.
    """
    reason = needed_reason(reason)
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.CORRECT, competition)
        _refuse_frozen(match)
        game = only_game(match)
        match_move(match, MatchMove.REOPEN, at=at)
        Approval.objects.filter(game=game, withdrawn_at__isnull=True).update(
            withdrawn_at=at, withdrawn_reason=reason)
        decision_record(
            competition, kind="protocol.reopened", subject=match.uid, by=by, at=at, facts={"reason": reason})
        _follow(match, at)
        match_changed(match, "table.changed")


def result_correct(
    *, match_uid: UUID, sets: tuple[int, int], reason: str, version: int, by: Actor, at: datetime,
    is_decided: bool = False,
) -> Protocol:
    """Correct the result of a finished or approved match: recorded with before, after, reason and person.

    An approved match stays approved with the new result, and the public sees it as corrected. Raises Stale, Invalid
    for a missing reason or a score that the rules do not allow (23.1). In a bracket what depends on it follows; raises
    Conflict `bracket_begun` where that would make a match void that has begun, unless the chief `is_decided`.
    """
    reason = needed_reason(reason)
    with transaction.atomic():
        bracket_lock(match_uid)
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.CORRECT, competition)
        if match.version != version:
            raise Stale(version=match.version)
        if match.status not in (MatchStatus.FINISHED, MatchStatus.APPROVED):
            raise Conflict("not_finished")
        _refuse_frozen(match)
        was_approved = match.status == MatchStatus.APPROVED
        was_team_approved = match.stage.system == Stage.System.TEAM_BOARDS and is_approved_with(match)
        game = only_game(match)
        before = [match.sets_first, match.sets_second, match.winner, match.outcome]
        if was_approved:
            match_move(match, MatchMove.REOPEN, at=at)
            Approval.objects.filter(game=game, withdrawn_at__isnull=True).update(
                withdrawn_at=at, withdrawn_reason=reason)
        game.has_conflict = False
        match.corrected = True
        score_replace(game, sets, reason, by=by, at=at)
        refuse_level(match)
        protocol = protocol_freeze(game, at=at)
        if was_approved:
            match_move(match, MatchMove.APPROVE, at=at)
            _approval_create(protocol, by, at)
        decision_record(
            competition, kind="result.corrected", subject=match.uid, by=by, at=at,
            facts={"before": before, "after": [*sets, match.winner, match.outcome], "reason": reason,
                   "revision": protocol.revision},
        )
        _follow(match, at, is_decided=is_decided, was_team_approved=was_team_approved)
        match_changed(match, "table.changed")
        return protocol


def _follow(
    match: Match, at: datetime, *, is_decided: bool = False, was_team_approved: bool = False,
) -> None:
    """Let a bracket, or the match of two teams, follow what was decided in one of its matches or games."""
    if match.stage.system == Stage.System.RANKING_LIST:
        ladder_follow(match, at=at)
    if match.stage.is_elimination:
        bracket_follow(match.stage, at=at, is_decided=is_decided)
    elif match.stage.system == Stage.System.TEAM_BOARDS:
        team_match_follow(match, at=at, is_decided=is_decided, was_approved=was_team_approved)


def _refuse_frozen(match: Match) -> None:
    """Raise Conflict `stage_closed` where the stage is frozen, `void_match` for a match that counts for nobody."""
    if match.stage.state == StageState.CLOSED:
        raise Conflict("stage_closed")
    if match.outcome in (Outcome.VOID, Outcome.NOT_NEEDED):
        raise Conflict("void_match")


def conflict_settle(*, match_uid: UUID, version: int, by: Actor, at: datetime) -> None:
    """Keep the result that stands although another was entered for the same match: the chief's choice, recorded.

    Raises Stale when the match has changed since the version that the chief saw.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.CORRECT, competition)
        if match.version != version:
            raise Stale(version=match.version)
        game = only_game(match)
        game.has_conflict = False
        game.save(update_fields=["has_conflict"])
        decision_record(competition, kind="conflict.settled", subject=match.uid, by=by, at=at, facts={})
        match_changed(match)


def needed_reason(reason: str) -> str:
    """A reason that is really there, cut to what is stored. Raises Invalid `reason_needed`."""
    clean = " ".join(reason.split())[:REASON_LENGTH]
    if not clean:
        raise Invalid("reason_needed", path="reason")
    return clean
