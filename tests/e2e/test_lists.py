"""Lists as they come from outside, through the page of the import: encodings, headings, faults named row by row."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from competitions.models import Entry
from tests.e2e import steps
from tests.e2e.field import list_file
from tests.factories import PASSWORD, make_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAULTS = {3: "name", 5: "name", 6: "year of birth", 8: "sex", 9: "rating", 10: "name", 11: "name"}
"""Of `entries-with-errors.csv`: the number in the list and what is wrong of it. The last row is short."""


def rows_of(path: Path, encoding: str) -> list[dict[str, str]]:
    """The list as another reader sees it."""
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def on_the_import(page: Page, served: str, event: str) -> None:
    make_account("chief", is_superuser=True)
    steps.log_in(page, served, "chief", PASSWORD)
    steps.make_competition(page, "Saraksti", place="", zone="Europe/Riga", tables=3)
    steps.make_event(page, event, "Estonian singles")


def shown_names(page: Page) -> list[str]:
    cells = page.locator("[aria-labelledby=rows] tbody th")
    return [name.strip() for name in cells.evaluate_all("cells => cells.map(cell => cell.firstChild.textContent)")]


@pytest.mark.parametrize(("name", "encoding", "letters", "heading"), [
    ("entries-excel-lv.csv", "cp1257", "Windows-1257", "Vārds, uzvārds"),
    ("entries-48-bom.csv", "utf-8-sig", "UTF-8", "name"),
])
def test_a_list_is_read_with_all_its_letters(
    served: str, someone: Callable[..., Page], name: str, encoding: str, letters: str, heading: str,
) -> None:
    page, path = someone(), list_file(name)
    expected = rows_of(path, encoding)
    on_the_import(page, served, "Lists")
    steps.show_preview(page, path)
    assert shown_names(page) == [row[heading] for row in expected]
    page.get_by_text("How the list was read").click()
    facts = page.locator("main dl.facts")
    expect(facts).to_contain_text(letters)
    expect(facts).to_contain_text("semicolon")
    assert "Bauska; novads" in page.locator("main").inner_text()
    steps.press(page, "Import the list")
    expect(page.locator(".lead")).to_contain_text(f"{len(expected)} entrants")
    assert sorted(str(entry) for entry in Entry.objects.all()) == sorted(row[heading] for row in expected)


def test_faults_are_named_row_by_row_and_nothing_is_stored(served: str, someone: Callable[..., Page]) -> None:
    page, path = someone(), list_file("entries-with-errors.csv")
    on_the_import(page, served, "Faults")
    steps.show_preview(page, path)
    table = page.locator("[aria-labelledby=faults] tbody tr")
    named = table.evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))")
    lines = {int(line): field for line, field, _text, _value in named}
    for number, field in FAULTS.items():
        assert lines[number + 1] == field  # line 1 has the headings
    assert set(lines) == {*(number + 1 for number in FAULTS), 13}
    assert all(re.search(r"\w", text) for _line, _field, text, _value in named)
    expect(page.get_by_role("button", name="Import the list")).to_have_count(0)
    expect(page.get_by_text("Nothing was stored.")).to_be_visible()
    assert Entry.objects.count() == 0
