"""What stands in the printed lists."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation

from competitions.common.pdf import name_key
from competitions.pdf.cross_table import CrossGame, cross_table_pdf, game_text
from competitions.pdf.entry_list import entry_list_pdf
from competitions.pdf.final_table import FinalRow, FinalTable, final_table_pdf, places
from competitions.pdf.labels import number_text
from competitions.pdf.lot_sheet import lot_sheet_pdf
from competitions.pdf.round_list import round_list_pdf

from . import list_samples
from .documents import CARDS, SLIPS, reader, render, squeezed, text_of

# sets, state, what the two lines of a cell say
CELLS = [
    (CrossGame(sets=(4, 2), points=2), ("4:2", "2")),
    (CrossGame(sets=(3, 3), points=1, state="provisional"), ("3:3*", "1")),
    (CrossGame(points=2, state="awarded", won=True), ("+", "2")),  # 3.2: no sets count
    (CrossGame(points=0, state="awarded", won=False), ("–", "0")),
    (CrossGame(sets=(4, 0), points=2, state="annulled"), ("×", "")),
]


@pytest.mark.parametrize(("game", "shown"), CELLS)
def test_cell_of_the_cross_table(game, shown):
    assert game_text(game) == shown


@pytest.mark.parametrize(("count", "pages"), [(2, 1), (5, 1), (6, 1), (12, 1), (30, 1)])
def test_cross_table_fits_one_page(count, pages):
    assert len(reader(cross_table_pdf(list_samples.cross(count), language="lv")).pages) == pages


def test_small_cross_table_stands_upright_and_a_large_one_lies():
    small, large = (reader(cross_table_pdf(list_samples.cross(n), language="lv")).pages[0].mediabox for n in (6, 30))

    assert small.width < small.height
    assert large.width > large.height


@pytest.mark.parametrize("count", [30, 40, 64])
def test_cross_table_loses_no_cell_however_it_is_tiled(count):
    data = list_samples.cross(count)
    rows = tuple(
        replace(row, games=tuple((CrossGame(sets=(index, other)),) if index != other else () for other in range(count)))
        for index, row in enumerate(data.rows)
    )
    content = cross_table_pdf(replace(data, rows=rows), language="en")
    cells = re.findall(r"^(\d+):(\d+)$", text_of(content), re.MULTILINE)

    assert {(int(one), int(two)) for one, two in cells} >= {
        (one, two) for one in range(count) for two in range(count) if one != two
    }
    for page in reader(content).pages:  # whoever reads one page knows whose row it is
        text = page.extract_text()
        assert sum(row.name in text for row in rows) >= 2


def test_double_round_robin_prints_both_games():
    text = text_of(cross_table_pdf(list_samples.cross(4, cycles=2), language="en"))

    assert text.count("4:0") >= 2


# ranks, the places printed (a shared place is 2–3, the next one 4)
PLACES = [([1, 2, 3], ["1", "2", "3"]), ([1, 2, 2, 4], ["1", "2–3", "2–3", "4"]), ([1, 1, None], ["1–2", "1–2", "–"])]


@pytest.mark.parametrize(("ranks", "printed"), PLACES)
def test_shared_places(ranks, printed):
    assert places(tuple(FinalRow(name="x", rank=rank) for rank in ranks)) == printed


def test_final_table_puts_the_excluded_last_with_the_reason():
    rows = (
        FinalRow(name="Out", rank=None, reason="Excluded: refused handshake (14.4)"), FinalRow(name="Winner", rank=1),
        FinalRow(name="Second", rank=2, decided_by="sonneborn_berger", tie_breaks=(Fraction(331, 4),)),
    )
    data = FinalTable(head=list_samples.HEAD, rows=rows, tie_breaks=("sonneborn_berger",))
    text = squeezed(text_of(final_table_pdf(data, language="en")))

    assert text.index("Winner") < text.index("Second") < text.index("Out")
    assert squeezed("Excluded: refused handshake (14.4)") in text
    assert "82.75" in text
    assert "Sonneborn-Berger" in text


def test_provisional_table_says_so():
    assert "Provisional: games not yet approved: 3" in text_of(render("final table", "en"))


# value, language, printed
NUMBERS = [
    (Fraction(331, 4), "en", "82.75"), (Fraction(331, 4), "lv", "82,75"), (Fraction(41, 2), "de", "20,5"),
    (20, "ru", "20"), (Fraction(40, 2), "et", "20"), (-3, "en", "-3"), (None, "en", "–"),
]


@pytest.mark.parametrize(("value", "language", "printed"), NUMBERS)
def test_numbers_are_exact_and_in_the_language(value, language, printed):
    with translation.override(language):
        assert number_text(value) == printed


def test_round_list_marks_the_first_stroke_and_who_is_free():
    text = text_of(round_list_pdf(list_samples.round_list(), language="en"))

    assert text.count("●") == 16  # 15 matches and the legend
    assert "free in this round" in text
    assert "By name" in text


def test_names_sort_beside_their_base_letters():
    names = ["Žubīte", "Guntis", "Ģirts", "Gatis", "Õie", "Otto", "anna", "Ādams"]

    assert sorted(names, key=name_key) == ["Ādams", "anna", "Gatis", "Ģirts", "Guntis", "Õie", "Otto", "Žubīte"]


def test_entry_list_leaves_out_empty_columns():
    rows = tuple(replace(row, licence="", rating="") for row in list_samples.entries().rows)
    text = text_of(entry_list_pdf(replace(list_samples.entries(), rows=rows), language="en"))

    assert "Licence" not in text
    assert "Late entry" in text
    assert "30 entries" in text


def test_lot_sheet_repeats_lot_command_and_checks():
    data = list_samples.lot()
    text = squeezed(text_of(lot_sheet_pdf(data, language="en")))

    for part in (data.lot, data.command, "✓ in order: everybody meets", "✗ NOT in order: first strokes"):
        assert squeezed(part) in text


def test_slips_have_code_table_and_names():
    content = render("slips", "en")
    text = text_of(content)

    assert len(reader(content).pages) == 2
    for slip in SLIPS:
        assert slip.code in text
        assert f"Table {slip.table}" in text


def test_table_card_has_the_address_in_words_too():
    text = text_of(render("table cards"))

    for card in CARDS:
        assert card.url in text


@pytest.mark.parametrize("draw", [
    lambda: round_list_pdf(replace(list_samples.round_list(1), rows=()), language="lv"),
    lambda: cross_table_pdf(list_samples.cross(0), language="lv"),
    lambda: final_table_pdf(replace(list_samples.final(), rows=()), language="lv"),
    lambda: entry_list_pdf(replace(list_samples.entries(), rows=()), language="lv"),
])
def test_empty_lists_still_print(draw):
    assert len(reader(draw()).pages) == 1
