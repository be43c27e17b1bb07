"""A table of values as a file for a spreadsheet: CSV and XLSX. Same table, same bytes. Pure.

The workbook is written by hand, in the smallest form that is one: the library that reads workbooks would load numpy
into the web process.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from competitions.formats.names import is_formula

Cell = str | int | Fraction | None
BOM = "\ufeff"
TITLE_LETTERS = 31
DECIMALS = 6
# What XML cannot hold, and what a workbook's title may not have.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_UNTITLED = re.compile(r"[\[\]:*?/\\]")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Headings and rows; a cell is a text, a whole or exact number, or empty."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def csv_bytes(sheet: Sheet, *, decimal_comma: bool) -> bytes:
    """UTF-8 with the mark that Excel needs to see it.

    `decimal_comma`: as spreadsheets of most of Europe expect it, with semicolons between the cells; else points and
    commas. A text that would be taken for a formula gets an apostrophe before it, as spreadsheets do by hand.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if decimal_comma else ",", lineterminator="\r\n")
    for row in (sheet.headings, *sheet.rows):
        writer.writerow([_csv_cell(cell, decimal_comma=decimal_comma) for cell in row])
    return (BOM + text.getvalue()).encode()


def _csv_cell(cell: Cell, *, decimal_comma: bool) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        line = " ".join(cell.split())
        return f"'{line}" if is_formula(line) else line
    plain = number_plain(cell)
    return plain.replace(".", ",") if decimal_comma else plain


def number_plain(value: int | Fraction) -> str:
    """An exact number with at most six decimals, rounded half up, and no zeros at the end."""
    if isinstance(value, int) or value.denominator == 1:
        return str(int(value))
    scaled = int(abs(value) * 10**DECIMALS + Fraction(1, 2))
    whole, rest = divmod(scaled, 10**DECIMALS)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole}.{rest:0{DECIMALS}d}".rstrip("0").rstrip(".")


# --- XLSX ------------------------------------------------------------------------------------------------------------
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>'),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{_RELATIONS}/styles" Target="styles.xml"/></Relationships>'),
    # Style 1 is the bold one of the headings.
    "xl/styles.xml": (
        f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/>'
        '</fill></fills><borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
        '<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'),
}


def xlsx_bytes(sheet: Sheet) -> bytes:
    """A workbook of one sheet. Texts are stored as texts, so that none of them is ever a formula."""
    found = io.BytesIO()
    title = _UNTITLED.sub(" ", _written(sheet.title))[:TITLE_LETTERS].strip() or "1"
    parts = {
        **_PARTS,
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
            f'<sheet name="{escape(title, {chr(34): "&quot;"})}" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        "xl/worksheets/sheet1.xml": _sheet_xml(sheet),
    }
    with ZipFile(found, "w", ZIP_DEFLATED) as archive:
        for name, body in parts.items():
            member = ZipInfo(name, _LONG_AGO)
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, _HEAD + body)
    return found.getvalue()


def _sheet_xml(sheet: Sheet) -> str:
    rows = [_row_xml(1, sheet.headings, style=' s="1"')]
    rows += [_row_xml(number, row) for number, row in enumerate(sheet.rows, 2)]
    widths = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(_widths(sheet), 1))
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{widths}</cols><sheetData>{''.join(rows)}</sheetData></worksheet>")


def _widths(sheet: Sheet) -> Iterable[int]:
    for at, heading in enumerate(sheet.headings):
        longest = max((len(str(row[at] or "")) for row in sheet.rows), default=0)
        yield min(max(len(heading), longest) + 2, 40)


def _row_xml(number: int, cells: Sequence[Cell], style: str = "") -> str:
    found = "".join(
        _cell_xml(f"{column_name(at)}{number}", cell, style) for at, cell in enumerate(cells) if cell not in (None, ""))
    return f'<row r="{number}">{found}</row>'


def _cell_xml(place: str, cell: Cell, style: str) -> str:
    if isinstance(cell, str):
        text = escape(_written(cell))
        return f'<c r="{place}"{style} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f'<c r="{place}"{style}><v>{number_plain(cell or 0)}</v></c>'


def column_name(at: int) -> str:
    """A, B, … Z, AA, … for 0 up."""
    name = chr(ord("A") + at % 26)
    return name if at < 26 else column_name(at // 26 - 1) + name


def _written(text: str) -> str:
    return " ".join(_UNWRITABLE.sub("", text).split())
