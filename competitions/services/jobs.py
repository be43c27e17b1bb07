"""Long tasks as rows: started in a transaction, sent after it, swept when a worker or the broker was lost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.db.models import Q

from competitions.common.actors import Action, Actor
from competitions.common.errors import NotFound
from competitions.models import Account, Competition, Job
from competitions.selectors.visibility import require

from .outbox import outbox_add

TASK = "refereeing.run_job"
STALE = timedelta(seconds=60)
ATTEMPTS = 3


def job_start(*, kind: str, competition: Competition, args: Mapping[str, Any], by: Actor, at: datetime) -> Job:
    """Queue a long task. It is sent to a worker after the commit; the sweeper sends what did not get through."""
    require(by, Action.PRINT, competition)
    with transaction.atomic():
        job = job_add(kind=kind, competition=competition, args=args, by=by)
        outbox_add("job.changed", competition=competition.uid, job=job.uid)
    return job


def job_add(*, kind: str, competition: Competition | None, args: Mapping[str, Any], by: Actor) -> Job:
    """Add a job in the caller's transaction, who has asked for the right and tells the world."""
    job = Job.objects.create(
        kind=kind, competition=competition, args=dict(args),
        account=Account.objects.filter(uid=by.account).first() if by.account else None,
    )
    transaction.on_commit(lambda: job_send(job.uid), robust=True)
    return job


def job_send(uid: UUID) -> None:
    """Hand a job to a worker. A broker that is down is not an error here: the sweeper tries again."""
    current_app.signature(TASK, args=[str(uid)]).apply_async()


def job_claim(uid: UUID, at: datetime) -> Job | None:
    """Take a job over, if it waits or its worker has been silent: of two workers exactly one gets it."""
    waiting = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, heartbeat_at__lt=at - STALE)
    claimed = Job.objects.filter(waiting, uid=uid, attempts__lt=ATTEMPTS).update(
        state=Job.State.RUNNING, heartbeat_at=at, done=0)
    if not claimed:
        return None
    job = Job.objects.select_related("competition").get(uid=uid)
    job.attempts += 1
    job.save(update_fields=["attempts"])
    return job


def job_progress(job: Job, done: int, total: int, at: datetime) -> bool:
    """Note how far a job is. False when it was cancelled meanwhile: the worker then stops."""
    with transaction.atomic():
        going = Job.objects.filter(id=job.id, state=Job.State.RUNNING).update(done=done, total=total, heartbeat_at=at)
        _tell(job)
    return bool(going)


def job_finish(job: Job, result: str, at: datetime) -> None:
    """The job is done; `result` is the name of its file."""
    with transaction.atomic():
        Job.objects.filter(id=job.id, state=Job.State.RUNNING).update(
            state=Job.State.DONE, result=result, finished_at=at)
        _tell(job)


def job_fail(job: Job, error: str, at: datetime) -> None:
    """The job cannot be done; the reason is shown to whoever started it."""
    with transaction.atomic():
        Job.objects.filter(id=job.id, state=Job.State.RUNNING).update(
            state=Job.State.FAILED, error=error[:500], finished_at=at)
        _tell(job)


def job_cancel(*, job_uid: UUID, by: Actor, at: datetime) -> None:
    """Stop a job that waits or runs. Raises NotFound."""
    job = Job.objects.select_related("competition").filter(uid=job_uid).first()
    if job is None or job.competition is None:
        raise NotFound(kind="job")
    require(by, Action.PRINT, job.competition)
    with transaction.atomic():
        Job.objects.filter(id=job.id, state__in=[Job.State.QUEUED, Job.State.RUNNING]).update(
            state=Job.State.CANCELLED, finished_at=at)
        _tell(job)


def jobs_sweep(at: datetime) -> int:
    """Send again what waits unsent or whose worker was lost; give up after three tries. How many were sent."""
    lost = Job.objects.filter(
        Q(state=Job.State.QUEUED, created_at__lt=at - STALE) | Q(state=Job.State.RUNNING, heartbeat_at__lt=at - STALE))
    for job in lost.filter(attempts__gte=ATTEMPTS):
        Job.objects.filter(id=job.id).update(state=Job.State.FAILED, error="lost", finished_at=at)
    again = list(lost.filter(attempts__lt=ATTEMPTS).values_list("uid", flat=True))
    for uid in again:
        job_send(uid)
    return len(again)


def _tell(job: Job) -> None:
    outbox_add("job.changed", competition=job.competition.uid if job.competition else None, job=job.uid)
