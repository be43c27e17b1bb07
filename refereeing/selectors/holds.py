"""What of a tablet's events waits while a match is postponed or the competition stands still."""

from __future__ import annotations

from competitions.models import Match
from competitions.selectors.interruptions import interruption_now
from competitions.workflow import MatchStatus

# What is written whatever becomes of the match.
_ALWAYS = frozenset({"note", "official_called", "void", "protest"})
# What rests on a clock.
_BY_THE_CLOCK = frozenset({"no_show", "clock_call"})
# What only the desk writes: it knows the time of the hall.
_DESK_ONLY = frozenset({"time_limit"})


def held_refusal(match: Match, kind: str) -> str:
    """Why nothing of this kind counts now, as a code; empty where it may. What does not count is kept."""
    if kind in _DESK_ONLY:
        return "desk_only"
    if match.status == MatchStatus.POSTPONED and kind not in _ALWAYS:
        return "postponed"
    if kind in _BY_THE_CLOCK and interruption_now(match.stage.event.competition) is not None:
        return "interrupted"
    return ""
