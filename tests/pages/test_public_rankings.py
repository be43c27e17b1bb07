"""Rankings of classes, sexes and age groups over one field, on the public page and in print."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from competitions.models import Stage
from competitions.selectors.rankings import rankings_of
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from refereeing.services.documents.lists import final_table
from tests.factories import (
    make_competition,
    make_entry,
    make_event,
    make_result,
    make_stage,
    match_between,
)
from tests.pdf.documents import text_of

pytestmark = pytest.mark.django_db

FIELD = (  # name, sex, year of birth, class; each beats those below, but Dainis and Elza draw
    ("Anna", "F", 1970, "A"), ("Bruno", "M", 2010, "B"), ("Cilda", "F", 2008, "B"), ("Dainis", "M", 1976, "A"),
    ("Elza", "F", 1990, ""),
)
ALL = {"rankings": ["class", "sex"], "classes": ["A", "B", "C"], "age_groups": ["U18", "50+"]}


def stage_with(regulations: dict, *, system: str = "") -> Stage:
    event = make_event(make_competition(starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 2)))
    event.regulations = {**event.regulations, **regulations}
    event.save()
    entries = []
    for name, sex, born, class_name in FIELD:
        entry = make_entry(event, name, class_name=class_name)
        entry.person.sex, entry.person.born = sex, born
        entry.person.save()
        entries.append(entry)
    stage = make_stage(event, [entries[:3], entries[3:]] if system == "groups" else [entries], system=system)
    pairs = [(a, b) for n, a in enumerate(entries) for b in entries[n + 1:]] if system != "groups" else []
    for first, second in pairs:
        match = match_between(stage, first, second)
        sets = (3, 3) if (first, second) == tuple(entries[3:]) else (4, 2)
        make_result(match, *(sets if match.first_id == first.id else sets[::-1]))
    return Stage.objects.select_related("event__competition").get(id=stage.id)


def ranked(stage: Stage) -> dict[str, list[tuple[str, str, str]]]:
    facts = stage_facts(stage)
    return {
        ranking.name: [(row.place, row.entrant.name, str(row.decided_by)) for row in ranking.rows]
        for ranking in rankings_of(facts, stage_standings(stage, facts))
    }


def test_each_part_has_places_of_its_own():
    """Ages are those reached in 2026: Cilda is 18, Dainis 50."""
    assert ranked(stage_with(ALL)) == {
        "Class A": [("1", "Anna", ""), ("2", "Dainis", "points")],
        "Class B": [("1", "Bruno", ""), ("2", "Cilda", "points")],
        "Women": [("1", "Anna", ""), ("2", "Cilda", "points"), ("3", "Elza", "points")],
        "Men": [("1", "Bruno", ""), ("2", "Dainis", "points")],
        "Up to 18 years": [("1", "Bruno", ""), ("2", "Cilda", "points")],
        "From 50 years": [("1", "Anna", ""), ("2", "Dainis", "points")],
    }


@pytest.mark.parametrize("regulations", [{}, {"classes": ["A"]}])
def test_no_ranking_unless_the_regulations_ask(regulations):
    assert ranked(stage_with(regulations)) == {}


def test_groups_are_not_ranked_across():
    assert ranked(stage_with(ALL, system="groups")) == {}


def test_page_shows_them_below_the_table_of_all(client: Client):
    stage = stage_with({"rankings": ["sex"]})
    text = client.get(f"/c/{stage.event.competition.slug}/{stage.event.slug}/").content.decode()
    assert text.index("Table of results") < text.index(">Women</h2>") < text.index(">Men</h2>")
    assert text.count('id="e') == len(FIELD)


def test_final_table_prints_one_for_each():
    stage = stage_with({"rankings": ["sex"], "age_groups": ["50+"]})
    text = text_of(final_table(stage, {"base_url": "https://x.test", "language": "en"}))
    assert all(name in text for name in ("Final table: Women", "Final table: Men", "Final table: From 50 years"))
