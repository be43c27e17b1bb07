"""Reading entry lists: the files of the shared data, headings of five languages, every fault by line and field."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from competitions.common.errors import Invalid
from competitions.formats.entry_list import MAX_ROWS, Entrant, EntryList, csv_lines, read_entry_list
from competitions.formats.headings import FIELDS, columns_of, heading_field, template_headings
from competitions.formats.text_encoding import decode_text

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
YEAR = 2026


def read(text: str, **options: object) -> EntryList:
    return read_entry_list(csv_lines(text)[0], this_year=YEAR, **options)  # type: ignore[arg-type]


def shared(name: str) -> EntryList:
    if not (DATA / name).exists():
        pytest.skip("the shared data are not beside the project")
    return read(decode_text((DATA / name).read_bytes())[0])


def faults(listed: EntryList) -> list[tuple[int, str, str]]:
    return [(problem.line, problem.field, problem.code) for problem in listed.problems]


@pytest.mark.parametrize(("name", "rows"), [
    ("entries-30.csv", 30), ("entries-48-bom.csv", 48), ("entries-excel-lv.csv", 46)])
def test_shared_lists_are_taken_as_they_are(name: str, rows: int) -> None:
    listed = shared(name)
    assert (len(listed.rows), listed.problems, listed.unknown, listed.missing) == (rows, (), (), ("seed",))
    third = listed.rows[2].entrant
    assert (third.name, third.sex, third.born, third.club, third.licence, third.rating, third.class_name) == (
        "Ainārs N03", "M", 1989, "Bauska; novads", "", 1849, "folk")


def test_every_faulty_row_is_named_with_its_field() -> None:
    assert faults(shared("entries-with-errors.csv")) == [
        (4, "name", "required"), (6, "name", "name_twice"), (7, "born", "wrong_year"), (9, "sex", "unknown_sex"),
        (10, "rating", "out_of_range"), (11, "name", "formula"), (12, "name", "too_long"), (13, "born", "short_row"),
    ]


ROW_FAULTS = [  # headings, row, field, code
    ("name,club", "Anna,=1", "club", "formula"),
    ("name,club", "Anna,\uff1d1", "club", "formula"),
    ("name,licence", "Anna,@x", "licence", "formula"),
    ("first name,surname", "Anna,+Liepa", "name", "formula"),
    ("name,born", "Anna,1899", "born", "wrong_year"),
    ("name,born", "Anna,2027", "born", "wrong_year"),
    ("name,born", "Anna,63", "born", "wrong_year"),
    ("name,born", "Anna,31.12.1899", "born", "wrong_year"),
    ("name,rating", "Anna,12.5", "rating", "not_whole"),
    ("name,rating", "Anna,1e9", "rating", "not_whole"),
    ("name,rating", "Anna,100000", "rating", "out_of_range"),
    ("name,rating", "Anna," + "9" * 5000, "rating", "not_whole"),
    ("name,seed", "Anna,0", "seed", "out_of_range"),
    ("name,nr", "Anna,x", "number", "not_whole"),
    ("name,class", "Anna," + "k" * 41, "class_name", "too_long"),
    ("name,licence", "Anna," + "k" * 41, "licence", "too_long"),
    ("name,club", "Anna,A\u202eB", "club", "control_character"),
    ("name,club", "Anna,Rīga,x", "row", "long_row"),
    ("name,club,born", "Anna,Rīga", "born", "short_row"),
    ("name,shoe size,born", "Anna", "born", "short_row"),
    ("name,shoe size,socks", "Anna", "name", "short_row"),
]


@pytest.mark.parametrize(
    ("headings", "row", "field", "code"), ROW_FAULTS, ids=[f"{fault[3]} {i}" for i, fault in enumerate(ROW_FAULTS)])
def test_a_fault_is_found(headings: str, row: str, field: str, code: str) -> None:
    listed = read(f"{headings}\n{row}\n")
    assert faults(listed) == [(2, field, code)]
    assert listed.rows == ()


@pytest.mark.parametrize(("field", "heading", "one", "other"), [
    ("name", "name", "Anna,", "  ANNA ,"), ("licence", "licence", "A,L-1", "B,l-1"), ("seed", "seed", "A,3", "B,3"),
    ("number", "nr", "A,7", "B,7"),
])
def test_what_is_one_persons_stands_once(field: str, heading: str, one: str, other: str) -> None:
    listed = read(f"{'club' if heading == 'name' else 'name'},{heading}\n" .replace("club,name", "name,club")
                  + f"{one}\nZ,\n{other}\n")
    assert faults(listed) == [(4, field, f"{field}_twice")]
    assert listed.problems[0].params == {"line": 2}


def test_a_faulty_row_still_holds_its_name() -> None:
    assert faults(read("name,born\nAnna,x\nAnna,1990\n")) == [(2, "born", "wrong_year"), (3, "name", "name_twice")]


@pytest.mark.parametrize("empty", ["", "-", "–", "—", "  "])
def test_empty_values_say_nothing(empty: str) -> None:
    listed = read(f"name,sex,born,club,licence,rating,class,seed,nr\nAnna{',' + empty}{(',' + empty) * 7}\n")
    entrant = listed.rows[0].entrant
    assert entrant == Entrant(name="Anna")
    assert listed.rows[0].number is None


@pytest.mark.parametrize(("text", "sex"), [
    *((word, "M") for word in ("V", "v", "vīrietis", "M", "m", "male", "mees", "männlich", "м", "муж.")),
    *((word, "F") for word in ("S", "s", "Sieviete", "F", "female", "N", "naine", "W", "weiblich", "Ж", "жен.", "ž")),
])
def test_sex_is_read_in_five_languages(text: str, sex: str) -> None:
    assert read(f"name,sex\nAnna,{text}\n").rows[0].entrant.sex == sex


@pytest.mark.parametrize("text", ["1963", "1963.0", "1963-05-07", "7.5.1963", "07.05.1963.", "7/5/1963", "1963. 5. 7."])
def test_year_of_birth_is_read(text: str) -> None:
    assert read(f"name;born\nAnna;{text}\n").rows[0].entrant.born == 1963


HEADINGS = {
    "number": ["nr", "Nr.", "№", "№ п/п", "N.p.k.", "Jrk nr", "#", "Lfd. Nr."],
    "name": ["Vārds, uzvārds", "Vārds Uzvārds", "Ees- ja perekonnanimi", "ФИО", "Имя, фамилия", "Spieler"],
    "sex": ["Sex", "Dzimums", "Sugu", "Пол", "Geschlecht", "V/S"],
    "born": ["born", "Dz. gads", "Sünniaasta", "Год рождения", "Jahrgang", "Dzimšanas gads"],
    "club": ["Club", "Klubs", "Klubi", "Клуб", "Verein", "Komanda"],
    "licence": ["Licence", "License", "Litsents", "Лицензия", "Lizenz"],
    "rating": ["Rating", "IK", "Reitings", "Reiting", "Рейтинг", "Wertungszahl"],
    "class_name": ["Class", "Klase", "Klass", "Класс", "Klasse"],
    "seed": ["Seed", "Izsējums", "Asetus", "Посев", "Setzplatz"],
    "either": ["Name", "Vārds", "Nimi", "Имя"],
    "given": ["First name", "Eesnimi", "Vorname"],
    "surname": ["Surname", "Uzvārds", "Perekonnanimi", "Фамилия", "Nachname"],
    "": ["", "Shoe size", "-", "Telefons"],
}


@pytest.mark.parametrize(("heading", "field"), [(h, f) for f, headings in HEADINGS.items() for h in headings])
def test_headings_of_five_languages(heading: str, field: str) -> None:
    assert heading_field(heading) == field


@pytest.mark.parametrize(("headings", "columns"), [
    (["Name", "Vorname"], ("surname", "given")), (["Vārds", "Uzvārds"], ("given", "surname")),
    (["Имя", "Клуб"], ("name", "club")), (["Full name", "Name", "Surname"], ("name", "", "")),
    (["Nr", "Nr", "Name"], ("number", "", "name")), (["Eesnimi", "Perenimi", "Nimi"], ("given", "surname", "")),
])
def test_columns_mean_what_stands_beside_them(headings: list[str], columns: tuple[str, ...]) -> None:
    assert columns_of(headings) == columns


def test_name_in_two_columns_is_joined() -> None:
    listed = read("Name;Vorname;Verein\nMüller;Jörg;Köln\nGroß;;Fürth\n")
    assert [row.entrant.name for row in listed.rows] == ["Jörg Müller", "Groß"]
    assert "name" not in listed.missing


@pytest.mark.parametrize("language", ["en", "lv", "et", "ru", "de", "fr", None, "de-at"])
def test_template_has_every_field(language: str | None) -> None:
    assert columns_of(template_headings(language)) == FIELDS


def test_unknown_and_missing_headings_are_named() -> None:
    listed = read("name,Shoe size,born\nAnna,38,1990\n")
    assert (listed.unknown, listed.missing) == (
        ("Shoe size",), ("number", "sex", "club", "licence", "rating", "class_name", "seed"))


def test_a_title_and_blank_rows_may_stand_around() -> None:
    listed = read(";;\nRīgas kauss 2026;;\n;;\nNr.;Vārds;Klubs\n1;Anna;Rīga\n;;\n2;Ilze;\n;;\n")
    assert [(row.line, row.number, row.entrant.name) for row in listed.rows] == [(5, 1, "Anna"), (7, 2, "Ilze")]


@pytest.mark.parametrize(("text", "delimiter", "names"), [
    ("nr,name,club\n1,Anna,\"Bauska, novads\"\n", ",", ["Anna"]),
    ("nr;Vārds, uzvārds;Klubs\n1;Anna;\"Bauska; novads\"\n", ";", ["Anna"]),
    ("nr\tname\tclub\n1\tAnna\tBauska, novads; x\n", "\t", ["Anna"]),
    ("sep=;\nnr;name\n1;Anna\n", ";", ["Anna"]),
    ("name\nAnna\nIlze\n", ",", ["Anna", "Ilze"]),
    ("name\r\nAnna\r\n", ",", ["Anna"]), ("name\rAnna\r", ",", ["Anna"]),
    ('name,club\n"Anna ""Annele"" Liepa",SK "Rīga"\n', ",", ['Anna "Annele" Liepa']),
])
def test_separator_is_found(text: str, delimiter: str, names: list[str]) -> None:
    lines, found = csv_lines(text)
    assert found == delimiter
    assert [row.entrant.name for row in read_entry_list(lines, this_year=YEAR).rows] == names


def test_empty_columns_at_the_end_are_none() -> None:
    listed = read("name,club,,\nAnna,Rīga,,\nIlze,Cēsis\nZane,Rīga,x,\n")
    assert listed.headings == (("name", "name"), ("club", "club"))
    assert faults(listed) == [(4, "row", "long_row")]


def test_line_counts_as_in_the_file() -> None:
    assert faults(read('sep=,\nname,club\n"Anna\nLiepa",Rīga\n\nIlze,=x\n')) == [(6, "club", "formula")]


@pytest.mark.parametrize(("text", "code", "line"), [
    ("", "empty_list", None), ("\n \n", "empty_list", None), ("name,club\n", "empty_list", None),
    ("a,b\nc,d\n", "no_headings", 1), ("club,born\nRīga,1990\n", "no_headings", 1),
    ('name,club\nAnna,Rīga\n"Ilze,Rīga\nX,Y\n', "bad_quote", 3), ('name\n"Anna" x\n', "bad_quote", 2),
    ("name\nx" + "," * 1_000_000, "too_many_columns", 2),
    ("name\n" + "x" * 200_000, "bad_quote", 2),
    ("name\n" + "Anna\n" * (MAX_ROWS + 1), "too_many_rows", MAX_ROWS + 2),
    ("name\n" + "Anna\n" * (MAX_ROWS * 3), "too_many_rows", MAX_ROWS + 11),
])
def test_what_is_no_list_is_refused_at_once(text: str, code: str, line: int | None) -> None:
    begin = time.perf_counter()
    with pytest.raises(Invalid) as refused:
        read(text)
    assert (refused.value.code, refused.value.params["path"], refused.value.params.get("line")) == (code, "file", line)
    assert time.perf_counter() - begin < 2


def test_class_is_one_of_the_regulations() -> None:
    listed = read("name,class\nAnna,FOLK\nIlze,kings\nZane,\n", classes=("licensed", "folk"))
    assert [row.entrant.class_name for row in listed.rows] == ["folk", ""]
    assert faults(listed) == [(3, "class_name", "unknown_class")]


def test_a_counted_number_column_is_no_fault() -> None:
    assert read("nr,name\n=A1+1,Anna\n").rows[0].number is None


def test_five_thousand_rows_are_read_in_a_second() -> None:
    text = "nr;name;born;rating\n" + "".join(f"{n};Person {n};1990;1500\n" for n in range(1, MAX_ROWS + 1))
    begin = time.perf_counter()
    assert len(read(text).rows) == MAX_ROWS
    assert time.perf_counter() - begin < 2
