"""Matches for places as a stage after two groups; other sets in the last rounds of a bracket, to the protocol."""

from __future__ import annotations

import pytest

from competitions.common.errors import Invalid
from competitions.formats.errors import FormatError
from competitions.formats.regulations import Regulations
from competitions.models import Match, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.rounds import stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.selectors.standings import stage_standings
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.next_stage import stage_close
from refereeing.selectors.game_logs import match_regulations
from refereeing.services.desk import result_enter
from refereeing.services.protocols import protocol_approve
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_result, make_stage
from tests.services.bracket_hall import make_cup

pytestmark = pytest.mark.django_db


def played_groups(count: int, groups: int = 2):
    """Groups in which the lower number always wins, closed."""
    event = make_event(make_competition(), regulations=Regulations(sets=4))
    chief = actor_of(make_official(event.competition))
    entries = [make_entry(event, f"Entrant {n:02}") for n in range(1, count * groups + 1)]
    stage = make_stage(event, [entries[g * count : (g + 1) * count] for g in range(groups)])
    for match in stage.matches.select_related("first", "second"):
        make_result(match, *((3, 1) if match.first.number < match.second.number else (1, 3)))
    stage_close(stage_uid=stage.uid, by=chief, at=NOON)
    return event, chief


def follow(event, chief, **options):
    stage = stage_create(event_uid=event.uid, system="place_matches", options=options, by=chief, at=NOON)
    return stage_draw(stage_uid=stage.uid, lot="x", by=chief, at=NOON)


def test_after_two_groups_equal_places_meet_and_give_the_places() -> None:
    event, chief = played_groups(3)
    stage = follow(event, chief, advance=3)
    pairs = [(m.first.number, m.second.number) for m in stage.matches.order_by("round__number")]
    assert pairs == [(1, 4), (2, 5), (3, 6)]
    assert all(check.holds for check in checks_in_words(stage_facts(stage)))
    stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON)
    for match in stage.matches.all():
        result_enter(match_uid=match.uid, sets=(1, 3), by=chief, at=NOON)
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=chief, at=NOON)
    stage = Stage.objects.select_related("event__competition").get(id=stage.id)
    assert [(row.entrant.number, row.place) for row in stage_standings(stage)[0].rows] == [
        (4, "1"), (1, "2"), (5, "3"), (2, "4"), (6, "5"), (3, "6")]
    stage_close(stage_uid=stage.uid, by=chief, at=NOON)


def test_after_more_groups_or_with_an_odd_number_they_are_refused() -> None:
    event, chief = played_groups(2, groups=3)
    with pytest.raises(Invalid, match="two_groups_at_most"):
        follow(event, chief, advance=1)


def test_an_odd_number_of_entrants_has_no_matches_for_places() -> None:
    event, chief = played_groups(3, groups=1)
    with pytest.raises(FormatError, match="odd_number"):
        follow(event, chief, advance=3)


def test_in_a_double_elimination_losers_play_on_for_every_place() -> None:
    cup = make_cup(8, places=8)
    cup.play_on()
    stage = Stage.objects.select_related("event__competition").get(id=cup.stage.id)
    assert [(row.entrant.number, row.place) for row in stage_standings(stage)[0].rows] == [
        (n, str(n)) for n in range(1, 9)]


def test_best_of_five_until_the_semi_finals_then_best_of_seven() -> None:
    cup = make_cup(8, regulations=Regulations(sets=5, late_sets=7))
    sets = {}
    while True:
        match = Match.objects.select_related("stage__event", "round").filter(
            stage=cup.stage, status="scheduled").order_by("round__number", "number").first()
        if match is None:
            break
        wanted = match_regulations(match).sets
        sets[match.bracket_key.rsplit("-", 1)[0]] = wanted
        result_enter(match_uid=match.uid, sets=((wanted + 1) // 2, 0), by=cup.chief, at=NOON)
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    assert sets == {
        "winners-1": 5, "winners-2": 5, "losers-1": 5, "losers-2": 5, "losers-3": 7, "winners-3": 7, "losers-4": 7,
        "final-1": 7}
