"""lnf-2008: the complete rules of the Latvian federation, the base of the other sets (rulebook 2 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from refereeing.engine.facts import Incident
from refereeing.engine.rules.rule_set import Handler, Predicate, RuleSet, is_before_first_stroke
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement

SEVERAL = 2
BREAK_SECONDS = 180
"""A player may be away from the table for three minutes between sets (16.1.j)."""


class Lnf2008(RuleSet):
    """The base rule set."""

    name = "lnf-2008"
    inherited = "lnf-2008"
    ends: ClassVar[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
        "won": (("20.3",), ("21.2",)),
        "first_series": (("20.4",), ("20.4", "21.7")),
        "both_last": (("20.5",), ("20.5",)),
        "both_last_penalty": (("20.5",), ("20.5",)),
        "stalemate": (("20.6",), ("20.6",)),
        "forgotten": (("17.4",), ("17.4",)),
        "waited": (("17.1.o",), ("17.1.o",)),
    }

    def wrong_placement(self, paper: Judgement) -> None:
        """19.1.a: a warning."""
        paper.cite(self.ref("19.1.a"))

    def waiting_ref(self, number: str) -> str:
        """Whatever the fault, it is 17.1.o while the opponent has the turn."""
        return self.ref("17.1.o")

    def first_touch(self, view: StrokeView, paper: Judgement) -> None:
        """Rulebook 2, table: nothing, an opponent's disc, or own discs only."""
        if not view.first:
            self.nothing_touched(view, paper)
        elif view.opponents_first:
            self.opponents_disc_first(view, paper)
        else:
            self.own_disc_first(view, paper)

    def nothing_touched(self, view: StrokeView, paper: Judgement) -> None:
        """17.1.a while an own light disc stands; else by the edges: 13.4, 17.1.i, 17.1.f."""
        if view.own_light:
            paper.penalise_stroke(self.ref("17.1.a"))
        elif view.opposite_first:
            paper.cite(self.ref("13.4"))
        elif view.cushions:
            paper.penalise_stroke(self.ref("17.1.i"))
        else:
            paper.penalise_stroke(self.ref("17.1.f"))

    def opponents_disc_first(self, view: StrokeView, paper: Judgement) -> None:
        """17.1.b by a direct stroke; off an edge 17.1.c, 17.1.i or correct by 11.4.b. With an own disc the same."""
        if not view.cushions:
            paper.penalise_stroke(self.ref("17.1.b"))
        elif view.own_light:
            paper.penalise_stroke(self.ref("17.1.c"))
        elif view.opposite_first:
            paper.cite(self.ref("11.4.b"))
        else:
            paper.penalise_stroke(self.ref("17.1.i"))

    def own_disc_first(self, view: StrokeView, paper: Judgement) -> None:
        """11.4.a for a light disc; a dark one needs the opposite edge, or a side edge where it lies in the circle."""
        dark = view.dark_first
        if dark and not self.is_dark_reached(view, dark):
            paper.penalise_stroke(self.dark_ref(view))
            return
        if len(dark) < len(view.first):
            paper.cite(self.ref("11.4.a"))
        if dark:
            paper.cite(*self.refs(*(("13.2", "13.3.a") if view.opposite_first else ("11.4.c", "13.3.e"))))

    def is_dark_reached(self, view: StrokeView, dark: list[str]) -> bool:
        """13.3.a, 13.3.e."""
        return view.opposite_first or (view.side_first and all(uid in view.circle for uid in dark))

    def dark_ref(self, view: StrokeView) -> str:
        """The clause for an own dark disc struck where that is not allowed."""
        return self.ref("17.1.h")

    def striker_lost(self, view: StrokeView, paper: Judgement) -> None:
        """17.1.d, 17.1.e: also after a correct stroke."""
        if view.striker_pocketed:
            paper.penalise(self.ref("17.1.d"))
        if view.striker_off:
            paper.penalise(self.ref("17.1.e"))

    def consequences(self, view: StrokeView, paper: Judgement) -> None:
        """Rulebook 2, what a penalised stroke gives back, and 16.1.a and d."""
        for number, holds in SET_LOSSES.items():
            if holds(view, paper):
                paper.lose(True, self.ref(number))
        if paper.is_penalised:
            self.give_back(view, paper)

    def give_back(self, view: StrokeView, paper: Judgement) -> None:
        """Nothing else is moved back than what is named here (13.8)."""
        dark = [uid for uid in view.touched if uid in view.own_dark]
        if dark:
            paper.cite(*self.later_dark_refs(view))
            paper.restore.update(uid for uid in dark if uid in view.moved)
        off = view.opponents_off()
        if off:
            paper.cite(self.ref("17.1.p"))
            paper.restore.update(off)
        paper.restore.update(view.driven_dark())
        out = view.own_knocked_out()
        if len(out) < SEVERAL:
            paper.restore.update(out)
        if is_driven_home(view):
            paper.cite(self.ref("17.1.t"))

    def later_dark_refs(self, view: StrokeView) -> list[str]:
        """17.1.h for own dark discs that a penalised stroke touches, first or later."""
        return [self.ref("17.1.h")]

    def disc_touched(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """17.1.n; several displaced without a stroke, or by the other side: 16.1.e; the last one of the player who has
        the turn, displaced by the other side: 16.1.f."""
        is_side = view.is_side(incident.by)
        is_several = len(incident.discs) >= SEVERAL and not (is_side and view.stroke_made)
        is_last = not is_side and is_last_disc(view, incident)
        if is_several:
            paper.lose(is_side, self.ref("16.1.e"))
        if is_last:
            paper.lose(is_side, self.ref("16.1.f"))
        if not (is_several or is_last):
            self.fault(view, paper, incident, "17.1.n")

    def touched_on_placement(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """17.1.k; several displaced by the striker without a stroke, or by the other side: 16.1.e."""
        is_side = view.is_side(incident.by)
        if len(incident.discs) >= SEVERAL and not (is_side and view.stroke_made):
            paper.lose(is_side, self.ref("16.1.e"))
        self.fault(view, paper, incident, "17.1.k")

    def table_shaken(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """16.1.b where a disc moved; before the set's first stroke all goes back without a fault (12.24)."""
        if not incident.discs:
            return
        if is_before_first_stroke(view):
            paper.cite("lnf-2008:12.24")
            paper.restore.update(incident.discs)
        else:
            paper.lose(view.is_side(incident.by), self.ref("16.1.b"))

    def wrong_cue_end(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """17.1.s makes the stroke itself a penalised one (rulebook 7)."""
        if view.is_side(incident.by) and view.stroke_made:
            paper.rules = [ref for ref in paper.rules if ref not in self.refs(*CORRECT)]
            paper.is_penalised = True
        self.fault(view, paper, incident, "17.1.s")

    def slow_play(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """18.1.g, and from the second time on 17.1.r; of the other side it means nothing."""
        if incident.by != view.player:
            return
        if incident.times > 1:
            self.fault(view, paper, incident, "17.1.r")
        paper.lose_turn(self.ref("18.1.g"))

    def striker_broken(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """17.1.q where the larger part is pocketed or off."""
        if incident.larger_part != "table":
            self.fault(view, paper, incident, "17.1.q")

    def out_of_turn(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """16.1.g, unless it was noticed only after the next stroke; doubles 16.1.h, whenever noticed."""
        if view.is_doubles:
            paper.lose(view.is_side(incident.by), self.ref("16.1.h"))
        elif incident.noticed == "at_once":
            paper.lose(view.is_side(incident.by), self.ref("16.1.g"))

    def hand_in_pocket(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """16.1.f, only while the opponent has the turn."""
        if not view.is_side(incident.by):
            paper.lose(False, self.ref("16.1.f"))

    def away_between_sets(self, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """16.1.j: more than three minutes."""
        if incident.seconds > BREAK_SECONDS:
            paper.lose(view.is_side(incident.by), self.ref("16.1.j"))

    turn_clauses: ClassVar[Mapping[str, Predicate]] = {
        "18.1.a": lambda view, paper: view.stroke_made and not pocketed_own(view, paper),
        "18.1.b": lambda view, paper: view.stroke_made and pocketed_both(view, paper),
        "18.1.c": lambda view, paper: view.stroke_made and any(e.body not in view.named for e in view.off),
        "18.1.d": lambda view, paper: paper.penalty,
        "18.1.e": lambda view, paper: view.stroke_made and view.recrossed and not view.own_dark,
    }


def disc(number: str) -> Handler:
    """A handler of an act that costs a penalty disc."""
    return lambda rules, view, paper, incident: rules.fault(view, paper, incident, number)


def turn(number: str) -> Handler:
    """A handler of an act of the player that costs the turn alone."""

    def handle(rules: RuleSet, view: StrokeView, paper: Judgement, incident: Incident) -> None:
        """Only the player with the turn can lose it."""
        if incident.by == view.player:
            paper.lose_turn(rules.ref(number))

    return handle


def loss(number: str) -> Handler:
    """A handler of an act that loses the set, whoever has the turn."""
    return lambda rules, view, paper, incident: paper.lose(view.is_side(incident.by), rules.ref(number))


def pocketed_own(view: StrokeView, paper: Judgement) -> bool:
    """Whether an own disc was pocketed and stays so."""
    return any(view.is_own(uid) and uid not in paper.restore for uid in view.pocketed)


def pocketed_both(view: StrokeView, paper: Judgement) -> bool:
    """Whether an own disc and an opponents' disc were pocketed."""
    return pocketed_own(view, paper) and any(not view.is_own(uid) for uid in view.pocketed if uid not in paper.restore)


def is_last_disc(view: StrokeView, incident: Incident) -> bool:
    """Whether an incident displaced the only disc that the player's side has on the table."""
    own = [uid for uid in view.stroke.before if view.is_own(uid)]
    return len(own) == 1 and own[0] in incident.discs


def is_dark_broken_up(view: StrokeView, paper: Judgement) -> bool:
    """16.1.a: a penalised stroke knocks two or more own dark discs out of the dark field."""
    return paper.is_penalised and len(view.own_knocked_out()) >= SEVERAL


def is_zone_struck(view: StrokeView, paper: Judgement) -> bool:
    """16.1.d: first a disc of the own edge zone, or an own dark one in the circle, without a cushion that made it
    correct, and two or more others moved."""
    if not paper.is_wrong_first or not any(uid in view.zone or uid in view.own_dark for uid in view.first):
        return False
    return sum(view.moved_by_stroke(uid) and uid not in view.first for uid in view.moved) >= SEVERAL


def is_driven_home(view: StrokeView) -> bool:
    """17.1.t: doubles, a direct stroke that is penalised anyway drives an opponents' disc into their back zone."""
    return view.is_doubles and not view.cushions and view.opponents_first and bool(view.driven_home())


SET_LOSSES: Mapping[str, Predicate] = {"16.1.a": is_dark_broken_up, "16.1.d": is_zone_struck}
CORRECT = ("11.4.a", "11.4.b", "11.4.c", "13.2", "13.3.a", "13.3.e", "13.4")
"""The clauses by which a stroke is correct."""
Lnf2008.incidents = {
    "double_hit": disc("17.1.j"),
    "wrong_cue_end": Lnf2008.wrong_cue_end,
    "striker_taken_early": disc("17.1.l"),
    "moving_striker_touched": disc("17.1.m"),
    "moving_disc_touched": loss("16.1.k"),
    "after_stop": loss("16.1.c"),
    "out_of_turn": Lnf2008.out_of_turn,
    "striker_broken": Lnf2008.striker_broken,
    "touched_on_placement": Lnf2008.touched_on_placement,
    "disc_touched": Lnf2008.disc_touched,
    "table_shaken": Lnf2008.table_shaken,
    "refused": disc("17.1.g"),
    "slow_play": Lnf2008.slow_play,
    "wilful_breach": loss("16.1.c"),
    "equipment_changed": loss("16.1.i"),
    "left_playing_area": turn("18.1.f"),
    "placed_early": turn("18.1.h"),
    "away_between_sets": Lnf2008.away_between_sets,
    "disc_picked_up": loss("16.1.f"),
    "hand_in_pocket": Lnf2008.hand_in_pocket,
}
