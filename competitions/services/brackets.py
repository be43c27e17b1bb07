"""Brackets in the database: rounds when they are drawn, matches as soon as both players are known.

The bracket itself is not stored. After every decision it is computed anew, what has become ready is made, and what no
longer belongs there goes: all in the transaction of the decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from competitions.common.errors import Conflict
from competitions.formats.bracket import BracketRound
from competitions.formats.bracket_fold import misplaced, stroke_side
from competitions.formats.bracket_play import MatchState
from competitions.formats.draw import FirstStroke, System
from competitions.models import Entry, Match, Round, Stage
from competitions.selectors.brackets import BracketFacts, bracket_facts
from competitions.workflow import StageState

from .hall import tables_follow_later
from .matches import games_make, matches_take_away
from .outbox import outbox_add

ELIMINATIONS = (
    Stage.System.SINGLE_ELIMINATION, Stage.System.DOUBLE_ELIMINATION, Stage.System.PLACE_MATCHES)


def bracket_lock(match_uid: UUID) -> None:
    """Lock the stage of a match of a bracket, before the match: a decision in one changes others. For a game of a team
    match it is the stage of that match.

    Does nothing where the draw fixes all matches.
    """
    mine = Q(matches__uid=match_uid) | Q(matches__boards__match__uid=match_uid)
    list(Stage.objects.select_for_update(of=("self",)).filter(mine, system__in=ELIMINATIONS)
         .order_by().values_list("id", flat=True))


def brackets_lock(entry: Entry) -> list[Stage]:
    """Lock the brackets in which an entrant plays, and give them."""
    return list(Stage.objects.select_for_update(of=("self",)).select_related("event__competition").filter(
        stage_entries__entry=entry, system__in=ELIMINATIONS, state=StageState.LOCKED).order_by("id"))


def bracket_store(stage: Stage) -> None:
    """Store the rounds of a bracket that was just drawn, and the matches whose players are known."""
    facts = bracket_facts(stage)
    rounds_store(facts)
    _make(facts)


def rounds_store(facts: BracketFacts) -> None:
    """Store the rounds that are not there yet: all of a new draw, and those that a late entry brings."""
    there = set(Round.objects.filter(stage=facts.stage).values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(stage=facts.stage, number=number, kind=drawn.kind,
              figures={**drawn.params, "number": drawn.number, "bracket": drawn.bracket,
                       "stake": min(match.loser_place for match in drawn.matches)})
        for number, drawn in facts.rounds if number not in there)


def bracket_follow(stage: Stage, *, at: datetime, is_decided: bool = False) -> None:
    """Bring the matches of a locked bracket in line with what has been decided.

    A match between others than those who now stand there goes; once it has begun, only if `is_decided` by the chief,
    and then it stays as void. Raises Conflict `bracket_begun` with the rounds, and nothing has changed.
    """
    facts = bracket_facts(stage)
    wrong = misplaced(facts.now, facts.met)
    if wrong:
        begun = [key for key in wrong if facts.rows[key].has_begun]
        if begun and not is_decided:
            raise Conflict("bracket_begun", count=len(begun), matches=", ".join(begun))
        matches_take_away([facts.rows[key].id for key in wrong], at)
        facts = bracket_facts(stage)
    made = _make(facts)
    if wrong or made:
        outbox_add("round.changed", competition=stage.event.competition.uid, stage=stage.uid)
        tables_follow_later(stage.event.competition.uid)


def _make(facts: BracketFacts) -> int:
    """Make the matches that have become ready; how many."""
    ready = {key for key, item in facts.now.items() if item.state is MatchState.READY and key not in facts.rows}
    if not ready:
        return 0
    stage = facts.stage
    rounds = dict(Round.objects.filter(stage=stage).values_list("number", "id"))
    matches = [
        match for number, drawn in facts.rounds
        for match in _matches(facts, drawn, rounds[number], ready)
    ]
    Match.objects.bulk_create(matches)
    games_make(stage, matches)
    return len(matches)


def _matches(facts: BracketFacts, drawn: BracketRound, round_id: int, ready: set[str]) -> Iterable[Match]:
    stage, how = facts.stage, FirstStroke(facts.stage.options.get("first_stroke", FirstStroke.RULE))
    for drawn_match in drawn.matches:
        if drawn_match.id in ready:
            item = facts.now[drawn_match.id]
            yield Match(
                stage=stage, round_id=round_id, number=_place(drawn_match.id), bracket_key=drawn_match.id,
                first_id=facts.entry_ids[str(item.first.entry)], second_id=facts.entry_ids[str(item.second.entry)],
                first_stroke=stroke_side(System(stage.system), how, stage.lot, drawn, drawn_match.id))


def _place(key: str) -> int:
    """The place of a match in its round, counted for a full bracket."""
    return int(key.rsplit("-", 1)[1])
