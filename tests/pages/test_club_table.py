"""The table of clubs made of individuals (2.1.d): by points and by places, on the page and in print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from competitions.common.errors import NotFound
from competitions.models import Stage
from competitions.selectors.club_table import ClubTable, club_table
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from refereeing.services.documents.clubs import clubs_sheet
from tests.factories import make_competition, make_entry, make_event, make_result, make_stage, match_between
from tests.pages.setup_site import text
from tests.pdf.documents import text_of

pytestmark = pytest.mark.django_db

# Each beats all those below: 8, 6, 4, 2, 0 points.
FIELD = (("Anna", "Cēsis"), ("Berta", "Rīga"), ("Cilda", "Rīga"), ("Dace", "Rīga"), ("Elza", ""))
ARGS = {"language": "en", "base_url": "http://hall"}


def stage_of(*, groups: bool = False, system: str = "", **regulations: Any) -> Stage:
    event = make_event(make_competition(slug="cup", is_public=True), slug="open")
    event.regulations = {**event.regulations, **regulations}
    event.save()
    entries = [make_entry(event, name, club=club) for name, club in FIELD]
    stage = make_stage(event, [entries[:3], entries[3:]] if groups else [entries], system=system)
    for place, first in enumerate(entries):
        for second in [] if groups else entries[place + 1:]:
            match = match_between(stage, first, second)
            make_result(match, *((4, 2) if match.first_id == first.id else (2, 4)))
    return Stage.objects.select_related("event__competition").get(id=stage.id)


def table(stage: Stage) -> ClubTable | None:
    facts = stage_facts(stage)
    return club_table(facts, stage_standings(stage, facts))


def told(stage: Stage) -> list[tuple[int, str, str, list[str]]]:
    found = table(stage)
    assert found is not None
    return [(row.rank, row.club, row.points, [m.entrant.name for m in row.counted]) for row in found.rows]


def test_the_best_two_by_the_points_of_the_table() -> None:
    """Rīga: 6 + 4, the 2 of Dace does not count. Cēsis: 8 of one. Who has no club brings nothing."""
    assert told(stage_of(club_best=2)) == [(1, "Rīga", "10", ["Berta", "Cilda"]), (2, "Cēsis", "8", ["Anna"])]


def test_the_best_by_the_points_of_the_places() -> None:
    """Six best, 15, 14, 13 (Estonia): with 15, 14, 13, 12 for the places Rīga has 39, Cēsis 15."""
    stage = stage_of(club_best=6, club_points=[15, 14, 13, 12])
    assert told(stage) == [(1, "Rīga", "39", ["Berta", "Cilda", "Dace"]), (2, "Cēsis", "15", ["Anna"])]


def test_no_place_beyond_the_list_brings_anything_and_level_clubs_go_by_the_best() -> None:
    stage = stage_of(club_best=2, club_points=[5, 5])
    assert told(stage) == [(1, "Cēsis", "5", ["Anna"]), (2, "Rīga", "5", ["Berta", "Cilda"])]


@pytest.mark.parametrize("how", [{}, {"club_best": 2, "groups": True}])
def test_none_where_it_is_not_asked_for_or_groups_cannot_be_compared(how: dict[str, Any]) -> None:
    stage = stage_of(**how)
    assert table(stage) is None
    with pytest.raises(NotFound):
        clubs_sheet(stage, ARGS)


def test_in_a_bracket_only_places_count() -> None:
    facts = stage_facts(stage_of(club_best=2))
    (found,) = stage_standings(facts.stage, facts)
    assert club_table(facts, [replace(found, is_bracket=True)]) is None
    facts.stage.event.regulations["club_points"] = [15, 14]
    assert club_table(facts, [replace(found, is_bracket=True)]) is not None


def test_the_page_says_who_counted_and_who_did_not(client: Client) -> None:
    stage_of(club_best=2)
    page = text(client.get("/c/cup/open/"))

    assert "Table of clubs" in page
    assert '<s>Dace 2</s><span class="sr-only"> (not counted)</span>' in page
    assert "The best 2 individuals of a club count. Each brings the points of the table." in page


@pytest.mark.usefixtures("poppler")
def test_the_print_has_the_same() -> None:
    printed = text_of(clubs_sheet(stage_of(club_best=2, club_points=[15, 14, 13, 12, 11, 10, 9]), ARGS))

    assert "Berta (14), Cilda (13)" in printed
    assert "Not counted: Dace (12)" in printed
    assert "Points of the places: 15, 14, 13, 12, 11, 10, …." in printed
