"""Call a whole round: every match whose table and players are free; the others are told and wait."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.regulations import regulations_from
from competitions.models import Match
from competitions.selectors.visibility import require, stage_of
from competitions.services.interruptions import refuse_interrupted
from competitions.services.matches import rests_until
from competitions.workflow import MatchStatus

from .desk import match_call


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCalled:
    """How many were called, and how many wait for a table or for a player who still plays or rests."""

    called: int
    waiting: int


def round_call(*, stage_uid: UUID, number: int, by: Actor, at: datetime) -> RoundCalled:
    """Call every match of a round that can begin, each in its own transaction, in the order of slots.

    Raises NotAllowed, Conflict `interrupted`; what is busy is left for later, never an error.
    """
    stage = stage_of(stage_uid)
    require(by, Action.CALL_MATCH, stage.event.competition)
    refuse_interrupted(stage.event.competition)
    matches = list(
        Match.objects.filter(
            stage__uid=stage_uid, round__number=number, status=MatchStatus.SCHEDULED, second__isnull=False)
        .order_by(F("slot").asc(nulls_last=True), "table__number", "number")
    )
    rest = regulations_from(stage.event.regulations).rest_minutes
    called = sum(_call(match, rest, by, at) for match in matches)
    return RoundCalled(called=called, waiting=len(matches) - called)


def _call(match: Match, rest: int, by: Actor, at: datetime) -> bool:
    if match.table_id is None:
        return False
    until = rests_until(match, rest)
    if until is not None and until > at:
        # Somebody still rests; called by hand it goes on earlier.
        return False
    try:
        match_call(match_uid=match.uid, by=by, at=at)
    except (Conflict, Invalid):
        # The table or a player is still busy; the round goes on without it.
        return False
    return True
