"""Render a long document as a job: progress while it runs, a file at the end, a plain reason when it fails."""

from __future__ import annotations

from uuid import UUID

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from competitions.common.errors import DomainError
from competitions.models import Job
from competitions.services.jobs import job_claim, job_fail, job_finish, job_progress
from refereeing.selectors.replays import SIMULATED

from .render import document_render


class JobCancelled(Exception):
    """Somebody pressed cancel while the job ran."""


def job_run(uid: UUID) -> None:
    """Do a queued job, once: a second worker that gets the same one finds it taken.

    What is to be simulated is left to the worker's thread for that.
    """
    if Job.objects.filter(uid=uid, kind__in=SIMULATED).exists():
        return
    job = job_claim(uid, timezone.now())
    if job is None or job.competition is None:
        return

    def progress(done: int, total: int) -> None:
        if not job_progress(job, done, total, timezone.now()):
            raise JobCancelled

    try:
        document = document_render(job.kind, job.competition, job.args, progress=progress)
    except JobCancelled:
        return
    except DomainError as error:
        job_fail(job, error.code, timezone.now())
        return
    name = default_storage.save(f"jobs/{job.uid}/{document.file_name}", ContentFile(document.content))
    job_finish(job, name, timezone.now())


def job_file(job: Job) -> bytes | None:
    """The finished file of a job, or None while there is none."""
    if job.state != Job.State.DONE or not job.result:
        return None
    with default_storage.open(job.result) as stored:
        content: bytes = stored.read()
        return content
