"""How quick and how small `manage.py up` is. One command:

    .venv/bin/python -m benchmarks.up            later starts, memory, the end
    .venv/bin/python -m benchmarks.up --first    the first start in a fresh copy too (needs the registry)

Figures to hold: first start under 120 s, of which ours under 10 s; a later start under 2 s to the first page; all
processes together under 250 MB; the end within 3 s. Exit status 1 when one is not held.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Figure, report
from tests.site.running import ROOT, Up, children_of, free_port, memory_of

LIMITS = {
    "first start, s": 120.0,
    "first start, ours, s": 10.0,
    "later start, s": 2.0,
    "memory, MB": 250.0,
    "end, s": 3.0,
}


def later_starts(folder: Path, times: int) -> dict[str, float]:
    """The worst of several starts with the demo loaded, the memory of all processes, and the end."""
    found = {"later start, s": 0.0, "memory, MB": 0.0, "end, s": 0.0}
    with Up(folder) as up:  # prepares the database
        up.wait_ready(120)
        up.end()
    for _ in range(times):
        with Up(folder) as up:
            found["later start, s"] = max(found["later start, s"], up.wait_ready())
            worker = up.wait_worker()
            wait_compiled(worker)
            time.sleep(5)
            family = [up.process.pid, *children_of(up.process.pid), *children_of(worker)]
            found["memory, MB"] = max(found["memory, MB"], sum(map(memory_of, family)))
            found["end, s"] = max(found["end, s"], up.end())
    return found


def wait_compiled(worker: int, seconds: float = 300) -> None:
    """Wait until the process that simulates has come, has compiled what was not compiled, and has left."""
    end = time.monotonic() + seconds
    seen = False
    while time.monotonic() < end:
        there = bool(children_of(worker))
        if seen and not there:
            return
        seen = seen or there
        time.sleep(0.1)


def first_start(folder: Path) -> dict[str, float]:
    """A start in a fresh copy of what is committed."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NOVUSS_", "VIRTUAL_ENV"))}
    base = getattr(sys, "_base_executable", sys.executable)
    output = folder.parent / "first.out"
    begin = time.monotonic()
    with output.open("w") as file:
        command = [base, "manage.py", "up", "--port", str(free_port())]
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=file, stderr=file, start_new_session=True
        )
    try:
        while "Ctrl-C ends it" not in output.read_text() and process.poll() is None:
            time.sleep(0.1)
        whole = time.monotonic() - begin
        said = output.read_text()
        if process.poll() is not None:
            raise SystemExit(said)
    finally:
        process.terminate()
        process.wait(10)
    installing = sum(int(seconds) for seconds in re.findall(r"Installed in (\d+) s", said))
    return {"first start, s": whole, "first start, ours, s": whole - installing}


def figures(*, first: bool, times: int) -> list[Figure]:
    """What was measured, in folders of its own that are thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        found = first_start(Path(folder) / "copy") if first else {}
        found |= later_starts(Path(folder) / "var", times)
    return [
        Figure(what=what, unit=unit, value=value, limit=LIMITS[name])
        for name, value in found.items() for what, _, unit in [name.rpartition(", ")]
    ]


def main() -> int:
    """Measure, print, and compare with the limits."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json")
    options = parser.parse_args()
    return report(figures(first=options.first, times=options.times))


if __name__ == "__main__":
    sys.exit(main())
