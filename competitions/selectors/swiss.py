"""A Swiss round between its draw and its first strokes: who is left over."""

from __future__ import annotations

from competitions.workflow import EntryState, MatchStatus

from .rounds import Entrant, StageFacts

BEFORE_PLAY = (MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.POSTPONED)


def left_over(facts: StageFacts, number: int) -> tuple[str, ...]:
    """Who can be paired anew in a round before it begins, in the order of the draw; empty where nobody needs it.

    Those whose opponents are marked absent, then who is free or has come meanwhile, if there is anybody to meet.
    """
    found: set[str] = set()
    free = {entrant.key for entrant in facts.idle(number)}
    for meeting in facts.of_round(number):
        if meeting.second is None:
            free.add(meeting.first.key)
        elif meeting.status in BEFORE_PLAY and not (_is_here(meeting.first) and _is_here(meeting.second)):
            found |= {entrant.key for entrant in (meeting.first, meeting.second)}
    left = tuple(e.key for e in facts.entrants if e.key in found | free and _is_here(e))
    return left if found & set(left) or len(left) > 1 else ()


def _is_here(entrant: Entrant) -> bool:
    return not entrant.is_out and entrant.state != EntryState.ABSENT
