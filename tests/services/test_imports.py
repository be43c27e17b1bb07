"""Import of entry lists: whole or not at all, twice adds nothing, workbooks within limits (reliability.md 35, 36)."""

from __future__ import annotations

import io
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import openpyxl
import pytest

from competitions.common.actors import SPECTATOR, SYSTEM, Actor
from competitions.common.errors import Invalid, NotAllowed, NotFound, Stale
from competitions.models import AuditEntry, Club, Entry, Event, Job, Outbox, Person, StageEntry
from competitions.selectors.actors import actor_of
from competitions.services.entries import seeds_set
from competitions.services.imports import Imported, Preview, import_confirm, import_preview, preview_of
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
LIST = "nr,name,sex,born,club,licence,rating,class\n1,Anna Liepa,S,1990,Rīga,L-1,1500,folk\n2,Ilze Ozola,S,,Cēsis,,,\n"


def preview(event: Event, data: str | bytes, by: Actor = SYSTEM) -> Preview:
    raw = data.encode() if isinstance(data, str) else data
    return preview_of(event=event.uid, preview=import_preview(event=event.uid, data=raw, by=by, at=NOON), by=by)


def confirm(event: Event, shown: Preview, by: Actor = SYSTEM) -> Imported:
    return import_confirm(event=event.uid, preview=shown.uid, digest=shown.plan.digest, by=by, at=NOON)


def take(event: Event, data: str | bytes) -> Imported:
    return confirm(event, preview(event, data))


def shared(name: str) -> bytes:
    if not (DATA / name).exists():
        pytest.skip("the shared data are not beside the project")
    return (DATA / name).read_bytes()


def counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Entry, Person, Club, AuditEntry, Outbox))


@pytest.mark.parametrize(("name", "rows"), [
    ("entries-30.csv", 30), ("entries-48-bom.csv", 48), ("entries-excel-lv.csv", 46)])
def test_shared_list_is_stored_and_twice_adds_nothing(name: str, rows: int) -> None:
    event, data = make_event(), shared(name)
    assert take(event, data) == Imported(new=rows, changed=0, same=0)
    after = counts()
    third = Entry.objects.get(event=event, number=3)
    assert third.person is not None
    assert (third.person.name, third.person.born, str(third.club), third.rating, third.class_name, third.state) == (
        "Ainārs N03", 1989, "Bauska; novads", 1849, "folk", "entered")
    again = preview(event, data)
    assert (again.plan.new, again.plan.changed, again.plan.same) == (0, 0, rows)
    assert confirm(event, again) == Imported(new=0, changed=0, same=rows)
    assert counts() == after


def test_three_files_of_one_field_know_the_same_people() -> None:
    take(make_event(), shared("entries-30.csv"))
    event = make_event()
    assert take(event, shared("entries-48-bom.csv")).new == 48
    assert Person.objects.count() == 48


def test_list_with_faults_is_refused_row_by_row_and_nothing_is_stored() -> None:
    event = make_event()
    before = counts()
    shown = preview(event, shared("entries-with-errors.csv"))
    assert [(p.line, p.field) for p in shown.problems] == [
        (4, "name"), (6, "name"), (7, "born"), (9, "sex"), (10, "rating"), (11, "name"), (12, "name"), (13, "born")]
    with pytest.raises(Invalid) as refused:
        confirm(event, shown)
    assert refused.value.code == "import_refused"
    assert counts() == before


def test_changes_are_shown_before_and_after_and_applied() -> None:
    event = make_event()
    take(event, LIST)
    newer = LIST.replace("1500,folk", "1550,licensed").replace("Ilze Ozola,S,,Cēsis", "Ilze Ozola,S,1985,Valmiera")
    shown = preview(event, newer + "9,Zane Bērza,S,,,,,\n")
    assert [(row.status, dict(row.changes)) for row in shown.plan.rows] == [
        ("changed", {"rating": (1500, 1550), "class_name": ("folk", "licensed")}),
        ("changed", {"born": (None, 1985), "club": ("Cēsis", "Valmiera")}), ("new", {})]
    assert confirm(event, shown) == Imported(new=1, changed=2, same=0)
    anna, ilze, zane = Entry.objects.filter(event=event)
    assert anna.person
    assert ilze.person
    assert (anna.rating, anna.person.rating, anna.class_name) == (1550, 1550, "licensed")
    assert (ilze.person.born, str(ilze.club), str(ilze.person.club)) == (1985, "Valmiera", "Valmiera")
    assert zane.number == 9


def test_blanks_and_missing_columns_erase_nothing() -> None:
    event = make_event()
    take(event, LIST)
    assert take(event, "name,club\nAnna Liepa,-\n") == Imported(new=0, changed=0, same=1)
    anna = Entry.objects.get(event=event, number=1)
    assert (str(anna.club), anna.rating, anna.person and anna.person.licence) == ("Rīga", 1500, "L-1")
    assert preview(event, "name\nAnna Liepa\n").plan.untouched == 1


def test_licence_finds_a_person_whose_name_has_changed() -> None:
    event = make_event()
    take(event, LIST)
    shown = preview(event, "name,licence\nAnna Ozola,L-1\n")
    assert dict(shown.plan.rows[0].changes) == {"name": ("Anna Liepa", "Anna Ozola")}
    confirm(event, shown)
    assert str(Entry.objects.get(event=event, number=1)) == "Anna Ozola"
    assert Person.objects.count() == 2


def test_seeds_and_licences_may_be_exchanged() -> None:
    event = make_event()
    take(event, "name,licence,seed\nAnna,L-1,1\nIlze,L-2,2\n")
    assert take(event, "name,seed\nAnna,2\nIlze,1\n").changed == 2
    assert list(Entry.objects.values_list("seed", flat=True)) == [2, 1]


AGAINST_KNOWN = [  # a second list after LIST, the fault
    ("name,licence\nIlze Ozola,L-1\n", (2, "licence", "licence_taken")),
    ("name,seed\nZane,5\n", (2, "seed", "seed_taken")),
    ("name,licence\nAnna Liepa,L-9\nAnna Zīle,L-1\n", (3, "name", "same_person")),
]


@pytest.mark.parametrize(("text", "fault"), AGAINST_KNOWN, ids=[fault[2] for _text, fault in AGAINST_KNOWN])
def test_faults_against_what_is_known_are_rows_too(text: str, fault: tuple[int, str, str]) -> None:
    event = make_event()
    take(event, LIST)
    seeds_set(event=event.uid, seeds={Entry.objects.get(number=1).uid: 5}, by=SYSTEM, at=NOON)
    before = counts()
    shown = preview(event, text)
    assert [(p.line, p.field, p.code) for p in shown.problems] == [fault]
    assert not shown.is_faultless
    with pytest.raises(Invalid):
        confirm(event, shown)
    assert counts() == before


@pytest.mark.parametrize(("text", "numbers"), [
    ("nr,name\n5,A\n7,B\n", [5, 7]), ("name\nA\nB\n", [2, 3]), ("nr,name\n1,A\n,B\n8,C\n", [9, 10, 8]),
])
def test_numbers_of_the_list_are_kept_where_free(text: str, numbers: list[int]) -> None:
    event = make_event()
    make_entry(event, "Known", number=1)
    take(event, text)
    names = sorted(Entry.objects.exclude(number=1), key=str)
    assert [entry.number for entry in names] == numbers


def test_a_list_after_the_draw_is_locked_makes_late_entries() -> None:
    event = make_event()
    make_stage(event, [[make_entry(event, "A"), make_entry(event, "B")]])
    take(event, "name\nLate One\n")
    assert StageEntry.objects.count() == 2
    assert Entry.objects.get(person__name="Late One").state == "entered"


def test_what_was_shown_is_what_is_stored() -> None:
    event = make_event()
    shown = preview(event, LIST)
    Person.objects.create(name="Anna Liepa", name_key="anna liepa", born=1990, rating=1)
    with pytest.raises(Stale) as refused:
        confirm(event, shown)
    assert refused.value.code == "preview_stale"
    assert not Entry.objects.exists()
    assert confirm(event, preview_of(event=event.uid, preview=shown.uid, by=SYSTEM)).new == 2
    for digest in ("", "0" * 64):
        with pytest.raises(Stale):
            import_confirm(event=event.uid, preview=preview(event, LIST).uid, digest=digest, by=SYSTEM, at=NOON)


def test_confirming_twice_stores_once() -> None:
    event = make_event()
    shown = preview(event, LIST)
    first = confirm(event, shown)
    after = counts()
    assert confirm(event, shown) == first
    assert counts() == after
    assert preview_of(event=event.uid, preview=shown.uid, by=SYSTEM).is_stored


def test_a_preview_is_of_one_person_and_one_event() -> None:
    event = make_event()
    chief = actor_of(make_official(event.competition))
    secretary = actor_of(make_official(event.competition, "secretary"))
    shown = preview(event, LIST, by=chief)
    sister = make_event(event.competition)
    for other_event, by in ((event, secretary), (sister, chief), (event, SYSTEM)):
        with pytest.raises(NotFound):
            confirm(other_event, shown, by=by)
    with pytest.raises(NotFound):
        preview_of(event=event.uid, preview=uuid4(), by=chief)
    assert not Entry.objects.exists()


def test_a_new_preview_replaces_the_old_one() -> None:
    event = make_event()
    by = actor_of(make_official(event.competition))
    old = preview(event, LIST, by=by)
    preview(event, LIST, by=by)
    assert Job.objects.count() == 1
    with pytest.raises(NotFound):
        confirm(event, old, by=by)


@pytest.mark.parametrize(("role", "error"), [("senior", NotAllowed), ("table_referee", NotAllowed), ("", NotFound)])
def test_import_is_for_the_office(role: str, error: type[Exception]) -> None:
    event = make_event()
    by = actor_of(make_official(event.competition, role)) if role else SPECTATOR
    with pytest.raises(error):
        preview(event, LIST, by=by)
    with pytest.raises(error):
        import_confirm(event=event.uid, preview=uuid4(), digest="", by=by, at=NOON)
    assert not Job.objects.exists()


def test_import_of_a_foreign_chief_is_not_found() -> None:
    with pytest.raises(NotFound):
        preview(make_event(), LIST, by=actor_of(make_official(make_competition())))


# --- workbooks -----------------------------------------------------------------------------------------------------
def workbook(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_workbook_is_read_with_numbers_dates_and_gaps() -> None:
    from datetime import date

    event = make_event()
    data = workbook([
        ["Dalībnieki", None], [], ["Nr.", "Vārds, uzvārds", "Dz. gads", "Klubs", "IK"],
        ["=A1+1", "Ķirils Žagariņš", 1976, "Cēsu NK", 1500.0], [None, None, None], [3, "Zaiga", date(2002, 5, 7)],
    ])
    shown = preview(event, data)
    assert shown.problems == ()
    assert [row.line for row in shown.plan.rows] == [4, 6]
    confirm(event, shown)
    assert list(Entry.objects.values_list("person__name", "person__born", "rating")) == [
        ("Zaiga", 2002, None), ("Ķirils Žagariņš", 1976, 1500)]


def test_formula_cell_of_a_workbook_is_refused() -> None:
    shown = preview(make_event(), workbook([["name", "rating"], ['=HYPERLINK("x")', 1], ["Anna", "=1+1"]]))
    assert [(p.line, p.field, p.code) for p in shown.problems] == [(2, "name", "formula"), (3, "rating", "formula")]


def zipped(members: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def with_sheet(sheet: bytes) -> bytes:
    """A workbook whose sheet is replaced."""
    source = zipfile.ZipFile(io.BytesIO(workbook([["name"], ["Anna"]])))
    members = {name: source.read(name) for name in source.namelist()}
    return zipped({**members, "xl/worksheets/sheet1.xml": sheet})


def rows_xml(count: int, cells: str) -> bytes:
    rows = "".join(f'<row r="{n}">{cells}</row>' for n in range(1, count + 1))
    return (
        '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{rows}</sheetData></worksheet>").encode()


LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>'
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
    b'<c r="A1" t="inlineStr"><is><t>&d;</t></is></c></row></sheetData></worksheet>')
HOSTILE = {
    "50 MB in 50 kB": (lambda: with_sheet(b" " * 50_000_000), {"unpacks_too_large"}),
    "19 MB in 19 kB": (lambda: with_sheet(b" " * 19_000_000), {"unpacks_too_large"}),
    "60,000 members": (lambda: zipped({f"m{n}": b"" for n in range(60_000)}), {"unpacks_too_large", "file_too_large"}),
    "20,000 members": (lambda: zipped({f"m{n}": b"" for n in range(20_000)}), {"unpacks_too_large"}),
    "a zip of zips": (lambda: zipped({"a.zip": zipped({"b.zip": zipped({"c": b"x"})})}), {"not_xlsx"}),
    "a member outside": (lambda: zipped({"xl/workbook.xml": b"x", "../../x": b"x"}), {"not_xlsx"}),
    "an absolute member": (lambda: zipped({"xl/workbook.xml": b"x", "/etc/x": b"x"}), {"not_xlsx"}),
    "billion laughs": (lambda: with_sheet(LAUGHS), {"not_xlsx"}),
    "a broken sheet": (lambda: with_sheet(b"<worksheet><sheetData>"), {"not_xlsx", "empty_list"}),
    "a broken zip": (lambda: workbook([["name"], ["A"]])[:-30], {"not_xlsx"}),
    "an old Excel file": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 1000, {"old_excel"}),
    "too many rows": (lambda: workbook([["name"], *([f"P{n}"] for n in range(6_000))]), {"too_many_rows"}),
    "too many columns": (lambda: workbook([["name"], ["x"] * 300]), {"too_many_columns"}),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(500), {"not_text"}),
    "nothing": (lambda: b"", {"empty_list"}),
    "5 MB and a byte": (lambda: b"a" * 5_000_001, {"file_too_large"}),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_file_is_refused_in_two_seconds(case: str) -> None:
    make, codes = HOSTILE[case]
    event, data = make_event(), make()
    begin = time.perf_counter()
    with pytest.raises(Invalid) as refused:
        preview(event, data)
    assert time.perf_counter() - begin < 2
    assert refused.value.code in codes
    assert refused.value.params["path"] == "file"
    assert not Job.objects.exists()


def test_a_workbook_that_keeps_the_reader_busy_is_ended() -> None:
    """Within every limit of size, but hundreds of thousands of cells without a row that counts."""
    noise = "".join(f'<c r="A1" t="inlineStr"><is><t>{n % 97}</t></is></c>' for n in range(450_000))
    with pytest.raises(Invalid) as refused:
        preview(make_event(), with_sheet(rows_xml(1, noise)))
    assert refused.value.code in {"too_hard", "too_many_columns", "unpacks_too_large", "no_headings"}


def test_reading_a_workbook_leaves_numpy_out_of_this_process() -> None:
    code = (
        "import sys, pathlib; sys.modules['openpyxl'] = None\n"
        "from competitions.services.xlsx_reading import xlsx_lines\n"
        "print(len(xlsx_lines(pathlib.Path(sys.argv[1]).read_bytes())), 'numpy' in sys.modules)")
    path = Path(__file__).parent / f".{uuid4()}.xlsx"
    path.write_bytes(workbook([["name"], ["Anna"]]))
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True,
            cwd=Path(__file__).resolve().parents[2])
    finally:
        path.unlink()
    assert done.stdout.split() == ["2", "False"]


def test_five_hundred_rows_are_shown_in_two_seconds() -> None:
    event = make_event()
    lines = "".join(f"{n},Person {n},V,19{n % 90 + 10},Club {n % 40},L-{n},{1000 + n},folk\n" for n in range(1, 501))
    text = "nr,name,sex,born,club,licence,rating,class\n" + lines
    take(event, text)
    begin = time.perf_counter()
    shown = preview(event, text)
    assert time.perf_counter() - begin < 2
    assert shown.plan.same == 500


def test_preview_of_a_long_list_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    event = make_event()
    take(event, "name\n" + "".join(f"Person {n}\n" for n in range(900)))
    job: UUID = preview(event, "name\n" + "".join(f"Person {n}\n" for n in range(900))).uid
    with django_assert_max_num_queries(12):
        preview_of(event=event.uid, preview=job, by=SYSTEM)
