"""Which constants a replay uses: the newest calibration of the table, of the competition, else the defaults."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.files.storage import default_storage
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import NotFound
from competitions.models import Competition, Game, Job, Table
from refereeing.engine.rules.dispute_json import DEFAULT_CONSTANTS, DEFAULT_SD
from refereeing.models import Calibration

from .dispute_words import error_words
from .replays import COMMAND_JOB, error_shown


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


CONSTANT_WORDS: Mapping[str, Promise] = {
    "friction": _("friction of the board"), "restitution_edge": _("restitution of the edges"),
    "restitution_disc": _("restitution of the discs"),
}
COMMAND = "calibrate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A constant with its uncertainty; `is_learnt`: the strokes told something of it."""

    name: Promise
    value: float
    sd: float
    is_learnt: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationRow:
    """A version as the page shows it."""

    record: Calibration
    values: tuple[Value, ...]
    is_used: bool

    @property
    def strokes(self) -> int:
        return len(self.record.strokes)


def calibrations_of(competition: Competition) -> list[CalibrationRow]:
    """All versions, the newest first; used are the newest of each table and of all tables together."""
    rows = []
    seen: set[int | None] = set()
    for record in Calibration.objects.filter(competition=competition).select_related("table", "account").order_by(
            "-version"):
        rows.append(CalibrationRow(
            record=record, values=values_of(record.constants, record.sd), is_used=record.table_id not in seen))
        seen.add(record.table_id)
    return rows


def values_of(constants: Mapping[str, float], sd: Mapping[str, float], learnt: Sequence[str] | None = None,
              ) -> tuple[Value, ...]:
    """The constants that are fitted, with their words."""
    return tuple(
        Value(name=word, value=constants[name], sd=sd.get(name, 0.0), is_learnt=learnt is None or name in learnt)
        for name, word in CONSTANT_WORDS.items())


def tables_of(competition: Competition) -> list[Table]:
    """The tables that may be measured."""
    return list(competition.tables.order_by("number"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FitStroke:
    """A measured stroke beside what the fit makes of it; places in the drawing's own coordinates (y down)."""

    number: int
    start: tuple[float, float]
    stopped: tuple[float, float]
    speed: float
    misfit: float
    seconds: float
    measured_seconds: float | None
    is_outlier: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FitPage:
    """A fit that was asked for: how far it is, or what came of it."""

    job: Job
    table: Table | None
    error: str = ""
    values: tuple[Value, ...] = ()
    strokes: tuple[FitStroke, ...] = ()
    is_explained: bool = True
    is_accepted: bool = False

    @property
    def is_going(self) -> bool:
        return self.job.state in (Job.State.QUEUED, Job.State.RUNNING)

    @property
    def is_done(self) -> bool:
        return bool(self.values)


def fit_page(competition: Competition, uid: UUID) -> FitPage:
    """A fit as its page shows it. Raises NotFound."""
    job = Job.objects.filter(uid=uid, competition=competition, kind=COMMAND_JOB, args__command=COMMAND).first()
    if job is None:
        raise NotFound(kind="calibration")
    table = Table.objects.filter(uid=job.args["table"]).first() if job.args["table"] else None
    shown = error_shown(job)
    if shown is not None:
        return FitPage(job=job, table=table, error=shown["detail"])
    if job.state != Job.State.DONE or not job.result:
        return FitPage(job=job, table=table)
    with default_storage.open(job.result) as stored:
        found = json.loads(stored.read())[0]
    if "error" in found:
        return FitPage(job=job, table=table, error=error_words(found["error"]["code"], found["error"]["path"]))
    measured = job.args["items"][0]["strokes"]
    return FitPage(
        job=job, table=table, values=values_of(found["constants"], found["sd"], found["learnt"]),
        strokes=tuple(
            fit_stroke(place, *pair) for place, pair in enumerate(zip(measured, found["strokes"], strict=True), 1)),
        is_explained=found["explained"], is_accepted=bool(job.args.get("accepted")))


def fit_stroke(number: int, measured: Mapping[str, Any], fitted: Mapping[str, Any]) -> FitStroke:
    """One measured stroke beside its fit."""
    striker, stopped = measured["striker"], measured["stopped"]
    return FitStroke(
        number=number, start=(striker["x"], -striker["y"]), stopped=(stopped["x"], -stopped["y"]),
        speed=fitted["speed"], misfit=fitted["misfit"], seconds=fitted["seconds"],
        measured_seconds=measured.get("seconds"), is_outlier=fitted["outlier"])
