"""The clocks of a match that the hall keeps: its time limit, and how long it was played."""

from __future__ import annotations

from datetime import datetime, timedelta

from competitions.formats.regulations import Regulations
from competitions.models import Match


def time_limit_at(match: Match, regulations: Regulations) -> datetime | None:
    """When the time of a match is over, without the time it stood still; None where there is no limit, or it has not
    begun."""
    if not regulations.time_limit_minutes or match.started_at is None:
        return None
    return match.started_at + timedelta(minutes=regulations.time_limit_minutes, seconds=match.held_seconds)
