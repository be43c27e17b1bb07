"""int-2017: the international rules, as far as their summaries state something; the rest is lnf-2008 (rulebook 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from refereeing.engine.rules.lnf_2008 import Lnf2008
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement


class Int2017(Lnf2008):
    """What the international rules change: which clause is cited, penalty.6, and any disc with the own last one."""

    name = "int-2017"
    inherited = "lnf-2008"
    any_disc_voids = True
    own_clauses: ClassVar[Mapping[str, str]] = {
        "17.1.d": "penalty.4", "17.1.e": "penalty.5",
        "18.1.a": "turn.1", "18.1.b": "turn.2", "18.1.e": "turn.3", "18.1.c": "turn.4", "18.1.d": "turn.5",
        **{number: number for number in (
            "penalty.1", "penalty.2", "penalty.3", "penalty.6", "singles", "doubles",
        )},
    }  # fmt: skip
    ends: ClassVar[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
        **dict.fromkeys(
            ("won", "first_series", "both_last", "both_last_penalty", "stalemate"), (("singles",), ("doubles",))
        ),
        "forgotten": (("17.4",), ("17.4",)),
        "waited": (("17.1.o",), ("17.1.o",)),
    }

    def nothing_touched(self, view: StrokeView, paper: Judgement) -> None:
        """penalty.1 by a direct stroke; off an edge as inherited."""
        if view.cushions:
            super().nothing_touched(view, paper)
        else:
            paper.penalise_stroke(self.ref("penalty.1"))

    def opponents_disc_first(self, view: StrokeView, paper: Judgement) -> None:
        """penalty.2 directly, with penalty.1 where no own disc is touched at all; penalty.3 off the opposite edge while
        a light disc stands. Both together, and side edges, are inherited."""
        if view.cushions:
            if view.own_light and view.opposite_first:
                paper.penalise_stroke(self.ref("penalty.3"))
            else:
                super().opponents_disc_first(view, paper)
            return
        if view.own_first:
            super().opponents_disc_first(view, paper)
            return
        if not any(view.is_own(uid) for uid in view.touched):
            paper.penalise_stroke(self.ref("penalty.1"))
        paper.penalise_stroke(self.ref("penalty.2"))

    def dark_ref(self, view: StrokeView) -> str:
        """penalty.6 by a direct stroke, else inherited."""
        return self.ref("17.1.h" if view.cushions else "penalty.6")

    def later_dark_refs(self, view: StrokeView) -> list[str]:
        """penalty.6 for what a direct stroke strikes; 17.1.h for what it touches later, and off an edge."""
        if view.cushions:
            return [self.ref("17.1.h")]
        is_later = any(uid in view.own_dark and uid not in view.first for uid in view.touched)
        return self.refs("penalty.6", *(["17.1.h"] if is_later else []))

    def give_back(self, view: StrokeView, paper: Judgement) -> None:
        """penalty.6 covers any disc of the own zone that a direct stroke strikes first: it goes back (rulebook 7)."""
        super().give_back(view, paper)
        struck = [uid for uid in view.first if uid in view.zone] if not view.cushions else []
        if struck:
            paper.cite(self.ref("penalty.6"))
            paper.restore.update(uid for uid in struck if uid in view.moved)
