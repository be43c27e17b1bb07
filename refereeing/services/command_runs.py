"""The commands `simulate` and `reconstruct` for programs: queued, waited for a while, fetched."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.files.storage import default_storage
from django.db import transaction

from competitions.common.actors import SPECTATOR
from competitions.common.errors import Invalid, NotFound, Unavailable
from competitions.models import Job
from competitions.services.jobs import job_add
from refereeing.selectors.replays import COMMAND_JOB, is_untaken

ITEMS_LIMIT = 50
WAIT_SECONDS = 25.0
WAITING_LIMIT = 20
"""Commands that wait or run, in all."""
SLOTS = 4
"""Requests of this process that wait at one time: the pages need the other threads."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.25
_slots = threading.BoundedSemaphore(SLOTS)
_OPEN = (Job.State.QUEUED, Job.State.RUNNING)


def command_start(*, command: str, items: Sequence[Any], single: bool) -> Job:
    """Queue a command. Raises Unavailable `simulator_busy` when too many wait."""
    if len(items) > ITEMS_LIMIT:
        raise Invalid("out_of_range", path="", minimum=0, maximum=ITEMS_LIMIT)
    with transaction.atomic():
        if Job.objects.filter(kind=COMMAND_JOB, state__in=_OPEN).count() >= WAITING_LIMIT:
            raise Unavailable("simulator_busy")
        return job_add(
            kind=COMMAND_JOB, competition=None, by=SPECTATOR,
            args={"command": command, "items": list(items), "single": single})


def command_wait(job: Job, seconds: float = WAIT_SECONDS) -> Job:
    """The job when it has ended, or as it is when the time is over.

    Raises Unavailable: `simulator_busy` when too many requests wait already, `no_simulator` when nobody takes it; the
    job is then taken off.
    """
    if not _slots.acquire(blocking=False):
        _give_up(job)
        raise Unavailable("simulator_busy")
    try:
        return _ended(job, time.monotonic() + seconds)
    finally:
        _slots.release()


def _ended(job: Job, deadline: float) -> Job:
    pause = _FIRST_PAUSE
    while job.state in _OPEN and time.monotonic() < deadline:
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
        job.refresh_from_db(fields=["state", "done", "total", "error", "result", "heartbeat_at"])
        if job.state == Job.State.QUEUED and is_untaken(job):
            _give_up(job)
            raise Unavailable("no_simulator")
    return job


def _give_up(job: Job) -> None:
    Job.objects.filter(id=job.id, state=Job.State.QUEUED).update(state=Job.State.CANCELLED)


def command_of(uid: UUID) -> Job:
    """A command that was started; whoever knows its address may fetch the answer. Raises NotFound."""
    job = Job.objects.filter(uid=uid, kind=COMMAND_JOB, competition__isnull=True).first()
    if job is None:
        raise NotFound(kind="run")
    return job


def command_results(job: Job) -> list[dict[str, Any]] | None:
    """The results of an ended command, None while it waits or runs. Raises Invalid with why it gave none."""
    if job.state in _OPEN:
        return None
    if job.state != Job.State.DONE:
        raise Invalid(job.error or "too_hard", path="")
    with default_storage.open(job.result) as stored:
        results: list[dict[str, Any]] = json.loads(stored.read())
    return results
