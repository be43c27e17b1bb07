"""A Swiss of five rounds with the same thirty, by the pages alone; each round paired again from its file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e import reading, steps
from tests.e2e.field import Book, names_in, thirty
from tests.e2e.steps import Row
from tests.factories import PASSWORD, make_account
from tests.load import seen
from tests.load.reference_table import reference_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ROUNDS, LEFT_AFTER = 5, 2
ZONE = "Australia/Adelaide"
TIE_BREAKS = ("buchholz", "sonneborn_berger")
LOT = "Zaļā gaisma"


def set_up(page: Page, served: str, path: Path) -> str:
    """Up to the locked draw; the address of the public pages of the event."""
    make_account("chief", first_name="Anna Kalniņa", is_superuser=True)
    steps.log_in(page, served, "chief", PASSWORD)
    steps.make_competition(page, "Adelaides atklātais", place="Adelaide", zone=ZONE, tables=12)
    steps.make_event(page, "Swiss", "Latvian open tournament")
    steps.import_list(page, path, 30)
    steps.all_present_but(page)
    steps.draw(page, "Swiss system", lot=LOT, number_of_rounds=ROUNDS)
    steps.self_check(page)
    steps.lock(page)
    return re.sub(r"/panel/([^/]+)/.*", r"/c/\1/swiss/", page.url)


def draw_round(page: Page, number: int) -> list[Row]:
    """Pair the next round and give its tables."""
    steps.panel(page, "Draw")
    steps.press(page, f"Draw round {number}")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
    steps.give_tables(page)
    return steps.rows(page)


def paired_again(content: bytes, folder: Path) -> list[tuple[str, str]]:
    """The round as py4swiss pairs it from the file alone: names, the first-named first, a bye with an empty second."""
    engines, trf = pytest.importorskip("py4swiss.engines"), pytest.importorskip("py4swiss.trf")
    path = folder / "round.trf"
    path.write_bytes(content)
    lines = [line for line in content.decode().splitlines() if line.startswith("001 ")]
    names = {int(line[4:8]): line[14:47].strip() for line in lines}
    names[0] = ""
    pairs = engines.DutchEngine.generate_pairings(trf.TrfParser.parse(path, strict=True))
    return [(names[pair.white], names[pair.black]) for pair in pairs]


def play(page: Page, rows: list[Row], book: Book) -> None:
    steps.panel(page, "Enter results")
    for row in rows:
        if row.second:
            steps.quick_entry(page, row, book.plan(row.first, row.second))
        else:
            book.bye(row.first)
    steps.approve_ticked(page)


def test_a_swiss_round_by_round(served: str, someone: Callable[..., Page], tmp_path: Path, poppler: str) -> None:
    page, public, began = someone(), someone(), timezone.now()
    path = thirty(tmp_path)
    names, book = names_in(path), Book("swiss")
    address = set_up(page, served, path)
    met: list[frozenset[str]] = []
    for number in range(1, ROUNDS + 1):
        rows = draw_round(page, number)
        public.goto(f"{address}rounds/{number}/")
        with public.expect_download() as file:
            steps.follow(public, "Pairing file (TRF)")
        again = paired_again(Path(file.value.path()).read_bytes(), tmp_path)
        assert sorted(again) == sorted((row.first, row.second) for row in rows)
        met += [frozenset({row.first, row.second}) for row in rows if row.second]
        play(page, rows, book)
        if number == LEFT_AFTER:
            gone = rows[4].second
            says = steps.withdraw(page, gone, "mājupceļš")
            assert "These results stand" in says
            assert "These games go to the opponents" not in says
    assert len(set(met)) == len(met) == 2 * 15 + 3 * 14, "nobody meets again"
    assert sum(result.second is None for result in book.results.values()) == 3

    public.goto(address)
    rows = steps.table_of_results(public)
    # Who is level to the end stands in the order of the draw: by rating, in which the list is.
    table = reference_table(names, list(book.results.values()), TIE_BREAKS)
    seen.check_page(rows, table, {name: name for name in names}, TIE_BREAKS)
    expect(public.get_by_role("row", name=gone)).to_contain_text("mājupceļš")
    public.goto(f"{address}draw/")
    reading.times_are_of(public, ZONE, (began, timezone.now()))
    steps.panel(page, "Print")
    reading.lists_in_all_languages(page, names, poppler, is_round_robin=False)
