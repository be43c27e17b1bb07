"""The game log: store what came in, judge it, project it, in one transaction (reliability: receipts after commit)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Actor
from competitions.common.errors import DomainError, Invalid, TooMany
from competitions.common.strict_json import strict_loads
from competitions.models import AuditEntry, Game, Official
from competitions.services.audit import chain_append
from competitions.services.matches import busy_player, call_is_over, game_lock, match_changed, table_is_busy
from competitions.services.turns import write_turn
from competitions.workflow import MatchStatus
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.game_log import (
    GameSettings,
    GameState,
    LogEvent,
    check_next,
    fold,
    needs_official,
    read_payload,
)
from refereeing.models import Device, GameEvent, QuarantinedLine
from refereeing.selectors.actors import device_actor
from refereeing.selectors.game_logs import (
    Holder,
    applied_events,
    event_like,
    game_settings,
    has_gap,
    lease_in_force,
    missing_dseqs,
    refuse_foreign,
    regulations_of,
)
from refereeing.selectors.holds import held_refusal
from refereeing.selectors.late_lines import LATE

from .dispute_limits import dispute_refusal
from .game_projection import game_project
from .late_weighing import late_lines_weigh

BATCH_LINES = 200
BATCH_BYTES = 1_000_000
# What phones may send for one game. Anybody with the slip has a phone in; a long game has a hundred events.
PHONE_LINES = 500
# What begins a match that nobody has called: refused while another one is played at its table.
_AT_THE_TABLE = frozenset({
    "warm_up", "started", "set_won", "set_replayed", "set_drawn", "set_lost", "penalty_disc", "warning",
    "clear_in_first_series",
})


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """One line as a device sent it, read; `raw` are its bytes, which are what is hashed."""

    raw: bytes
    uid: UUID
    device: UUID
    epoch: int
    dseq: int
    game: UUID
    kind: str
    payload: dict[str, Any]
    client_wall: str = ""
    client_mono_ms: int | None = None
    boot_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer for one line, given only after the commit: stored, duplicate, conflict or quarantined."""

    uid: UUID | None
    result: str
    reason: str | None = None
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    """The answer to a batch."""

    receipts: tuple[Receipt, ...]
    head_seq: int
    head_hash: str
    missing: tuple[int, ...]
    state: dict[str, Any]
    epoch: int


@dataclass(slots=True)
class _Log:
    """The game under the lock: its events so far, and the lease at present."""

    game: Game
    settings: GameSettings
    events: list[LogEvent]
    lease: Holder | None
    call_seconds: int
    touched: bool = False
    tail: AuditEntry | None = None


def events_ingest(*, game_uid: UUID, lines: Sequence[bytes], device: Device, at: datetime) -> Ingested:
    """Store a batch of lines from one device and judge each, in one transaction.

    Safe to repeat: the same line gives its first receipt again. A line that cannot be read or judged is kept and
    quarantined, and never fails the others. Raises NotFound when the game is not in the device's competition, Invalid
    for more than 200 lines or 1 MB, and TooMany when phones have sent more for this game than any game has.
    """
    if len(lines) > BATCH_LINES or sum(map(len, lines)) > BATCH_BYTES:
        raise Invalid("too_large", limit=BATCH_LINES)
    with write_turn(), transaction.atomic():
        game = game_lock(game_uid, related=("stage__event", "round"))
        refuse_foreign(game, device)
        game.match.stage.event.competition = device.competition
        _note_contact(device, lines, at)
        _refuse_flood(game, device)
        log = _open(game)
        receipts = tuple(_take_line(log, device, line, at) for line in lines)
        gaps = missing_dseqs(device.id)
        # A gap that another device has left stays, until that device has sent all or is revoked.
        is_gap = (bool(gaps) and not device.is_revoked) or (game.has_gap and has_gap(game))
        _close(log, at, has_gap=is_gap)
        if any(receipt.reason == LATE for receipt in receipts):
            late_lines_weigh(game)
        return Ingested(
            receipts=receipts, head_seq=game.head_seq, head_hash=game.head_hash, missing=tuple(gaps),
            state=game.state, epoch=game.epoch,
        )


def _note_contact(device: Device, lines: Sequence[bytes], at: datetime) -> None:
    """Note when a device spoke and how far its clock is off; the UPDATE locks its row until the transaction ends.

    What was decided about the device since its token was read counts at once.
    """
    values: dict[str, Any] = {"last_seen_at": at}
    skew = clock_skew_ms(lines[-1], at) if lines else None
    if skew is not None:
        values["clock_skew_ms"] = skew
    if not Device.objects.filter(id=device.id, is_revoked=False, is_forked=False).update(**values):
        Device.objects.filter(id=device.id).update(**values)
        device.refresh_from_db(fields=["is_revoked", "is_forked"])


def _refuse_flood(game: Game, device: Device) -> None:
    if device.kind != Device.Kind.PHONE:
        return
    by_phone = {"game": game, "device__kind": Device.Kind.PHONE}
    if sum(model.objects.filter(**by_phone).count() for model in (GameEvent, QuarantinedLine)) >= PHONE_LINES:
        raise TooMany


def clock_skew_ms(line: bytes, at: datetime) -> int | None:
    """How far ahead of the server's a device's clock is, in ms, by its newest line; None when that cannot be read.

    Only shown, never used to decide or to order anything.
    """
    try:
        wall = datetime.fromisoformat(read_line(line).client_wall)
        skew = int((wall - at).total_seconds() * 1000)
    except (DomainError, ValueError, TypeError, OverflowError):
        return None
    return skew if abs(skew) < 2**62 else None


def desk_append(
    *, game: Game, device: Device, events: Sequence[NewEvent], by: Actor, at: datetime,
) -> GameState:
    """Append an official's own events to a locked game, by the office's right and not by a lease.

    Raises Invalid (or the rule's refusal) when one of them may not follow; then nothing is stored.
    """
    log = _open(game)
    for event in events:
        refusal = _judge(log, event)
        if refusal is not None:
            raise refusal
        _store(log, device, event, at, GameEvent.Verdict.APPLIED, "", by=replace(by, device=device.uid))
    return _close(log, at, has_gap=game.has_gap)


def _open(game: Game) -> _Log:
    regulations = regulations_of(game)
    return _Log(
        game, game_settings(game, regulations), applied_events(game), lease_in_force(game), regulations.call_seconds)


def _close(log: _Log, at: datetime, *, has_gap: bool) -> GameState:
    """Project what the log now says, once for the whole batch."""
    state = fold(log.settings, log.events)
    game = log.game
    if log.tail is not None:
        game.head_seq, game.head_hash = log.tail.seq, log.tail.hash
    if log.touched or game.has_gap != has_gap:
        game.has_gap = has_gap
        game_project(game, state, at=at)
    if log.tail is not None:
        match_changed(game.match)
    return state


def _take_line(log: _Log, device: Device, line: bytes, at: datetime) -> Receipt:
    try:
        event = read_line(line)
    except DomainError as error:
        return _quarantine(device, log.game, line, None, error.code, at)
    earlier = event_like(event.uid, device.id, event.dseq)
    if earlier is not None and earlier.uid == event.uid:
        return _repeated(earlier, log.game, device, event, at)
    if event.device != device.uid or event.game != log.game.uid:
        return _quarantine(device, log.game, line, event.uid, "foreign", at)
    if earlier is not None:
        Device.objects.filter(id=device.id).update(is_forked=True)
        device.is_forked = True
        return _quarantine(device, log.game, line, event.uid, "fork", at)
    verdict, reason = _verdict(log, device, event, at)
    stored = _store(log, device, event, at, verdict, reason)
    result = "stored" if verdict == GameEvent.Verdict.APPLIED else str(verdict)
    return Receipt(uid=event.uid, result=result, reason=reason or None, seq=stored.seq)


def _verdict(log: _Log, device: Device, event: NewEvent, at: datetime) -> tuple[GameEvent.Verdict, str]:
    """Whether an event counts, and if not, why. What does not count is kept all the same."""
    if device.is_revoked:
        return GameEvent.Verdict.QUARANTINED, "device_revoked"
    if device.is_forked:
        return GameEvent.Verdict.QUARANTINED, "fork"  # two tablets speak as one: which is right, the chief decides
    if log.game.match.status == MatchStatus.APPROVED:
        return GameEvent.Verdict.CONFLICT, "after_confirm"
    if log.lease is None or event.epoch != log.game.epoch or log.lease.device_id != device.id:
        return GameEvent.Verdict.CONFLICT, LATE
    if held := held_refusal(log.game.match, event.kind):
        return GameEvent.Verdict.CONFLICT, held
    if log.game.match.status == MatchStatus.SCHEDULED and event.kind in _AT_THE_TABLE:
        if table_is_busy(log.game.match):
            return GameEvent.Verdict.CONFLICT, "table_busy"
        if busy_player(log.game.match) is not None:  # nobody is at two tables, though nobody was called
            return GameEvent.Verdict.CONFLICT, "player_busy"
    finished = log.game.match.status == MatchStatus.FINISHED
    if needs_official(event.kind, event.payload, log.events, finished=finished) and not _is_official(log):
        return GameEvent.Verdict.QUARANTINED, "official_required"
    refusal = _judge(log, event)
    if refusal is not None:
        return GameEvent.Verdict.QUARANTINED, refusal.code[:60]
    if event.kind == "no_show" and not call_is_over(log.game.match, log.call_seconds, at):
        return GameEvent.Verdict.QUARANTINED, "call_still_running"
    against = dispute_refusal(
        log.game, log.events, event.kind, event.payload, account_id=log.lease.account_id if log.lease else None)
    if against is not None:
        return GameEvent.Verdict.QUARANTINED, against
    return GameEvent.Verdict.APPLIED, ""


def _is_official(log: _Log) -> bool:
    """Whether the lease is an official's who is still in office."""
    return log.lease is not None and log.lease.account_id is not None and Official.objects.filter(
        account=log.lease.account_id, account__is_active=True, competition=log.game.match.stage.event.competition,
    ).exists()


def _judge(log: _Log, event: NewEvent) -> Invalid | None:
    """What the rules say against an event at this point of the log, or None."""
    try:
        payload = read_payload(event.kind, event.payload)
        check_next(log.settings, log.events, LogEvent(str(event.uid), event.kind, payload))
    except EngineError as error:
        return Invalid(error.code, path=error.path, **error.params)
    return None


def _store(
    log: _Log, device: Device, event: NewEvent, at: datetime, verdict: GameEvent.Verdict, reason: str,
    *, by: Actor | None = None,
) -> AuditEntry:
    competition = log.game.match.stage.event.competition
    link = chain_append(
        competition, kind=f"game.{event.kind}"[:40], subject=log.game.uid, body=event.raw,
        by=by or device_actor(device), at=at,
    )
    GameEvent.objects.create(
        uid=event.uid, game=log.game, device=device, epoch=event.epoch, dseq=event.dseq, kind=event.kind,
        payload=_shown(event, verdict), client_wall=event.client_wall, client_mono_ms=event.client_mono_ms,
        boot_id=event.boot_id, verdict=verdict, reason=reason, audit=link,
    )
    log.tail = link
    if verdict == GameEvent.Verdict.APPLIED:
        log.events.append(LogEvent(str(event.uid), event.kind, event.payload))
        log.touched = True
    return link


def _shown(event: NewEvent, verdict: GameEvent.Verdict) -> dict[str, Any]:
    """The payload for pages and tablets; nothing where it is no payload of its kind. Its bytes are in the chain."""
    if verdict == GameEvent.Verdict.APPLIED:
        return event.payload
    try:
        return dict(read_payload(event.kind, event.payload))
    except EngineError:
        return {}


def _repeated(earlier: GameEvent, game: Game, device: Device, event: NewEvent, at: datetime) -> Receipt:
    if bytes(earlier.audit.body) == event.raw:
        return Receipt(uid=event.uid, result="duplicate", reason=earlier.reason or None, seq=earlier.audit.seq)
    return _quarantine(device, game, event.raw, event.uid, "uid_reuse", at)


def _quarantine(device: Device, game: Game, raw: bytes, uid: UUID | None, reason: str, at: datetime) -> Receipt:
    """Keep a line that could not become an event, byte for byte, once however often it is sent."""
    QuarantinedLine.objects.get_or_create(
        device=device, raw_hash=hashlib.sha256(raw).hexdigest(),
        defaults={"game": game, "uid": uid, "raw": raw, "reason": reason[:60], "received_at": at},
    )
    return Receipt(uid=uid, result="quarantined", reason=reason)


_KEYS = frozenset({
    "uid", "device", "epoch", "dseq", "table", "game", "kind", "payload", "client_wall", "client_mono_ms", "boot_id",
    "prev",
})


def read_line(line: bytes) -> NewEvent:
    """Read one line of a batch. Raises Invalid with the place: the line is then kept as it came.

    No event is refused for its time: an unreadable `client_wall` is stored as it stands.
    """
    data = strict_loads(line)
    if not isinstance(data, dict):
        raise Invalid("wrong_type", path="")
    if unknown := sorted(set(data) - _KEYS):
        raise Invalid("unknown_field", path=unknown[0])
    payload = data.get("payload")
    if not isinstance(payload, dict):
        raise Invalid("wrong_type", path="payload")
    return NewEvent(
        raw=line, uid=_uuid(data, "uid"), device=_uuid(data, "device"), game=_uuid(data, "game"),
        epoch=_count(data, "epoch", 0), dseq=_count(data, "dseq", 1), kind=_text(data, "kind", 40), payload=payload,
        client_wall=_text(data, "client_wall", 40, needed=False), boot_id=_text(data, "boot_id", 64, needed=False),
        client_mono_ms=_mono(data),
    )


def _uuid(data: dict[str, Any], name: str) -> UUID:
    try:
        return UUID(data[name])
    except (KeyError, ValueError, TypeError, AttributeError):
        raise Invalid("wrong_type", path=name) from None


def _count(data: dict[str, Any], name: str, least: int) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid("wrong_type", path=name)
    if not least <= value < 2**31:
        raise Invalid("out_of_range", path=name)
    return value


def _text(data: dict[str, Any], name: str, limit: int, *, needed: bool = True) -> str:
    value = data.get(name, None if needed else "")
    if not isinstance(value, str):
        raise Invalid("wrong_type", path=name)
    return value[:limit]


def _mono(data: dict[str, Any]) -> int | None:
    value = data.get("client_mono_ms")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if abs(value) < 2**53 else None
