"""A draw by hand, for every system: exchanged before the lock, shown, opened again while nobody has begun."""

from __future__ import annotations

from typing import Any

import pytest

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, IllegalMove, Invalid, NotAllowed
from competitions.models import AuditEntry, Entry, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.draw_changes import falls_with
from competitions.selectors.rounds import stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.services.draw_edits import places_exchange, stage_unlock
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.ladder import challenge_make
from competitions.services.swiss_rounds import swiss_round_discard, swiss_round_draw
from competitions.services.tables import tables_assign
from refereeing.services.desk import match_call
from tests.factories import NOON, make_competition, make_entry, make_event, make_official

pytestmark = pytest.mark.django_db
SYSTEMS = (
    "round_robin", "groups", "swiss", "single_elimination", "double_elimination", "place_matches", "ranking_list")


class Drawn:
    """A stage of eight, seed n for entrant n, drawn."""

    def __init__(self, system: str, **options: Any) -> None:
        self.event = make_event(make_competition())
        self.chief: Actor = actor_of(make_official(self.event.competition))
        self.entries: list[Entry] = [make_entry(self.event, f"E{n}", seed=n) for n in range(1, 9)]
        options = {"groups": 2, **options} if system == "groups" else options
        stage = stage_create(event_uid=self.event.uid, system=system, options=options, by=self.chief, at=NOON)
        stage_draw(stage_uid=stage.uid, lot="public", by=self.chief, at=NOON)
        self.uid = stage.uid

    @property
    def stage(self) -> Stage:
        return Stage.objects.select_related("event__competition").get(uid=self.uid)

    def exchange(self, one: int, other: int) -> Stage:
        return places_exchange(
            stage_uid=self.uid, version=self.stage.version, first=self.entries[one - 1].uid,
            second=self.entries[other - 1].uid, by=self.chief, at=NOON)

    def lock(self) -> Stage:
        return stage_lock(stage_uid=self.uid, version=self.stage.version, by=self.chief, at=NOON)

    def unlock(self, reason: str = "a mistake") -> Stage:
        return stage_unlock(stage_uid=self.uid, version=self.stage.version, reason=reason, by=self.chief, at=NOON)

    def matches(self) -> list[tuple[int, int, int]]:
        rows = Match.objects.filter(stage=self.stage).order_by("round__number", "number")
        return list(rows.values_list("round__number", "first__number", "second__number"))

    def places(self) -> dict[int, tuple[int, str | None]]:
        rows = self.stage.stage_entries.values_list("entry__number", "number", "group__name")
        return {entry: (number, group) for entry, number, group in rows}


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_take_each_others_place_in_every_system(system: str) -> None:
    drawn = Drawn(system)
    places, matches = drawn.places(), drawn.matches()
    drawn.exchange(2, 7)
    swap = {2: 7, 7: 2}
    assert drawn.places() == {swap.get(n, n): place for n, place in places.items()}
    assert drawn.matches() == [(r, swap.get(a, a), swap.get(b, b)) for r, a, b in matches]
    checks = checks_in_words(stage_facts(drawn.stage))
    assert any("xchange" in check.text and "1" in check.text for check in checks)
    assert not [check.text for check in checks if "order repeats" in check.text and not check.holds]
    assert AuditEntry.objects.filter(kind="draw.exchanged").count() == 1


def test_the_self_check_says_what_an_exchange_breaks() -> None:
    """Seeds 1 and 2 head the groups: with 2 and 7 exchanged 1 and 2 may stand together, and the check says so."""
    drawn = Drawn("groups")
    home = {n: group for n, (_place, group) in drawn.places().items()}
    mate = next(n for n in range(3, 9) if home[n] == home[1])
    drawn.exchange(2, mate)
    checks = checks_in_words(stage_facts(drawn.stage))
    assert [check.text for check in checks if not check.holds] == ["The 8 seeds are spread over the groups."]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_locked_draw_is_opened_again_while_nobody_has_begun(system: str) -> None:
    drawn = Drawn(system)
    drawn.lock()
    with pytest.raises(Conflict, match="draw_locked"):
        drawn.exchange(1, 2)
    drawn.unlock()
    drawn.exchange(1, 2)
    drawn.lock()
    entry = AuditEntry.objects.get(kind="draw.unlocked")
    assert b"a mistake" in bytes(entry.body)


def test_what_falls_is_counted_and_what_hinders_is_named() -> None:
    drawn = Drawn("round_robin")
    drawn.lock()
    tables_assign(stage_uid=drawn.uid, by=drawn.chief, at=NOON)
    falls = falls_with(stage_facts(drawn.stage))
    assert (falls.matches, falls.with_table, falls.begun, falls.may_fall) == (28, 28, (), True)
    match = Match.objects.filter(stage=drawn.stage).order_by("round__number", "number").first()
    assert match is not None
    match_call(match_uid=match.uid, by=drawn.chief, at=NOON)
    assert falls_with(stage_facts(drawn.stage)).begun == (f"Round 1: {match}",)
    with pytest.raises(Conflict, match="draw_begun"):
        drawn.unlock()


def test_rounds_of_a_swiss_and_challenges_hinder_until_they_are_taken_back() -> None:
    drawn = Drawn("swiss")
    drawn.lock()
    swiss_round_draw(stage_uid=drawn.uid, seen_rounds=0, by=drawn.chief, at=NOON)
    with pytest.raises(Conflict, match="draw_begun"):
        drawn.unlock()
    swiss_round_discard(stage_uid=drawn.uid, number=1, by=drawn.chief, at=NOON)
    drawn.unlock()


def test_a_list_with_a_challenge_stays_locked() -> None:
    drawn = Drawn("ranking_list")
    drawn.lock()
    challenge_make(stage_uid=drawn.uid, challenger=drawn.entries[2].uid, challenged=drawn.entries[1].uid,
                   by=drawn.chief, at=NOON)
    with pytest.raises(Conflict, match="draw_begun"):
        drawn.unlock()


def test_opening_needs_the_chief_a_reason_and_what_was_seen() -> None:
    drawn = Drawn("round_robin")
    with pytest.raises(IllegalMove):
        drawn.unlock()
    locked = drawn.lock()
    with pytest.raises(Invalid, match="reason_needed"):
        drawn.unlock(" ")
    with pytest.raises(Conflict, match="stale_draw"):
        stage_unlock(stage_uid=drawn.uid, version=locked.version + 1, reason="x", by=drawn.chief, at=NOON)
    drawn.chief = actor_of(make_official(drawn.event.competition, "secretary"))
    with pytest.raises(NotAllowed):
        drawn.unlock()


def test_brackets_manager_107_a_change_of_places_touches_the_matches_of_the_two_alone() -> None:
    """Drarig29/brackets-manager.js #107: re-seeding wipes all; here the other pairs stay as they were drawn."""
    drawn = Drawn("single_elimination")
    before = {(a, b) for _round, a, b in drawn.matches()}
    drawn.exchange(7, 8)
    assert {pair for pair in before if not {7, 8} & set(pair)} <= {(a, b) for _round, a, b in drawn.matches()}
