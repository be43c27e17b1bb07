"""The public table with every tie-break that regulations may name: headings, values, and the arithmetic."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from competitions.formats.tie_break_list import TIE_BREAKS
from competitions.models import Game, Stage
from competitions.pdf import labels
from competitions.selectors import tie_break_words as words
from competitions.selectors.arithmetic import arithmetic_of
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from tests.factories import make_entry, make_event, make_result, make_stage, match_between

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Stage:
    """Anna beats Bruno 4:2, Bruno beats Cilda 4:1, Cilda beats Anna 4:3: a cycle, with 2 points each."""
    event = make_event()
    rated = (("Anna", 1500), ("Bruno", None), ("Cilda", 1600))
    a, b, c = (make_entry(event, name, rating=rating) for name, rating in rated)
    stage = make_stage(event, [[a, b, c]])
    for first, second, sets in ((a, b, (4, 2)), (b, c, (4, 1)), (c, a, (4, 3))):
        match = match_between(stage, first, second)
        make_result(match, *(sets if match.first_id == first.id else sets[::-1]))
    return stage


def table_by(stage: Stage, *tie_breaks: str):
    stage.tie_breaks = list(tie_breaks)
    stage.save()
    stage = Stage.objects.select_related("event__competition").get(id=stage.id)
    facts = stage_facts(stage)
    (table,) = stage_standings(stage, facts)
    return table, facts


ORDERS = [  # tie-break, then name and value from the top, counted by hand
    ("set_ratio", [("Anna", "0.538"), ("Bruno", "0.545"), ("Cilda", "0.417")], "Bruno Anna Cilda"),  # 7/13 6/11 5/12
    ("rating", [("Anna", "1500"), ("Bruno", "–"), ("Cilda", "1600")], "Cilda Anna Bruno"),
    ("start_number", [("Anna", "1"), ("Bruno", "2"), ("Cilda", "3")], "Anna Bruno Cilda"),
    ("buchholz_cut_1", [("Anna", "2"), ("Bruno", "2"), ("Cilda", "2")], "Anna Bruno Cilda"),
]


@pytest.mark.parametrize(("tie_break", "values", "order"), ORDERS)
def test_value_and_order(played, tie_break, values, order):
    table, _facts = table_by(played, tie_break)
    assert " ".join(row.entrant.name for row in table.rows) == order
    assert sorted((row.entrant.name, row.values[0]) for row in table.rows) == values


def test_rounds_of_the_draw_make_the_running_score(played):
    """Progressive score: 2 points of round r of 3 stand in 4 - r running scores."""
    table, facts = table_by(played, "progressive")
    won_in = {m.first.name if m.won_by(m.first) else m.second.name: m.round_number for m in facts.meetings if m.second}
    assert {row.entrant.name: row.values[0] for row in table.rows} == {
        name: str(2 * (4 - number)) for name, number in won_in.items()}


def test_clears_come_from_the_logs_of_the_games(played):
    game = Game.objects.filter(match__stage=played).select_related("match__first").first()
    assert game is not None
    game.state = {**game.state, "clears": {"A": 2, "B": 0}}
    game.save()
    table, _facts = table_by(played, "clears")
    values = {row.entrant.name: row.values[0] for row in table.rows}
    assert values == {name: "2" if name == game.match.first.person.name else "0" for name in values}


def test_by_number_takes_the_list_for_so_many(played):
    """Three are level: `more` decides by the set ratio, `two` is not asked."""
    table, _facts = table_by(played, "two:start_number", "more:set_ratio")
    assert [row.entrant.name for row in table.rows] == ["Bruno", "Anna", "Cilda"]
    assert [str(step.only) for step in table.order] == ["if two are level", "if three or more are level"]


def test_page_shows_the_arithmetic_of_every_tie_break(played, client: Client):
    table, facts = table_by(played, *TIE_BREAKS)
    who = table.rows[0].entrant
    shown = client.get(f"/c/{played.event.competition.slug}/people/{who.uid}/")
    text = unescape(shown.content.decode())
    items = arithmetic_of(table, who, facts.entrants)
    assert tuple(item.column.key for item in items) == TIE_BREAKS
    assert all(str(item.column.name) in text and str(item.column.rule) in text for item in items)


def test_share_of_sets_is_shown_as_won_of_all(played):
    table, facts = table_by(played, "set_ratio")
    anna = next(row.entrant for row in table.rows if row.entrant.name == "Anna")
    (item,) = arithmetic_of(table, anna, facts.entrants)
    assert (item.total, item.divisor, item.value) == ("7", "13", "0.538")


SAID = [words.TIE_BREAK_NAMES, words.TIE_BREAK_SHORT, words.TIE_BREAK_RULES, labels.TIE_BREAKS]


@pytest.mark.parametrize("said", SAID)
def test_every_tie_break_has_its_words(said):
    assert set(said) - {"points"} == set(TIE_BREAKS)


def test_words_for_so_many_are_told_alike_on_page_and_print():
    assert words.word_name("two:lot") == "if two are level: lot"
    assert labels.tie_break_step("more:lot") == "if three or more are level: Lot"
    assert labels.tie_break_step("lot") == "Lot"
