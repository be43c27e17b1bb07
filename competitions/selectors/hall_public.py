"""The hall for programs: tables, who plays there, what comes next about when, and whether everything stands still."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.models import Competition, Event, Stage
from competitions.workflow import MatchStatus

from .forecast import tell_times
from .interruptions import interruption_now
from .public import PUBLIC_STAGES
from .rounds import Meeting, stage_facts
from .visibility import competitions_visible_to

NEXT_LISTED = 200


def hall_public(actor: Actor, uid: UUID, at: datetime) -> dict[str, Any]:
    """Published facts only, names as on the public pages. Raises NotFound."""
    competition = competitions_visible_to(actor).filter(uid=uid).first()
    if competition is None:
        raise NotFound(kind="competition")
    meetings = [
        (stage, meeting) for stage in _stages(competition) for meeting in stage_facts(stage).meetings
        if not meeting.is_bye
    ]
    tell_times(competition, [meeting for _stage, meeting in meetings], at)
    at_table = {m.table: (stage, m) for stage, m in meetings if m.in_play and m.table is not None}
    waiting = sorted(
        ((stage, m) for stage, m in meetings if m.status == MatchStatus.SCHEDULED),
        key=lambda item: (item[1].expected is None, item[1].expected.at if item[1].expected else at, item[1].id))
    interruption = interruption_now(competition)
    return {
        "competition": str(competition.uid),
        "interrupted": None if interruption is None else {
            "since": interruption.started_at.isoformat(), "reason": interruption.reason},
        "tables": [
            {"uid": str(t.uid), "number": t.number, "zone": t.zone, "out_of_use": t.out_reason or None,
             "event": str(t.event.uid) if t.event is not None else None,
             "match": _shown(*at_table[t.number]) if t.number in at_table else None}
            for t in competition.tables.select_related("event").order_by("number")
        ],
        "next": [_shown(stage, meeting) for stage, meeting in waiting[:NEXT_LISTED]],
        "held": [
            {**_shown(stage, m), "reason": m.held_reason,
             "not_before": m.not_before.isoformat() if m.not_before is not None else None}
            for stage, m in meetings if m.is_held
        ],
    }


def _stages(competition: Competition) -> list[Stage]:
    found = Stage.objects.filter(event__competition=competition, state__in=PUBLIC_STAGES)
    return list(found.exclude(event__kind=Event.Kind.TEAMS).select_related("event").order_by("event", "number"))


def _shown(stage: Stage, meeting: Meeting) -> dict[str, Any]:
    expected = meeting.expected
    return {
        "match": str(meeting.uid), "game": str(meeting.game) if meeting.game else None, "event": str(stage.event.uid),
        "round": meeting.round_number, "status": str(meeting.status), "first": meeting.first.name,
        "second": meeting.second.name if meeting.second is not None else None, "score": meeting.score_text or None,
        "table": meeting.table,
        "expected_at": expected.at.isoformat() if expected is not None else None,
        "likely_table": expected.planned if expected is not None else None,
    }
