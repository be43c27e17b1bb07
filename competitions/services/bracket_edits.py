"""A bracket changed by hand after it is locked: a late entry."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict
from competitions.formats.bracket_fold import bracket_of
from competitions.models import Stage, StageEntry
from competitions.selectors.brackets import bracket_facts
from competitions.selectors.visibility import require
from competitions.workflow import StageState

from .audit import decision_record
from .brackets import bracket_follow, rounds_store
from .draws import stage_lock_row
from .late_entries import late_entrant
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
        added = late_entrant(stage, entry_uid, joined_round=2)
        facts = bracket_facts(stage)
        bracket_of(facts.plan)  # refuses one too many
        rounds_store(facts)
        bracket_follow(stage, at=at)
        decision_record(competition, kind="entry.joined", subject=entry_uid, by=by, at=at, facts={"bracket": "losers"})
        outbox_add("draw.changed", competition=competition.uid, stage=stage.uid)
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
    return added
