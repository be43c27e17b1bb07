"""aus-1992: the Australian rules, a set that stands alone (rulebook 3 and 7). 'Blind' is dark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from refereeing.engine.facts import OPPOSITE, Incident
from refereeing.engine.rules.lnf_2008 import BREAK_SECONDS, SEVERAL, disc
from refereeing.engine.rules.rule_set import Handler, Predicate, RuleSet, is_before_first_stroke
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement

DISCRETION = "1.28"
"""A breach of a rule that has no penalty of its own: the referee may give away the set or the game."""


class Aus1992(RuleSet):
    """The Australian rule set."""

    name = "aus-1992"
    inherited = "aus-1992"
    both_last = "drawn"
    penalty_on_last_loses = True
    debts_of_both = True
    own_discs_decide_half = False
    two_discs_straddle = True
    beside_centre = 30.0
    ends: ClassVar[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
        "won": (("4.2",), ("5.4",)),
        "first_series": (("4.6",), ("4.6", "5.5")),
        "both_last": (("1.27", "4.5"), ("1.27", "4.5")),
        "both_last_penalty": (("1.26", "4.5"), ("1.26", "4.5")),
        "stalemate": (("4.4",), ("4.4",)),
        "forgotten": (("3.3",), ("3.3",)),
        "waited": (("3.2",), ("3.2",)),
    }

    def wrong_placement(self, paper: Judgement) -> None:
        """1.6 has no penalty of its own."""
        self.leave_to_referee(paper)

    def waiting_ref(self, number: str) -> str:
        """The clause itself; the disc waits as under lnf-2008:17.1.o."""
        return self.ref(number)

    def leave_to_referee(self, paper: Judgement) -> None:
        """1.28: no disc, but the referee may forfeit the set or the game."""
        paper.cite(self.ref(DISCRETION))
        paper.may_forfeit = True

    def first_touch(self, view: StrokeView, paper: Judgement) -> None:
        """2.2 to 2.6, and the penalties of 3.6 for what was touched first."""
        if view.cushions:
            self.rebound(view, paper)
        elif not view.first:
            paper.penalise_stroke(self.ref("3.6.1"))
        elif view.opponents_first:
            paper.penalise_stroke(self.ref("3.6.2" if view.own_first else "3.6.5"))
        elif view.dark_first:
            paper.penalise_stroke(self.ref("3.6.3"))
        else:
            paper.cite(self.ref("2.2"))

    def rebound(self, view: StrokeView, paper: Judgement) -> None:
        """3.6.8 while a disc for a direct stroke stands; 3.6.9 and 3.6.12 at any time of the stroke."""
        is_short = not has_reached(view)
        if view.opponents_first and view.own_light:
            paper.penalise_stroke(self.ref("3.6.8"))
        elif not is_short:
            paper.cite(*self.refs(*rebound_clauses(view)))
        if is_short:
            paper.penalise(*self.refs("3.6.9", "3.6.12"))
            paper.is_penalised = True

    def striker_lost(self, view: StrokeView, paper: Judgement) -> None:
        """3.6.17."""
        if view.striker_pocketed or view.striker_off:
            paper.penalise(self.ref("3.6.17"))

    def consequences(self, view: StrokeView, paper: Judgement) -> None:
        """What illegal first touches give back, and the losses of 3.6 and 6."""
        if paper.is_wrong_first and view.cushions:
            self.illegal_rebound(view, paper)
        elif paper.is_wrong_first:
            self.illegal_direct(view, paper)
        if paper.is_penalised and moved_by_stroke(view) >= SEVERAL:
            paper.cite(self.ref("6.2"))
            paper.may_forfeit = True

    def illegal_direct(self, view: StrokeView, paper: Judgement) -> None:
        """3.6.3, 3.6.4, 3.6.6, 3.6.7, 6.1, 6.3."""
        blind = {uid for uid in view.touched if uid in view.own_dark}
        self.one_or_several(paper, view, blind, "3.6.3", "6.1")
        driven = view.driven_dark()
        self.one_or_several(paper, view, driven, "3.6.4")
        if driven and view.opponents_first and moved_by_stroke(view) > SEVERAL:
            paper.lose(True, self.ref("6.3"))
        if view.driven_light():
            paper.cite(self.ref("3.6.6"))
        self.one_or_several(paper, view, view.opponents_off(), "3.6.7")

    def illegal_rebound(self, view: StrokeView, paper: Judgement) -> None:
        """3.6.10, 3.6.11."""
        self.one_or_several(paper, view, view.driven_dark(), "3.6.11")
        if view.opponents_off():
            paper.cite(self.ref("3.6.10"))

    def one_or_several(
        self, paper: Judgement, view: StrokeView, discs: set[str] | list[str], number: str, loss: str = ""
    ) -> None:
        """One disc goes back, several lose the set."""
        if not discs:
            return
        paper.penalise(self.ref(number))
        if len(discs) >= SEVERAL:
            paper.lose(True, *self.refs(number, *([loss] if loss else [])))
        else:
            paper.restore.update(uid for uid in discs if uid in view.moved)

    def double_hit(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """3.6.16: all moved discs count as dislodged; 1.16 lets the referee give the set for one, too."""
        is_side = view.is_side(incident.by)
        self.fault(view, paper, incident, "3.6.16")
        if not is_side:
            return
        if len(view.moved) >= SEVERAL:
            paper.lose(True, self.ref("3.6.16"))
        paper.restore.update(view.moved)
        paper.cite(self.ref("1.16"))
        paper.may_forfeit = True

    def disc_touched(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """3.6.14; several displaced: 6.4, whoever has the turn."""
        if not incident.discs:
            self.leave_to_referee(paper)
            return
        self.dislodged(view, paper, incident, "6.4")

    def table_shaken(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """6.5 for several discs, 3.6.14 for one; before the set's first stroke all goes back (lnf-2008:12.24)."""
        if not incident.discs:
            return
        if is_before_first_stroke(view):
            paper.cite("lnf-2008:12.24")
            paper.restore.update(incident.discs)
        else:
            self.dislodged(view, paper, incident, "6.5")

    def dislodged(self, view: StrokeView, paper: Judgement, incident: Incident, loss: str) -> None:
        """One disc: back, and a penalty disc; several: the set."""
        is_side = view.is_side(incident.by)
        if len(incident.discs) < SEVERAL:
            self.fault(view, paper, incident, "3.6.14")
            return
        paper.lose(is_side, *self.refs("3.6.14", loss))
        paper.penalty = paper.penalty or is_side

    def out_of_turn(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """6.6, whenever noticed; doubles 5.7 as well."""
        paper.lose(view.is_side(incident.by), *self.refs("6.6", *(["5.7"] if view.is_doubles else [])))

    def no_clause(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """An incident without a clause of its own (rulebook 7)."""
        self.leave_to_referee(paper)

    def striker_broken(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """Nothing is wrong while the larger part stays on the table."""
        if incident.larger_part != "table":
            self.leave_to_referee(paper)

    def away_between_sets(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """A short break is nobody's fault."""
        if incident.seconds > BREAK_SECONDS:
            self.leave_to_referee(paper)

    def touched_on_placement(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """1.7 has no penalty of its own; a displaced disc is 3.6.14."""
        self.disc_touched(view, paper, incident)

    turn_clauses: ClassVar[Mapping[str, Predicate]] = {
        "1.18.1": lambda view, paper: view.stroke_made and not pocketed_by_stroke(view),
        "1.18.2": lambda view, paper: view.stroke_made and not all(map(view.is_own, pocketed_by_stroke(view))),
        "1.18.3": lambda view, paper: view.stroke_made and any(e.body not in view.named for e in view.off),
        "1.18.4": lambda view, paper: paper.penalty,
    }
    incidents: ClassVar[Mapping[str, Handler]] = {
        **dict.fromkeys(
            (
                "wrong_cue_end", "moving_disc_touched", "after_stop", "slow_play", "wilful_breach", "equipment_changed",
                "left_playing_area", "placed_early", "disc_picked_up", "hand_in_pocket",
            ),
            no_clause,
        ),
        "double_hit": double_hit,
        "striker_taken_early": disc("3.6.13"),
        "moving_striker_touched": disc("3.6.13"),
        "out_of_turn": out_of_turn,
        "striker_broken": striker_broken,
        "touched_on_placement": touched_on_placement,
        "disc_touched": disc_touched,
        "table_shaken": table_shaken,
        "refused": disc("3.6.15"),
        "away_between_sets": away_between_sets,
    }  # fmt: skip


def has_reached(view: StrokeView) -> bool:
    """3.6.9, 3.6.12: the opposite edge, or a disc that lay in the circle, at any time of the stroke."""
    return OPPOSITE[view.player] in view.edges or any(uid in view.circle for uid in view.touched)


def rebound_clauses(view: StrokeView) -> tuple[str, ...]:
    """The clauses by which a rebound is correct; one that touches nothing has none of its own."""
    if view.opponents_first:
        return ("2.4", "2.6.1")
    return ("2.5.1",) if view.first else ()


def pocketed_by_stroke(view: StrokeView) -> list[str]:
    """Discs that the stroke pocketed: what a hand knocked into a pocket goes back (3.6.14)."""
    return [uid for uid in view.pocketed if uid not in view.named]


def moved_by_stroke(view: StrokeView) -> int:
    """How many discs the stroke moved."""
    return sum(view.moved_by_stroke(uid) for uid in view.moved)
