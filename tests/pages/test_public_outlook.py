"""Who can still come first, below the table of a round robin that is being played."""

from __future__ import annotations

import pytest
from django.test import Client

from competitions.models import Entry, Stage
from competitions.selectors.outlook import with_contenders
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.workflow import EntryState
from tests.factories import make_entry, make_event, make_result, make_stage, match_between

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> tuple[list[Entry], Stage]:
    """Anna beats Bruno and Cilda: she has 4 points. Of three games Dainis has all to play, Bruno and Cilda two."""
    event = make_event()
    entries = [make_entry(event, name) for name in ("Anna", "Bruno", "Cilda", "Dainis")]
    stage = make_stage(event, [entries])
    for loser in entries[1:3]:
        play(stage, entries[0], loser)
    return entries, stage


def play(stage: Stage, winner: Entry, loser: Entry) -> None:
    match = match_between(stage, winner, loser)
    make_result(match, *((4, 0) if match.first_id == winner.id else (0, 4)))


def names(stage: Stage) -> list[str]:
    stage = Stage.objects.select_related("event__competition").get(id=stage.id)
    facts = stage_facts(stage)
    (table,) = with_contenders(facts, stage_standings(stage, facts))
    return [who.name for who in table.contenders]


def test_who_can_still_reach_the_points_is_named(four):
    """Bruno and Cilda can have 4 if Anna loses to Dainis; but then Dainis has 2, and one of them beats the other."""
    entries, stage = four
    assert sorted(names(stage)) == ["Anna", "Bruno", "Cilda", "Dainis"]
    play(stage, entries[0], entries[3])
    assert names(stage) == ["Anna"]


def test_nobody_is_named_before_the_first_result_and_after_the_last():
    event = make_event()
    a, b = make_entry(event, "Anna"), make_entry(event, "Bruno")
    stage = make_stage(event, [[a, b]])
    assert names(stage) == []
    play(stage, a, b)
    assert names(stage) == []


def test_nobody_is_named_where_somebody_is_out(four):
    entries, stage = four
    entries[3].state = EntryState.EXCLUDED
    entries[3].save()
    assert names(stage) == []


def test_large_fields_and_other_systems_tell_nothing(four):
    _entries, stage = four
    stage.system = Stage.System.SWISS
    stage.save()
    assert names(stage) == []

    event = make_event()
    many = [make_entry(event, f"P{number}") for number in range(13)]
    large = make_stage(event, [many])
    play(large, many[0], many[1])
    assert names(large) == []


def test_page_tells_it(four, client: Client):
    _entries, stage = four
    text = client.get(f"/c/{stage.event.competition.slug}/{stage.event.slug}/").content.decode()
    assert "Can still come first, alone or level:" in text
