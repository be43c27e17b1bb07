"""A disputed stroke that was ruled on, with a replay that a worker has finished."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from competitions.models import Job
from refereeing.models import Replay
from refereeing.services.evidence import position_save
from refereeing.services.replays import replay_publish, replay_request
from tests.factories import NOON
from tests.replays import result
from tests.services.dispute_hall import DisputeHall, position


def replay_done(hall: DisputeHall, **changes: Any) -> Replay:
    """A ruled dispute whose replay is done, with this result. What is stored cites clauses by their reference alone."""
    dispute = hall.open()
    hall.rule(dispute)
    sent = position()
    position_save(game_uid=hall.game.uid, dispute_uid=dispute.uid, data=sent, by=hall.actor["chief"], at=NOON)
    replay, _new = replay_request(
        dispute_uid=dispute.uid, uid=uuid4(), position=sent["uid"], kind="reconstruct", model="slide", seed=1,
        by=hall.actor["chief"], at=NOON)
    Replay.objects.filter(uid=replay.uid).update(result=stored(result(**changes)))
    Job.objects.filter(id=replay.job_id).update(state=Job.State.DONE, finished_at=NOON)
    return Replay.objects.get(uid=replay.uid)


def stored(shown: dict[str, Any]) -> dict[str, Any]:
    return {**shown, "cite": [clause["rule"] for clause in shown["cite"]]}


def published(hall: DisputeHall, **changes: Any) -> Replay:
    """The same under its link."""
    replay = replay_done(hall, **changes)
    return replay_publish(
        dispute_uid=replay.dispute.uid, uid=replay.uid, published=True, by=hall.actor["chief"], at=NOON)
