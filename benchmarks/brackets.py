"""A double elimination of 512 in the database: drawn and stored, one result with all that follows, the public page.

    .venv/bin/python -m benchmarks.brackets

To hold: 1,023 matches stored in under 1 s, p95 of one result under 50 ms, the page under 300 ms of server time.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable

os.environ["DJANGO_SETTINGS_MODULE"] = "novuss_site.settings.test"
os.environ.pop("DATABASE_URL", None)
os.environ["NOVUSS_VAR"] = tempfile.mkdtemp(prefix="novuss-bench-")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from benchmarks.figures import Figure, report, share  # noqa: E402
from competitions.services.draws import stage_create, stage_draw, stage_lock  # noqa: E402
from refereeing.services.protocols import protocol_approve  # noqa: E402
from tests.factories import NOON  # noqa: E402
from tests.services.bracket_hall import Cup, make_field  # noqa: E402

ENTRANTS, TIMES, PAGES = 512, 200, 10
STORED_LIMIT, RESULT_LIMIT, PAGE_LIMIT = 1000.0, 50.0, 300.0


Timed = tuple[float, float]
"""Milliseconds by the clock and of the processor."""


def figures() -> list[Figure]:
    """Draw, play the first round, read the page."""
    call_command("migrate", verbosity=0)
    event, chief, entries = make_field(ENTRANTS)
    stage = stage_create(
        event_uid=event.uid, system="double_elimination", options={"grand_final_reset": True}, by=chief, at=NOON)
    stored = timed(lambda: stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON))
    stage.refresh_from_db()
    cup = Cup(event, chief, entries, stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON))
    results = approvals(cup)
    client, address = Client(), f"/c/{event.competition.slug}/{event.slug}/bracket/"
    pages = [timed(lambda: client.get(address)) for _time in range(PAGES)][1:]
    return [
        figure("double elimination of 512 drawn and stored", [stored], STORED_LIMIT),
        figure("one result of 512 with all that follows, p95", results, RESULT_LIMIT),
        figure("public page of a bracket of 512, p95", pages, PAGE_LIMIT),
    ]


def figure(what: str, times: list[Timed], limit: float) -> Figure:
    clock, work = [one for one, _other in times], [other for _one, other in times]
    return Figure(what=what, unit="ms", value=share(clock, 0.95), limit=limit, median=share(clock, 0.5),
                  note=f"of the processor {share(work, 0.5):.0f}, p95 {share(work, 0.95):.0f}")


def approvals(cup: Cup) -> list[Timed]:
    """Approve the first round: every second result makes two matches ready."""
    found = []
    for place in range(1, TIMES + 1):
        match = cup.enter(f"winners-1-{place}")
        found.append(timed(
            lambda uid=match.uid, version=match.version: protocol_approve(  # type: ignore[misc]
                match_uid=uid, version=version, by=cup.chief, at=NOON)))
    return found


def timed(act: Callable[[], object]) -> Timed:
    begin, work = time.perf_counter(), time.process_time()
    act()
    return (time.perf_counter() - begin) * 1000, (time.process_time() - work) * 1000


if __name__ == "__main__":
    sys.exit(report(figures()))
