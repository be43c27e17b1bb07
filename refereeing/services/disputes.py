"""Disputed strokes from the panel: opened, withdrawn, ruled on, overruled. What counts are events of the game's log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.models import Game
from competitions.selectors.visibility import require
from competitions.services.matches import game_lock
from competitions.workflow import MatchStatus
from refereeing.engine.rules.game_log import LogEvent
from refereeing.engine.rules.game_payload import CONSEQUENCES
from refereeing.engine.rules.rulings import OVERRULED, Level
from refereeing.engine.rules.rulings import consequences as consequences_of
from refereeing.models import Dispute, GameEvent, Ruling
from refereeing.selectors.game_logs import applied_events
from refereeing.selectors.officials import level_of_role

from .desk import desk_write
from .desk_voids import refuse_busy_table
from .dispute_limits import overruling_refusal, refuse_overruling, void_refusal

CONSEQUENCES_LIMIT = 10
TAKEN_BACK = frozenset({*CONSEQUENCES, "set_drawn", "result", "clear_in_first_series"})
"""What a ruling may take back of the log."""


def dispute_open(
    *, game_uid: UUID, uid: UUID, text: str, set_number: int, stroke: int | None, player: str, member: str = "",
    by: Actor, at: datetime,
) -> Dispute:
    """Open a dispute on a stroke of a game: an event of its log. `member`: which player of a pair struck.

    Safe to repeat: the same uid with the same content changes nothing. Raises Conflict `uid_reuse` for another content,
    `after_confirm` once the match is approved, and the log's own refusals.
    """
    payload: dict[str, Any] = {"text": text, "dispute": str(uid), "set": set_number, "player": player}
    if stroke is not None:
        payload["stroke"] = stroke
    if member:
        payload["member"] = member
    with transaction.atomic():
        game = _game_ruled_by(game_uid, by)
        earlier = Dispute.objects.filter(uid=uid).select_related("game").first()
        if earlier is not None and (earlier.game_id != game.id or earlier.event_uid is not None):
            _refuse_other(earlier.event_uid, game, payload)
            return earlier
        _refuse_approved(game)
        desk_write(game, [("dispute", payload)], by=by, at=at)
        return Dispute.objects.get(uid=uid)


def dispute_withdraw(*, dispute_uid: UUID, reason: str, by: Actor, at: datetime) -> Dispute:
    """Withdraw a dispute that nobody has ruled on: its event is voided, the evidence stays.

    Safe to repeat. Raises Conflict `ruled_already`, `not_in_log`, `after_confirm`.
    """
    with transaction.atomic():
        dispute, game = dispute_locked(dispute_uid, by)
        if dispute.state == Dispute.State.WITHDRAWN:
            return dispute
        if dispute.state == Dispute.State.RULED:
            raise Conflict("ruled_already")
        if dispute.event_uid is None:
            raise Conflict("not_in_log")
        _refuse_approved(game)
        void = {"uid": str(dispute.event_uid), "reason": " ".join(reason.split())[:200]}
        desk_write(game, [("void", void)], by=by, at=at)
        dispute.refresh_from_db()
        return dispute


def ruling_give(
    *, dispute_uid: UUID, uid: UUID, text: str, decision: str, clauses: Sequence[str], overrules: UUID | None,
    reason: str, consequences: Sequence[Mapping[str, Any]], by: Actor, at: datetime,
) -> Dispute:
    """Rule on a dispute, with all that follows from it, in one transaction; nothing is stored when a part is refused.

    Overruling voids what followed from the overruled ruling. Safe to repeat: the same uid with the same content changes
    nothing. Raises NotAllowed `overrule_level`, Conflict `next_set_started` (8.1.d), `after_confirm`, `uid_reuse`,
    Invalid with the log's codes (`ruled_already`, `not_in_force`, `reason_needed`, `clause_unknown`, …).
    """
    payload: dict[str, Any] = {
        "text": text, "ruling": str(uid), "dispute": str(dispute_uid), "decision": decision, "clauses": list(clauses),
    }
    if overrules is not None:
        payload["overrules"] = str(overrules)
    if reason:
        payload["reason"] = reason
    with transaction.atomic():
        dispute, game = dispute_locked(dispute_uid, by)
        earlier = Ruling.objects.filter(uid=uid).first()
        if earlier is not None:
            _refuse_other(earlier.event_uid, game, payload)
            return dispute
        _refuse_approved(game)
        log = applied_events(game)
        voids = _undone(game, log, overrules, by) if overrules is not None else []
        events = [*voids, ("ruling", payload), *_following(consequences, str(uid), log, dispute)]
        taken_back = [given["uid"] for kind, given in events if kind == "void"]
        for taken in taken_back:
            refuse_overruling(void_refusal(game, log, taken, _level(game, by), by.account))
        if taken_back:
            refuse_busy_table(game.match, game)
        desk_write(game, events, by=by, at=at)
        dispute.refresh_from_db()
        return dispute


def dispute_locked(uid: UUID, by: Actor) -> tuple[Dispute, Game]:
    """A dispute under the lock of its game, for an official of the competition. Raises NotFound."""
    game_uid = Dispute.objects.filter(uid=uid).values_list("game__uid", flat=True).first()
    if game_uid is None:
        raise NotFound(kind="dispute")
    game = _game_ruled_by(game_uid, by)
    return Dispute.objects.get(uid=uid), game


def _game_ruled_by(uid: UUID, by: Actor) -> Game:
    game = game_lock(uid)
    require(by, Action.RULE, game.match.stage.event.competition)
    return game


def _refuse_approved(game: Game) -> None:
    if game.match.status == MatchStatus.APPROVED:
        raise Conflict("after_confirm")


def _refuse_other(event_uid: UUID | None, game: Game, payload: Mapping[str, Any]) -> None:
    """A repetition says the same again, in the same game."""
    same = GameEvent.objects.filter(uid=event_uid, game=game).first() if event_uid is not None else None
    if same is None or same.payload != payload:
        raise Conflict("uid_reuse")


def _level(game: Game, by: Actor) -> Level:
    return level_of_role(by.role_in(game.match.stage.event.competition.uid))


def _undone(game: Game, log: Sequence[LogEvent], overrules: UUID, by: Actor) -> list[tuple[str, Mapping[str, Any]]]:
    """The voids of what the overruled ruling brought, newest first; refuses who may not overrule it."""
    refuse_overruling(overruling_refusal(game, log, str(overrules), _level(game, by)))
    brought = consequences_of(log, str(overrules))
    return [("void", {"uid": event.uid, "reason": OVERRULED}) for event in reversed(brought)]


def _following(
    consequences: Sequence[Mapping[str, Any]], ruling: str, log: Sequence[LogEvent], dispute: Dispute,
) -> list[tuple[str, Mapping[str, Any]]]:
    """The events of the consequences, each tied to the ruling; a void takes back what contradicts it.

    A penalty disc for the pair that struck is the player's who had the turn (21.5).
    """
    if len(consequences) > CONSEQUENCES_LIMIT:
        raise Invalid("out_of_range", path="consequences", minimum=0, maximum=CONSEQUENCES_LIMIT)
    found: list[tuple[str, Mapping[str, Any]]] = []
    for index, given in enumerate(consequences):
        kind = given.get("kind")
        payload = {name: value for name, value in given.items() if name != "kind"}
        if kind == "penalty_disc" and dispute.member and payload.get("who") == dispute.player:
            payload.setdefault("member", dispute.member)
        if kind == "void":
            if not any(event.uid == payload.get("uid") and event.kind in TAKEN_BACK for event in log):
                raise Invalid("nothing_to_void", path=f"consequences[{index}].uid")
            found.append(("void", {"reason": "ruling", **payload}))
        elif kind in CONSEQUENCES:
            found.append((str(kind), {**payload, "ruling": ruling}))
        else:
            raise Invalid("unknown_value", path=f"consequences[{index}].kind", value=str(kind)[:40])
    # What is taken back makes room for what follows.
    return sorted(found, key=lambda event: event[0] != "void")
