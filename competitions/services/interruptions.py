"""A competition is interrupted and goes on (lnf-2008:7.2.c, d): nobody is called, no clock runs, results stand."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.names import text_clean
from competitions.models import Account, Competition, Interruption, Match
from competitions.selectors.interruptions import interruption_now
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus

from .audit import decision_record
from .competitions import REASON_LETTERS, competition_lock
from .hall import tables_follow_later
from .outbox import outbox_add


def competition_interrupt(*, competition: UUID, reason: str, by: Actor, at: datetime) -> Interruption:
    """Interrupt a competition, with a reason that everybody reads. What is being played may be played to its end.

    Raises Invalid `reason_needed`, Conflict `interrupted` where it stands still already.
    """
    with transaction.atomic():
        found = competition_lock(competition)
        require(by, Action.INTERRUPT, found)
        why = text_clean(reason, path="reason", limit=REASON_LETTERS)
        if not why:
            raise Invalid("reason_needed", path="reason")
        refuse_interrupted(found)
        interruption = Interruption.objects.create(
            competition=found, reason=why, started_at=at, started_by=_account(by))
        decision_record(
            found, kind="competition.interrupted", subject=found.uid, facts={"reason": why}, by=by, at=at)
        _tell(found)
    return interruption


def competition_resume(*, competition: UUID, by: Actor, at: datetime) -> Interruption:
    """Let a competition go on: the clocks of the calls run on from where they stood.

    Raises Conflict `not_interrupted`.
    """
    with transaction.atomic():
        found = competition_lock(competition)
        require(by, Action.INTERRUPT, found)
        interruption = interruption_now(found)
        if interruption is None:
            raise Conflict("not_interrupted")
        interruption.ended_at, interruption.ended_by = max(at, interruption.started_at), _account(by)
        interruption.save(update_fields=["ended_at", "ended_by"])
        minutes = round((interruption.ended_at - interruption.started_at).total_seconds() / 60)
        _clocks_run_on(found, interruption.started_at, interruption.ended_at)
        decision_record(
            found, kind="competition.resumed", subject=found.uid, facts={"minutes": minutes}, by=by, at=at)
        _tell(found)
        tables_follow_later(found.uid)
    return interruption


def _clocks_run_on(competition: Competition, since: datetime, until: datetime) -> None:
    """Take the time in which everything stood still off the clocks of the calls and of the games.

    A match that was adjourned meanwhile stood still by itself from then on: that is counted when it is resumed.
    """
    matches = Match.objects.filter(stage__event__competition=competition)
    # In one order, as whoever locks several: tablets may be writing to them.
    going = matches.filter(
        status__in=[MatchStatus.CALLED, MatchStatus.RUNNING, MatchStatus.ADJOURNED]).select_for_update(of=("self",))
    for match in going.order_by("id"):
        if match.status == MatchStatus.CALLED and match.called_at is not None:
            match.called_at += until - max(since, min(match.called_at, until))
        elif match.started_at is not None:
            ends = until if match.held_at is None else max(since, min(match.held_at, until))
            match.held_seconds += int((ends - max(since, min(match.started_at, ends))).total_seconds())
        match.version += 1
        match.save(update_fields=["called_at", "held_seconds", "version"])


def refuse_interrupted(competition: Competition) -> None:
    """Raise Conflict `interrupted` while the competition stands still: no call, no clock, no loss by a clock."""
    if Interruption.objects.filter(competition=competition, ended_at__isnull=True).exists():
        raise Conflict("interrupted")


def _account(by: Actor) -> Account | None:
    return Account.objects.filter(uid=by.account).first() if by.account else None


def _tell(competition: Competition) -> None:
    outbox_add("competition.changed", competition=competition.uid)
    outbox_add("match.changed", competition=competition.uid)
