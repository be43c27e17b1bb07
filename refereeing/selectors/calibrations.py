"""Which constants a replay uses: the newest calibration of the table, of the competition, else the defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q

from competitions.models import Game
from refereeing.engine.rules.dispute_json import DEFAULT_CONSTANTS, DEFAULT_SD
from refereeing.models import Calibration


@dataclass(frozen=True, slots=True, kw_only=True)
class Constants:
    """Constants with their uncertainties, and the record that they are from (None: the defaults, version 0)."""

    record: Calibration | None
    constants: dict[str, float]
    sd: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        """What is stored with a replay and shown beside it."""
        name = "default" if self.record is None else str(self.record.table or "competition")
        return {
            "name": name, "version": self.record.version if self.record else 0,
            "day": self.record.day.isoformat() if self.record else None, "constants": self.constants, "sd": self.sd,
        }


def calibration_for(game: Game) -> Constants:
    """The constants for a game now: a calibration of its own table goes before one of all tables, a newer one before an
    older. What a calibration does not say has its default."""
    table = game.match.table
    own = Q(table__isnull=True) | Q(table=table) if table is not None else Q(table__isnull=True)
    record = Calibration.objects.filter(own, competition=game.match.stage.event.competition).select_related(
        "table").order_by(F("table").desc(nulls_last=True), "-version").first()
    if record is None:
        return Constants(record=None, constants=dict(DEFAULT_CONSTANTS), sd=dict(DEFAULT_SD))
    return Constants(
        record=record, constants={**DEFAULT_CONSTANTS, **record.constants}, sd={**DEFAULT_SD, **record.sd})
