"""What the rules say about one stroke: a value, and the working paper that it is written from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refereeing.engine.facts import Disc, SetState
from refereeing.engine.rules.book import clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A verdict: every clause that applied (`rules`, as they are cited), the one that decided, and what follows."""

    ruleset: str
    stroke: str
    path: str
    first: tuple[str, ...]
    turn: str
    penalty: bool
    set: str
    rules: tuple[str, ...]
    decided_by: str | None
    may_forfeit: bool
    restored: tuple[str, ...]
    position: tuple[Disc, ...]
    next: str | None
    state: SetState

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """The result object of the contract, with the clauses' texts in a language."""
        state = self.state
        return {
            "ruleset": self.ruleset, "stroke": self.stroke, "path": self.path, "first": list(self.first),
            "turn": self.turn, "penalty": self.penalty, "set": self.set,
            "findings": [{"rule": ref, "text": clause(ref).text(language)} for ref in self.rules],
            "may_forfeit": self.may_forfeit, "restored": list(self.restored),
            "position": [{"id": d.id, "colour": d.colour, "x": d.x, "y": d.y} for d in self.position],
            "debt": dict(state.debt), "next": self.next,
            "state": {
                "opener": state.opener, "debt": dict(state.debt), "pending": dict(state.pending),
                "first_series": dict(state.first_series), "strokes_missed": dict(state.strokes_missed),
            },
        }  # fmt: skip


class Judgement:
    """A verdict in the making."""

    __slots__ = (
        "deciding", "is_penalised", "is_wrong_first", "losers", "may_forfeit", "penalty", "restore", "rules",
        "turn_lost", "waiting",
    )  # fmt: skip

    def __init__(self) -> None:
        self.rules: list[str] = []
        self.deciding: dict[str, str] = {}
        """The first clause that ended the set, brought a penalty disc, or cost the turn, under its effect."""
        self.is_penalised = False
        """The stroke itself is penalised, not only something after it."""
        self.is_wrong_first = False
        """It is penalised for what the striker touched first, or did not touch."""
        self.penalty = False
        self.turn_lost = False
        self.losers: set[str] = set()
        """`player` or `opponents`: who has lost the set by a clause."""
        self.restore: set[str] = set()
        self.waiting = 0
        """Penalty discs for faults of the side without the turn."""
        self.may_forfeit = False

    def cite(self, *refs: str) -> None:
        """Note clauses that apply, each once."""
        self.rules += [ref for ref in refs if ref not in self.rules]

    @property
    def decided_by(self) -> str | None:
        """The clause that decided: what ended the set, else what brought a penalty disc, else what cost the turn, else
        the first that applied."""
        found = (self.deciding.get(effect) for effect in ("set", "penalty", "turn"))
        return next(filter(None, found), self.rules[0] if self.rules else None)

    def decide(self, effect: str, *refs: str) -> None:
        """Note clauses that had an effect."""
        self.cite(*refs)
        self.deciding.setdefault(effect, refs[0])

    def penalise(self, *refs: str) -> None:
        """A penalty disc for the player; several faults of one stroke make one disc (17.2)."""
        self.decide("penalty", *refs)
        self.penalty = True

    def lose_turn(self, ref: str) -> None:
        """The turn is lost by a clause."""
        self.decide("turn", ref)
        self.turn_lost = True

    def penalise_stroke(self, *refs: str) -> None:
        """The stroke is penalised for its first touch: a penalty disc, and what it did wrong goes back."""
        self.penalise(*refs)
        self.is_penalised = self.is_wrong_first = True

    def lose(self, is_player: bool, *refs: str) -> None:
        """The set is lost by a clause."""
        self.decide("set", *refs)
        self.losers.add("player" if is_player else "opponents")
