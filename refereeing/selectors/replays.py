"""How far a replay is, and its result with the texts of the clauses in a reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from competitions.models import Job
from refereeing.engine.errors import EngineError
from refereeing.engine.replay import doubt
from refereeing.engine.rules import book
from refereeing.models import Replay

from .dispute_words import error_words

UNTAKEN_AFTER = timedelta(seconds=6)
"""Whoever could compute takes a job within a second: after this, nobody is there."""
REPLAY_JOB, COMMAND_JOB = "replay", "command"
SIMULATED = (REPLAY_JOB, COMMAND_JOB)
"""The kinds of jobs that the process that simulates does."""
POLL_MS = 700


def state_shown(replay: Replay) -> dict[str, Any]:
    """State, progress and error, in the active language."""
    job = replay.job
    return {
        "state": job.state, "progress": round(job.done / job.total, 3) if job.total else 0.0, "poll_ms": POLL_MS,
        "error": error_shown(job), "finished_at": job.finished_at.isoformat() if job.finished_at else None,
    }


def error_shown(job: Job) -> dict[str, str] | None:
    """Why there is no answer (yet): the error of the job, or that nobody takes it."""
    if job.state == Job.State.QUEUED and is_untaken(job):
        return {"code": "no_simulator", "detail": error_words("no_simulator"), "path": ""}
    if job.state != Job.State.FAILED:
        return None
    code, _, path = job.error.partition(" ")
    return {"code": code, "detail": error_words(code, path), "path": path}


def is_untaken(job: Job) -> bool:
    """Whether a queued job waits although nothing else is being computed."""
    now = timezone.now()
    if now - job.created_at < UNTAKEN_AFTER:
        return False
    return not Job.objects.filter(
        kind__in=SIMULATED, state=Job.State.RUNNING, heartbeat_at__gt=now - UNTAKEN_AFTER).exists()


def result_shown(result: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A stored result with every clause's text in a language."""
    return {
        **result,
        "rulings": [_with_texts(ruling, language) for ruling in result.get("rulings") or ()],
        "cite": [clause_shown(ref, language) for ref in result.get("cite") or ()],
        "runs": [_run_shown(run, language) for run in result.get("runs") or ()],
    }


def _run_shown(run: Mapping[str, Any], language: str) -> dict[str, Any]:
    simulation = run.get("simulation")
    if not simulation or "verdict" not in simulation:
        return dict(run)
    return {**run, "simulation": {**simulation, "verdict": _with_texts(simulation["verdict"], language)}}


def _with_texts(verdict: Mapping[str, Any], language: str) -> dict[str, Any]:
    findings = [clause_shown(finding["rule"], language) for finding in verdict.get("findings") or ()]
    return {**verdict, "findings": findings}


def clause_shown(ref: str, language: str) -> dict[str, str]:
    """A cited clause with its text in a language."""
    doubted = doubt.texts().get(ref)  # what is cited where a replay cannot decide is not all in the catalogue
    if doubted is not None:
        return {"rule": ref, "text": doubted[language]}
    try:
        return {"rule": ref, "text": book.clause(ref).text(language)}
    except EngineError:
        return {"rule": ref, "text": ""}
