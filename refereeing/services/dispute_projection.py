"""From the disputes and rulings in a game's log to the rows with their evidence. The only writer of their state."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from competitions.common.actors import Actor
from competitions.models import Account, Game
from competitions.services.audit import decision_record
from refereeing.engine.rules.game_log import GameState
from refereeing.models import Dispute, GameEvent, Lease, Ruling
from refereeing.selectors.officials import level_of


def disputes_project(game: Game, state: GameState, *, at: datetime) -> None:
    """Bring the disputes of a game in line with its log, under the locks that the caller holds.

    Each new ruling is written into the chain with the level at which the official gave it.
    """
    events = list(
        GameEvent.objects.filter(game=game, verdict=GameEvent.Verdict.APPLIED, kind__in=("dispute", "ruling"))
        .select_related("audit__account", "device").order_by("audit__seq"))
    standing = {row["uid"]: row for row in state.disputes}
    for event in events:
        if event.kind == "dispute" and "dispute" in event.payload:
            _project_dispute(game, event, standing.get(event.payload["dispute"]))
    known = set(Ruling.objects.filter(dispute__game=game).values_list("event_uid", flat=True))
    for event in events:
        if event.kind == "ruling" and "dispute" in event.payload and event.uid not in known:
            _record_ruling(game, event, at)


def _project_dispute(game: Game, event: GameEvent, standing: Mapping[str, Any] | None) -> None:
    given = event.payload
    if standing is None:
        state = Dispute.State.WITHDRAWN
    else:
        state = Dispute.State.RULED if standing["ruling"] else Dispute.State.OPEN
    account = account_of(event)
    Dispute.objects.update_or_create(uid=UUID(given["dispute"]), game=game, defaults={
        "event_uid": event.uid, "set_number": given["set"], "stroke": given.get("stroke"), "player": given["player"],
        "member": given.get("member", ""),
        "text": given["text"], "state": state, "account": account,
        "device": None if account is not None else event.device, "opened_at": event.audit.at,
    })


def _record_ruling(game: Game, event: GameEvent, at: datetime) -> None:
    given, account = event.payload, account_of(event)
    competition = game.match.stage.event.competition
    level = level_of(competition, account)
    ruling = Ruling.objects.create(
        uid=UUID(given["ruling"]), dispute=Dispute.objects.get(uid=given["dispute"]), event_uid=event.uid,
        level=level, text=given["text"], decision=given["decision"], clauses=given.get("clauses", []),
        overrules=given.get("overrules"), reason=given.get("reason", ""), account=account, at=event.audit.at,
    )
    facts = {
        "dispute": given["dispute"], "event": str(event.uid), "decision": ruling.decision, "level": level.name.lower(),
        "clauses": ruling.clauses, "overrules": given.get("overrules"), "reason": ruling.reason,
    }
    by = Actor(account=account.uid if account else None, device=event.device.uid)
    decision_record(competition, kind="ruling.given", subject=ruling.uid, facts=facts, by=by, at=at)


def account_of(event: GameEvent) -> Account | None:
    """The official who wrote an event: at the desk its own account, at a tablet the one whose PIN took the table."""
    if event.audit.account is not None:
        return event.audit.account
    lease = Lease.objects.filter(game=event.game_id, epoch=event.epoch).select_related("account").first()
    return lease.account if lease is not None else None
