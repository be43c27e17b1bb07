"""The logs of two halls made one: events that are there already are known by id and bytes, new ones are appended."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, DomainError, Invalid
from competitions.common.strict_json import strict_loads
from competitions.formats.match_day import BoardRecord, EventRecord
from competitions.models import Game
from competitions.workflow import MatchStatus
from refereeing.models import Device, GameEvent

from .devices import hash_secret
from .game_log import NewEvent, desk_append, read_line


def log_merge(game: Game, record: BoardRecord, *, place: str, by: Actor, at: datetime) -> int:
    """Append to a locked game what its log does not have yet; how many events.

    The shorter log must be the beginning of the longer one: raises Conflict `match_day_differs` where both halls have
    written something, where an event has other bytes, or where one may not follow.
    """
    here = list(
        GameEvent.objects.filter(game=game, verdict=GameEvent.Verdict.APPLIED).select_related("audit")
        .order_by("audit__seq"))
    for known, told in zip(here, record.events, strict=False):
        if bytes(known.audit.body) != told.raw.encode():
            raise Conflict("match_day_differs", match=place, place=known.kind)
    new = record.events[len(here):]
    if new and game.match.status == MatchStatus.APPROVED:
        raise Conflict("match_day_differs", match=place, place=str(game.match.status))
    # A run of one device at once: the state is projected once for all of them.
    for _uid, run in groupby(new, key=lambda told: told.device):
        _append(game, list(run), place=place, by=by, at=at)
    return len(new)


def _append(game: Game, run: Sequence[EventRecord], *, place: str, by: Actor, at: datetime) -> None:
    try:
        device = _device(game, run[0], at)
        events = [_checked(game, device, told) for told in run]
        desk_append(game=game, device=device, events=events, by=by, at=at)
    except DomainError as refusal:
        raise Conflict("match_day_differs", match=place, place=refusal.code) from refusal


def _checked(game: Game, device: Device, told: EventRecord) -> NewEvent:
    event = _event(told)
    if event.game != game.uid or event.device != device.uid:
        raise Invalid("uid_reuse", path="game")
    same_place = GameEvent.objects.filter(device=device, dseq=event.dseq)
    if same_place.exists() or GameEvent.objects.filter(uid=event.uid).exists():
        raise Invalid("uid_reuse", path="uid")
    return event


def _event(told: EventRecord) -> NewEvent:
    """The line as an event: the desk's lines name the official, which a tablet's do not."""
    data: Any = strict_loads(told.raw.encode())
    if isinstance(data, dict):
        data.pop("official", None)
    return replace(read_line(json.dumps(data, ensure_ascii=False).encode()), raw=told.raw.encode())


def _device(game: Game, told: EventRecord, at: datetime) -> Device:
    """The device of another hall, under its own id and without any right here."""
    uid = UUID(told.device)
    competition = game.match.stage.event.competition
    found = Device.objects.filter(uid=uid).first()
    if found is not None:
        if found.competition_id != competition.id:
            raise Invalid("uid_reuse", path="device")
        return found
    return Device.objects.create(
        uid=uid, competition=competition, kind=told.device_kind, name=told.device_name,
        token_hash=hash_secret(secrets.token_hex(32)), is_revoked=True, last_seen_at=at)
