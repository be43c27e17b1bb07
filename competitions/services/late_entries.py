"""Who comes when the draw is locked already: the one way into a stage that is being played."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Max

from competitions.common.errors import Conflict, Invalid
from competitions.models import Entry, Stage, StageEntry
from competitions.workflow import EntryState

from .entries import entry_arrives


def late_entrant(stage: Stage, entry_uid: UUID, *, joined_round: int) -> StageEntry:
    """Put an entrant at the end of a stage whose row the caller holds, and mark who stands at the desk as present.

    `joined_round`: the first round played. Raises Conflict `already_drawn`, Invalid for who has left or is unknown.
    """
    entry = Entry.objects.filter(uid=entry_uid, event=stage.event).first()
    if entry is None or entry.state in (EntryState.WITHDRAWN, EntryState.EXCLUDED):
        raise Invalid("unknown_value", path="entry")
    if StageEntry.objects.filter(stage=stage, entry=entry).exists():
        raise Conflict("already_drawn")
    entry_arrives(entry)
    number = (stage.stage_entries.aggregate(last=Max("number"))["last"] or 0) + 1
    return StageEntry.objects.create(stage=stage, entry=entry, number=number, joined_round=joined_round)
