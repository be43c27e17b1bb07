"""Tablets and phones: pairing by a one-time code, the code of a round's slip, and the lease of a table."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Gone, NotAllowed, NotFound, TooMany
from competitions.models import Account, Competition, Game, Match
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.matches import game_lock
from competitions.services.outbox import outbox_add
from competitions.workflow import MatchStatus
from refereeing.models import Device, Lease, PairingCode
from refereeing.selectors.game_logs import has_gap, lease_now, refuse_foreign

from .pins import official_by_pin

PAIRING_MINUTES = 10
CODE_TRIES = 5
# No letters that are misread on a slip or heard wrongly.
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_OPEN = (MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING, MatchStatus.ADJOURNED)


@dataclass(frozen=True, slots=True)
class Paired:
    """A device and its secret, which is told once and kept only as a hash."""

    device: Device
    token: str


def hash_secret(secret: str) -> str:
    """SHA-256 in hexadecimal: enough for secrets that are random and long."""
    return hashlib.sha256(secret.encode()).hexdigest()


def pairing_code_make(*, competition: Competition, by: Actor, at: datetime) -> str:
    """A code that pairs one tablet within ten minutes. Told once; refused to those who may not pair."""
    require(by, Action.PAIR_DEVICE, competition)
    code = "".join(secrets.choice(_ALPHABET) for _ in range(8))
    PairingCode.objects.create(
        competition=competition, code_hash=hash_secret(code), expires_at=at + timedelta(minutes=PAIRING_MINUTES),
        made_by=Account.objects.filter(uid=by.account).first() if by.account else None,
    )
    return f"{code[:4]}-{code[4:]}"


def pairing_code_is_open(*, code: str, at: datetime) -> bool:
    """Whether this code would still pair a tablet."""
    clean = "".join(letter for letter in code.upper() if letter in _ALPHABET)
    return PairingCode.objects.filter(
        code_hash=hash_secret(clean), used_at__isnull=True, expires_at__gte=at).exists()


def device_pair(*, code: str, name: str, at: datetime) -> Paired:
    """Pair a tablet. One code, one device: raises Gone `code_used` or `code_expired`, NotAllowed `wrong_code`."""
    clean = "".join(letter for letter in code.upper() if letter in _ALPHABET)
    with transaction.atomic():
        found = PairingCode.objects.select_related("competition").filter(code_hash=hash_secret(clean)).first()
        if found is None:
            raise NotAllowed("wrong_code")
        if found.expires_at < at:
            raise Gone("code_expired")
        # The conditional UPDATE decides between two tablets that send the code at once.
        if not PairingCode.objects.filter(id=found.id, used_at__isnull=True).update(used_at=at):
            raise Gone("code_used")
        paired = _device_create(found.competition, Device.Kind.TABLET, name, at, game=None)
        itself = Actor(device=paired.device.uid)
        decision_record(
            found.competition, kind="device.paired", subject=paired.device.uid, facts={}, by=itself, at=at)
        outbox_add("device.changed", competition=found.competition.uid, device=paired.device.uid)
    return paired


def _device_create(
    competition: Competition, kind: Device.Kind, name: str, at: datetime, *, game: Game | None,
) -> Paired:
    token = secrets.token_urlsafe(32)
    device = Device.objects.create(
        competition=competition, kind=kind, name=name.strip()[:60] or "–", token_hash=hash_secret(token), game=game,
        last_seen_at=at,
    )
    return Paired(device, token)


def device_by_token(token: str) -> Device | None:
    """The device that a token belongs to, revoked ones too: their events are kept, though not applied."""
    if not 20 <= len(token) <= 100:
        return None
    return Device.objects.select_related("competition").filter(token_hash=hash_secret(token)).first()


def device_revoke(*, competition: Competition, device_uid: UUID, by: Actor, at: datetime) -> None:
    """Take away a device's right to write. Raises NotFound."""
    require(by, Action.PAIR_DEVICE, competition)
    with transaction.atomic():
        # Games before the device, as when its events come in.
        held = Game.objects.filter(
            has_gap=True, events__device__uid=device_uid, match__stage__event__competition=competition)
        games = [game_lock(uid) for uid in sorted(set(held.values_list("uid", flat=True)))]
        if not Device.objects.filter(competition=competition, uid=device_uid).update(is_revoked=True):
            raise NotFound(kind="device")
        decision_record(competition, kind="device.revoked", subject=device_uid, facts={}, by=by, at=at)
        outbox_add("device.changed", competition=competition.uid, device=device_uid)
        for game in games:
            _wait_no_longer(game)


def _wait_no_longer(game: Game) -> None:
    """What a revoked device has not sent holds up no approval."""
    game.has_gap = has_gap(game)
    game.save(update_fields=["has_gap"])
    outbox_add(
        "game.changed", competition=game.match.stage.event.competition.uid, game=game.uid, match=game.match.uid,
        stage=game.match.stage.uid)


def device_seen(
    device: Device, *, at: datetime, unsent: int | None = None, battery: float | None = None, app: str | None = None,
) -> None:
    """Note that a device has spoken, and what it says of itself."""
    values: dict[str, object] = {"last_seen_at": at}
    if unsent is not None:
        values["unsent"] = unsent
    if battery is not None:
        values["battery"] = battery
    if app is not None:
        values["app_version"] = app[:40]
    Device.objects.filter(id=device.id).update(**values)


def slip_code(game: Game) -> str:
    """The six digits on the slip of this game: derived, so that nothing secret is stored and a reprint is the same."""
    mac = hmac.new(settings.SECRET_KEY.encode(), f"slip:{game.uid}".encode(), hashlib.sha256).digest()
    return f"{int.from_bytes(mac[:8], 'big') % 1_000_000:06d}"


def lease_take(
    *, game_uid: UUID, device: Device, official: UUID | None, pin: str | None, force: bool, at: datetime,
) -> tuple[Lease, Account | None]:
    """Give a paired device the right to write for a game, and raise the epoch.

    With an official's PIN it writes with that official's rights, else with a player's. Raises Conflict `held` with the
    holder's name unless forced, Gone `game_over`, and what `official_by_pin` raises.
    """
    if device.is_revoked:
        raise NotAllowed("device_revoked")
    account = None
    if official is not None:
        account = official_by_pin(competition=device.competition, official_uid=official, pin=pin or "")
    with transaction.atomic():
        game = game_lock(game_uid)
        refuse_foreign(game, device)
        return _lease(game, device, account, force=force, at=at), account


def phone_enter(*, game_uid: UUID, code: str, name: str, at: datetime) -> tuple[Paired, Lease]:
    """Let a phone in by the code on this round's slip, for this game alone and with a player's rights.

    Raises NotAllowed `wrong_code`, TooMany `code_locked` after five wrong ones (counted before the check; the right
    code is refused then too), Gone once the game is over, Conflict `held` where an official's tablet has the table.
    """
    game = Game.objects.filter(uid=game_uid).first()
    if game is None:
        raise NotFound(kind="game")
    if not Game.objects.filter(id=game.id, code_fails__lt=CODE_TRIES).update(code_fails=F("code_fails") + 1):
        raise TooMany("code_locked")
    if not hmac.compare_digest(slip_code(game), "".join(filter(str.isdigit, code))[:6]):
        raise NotAllowed("wrong_code")
    with transaction.atomic():
        game = game_lock(game_uid)
        Game.objects.filter(id=game.id).update(code_fails=0)
        holder = lease_now(game)
        if holder is not None and holder.account_id is not None:
            raise Conflict("held", holder=holder.device.name)
        paired = _device_create(game.match.stage.event.competition, Device.Kind.PHONE, name, at, game=game)
        return paired, _lease(game, paired.device, None, force=True, at=at)


def code_unlock(*, game_uid: UUID, by: Actor) -> None:
    """Let the players try the slip's code again."""
    with transaction.atomic():
        game = game_lock(game_uid)
        require(by, Action.CALL_MATCH, game.match.stage.event.competition)
        Game.objects.filter(id=game.id).update(code_fails=0)


def _may_push_away(holder: Lease, device: Device, account: Account | None) -> bool:
    """A player's phone does not take a table from an official, whenever it came in."""
    return holder.account_id is None or account is not None or device.game_id is None


def _lease(game: Game, device: Device, account: Account | None, *, force: bool, at: datetime) -> Lease:
    match: Match = game.match
    if match.status not in _OPEN:
        raise Gone("game_over")
    holder = lease_now(game)
    if holder is not None and holder.device_id != device.id and not (force and _may_push_away(holder, device, account)):
        raise Conflict("held", holder=holder.device.name)
    if holder is not None and holder.device_id == device.id and (account is None or holder.account_id == account.id):
        return holder
    game.epoch += 1
    game.save(update_fields=["epoch"])
    lease = Lease.objects.create(game=game, epoch=game.epoch, device=device, account=account, taken_at=at)
    competition = match.stage.event.competition
    decision_record(
        competition, kind="lease.taken", subject=game.uid, at=at, by=Actor(device=device.uid),
        facts={"epoch": game.epoch, "official": str(account.uid) if account else None},
    )
    outbox_add("game.changed", competition=competition.uid, game=game.uid, match=match.uid, stage=match.stage.uid)
    return lease
