"""Tables as files: what a spreadsheet reads is what was meant, and no text is a formula."""

import io
from fractions import Fraction

import openpyxl
import pytest

from competitions.formats.sheet import Sheet, column_name, csv_bytes, number_plain, xlsx_bytes

SHEET = Sheet(title="Vīrieši: A/B [1]", headings=("Nr.", "Vārds"), rows=(
    (1, "Ģirts Ķēniņš"), (Fraction(5, 2), "Дмитрий; Ёлкин"), (None, 'He said "x"'), (-3, ""), (Fraction(4), "a, b")))


def test_csv_of_europe_has_semicolons_and_decimal_commas():
    """Sharly-Chess #1882: without the mark Excel shows Latvian letters as rubbish."""
    assert csv_bytes(SHEET, decimal_comma=True).decode() == (
        "\ufeffNr.;Vārds\r\n1;Ģirts Ķēniņš\r\n2,5;\"Дмитрий; Ёлкин\"\r\n;\"He said \"\"x\"\"\"\r\n-3;\r\n4;a, b\r\n")


def test_csv_of_english_has_commas_and_points():
    assert csv_bytes(SHEET, decimal_comma=False).decode().splitlines()[2:3] == ["2.5,Дмитрий; Ёлкин"]


@pytest.mark.parametrize("text", ["=1+1", "+371 2", "-2", "@SUM(A1)", " =x", "＝x", "\t=x"])
def test_a_text_is_never_a_formula(text):
    """CSV has no types: an apostrophe stands before it. A workbook says that it is a text."""
    sheet = Sheet(title="x", headings=("a",), rows=((text,),))

    assert csv_bytes(sheet, decimal_comma=True).decode().splitlines()[1].lstrip('"').startswith("'")
    cell = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(sheet))).active["A2"]
    assert (cell.data_type, cell.value) == ("s", " ".join(text.split()))


def test_a_number_below_zero_is_a_number():
    assert csv_bytes(Sheet(title="x", headings=("a",), rows=((-2,),)), decimal_comma=True).endswith(b"\r\n-2\r\n")


def test_a_workbook_reads_back():
    book = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(SHEET)))
    (page,) = book.worksheets

    assert page.title == "Vīrieši  A B  1"
    assert list(page.iter_rows(values_only=True)) == [
        ("Nr.", "Vārds"), (1, "Ģirts Ķēniņš"), (2.5, "Дмитрий; Ёлкин"), (None, 'He said "x"'), (-3, None), (4, "a, b")]
    assert page["A1"].font.bold
    assert page.freeze_panes == "A2"


def test_what_xml_cannot_hold_is_left_out():
    sheet = Sheet(title="[]", headings=("<a&b>",), rows=(("x\x00\x1fy\ufffez\ud800",), ("line\nend",)))
    page = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(sheet))).active

    assert [row[0] for row in page.iter_rows(values_only=True)] == ["<a&b>", "xyz", "line end"]
    assert page.title == "1"


def test_the_same_table_gives_the_same_bytes():
    assert xlsx_bytes(SHEET) == xlsx_bytes(SHEET)
    empty = Sheet(title="x", headings=("a",), rows=())
    assert openpyxl.load_workbook(io.BytesIO(xlsx_bytes(empty))).active.max_row == 1


@pytest.mark.parametrize(("value", "text"), [
    (7, "7"), (Fraction(6, 2), "3"), (Fraction(1, 3), "0.333333"), (Fraction(2, 3), "0.666667"),
    (Fraction(-1, 4), "-0.25"),
    (Fraction(1, 10**7), "0"), (Fraction(-1, 10**8), "0"), (0, "0"), (Fraction(19, 2), "9.5")])
def test_numbers_are_written_exactly_or_rounded_at_the_sixth_place(value, text):
    assert number_plain(value) == text


@pytest.mark.parametrize(("at", "name"), [
    (0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_counted_like_in_a_spreadsheet(at, name):
    assert column_name(at) == name
