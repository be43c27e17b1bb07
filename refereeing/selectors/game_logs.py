"""Reads of a game's log and of what it needs to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from uuid import UUID

from django.db.models import Count, Max, Q

from competitions.common.errors import NotFound
from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import Game
from refereeing.engine.rules.game_log import GameSettings, LogEvent
from refereeing.models import Device, GameEvent, Lease


def regulations_of(game: Game) -> Regulations:
    """The regulations of the game's event."""
    return regulations_from(game.match.stage.event.regulations)


def game_settings(game: Game, regulations: Regulations) -> GameSettings:
    """What the draw and the regulations fix for a game."""
    return GameSettings(
        ruleset=regulations.ruleset, sets=regulations.sets, all_sets=regulations.all_sets, mode="singles",
        first_stroke=game.first_stroke, side_of_a="S",
    )


def applied_events(game: Game) -> list[LogEvent]:
    """The events that count, in the order of the chain."""
    rows = GameEvent.objects.filter(game=game, verdict=GameEvent.Verdict.APPLIED).order_by("audit__seq")
    return [LogEvent(str(uid), kind, payload) for uid, kind, payload in rows.values_list("uid", "kind", "payload")]


def game_log(game: Game) -> Sequence[GameEvent]:
    """Every event of a game, with the ones that were not applied, in the order of the chain."""
    return list(GameEvent.objects.filter(game=game).select_related("audit", "device").order_by("audit__seq"))


def refuse_foreign(game: Game, device: Device) -> None:
    """Another competition's game does not exist for this device; a phone knows its own game alone. Raises NotFound."""
    if game.match.stage.event.competition_id != device.competition_id:
        raise NotFound(kind="game")
    if device.game_id is not None and device.game_id != game.id:
        raise NotFound(kind="game")


def lease_now(game: Game) -> Lease | None:
    """Who may write for the game at present."""
    if not game.epoch:
        return None
    return Lease.objects.filter(game=game, epoch=game.epoch).select_related("device", "account").first()


def lease_in_force(game: Game) -> Lease | None:
    """As `lease_now`, for deciding alone: of the device and the official only their keys are read."""
    if not game.epoch:
        return None
    return Lease.objects.filter(game=game, epoch=game.epoch).only("device_id", "account_id").order_by().first()


def missing_dseqs(device_id: int) -> list[int]:
    """The gaps in a device's numbering: what it has not sent yet although it sent later events. At most 200."""
    events = GameEvent.objects.filter(device_id=device_id)
    # Asked at every press: two numbers tell that nothing is missing, however much a tablet has sent in its life.
    count, last = events.aggregate(count=Count("id"), last=Max("dseq")).values()
    if count == (last or 0):
        return []
    have = events.order_by("dseq").values_list("dseq", flat=True)
    gaps = (number for before, after in pairwise([0, *have]) for number in range(before + 1, after))
    # Never counted to the end: a device may give any number up to 2^31.
    return list(islice(gaps, 200))


def has_gap(game: Game) -> bool:
    """Whether a device that wrote to this game has not sent everything. A revoked one is waited for no longer."""
    devices = GameEvent.objects.filter(game=game, device__is_revoked=False).order_by()
    return any(missing_dseqs(device_id) for device_id in devices.values_list("device_id", flat=True).distinct())


def event_like(uid: UUID, device_id: int, dseq: int) -> GameEvent | None:
    """An event with this uid, else one in this place of the device's numbering."""
    found = list(GameEvent.objects.filter(Q(uid=uid) | Q(device_id=device_id, dseq=dseq)).order_by()[:2])
    return next((event for event in found if event.uid == uid), found[0] if found else None)
