"""What every rule set has to say about a stroke, and what they share.

A rule set is a catalogue of clauses and small predicates. A new edition is a new class that overrides what it changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from refereeing.engine import table
from refereeing.engine.facts import Incident
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement

Predicate = Callable[[StrokeView, Judgement], bool]
Handler = Callable[[Any, StrokeView, Judgement, Incident], None]


class RuleSet(ABC):
    """Judges the facts of one stroke. Where discs go and who is next is the judge's (`adjudicate`) business."""

    name: ClassVar[str]
    inherited: ClassVar[str]
    """The rule set that a clause is cited from where this one does not state it itself."""
    own_clauses: ClassVar[Mapping[str, str]] = {}
    """Clause of the inherited set to the number under which this set states it."""
    both_last: ClassVar[str] = "replayed"
    any_disc_voids: ClassVar[bool] = False
    """Any opponents' disc with the own last one voids the set, not only their last."""
    penalty_on_last_loses: ClassVar[bool] = False
    debts_of_both: ClassVar[bool] = False
    """Owed discs of both sides are placed when a turn is over, not only those of the player."""
    own_discs_decide_half: ClassVar[bool] = True
    """Two penalty places equally near: the penalised player's discs are counted before all discs (17.3)."""
    two_discs_straddle: ClassVar[bool] = False
    beside_centre: ClassVar[float | None] = None
    turn_clauses: ClassVar[Mapping[str, Predicate]]
    incidents: ClassVar[Mapping[str, Handler]]
    ends: ClassVar[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]]
    """How a set ends: the clauses for singles, and for doubles."""

    def ref(self, number: str) -> str:
        """A clause as this rule set cites it."""
        own = self.own_clauses.get(number)
        return f"{self.name}:{own}" if own else f"{self.inherited}:{number}"

    def refs(self, *numbers: str) -> list[str]:
        """Several clauses as this rule set cites them."""
        return [self.ref(number) for number in numbers]

    def end_refs(self, end: str, view: StrokeView) -> list[str]:
        """The clauses for an end of a set: `won`, `first_series`, `both_last`, `stalemate`, `forgotten`, `waited`."""
        singles, doubles = self.ends[end]
        return self.refs(*(doubles if view.is_doubles else singles))

    def judge(self, view: StrokeView, paper: Judgement) -> None:
        """Everything that needs no new position: findings, what goes back, sets lost by a clause, the turn."""
        if view.stroke_made:
            self.placement(view, paper)
            self.first_touch(view, paper)
            self.striker_lost(view, paper)
        for incident in view.incidents:
            self.incidents[incident.code](self, view, paper, incident)
        if view.stroke_made:
            self.consequences(view, paper)
        for number, holds in self.turn_clauses.items():
            if holds(view, paper):
                paper.lose_turn(self.ref(number))

    def placement(self, view: StrokeView, paper: Judgement) -> None:
        """A striker outside its zone: a warning, the stroke is judged as it is (rulebook 7)."""
        striker = view.stroke.striker
        if striker is not None and not table.is_striker_placed(view.player, *striker):
            self.wrong_placement(paper)

    def fault(self, view: StrokeView, paper: Judgement, incident: Incident, number: str) -> None:
        """An act that costs a penalty disc: at once for the player's side, later for the other (17.1.o)."""
        paper.restore.update(incident.discs)
        if view.is_side(incident.by):
            paper.penalise(self.ref(number))
        else:
            paper.cite(self.waiting_ref(number))
            paper.waiting += 1

    @abstractmethod
    def wrong_placement(self, paper: Judgement) -> None:
        """What a wrongly placed striker costs."""

    @abstractmethod
    def first_touch(self, view: StrokeView, paper: Judgement) -> None:
        """Whether the stroke is correct or penalised, by what it touched first."""

    @abstractmethod
    def striker_lost(self, view: StrokeView, paper: Judgement) -> None:
        """The striker in a pocket or off the table."""

    @abstractmethod
    def consequences(self, view: StrokeView, paper: Judgement) -> None:
        """What a penalised stroke gives back, and whether it loses the set."""

    @abstractmethod
    def waiting_ref(self, number: str) -> str:
        """The clause cited for a fault of the side without the turn."""


def is_before_first_stroke(view: StrokeView) -> bool:
    """Whether the set has not begun (12.24): no series has, and there was no stroke."""
    series = view.stroke.state.first_series
    return not view.stroke_made and all(series[seat] == "not_started" for seat in view.stroke.colours)
