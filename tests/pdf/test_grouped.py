"""Several tables in one document: small ones share a page, each with the head of its group, upright or wide."""

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


SHARED = [(final_tables_pdf, final, 4, 2), (cross_tables_pdf, cross, 6, 2)]  # size of a group, groups on a page


@pytest.mark.parametrize(("render", "sample", "size", "on_page"), SHARED)
def test_small_groups_share_a_page(render, sample, size, on_page) -> None:
    names = "ABCD"
    tables = [replace(sample(size), head=replace(HEAD, stage=f"Group {name}")) for name in names]
    found = pages(render(tables, language="en"))
    assert len(found) == -(-len(names) // on_page)
    for place, name in enumerate(names):
        assert [f"Group {name}" in text for text in found].index(True) == place // on_page


def test_large_groups_have_pages_and_numbers_of_their_own() -> None:
    tables = [replace(final(12), head=replace(HEAD, stage=f"Group {name}")) for name in "AB"]
    found = pages(final_tables_pdf(tables, language="en"))
    assert len(found) == 2
    for name, text in zip("AB", found, strict=True):
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
