"""Brackets by hand, late entries, and stages that follow stages."""

from __future__ import annotations

import pytest

from competitions.common.errors import Conflict, Invalid
from competitions.models import AuditEntry, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.brackets import bracket_facts
from competitions.selectors.rounds import stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.services.bracket_edits import late_enter
from competitions.services.draw_edits import places_exchange
from competitions.services.draw_setup import event_draw
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.next_stage import stage_close, stage_reopen
from refereeing.services.protocols import protocol_reopen
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_result
from tests.services.bracket_hall import Cup, make_cup, make_field

pytestmark = pytest.mark.django_db


def drawn_cup(count: int, **options: object) -> Cup:
    event, chief, entries = make_field(count)
    stage = stage_create(event_uid=event.uid, system="single_elimination", options=options, by=chief, at=NOON)
    return Cup(event, chief, entries, stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON))


def test_two_places_are_exchanged_before_the_lock() -> None:
    cup = drawn_cup(8)
    first, second = cup.entries[6].uid, cup.entries[7].uid
    stage = places_exchange(
        stage_uid=cup.stage.uid, version=cup.stage.version, first=first, second=second, by=cup.chief, at=NOON)
    assert (cup.pair("main-1-1"), cup.pair("main-1-3")) == ((1, 7), (2, 8))
    assert stage.options["exchanges"] == [["7", "8"]]
    assert AuditEntry.objects.filter(kind="draw.exchanged", subject=stage.uid).count() == 1
    with pytest.raises(Conflict, match="stale_draw"):
        places_exchange(
            stage_uid=stage.uid, version=cup.stage.version, first=first, second=second, by=cup.chief, at=NOON)
    with pytest.raises(Invalid):
        places_exchange(stage_uid=stage.uid, version=stage.version, first=first, second=first, by=cup.chief, at=NOON)
    stage_lock(stage_uid=stage.uid, version=stage.version, by=cup.chief, at=NOON)
    with pytest.raises(Conflict, match="draw_locked"):
        places_exchange(stage_uid=stage.uid, version=stage.version, first=first, second=second, by=cup.chief, at=NOON)


def test_a_new_draw_forgets_the_exchanges() -> None:
    cup = drawn_cup(4)
    stage = places_exchange(stage_uid=cup.stage.uid, version=cup.stage.version, first=cup.entries[0].uid,
                            second=cup.entries[3].uid, by=cup.chief, at=NOON)
    again = stage_draw(stage_uid=stage.uid, lot="public", by=cup.chief, at=NOON)
    assert "exchanges" not in again.options
    assert cup.pair("main-1-1") == (1, 4)


def test_a_late_entry_begins_in_the_losers_bracket() -> None:
    cup = make_cup(6)
    late = make_entry(cup.event, "Late One")
    # 1 and 2 have byes, so the losers of 4-5 and 3-6 would walk through losers' round 1.
    late_enter(stage_uid=cup.stage.uid, entry_uid=late.uid, by=cup.chief, at=NOON)
    cup.win("winners-1-2")
    assert late.number in cup.pair("losers-1-1")
    cup.play_on()
    assert bracket_facts(cup.stage).is_over
    assert str(late.number) in bracket_facts(cup.stage).places


def test_late_entries_have_as_many_places_as_there_are_walkovers() -> None:
    cup = make_cup(8)
    with pytest.raises(Invalid, match="no_place_left"):
        late_enter(stage_uid=cup.stage.uid, entry_uid=make_entry(cup.event, "Late").uid, by=cup.chief, at=NOON)
    assert cup.stage.stage_entries.count() == 8
    single = make_cup_named(5)
    with pytest.raises(Conflict, match="not_double"):
        late_enter(stage_uid=single.stage.uid, entry_uid=single.entries[0].uid, by=single.chief, at=NOON)


def make_cup_named(count: int) -> Cup:
    """A second hall beside the first: people are known by their names."""
    event = make_event(make_competition())
    chief = actor_of(make_official(event.competition))
    entries = [make_entry(event, seed=n) for n in range(1, count + 1)]
    stage = stage_create(event_uid=event.uid, system="single_elimination", options={}, by=chief, at=NOON)
    stage = stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON)
    return Cup(event, chief, entries, stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON))


def groups_played(count: int = 8, groups: int = 4) -> Cup:
    event, chief, entries = make_field(count)
    stage = event_draw(event_uid=event.uid, seen=None, system="groups", options={"groups": groups}, tie_breaks=[],
                       lot="public", by=chief, at=NOON)
    stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON)
    for match in stage.matches.all():
        make_result(match, *((3, 1) if match.first.number < match.second.number else (1, 3)))
    return Cup(event, chief, entries, stage)


def follow(cup: Cup, system: str, **options: object) -> Cup:
    stage = event_draw(
        event_uid=cup.event.uid, seen=Stage.objects.get(id=cup.stage.id).version, system=system, options=options,
        tie_breaks=[], lot="second", by=cup.chief, at=NOON)
    stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=cup.chief, at=NOON)
    return Cup(cup.event, cup.chief, cup.entries, stage)


def test_groups_then_elimination_two_of_each_group_crossed() -> None:
    cup = groups_played()
    with pytest.raises(Conflict, match="draw_locked"):
        follow(cup, "single_elimination", advance=2)
    stage_close(stage_uid=cup.stage.uid, by=cup.chief, at=NOON)
    finals = follow(cup, "single_elimination", advance=2, places=4)
    assert finals.stage.number == 2
    home = dict(cup.stage.stage_entries.values_list("entry__number", "group__name"))
    for place in range(1, 5):
        one, other = finals.pair(f"main-1-{place}")
        assert home[one] != home[other]
    finals.play_on()
    assert bracket_facts(finals.stage).places["1"] == 1
    with pytest.raises(Conflict, match="stage_closed"):
        protocol_reopen(match_uid=cup.stage.matches.first().uid, reason="late", by=cup.chief, at=NOON)
    with pytest.raises(Conflict, match="later_stage"):
        stage_reopen(stage_uid=cup.stage.uid, reason="late", by=cup.chief, at=NOON)


def test_a_bracket_then_a_round_robin_of_its_best() -> None:
    cup = make_cup(8)
    with pytest.raises(Conflict, match="round_open"):
        stage_close(stage_uid=cup.stage.uid, by=cup.chief, at=NOON)
    cup.play_on()
    stage_close(stage_uid=cup.stage.uid, by=cup.chief, at=NOON)
    best = follow(cup, "round_robin", advance=4)
    assert list(best.stage.stage_entries.values_list("entry__number", flat=True)) == [1, 2, 3, 4]


def test_who_is_level_at_the_cut_goes_on_by_lot_only_when_it_is_asked_for() -> None:
    cup = make_cup(8, "single_elimination")
    cup.play_on()
    stage_close(stage_uid=cup.stage.uid, by=cup.chief, at=NOON)
    with pytest.raises(Invalid, match="level_at_the_cut"):
        follow(cup, "round_robin", advance=3)
    three = follow(cup, "round_robin", advance=3, level_by_lot=True)
    assert three.stage.stage_entries.count() == 3


def test_a_closed_stage_is_opened_again_and_throws_an_unlocked_one_away() -> None:
    cup = groups_played()
    closed = stage_close(stage_uid=cup.stage.uid, by=cup.chief, at=NOON)
    assert AuditEntry.objects.filter(kind="stage.closed", subject=closed.uid).count() == 1
    event_draw(event_uid=cup.event.uid, seen=closed.version, system="swiss", options={"advance": 1}, tie_breaks=[],
               lot="", by=cup.chief, at=NOON)
    assert cup.event.stages.count() == 2
    stage_reopen(stage_uid=closed.uid, reason="a result is wrong", by=cup.chief, at=NOON)
    assert cup.event.stages.count() == 1


@pytest.mark.parametrize("options", [{}, {"seeding": "lot"}, {"separate": "club"}])
def test_the_self_check_holds_and_counts_exchanges(options: dict[str, object]) -> None:
    cup = drawn_cup(11, **options)
    lines = checks_in_words(stage_facts(cup.stage))
    assert all(line.holds for line in lines)
    assert lines[0].text == "The order repeats from seeds, lot, clubs and 0 exchanges by hand."
    stage = places_exchange(stage_uid=cup.stage.uid, version=cup.stage.version, first=cup.entries[9].uid,
                            second=cup.entries[10].uid, by=cup.chief, at=NOON)
    lines = checks_in_words(stage_facts(stage))
    assert (lines[0].holds, "1 exchanges" in lines[0].text) == (True, True)
    stage.options = {**stage.options, "exchanges": []}
    assert not checks_in_words(stage_facts(stage))[0].holds
