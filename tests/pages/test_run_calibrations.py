"""The constants of the tables in the panel: measured strokes are fitted elsewhere, and used only when accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client

from competitions.models import AuditEntry, Job
from refereeing.models import Calibration
from refereeing.selectors.calibrations import calibration_for
from tests.factories import make_official
from tests.pages.run_site import Hall, said, text

pytestmark = pytest.mark.django_db

FIT = {
    "constants": {"friction": 0.131, "restitution_disc": 0.85, "restitution_edge": 0.66, "gravity": 9810.0,
                  "mass_disc": 5.5, "mass_striker": 22.0, "radius_disc": 15.0, "radius_striker": 22.5},
    "sd": {"friction": 0.004, "restitution_edge": 0.02, "restitution_disc": 0.06}, "learnt": ["friction"],
    "explained": False,
    "strokes": [{"speed": 1201.0, "angle": 90.0, "misfit": 1.5, "seconds": 0.93, "outlier": True}],
}
ROW = {"x": "0", "y": "-420", "angle": "90", "stopped_x": "0", "stopped_y": "148", "seconds": "0.94"}


@pytest.fixture
def hall(client: Client, settings: Any, tmp_path: Any) -> Hall:
    settings.MEDIA_ROOT = tmp_path
    return Hall(client)


def filled(*rows: dict[str, str], **more: str) -> dict[str, str]:
    sent = {"strokes-TOTAL_FORMS": "8", "strokes-INITIAL_FORMS": "0", "position_sd": "3", "seconds_sd": "0.15",
            "table": "", **more}
    for place, row in enumerate(rows):
        sent |= {f"strokes-{place}-{name}": value for name, value in row.items()}
    return sent


def asked(hall: Hall, *rows: dict[str, str], **more: str) -> Job:
    hall.post("calibrations", filled(*(rows or (ROW,)), **more))
    return Job.objects.get()


def finish(job: Job, result: dict[str, Any]) -> None:
    name = default_storage.save(f"jobs/{job.uid}/result.json", ContentFile(json.dumps([result]).encode()))
    Job.objects.filter(id=job.id).update(state=Job.State.DONE, result=name)


def test_strokes_are_handed_to_the_process_that_fits(hall):
    disc = {"disc_x": "0", "disc_y": "-200", "disc_stopped_x": "1", "disc_stopped_y": "300"}

    job = asked(hall, ROW, {}, {**ROW, "seconds": "", **disc}, table=str(hall.tables[1].uid))

    assert job.args["items"] == [{
        "strokes": [
            {"striker": {"x": 0, "y": -420, "angle": 90}, "stopped": {"x": 0, "y": 148}, "seconds": 0.94},
            {"striker": {"x": 0, "y": -420, "angle": 90}, "stopped": {"x": 0, "y": 148},
             "discs": [{"x": 0, "y": -200, "after": {"x": 1, "y": 300}}]},
        ], "position_sd": 3, "seconds_sd": 0.15,
    }]  # fmt: skip
    assert "It takes a few seconds" in text(hall.get("calibration-fit", uid=job.uid))


BAD = [
    ({**ROW, "angle": ""}, "Fill this in."),
    ({**ROW, "y": "-900"}, "-477"),
    ({**ROW, "disc_x": "5"}, "Fill this in."),
    ({**ROW, "disc_stopped_x": "5", "disc_stopped_y": "5"}, "Fill this in."),
    ({**ROW, "seconds": "soon"}, "number"),
]


@pytest.mark.parametrize(("row", "says"), BAD)
def test_a_row_that_is_not_whole_is_marked_and_nothing_is_started(hall, row, says):
    answer = hall.client.post(hall.url("calibrations"), filled(row))

    assert answer.status_code == 422
    assert says in text(answer)
    assert not Job.objects.exists()


def test_an_empty_form_asks_for_a_stroke(hall):
    assert "one measured stroke" in said(hall.post("calibrations", filled()))


def test_a_fit_is_shown_and_used_only_when_accepted(hall):
    job = asked(hall)
    finish(job, FIT)
    game = hall.match().games.get()

    shown = text(hall.get("calibration-fit", uid=job.uid))
    assert "0.131" in shown
    assert "does not fit" in shown
    assert calibration_for(game).record is None

    assert "Version 1" in said(hall.post("calibration-accept", {"note": " new  powder "}, uid=job.uid))
    used = calibration_for(game)
    assert (used.constants["friction"], used.sd["friction"]) == (0.131, 0.004)
    assert used.record.note == "new powder"
    assert "new powder" in text(hall.get("calibrations"))
    assert AuditEntry.objects.filter(kind="calibration.stored").count() == 1

    assert "used already" in said(hall.post("calibration-accept", {}, uid=job.uid))
    assert Calibration.objects.count() == 1


def test_one_of_a_table_goes_before_one_of_all_tables(hall):
    job = asked(hall, table=str(hall.match().table.uid))
    finish(job, FIT)
    hall.post("calibration-accept", {}, uid=job.uid)
    hall.post("calibration-reset", {"table": ""})

    assert calibration_for(hall.match().games.get()).record.version == 1
    hall.post("calibration-reset", {"table": str(hall.match().table.uid)})
    assert calibration_for(hall.match().games.get()).constants["friction"] == 0.10


def test_a_fit_that_found_nothing_says_why_and_cannot_be_used(hall):
    job = asked(hall)
    finish(job, {"error": {"code": "overlap", "path": "strokes[0].discs[0]", "message": "…"}})

    assert "Two pieces lie in one place (strokes[0].discs[0])" in text(hall.get("calibration-fit", uid=job.uid))
    assert "found nothing" in said(hall.post("calibration-accept", {}, uid=job.uid))


def test_a_table_referee_does_not_measure(hall):
    hall.client.force_login(make_official(hall.competition, "table_referee"))

    assert hall.get("calibrations").status_code in (403, 404)
