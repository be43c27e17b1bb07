"""How a draw was made, for all who want to repeat it: the public lot, the order, the line of shell, the check."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.formats.lot import lot_key, shell_line
from competitions.models import Stage

from .rounds import Entrant, StageFacts


@dataclass(frozen=True, slots=True)
class DrawPlace:
    """One place in the order of a draw. `key`: what the lot gave, for entries that it placed."""

    place: int
    entrant: Entrant
    group: str
    key: str


@dataclass(frozen=True, slots=True)
class DrawShown:
    """A locked draw with what is needed to repeat it. `shell`: the line for the entries that the lot placed."""

    stage: Stage
    lot: str
    seeding: str
    drawn_at: datetime | None
    locked_at: datetime | None
    order: tuple[DrawPlace, ...]
    shell: str
    by_lot: int

    @property
    def told(self) -> str:
        """Whom the lot placed, so which entries the line of shell orders."""
        if not self.by_lot:
            return _("The lot placed nobody: every place comes from a seed or a rating.")
        if self.by_lot == sum(place.entrant.joined_round == 1 for place in self.order):
            return _("The line orders all entries.")
        if not _ranks_by_rating(self.stage, self.seeding):
            return ngettext(
                "The line orders the %(count)s entry without a seed.",
                "The line orders the %(count)s entries without a seed.", self.by_lot) % {"count": self.by_lot}
        return ngettext(
            "The line orders %(count)s entry: those without a seed and a rating, and equal ratings among themselves.",
            "The line orders %(count)s entries: those without a seed and a rating, and equal ratings among themselves.",
            self.by_lot) % {"count": self.by_lot}


def draw_shown(facts: StageFacts) -> DrawShown:
    """What the page of a draw shows."""
    stage = facts.stage
    seeding = str(stage.options.get("seeding", "seed"))
    placed = _placed_by_lot(facts, seeding)
    names = {group.id: group.name for group in facts.groups}
    order = tuple(
        DrawPlace(
            entrant.draw_number, entrant, names.get(entrant.group_id or 0, ""),
            lot_key(stage.lot, entrant.key) if entrant.id in placed else "",
        )
        for entrant in facts.entrants
    )
    ids = sorted((e.key for e in facts.entrants if e.id in placed), key=int)
    return DrawShown(
        stage, stage.lot, seeding, stage.drawn_at, stage.locked_at, order, shell_line(stage.lot, ids) if ids else "",
        len(ids),
    )


def _placed_by_lot(facts: StageFacts, seeding: str) -> set[int]:
    """Whom the lot placed. Seeds come first, in a Swiss then ratings; equal ratings go by lot among themselves."""
    rest = [e for e in facts.entrants if e.joined_round == 1 and (seeding != "seed" or e.seed is None)]
    if not _ranks_by_rating(facts.stage, seeding):
        return {e.id for e in rest}
    ratings = Counter(e.rating for e in rest)
    return {e.id for e in rest if e.rating is None or ratings[e.rating] > 1}


def _ranks_by_rating(stage: Stage, seeding: str) -> bool:
    return seeding == "rating" or (seeding == "seed" and stage.system == Stage.System.SWISS)
