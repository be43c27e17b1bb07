"""The self-check of a draw in words: holds for what the services drew, and goes red when a match is changed."""

from __future__ import annotations

import pytest

from competitions.formats.self_check import Property
from competitions.models import Entry, Stage
from competitions.selectors.draw_page import draw_shown
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


ORDERS = [  # system, seeding, seeds, ratings (None: not rated), the check, whom the lot placed
    ("swiss", "seed", 1, (None, 1900, 1800, 1800, None),
     "The order repeats from seeds (1), then ratings (3), then the lot (1).",
     "The line orders 3 entries: those without a seed and a rating, and equal ratings among themselves.", "345"),
    ("swiss", "rating", 1, (1700, 1900, 1800, 1600, 1500),
     "The order repeats from seeds (0), then ratings (5), then the lot (0).",
     "The lot placed nobody: every place comes from a seed or a rating.", ""),
    ("swiss", "lot", 1, (1700, 1900, 1800, 1600, 1500),
     "The order repeats from the lot alone (5).", "The line orders all entries.", "12345"),
    ("round_robin", "seed", 2, (1700, 1900, 1800, 1600, 1500),
     "The order repeats from seeds (2) and lot (3).", "The line orders the 3 entries without a seed.", "345"),
]


@pytest.mark.parametrize(("system", "seeding", "seeds", "ratings", "check", "told", "in_line"), ORDERS)
def test_the_order_tells_what_placed_whom(system, seeding, seeds, ratings, check, told, in_line) -> None:
    event, chief, entries = field(5)
    for place, (entry, rating) in enumerate(zip(entries, ratings, strict=True), start=1):
        Entry.objects.filter(id=entry.id).update(rating=rating, seed=place if place <= seeds else None)

    stage = drawn(event, chief, system, seeding=seeding)
    shown = draw_shown(stage_facts(stage))

    assert (True, check) in lines(stage)
    assert shown.told == told
    assert "".join(str(place.entrant.number) for place in sorted(shown.order, key=lambda p: p.entrant.number)
                   if place.key) == in_line


def test_every_property_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Property)


@pytest.mark.parametrize("system", ["swiss", "ranking_list"])
def test_an_order_alone_is_checked_too(system: str) -> None:
    event, chief, _entries = field(5)
    stage = lock(drawn(event, chief, system), chief)
    assert lines(stage) == [(True, "Each of 5 entrants stands in one place.")]
    stage.stage_entries.order_by("number")[0].delete()
    assert [holds for holds, _text in lines(stage)] == [False]
