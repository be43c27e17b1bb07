"""Take back at the desk what was noted by mistake: an event that voids another one, never a deletion."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, NotFound
from competitions.models import Game, Match, Stage
from competitions.selectors.rounds import IN_PLAY
from competitions.selectors.visibility import require
from competitions.services.matches import match_lock
from competitions.workflow import EntryMove, MatchStatus
from refereeing.engine.rules.rulings import consequences, undone_by
from refereeing.models import Device, GameEvent
from refereeing.selectors.game_logs import applied_events
from refereeing.selectors.officials import level_of_role

from .desk import desk_write, only_game, presence_follow
from .dispute_limits import refuse_overruling, void_refusal

# What the office may take back itself; everything else is a ruling.
_OFFICE_KINDS = frozenset({"result", "note"})


def event_take_back(*, match_uid: UUID, event_uid: UUID, reason: str, by: Actor, at: datetime) -> None:
    """Void one event of a match that is not approved; the score follows, and the event stays readable.

    A bare result that is taken back leaves the match to be played. Raises NotFound, Conflict `after_confirm` once it is
    approved and `table_busy` where the match would come back to a table at which others play now; for the ruling of
    another official NotAllowed `overrule_level`, `replay_seen` and Conflict `next_set_started`, as for overruling it.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        game = only_game(match)
        event = GameEvent.objects.select_related("device").filter(
            game=game, uid=event_uid, verdict=GameEvent.Verdict.APPLIED).first()
        if event is None:
            raise NotFound(kind="event")
        is_office = event.kind in _OFFICE_KINDS and event.device.kind == Device.Kind.DESK
        require(by, Action.ENTER_RESULT if is_office else Action.RULE, match.stage.event.competition)
        if match.status == MatchStatus.APPROVED:
            raise Conflict("after_confirm")
        refuse_busy_table(match, game)
        why = " ".join(reason.split())[:200]
        log, level = applied_events(game), level_of_role(by.role_in(match.stage.event.competition.uid))
        refuse_overruling(void_refusal(game, log, str(event.uid), level, by.account))
        # What a ruling brought falls with it, newest first; what it had taken back from an overruled one stands again.
        brought = consequences(log, event.payload["ruling"]) if _is_on_dispute(event) else []
        uids = [*(one.uid for one in reversed(brought)), str(event.uid)]
        again = undone_by(log, event.payload["ruling"]) if _is_on_dispute(event) else []
        voids = [("void", {"uid": uid, "reason": why}) for uid in uids]
        desk_write(game, [*voids, *((one.kind, one.payload) for one in again)], by=by, at=at)
        if event.kind == "no_show" and match.stage.system == Stage.System.SWISS:
            presence_follow(match, event.payload["who"], EntryMove.ARRIVE, by=by, at=at)


def _is_on_dispute(event: GameEvent) -> bool:
    return event.kind == "ruling" and "ruling" in event.payload


def refuse_busy_table(match: Match, game: Game) -> None:
    """A finished match that goes on after this needs its table free. Raises Conflict `table_busy`."""
    if match.status != MatchStatus.FINISHED or match.table is None or not game.state.get("sets"):
        return
    if Match.objects.filter(table=match.table, status__in=IN_PLAY).exclude(id=match.id).exists():
        raise Conflict("table_busy", table=match.table.number)


def result_take_back(*, match_uid: UUID, by: Actor, at: datetime) -> None:
    """Undo a bare result from quick entry. Raises Conflict `nothing_to_undo` where the result came from elsewhere."""
    last = GameEvent.objects.filter(
        game__match__uid=match_uid, kind="result", verdict=GameEvent.Verdict.APPLIED).order_by("-audit__seq").first()
    if last is None:
        raise Conflict("nothing_to_undo")
    event_take_back(match_uid=match_uid, event_uid=last.uid, reason="", by=by, at=at)
