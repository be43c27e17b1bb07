"""Files for spreadsheets: what everybody may read, what the office has besides, and back in by the import."""

from __future__ import annotations

import csv
import io
from datetime import date

import openpyxl
import pytest
from django.test import Client

from competitions.common.actors import SYSTEM
from competitions.models import Event, Stage
from competitions.services.door import door_tick
from competitions.services.imports import import_preview, preview_of
from tests.factories import (
    NOON,
    make_award,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_result,
    make_stage,
    match_between,
)

pytestmark = pytest.mark.django_db


def field() -> Event:
    event = make_event(
        make_competition(slug="cup", is_public=True, starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 2)), slug="open")
    event.regulations = {**event.regulations, "rankings": ["sex"]}
    event.save()
    names = (("=cmd|x", "F"), ("Berta Egle", "F"), ("Hidden One", "M"))
    entries = [make_entry(event, name, club="Cēsu NK", hidden=name.startswith("Hidden")) for name, _sex in names]
    for entry, (_name, sex) in zip(entries, names, strict=True):
        entry.person.sex, entry.person.licence, entry.person.born = sex, f"L-{entry.number}", 1990
        entry.person.club = entry.club
        entry.person.save()
    stage: Stage = make_stage(event, [entries])
    first = match_between(stage, entries[0], entries[1])
    make_result(first, *((4, 2) if first.first_id == entries[0].id else (2, 4)))
    make_award(match_between(stage, entries[0], entries[2]), "A")
    return event


def rows(answer, delimiter: str = ",") -> list[dict[str, str]]:
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=delimiter))


def test_the_public_list_has_what_the_public_page_has(client: Client) -> None:
    field()
    listed = rows(client.get("/c/cup/open/files/entries.csv"))

    assert [row["Name"] for row in listed] == ["'=cmd|x", "Berta Egle", "No. 3"]
    assert "Licence" not in listed[0]
    assert b"L-1" not in client.get("/c/cup/open/files/entries.xlsx").content


def test_results_and_standings_are_those_of_the_pages(client: Client) -> None:
    """One game 4:2, one awarded: 2 points, no sets (3.2); the third is to be played."""
    field()
    results = rows(client.get("/c/cup/open/files/results.csv"))
    played = next(row for row in results if row["State"] == "approved")
    assert {played["Sets of the first"], played["Sets of the second"]} == {"4", "2"}
    assert sorted(row["State"] for row in results) == ["approved", "approved, awarded: no-show", "to be played"]

    table = rows(client.get("/c/cup/open/files/standings.csv"))
    women = [row for row in table if row["Table of"] == "Women"]
    assert [(row["Place"], row["Name"]) for row in women] == [("1", "'=cmd|x"), ("2", "Berta Egle")]
    assert {row["Table of"] for row in table} == {"all", "Women", "Men"}
    berta = next(row for row in table if row["Name"] == "Berta Egle")
    assert (berta["Points"], berta["Sets won"], berta["Sets lost"], berta["Set difference"]) == ("0", "2", "4", "-2")


def test_a_workbook_has_numbers_as_numbers(client: Client) -> None:
    field()
    page = openpyxl.load_workbook(io.BytesIO(client.get("/c/cup/open/files/standings.xlsx").content)).active
    heads = [cell.value for cell in page[1]]

    assert isinstance(page.cell(2, heads.index("Points") + 1).value, int)


def test_a_latvian_gets_semicolons(client: Client) -> None:
    field()
    client.cookies["django_language"] = "lv"
    assert rows(client.get("/c/cup/open/files/entries.csv"), ";")[1]["Klubs"] == "Cēsu NK"


def test_the_offices_list_can_be_imported_again(client: Client) -> None:
    event = field()
    event.entries.filter(number=1).update(class_name="B")
    event.entries.get(number=1).person.__class__.objects.filter(name="=cmd|x").update(name="Anna", name_key="anna")
    client.force_login(make_official(event.competition, "secretary"))
    answer = client.get("/panel/cup/open/files/entries.csv")
    assert "Hidden One" in answer.content.decode()
    uid = import_preview(event=event.uid, data=answer.content, by=SYSTEM, at=NOON)
    plan = preview_of(event=event.uid, preview=uid, by=SYSTEM)

    assert plan.problems == ()
    assert {row.status for row in plan.plan.rows} == {"same"}


def test_the_treasurers_file(client: Client) -> None:
    event = field()
    event.regulations = {**event.regulations, "fee_cents": 750}
    event.save()
    door_tick(entry=event.entries.get(number=2).uid, what="paid", by=SYSTEM, at=NOON)
    client.force_login(make_official(event.competition, "secretary"))
    listed = rows(client.get("/panel/cup/open/files/door.csv"))

    assert [(row["Fee"], row["Paid"]) for row in listed] == [("open", ""), ("paid", "7.50 EUR"), ("open", "")]


@pytest.mark.parametrize("path", ["entries.pdf", "secrets.csv", "door.csv", "results.csv?stage=9"])
def test_what_is_not_offered_is_not_there(client: Client, path: str) -> None:
    field()
    assert client.get(f"/c/cup/open/files/{path}").status_code == 404


def test_a_draw_that_is_not_locked_is_in_no_file(client: Client) -> None:
    event = field()
    event.stages.update(state="drawn")
    assert rows(client.get("/c/cup/open/files/results.csv")) == []
    assert rows(client.get("/c/cup/open/files/standings.csv")) == []
