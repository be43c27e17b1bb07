"""Several tables in one document: each on pages of its own, with the head of its group, upright or wide."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from competitions.pdf.cross_table import cross_tables_pdf
from competitions.pdf.final_table import final_tables_pdf

from .list_samples import HEAD, cross, final


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def test_each_group_has_pages_and_numbers_of_its_own() -> None:
    tables = [replace(final(6), head=replace(HEAD, stage=f"Group {name}")) for name in "ABC"]
    found = pages(final_tables_pdf(tables, language="en"))
    assert len(found) == 3
    for name, text in zip("ABC", found, strict=True):
        assert f"Group {name}" in text
        assert "Page 1 of 1" in text


def test_a_wide_table_after_an_upright_one() -> None:
    content = cross_tables_pdf([cross(4), cross(30), cross(4)], language="lv")
    sizes = [page.mediabox.width > page.mediabox.height for page in PdfReader(BytesIO(content)).pages]
    assert sizes[0] is False
    assert True in sizes
    assert sizes[-1] is False


def test_no_table_is_refused() -> None:
    for render in (final_tables_pdf, cross_tables_pdf):
        with pytest.raises(ValueError, match="no table"):
            render([], language="en")
