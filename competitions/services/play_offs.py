"""Who is level and may not stay so: a play-off is held, or the chief referee decides the order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.play_off import play_off_rounds
from competitions.models import Account, ChiefOrder, Entry, Match, Round, Stage
from competitions.selectors.level import LevelGroup, level_in
from competitions.selectors.rounds import stage_facts
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus, StageState

from .audit import decision_record
from .draws import round_store, stage_lock_row
from .outbox import outbox_add

REASON_LENGTH = 200


def play_off_hold(*, stage_uid: UUID, entries: Sequence[UUID], by: Actor, at: datetime) -> list[Round]:
    """Make the games of a play-off between entrants who are level: one game for two, a round robin for more.

    These games count in no table; none ends level. Raises Conflict `not_locked`, `no_play_off_due` unless exactly these
    are level, all their games are approved and the list of tie-breaks asks for a play-off there.
    """
    with transaction.atomic():
        stage = _stage(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        group = _level(stage, entries)
        if group is None or not group.needs_play_off:
            raise Conflict("no_play_off_due")
        stored = _store(stage, group)
        decision_record(
            competition, kind="draw.play_off", subject=stage.uid, by=by, at=at,
            facts={"entries": [str(e.uid) for e in group.entrants], "rounds": [r.number for r in stored]})
        _tell(stage)
    return stored


def play_off_drop(*, stage_uid: UUID, number: int, by: Actor, at: datetime) -> None:
    """Take the play-off of this round back while nothing of it was called or sent.

    Raises NotFound for a round that is none, Conflict `round_started`.
    """
    with transaction.atomic():
        stage = _stage(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        rounds = Round.objects.filter(stage=stage, kind=Round.PLAY_OFF)
        shown = rounds.filter(number=number).first()
        if shown is None:
            raise NotFound(kind="round")
        whole = rounds.filter(figures__first=shown.figures["first"])
        matches = Match.objects.filter(round__in=whole)
        sent = Q(games__events__isnull=False) | Q(games__quarantined__isnull=False) | Q(games__phones__isnull=False)
        if matches.filter(sent | ~Q(status=MatchStatus.SCHEDULED)).exists():
            raise Conflict("round_started", round=number)
        whole.delete()
        decision_record(
            competition, kind="draw.play_off_dropped", subject=stage.uid, by=by, at=at, facts={"round": number})
        _tell(stage)


def order_decide(
    *, stage_uid: UUID, entries: Sequence[UUID], reason: str, by: Actor, at: datetime,
) -> ChiefOrder:
    """Decide the order of entrants who are level, best first, with a reason; it stands in the chain and by the table.

    It falls by itself when exactly these are no longer level. An earlier decision about the same entrants is replaced.
    Raises Invalid `reason_needed`, Conflict `not_locked`, `not_level`.
    """
    clean = " ".join(reason.split())[:REASON_LENGTH]
    if not clean:
        raise Invalid("reason_needed", path="reason")
    with transaction.atomic():
        stage = _stage(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        order = [str(uid) for uid in entries]
        earlier = [o for o in ChiefOrder.objects.filter(stage=stage) if set(o.order) == set(order)]
        for old in earlier:
            old.delete()
        if len(set(order)) != len(order) or _level(stage, entries) is None:
            raise Conflict("not_level")
        account = Account.objects.get(uid=by.account) if by.account else None
        if account is None:
            raise NotAllowed(action=str(Action.LOCK_DRAW))
        made = ChiefOrder.objects.create(stage=stage, order=order, reason=clean, account=account, decided_at=at)
        decision_record(
            competition, kind="draw.order_decided", subject=stage.uid, by=by, at=at,
            facts={"order": order, "reason": clean})
        _tell(stage)
    return made


def order_withdraw(*, stage_uid: UUID, order_uid: UUID, by: Actor, at: datetime) -> None:
    """Take a decision about an order back: those who are level share their place again. Raises NotFound."""
    with transaction.atomic():
        stage = _stage(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        found = ChiefOrder.objects.filter(stage=stage, uid=order_uid).first()
        if found is None:
            raise NotFound(kind="order")
        order = found.order
        found.delete()
        decision_record(
            competition, kind="draw.order_withdrawn", subject=stage.uid, by=by, at=at, facts={"order": order})
        _tell(stage)


def _stage(uid: UUID) -> Stage:
    stage = stage_lock_row(uid)
    if stage.state != StageState.LOCKED:
        raise Conflict("stage_closed" if stage.state == StageState.CLOSED else "not_locked")
    return stage


def _level(stage: Stage, entries: Sequence[UUID]) -> LevelGroup | None:
    """Exactly these, if they are level in a table of which all games are approved."""
    wanted = set(entries)
    return next((g for g in level_in(stage_facts(stage)) if {e.uid for e in g.entrants} == wanted), None)


def _store(stage: Stage, group: LevelGroup) -> list[Round]:
    by_key = {str(e.number): e for e in Entry.objects.filter(id__in=[e.id for e in group.entrants])}
    last = stage.rounds.aggregate(last=Max("number"))["last"] or 0
    drawn = play_off_rounds([e.key for e in group.entrants])
    home = stage.groups.filter(id=group.group.id).first() if group.group else None
    return [
        round_store(
            stage, last + item.number,
            [(home, by_key[p.first], by_key[p.second]) for p in item.pairings if p.second is not None],
            kind=Round.PLAY_OFF,
            figures={"low": group.place, "number": item.number, "rounds": len(drawn), "first": last + 1})
        for item in drawn
    ]


def _tell(stage: Stage) -> None:
    competition = stage.event.competition.uid
    for topic in ("draw.changed", "round.changed", "table.changed"):
        outbox_add(topic, competition=competition, stage=stage.uid)
