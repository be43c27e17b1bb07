"""The process that simulates: kept while it is used, killed over its limits, never in the way (nasty inputs 13, 34)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refereeing.services import calibrations, simulator_child
from refereeing.services import simulator as module
from refereeing.services.simulator import SimulationStopped, Simulator

FAKE = (sys.executable, str(Path(__file__).with_name("fake_child.py")))
limits = pytest.mark.skipif(sys.platform == "win32", reason="no limits of processes there")


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    made = Simulator(FAKE)
    yield made
    made.close()


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_process_answers_request_after_request(simulator: Simulator) -> None:
    first = simulator.run("simulate", [{"n": 1}, {"n": 2}])
    second = simulator.run("reconstruct", [{"n": 3}])

    assert [result["given"]["n"] for result in (*first, *second)] == [1, 2, 3]
    assert len({result["pid"] for result in (*first, *second)}) == 1


def test_a_refused_item_does_not_stop_the_others(simulator: Simulator) -> None:
    results = simulator.run("simulate", [{}, {"do": "refuse"}, {}])

    assert [result.get("error", {}).get("code") for result in results] == [None, "overlap", None]


def test_what_a_library_prints_does_no_harm(simulator: Simulator) -> None:
    assert simulator.run("simulate", [{"do": "print"}])[0]["given"] == {"do": "print"}


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
def test_whoever_has_grown_too_large_is_asked_nothing_more(simulator: Simulator) -> None:
    """The next request comes at once, while the old process is still on its way out."""
    for _ in range(2):
        large = simulator.run("simulate", [{"do": "grow"}])[0]["pid"]
        assert simulator.run("simulate", [{}])[0]["pid"] != large


@limits
def test_too_much_processor_time_ends_it_and_the_next_gets_a_new_one(simulator: Simulator) -> None:
    before = simulator.run("simulate", [{}])[0]["pid"]

    with pytest.raises(SimulationStopped, match="too_hard"):
        simulator.run("simulate", [{"do": "burn"}])

    assert not lives(before)
    assert simulator.run("simulate", [{}])[0]["pid"] != before


def test_too_long_on_the_wall_ends_it(simulator: Simulator) -> None:
    with pytest.raises(SimulationStopped, match="too_hard"):
        simulator.run("reconstruct", [{"do": "slowly"}], wall_seconds=0.1)


@limits
def test_too_much_memory_ends_it(simulator: Simulator) -> None:
    with pytest.raises(SimulationStopped, match="too_much_memory"):
        simulator.run("simulate", [{"do": "eat"}])
    assert simulator.run("simulate", [{}])


def test_a_child_that_dies_is_no_answer(simulator: Simulator) -> None:
    with pytest.raises(SimulationStopped, match="simulator_failed"):
        simulator.run("simulate", [{"do": "die"}])


def test_a_child_that_does_not_start() -> None:
    with pytest.raises(SimulationStopped, match="simulator_failed"):
        Simulator((sys.executable, "-c", "raise SystemExit(3)")).run("simulate", [{}])


def test_a_child_that_never_gets_ready() -> None:
    slow = Simulator((sys.executable, "-c", "import time; print('{}', flush=True); time.sleep(60)"), start_seconds=0.6)

    with pytest.raises(SimulationStopped, match="simulator_failed"):
        slow.run("simulate", [{}])
    assert slow.process is None


def test_progress_is_told_and_a_stop_is_heard(simulator: Simulator) -> None:
    told: list[tuple[float, Any]] = []

    def progress(done: float, partial: Any) -> bool:
        told.append((done, partial))
        return len(told) < 4

    begin = time.monotonic()
    with pytest.raises(SimulationStopped, match="cancelled"):
        simulator.run("reconstruct", [{"do": "slowly"}], progress)

    assert time.monotonic() - begin < 6
    assert [done for done, _partial in told] == sorted(done for done, _partial in told)
    assert {"explained": False, "strokes": [], "rulings": []} in [partial for _done, partial in told]


def test_it_rests_when_nobody_asks(simulator: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    simulator.rest()
    pid = simulator.run("simulate", [{}])[0]["pid"]
    simulator.rest()
    assert lives(pid)
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.0)
    simulator.rest()

    assert not lives(pid)


def test_one_that_has_only_compiled_leaves_as_soon_as_it_is_ready(simulator: Simulator) -> None:
    simulator.spawn()
    process = simulator.process
    assert process is not None
    simulator.rest()
    until = time.monotonic() + 20
    while simulator.process is not None and time.monotonic() < until:
        simulator.rest()

    assert process.poll() is not None


def test_one_that_is_asked_while_it_loads_answers_when_it_is_ready(simulator: Simulator) -> None:
    simulator.spawn()
    process = simulator.process
    assert process is not None

    assert simulator.run("simulate", [{}])[0]["pid"] == process.pid


def test_a_cancelled_request_leaves_the_child_loading() -> None:
    slow = Simulator((sys.executable, "-c", "import time; time.sleep(60)"))
    with pytest.raises(SimulationStopped, match="cancelled"):
        slow.run("simulate", [{}], lambda _done, _partial: False)
    process = slow.process
    assert process is not None
    assert process.poll() is None
    slow.close()


def test_rest_notices_a_child_that_cannot_start() -> None:
    broken = Simulator((sys.executable, "-c", "raise SystemExit(3)"))
    broken.spawn()
    until = time.monotonic() + 20
    while broken.process is not None and time.monotonic() < until:
        broken.rest()

    assert broken.process is None


def test_it_ends_with_the_worker() -> None:
    """However the worker ends: its end of the pipe is closed then."""
    simulator = Simulator(FAKE)
    simulator.spawn()
    process = simulator.process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()

    assert process.wait(5) == 0
    simulator.close()


def test_neither_the_worker_nor_the_web_loads_the_engine() -> None:
    """What the worker imports for its thread, and every page: numpy and the kernels are the child's alone."""
    code = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "novuss_site.settings.test"
import django
django.setup()
import novuss_site.celery, refereeing.tasks, refereeing.services.simulation_jobs, novuss_site.urls
loaded = [n for n in sys.modules if n.split(".")[0] in ("numpy", "numba") or n.startswith("refereeing.engine.physics")]
assert loaded == [], loaded
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=module.ROOT)

    assert answer.returncode == 0, answer.stderr[-2000:]


def test_every_command_that_is_asked_for_is_there() -> None:
    commands = simulator_child.engine_commands()

    assert set(commands) == set(simulator_child.SECONDS_AN_ITEM) == set(module.WALL_SECONDS)
    assert calibrations.COMMAND in commands
    stroke = {"striker": {"x": 0, "y": -420, "angle": 90}, "stopped": {"x": 0, "y": 100}}
    assert commands["calibrate"]({"strokes": [stroke]}, lambda _done, _partial: True)["explained"]
