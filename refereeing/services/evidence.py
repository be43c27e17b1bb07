"""What is known of a disputed stroke: positions and photos. They come in any order, also before the dispute's event."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound, TooMany
from competitions.models import Account, Game
from competitions.selectors.visibility import require
from competitions.services.audit import canonical, decision_record
from competitions.services.matches import game_lock
from competitions.services.outbox import outbox_add
from competitions.services.turns import write_turn
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.dispute_json import read_position
from refereeing.models import Device, Dispute, DisputePhoto, DisputePosition, Lease, Replay
from refereeing.selectors.game_logs import refuse_foreign

from .pictures import Picture, picture_clean

POSITIONS_LIMIT = 100
PHOTOS_LIMIT = 6
PHONE_ROWS, PHONE_PHOTOS = 40, 3
"""What all phones may add to one game, and of the photos to one dispute: anybody with the slip has a phone in, and the
officials' own evidence needs its room."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who adds evidence: an official's account, or a device that has or had the table."""

    account: Account | None
    device: Device | None

    @property
    def is_phone(self) -> bool:
        """A player's, or anybody's who has the slip."""
        return self.device is not None and self.device.kind == Device.Kind.PHONE


def position_save(
    *, game_uid: UUID, dispute_uid: UUID, data: object, by: Actor, at: datetime,
) -> tuple[DisputePosition, bool]:
    """Keep what somebody has put down of the board before and after; and whether it is new.

    Safe to repeat: the same uid with the same content gives the first row back. The newest revision counts.
    Raises Invalid with the place, Conflict `uid_reuse`, TooMany after a hundred.
    """
    try:
        body = read_position(data)
    except EngineError as error:
        raise Invalid(error.code, path=error.path, **error.params) from None
    digest = hashlib.sha256(canonical(body)).hexdigest()
    with write_turn(), transaction.atomic():
        game, writer = evidence_lock(game_uid, by)
        earlier = DisputePosition.objects.filter(uid=body["uid"]).select_related("dispute").first()
        if earlier is not None:
            if earlier.digest != digest or earlier.dispute.uid != dispute_uid or earlier.dispute.game_id != game.id:
                raise Conflict("uid_reuse")
            return earlier, False
        refuse_flood(game, writer)
        dispute = dispute_for_evidence(game, dispute_uid, writer, at)
        revision = DisputePosition.objects.filter(dispute=dispute).count() + 1
        if revision > POSITIONS_LIMIT:
            raise TooMany("too_much_evidence", limit=POSITIONS_LIMIT)
        row = DisputePosition.objects.create(
            uid=UUID(body["uid"]), dispute=dispute, revision=revision, body=body, digest=digest, account=writer.account,
            device=writer.device, at=at)
        facts = {"dispute": str(dispute.uid), "revision": revision, "digest": digest}
        evidence_tell(game, dispute, "dispute.position", row.uid, facts, by, at)
        return row, True


def photo_save(
    *, game_uid: UUID, dispute_uid: UUID, uid: UUID, content: bytes, by: Actor, at: datetime,
) -> tuple[DisputePhoto, bool]:
    """Keep a photo of the board, encoded anew so that its metadata are gone; and whether it is new.

    Safe to repeat. Raises Invalid `not_a_picture` or `picture_too_large`, Conflict `uid_reuse`, TooMany after six.
    """
    sent = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        game, writer = evidence_lock(game_uid, by)
        earlier = _photo_like(game, dispute_uid, uid, sent)
        if earlier is not None:
            return earlier, False
        refuse_flood(game, writer)
    picture = picture_clean(content)  # another process works on it: not while the game is locked
    name = default_storage.save(f"disputes/{dispute_uid}/{uid}.jpg", ContentFile(picture.content))
    try:
        return _photo_store(game_uid, dispute_uid, uid, sent, picture, name, by=by, at=at)
    except BaseException:
        default_storage.delete(name)
        raise


def _photo_store(
    game_uid: UUID, dispute_uid: UUID, uid: UUID, sent: str, picture: Picture, name: str, *, by: Actor, at: datetime,
) -> tuple[DisputePhoto, bool]:
    with write_turn(), transaction.atomic():
        game, writer = evidence_lock(game_uid, by)
        earlier = _photo_like(game, dispute_uid, uid, sent)
        if earlier is not None:  # sent twice at one instant
            default_storage.delete(name)
            return earlier, False
        refuse_flood(game, writer)
        dispute = dispute_for_evidence(game, dispute_uid, writer, at)
        limit = PHONE_PHOTOS if writer.is_phone else PHOTOS_LIMIT
        if DisputePhoto.objects.filter(dispute=dispute).count() >= limit:
            raise TooMany("too_much_evidence", limit=limit)
        row = DisputePhoto.objects.create(
            uid=uid, dispute=dispute, file=name, width=picture.width, height=picture.height, sent_digest=sent,
            digest=hashlib.sha256(picture.content).hexdigest(), account=writer.account, device=writer.device, at=at)
        facts = {"dispute": str(dispute.uid), "digest": row.digest}
        evidence_tell(game, dispute, "dispute.photo", row.uid, facts, by, at)
        return row, True


def _photo_like(game: Game, dispute_uid: UUID, uid: UUID, sent: str) -> DisputePhoto | None:
    """The photo of this uid, if it is the same one."""
    earlier = DisputePhoto.objects.filter(uid=uid).select_related("dispute").first()
    if earlier is None:
        return None
    if earlier.sent_digest != sent or earlier.dispute.uid != dispute_uid or earlier.dispute.game_id != game.id:
        raise Conflict("uid_reuse")
    return earlier


def evidence_lock(game_uid: UUID, by: Actor) -> tuple[Game, Writer]:
    """A game, locked, for somebody who may add evidence to its disputes.

    An official of the competition, or a device that has or once had this table: what was put down before another device
    took over counts as well. Raises NotFound, NotAllowed.
    """
    game = game_lock(game_uid)
    if by.device is None:
        require(by, Action.RECORD_GAME, game.match.stage.event.competition)
        return game, Writer(Account.objects.filter(uid=by.account).first() if by.account else None, None)
    device = Device.objects.filter(uid=by.device).first()
    if device is None:
        raise NotFound(kind="game")
    refuse_foreign(game, device)
    if device.is_revoked:
        raise NotAllowed("device_revoked")
    if not Lease.objects.filter(game=game, device=device).exists():
        raise NotAllowed("never_at_table")
    return game, Writer(None, device)


def refuse_flood(game: Game, writer: Writer) -> None:
    """Raises TooMany `too_much_evidence` where phones have added enough to a locked game."""
    if not writer.is_phone:
        return
    by_phone = {"dispute__game": game, "device__kind": Device.Kind.PHONE}
    if sum(m.objects.filter(**by_phone).count() for m in (DisputePosition, DisputePhoto, Replay)) >= PHONE_ROWS:
        raise TooMany("too_much_evidence", limit=PHONE_ROWS)


def dispute_for_evidence(game: Game, uid: UUID, writer: Writer, at: datetime) -> Dispute:
    """The dispute of this uid in a locked game, made where its event has not come yet. Raises NotFound if foreign."""
    dispute, _made = Dispute.objects.get_or_create(uid=uid, defaults={
        "game": game, "account": writer.account, "device": writer.device, "opened_at": at})
    if dispute.game_id != game.id:
        raise NotFound(kind="dispute")
    return dispute


def evidence_tell(
    game: Game, dispute: Dispute, kind: str, subject: UUID, facts: Mapping[str, Any], by: Actor, at: datetime,
) -> None:
    """Write evidence into the chain, then tell the panel."""
    competition = game.match.stage.event.competition
    decision_record(competition, kind=kind, subject=subject, facts=facts, by=by, at=at)
    outbox_add("dispute.changed", competition=competition.uid, game=game.uid, match=game.match.uid, dispute=dispute.uid)
