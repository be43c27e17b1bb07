"""Races over disputes, on SQLite and on PostgreSQL: one ruling in force, one row a uid, one worker a job."""

from __future__ import annotations

import json
import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from competitions.common.errors import DomainError
from competitions.models import AuditEntry, Job
from refereeing.models import Dispute, DisputePhoto, DisputePosition, Replay, Ruling
from refereeing.selectors.chain import chain_breaks
from refereeing.services.command_runs import command_start
from refereeing.services.disputes import dispute_open, ruling_give
from refereeing.services.evidence import photo_save, position_save
from refereeing.services.replays import replay_request
from refereeing.services.simulation_jobs import simulation_next
from tests.api.test_disputes_api import picture
from tests.concurrency.test_races import codes, together
from tests.factories import NOON
from tests.services.dispute_hall import DisputeHall, position

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 8


def ruling(hall: DisputeHall, dispute: Dispute, role: str, uid: Any = None, **changes: Any) -> Any:
    given: dict[str, Any] = {
        "text": "x", "decision": "set_lost", "clauses": [], "overrules": None, "reason": "", **changes,
        "consequences": [{"kind": "set_lost", "who": "A", "clause": "16.1.a"}]}
    return lambda: ruling_give(
        dispute_uid=dispute.uid, uid=uid or uuid4(), by=hall.actor[role], at=timezone.now(), **given)


def test_two_officials_rule_at_once_and_one_ruling_stands() -> None:
    hall = DisputeHall()
    dispute = hall.open()

    results = together(*(ruling(hall, dispute, role) for role in ("table_referee", "senior", "chief") * 2))

    assert codes(results)["ruled_already"] == 5
    assert Ruling.objects.count() == 1
    assert hall.game.state["score"] == {"A": 0, "B": 1}
    assert chain_breaks(hall.competition) == ()


def test_senior_and_chief_overrule_at_once_and_one_of_them_is_told() -> None:
    hall = DisputeHall()
    dispute = hall.open()
    first = hall.rule(dispute)

    results = together(*(
        ruling(hall, dispute, role, overrules=first, reason="x") for role in ("senior", "chief", "senior", "chief")))

    refused = [r.code for r in results if isinstance(r, DomainError)]
    assert len(refused) == 3
    assert set(refused) <= {"not_in_force", "overrule_level"}
    assert Ruling.objects.count() == 2
    assert hall.game.state["score"] == {"A": 0, "B": 1}


def test_the_same_ruling_sent_at_once_is_one() -> None:
    hall = DisputeHall()
    dispute, uid = hall.open(), uuid4()

    results = together(*(ruling(hall, dispute, "chief", uid) for _ in range(MANY)))

    assert not [r for r in results if isinstance(r, DomainError)]
    assert Ruling.objects.count() == 1
    assert hall.game.state["score"] == {"A": 0, "B": 1}


def test_the_same_dispute_opened_at_once_is_one() -> None:
    hall, uid = DisputeHall(), uuid4()

    def act() -> Any:
        return dispute_open(
            game_uid=hall.game.uid, uid=uid, text="x", set_number=1, stroke=None, player="A", by=hall.actor["chief"],
            at=timezone.now())

    results = together(*[act] * MANY)

    assert not [r for r in results if isinstance(r, DomainError)]
    assert Dispute.objects.get().state == "open"


def test_evidence_sent_at_once_is_kept_once(settings: Any, tmp_path: Any) -> None:
    """Before the dispute's event, several posts of one tablet at a time, each repeated."""
    settings.MEDIA_ROOT = tmp_path
    hall, dispute, data, photo = DisputeHall(), uuid4(), position(), uuid4()
    by, content = hall.actor["chief"], picture()

    def put_down(sent: dict[str, Any]) -> Any:
        return lambda: position_save(
            game_uid=hall.game.uid, dispute_uid=dispute, data=sent, by=by, at=timezone.now())

    def show() -> Any:
        return photo_save(
            game_uid=hall.game.uid, dispute_uid=dispute, uid=photo, content=content, by=by, at=timezone.now())

    results = together(*[put_down(data)] * 3, put_down(position()), show, show)

    assert not [r for r in results if isinstance(r, DomainError)]
    assert (Dispute.objects.count(), DisputePosition.objects.count(), DisputePhoto.objects.count()) == (1, 2, 1)
    assert len(list(tmp_path.rglob("*.jpg"))) == 1
    assert sorted(DisputePosition.objects.values_list("revision", flat=True)) == [1, 2]
    assert AuditEntry.objects.filter(kind="dispute.position").count() == 2
    assert chain_breaks(hall.competition) == ()


def test_a_replay_asked_for_at_once_is_one_job_and_one_worker_takes_it() -> None:
    hall = DisputeHall()
    dispute, by, uid = hall.open(), hall.actor["chief"], uuid4()
    row, _new = position_save(
        game_uid=hall.game.uid, dispute_uid=dispute.uid, data=position(), by=by, at=NOON)

    def ask() -> Any:
        return replay_request(
            dispute_uid=dispute.uid, uid=uid, position=row.uid, kind="simulate", model="slide", seed=1, by=by,
            at=timezone.now())

    assert not [r for r in together(*[ask] * MANY) if isinstance(r, DomainError)]
    assert (Replay.objects.count(), Job.objects.count()) == (1, 1)
    ran: list[int] = []

    class Counting:
        def run(self, *_args: Any) -> Any:
            ran.append(1)
            return [{"events": [], "after": []}]

    together(*[lambda: simulation_next(Counting())] * 4)  # type: ignore[arg-type]

    assert ran == [1]
    assert Replay.objects.get().job.state == "done"


def test_a_request_that_waits_sees_the_workers_answer() -> None:
    """Two threads, as in life: the web's waits, the worker's computes."""
    ending = threading.Event()

    class Answering:
        def run(self, *_args: Any) -> Any:
            return [{"answer": 42}]

    def work() -> None:
        while not ending.is_set():
            simulation_next(Answering())  # type: ignore[arg-type]
            ending.wait(0.02)
        connections.close_all()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        answer = Client().post("/api/v1/simulate", json.dumps({"x": 1}), "application/json")
    finally:
        ending.set()
        worker.join(20)

    assert (answer.status_code, answer.json()) == (200, {"answer": 42})
    assert command_start(command="simulate", items=[], single=True).state == "queued"
