"""The ranking list as officials see it: with everybody's name, and who came after the draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from competitions.models import Entry, Stage
from competitions.selectors.ladder import ChallengeView, LadderView, ladder_view

from .panel_draw import entries_after_draw, panel_facts


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelLadder:
    """`overdue`: challenges whose time to answer is over; an official says so, nothing is lost by the clock."""

    ladder: LadderView
    overdue: frozenset[int]
    late: tuple[Entry, ...]

    @property
    def pending(self) -> tuple[tuple[ChallengeView, bool], ...]:
        return tuple((c, c.number in self.overdue) for c in self.ladder.pending)


def panel_ladder(stage: Stage, at: datetime) -> PanelLadder:
    """The list of a locked stage (`stage.event` loaded)."""
    facts = panel_facts(stage)
    view = ladder_view(facts)
    return PanelLadder(
        ladder=view, overdue=frozenset(c.number for c in view.pending if c.is_overdue(at)),
        late=entries_after_draw(stage, facts))
