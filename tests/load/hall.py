"""A hall with twelve tables and twelve tablets: the office works through services, the tablets over HTTP."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils import timezone

from competitions.models import AuditEntry, Entry, Event, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.accounts import account_pin_set
from competitions.services.competitions import CompetitionFacts, competition_create, event_create
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.entries import entry_mark_present
from competitions.services.imports import import_confirm, import_preview, preview_of
from competitions.services.tables import tables_assign
from refereeing.models import GameEvent, QuarantinedLine
from refereeing.selectors.chain import chain_breaks
from refereeing.services.desk import match_call, no_show_declare, result_enter
from refereeing.services.devices import pairing_code_make
from refereeing.services.protocols import protocols_approve
from tests.factories import make_account, make_official
from tests.load import scripts
from tests.load.reference_table import Result
from tests.load.scripts import Script
from tests.load.tablets import HttpTablet

TABLES = 12
PIN = "482913"
ENTRIES = Path(__file__).resolve().parents[3] / "shared" / "data" / "entries-30.csv"


def entry_list() -> bytes:
    """The list of thirty: the published one where it lies beside the project, else one made here."""
    if ENTRIES.exists():
        return ENTRIES.read_bytes()
    rows = [f"{n},Spēlētājs N{n:02},V,{1950 + n},Klubs {n % 5},,{1900 - 17 * n}," for n in range(1, 31)]
    return "\n".join(["nr,name,sex,born,club,licence,rating,class", *rows]).encode()


@dataclass
class Hall:
    """The competition of thirty, its office, and the tablets at its tables."""

    url: str
    seed: str
    results: dict[UUID, Result] = field(default_factory=dict)
    ways: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        now = timezone.now()
        self.chief = actor_of(make_account(is_superuser=True, is_staff=True))
        facts = CompetitionFacts(name="Kauss", starts_on=date(2026, 11, 28), ends_on=date(2026, 11, 28))
        self.competition = competition_create(facts=facts, tables=TABLES, by=self.chief, at=now)
        self.referee = make_official(self.competition, "table_referee")
        account_pin_set(
            competition=self.competition.uid, account=self.referee.uid, pin=PIN, by=self.chief, at=now)
        self.event: Event = event_create(
            competition=self.competition.uid, name="Open", preset="latvian_open", regulations={}, by=self.chief,
            at=now)
        self._import()
        self.tablets = {table.uid: self._pair(table.number) for table in self.competition.tables.all()}

    def _import(self) -> None:
        now = timezone.now()
        uid = import_preview(event=self.event.uid, data=entry_list(), by=self.chief, at=now)
        shown = preview_of(event=self.event.uid, preview=uid, by=self.chief)
        import_confirm(event=self.event.uid, preview=uid, digest=shown.plan.digest, by=self.chief, at=now)
        entries = [entry.uid for entry in self.event.entries.all()]
        assert len(entries) == 30
        entry_mark_present(event=self.event.uid, entries=entries, by=self.chief, at=now)

    def _pair(self, number: int) -> HttpTablet:
        tablet = HttpTablet(self.url)
        code = pairing_code_make(competition=self.competition, by=self.chief, at=timezone.now())
        tablet.pair(code, f"Tablet {number}")
        return tablet

    def draw(self, system: str, **options: Any) -> Stage:
        """Draw by lot and lock."""
        now = timezone.now()
        stage = stage_create(event_uid=self.event.uid, system=system, options=options, by=self.chief, at=now)
        drawn = stage_draw(stage_uid=stage.uid, lot="thirty", by=self.chief, at=now)
        return stage_lock(stage_uid=stage.uid, version=drawn.version, by=self.chief, at=now)

    def assign(self, stage: Stage) -> None:
        """Give all matches that are to be played tables and slots."""
        tables_assign(stage_uid=stage.uid, by=self.chief, at=timezone.now())

    def play(self, matches: Sequence[Match]) -> None:
        """Matches that are at tables of their own at one time: called, played at all tables at once, approved."""
        played = [(match, self._script(match)) for match in matches]
        for match, script in played:
            # The two minutes of the call are over for those who do not come.
            match_call(match_uid=match.uid, by=self.chief, at=timezone.now() - timedelta(seconds=150))
            self._office(match, script)
        at_tablets = [(match, script) for match, script in played if has_tablet(script)]
        with ThreadPoolExecutor(TABLES) as pool:
            for _done in pool.map(lambda both: self._tablet(*both), at_tablets):
                pass
        versions = dict(Match.objects.filter(id__in=[m.id for m in matches]).values_list("uid", "version"))
        approved, refused = protocols_approve(matches=versions, by=self.chief, at=timezone.now())
        assert (approved, refused) == (len(matches), [])

    def _script(self, match: Match) -> Script:
        names = str(match.first.number), str(match.second.number if match.second else 0)
        script = scripts.script_of(self.seed, *names)
        self.results[match.uid] = script.result(*names)
        self.ways[script.way] = self.ways.get(script.way, 0) + 1
        if script.banned:
            self.ways["third warning"] = self.ways.get("third warning", 0) + 1
        return script

    def _office(self, match: Match, script: Script) -> None:
        """What is entered at the desk."""
        now = timezone.now()
        if script.way == scripts.PAPER:
            result_enter(match_uid=match.uid, sets=script.score, by=self.chief, at=now)
        if script.way == scripts.NO_SHOW:
            no_show_declare(match_uid=match.uid, who=script.loser, by=self.chief, at=now)
        if script.way == scripts.BOTH_ABSENT:
            for who in "AB":
                no_show_declare(match_uid=match.uid, who=who, by=self.chief, at=now)

    def _tablet(self, match: Match, script: Script) -> None:
        """One match at the tablet of its table. Runs in a thread of its own and asks no database."""
        try:
            self._record(match, script)
        finally:
            # The server closes a connection that is quiet between two games; a browser would open a new one too.
            self.tablets[match.table.uid].close()

    def _record(self, match: Match, script: Script) -> None:
        assert match.table is not None
        tablet, table = self.tablets[match.table.uid], str(match.table.uid)
        game = tablet.take(table, *((str(self.referee.uid), PIN) if script.needs_official else ()))
        assert game["status"] == "called"
        if script.way == scripts.NO_SHOW_AT_TABLET:
            tablet.send(tablet.line("no_show", who=script.loser))
            return
        tablet.send(*opening(tablet), *sets_of(tablet, script), again=script.is_resent)
        if script.way == scripts.FORFEIT:
            tablet.send(tablet.line("game_lost", who=script.loser, reason="unsporting"))
            return
        done = tablet.send(*tablet.sign({who: game["players"][who]["name"] for who in "AB"}), again=script.is_resent)
        assert (done["state"]["score"]["A"], done["state"]["score"]["B"]) == script.score

    def check_logs(self) -> None:
        """No event lost, none stored twice, every byte as it was sent, and the chain whole."""
        for tablet in self.tablets.values():
            rows = GameEvent.objects.filter(device__uid=tablet.device).order_by("dseq").select_related("audit")
            assert [bytes(row.audit.body) for row in rows] == tablet.sent
            assert [row.dseq for row in rows] == list(range(1, len(tablet.sent) + 1))
            assert {row.verdict for row in rows} <= {"applied"}
        assert QuarantinedLine.objects.count() == 0
        assert chain_breaks(self.competition) == ()
        links = AuditEntry.objects.filter(competition=self.competition)
        assert list(links.order_by("seq").values_list("seq", flat=True)) == list(range(1, links.count() + 1))
        assert links.filter(kind__startswith="game.").count() == GameEvent.objects.count()


def has_tablet(script: Script) -> bool:
    return script.way in (scripts.TABLET, scripts.FORFEIT, scripts.NO_SHOW_AT_TABLET)


def opening(tablet: HttpTablet) -> list[bytes]:
    """Both are there, the warm-up, the start."""
    return [
        tablet.line("arrived", who="A"), tablet.line("arrived", who="B"), tablet.line("warm_up"),
        tablet.line("started")]


def sets_of(tablet: HttpTablet, script: Script) -> list[bytes]:
    """The sets, with warnings between them and now and then a wrong press that is undone."""
    lines = []
    for place, winner in enumerate(script.course):
        if place == script.slip:
            wrong = tablet.line("set_won", winner=scripts.other(winner))
            lines += [wrong, tablet.line("void", uid=json.loads(wrong)["uid"], reason="")]
        lines += [
            tablet.line("warning", who=who, clause=clause) for at, who, clause in script.warnings if at == place]
        lines.append(tablet.line("set_won", winner=winner))
    if script.banned:
        lines += [tablet.line("warning", who=script.banned, clause=scripts.CLAUSES[n]) for n in range(3)]
    return lines


def entry_numbers(event: Event) -> list[str]:
    """What the tables know the entrants by, in the order of the list."""
    return [str(number) for number in Entry.objects.filter(event=event).order_by("number").values_list(
        "number", flat=True)]
