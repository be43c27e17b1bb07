"""What can be printed in a competition now, and its long prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from competitions.common.errors import NotFound
from competitions.models import Competition, Event, Job, Stage
from competitions.selectors.rounds import DECIDED
from competitions.workflow import StageState

from .replays import SIMULATED

JOBS_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePrints:
    """A drawn stage with its rounds and with how many games have a result."""

    stage: Stage
    rounds: tuple[int, ...]
    decided: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPrints:
    event: Event
    stages: tuple[StagePrints, ...]


def prints_of(competition: Competition) -> list[EventPrints]:
    """Events with their drawn stages and rounds. Four queries."""
    stages: dict[int, list[StagePrints]] = {}
    rows = Stage.objects.filter(event__competition=competition).exclude(state=StageState.DRAFT).annotate(
        decided=Count("matches", filter=Q(matches__status__in=DECIDED, matches__second__isnull=False)),
    ).prefetch_related("rounds").order_by("number")
    for stage in rows:
        numbers = tuple(sorted(r.number for r in stage.rounds.all()))
        stages.setdefault(stage.event_id, []).append(
            StagePrints(stage=stage, rounds=numbers, decided=stage.decided))
    return [
        EventPrints(event=event, stages=tuple(stages.get(event.id, ())))
        for event in Event.objects.filter(competition=competition)
    ]


@dataclass(frozen=True, slots=True)
class JobRow:
    """A long print with how far it is."""

    job: Job

    @property
    def percent(self) -> int:
        return round(100 * self.job.done / self.job.total) if self.job.total else 0

    @property
    def is_going(self) -> bool:
        return self.job.state in (Job.State.QUEUED, Job.State.RUNNING)

    @property
    def is_done(self) -> bool:
        return self.job.state == Job.State.DONE

    @property
    def file_name(self) -> str:
        return self.job.result.rsplit("/", 1)[-1]

    @property
    def created_at(self) -> datetime:
        return self.job.created_at


def jobs_of(competition: Competition) -> Sequence[JobRow]:
    """The long prints started last."""
    rows = _prints(competition).order_by("-created_at")[:JOBS_SHOWN]
    return [JobRow(job) for job in rows]


def job_in(competition: Competition, uid: UUID) -> JobRow:
    """A long print of a competition. Raises NotFound."""
    found = _prints(competition).filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="job")
    return JobRow(found)


def _prints(competition: Competition) -> QuerySet[Job]:
    # A list that somebody is importing is a job too, but nobody else's to see or to cancel; a replay has its own page.
    prints = Job.objects.filter(competition=competition).exclude(kind__startswith="entries.")
    return prints.exclude(kind__in=SIMULATED)
