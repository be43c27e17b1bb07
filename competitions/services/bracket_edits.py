"""A bracket changed by hand after it is locked: a late entry."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.bracket_fold import bracket_of
from competitions.models import Entry, Stage, StageEntry
from competitions.selectors.brackets import bracket_facts
from competitions.selectors.visibility import require
from competitions.workflow import EntryState, StageState

from .audit import decision_record
from .brackets import bracket_follow, rounds_store
from .draws import stage_lock_row
from .entries import entry_arrives
from .outbox import outbox_add


def late_enter(*, stage_uid: UUID, entry_uid: UUID, by: Actor, at: datetime) -> StageEntry:
    """Let a late entrant into the losers' bracket of a locked double elimination, where somebody would walk over.

    Raises Conflict `not_double`, `not_locked`, `already_drawn`, `bracket_begun` where whoever would have walked over
    has begun the next match; FormatError `no_place_left`.
    """
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        if stage.system != Stage.System.DOUBLE_ELIMINATION:
            raise Conflict("not_double")
        if stage.state != StageState.LOCKED:
            raise Conflict("not_locked")
        added = _add(stage, entry_uid)
        facts = bracket_facts(stage)
        bracket_of(facts.plan)  # refuses one too many
        rounds_store(facts)
        bracket_follow(stage, at=at)
        decision_record(competition, kind="entry.joined", subject=entry_uid, by=by, at=at, facts={"bracket": "losers"})
        outbox_add("draw.changed", competition=competition.uid, stage=stage.uid)
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
    return added


def _add(stage: Stage, entry_uid: UUID) -> StageEntry:
    entry = Entry.objects.filter(uid=entry_uid, event=stage.event).first()
    if entry is None or entry.state in (EntryState.WITHDRAWN, EntryState.EXCLUDED):
        raise Invalid("unknown_value", path="entry")
    if StageEntry.objects.filter(stage=stage, entry=entry).exists():
        raise Conflict("already_drawn")
    entry_arrives(entry)
    number = (stage.stage_entries.aggregate(last=Max("number"))["last"] or 0) + 1
    return StageEntry.objects.create(stage=stage, entry=entry, number=number, joined_round=2)
