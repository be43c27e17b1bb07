"""Celery: load by id, call one service, nothing more."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from competitions.services.jobs import TASK, jobs_sweep
from refereeing.services.documents.job import job_run


@shared_task(name=TASK)  # type: ignore[untyped-decorator,unused-ignore]
def run_job(uid: str) -> None:
    """Do one queued job; a repetition finds it taken and does nothing."""
    job_run(UUID(uid))


@shared_task(name="refereeing.sweep_jobs")  # type: ignore[untyped-decorator,unused-ignore]
def sweep_jobs() -> None:
    """Send again what a lost worker or broker left behind."""
    jobs_sweep(timezone.now())
