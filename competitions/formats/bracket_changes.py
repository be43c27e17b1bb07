"""What depends on a decision: listed before a correction, an exclusion or a change of a group's table is followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from competitions.formats.bracket import Bracket, BracketMatch
from competitions.formats.bracket_play import Decision, MatchNow, MatchState, Seat, Situation, play, run


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A match that is not what it was.

    `is_cause`: its own decision was changed. `falls`: its own result goes. `has_started`: somebody has played here.
    """

    before: MatchNow
    after: MatchNow
    is_cause: bool
    falls: bool
    has_started: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """All changes, in the order of play, and the situation that comes out: to be followed whole, or not at all."""

    situation: Situation
    changes: tuple[Change, ...]

    @property
    def is_free(self) -> bool:
        """Whether no other match than those changed has started: else the chief referee decides."""
        return not any(change.has_started and not change.is_cause for change in self.changes)


def consequences(
    bracket: Bracket, before: Situation, after: Situation, *, started: frozenset[str] = frozenset()
) -> Consequences:
    """What comes of going from one situation to another.

    A result stands as long as the same two meet; one between others than before falls, and so does a second grand
    final that is no longer needed. The matches whose decision was changed are listed with the rest. `started`: ids of
    matches that have begun (those decided before have). Raises FormatError as `play`.
    """
    old = play(bracket, before)

    def decide(match: BracketMatch, first: Seat, second: Seat) -> Decision | None:
        decision = after.decisions.get(match.id)
        if decision != before.decisions.get(match.id):
            return decision
        was = old[match.id]
        return decision if {first, second} == {was.first, was.second} else None

    new = run(bracket, after, decide)
    kept = {match_id: decision for match_id, decision in after.decisions.items()
            if _is_kept(match_id, before, decision, new)}
    situation = Situation(decisions=kept, withdrawn=after.withdrawn, placed=after.placed)
    new = play(bracket, situation)
    changes = tuple(
        Change(before=old[match_id], after=item,
               is_cause=before.decisions.get(match_id) != after.decisions.get(match_id),
               falls=match_id in after.decisions and match_id not in kept,
               has_started=match_id in started or match_id in before.decisions)
        for match_id, item in new.items() if item != old[match_id]
    )
    return Consequences(situation=situation, changes=changes)


def _is_kept(
    match_id: str, before: Situation, decision: Decision, new: Mapping[str, MatchNow]
) -> bool:
    """A new decision always is, so that a wrong one is refused; an old one if it still decides the match."""
    if decision != before.decisions.get(match_id) or match_id not in new:
        return True
    return new[match_id].state is MatchState.DECIDED


def dependants(bracket: Bracket, match_id: str) -> tuple[str, ...]:
    """All matches that the players of this one may come to, in the order of play: what depends on its result."""
    reached = {match_id}
    for match in bracket.matches():
        if any(side.source is not None and side.source.match in reached for side in (match.first, match.second)):
            reached.add(match.id)
    return tuple(match.id for match in bracket.matches() if match.id in reached and match.id != match_id)
