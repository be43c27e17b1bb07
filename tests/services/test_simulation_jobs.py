"""Replays and commands as jobs: taken once, with progress, cancelled, failed with a reason, kept and thrown away."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIRequestFactory

from competitions.common.errors import Unavailable
from competitions.models import Job, Outbox
from refereeing.api.simulations import SimulateApi
from refereeing.models import Replay
from refereeing.selectors.replays import result_shown
from refereeing.services import command_runs, simulation_jobs
from refereeing.services.command_runs import command_start
from refereeing.services.documents.job import job_run
from refereeing.services.evidence import position_save
from refereeing.services.replays import replay_cancel, replay_request
from refereeing.services.simulation_jobs import commands_sweep, simulation_next, simulations_serve
from refereeing.services.simulator import Simulator
from tests.factories import NOON
from tests.services.dispute_hall import DisputeHall, position
from tests.services.test_simulator import FAKE

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    made = Simulator(FAKE)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def requested(kind: str = "reconstruct", **item: Any) -> Replay:
    hall = DisputeHall()
    dispute, by = hall.open(), hall.actor["chief"]
    row, _new = position_save(
        game_uid=hall.game.uid, dispute_uid=dispute.uid, data=position(), by=by, at=NOON)
    replay, _new = replay_request(
        dispute_uid=dispute.uid, uid=uuid4(), position=row.uid, kind=kind, model="slide", seed=1, by=by, at=NOON)
    replay.item = {**replay.item, **item}
    replay.save()
    return replay


def test_a_reconstruction_with_its_best_strokes_played_back(simulator: Simulator) -> None:
    replay = requested()

    assert simulation_next(simulator)
    assert not simulation_next(simulator)

    replay.refresh_from_db()
    result = replay.result
    assert (replay.job.state, replay.is_partial, replay.engine) == ("done", False, "1")
    assert len(result["runs"]) == 5
    played = result["runs"][0]["simulation"]["given"]
    assert (result["runs"][0]["angle"], played["frames"], played["striker"]["x"]) == (91.0, 60, 1)
    assert (result["cite"], result["left_open"]) == (["lnf-2008:3.4"], ["b7"])
    shown = result_shown(result, "lv")
    assert len(shown["cite"][0]["text"]) > 10
    assert [touch["discs"] for touch in result["first_touch"]] == [["r1"], ["b1"]]
    assert (result["kind"], result["player"], result["unknown"], result["ruleset"]) == (
        "reconstruct", "S", ["b7"], "lnf-2008")
    assert Outbox.objects.filter(topic="dispute.changed", ids__dispute=str(replay.dispute.uid)).exists()


def test_a_simulation_is_certain_of_itself(simulator: Simulator) -> None:
    replay = requested("simulate")

    simulation_next(simulator)

    replay.refresh_from_db()
    assert replay.result["first_touch"] == [{"discs": ["r1"], "probability": 1}]
    assert replay.result["rulings"][0]["stroke"] == "correct"
    assert replay.result["runs"][0]["speed"] == 2000


def test_a_refusal_of_the_engine_is_the_replays_error(simulator: Simulator) -> None:
    replay = requested(do="refuse")

    simulation_next(simulator)

    replay.job.refresh_from_db()
    assert (replay.job.state, replay.job.error) == ("failed", "overlap discs[1]")


def test_a_child_that_dies_is_said(simulator: Simulator) -> None:
    replay = requested(do="die")

    simulation_next(simulator)

    replay.job.refresh_from_db()
    assert (replay.job.state, replay.job.error) == ("failed", "simulator_failed")


def test_what_there_is_so_far_is_kept_and_a_cancelled_one_stops(simulator: Simulator) -> None:
    replay = requested(do="slowly")
    seen: list[Any] = []

    def cancelling(done: float, partial: Any) -> bool:
        going = progress(done, partial)
        if partial:
            replay.refresh_from_db()
            seen.append((replay.is_partial, replay.result["explained"]))
            dispute = replay.dispute
            from competitions.selectors.actors import actor_of

            chief = dispute.account or replay.account
            replay_cancel(dispute_uid=dispute.uid, uid=replay.uid, by=actor_of(chief), at=NOON)
        return going

    real = simulator.run
    progress: Any = None

    class Watched:
        def run(self, command: str, items: Any, on_progress: Any) -> Any:
            nonlocal progress
            progress = on_progress
            return real(command, items, cancelling)

    assert simulation_next(Watched())  # type: ignore[arg-type]

    replay.job.refresh_from_db()
    assert seen[0] == (True, False)
    assert replay.job.state == "cancelled"


def test_replays_go_before_commands_and_stale_ones_are_taken_again(simulator: Simulator) -> None:
    command = command_start(command="simulate", items=[{}], single=True)
    replay = requested()
    Job.objects.filter(id=replay.job_id).update(
        state=Job.State.RUNNING, heartbeat_at=timezone.now() - timedelta(minutes=5), attempts=1)

    simulation_next(simulator)
    command.refresh_from_db()
    replay.job.refresh_from_db()

    assert (replay.job.state, command.state) == ("done", "queued")


def test_a_replay_goes_before_the_next_item_of_a_command(simulator: Simulator) -> None:
    """Whoever queues fifty items does not make the hall wait for them."""
    command = command_start(command="simulate", items=[{"n": 1}, {"n": 2}], single=False)
    order: list[Any] = []

    class Watched:
        def run(self, name: str, items: Any, on_progress: Any) -> Any:
            if name == "simulate" and not order:
                requested()
            order.append(items[0].get("n", name))
            return simulator.run(name, items, on_progress)

    assert simulation_next(Watched())  # type: ignore[arg-type]

    command.refresh_from_db()
    assert order == [1, "reconstruct", "simulate", 2]
    assert (command.state, Replay.objects.get().job.state) == ("done", "done")


def test_a_replay_does_not_wait_for_what_somebody_computes(simulator: Simulator) -> None:
    """An item that takes its eight seconds gives way within one, and begins anew afterwards."""
    command = command_start(command="simulate", items=[{"do": "slowly", "n": 1}], single=True)
    order: list[str] = []

    class Watched:
        def run(self, name: str, items: Any, on_progress: Any) -> Any:
            order.append(name)
            if order == ["simulate"]:
                requested()
            return simulator.run(name, items if len(order) == 1 else [{}], on_progress)

    begin = time.monotonic()
    assert simulation_next(Watched())  # type: ignore[arg-type]

    command.refresh_from_db()
    assert order == ["simulate", "reconstruct", "simulate", "simulate"]
    assert (command.state, Replay.objects.get().job.state) == ("done", "done")
    assert time.monotonic() - begin < 7


def test_who_gives_way_too_long_is_told_to_come_again(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation_jobs, "COMMAND_SECONDS", 0.3)
    monkeypatch.setattr(simulation_jobs, "_replay_waits", lambda: True)
    alone = command_start(command="reconstruct", items=[{"do": "slowly"}], single=True)

    simulation_next(simulator)
    alone.refresh_from_db()

    assert (alone.state, alone.error) == ("failed", "simulator_busy")


def test_what_officials_asked_goes_before_what_anybody_did(simulator: Simulator) -> None:
    anybody, official = (command_start(command="simulate", items=[{}], single=True) for _ in range(2))
    Job.objects.filter(id=official.id).update(competition=DisputeHall().competition)

    simulation_next(simulator)

    official.refresh_from_db()
    anybody.refresh_from_db()
    assert (official.state, anybody.state) == ("done", "queued")


def test_items_that_nobody_has_time_for(simulator: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_jobs, "COMMAND_SECONDS", -1.0)
    job = command_start(command="simulate", items=[{}, {}], single=False)

    simulation_next(simulator)

    job.refresh_from_db()
    assert [answer["error"]["code"] for answer in command_runs.command_results(job) or ()] == ["too_hard"] * 2


def test_answers_that_are_too_large_together(simulator: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty strokes with the most frames would be half a gigabyte in a page's process."""
    monkeypatch.setattr(simulation_jobs, "COMMAND_BYTES", 5000)
    job = command_start(command="simulate", items=[{"n": 1}, {"n": "x" * 5000}, {"n": 3}], single=False)

    simulation_next(simulator)

    job.refresh_from_db()
    assert [answer.get("error", {}).get("code") for answer in command_runs.command_results(job) or ()] == [
        None, "too_much_memory", None]


def test_the_loop_for_documents_leaves_them_alone() -> None:
    command = command_start(command="simulate", items=[{}], single=True)

    job_run(command.uid)

    command.refresh_from_db()
    assert command.state == "queued"


def test_a_fault_of_ours_fails_the_job_and_a_database_that_is_busy_does_not() -> None:
    first = command_start(command="simulate", items=[{}], single=True)

    class Broken:
        def __init__(self, error: Exception) -> None:
            self.error = error

        def run(self, *_args: Any) -> Any:
            raise self.error

    simulation_next(Broken(KeyError("x")))  # type: ignore[arg-type]
    first.refresh_from_db()
    assert (first.state, first.error) == ("failed", "simulator_failed")

    second = command_start(command="simulate", items=[{}], single=True)
    with pytest.raises(DatabaseError):
        simulation_next(Broken(DatabaseError("locked")))  # type: ignore[arg-type]
    second.refresh_from_db()
    assert second.state == "running"


# --- the commands over HTTP ------------------------------------------------------------------------------------------
def post(data: Any, command: str = "simulate", **headers: str) -> Any:
    return Client().post(f"/api/v1/{command}", json.dumps(data), "application/json", headers=headers)


@pytest.fixture
def worker(simulator: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait of a request, at whose first look the job is done; threads would not see the test's transaction."""
    def work(_seconds: float) -> None:
        simulation_next(simulator)

    monkeypatch.setattr(command_runs.time, "sleep", work)


def test_one_object_one_result(worker: None) -> None:
    answer = post({"n": 1})

    assert (answer.status_code, answer.json()["given"]) == (200, {"n": 1})


def test_an_array_has_its_errors_in_their_places(worker: None) -> None:
    answer = post([{"n": 1}, {"do": "refuse"}]).json()

    assert (answer[0]["given"], answer[1]["error"]["code"]) == ({"n": 1}, "overlap")
    assert post([]).json() == []


def test_an_object_that_is_refused_is_a_422_with_the_contracts_error(worker: None) -> None:
    answer = post({"do": "refuse"}, "reconstruct")

    assert (answer.status_code, answer.json()["code"], answer.json()["params"]["path"]) == (422, "overlap", "discs[1]")


def test_too_hard_is_a_422_and_the_web_process_is_unharmed(worker: None) -> None:
    answer = post({"do": "burn"})

    assert (answer.status_code, answer.json()["code"]) == (422, "too_hard")
    assert post({}).status_code == 200


def test_one_item_that_is_too_hard_or_kills_the_process_costs_no_other(worker: None) -> None:
    answers = post([{"n": 1}, {"do": "burn"}, {"n": 2}, {"do": "die"}, {"n": 3}]).json()

    assert [a["error"]["code"] if "error" in a else a["given"]["n"] for a in answers] == [
        1, "too_hard", 2, "simulator_failed", 3]
    assert answers[1]["error"]["message"].startswith("This took more work")


def test_no_worker_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def pass_time(_seconds: float) -> None:
        Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))

    monkeypatch.setattr(command_runs.time, "sleep", pass_time)
    real = Job.refresh_from_db
    monkeypatch.setattr(Job, "refresh_from_db", lambda self, fields=None: real(self))
    answer = post({})

    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "no_simulator", "5")
    assert Job.objects.get().state == "cancelled"


def test_what_takes_longer_has_an_address(monkeypatch: pytest.MonkeyPatch, simulator: Simulator) -> None:
    monkeypatch.setattr(command_runs, "WAIT_SECONDS", 0.0)
    monkeypatch.setattr(command_runs.command_wait, "__defaults__", (0.0,))
    answer = post({"n": 5})
    address = answer.json()["job"]

    assert (answer.status_code, Client().get(address).status_code) == (202, 202)
    simulation_next(simulator)
    assert Client().get(address).json()["given"] == {"n": 5}
    assert Client().get(f"/api/v1/runs/{uuid4()}").status_code == 404


def test_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_runs, "WAITING_LIMIT", 1)
    command_start(command="simulate", items=[{}], single=True)

    with pytest.raises(Unavailable, match="simulator_busy"):
        command_start(command="simulate", items=[{}], single=True)


def test_four_requests_wait_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_runs, "_slots", threading.BoundedSemaphore(1))
    command_runs._slots.acquire()

    answer = post({})

    assert (answer.status_code, answer.json()["code"]) == (503, "simulator_busy")
    assert Job.objects.get().state == "cancelled"


@pytest.mark.parametrize("length", ["abc", "-1", "1e3", "²", "9" * 5000])
def test_a_length_that_is_no_number_is_a_bad_request(length: str) -> None:
    request = APIRequestFactory().post("/api/v1/simulate", {}, format="json")
    request.META["CONTENT_LENGTH"] = length
    answer = SimulateApi.as_view()(request)

    assert answer.status_code == 400
    assert not Job.objects.exists()


def test_limits_of_what_is_sent() -> None:
    assert post([{}] * 51).status_code == 422
    assert post({"x": "y" * 300_000}).status_code == 413
    assert not Job.objects.exists()


def test_an_address_that_asks_and_asks_is_slowed(monkeypatch: pytest.MonkeyPatch) -> None:
    from refereeing.api.simulations import SimulationThrottle

    monkeypatch.setattr(SimulationThrottle, "rate", "2/min")
    cache.clear()
    codes = [post([]).status_code for _ in range(3)]
    cache.clear()

    assert codes == [200, 200, 429]


def test_answers_are_thrown_away_after_a_while(simulator: Simulator) -> None:
    job = command_start(command="simulate", items=[{}], single=True)
    simulation_next(simulator)
    job.refresh_from_db()
    assert default_storage.exists(job.result)

    commands_sweep(timezone.now())
    assert Job.objects.filter(id=job.id).exists()
    commands_sweep(timezone.now() + timedelta(hours=1))
    assert not Job.objects.filter(id=job.id).exists()
    assert not default_storage.exists(job.result)


# --- the thread ------------------------------------------------------------------------------------------------------
def test_the_thread_warms_first_goes_on_after_a_fault_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = threading.Event()
    done: list[str] = []

    class Told:
        def spawn(self) -> None:
            done.append("spawn")

        def close(self) -> None:
            done.append("close")

        def rest(self) -> None:
            done.append("rest")

    steps: Iterator[Any] = iter([True, DatabaseError("gone"), False])

    def next_one(_simulator: Any) -> bool:
        step = next(steps, None)
        if step is None:
            ending.set()
            return False
        if isinstance(step, Exception):
            raise step
        done.append("work")
        return bool(step)

    monkeypatch.setattr(simulation_jobs, "simulation_next", next_one)
    monkeypatch.setattr(simulation_jobs, "close_old_connections", lambda: None)
    monkeypatch.setattr(simulation_jobs, "POLL_SECONDS", 0.0)
    begin = time.monotonic()
    simulations_serve(Told(), ending)  # type: ignore[arg-type]

    assert done == ["spawn", "work", "rest", "work", "rest", "rest", "close"]
    assert time.monotonic() - begin < 5
