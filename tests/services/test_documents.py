"""Every document from real rows: read back with all letters, in the language asked for; long ones as jobs."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone
from pypdf import PdfReader

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.models import Event, Job, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.jobs import TASK, job_cancel, job_claim, job_progress, job_start, jobs_sweep
from competitions.services.tables import tables_assign
from refereeing.services.desk import (
    desk_write,
    game_lost_declare,
    no_show_declare,
    only_game,
    result_enter,
    warning_give,
)
from refereeing.services.devices import slip_code
from refereeing.services.discipline import entry_withdraw
from refereeing.services.documents.job import job_file, job_run
from refereeing.services.documents.render import KINDS, document_render, protocol_now
from refereeing.services.protocols import protocol_approve, result_correct
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db
NAMES = ("Žanna Ābele-Ķēniņa", "Õie Mäe-Külm", "Иван Ёлкин", "Jörg Weiß", "Ģirts Šļūka", "O'Brien <b>x</b> & {{7*7}}")
BASE = "http://novuss.example"


class Hall:
    """Two groups of three at four tables, with a chief."""

    def __init__(self, system: str = "") -> None:
        self.competition = make_competition("Rīgas kauss – Šķēps", tables=4)
        self.chief: Actor = actor_of(make_official(self.competition))
        self.event: Event = make_event(self.competition, name="Vienspēles")
        self.entries = [make_entry(self.event, name, club=f"Klubs {n}") for n, name in enumerate(NAMES)]
        groups = [self.entries] if system == "swiss" else [self.entries[:3], self.entries[3:]]
        self.stage: Stage = make_stage(self.event, groups, system=system)
        tables_assign(stage_uid=self.stage.uid, by=self.chief, at=NOON)

    def enter(self, match: Match, sets: tuple[int, int]) -> Match:
        result_enter(match_uid=match.uid, sets=sets, by=self.chief, at=NOON)
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=NOON)
        match.refresh_from_db()
        return match

    def render(self, kind: str, language: str = "en", **args: Any) -> str:
        of = {"stage": str(self.stage.uid), "event": str(self.event.uid)}
        given = {"language": language, "base_url": BASE, **of, **args}
        document = document_render(kind, self.competition, given)
        assert document.content_type == "application/pdf"
        return text_of(document.content)


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.mark.parametrize("language", ["lv", "en", "et", "ru", "de"])
@pytest.mark.parametrize("kind", ["entry_list", "round_list", "cross_table", "final_table", "lot_sheet", "protocols"])
def test_names_are_printed_letter_by_letter(hall: Hall, kind: str, language: str) -> None:
    hall.enter(hall.stage.matches.first(), (4, 2))
    args = {"round": 1} if kind == "round_list" else {}
    text = hall.render(kind, language, blank=True, **args)
    for name in NAMES:
        assert name in text, name


def test_every_kind_can_be_printed(hall: Hall) -> None:
    # Those of other systems and regulations: test_bracket_prints.py, test_run_ladder.py, test_club_table.py,
    # test_team_documents.py.
    for kind in set(KINDS) - {"bracket", "ranking_list", "clubs", "team_protocols"}:
        assert hall.render(kind, round=1, blank=True)


def test_a_swiss_prints_its_tables() -> None:
    hall = Hall("swiss")
    hall.enter(hall.stage.matches.first(), (4, 2))
    assert NAMES[2] in hall.render("cross_table")
    assert NAMES[2] in hall.render("final_table")


def test_each_group_has_its_own_table(hall: Hall) -> None:
    text = hall.render("final_table")
    assert "Group A" in text
    assert "Group B" in text


def test_a_protocol_tells_the_game_with_its_clauses_and_its_head(hall: Hall) -> None:
    match = hall.stage.matches.first()
    warning_give(match_uid=match.uid, who="A", clause="19.1.c", by=hall.chief, at=NOON)
    match = hall.enter(match, (4, 2))
    protocol = match.games.get().protocols.get()
    text = hall.render("protocols", match=str(match.uid))
    assert "4:2" in text.replace(" ", "")
    assert "19.1.c" in text
    assert protocol.head_hash[:12] in text.replace("\n", "")
    assert protocol.token in text
    assert "Rules: LNF 2008" in text
    assert "lnf-2008" not in text
    chief = str(hall.competition.officials.get().account)
    assert text.count(chief) == 2  # who gave the warning, and who approved


def test_a_running_games_protocol_says_that_it_is_interim(hall: Hall) -> None:
    match: Match = hall.stage.matches.select_related("stage__event__competition", "table").first()
    with transaction.atomic():
        desk_write(only_game(match), [("started", {}), ("set_won", {"winner": "A"})], by=hall.chief, at=NOON)
    game = match.games.get()

    shown = text_of(protocol_now(game, language="en", base_url=BASE))

    assert "Match protocol: interim, the game is not finished" in shown
    assert "1 : 0" in shown
    assert "revision" not in shown


def test_a_warning_copied_from_paper_has_no_set(hall: Hall) -> None:
    match = hall.stage.matches.first()
    warning_give(match_uid=match.uid, who="A", clause="19.1.c", by=hall.chief, at=NOON)
    result_enter(match_uid=match.uid, sets=(4, 2), by=hall.chief, at=NOON)
    warning_give(match_uid=match.uid, who="B", clause="19.1.c", by=hall.chief, at=NOON)

    listed = match.games.get().protocols.last().body["state"]["warning_list"]
    assert [(w["who"], w["set"]) for w in listed] == [("A", 1), ("B", None)]


def test_paper_that_brought_the_score_alone_does_not_call_its_sets_unplayed(hall: Hall) -> None:
    first, second = hall.stage.matches.all()[:2]
    hall.enter(first, (4, 2))
    hall.enter(second, (4, 1))

    assert "not played" not in hall.render("protocols", match=str(first.uid))
    # Up to six sets, won by 4:1: only the sixth was not played.
    assert hall.render("protocols", match=str(second.uid)).count("not played") == 1


def test_a_protocol_names_who_approved_it(hall: Hall) -> None:
    match = hall.stage.matches.first()
    chief = str(hall.competition.officials.get().account)
    result_enter(match_uid=match.uid, sets=(4, 2), by=hall.chief, at=NOON)
    assert chief not in hall.render("protocols", match=str(match.uid))

    match.refresh_from_db()
    protocol_approve(match_uid=match.uid, version=match.version, by=hall.chief, at=NOON)
    assert chief in hall.render("protocols", match=str(match.uid))


def test_a_result_that_was_entered_twice_is_noted_in_the_language_of_the_paper(hall: Hall) -> None:
    match = hall.stage.matches.first()
    for sets in ((4, 2), (4, 1)):
        result_enter(match_uid=match.uid, sets=sets, by=hall.chief, at=NOON)

    text = hall.render("protocols", "lv", match=str(match.uid))
    assert "divi atšķirīgi rezultāti: 4:1" in text
    assert "entered twice" not in text


def test_a_corrected_protocol_says_so(hall: Hall) -> None:
    match = hall.enter(hall.stage.matches.first(), (4, 2))
    result_correct(match_uid=match.uid, sets=(2, 4), reason="misread", version=match.version, by=hall.chief, at=NOON)
    text = " ".join(hall.render("protocols", match=str(match.uid)).split())
    chief = str(hall.competition.officials.get().account)
    assert text.count(f"by {chief}: misread") == 1
    assert f"Corrected 28.11.2026 12:00 by {chief}: misread" in text


def test_a_game_lost_and_one_not_played(hall: Hall) -> None:
    """15.1: the clause stands on the protocol; no sets count for anybody."""
    match = hall.stage.matches.first()
    Match.objects.filter(id=match.id).update(called_at=NOON - timedelta(minutes=3), status="called")
    no_show_declare(match_uid=match.uid, who="B", by=hall.chief, at=NOON)
    text = hall.render("protocols", match=str(match.uid))
    assert "15.1" in text


def test_who_withdraws_is_not_said_to_have_stayed_away(hall: Hall) -> None:
    match = hall.stage.matches.first()
    game_lost_declare(match_uid=match.uid, who="A", reason="withdrawn", by=hall.chief, at=NOON)
    text = hall.render("protocols", match=str(match.uid), language="de")
    assert "zurückgezogen" in text
    assert "nach dem Aufruf" not in text


def test_slips_carry_the_code_and_need_tables(hall: Hall) -> None:
    code = slip_code(hall.stage.matches.first().games.get())
    assert code in hall.render("slips", round=1).replace(" ", "")
    Match.objects.update(table=None)
    with pytest.raises(Conflict, match="no_tables"):
        hall.render("slips", round=1)


def test_somebody_who_left_stands_below_without_a_place(hall: Hall) -> None:
    entry_withdraw(entry_uid=hall.entries[0].uid, reason="ill", by=hall.chief, at=NOON)
    text = hall.render("final_table")
    assert "ill" in text
    assert hall.render("cross_table")


@pytest.mark.parametrize(("kind", "args", "error"), [
    ("passwords", {}, Invalid), ("final_table", {"language": "xx"}, Invalid),
    ("final_table", {"stage": str(uuid4())}, NotFound), ("protocols", {"match": str(uuid4())}, NotFound),
    ("entry_list", {"event": str(uuid4())}, NotFound), ("round_list", {"round": 99}, NotFound),
])
def test_what_is_not_there_is_refused(hall: Hall, kind: str, args: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        hall.render(kind, **args)


def test_another_competitions_stage_is_not_there(hall: Hall) -> None:
    other = make_competition()
    with pytest.raises(NotFound):
        document_render(
            "final_table", other, {"language": "en", "base_url": BASE, "stage": str(hall.stage.uid)})


def test_a_job_runs_with_progress_and_gives_a_file(hall: Hall, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    job = job_start(
        kind="protocols", competition=hall.competition, by=hall.chief, at=timezone.now(),
        args={"language": "lv", "base_url": BASE, "stage": str(hall.stage.uid), "blank": True},
    )
    job_run(job.uid)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.attempts) == ("done", 6, 6, 1)
    assert (job_file(job) or b"").startswith(b"%PDF")
    job_run(job.uid)
    assert Job.objects.get(uid=job.uid).attempts == 1


def test_many_protocols_are_a_zip(hall: Hall) -> None:
    event = make_event(hall.competition)
    stage = make_stage(event, [[make_entry(event, f"Many {n}") for n in range(11)]])
    document = document_render(
        "protocols", hall.competition, {"language": "en", "base_url": BASE, "stage": str(stage.uid), "blank": True})
    assert document.content_type == "application/zip"
    names = zipfile.ZipFile(io.BytesIO(document.content)).namelist()
    assert names == ["protocols-blank-01.pdf", "protocols-blank-02.pdf"]


def test_a_cancelled_job_stops(hall: Hall) -> None:
    job = job_start(
        kind="protocols", competition=hall.competition, by=hall.chief, at=timezone.now(),
        args={"language": "lv", "base_url": BASE, "blank": True})
    claimed = job_claim(job.uid, timezone.now())
    assert claimed is not None
    assert job_progress(claimed, 1, 6, timezone.now())
    job_cancel(job_uid=job.uid, by=hall.chief, at=timezone.now())
    assert not job_progress(claimed, 2, 6, timezone.now())


def test_a_job_that_cannot_be_done_says_why(hall: Hall) -> None:
    job = job_start(
        kind="protocols", competition=hall.competition, by=hall.chief, at=timezone.now(),
        args={"language": "xx", "base_url": BASE})
    job_run(job.uid)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "unknown_value")


def test_the_sweeper_sends_what_a_lost_worker_left_and_gives_up_after_three(
    hall: Hall, monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(type(current_app.tasks[TASK]), "apply_async", lambda *args, **options: sent.append(args))
    job = job_start(kind="protocols", competition=hall.competition, by=hall.chief, at=timezone.now(), args={})
    later = timezone.now()
    for attempt in range(1, 4):
        later += timedelta(minutes=2)
        assert jobs_sweep(later) == 1
        assert job_claim(job.uid, later) is not None
        assert Job.objects.get(uid=job.uid).attempts == attempt
    assert jobs_sweep(later + timedelta(minutes=2)) == 0
    assert Job.objects.get(uid=job.uid).state == "failed"
