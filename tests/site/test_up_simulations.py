"""Simulations of the whole product as it is started: answered, bounded, and gone with it (nasty inputs 13 and 34)."""

# ruff: noqa: S310 (http addresses of our own)
from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.site.running import Up, children_of, lives, memory_of

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]
ENDS_WITHIN = 3.0
MEMORY = 250.0
"""MB of the process that simulates."""
STROKE: dict[str, Any] = {
    "model": "slide", "discs": [{"id": "r1", "colour": "red", "x": 0, "y": 100}],
    "striker": {"x": 0, "y": -420, "angle": 90, "speed": 2500},
}
SEEN: dict[str, Any] = {
    "before": STROKE["discs"], "after": [{"id": "r1", "x": 0, "y": 300}],
    "striker": {"x": 0, "y": -420, "after": {"x": 0, "y": 60}}, "known": {"angle": [85, 95]}, "seed": 1,
}


def post(up: Up, command: str, item: Any) -> tuple[int, Any]:
    """Ask, and go on asking where the answer takes longer than a request."""
    request = urllib.request.Request(
        f"{up.url}/api/v1/{command}", json.dumps(item).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, found = answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())
    until = time.monotonic() + 300
    while status == 202 and time.monotonic() < until:
        time.sleep(1)
        with urllib.request.urlopen(up.url + found["job"], timeout=60) as answer:
            status, found = answer.status, json.loads(answer.read())
    return status, found


def worker_of(up: Up) -> int:
    (worker,) = children_of(up.process.pid)
    return worker


def test_answered_bounded_and_gone(tmp_path: Path) -> None:
    with Up(tmp_path / "var", "--empty") as up:
        up.wait_ready(120)
        up.wait_worker()
        worker = worker_of(up)

        status, found = post(up, "simulate", STROKE)
        assert (status, found["events"][0]["b"]) == (200, ["r1"])
        hostile = [
            {**STROKE, "discs": [{**STROKE["discs"][0], "id": str(n)} for n in range(3000)]},
            {**STROKE, "constants": {"mass_disc": 0}}, {**STROKE, "constants": {"friction": -1}},
            {**STROKE, "striker": {"x": 1e308, "y": 0, "angle": 0, "speed": 5e-324}},
        ]
        answers = [post(up, "simulate", item) for item in hostile]
        assert [code for code, _found in answers] == [422] * 4
        assert all("path" in found["params"] for _code, found in answers)
        status, found = post(up, "reconstruct", SEEN)
        assert (status, found["first_touch"][0]["discs"]) == (200, ["r1"])
        assert post(up, "reconstruct", SEEN)[1]["strokes"] == found["strokes"]

        (child,) = children_of(worker)
        assert memory_of(child) < MEMORY
        for process in (up.process.pid, worker):
            assert "numpy" not in Path(f"/proc/{process}/maps").read_text()
        assert worker_of(up) == worker
        assert up.end() < ENDS_WITHIN
        until = time.monotonic() + 5
        while lives(child) and time.monotonic() < until:
            time.sleep(0.1)
        assert not lives(child)
