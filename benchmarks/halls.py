"""A hall to measure in: a running server of its own, a competition, and tablets that are paired and hold tables."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

FOLDER = Path(tempfile.mkdtemp(prefix="novuss-bench-"))
os.environ["DJANGO_SETTINGS_MODULE"] = "novuss_site.settings.dev"
os.environ["NOVUSS_VAR"] = str(FOLDER / "var")
for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ[name] = ""

import django  # noqa: E402

django.setup()

from django.utils import timezone  # noqa: E402

from competitions.formats.entry_list import Entrant  # noqa: E402
from competitions.models import Account, Competition, Stage  # noqa: E402
from competitions.selectors.actors import actor_of  # noqa: E402
from competitions.services.competitions import CompetitionFacts, competition_create, event_create  # noqa: E402
from competitions.services.draws import stage_create, stage_draw, stage_lock  # noqa: E402
from competitions.services.entries import entry_add, entry_mark_present  # noqa: E402
from competitions.services.tables import tables_assign  # noqa: E402
from refereeing.services.devices import pairing_code_make  # noqa: E402
from tests.load.tablets import HttpTablet  # noqa: E402
from tests.site.running import Up  # noqa: E402


@contextmanager
def running() -> Iterator[Up]:
    """`manage.py up` on an empty database: SQLite in the hall's own way, with a worker beside it."""
    with Up(FOLDER / "var", "--empty") as up:
        up.wait_ready(120)
        up.wait_worker()
        yield up
        up.end()


class BenchHall:
    """A competition by services: as many tables as are asked for, a round robin of twice as many entrants."""

    def __init__(self, tables: int, entrants: int = 0) -> None:
        now = timezone.now()
        account = Account.objects.filter(is_superuser=True).first()
        assert account is not None
        self.account: Account = account
        self.chief = actor_of(account)
        facts = CompetitionFacts(name="Kauss", starts_on=date(2026, 11, 28), ends_on=date(2026, 11, 28))
        self.competition: Competition = competition_create(facts=facts, tables=tables, by=self.chief, at=now)
        self.event = event_create(
            competition=self.competition.uid, name="Open", preset="latvian_open", regulations={}, by=self.chief,
            at=now)
        entries = [
            entry_add(event=self.event.uid, entrant=Entrant(name=f"Dalībnieks Garšvārds {n}", club=f"Klubs {n % 5}"),
                      by=self.chief, at=now)
            for n in range(entrants or 2 * tables)
        ]
        entry_mark_present(event=self.event.uid, entries=[e.uid for e in entries], by=self.chief, at=now)
        self.stage: Stage = stage_create(
            event_uid=self.event.uid, system="round_robin", options={}, by=self.chief, at=now)
        drawn = stage_draw(stage_uid=self.stage.uid, lot="bench", by=self.chief, at=now)
        stage_lock(stage_uid=self.stage.uid, version=drawn.version, by=self.chief, at=now)
        tables_assign(stage_uid=self.stage.uid, by=self.chief, at=now)

    def tablet(self, url: str, name: str) -> HttpTablet:
        """A tablet paired over HTTP."""
        tablet = HttpTablet(url)
        tablet.pair(pairing_code_make(competition=self.competition, by=self.chief, at=timezone.now()), name)
        return tablet


def progress(text: str, *values: Any) -> None:
    """One line on stderr: the table alone goes to stdout."""
    print(text % values, file=sys.stderr, flush=True)
