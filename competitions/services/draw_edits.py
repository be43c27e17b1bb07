"""A draw changed by hand: two places exchanged before it is locked; a locked one opened while nobody has begun."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.models import Entry, Group, Match, Stage, StageEntry
from competitions.selectors.draw_changes import falls_with
from competitions.selectors.rounds import stage_facts
from competitions.selectors.visibility import require
from competitions.workflow import StageMove, StageState, next_stage_state

from .audit import decision_record
from .brackets import bracket_store
from .draws import round_store, stage_lock_row
from .outbox import outbox_add

REASON_LENGTH = 200


def places_exchange(*, stage_uid: UUID, version: int, first: UUID, second: UUID, by: Actor, at: datetime) -> Stage:
    """Put two entrants in each other's place in a draw that is not locked; recorded, and shown with the draw.

    In a bracket, a group and a round robin each takes the other's matches, in a Swiss and on a ranking list the other's
    number. `version` is that of the draw on the asker's screen. Raises Conflict `draw_locked`, `not_drawn`,
    `stale_draw`, Invalid for entrants who are not in the draw, or twice the same.
    """
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        if stage.state != StageState.DRAWN:
            raise Conflict("draw_locked" if stage.state in (StageState.LOCKED, StageState.CLOSED) else "not_drawn")
        if stage.version != version:
            raise Conflict("stale_draw")
        one, other = _rows(stage, first, second)
        _exchange(one, other)
        keys = [str(one.entry.number), str(other.entry.number)]
        stage.options = {**stage.options, "exchanges": [*stage.options.get("exchanges", []), keys]}
        stage.version += 1
        stage.save(update_fields=["options", "version"])
        if stage.is_elimination:
            stage.rounds.all().delete()
            bracket_store(stage)
        else:
            _rounds_exchange(stage, one.entry, other.entry)
        decision_record(
            competition, kind="draw.exchanged", subject=stage.uid, by=by, at=at,
            facts={"entries": [str(first), str(second)]})
        outbox_add("draw.changed", competition=competition.uid, stage=stage.uid)
    return stage


def stage_unlock(*, stage_uid: UUID, version: int, reason: str, by: Actor, at: datetime) -> Stage:
    """Open a locked draw again, with a reason, while nobody has begun: it can be exchanged, drawn again, locked again.

    Raises Invalid `reason_needed`, Conflict `stale_draw`, `draw_begun` with who hinders it (a match that was called, a
    round of a Swiss, a challenge), IllegalMove for a stage that is not locked.
    """
    clean = " ".join(reason.split())[:REASON_LENGTH]
    if not clean:
        raise Invalid("reason_needed", path="reason")
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        if stage.version != version:
            raise Conflict("stale_draw")
        stage.state = next_stage_state(StageState(stage.state), StageMove.UNLOCK)
        falling = falls_with(stage_facts(stage))
        if not falling.may_fall:
            raise Conflict("draw_begun", count=len(falling.begun), matches="; ".join(falling.begun[:5]))
        stage.locked_at = None
        stage.version += 1
        stage.save(update_fields=["state", "locked_at", "version"])
        decision_record(
            competition, kind="draw.unlocked", subject=stage.uid, by=by, at=at,
            facts={"reason": clean, "matches": falling.matches, "with_table": falling.with_table})
        for topic in ("draw.changed", "round.changed", "table.changed"):
            outbox_add(topic, competition=competition.uid, stage=stage.uid)
    return stage


def _rows(stage: Stage, first: UUID, second: UUID) -> tuple[StageEntry, StageEntry]:
    rows = {row.entry.uid: row for row in StageEntry.objects.filter(
        stage=stage, entry__uid__in=[first, second]).select_related("entry")}
    if len(rows) != 2:
        raise Invalid("unknown_value", path="entry")
    return rows[first], rows[second]


def _exchange(one: StageEntry, other: StageEntry) -> None:
    places = (one.number, one.group_id), (other.number, other.group_id)
    # A place is held once: the first steps aside while the second takes it.
    StageEntry.objects.filter(id=one.id).update(number=0)
    StageEntry.objects.filter(id=other.id).update(number=places[0][0], group_id=places[0][1])
    StageEntry.objects.filter(id=one.id).update(number=places[1][0], group_id=places[1][1])


def _rounds_exchange(stage: Stage, one: Entry, other: Entry) -> None:
    """Store the rounds again, with each of the two where the other stood; the other matches stay as they are."""
    swap = {one.id: other, other.id: one}
    rounds: dict[int, list[tuple[Group | None, Entry, Entry | None]]] = {}
    matches = Match.objects.filter(stage=stage).select_related("group", "first", "second", "round")
    for match in matches.order_by("round__number", "number"):
        second = match.second and swap.get(match.second.id, match.second)
        rounds.setdefault(match.round.number, []).append(
            (match.group, swap.get(match.first.id, match.first), second))
    stage.rounds.all().delete()
    for number, pairs in rounds.items():
        round_store(stage, number, pairs)
