"""Stages follow stages: close one, so that its table is frozen, and take the entrants of the next from its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.advancing import advancing
from competitions.formats.lot import lot_key
from competitions.formats.stages import Placing, going_on, placings_of_table, seeds_of_next_stage
from competitions.models import Entry, Stage
from competitions.selectors.brackets import OUT, bracket_facts, bracket_placings
from competitions.selectors.ladder import ladder_view
from competitions.selectors.rounds import StageFacts, stage_facts
from competitions.selectors.standings import stage_standings
from competitions.selectors.visibility import require
from competitions.workflow import StageMove, StageState, next_stage_state

from .audit import decision_record
from .outbox import outbox_add


def stage_close(*, stage_uid: UUID, by: Actor, at: datetime) -> Stage:
    """Close a stage that is played: its results are frozen, and its places stand in the chain.

    Raises Conflict `round_open` while a result is not approved, `rounds_left` while something is still to be drawn or
    played, IllegalMove for a stage that is not locked.
    """
    with transaction.atomic():
        stage = _stage_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        stage.state = next_stage_state(StageState(stage.state), StageMove.CLOSE)
        _refuse_unplayed(stage)
        stage.save(update_fields=["state"])
        places = {name: [[p.entry, p.rank] for p in placings] for name, placings in stage_placings(stage).items()}
        decision_record(competition, kind="stage.closed", subject=stage.uid, by=by, at=at, facts={"places": places})
        _tell(stage)
    return stage


def stage_reopen(*, stage_uid: UUID, reason: str, by: Actor, at: datetime) -> Stage:
    """Open a closed stage again, for a correction. Raises Conflict `later_stage` once the next one is locked.

    A later stage that is not locked yet is thrown away: its entrants may no longer be the right ones.
    """
    with transaction.atomic():
        stage = _stage_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        later = stage.event.stages.filter(number__gt=stage.number)
        if later.filter(state__in=[StageState.LOCKED, StageState.CLOSED]).exists():
            raise Conflict("later_stage")
        stage.state = next_stage_state(StageState(stage.state), StageMove.REOPEN)
        stage.save(update_fields=["state"])
        later.delete()
        decision_record(
            competition, kind="stage.reopened", subject=stage.uid, by=by, at=at,
            facts={"reason": " ".join(reason.split())[:200]})
        _tell(stage)
    return stage


def _stage_locked(uid: UUID) -> Stage:
    rows = Stage.objects.select_for_update(of=("self",)).select_related("event__competition")
    stage = rows.filter(uid=uid).first()
    if stage is None:
        raise NotFound(kind="stage")
    return stage


def _tell(stage: Stage) -> None:
    competition = stage.event.competition.uid
    outbox_add("draw.changed", competition=competition, stage=stage.uid)
    outbox_add("table.changed", competition=competition, stage=stage.uid)


def _refuse_unplayed(stage: Stage) -> None:
    facts = stage_facts(stage)
    waiting = [m for m in facts.listed if not m.is_approved]
    if waiting:
        tables = ", ".join(str(m.table) if m.table else f"{m.round_number}/{m.number}" for m in waiting[:20])
        raise Conflict("round_open", count=len(waiting), tables=tables)
    if _is_unfinished(stage, facts):
        raise Conflict("rounds_left")


def _is_unfinished(stage: Stage, facts: StageFacts) -> bool:
    if stage.is_elimination:
        return not bracket_facts(stage).is_over
    if stage.system == Stage.System.RANKING_LIST:
        return bool(ladder_view(facts).pending)
    return not facts.rounds or (
        stage.system == Stage.System.SWISS and len(facts.rounds) < int(stage.options["rounds"]))


def stage_placings(stage: Stage) -> dict[str, tuple[Placing, ...]]:
    """Who has which place, group by group (one without a name where there are no groups), without who has left."""
    if stage.is_elimination:
        return {"": bracket_placings(stage)}
    facts = stage_facts(stage)
    gone = {e.key for e in facts.entrants if e.state in OUT}
    return {
        table.group.name if table.group else "": tuple(
            p for p in placings_of_table(table.standings.rows) if p.entry not in gone)
        for table in stage_standings(stage, facts)
    }


def entries_advancing(stage: Stage) -> list[Entry]:
    """The entrants of a stage from the places of the one before, in the order of their numbers.

    Into an elimination the groups are crossed (`formats.advancing`); else all first places come first, then all second
    ones, so that matches for places are A1 against B1, A2 against B2. Raises Conflict `stage_open` while the one before
    is not closed, FormatError `level_at_the_cut` where a place is not decided and the lot is not asked to, Invalid
    `two_groups_at_most` for matches for places after more groups.
    """
    before = stage.event.stages.filter(number__lt=stage.number).order_by("-number").first()
    if before is None or before.state != StageState.CLOSED:
        raise Conflict("stage_open")
    before.event = stage.event
    places = int(stage.options["advance"])
    groups = stage_placings(before)
    if stage.options.get("level_by_lot"):
        groups = {name: _apart_by_lot(placings, before.lot) for name, placings in groups.items()}
    by_key = {str(e.number): e for e in stage.event.entries.select_related("person", "club")}
    if stage.system == Stage.System.PLACE_MATCHES and len(groups) > 2:
        raise Invalid("two_groups_at_most", path="advance", count=len(groups))
    is_crossed = stage.is_elimination and stage.system != Stage.System.PLACE_MATCHES
    return [by_key[key] for key in _order(groups, places, is_crossed=is_crossed)]


def _order(groups: Mapping[str, Sequence[Placing]], places: int, *, is_crossed: bool) -> Sequence[str]:
    if not is_crossed or len(groups) == 1:
        return seeds_of_next_stage(groups, places)
    placed = going_on(groups, places)
    sides = advancing(list(groups), places)
    return [placed[side.source.group, side.source.place] for side in sides if side.source is not None]


def _apart_by_lot(placings: Sequence[Placing], lot: str) -> tuple[Placing, ...]:
    """Who is level is put in the order of the public lot of the stage that they come from."""
    ordered = sorted(placings, key=lambda placing: (placing.rank, lot_key(lot, placing.entry)))
    return tuple(Placing(placing.entry, rank) for rank, placing in enumerate(ordered, start=1))
