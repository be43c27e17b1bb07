"""How a draw was made, for all who want to repeat it: the public lot, the order, the line of shell, the check."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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


def draw_shown(facts: StageFacts) -> DrawShown:
    """What the page of a draw shows."""
    stage = facts.stage
    seeding = str(stage.options.get("seeding", "seed"))
    placed = {entrant.id for entrant in facts.entrants if _placed_by_lot(entrant, stage, seeding)}
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


def _placed_by_lot(entrant: Entrant, stage: Stage, seeding: str) -> bool:
    """Seeds come first, in a Swiss then those with a rating; the lot places the others."""
    if seeding == "seed" and entrant.seed is not None:
        return False
    by_rating = seeding == "rating" or (seeding == "seed" and stage.system == Stage.System.SWISS)
    return not (by_rating and entrant.rating is not None)
