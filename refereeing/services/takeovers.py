"""The desk takes a match over from a tablet that has fallen silent, and what that tablet sends afterwards."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, NotAllowed
from competitions.models import Account, Game
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.matches import match_changed, match_lock
from competitions.services.outbox import outbox_add
from competitions.workflow import MatchStatus
from refereeing.models import Device, Lease
from refereeing.selectors.game_logs import lease_now
from refereeing.selectors.panel import TAKE_OVER_AFTER

from .desk import desk_device, only_game
from .protocols import needed_reason

_OPEN = (
    MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING, MatchStatus.ADJOURNED,
    MatchStatus.POSTPONED,
)


def match_take_over(*, match_uid: UUID, reason: str, by: Actor, at: datetime) -> Lease:
    """Take the right to write for a match from a silent tablet to the desk, with a reason; the epoch goes up.

    What the tablet sends later is kept and shown as late, and does not count; it may take the table again. Raises
    Conflict `nobody_holds` where no tablet has it, `tablet_speaks` where it has been heard within two minutes,
    `not_at_table` for a match that is over.
    """
    why = needed_reason(reason)
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.TAKE_OVER, competition)
        if match.status not in _OPEN:
            raise Conflict("not_at_table")
        game = only_game(match)
        holder = lease_now(game)
        if holder is None or holder.device.kind == Device.Kind.DESK:
            raise Conflict("nobody_holds")
        _refuse_speaking(holder, at)
        lease = _lease_to_desk(game, why, by, at)
        decision_record(
            competition, kind="lease.taken_over", subject=game.uid, by=by, at=at,
            facts={"epoch": game.epoch, "device": str(holder.device.uid), "reason": why})
        outbox_add(
            "game.changed", competition=competition.uid, game=game.uid, match=match.uid, stage=match.stage.uid)
        match_changed(match)
    return lease


def _refuse_speaking(holder: Lease, at: datetime) -> None:
    # Under the device's lock: a batch of it that is being stored now is a sign of life.
    device = Device.objects.select_for_update().get(id=holder.device_id)
    if device.last_seen_at is not None and at - device.last_seen_at < TAKE_OVER_AFTER:
        raise Conflict("tablet_speaks", name=device.name)


def _lease_to_desk(game: Game, reason: str, by: Actor, at: datetime) -> Lease:
    account = Account.objects.filter(uid=by.account).first() if by.account else None
    if account is None:
        raise NotAllowed
    game.epoch += 1
    game.save(update_fields=["epoch"])
    return Lease.objects.create(
        game=game, epoch=game.epoch, device=desk_device(game.match, by, at), account=account, taken_at=at,
        reason=reason)
