"""Draw an event as the page of the draw asks for it: settings and draw in one transaction, again and again until it is
locked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.tie_break_list import check_words
from competitions.models import Event, Stage
from competitions.selectors.visibility import require
from competitions.workflow import StageState

from .draws import DRAWN_SYSTEMS, stage_create, stage_draw, stage_options

_OPEN = (StageState.DRAFT, StageState.DRAWN)


def event_draw(
    *, event_uid: UUID, seen: int | None, system: str, options: Mapping[str, Any], tie_breaks: Sequence[str], lot: str,
    by: Actor, at: datetime,
) -> Stage:
    """Draw the event's stage with these settings; a draw made before, and not locked, is thrown away.

    After a closed stage it is the next one, with the entrants that its `advance` takes from the places.

    `seen` is the version of the draw on the asker's screen (None: there was none). Raises Conflict `stale_draw` when
    somebody has drawn since, `draw_locked` once it is locked, Invalid for a setting, and what `stage_draw` raises; then
    the earlier draw stands.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(of=("self",)).select_related("competition").filter(
            uid=event_uid).first()
        if event is None:
            raise NotFound(kind="event")
        require(by, Action.DRAW, event.competition)
        stage = event.stages.order_by("-number").first()
        if (stage.version if stage is not None else None) != seen:
            raise Conflict("stale_draw")
        if stage is None or stage.state == StageState.CLOSED:
            stage = stage_create(
                event_uid=event_uid, system=system, options=options, tie_breaks=tie_breaks, by=by, at=at)
        else:
            _configure(stage, system, options, tie_breaks)
        return stage_draw(stage_uid=stage.uid, lot=lot, by=by, at=at)


def _configure(stage: Stage, system: str, options: Mapping[str, Any], tie_breaks: Sequence[str]) -> None:
    if stage.state not in _OPEN:
        raise Conflict("draw_locked")
    if system not in DRAWN_SYSTEMS:
        raise Invalid("unknown_value", path="system", value=system[:60])
    words = check_words(tie_breaks, path="tie_breaks")
    stage.system, stage.options, stage.tie_breaks = system, stage_options(options), list(words)
    stage.save(update_fields=["system", "options", "tie_breaks"])
