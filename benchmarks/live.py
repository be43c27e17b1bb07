"""How quickly people who watch hear of a change, and what they cost. One command:

    .venv/bin/python -m benchmarks.live [--viewers 500] [--changes 20]

Starts `manage.py up` in a folder of its own, opens the viewers' streams, and commits changes from another process (the
slower way: the web process itself is poked at once). Figures to hold: 95 of 100 hear of it within 500 ms, nobody is
left out, and a viewer costs less than 50 kB. Exit status 1 when one is not held.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

os.environ["NOVUSS_LIVE_STREAMS_PER_ADDRESS"] = "100000"

from tests.site.running import Up, memory_of

SLOWEST_95 = 0.5  # seconds
COSTS = 50.0  # kB


async def viewer(port: int, uid: str, heard: dict[int, list[float]], ready: asyncio.Semaphore) -> None:
    """One open stream: notes when each change arrives."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /live/{uid}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    try:
        while True:
            line = await reader.readline()
            if line.startswith(b"event: hello"):
                ready.release()
            elif line.startswith(b'data: {"v":') and b"topic" in line:
                heard.setdefault(json.loads(line[6:])["v"], []).append(time.perf_counter())
            elif not line:
                return
    except asyncio.CancelledError:
        writer.close()


def commit(database: Path, uid: str) -> int:
    """One change, as another process commits it; gives its version."""
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        sql = "INSERT INTO competitions_outbox (topic, competition, ids, created_at) VALUES (?, ?, '{}', '2026-03-07')"
        return int(connection.execute(sql, ("match.changed", uid.replace("-", ""))).lastrowid or 0)


async def measure(up: Up, database: Path, uid: str, viewers: int, changes: int) -> tuple[list[float], int, float]:
    """Latencies in seconds, how many messages are missing, and kB for each viewer."""
    heard: dict[int, list[float]] = {}
    ready = asyncio.Semaphore(0)
    before = memory_of(up.process.pid)
    tasks = [asyncio.create_task(viewer(up.port, uid, heard, ready)) for _ in range(viewers)]
    for _ in range(viewers):
        await asyncio.wait_for(ready.acquire(), 60)
    sent = {}
    for _ in range(changes):
        version = await asyncio.to_thread(commit, database, uid)
        sent[version] = time.perf_counter()
        await asyncio.sleep(0.37)  # not in step with the poll
    await asyncio.sleep(1)
    cost = (memory_of(up.process.pid) - before) * 1024 / viewers
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    times = [moment - sent[version] for version, moments in heard.items() if version in sent for moment in moments]
    return times, viewers * changes - len(times), cost


def main() -> int:
    """Measure, print, and compare with the limits."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--changes", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder) / "var"
        with Up(var, keep=("NOVUSS_LIVE_STREAMS_PER_ADDRESS",)) as up:
            up.wait_ready(120)
            with closing(sqlite3.connect(var / "novuss.sqlite3")) as connection:
                found = connection.execute("SELECT uid FROM competitions_competition").fetchone()[0]
            uid = f"{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:]}"
            work = measure(up, var / "novuss.sqlite3", uid, options.viewers, options.changes)
            times, missing, cost = asyncio.run(work)
            end = up.end()
    cuts = statistics.quantiles(times, n=100)
    held = cuts[94] < SLOWEST_95 and missing == 0 and cost < COSTS
    p50, p95, p99 = (round(cuts[index] * 1000) for index in (49, 94, 98))
    print(f"{options.viewers} viewers, {options.changes} changes: p50 {p50} ms, p95 {p95} ms, p99 {p99} ms")
    print(f"{missing} missing; {cost:.0f} kB a viewer; ended in {end:.2f} s   {'held' if held else 'NOT HELD'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
