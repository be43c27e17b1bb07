"""When and where a match is expected to begin: told to everybody as "about", never as a promise."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Count, Max, Q, Sum

from competitions.formats.hall_plan import plan_hall
from competitions.models import Competition, Match, Outbox
from competitions.workflow import MatchStatus

from .expected import Expected
from .hall_facts import hall_facts
from .interruptions import interruption_now
from .rounds import Meeting

# What tells of changes that no match shows: tables, regulations, referees, zones, an interruption, an exchange.
_TOPICS = ("tables.changed", "competition.changed", "event.changed", "entries.changed", "round.changed", "draw.changed")
ROUNDED_TO = 5
"""Minutes: nobody can know it better."""
KEPT_SECONDS = 60


def expected_starts(competition: Competition, at: datetime) -> dict[int, Expected]:
    """By match id, for every match that can be played; nothing while the competition stands still.

    Two queries where the hall has not changed within the minute; a set won in a running match changes nothing.
    """
    key = f"forecast:{competition.uid}:{_signature(competition)}:{int(at.timestamp() // KEPT_SECONDS)}"
    found: dict[int, Expected] | None = cache.get(key)
    if found is None:
        found = forecast(competition, at)
        cache.set(key, found, KEPT_SECONDS)
    return found


def _signature(competition: Competition) -> str:
    """What a plan depends on, in a few numbers. Tablets write every second; a plan of 435 matches takes a sixth of it.
    """
    is_running = Q(status=MatchStatus.RUNNING)
    counted = Match.objects.filter(stage__event__competition=competition).aggregate(
        running=Count("id", filter=is_running), waiting=Count("id", filter=~is_running),
        versions=Sum("version", filter=~is_running), tables=Sum("table_id"), turns=Sum("slot"))
    newest = Outbox.objects.filter(competition=competition.uid, topic__in=_TOPICS).aggregate(newest=Max("id"))
    return "-".join(str(number or 0) for number in (*counted.values(), newest["newest"]))


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
