"""When and where a match is expected to begin: told to everybody as "about", never as a promise."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.cache import cache

from competitions.formats.hall_plan import plan_hall
from competitions.models import Competition
from competitions.workflow import MatchStatus

from .expected import Expected
from .hall_facts import hall_facts
from .interruptions import interruption_now
from .rounds import Meeting
from .stream import newest_version

ROUNDED_TO = 5
"""Minutes: nobody can know it better."""
KEPT_SECONDS = 60


def expected_starts(competition: Competition, at: datetime) -> dict[int, Expected]:
    """By match id, for every match that can be played; nothing while the competition stands still.

    One query where the hall has not changed within the minute.
    """
    version = newest_version(competition.uid, everything=True)
    key = f"forecast:{competition.uid}:{version}:{int(at.timestamp() // KEPT_SECONDS)}"
    found: dict[int, Expected] | None = cache.get(key)
    if found is None:
        found = forecast(competition, at)
        cache.set(key, found, KEPT_SECONDS)
    return found


def tell_times(competition: Competition, meetings: Iterable[Meeting], at: datetime) -> None:
    """Write the expected times into the matches that are still to be played; no query where there is none."""
    waiting = [m for m in meetings if m.status == MatchStatus.SCHEDULED and not m.is_bye]
    found = expected_starts(competition, at) if waiting else {}
    for meeting in waiting:
        meeting.expected = found.get(meeting.id)


def forecast(competition: Competition, at: datetime) -> dict[int, Expected]:
    """The same, computed now."""
    if interruption_now(competition) is not None:
        return {}
    facts = hall_facts(competition, at)
    settled = {due.id: due.table for due in facts.dues}
    plan = plan_hall(
        facts.courts, facts.dues, going=facts.going, arbiters=facts.arbiters, seen=facts.seen,
        changeover=facts.changeover)
    return {
        int(slot.id): Expected(
            rounded(at + timedelta(minutes=slot.start)), settled[slot.id], slot.table,
            int(slot.referee) if slot.referee is not None else None)
        for slot in plan
    }


def rounded(moment: datetime) -> datetime:
    """Up to five whole minutes."""
    over = timedelta(minutes=moment.minute % ROUNDED_TO, seconds=moment.second, microseconds=moment.microsecond)
    return moment + (timedelta(minutes=ROUNDED_TO) - over if over else timedelta())
