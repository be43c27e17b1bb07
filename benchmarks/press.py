"""How long a press on a tablet takes until its receipt: one web process, SQLite with synchronous=FULL, 20 tablets.

    .venv/bin/python -m benchmarks.press

To hold: once a second, each tablet at a phase of its own, p95 under 50 ms; all at one instant, p95 under 250 ms.
Each press is one event in one request, over a connection that stays open, measured at the tablet. Games go from the
start over six sets to both signatures and the end, then the next game of the table follows.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, report, share
from benchmarks.halls import BenchHall, progress, running
from tests.load.tablets import HttpTablet

TABLETS, SECONDS, BURSTS = 20, 20, 20
PHASED_LIMIT, INSTANT_LIMIT = 50.0, 250.0


def presses(tablet: HttpTablet, table: str) -> Iterator[bytes]:
    """The events of one game after another, as lines; a table is taken between two games."""
    while True:
        players = tablet.take(table)["players"]
        yield tablet.line("started")
        for winner in "ABABAB":
            yield tablet.line("set_won", winner=winner)
        yield from tablet.sign({who: players[who]["name"] for who in "AB"})


def press(tablet: HttpTablet, line: bytes) -> float:
    """Send one event; the milliseconds until the receipt is there."""
    begin = time.perf_counter()
    tablet.send(line)
    return (time.perf_counter() - begin) * 1000


def processor_of(pid: int) -> float:
    """The processor time that a process has used so far, in ms."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def phased(tablet: HttpTablet, lines: Iterator[bytes], start: float, found: list[float]) -> None:
    """Once a second from `start` on."""
    for beat in range(SECONDS):
        line = next(lines)
        time.sleep(max(0.0, start + beat - time.perf_counter()))
        found.append(press(tablet, line))


def at_once(tablet: HttpTablet, lines: Iterator[bytes], gate: threading.Barrier, found: list[float]) -> None:
    """Again and again at one instant with all the others."""
    for _burst in range(BURSTS):
        line = next(lines)
        time.sleep(0.3)
        gate.wait(60)
        found.append(press(tablet, line))


def together(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS + 120)
    assert not any(thread.is_alive() for thread in threads)


def figures() -> list[Figure]:
    """Measure both ways, one after the other, at the same server."""
    phased_ms: list[float] = []
    instant_ms: list[float] = []
    with running() as up:
        progress("%s tablets pair and take their tables", TABLETS)
        hall = BenchHall(TABLETS)
        tablets = [hall.tablet(up.url, f"Tablet {n}") for n in range(TABLETS)]
        tables = [str(table.uid) for table in hall.competition.tables.all()]
        games = [presses(tablet, table) for tablet, table in zip(tablets, tables, strict=True)]
        pairs = list(zip(tablets, games, strict=True))
        for place, (tablet, lines) in enumerate(pairs):
            for _earlier in range(1 + place % 10):  # no two neighbours are at the same point of their games
                tablet.send(next(lines))
        progress("once a second for %s seconds", SECONDS)
        busy = [processor_of(up.process.pid)]
        start = time.perf_counter() + 1
        together([
            threading.Thread(target=phased, args=(tablet, lines, start + n / TABLETS, phased_ms))
            for n, (tablet, lines) in enumerate(pairs)
        ])
        busy.append(processor_of(up.process.pid))
        progress("all at one instant, %s times", BURSTS)
        gate = threading.Barrier(TABLETS)
        together([
            threading.Thread(target=at_once, args=(tablet, lines, gate, instant_ms)) for tablet, lines in pairs])
        busy.append(processor_of(up.process.pid))
    assert (len(phased_ms), len(instant_ms)) == (TABLETS * SECONDS, TABLETS * BURSTS)
    return [
        figure("press, each at its own phase, p95", phased_ms, PHASED_LIMIT, busy[1] - busy[0]),
        figure("press, all at one instant, p95", instant_ms, INSTANT_LIMIT, busy[2] - busy[1]),
    ]


def figure(what: str, found: list[float], limit: float, busy: float) -> Figure:
    """One way of pressing. The processor's share tells what is ours when the machine does other work too."""
    note = f"slowest {max(found):.0f}; {busy / len(found):.1f} ms of the server's processor each"
    return Figure(
        what=what, unit="ms", value=share(found, 0.95), limit=limit, median=share(found, 0.5), note=note)


if __name__ == "__main__":
    sys.exit(report(figures()))
