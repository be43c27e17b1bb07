"""How fast the public pages of 30 entrants are. To hold: under 50 ms server time, at most 12 queries, under 100 kB.

    .venv/bin/python -m benchmarks.public_page

A round robin of all 30 with its 435 games approved, in an SQLite file of its own that is thrown away. Held is the
processor time: what else the machine does at that moment is no property of the page.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from typing import Any

os.environ["DJANGO_SETTINGS_MODULE"] = "novuss_site.settings.test"
os.environ.pop("DATABASE_URL", None)
os.environ["NOVUSS_VAR"] = tempfile.mkdtemp(prefix="novuss-bench-")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from benchmarks.figures import Figure, report, share  # noqa: E402
from competitions.models import Stage  # noqa: E402
from tests.factories import make_competition, make_entry, make_event, make_result, make_stage  # noqa: E402

ENTRANTS, TIMES = 30, 60
LIMIT_MS, LIMIT_QUERIES, LIMIT_KB = 50, 12, 100
RESULTS = ((4, 0), (4, 1), (4, 2), (3, 3), (2, 4), (1, 4), (0, 4))


def played_round_robin() -> Stage:
    """The stage that is measured; the same results every time."""
    chance = random.Random(30)
    event = make_event(make_competition(slug="cup", tables=12), slug="open")
    clubs = ("Rīgas novusa klubs", "Valmieras NK", "Cēsu novuss", "Pärnu koroonaklubi")
    entries = [make_entry(event, f"Dalībnieks Garšvārds {n}", club=clubs[n % 4]) for n in range(ENTRANTS)]
    stage = make_stage(event, [entries])
    for match in stage.matches.all():
        make_result(match, *chance.choice(RESULTS))
    return stage


def measure(client: Client, path: str) -> tuple[list[float], list[float], int, int]:
    """Server times and processor times in ms, queries, bytes of a page."""
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        size = len(client.get(path).content)
    count = len(queries)
    times, busy = [], []
    for _ in range(TIMES):
        started, work = time.perf_counter(), time.process_time()
        client.get(path)
        times.append((time.perf_counter() - started) * 1000)
        busy.append((time.process_time() - work) * 1000)
    return times, busy, count, size


def figures() -> list[Figure]:
    """The table is held to the limits; the other pages are told beside it."""
    call_command("migrate", verbosity=0)
    stage = played_round_robin()
    client = Client()
    base = f"/c/{stage.event.competition.slug}/"
    entry = stage.event.entries.first()
    paths: dict[str, Any] = {
        "table": f"{base}open/", "live part of the table": f"{base}open/?part=1", "cross table": f"{base}open/cross/",
        "round": f"{base}open/rounds/", "entrant": f"{base}people/{entry.uid}/" if entry else base,
        "competition": base, "version": f"{base}version",
    }
    found = []
    for name, path in paths.items():
        times, busy, queries, size = measure(client, path)
        held = "table" in name and "cross" not in name
        found.append(Figure(
            what=f"{name}, median of processor time", unit="ms", value=share(busy, 0.5),
            limit=LIMIT_MS if held else None, note=f"by the clock {share(times, 0.5):.0f}"))
        found.append(Figure(what=f"{name}, queries", unit="", value=queries, limit=LIMIT_QUERIES + 1 if held else None))
        found.append(Figure(what=f"{name}, size", unit="kB", value=size / 1000, limit=LIMIT_KB if held else None))
    return found


if __name__ == "__main__":
    sys.exit(report(figures()))
