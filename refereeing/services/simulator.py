"""The process that simulates, as the worker holds it: started when needed, ended when idle, killed over its limits.

Never used in a web process: a page asks for a job.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CHILD = (sys.executable, "-m", "refereeing.services.simulator_child")
START_SECONDS = 300.0
"""To load and, on a machine that has never compiled, to compile; an old laptop may be busy with other things."""
IDLE_SECONDS = 120.0
STOP_SECONDS = 3.0
TICK = 0.5
WALL_SECONDS = {"simulate": 10.0, "reconstruct": 100.0, "calibrate": 60.0}
WALL_LIMIT = 150.0
"""The clock on the wall: processor time is limited by the kernel, but a machine may have other things to do."""
_OVER = tuple(-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name))
"""How a child ends that the kernel stopped for its processor time or its memory."""

OnProgress = Callable[[float, dict[str, Any] | None], bool]
log = logging.getLogger("novuss.simulator")


class SimulationStopped(Exception):
    """No answer: `code` says why (`too_hard`, `too_much_memory`, `simulator_failed`, `cancelled`)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class Simulator:
    """One child at a time. Not for several threads at once."""

    def __init__(self, command: Sequence[str] = CHILD, *, start_seconds: float = START_SECONDS) -> None:
        self.command, self.start_seconds = command, start_seconds
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.number = 0
        self.is_ready = False
        self.start_by = 0.0
        self.used_at: float | None = None

    def run(
        self, command: str, items: Sequence[Any], on_progress: OnProgress = lambda _done, _partial: True,
        *, wall_seconds: float | None = None,
    ) -> list[dict[str, Any]]:
        """The results of the items, in order, refused ones as `{"error": …}`.

        `on_progress` is called at least every half second, also while the child still loads, with what there is so far;
        when it gives False, the child is told to stop. Raises SimulationStopped.
        """
        self.spawn()
        self._await_ready(on_progress)
        self.number += 1
        number = self.number
        self._tell({"id": number, "command": command, "items": list(items)})
        seconds = wall_seconds or min(WALL_LIMIT, WALL_SECONDS.get(command, 10.0) * max(1, len(items)))
        try:
            return self._follow(number, time.monotonic() + seconds, on_progress)
        except SimulationStopped:
            self.close()
            raise
        finally:
            self.used_at = time.monotonic()

    def _follow(self, number: int, deadline: float, on_progress: OnProgress) -> list[dict[str, Any]]:
        stopping = False
        done, partial = 0.0, None
        while True:
            told = self._hear(TICK)
            if told is not None and told.get("id") == number:
                if "failed" in told:
                    raise SimulationStopped(told["failed"])
                if "results" in told and not stopping:
                    results: list[dict[str, Any]] = told["results"]
                    if told.get("leaving"):
                        self.close()
                    return results
                if stopping:
                    raise SimulationStopped("cancelled")
                done, partial = told.get("done", done), told.get("partial")
            if time.monotonic() > deadline:
                raise SimulationStopped("cancelled" if stopping else "too_hard")
            if not stopping and not on_progress(done, partial):
                stopping, deadline = True, time.monotonic() + STOP_SECONDS
                self._tell({"stop": number})
            partial = None

    def spawn(self) -> None:
        """Have a child; does not wait until it is ready."""
        if self.process is not None and self.process.poll() is None:
            return
        self.close()
        self.lines = queue.Queue()
        self.start_by = time.monotonic() + self.start_seconds
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=ROOT,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
        threading.Thread(target=_listen, args=(self.process, self.lines), name="simulator", daemon=True).start()

    def _await_ready(self, on_progress: OnProgress) -> None:
        while not self._look_ready(TICK):
            if not on_progress(0.0, None):
                raise SimulationStopped("cancelled")  # the child goes on loading, for the next request

    def _look_ready(self, seconds: float) -> bool:
        """Whether the child has said that it is ready; waits so long. Raises SimulationStopped when it never will."""
        if self.is_ready:
            return True
        try:
            told = self._hear(seconds)
            if time.monotonic() > self.start_by:
                raise SimulationStopped("simulator_failed")
        except SimulationStopped:
            self.close()
            raise
        if told is not None and "ready" in told:
            log.info("the process that simulates is ready", extra=told["ready"])
            self.is_ready = True
        return self.is_ready

    def _hear(self, seconds: float) -> dict[str, Any] | None:
        """The next line, or None when none comes in time. Raises SimulationStopped when the child has ended."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            raise SimulationStopped(self._why_ended())
        told: dict[str, Any] = json.loads(line)
        return told

    def _why_ended(self) -> str:
        code = self.process.wait(STOP_SECONDS) if self.process is not None else None
        log.error("the process that simulates has ended", extra={"code": code})
        return "too_hard" if code in _OVER else "simulator_failed"

    def _tell(self, message: dict[str, Any]) -> None:
        if self.process is None or self.process.stdin is None:
            return
        with contextlib.suppress(OSError):  # it has ended: found out when we listen
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def rest(self) -> None:
        """End a child that has nothing to do: one that has only compiled at once, one that was used after two minutes.

        Its memory is the laptop's again.
        """
        if self.process is None:
            return
        try:
            is_ready = self._look_ready(0.001)
        except SimulationStopped:
            log.exception("the process that simulates does not start")
            return
        if is_ready and (self.used_at is None or time.monotonic() - self.used_at > IDLE_SECONDS):
            self.close()

    def close(self) -> None:
        """End the child at once."""
        self.is_ready, self.used_at = False, None
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait(STOP_SECONDS)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Hand the child's lines on; None is its end."""
    with contextlib.suppress(OSError, ValueError):
        for line in process.stdout or ():
            lines.put(line)
    lines.put(None)
