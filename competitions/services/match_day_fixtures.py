"""Where and when a match of a league is played, and how it is postponed to another day (7.2.d)."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Invalid, NotFound
from competitions.formats.names import text_clean
from competitions.models import Event, Fixture, Match
from competitions.selectors.visibility import require
from competitions.workflow import MatchMove, MatchStatus

from .audit import decision_record
from .interruptions import refuse_interrupted
from .matches import match_changed, match_lock, match_move


def fixture_set(
    *, match_uid: UUID, plays_on: date | None, starts_at: time | None, hall: str, by: Actor, at: datetime,
) -> Fixture:
    """Say when and in which hall a match is played; a postponed one with a day is to be played again.

    Raises Invalid at `plays_on` or `hall`, Conflict `interrupted` for a postponed one while the competition stands
    still, NotFound for a match that is not of two teams.
    """
    with transaction.atomic():
        match = _team_match(match_uid)
        require(by, Action.EDIT_ENTRIES, match.stage.event.competition)
        place = text_clean(hall, path="hall", limit=120)
        _refuse_year(plays_on)
        fixture, _made = Fixture.objects.get_or_create(match=match)
        before = _told(fixture)
        fixture.plays_on, fixture.starts_at, fixture.hall = plays_on, starts_at, place
        fixture.save()
        if match.status == MatchStatus.POSTPONED and plays_on is not None:
            refuse_interrupted(match.stage.event.competition)
            match.held_reason, match.not_before = "", None
            match.save(update_fields=["held_reason", "not_before"])
            match_move(match, MatchMove.RESUME, at=at)
        decision_record(
            match.stage.event.competition, kind="fixture.set", subject=match.uid, by=by, at=at,
            facts={"before": before, "after": _told(fixture)})
        match_changed(match, "round.changed")
    return fixture


def fixture_postpone(
    *, match_uid: UUID, reason: str, plays_on: date | None, by: Actor, at: datetime,
) -> Fixture:
    """Postpone a match that has not begun, with a reason: to a new day, or until one is known.

    Raises Invalid `reason_needed`, IllegalMove once it has begun.
    """
    with transaction.atomic():
        match = _team_match(match_uid)
        require(by, Action.HOLD_MATCH, match.stage.event.competition)
        why = text_clean(reason, path="reason", limit=200)
        if not why:
            raise Invalid("reason_needed", path="reason")
        _refuse_year(plays_on)
        fixture, _made = Fixture.objects.get_or_create(match=match)
        before = _told(fixture)
        fixture.was_on = fixture.plays_on or fixture.was_on
        fixture.plays_on, fixture.postponed_because = plays_on, why
        fixture.save()
        if match.status != MatchStatus.POSTPONED:
            match_move(match, MatchMove.POSTPONE, at=at)
        if plays_on is not None:
            match_move(match, MatchMove.RESUME, at=at)
        match.held_reason = "" if plays_on is not None else why
        match.save(update_fields=["held_reason"])
        decision_record(
            match.stage.event.competition, kind="match.postponed", subject=match.uid, by=by, at=at,
            facts={"reason": why, "before": before, "after": _told(fixture)})
        match_changed(match, "round.changed")
    return fixture


def _team_match(uid: UUID) -> Match:
    match = match_lock(uid)
    if match.stage.event.kind != Event.Kind.TEAMS or match.second_id is None:
        raise NotFound(kind="match")
    return match


def _refuse_year(day: date | None) -> None:
    if day is not None and not 2000 <= day.year <= 2100:
        raise Invalid("out_of_range", path="plays_on", minimum=2000, maximum=2100)


def _told(fixture: Fixture) -> dict[str, Any]:
    return {
        "day": fixture.plays_on.isoformat() if fixture.plays_on else None,
        "time": fixture.starts_at.isoformat() if fixture.starts_at else None, "hall": fixture.hall}
