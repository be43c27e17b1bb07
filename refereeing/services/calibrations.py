"""The constants of a hall's tables: measured strokes go to the process that fits; what it finds is kept by versions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.models import Account, Competition, Job, Table
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.jobs import job_add
from competitions.services.outbox import outbox_add
from refereeing.engine.rules.dispute_json import DEFAULT_CONSTANTS, DEFAULT_SD
from refereeing.models import Calibration
from refereeing.selectors.replays import COMMAND_JOB

COMMAND = "calibrate"
NOTE_LENGTH = 200
STROKES_LIMIT = 60


def calibration_fit_request(
    *, competition: Competition, table: UUID | None, strokes: Sequence[Mapping[str, Any]],
    errors: Mapping[str, float], by: Actor, at: datetime,
) -> Job:
    """Queue the fit of measured strokes for one table (None: every table). Nothing is used before it is accepted.

    `strokes` and `errors` as the command `calibrate` takes them. Raises Invalid `no_strokes`, `out_of_range`.
    """
    require(by, Action.CALIBRATE, competition)
    if not strokes:
        raise Invalid("no_strokes", path="strokes")
    if len(strokes) > STROKES_LIMIT:
        raise Invalid("out_of_range", path="strokes", minimum=1, maximum=STROKES_LIMIT)
    _table_of(competition, table)
    with transaction.atomic():
        job = job_add(
            kind=COMMAND_JOB, competition=competition, by=by,
            args={"command": COMMAND, "items": [{"strokes": list(strokes), **errors}], "single": True,
                  "table": str(table) if table else None})
        outbox_add("job.changed", competition=competition.uid, job=job.uid)
        return job


def calibration_accept(*, competition: Competition, job_uid: UUID, note: str, by: Actor, at: datetime) -> Calibration:
    """Use what a fit has found for every replay from now on: a new version, recorded.

    Raises NotFound, Conflict `fit_not_ready` while it is being computed or where it found nothing, `already_accepted`.
    """
    require(by, Action.CALIBRATE, competition)
    with transaction.atomic():
        Competition.objects.select_for_update().get(id=competition.id)
        job = calibration_job(competition, job_uid)
        fit = calibration_fit(job)
        if fit is None or "error" in fit:
            raise Conflict("fit_not_ready")
        if job.args.get("accepted"):
            raise Conflict("already_accepted")
        Job.objects.filter(id=job.id).update(args={**job.args, "accepted": True})
        table = _table_of(competition, UUID(job.args["table"]) if job.args["table"] else None)
        return _store(
            competition, table, fit["constants"], fit["sd"], job.args["items"][0]["strokes"], note, by, at)


def calibration_reset(*, competition: Competition, table: UUID | None, by: Actor, at: datetime) -> Calibration:
    """Go back to the constants that hold where nothing was measured: a new version too, so that it stays visible."""
    require(by, Action.CALIBRATE, competition)
    with transaction.atomic():
        Competition.objects.select_for_update().get(id=competition.id)
        return _store(
            competition, _table_of(competition, table), dict(DEFAULT_CONSTANTS), dict(DEFAULT_SD), [], "", by, at)


def calibration_job(competition: Competition, uid: UUID) -> Job:
    """A fit of this competition that was asked for. Raises NotFound."""
    job = Job.objects.filter(uid=uid, competition=competition, kind=COMMAND_JOB).first()
    if job is None or job.args.get("command") != COMMAND:
        raise NotFound(kind="calibration")
    return job


def calibration_fit(job: Job) -> dict[str, Any] | None:
    """What a fit has found (or `{"error": …}`); None while it is not done."""
    if job.state != Job.State.DONE or not job.result:
        return None
    with default_storage.open(job.result) as stored:
        found: dict[str, Any] = json.loads(stored.read())[0]
    return found


def _table_of(competition: Competition, uid: UUID | None) -> Table | None:
    if uid is None:
        return None
    table = Table.objects.filter(competition=competition, uid=uid).first()
    if table is None:
        raise NotFound(kind="table")
    return table


def _store(
    competition: Competition, table: Table | None, constants: Mapping[str, float], sd: Mapping[str, float],
    strokes: Sequence[Mapping[str, Any]], note: str, by: Actor, at: datetime,
) -> Calibration:
    """Keep a version, under the lock of its competition."""
    version = (Calibration.objects.filter(competition=competition).aggregate(last=Max("version"))["last"] or 0) + 1
    today = at.astimezone(ZoneInfo(competition.time_zone)).date()
    row = Calibration.objects.create(
        competition=competition, table=table, version=version, day=today, constants=dict(constants), sd=dict(sd),
        strokes=list(strokes), note=" ".join(note.split())[:NOTE_LENGTH],
        account=Account.objects.filter(uid=by.account).first() if by.account else None, at=at)
    decision_record(
        competition, kind="calibration.stored", subject=row.uid, by=by, at=at,
        facts={"version": version, "table": table.number if table else None, "constants": dict(constants),
               "sd": dict(sd), "strokes": len(strokes)})
    outbox_add("calibration.changed", competition=competition.uid)
    return row
