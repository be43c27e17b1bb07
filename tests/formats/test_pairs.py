"""Who may play together (lnf-2008:1, Estonian "üksinda paarismäng"), and lists of pairs."""

from __future__ import annotations

import pytest

from competitions.common.errors import Invalid
from competitions.formats.entry_list import PairEntrant, read_entry_list
from competitions.formats.headings import columns_of, fields_of, template_headings
from competitions.formats.pairs import check_pair, pair_name, pair_rating, shortened, split_pair

PAIRS = [  # regulations, alone allowed, sexes, code and field of the refusal
    ("any", False, ("M", "F"), ()), ("any", False, ("", ""), ()),
    ("any", False, ("M",), ("partner_missing", "partner")), ("any", True, ("M",), ()),
    ("men", False, ("M", "M"), ()), ("men", False, ("M", "F"), ("men_only", "partner_sex")),
    ("men", False, ("", "M"), ("sex_needed", "sex")), ("men", True, ("M",), ()),
    ("men", True, ("F",), ("men_only", "sex")),
    ("women", False, ("F", "F"), ()), ("women", False, ("M", "F"), ("women_only", "sex")),
    ("mixed", False, ("F", "M"), ()), ("mixed", False, ("M", "F"), ()),
    ("mixed", False, ("F", "F"), ("not_mixed", "partner_sex")),
    ("mixed", False, ("F", ""), ("sex_needed", "partner_sex")),
    ("mixed", True, ("F",), ("partner_missing", "partner")),
]


@pytest.mark.parametrize(("pairs_of", "solo", "sexes", "refusal"), PAIRS)
def test_pairs_that_the_regulations_admit(pairs_of, solo, sexes, refusal):
    if not refusal:
        assert check_pair(pairs_of, solo_pairs=solo, sexes=sexes) is None
        return
    with pytest.raises(Invalid) as refused:
        check_pair(pairs_of, solo_pairs=solo, sexes=sexes)
    assert (refused.value.code, refused.value.params["path"]) == refusal


@pytest.mark.parametrize(("ratings", "rating"), [
    ((1500, 1401), 1450), ((1500, None), None), ((1500,), 1500), ((None, None), None), ((), None)])
def test_a_pair_is_rated_when_both_players_are(ratings, rating):
    assert pair_rating(ratings) == rating


@pytest.mark.parametrize(("text", "names"), [
    ("Anna / Ilze", ("Anna", "Ilze")), ("Anna/Ilze", ("Anna", "Ilze")), (" Anna ", ("Anna", "")),
    ("Anna / Ilze / Zane", ("Anna", "Ilze / Zane"))])
def test_two_names_in_one_cell(text, names):
    assert split_pair(text) == names
    assert pair_name(["Anna"]) == "Anna"
    assert pair_name(["Anna", "Ilze"]) == "Anna / Ilze"


@pytest.mark.parametrize(("name", "limit", "short"), [
    ("Anna Liepa / Jānis Egle", 23, "Anna Liepa / Jānis Egle"), ("Anna Liepa / Jānis Egle", 22, "Liepa / Egle"),
    ("Māra Krūmiņa-Zvirbulīte / Aleksandrs Kārkliņš-Vanags", 23, "Krūmiņa-Z… / Kārkliņš-…"),
    ("Aleksandrs Kārkliņš-Vanags", 12, "Aleksandrs…"), ("Anna", 12, "Anna"),
])
def test_nobody_of_a_pair_is_cut_away(name, limit, short):
    assert shortened(name, limit) == short


def read(*rows: list[str]):
    return read_entry_list(list(enumerate(rows, 1)), this_year=2026, pairs=True)


def test_a_row_is_a_pair():
    listed = read(
        ["Nr.", "Vārds, uzvārds", "Dzimums", "Klubs", "Partneris", "Partnera dzimums", "Partnera klubs", "IK 2"],
        ["4", "Anna Liepa", "S", "Rīga", "Jānis Egle", "V", "Cēsis", "1400"])

    assert listed.problems == ()
    row = listed.rows[0]
    assert row.number == 4
    assert row.entrant == PairEntrant(
        name="Anna Liepa", sex="F", club="Rīga", partner="Jānis Egle", partner_sex="M", partner_club="Cēsis",
        partner_rating=1400)
    first, second = row.entrant.players()
    assert (first.name, first.sex, second.name, second.sex, second.club, second.rating) == (
        "Anna Liepa", "F", "Jānis Egle", "M", "Cēsis", 1400)
    assert "partner_born" in listed.missing


def test_both_names_in_one_cell_and_nobody_beside_them():
    listed = read(["Name"], ["Anna Liepa / Jānis Egle"], ["Ilze Ozola"])

    assert [(row.entrant.name, row.entrant.partner) for row in listed.rows] == [
        ("Anna Liepa", "Jānis Egle"), ("Ilze Ozola", "")]
    assert len(listed.rows[1].entrant.players()) == 1


def test_nobody_stands_in_two_pairs_of_a_list():
    listed = read(
        ["Name", "Partner", "Partner's sex", "Partner's licence"], ["Anna Liepa", "Jānis Egle", "V", "L1"],
        ["Ilze Ozola", "ANNA LIEPA", "S", "L1"], ["Zane", "Zane", "?", ""], ["Vija", "=1", "V", ""])

    assert [(p.line, p.field, p.code) for p in listed.problems] == [
        (3, "partner", "name_twice"), (3, "partner_licence", "licence_twice"), (4, "partner_sex", "unknown_sex"),
        (4, "partner", "name_twice"), (5, "partner", "formula")]


@pytest.mark.parametrize("language", ["en", "lv", "et", "ru", "de", None, "fr"])
def test_template_of_pairs_is_read_as_it_is_written(language):
    assert columns_of(template_headings(language, pairs=True), pairs=True) == fields_of(pairs=True)


def test_a_partner_in_a_list_of_singles_is_no_column():
    assert columns_of(["Name", "Partner"]) == ("name", "")
