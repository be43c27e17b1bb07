"""Playing brackets in tests: deciders, and what the outside checker says of a drawn one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from competitions.formats.bracket import Bracket
from competitions.formats.bracket_play import Decision, MatchNow, MatchState, Situation, play
from competitions.formats.draw_json import draw_from_json
from tests.formats.contract import checker

Pick = Callable[[MatchNow], str | None]


def ids(count: int) -> list[str]:
    """p1, p2, … in the order of their numbers."""
    return [f"p{number}" for number in range(1, count + 1)]


def favourite(now: MatchNow) -> str:
    """The lower number of the two."""
    return min(str(now.first.entry), str(now.second.entry), key=lambda entry: int(entry[1:]))


def outsider(now: MatchNow) -> str:
    """The higher number of the two."""
    return max(str(now.first.entry), str(now.second.entry), key=lambda entry: int(entry[1:]))


def played_out(bracket: Bracket, pick: Pick = favourite, situation: Situation | None = None) -> Situation:
    """Decide every match that is ready, one after the other, until none is."""
    begun = situation or Situation()
    decisions = dict(begun.decisions)
    while True:
        made = Situation(decisions=decisions, withdrawn=begun.withdrawn, placed=begun.placed)
        ready = [item for item in play(bracket, made).values() if item.state is MatchState.READY]
        if not ready:
            return made
        decisions = {**decisions, **{item.match.id: Decision(pick(item)) for item in ready}}


def decided(**winners: str | None) -> Situation:
    return Situation(decisions={name.replace("_", "-"): Decision(winner) for name, winner in winners.items()})


def plus(situation: Situation, **winners: str | None) -> Situation:
    return Situation(decisions={**situation.decisions, **decided(**winners).decisions}, withdrawn=situation.withdrawn)


def states(bracket: Bracket, situation: Situation) -> dict[str, str]:
    return {match_id: item.state.value for match_id, item in play(bracket, situation).items()}


def drawn(system: str, entries: Iterable[dict[str, Any]], **options: Any) -> dict[str, Any]:
    spec = {"system": system, "entries": list(entries), "options": {"lot": "40 17 8 33", **options}}
    return draw_from_json(spec, fresh_lot=lambda: "made here")


def objections(system: str, entries: list[dict[str, Any]], **options: Any) -> list[tuple[str, str]]:
    """What the outside checker finds in the draw of these entries."""
    spec = {"system": system, "entries": entries, "options": {"lot": "40 17 8 33", **options}}
    return list(checker().check(spec, drawn(system, entries, **options)))
