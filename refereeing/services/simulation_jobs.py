"""The worker's thread that simulates: takes replays and commands from the table of jobs, one after the other.

A thread of its own: the worker's loop may be printing five hundred protocols in the minute that a dispute lasts.
The jobs are rows, so that nothing is lost with a broker or a worker; what it computes with is a child process.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, close_old_connections, transaction
from django.db.models import Case, IntegerField, Q, Value, When
from django.utils import timezone, translation

from competitions.models import Job
from competitions.services.jobs import ATTEMPTS, STALE, job_claim, job_fail, job_finish, job_progress
from refereeing.engine.rules.dispute_json import played_item
from refereeing.models import Replay
from refereeing.selectors.dispute_words import error_words
from refereeing.selectors.replays import COMMAND_JOB, REPLAY_JOB, SIMULATED

from .replay_results import best_strokes, reconstructed, simulated
from .replays import replay_tell
from .simulator import SimulationStopped, Simulator

POLL_SECONDS = 0.4
STEPS = 1000
KEPT = timedelta(minutes=30)
"""How long the answer to a command is kept."""
SWEEP_SECONDS = 60.0
COMMAND_SECONDS = 150.0
"""After so long, the items of a command that have not been begun are not."""
COMMAND_BYTES = 20_000_000
"""What the answers to a command may have in all: one with the most frames has ten million, and a page's process reads
them all."""
ENGINE = "1"
"""Counted up when the engine's answers change. Stored with every replay."""
log = logging.getLogger("novuss.simulator")


def simulations_serve(simulator: Simulator, ending: threading.Event) -> None:
    """Do what waits until told to end. First a child compiles what is not compiled yet, and leaves if nobody asks."""
    simulator.spawn()
    swept = 0.0
    while not ending.is_set():
        try:
            close_old_connections()
            if time.monotonic() - swept > SWEEP_SECONDS:
                commands_sweep(timezone.now())
                swept = time.monotonic()
            busy = simulation_next(simulator)
        except DatabaseError:  # busy, or gone for a moment: the job is a row and waits
            log.exception("the jobs cannot be read")
            busy = False
        if not busy:
            simulator.rest()
            ending.wait(POLL_SECONDS)
    simulator.close()


def simulation_next(simulator: Simulator, kinds: Collection[str] = SIMULATED) -> bool:
    """Do one waiting job: replays, then what officials asked, then what anybody did. False when there was none."""
    at = timezone.now()
    waiting = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, heartbeat_at__lt=at - STALE)
    first = Case(
        When(kind=REPLAY_JOB, then=Value(0)), When(competition__isnull=False, then=Value(1)), default=Value(2),
        output_field=IntegerField())
    uids = Job.objects.filter(waiting, kind__in=kinds, attempts__lt=ATTEMPTS).order_by(first, "created_at")
    uid = uids.values_list("uid", flat=True).first()
    job = job_claim(uid, at) if uid is not None else None
    if job is None:
        return False
    try:
        (_do_replay if job.kind == REPLAY_JOB else _do_command)(job, simulator)
    except SimulationStopped as stopped:
        if stopped.code != "cancelled":
            _fail(job, stopped.code)
    except DatabaseError:
        raise  # the job stays as it is; after a minute of silence it is taken again
    except Exception:
        log.exception("a simulation failed", extra={"job": str(job.uid)})
        _fail(job, "simulator_failed")
    return True


def _fail(job: Job, error: str) -> None:
    replay = Replay.objects.select_related("dispute__game__match__stage__event__competition").filter(job=job).first()
    with transaction.atomic():
        job_fail(job, error, timezone.now())
        if replay is not None:
            replay_tell(replay, replay.dispute.game)


def _do_replay(job: Job, simulator: Simulator) -> None:
    replay = Replay.objects.select_related(
        "position", "dispute__game__match__stage__event__competition").get(uid=job.args["replay"])

    def progress(done: float, partial: Mapping[str, Any] | None) -> bool:
        if partial and replay.kind == Replay.Kind.RECONSTRUCT:
            Replay.objects.filter(id=replay.id).update(result=reconstructed(replay, partial), is_partial=True)
        return job_progress(job, int(done * STEPS), STEPS, timezone.now())

    found = simulator.run(replay.kind, [replay.item], progress)[0]
    if "error" in found:
        _fail(job, f"{found['error']['code']} {found['error']['path']}".strip())
        return
    if replay.kind == Replay.Kind.SIMULATE:
        result = simulated(replay, found)
    else:
        result = reconstructed(replay, found, _played_back(replay, found, simulator, progress))
    with transaction.atomic():
        # Not where it was cancelled meanwhile.
        Replay.objects.filter(id=replay.id, job__state=Job.State.RUNNING).update(
            result=result, is_partial=False, engine=ENGINE)
        job_finish(job, "", timezone.now())
        replay_tell(replay, replay.dispute.game)


def _played_back(
    replay: Replay, found: Mapping[str, Any], simulator: Simulator, progress: Any,
) -> list[dict[str, Any]]:
    """The best explanations, simulated for drawing."""
    ruleset = replay.item["adjudicate"]["ruleset"]
    items = [
        played_item(replay.position.body, ruleset=ruleset, stroke=stroke["simulate"]) for stroke in best_strokes(found)
    ]
    return simulator.run("simulate", items, lambda _done, _partial: progress(1.0, None)) if items else []


def _do_command(job: Job, simulator: Simulator) -> None:
    """One item after the other: none takes the others' time, and the hall's replays go before the next."""
    items, answers = job.args["items"], []
    begin, room = time.monotonic(), COMMAND_BYTES
    for place, item in enumerate(items):
        while place and simulation_next(simulator, (REPLAY_JOB,)):
            pass
        late = time.monotonic() - begin > COMMAND_SECONDS
        answer = _encoded(_stopped("too_hard") if late else _do_item(job, item, place / len(items), simulator))
        if len(answer) > room:
            answer = _encoded(_stopped("too_much_memory"))
        room -= len(answer)
        answers.append(answer)
    name = default_storage.save(f"jobs/{job.uid}/result.json", ContentFile(b"[" + b",".join(answers) + b"]"))
    job_finish(job, name, timezone.now())


def _do_item(job: Job, item: Any, begin: float, simulator: Simulator) -> dict[str, Any]:
    """The answer to one item. What stops it is its own error among several, and the job's where it is the only one.

    A replay of a dispute that comes meanwhile goes first: a referee and two players wait for it. The item then begins
    anew, as long as its command has time.
    """
    items, give_up = job.args["items"], time.monotonic() + COMMAND_SECONDS
    gives_way = False

    def progress(done: float, _partial: Mapping[str, Any] | None) -> bool:
        nonlocal gives_way
        gives_way = _replay_waits()
        going = job_progress(job, int((begin + done / len(items)) * STEPS), STEPS, timezone.now())
        return going and not gives_way

    while True:
        try:
            return simulator.run(job.args["command"], [item], progress)[0]
        except SimulationStopped as stopped:
            if stopped.code != "cancelled" and len(items) > 1:
                return _stopped(stopped.code)
            if stopped.code != "cancelled" or not gives_way:
                raise
        while simulation_next(simulator, (REPLAY_JOB,)):
            pass
        if time.monotonic() > give_up:
            if len(items) == 1:
                raise SimulationStopped("simulator_busy")
            return _stopped("simulator_busy")


def _replay_waits() -> bool:
    return Job.objects.filter(kind=REPLAY_JOB, state=Job.State.QUEUED, attempts__lt=ATTEMPTS).exists()


def _encoded(answer: Mapping[str, Any]) -> bytes:
    return json.dumps(answer, allow_nan=False).encode()


def _stopped(code: str) -> dict[str, Any]:
    with translation.override("en"):  # the contract's messages are English
        return {"error": {"code": code, "path": "", "message": error_words(code)}}


def commands_sweep(at: datetime) -> None:
    """Throw away the answers to commands that nobody fetches any more, and commands that nobody took."""
    for job in Job.objects.filter(kind=COMMAND_JOB, created_at__lt=at - KEPT).exclude(state=Job.State.RUNNING):
        if job.result:
            default_storage.delete(job.result)
        job.delete()
