"""Draws through the services: groups, round robin, Swiss; locked by version; nothing half-made."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, IllegalMove, Invalid, NotAllowed, NotFound
from competitions.models import AuditEntry, Entry, Event, Game, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.draws import stage_create, stage_discard, stage_draw, stage_lock
from competitions.services.swiss_rounds import stage_entry_add, swiss_round_discard, swiss_round_draw
from competitions.workflow import MatchStatus
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_result

pytestmark = pytest.mark.django_db


def field(count: int) -> tuple[Event, Actor, list[Entry]]:
    event = make_event(make_competition())
    chief = actor_of(make_official(event.competition))
    return event, chief, [make_entry(event, f"Entrant {n}", rating=2000 - n) for n in range(1, count + 1)]


def drawn(event: Event, chief: Actor, system: str, **options: Any) -> Stage:
    stage = stage_create(event_uid=event.uid, system=system, options=options, by=chief, at=NOON)
    return stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON)


def lock(stage: Stage, chief: Actor) -> Stage:
    return stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON)


def test_five_groups_of_six_play_five_rounds_of_fifteen() -> None:
    event, chief, _entries = field(30)
    stage = drawn(event, chief, "groups", groups=5)
    assert Counter(stage.stage_entries.values_list("group__name", flat=True)) == dict.fromkeys("ABCDE", 6)
    assert [stage.matches.filter(round=r).count() for r in stage.rounds.all()] == [15] * 5
    assert Game.objects.filter(match__stage=stage).count() == 75
    for group in stage.groups.all():
        pairs = {frozenset((m.first_id, m.second_id)) for m in stage.matches.filter(group=group)}
        assert len(pairs) == 15
        strokes = Counter(m.first_id for m in stage.matches.filter(group=group))
        assert set(strokes.values()) <= {2, 3}  # Berger: six play five games, first strokes differ by one at most


def test_a_draw_is_repeated_by_its_lot_and_changes_with_another() -> None:
    event, chief, _entries = field(12)
    stage = drawn(event, chief, "round_robin", seeding="lot")
    order = list(stage.stage_entries.order_by("number").values_list("entry__number", flat=True))
    again = stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON)
    assert list(again.stage_entries.order_by("number").values_list("entry__number", flat=True)) == order
    other = stage_draw(stage_uid=stage.uid, lot="another", by=chief, at=NOON)
    assert list(other.stage_entries.order_by("number").values_list("entry__number", flat=True)) != order
    assert Stage.objects.get(id=stage.id).matches.count() == 66


def test_a_locked_draw_is_in_the_chain_and_not_drawn_again() -> None:
    event, chief, _entries = field(4)
    stage = lock(drawn(event, chief, "round_robin"), chief)
    assert AuditEntry.objects.filter(kind="draw.locked", subject=stage.uid).count() == 1
    for act in (stage_draw, stage_discard):
        with pytest.raises(IllegalMove):
            act(stage_uid=stage.uid, by=chief, at=NOON, **({"lot": None} if act is stage_draw else {}))


def test_a_draw_that_was_made_anew_is_not_locked_unseen() -> None:
    event, chief, _entries = field(4)
    seen = drawn(event, chief, "round_robin")
    stage_draw(stage_uid=seen.uid, lot="other", by=chief, at=NOON)
    with pytest.raises(Conflict, match="stale_draw"):
        stage_lock(stage_uid=seen.uid, version=seen.version, by=chief, at=NOON)


@pytest.mark.parametrize(("count", "system", "options"), [
    (0, "round_robin", {}), (1, "round_robin", {}), (1, "swiss", {}), (5, "groups", {"groups": 3}),
])
def test_too_few_entrants_change_nothing(count: int, system: str, options: dict[str, Any]) -> None:
    """Nasty input 33: no half-made draw."""
    event, chief, _entries = field(count)
    stage = stage_create(event_uid=event.uid, system=system, options=options, by=chief, at=NOON)
    with pytest.raises(Invalid):
        stage_draw(stage_uid=stage.uid, lot="x", by=chief, at=NOON)
    stage.refresh_from_db()
    assert (stage.state, stage.stage_entries.count(), stage.rounds.count()) == ("draft", 0, 0)


@pytest.mark.parametrize(("options", "path"), [
    ({"groups": 0}, "groups"), ({"legs": True}, "legs"), ({"rounds": "5"}, "rounds"), ({"seeding": "luck"}, "seeding"),
    ({"colour": 1}, "colour"),
])
def test_a_wrong_option_is_named(options: dict[str, Any], path: str) -> None:
    event, chief, _entries = field(4)
    with pytest.raises(Invalid) as refused:
        stage_create(event_uid=event.uid, system="groups", options=options, by=chief, at=NOON)
    assert refused.value.params["path"] == path


def test_only_officials_of_the_competition_draw() -> None:
    event, _chief, _entries = field(4)
    referee = actor_of(make_official(event.competition, "table_referee"))
    stranger = actor_of(make_official(make_competition()))
    with pytest.raises(NotAllowed):
        stage_create(event_uid=event.uid, system="swiss", options={}, by=referee, at=NOON)
    with pytest.raises(NotFound):
        stage_create(event_uid=event.uid, system="swiss", options={}, by=stranger, at=NOON)


def play_round(stage: Stage, number: int) -> None:
    for match in stage.matches.filter(round__number=number, second__isnull=False):
        better_is_first = match.first.number < (match.second.number if match.second else 0)
        make_result(match, *((4, 1) if better_is_first else (1, 4)))


def test_a_swiss_is_paired_round_by_round() -> None:
    event, chief, _entries = field(7)
    stage = lock(drawn(event, chief, "swiss", rounds=5), chief)
    met: set[frozenset[int]] = set()
    free: list[int] = []
    for number in range(1, 6):
        swiss_round_draw(stage_uid=stage.uid, seen_rounds=number - 1, by=chief, at=NOON)
        matches = stage.matches.filter(round__number=number)
        assert matches.count() == 4
        for match in matches:
            if match.second is None:
                free.append(match.first_id)
                assert match.status == MatchStatus.APPROVED
            else:
                pair = frozenset((match.first_id, match.second_id))
                assert pair not in met
                met.add(pair)
        play_round(stage, number)
    assert len(set(free)) == 5
    assert "001    1" in stage.rounds.get(number=5).trf
    assert "py4swiss" in Stage.objects.get(id=stage.id).pairing_edition
    with pytest.raises(Conflict, match="all_rounds_drawn"):
        swiss_round_draw(stage_uid=stage.uid, seen_rounds=5, by=chief, at=NOON)


def test_the_next_round_waits_for_the_approvals_and_names_the_tables() -> None:
    """Only confirmed results pair; what hinders is named."""
    event, chief, _entries = field(6)
    stage = lock(drawn(event, chief, "swiss", rounds=3), chief)
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=chief, at=NOON)
    table = event.competition.tables.get(number=2)
    open_one = stage.matches.order_by("number").last()
    Match.objects.filter(id=open_one.id).update(table=table)
    for match in stage.matches.exclude(id=open_one.id):
        make_result(match, 4, 0)
    with pytest.raises(Conflict) as refused:
        swiss_round_draw(stage_uid=stage.uid, seen_rounds=1, by=chief, at=NOON)
    assert (refused.value.code, refused.value.params["tables"]) == ("round_open", "2")


def test_a_stale_screen_pairs_and_discards_nothing() -> None:
    event, chief, _entries = field(6)
    stage = lock(drawn(event, chief, "swiss", rounds=3), chief)
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=chief, at=NOON)
    with pytest.raises(Conflict, match="stale_rounds"):
        swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=chief, at=NOON)
    with pytest.raises(Conflict, match="stale_rounds"):
        swiss_round_discard(stage_uid=stage.uid, number=2, by=chief, at=NOON)
    swiss_round_discard(stage_uid=stage.uid, number=1, by=chief, at=NOON)
    assert stage.rounds.count() == 0


def test_a_round_that_was_started_stays() -> None:
    event, chief, _entries = field(4)
    stage = lock(drawn(event, chief, "swiss", rounds=3), chief)
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=chief, at=NOON)
    make_result(stage.matches.first(), 4, 0, approved=False)
    with pytest.raises(Conflict, match="round_started"):
        swiss_round_discard(stage_uid=stage.uid, number=1, by=chief, at=NOON)


def test_a_late_entrant_and_an_absent_one() -> None:
    event, chief, entries = field(6)
    stage = lock(drawn(event, chief, "swiss", rounds=4), chief)
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=chief, at=NOON)
    play_round(stage, 1)
    late = make_entry(event, "Late One")
    Entry.objects.filter(id=late.id).update(state="absent")
    assert stage_entry_add(stage_uid=stage.uid, entry_uid=late.uid, by=chief, at=NOON).joined_round == 2
    late.refresh_from_db()
    assert late.state == "present"
    Entry.objects.filter(id=entries[0].id).update(state="absent")
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=1, by=chief, at=NOON)
    second = stage.matches.filter(round__number=2)
    busy = {m.first_id for m in second} | {m.second_id for m in second if m.second_id}
    assert late.id in busy
    assert entries[0].id not in busy
    assert len(busy) == 6
