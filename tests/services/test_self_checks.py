"""The self-check of a draw in words: holds for what the services drew, and goes red when a match is changed."""

from __future__ import annotations

import pytest

from competitions.formats.self_check import Property
from competitions.models import Entry, Stage
from competitions.selectors.rounds import stage_facts
from competitions.selectors.self_checks import SENTENCES, checks_in_words
from competitions.services.swiss_rounds import swiss_round_draw
from tests.factories import NOON

from .test_draws import drawn, field, lock, play_round

pytestmark = pytest.mark.django_db


def lines(stage: Stage) -> list[tuple[bool, str]]:
    return [(line.holds, line.text) for line in checks_in_words(stage_facts(stage))]


def test_five_groups_hold_in_a_few_lines() -> None:
    event, chief, _entries = field(30)
    found = lines(drawn(event, chief, "groups", groups=5))
    assert all(holds for holds, _text in found)
    assert (True, "Everybody meets everybody: 15 pairs, 1 times each.") in found
    assert (True, "First strokes are balanced: from 2 to 3.") in found
    assert len(found) == len({text for _holds, text in found})


def test_a_changed_match_is_found() -> None:
    event, chief, _entries = field(4)
    stage = drawn(event, chief, "round_robin")
    match = stage.matches.filter(round__number=1).first()
    assert match is not None
    other = Entry.objects.exclude(id__in=[match.first_id, match.second_id]).filter(event=event).first()
    stage.matches.filter(id=match.id).update(second=other)
    assert not all(holds for holds, _text in lines(stage))


def test_a_swiss_is_checked_round_by_round() -> None:
    event, chief, _entries = field(7)
    stage = lock(drawn(event, chief, "swiss", rounds=5), chief)
    for number in range(1, 4):
        swiss_round_draw(stage_uid=stage.uid, seen_rounds=number - 1, by=chief, at=NOON)
        play_round(stage, number)
    found = lines(stage)
    assert found
    assert all(holds for holds, _text in found)


def test_every_property_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Property)
