"""A bracket as it stands: computed from the stage's order, options and lot and from the approved results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from competitions.formats.bracket import Bracket, BracketRound
from competitions.formats.bracket_changes import Consequences, consequences
from competitions.formats.bracket_fold import BracketPlan, Met, bracket_of, round_numbers, stands
from competitions.formats.bracket_play import Decision, MatchNow, MatchState, Situation, final_places
from competitions.formats.draw import System
from competitions.formats.stages import Placing, placings_of_bracket
from competitions.models import Match, Stage, StageEntry
from competitions.workflow import EntryState, MatchStatus, Outcome

OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)
BEGUN = frozenset(MatchStatus) - {MatchStatus.SCHEDULED, MatchStatus.POSTPONED}


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRow:
    """A stored match of a bracket; the players by their numbers on the entry list."""

    id: int
    uid: UUID
    first: str
    second: str
    status: str
    outcome: str
    winner: str

    @property
    def has_begun(self) -> bool:
        return self.status in BEGUN

    @property
    def decision(self) -> Decision | None:
        """Only what is approved sends anybody on."""
        if self.status != MatchStatus.APPROVED:
            return None
        if self.outcome == Outcome.DOUBLE_LOSS:
            return Decision(None)
        winner = {"A": self.first, "B": self.second}.get(self.winner)
        return None if winner is None else Decision(winner)

    @property
    def met(self) -> Met:
        return Met(self.first, self.second, self.decision)


@dataclass(frozen=True)
class BracketFacts:
    """A bracket with its stored matches by their keys (`winners-1-3`), and whoever has left."""

    stage: Stage
    plan: BracketPlan
    entry_ids: Mapping[str, int]
    rows: Mapping[str, BracketRow]
    withdrawn: frozenset[str]

    @cached_property
    def bracket(self) -> Bracket:
        return bracket_of(self.plan)

    @property
    def rounds(self) -> Iterable[tuple[int, BracketRound]]:
        """Every round with its number in the stage, in the order of play."""
        return zip(round_numbers(self.plan), self.bracket.rounds, strict=True)

    @cached_property
    def met(self) -> Mapping[str, Met]:
        return {key: row.met for key, row in self.rows.items()}

    @cached_property
    def now(self) -> Mapping[str, MatchNow]:
        return stands(self.bracket, self.met, self.withdrawn)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return all(item.is_over for item in self.now.values())

    @cached_property
    def places(self) -> dict[str, int]:
        """The best place of everybody who is out of the bracket, by the number on the entry list."""
        return final_places(self.bracket, self.now)

    @property
    def situation(self) -> Situation:
        """What has been decided, as the pure consequences take it."""
        decisions = {key: Decision(item.winner.entry) for key, item in self.now.items()
                     if item.state is MatchState.DECIDED}
        return Situation(decisions=decisions, withdrawn=self.withdrawn)


def plan_of(stage: Stage, order: Sequence[str], late: Sequence[str] = ()) -> BracketPlan:
    """What the bracket of a stage is drawn of."""
    return BracketPlan(
        system=System(stage.system), order=tuple(order), late=tuple(late), places=int(stage.options.get("places", 2)),
        grand_final_reset=bool(stage.options.get("grand_final_reset")))


def bracket_facts(stage: Stage) -> BracketFacts:
    """The bracket of a stage as it stands. Two queries."""
    entered = list(StageEntry.objects.filter(stage=stage).order_by("number").values_list(
        "entry_id", "entry__number", "entry__state", "joined_round"))
    keys = {entry_id: str(number) for entry_id, number, _state, _joined in entered}
    plan = plan_of(
        stage, [keys[e] for e, _n, _s, joined in entered if joined == 1],
        [keys[e] for e, _n, _s, joined in entered if joined > 1])
    rows = Match.objects.filter(stage=stage).exclude(bracket_key="").order_by().values_list(
        "bracket_key", "id", "uid", "first_id", "second_id", "status", "outcome", "winner")
    return BracketFacts(
        stage=stage, plan=plan, entry_ids={key: entry_id for entry_id, key in keys.items()},
        withdrawn=frozenset(keys[e] for e, _n, state, _j in entered if state in OUT),
        rows={
            key: BracketRow(id=id_, uid=uid, first=keys[first], second=keys[second], status=status, outcome=outcome,
                            winner=winner)
            for key, id_, uid, first, second, status, outcome, winner in rows
        })


def bracket_placings(stage: Stage) -> tuple[Placing, ...]:
    """The final places of a bracket, best first, without those who have left."""
    facts = bracket_facts(stage)
    return placings_of_bracket({key: place for key, place in facts.places.items() if key not in facts.withdrawn})


def if_left(facts: BracketFacts, entry: str) -> Consequences:
    """What follows if an entrant left now: walkovers, as far as the bracket is known."""
    before = facts.situation
    after = Situation(decisions=before.decisions, withdrawn=before.withdrawn | {entry})
    return consequences(facts.bracket, before, after)


def if_decided(facts: BracketFacts, key: str, winner: str | None) -> Consequences:
    """What follows if a match had this winner (None: both lost it); the match itself is listed too."""
    before = facts.situation
    after = Situation(decisions={**before.decisions, key: Decision(winner)}, withdrawn=before.withdrawn)
    started = frozenset(other for other, row in facts.rows.items() if row.has_begun)
    return consequences(facts.bracket, before, after, started=started)
