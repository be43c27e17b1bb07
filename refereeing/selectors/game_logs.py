"""Reads of a game's log and of what it needs to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import Game
from refereeing.engine.rules.game_log import GameSettings, LogEvent
from refereeing.models import GameEvent, Lease


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


def lease_now(game: Game) -> Lease | None:
    """Who may write for the game at present."""
    if not game.epoch:
        return None
    return Lease.objects.filter(game=game, epoch=game.epoch).select_related("device", "account").first()


def missing_dseqs(device_id: int) -> list[int]:
    """The gaps in a device's numbering: what it has not sent yet although it sent later events. At most 200."""
    known = list(GameEvent.objects.filter(device_id=device_id).order_by("dseq").values_list("dseq", flat=True))
    if not known or known[-1] == len(known):
        return []
    have = set(known)
    return [number for number in range(1, known[-1]) if number not in have][:200]


def event_by_uid(uid: UUID) -> GameEvent | None:
    """An event with its link in the chain, for the answer to a repetition."""
    return GameEvent.objects.select_related("audit").filter(uid=uid).first()
