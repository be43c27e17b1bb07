"""Changes of an event's regulations, and all that follows them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.names import text_clean
from competitions.formats.regulations import changed_settings, regulations_from, regulations_json
from competitions.selectors.entries import event_is_started
from competitions.selectors.pairs import refuse_entered_pairs
from competitions.selectors.visibility import require

from .audit import decision_record
from .competitions import REASON_LETTERS, event_lock
from .outbox import outbox_add
from .team_events import boards_regulate, refuse_other_teams
from .team_matches import matches_reproject
from .tie_breaks import stages_follow


def regulations_change(
    *, event: UUID, settings: Mapping[str, Any], reason: str = "", by: Actor, at: datetime,
) -> dict[str, tuple[Any, Any]]:
    """Change settings of an event; those left out stay. Returns `{setting: (before, after)}`.

    Free before the start. Once a stage is locked it needs a reason; before, after, reason and person are recorded
    either way. Stages with the tie-breaks of the regulations follow them. Raises Invalid with the setting, or `reason`
    (`reason_needed`), as `path`.
    """
    with transaction.atomic():
        found = event_lock(event)
        require(by, Action.EDIT_REGULATIONS, found.competition)
        if found.part_of_id is not None:
            raise Conflict("part_of_teams")
        before = regulations_from(found.regulations)
        after = regulations_from({**regulations_json(before), **settings})
        refuse_other_teams(found, before, after)
        refuse_entered_pairs(found, before, after)
        changed = changed_settings(before, after)
        if not changed:
            return {}
        why = text_clean(reason, path="reason", limit=REASON_LETTERS)
        if event_is_started(found) and not why:
            raise Invalid("reason_needed", path="reason")
        found.regulations = regulations_json(after)
        found.save(update_fields=["regulations"])
        boards_regulate(found, after)
        facts: dict[str, Any] = {"settings": {name: list(pair) for name, pair in changed.items()}, "reason": why}
        if followed := stages_follow(found, before, after):
            facts["stages"] = followed
        decision_record(
            found.competition, kind="regulations.changed", subject=found.uid, by=by, at=at, facts=facts)
        if "teams" in changed:
            matches_reproject(found, at=at)
        outbox_add("event.changed", competition=found.competition.uid, event=found.uid)
    return changed
