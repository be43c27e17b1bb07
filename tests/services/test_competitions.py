"""Competitions, events, regulations, officials, tables."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from competitions.common.actors import SPECTATOR, SYSTEM
from competitions.common.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound
from competitions.models import AuditEntry, Competition, Event, Official, Outbox, Stage, Table
from competitions.selectors.actors import actor_of
from competitions.selectors.entries import event_is_started
from competitions.services.competitions import (
    CompetitionFacts,
    competition_change,
    competition_create,
    event_create,
    event_rename,
    official_remove,
    official_set,
    tables_set,
)
from competitions.services.regulations import regulations_change
from competitions.workflow import StageState
from tests.factories import NOON, make_account, make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db
FACTS = CompetitionFacts(
    name="Rīgas kauss", place="Rīga", starts_on=date(2026, 11, 28), ends_on=date(2026, 11, 29), language="lv")


def last_decision(competition: Competition) -> dict[str, Any]:
    entry = AuditEntry.objects.filter(competition=competition).last()
    assert entry is not None
    found: dict[str, Any] = json.loads(bytes(entry.body))
    return found


def test_who_creates_is_chief_and_tables_stand() -> None:
    account = make_official(make_competition())
    made = competition_create(facts=FACTS, tables=7, by=actor_of(account), at=NOON)
    assert (made.slug, made.name, made.time_zone) == ("rigas-kauss", "Rīgas kauss", "Europe/Riga")
    assert Official.objects.get(competition=made).account == account
    assert Official.objects.get(competition=made).role == "chief"
    assert list(made.tables.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7]
    assert last_decision(made)["kind"] == "competition.created"
    assert Outbox.objects.filter(topic="competition.changed", competition=made.uid).count() == 1


@pytest.mark.parametrize(("name", "slug"), [
    ("Rīgas kauss", "rigas-kauss-2"), ("Кубок", "competition"), ("New", "new-2")])
def test_address_is_free_and_hides_no_page(name: str, slug: str) -> None:
    competition_create(facts=FACTS, by=SYSTEM, at=NOON)
    assert competition_create(facts=replace(FACTS, name=name), by=SYSTEM, at=NOON).slug == slug


@pytest.mark.parametrize(("change", "tables", "path"), [
    ({"name": " "}, 3, "name"), ({"name": "A\x00b"}, 3, "name"), ({"name": "A" * 121}, 3, "name"),
    ({"place": "A" * 121}, 3, "place"), ({"ends_on": date(2026, 11, 27)}, 3, "ends_on"),
    ({"ends_on": date(2028, 1, 1)}, 3, "ends_on"), ({"time_zone": "Europe/Atlantis"}, 3, "time_zone"),
    ({"time_zone": "../etc/passwd"}, 3, "time_zone"), ({"language": "xx"}, 3, "language"),
    ({"starts_on": date(1, 1, 1), "ends_on": date(1, 1, 2)}, 3, "starts_on"), ({}, 0, "count"), ({}, 101, "count"),
])
def test_competition_is_refused_with_the_field(change: dict[str, Any], tables: int, path: str) -> None:
    with pytest.raises(Invalid) as refused:
        competition_create(facts=replace(FACTS, **change), tables=tables, by=SYSTEM, at=NOON)
    assert refused.value.params["path"] == path
    assert not Competition.objects.exists()


@pytest.mark.parametrize("role", ["deputy", "secretary", "senior", "table_referee", ""])
def test_only_a_chief_opens_a_competition(role: str) -> None:
    by = actor_of(make_official(make_competition(), role)) if role else SPECTATOR
    with pytest.raises(NotAllowed):
        competition_create(facts=FACTS, by=by, at=NOON)


def test_change_is_recorded_with_before_and_after() -> None:
    competition = competition_create(facts=FACTS, by=SYSTEM, at=NOON)
    changed = competition_change(
        competition=competition.uid, facts=replace(FACTS, place="Cēsis", is_public=False), by=SYSTEM, at=NOON)
    assert changed == {"place": ("Rīga", "Cēsis"), "is_public": (True, False)}
    assert last_decision(competition)["facts"] == {"place": ["Rīga", "Cēsis"], "is_public": ["True", "False"]}
    links = AuditEntry.objects.count()
    assert competition_change(competition=competition.uid, facts=replace(FACTS, place="Cēsis", is_public=False),
                              by=SYSTEM, at=NOON) == {}
    assert AuditEntry.objects.count() == links


def new_event(competition: Competition, **over: Any) -> Event:
    fields: dict[str, Any] = {"name": "Vīri", "preset": "latvian_open", "regulations": {}, "by": SYSTEM, "at": NOON}
    return event_create(competition=competition.uid, **{**fields, **over})


def test_event_starts_from_its_preset_and_each_setting_can_differ() -> None:
    competition = make_competition()
    event = new_event(competition, regulations={"sets": 4, "tie_breaks_swiss": ["buchholz", "wins"]})
    assert (event.slug, event.regulations["sets"], event.regulations["win"], event.regulations["ruleset"]) == (
        "viri", 4, 2, "lnf-2008")
    assert event.regulations["tie_breaks_swiss"] == ["buchholz", "wins"]
    assert new_event(competition).slug == "viri-2"
    assert new_event(competition, name="Settings").slug == "settings-2"


@pytest.mark.parametrize(("over", "path"), [
    ({"preset": "none"}, "preset"), ({"kind": "triples"}, "kind"), ({"name": ""}, "name"),
    ({"regulations": {"sets": 0}}, "sets"), ({"regulations": {"seats": 1}}, "seats"),
    ({"regulations": {"draw": 2}}, "draw"), ({"regulations": {"sets": True}}, "sets"),
])
def test_event_is_refused_with_the_setting(over: dict[str, Any], path: str) -> None:
    with pytest.raises(Invalid) as refused:
        new_event(make_competition(), **over)
    assert refused.value.params["path"] == path
    assert not Event.objects.exists()


def test_event_is_renamed() -> None:
    event = new_event(make_competition())
    event_rename(event=event.uid, name="Vīri A", by=SYSTEM, at=NOON)
    event.refresh_from_db()
    assert (event.name, event.slug) == ("Vīri A", "viri")
    assert last_decision(event.competition)["facts"] == {"name": ["Vīri", "Vīri A"]}
    links = AuditEntry.objects.count()
    event_rename(event=event.uid, name=" Vīri  A", by=SYSTEM, at=NOON)
    assert AuditEntry.objects.count() == links


@pytest.mark.parametrize(("state", "needed"), [
    (None, False), (StageState.DRAFT, False), (StageState.DRAWN, False), (StageState.LOCKED, True),
    (StageState.CLOSED, True)])
def test_regulations_need_a_reason_once_a_draw_is_locked(state: StageState | None, needed: bool) -> None:
    event = new_event(make_competition())
    if state:
        Stage.objects.create(event=event, system="swiss", state=state)
    assert event_is_started(event) is needed
    if needed:
        for reason in ("", "  "):
            with pytest.raises(Invalid) as refused:
                regulations_change(event=event.uid, settings={"sets": 4}, reason=reason, by=SYSTEM, at=NOON)
            assert (refused.value.code, refused.value.params["path"]) == ("reason_needed", "reason")
        event.refresh_from_db()
        assert event.regulations["sets"] == 6
    reason = "Hall closes early" if needed else ""
    changed = regulations_change(
        event=event.uid, settings={"sets": 4, "win": 2}, reason=reason, by=SYSTEM, at=NOON)
    assert changed == {"sets": (6, 4)}
    event.refresh_from_db()
    assert event.regulations["sets"] == 4
    assert last_decision(event.competition)["facts"] == {
        "settings": {"sets": [6, 4]}, "reason": reason}
    assert Outbox.objects.filter(topic="event.changed", ids={"event": str(event.uid)}).count() == 2


def test_no_change_of_the_regulations_is_no_decision() -> None:
    event = new_event(make_competition())
    links = AuditEntry.objects.count()
    assert regulations_change(event=event.uid, settings={"sets": 6}, by=SYSTEM, at=NOON) == {}
    assert AuditEntry.objects.count() == links


def test_offices_are_given_changed_and_ended() -> None:
    competition = make_competition()
    chief = actor_of(make_official(competition))
    account = make_account()
    official_set(competition=competition.uid, account=account.uid, role="senior", zone="A", by=chief, at=NOON)
    official_set(competition=competition.uid, account=account.uid, role="secretary", by=chief, at=NOON)
    assert last_decision(competition)["facts"] == {"before": ["senior", "A"], "after": ["secretary", ""]}
    official_remove(competition=competition.uid, account=account.uid, by=chief, at=NOON)
    assert not Official.objects.filter(account=account).exists()
    with pytest.raises(NotFound):
        official_remove(competition=competition.uid, account=account.uid, by=chief, at=NOON)


def test_a_competition_keeps_a_chief_and_a_deputy_makes_none() -> None:
    competition = make_competition()
    chief_account = make_official(competition)
    chief, deputy = actor_of(chief_account), actor_of(make_official(competition, "deputy"))
    account = make_account()
    calls: list[tuple[Any, dict[str, Any], type[DomainError]]] = [
        (official_set, {"account": chief_account.uid, "role": "deputy", "by": chief}, Conflict),
        (official_remove, {"account": chief_account.uid, "by": chief}, Conflict),
        (official_remove, {"account": chief_account.uid, "by": deputy}, NotAllowed),
        (official_set, {"account": account.uid, "role": "chief", "by": deputy}, NotAllowed),
        (official_set, {"account": account.uid, "role": "king", "by": chief}, Invalid),
        (official_set, {"account": uuid4(), "role": "senior", "by": chief}, NotFound),
        (official_set, {"account": account.uid, "role": "senior", "by": SPECTATOR}, NotFound),
    ]
    for service, given, error in calls:
        with pytest.raises(error):
            service(competition=competition.uid, at=NOON, **given)
    official_set(competition=competition.uid, account=account.uid, role="chief", by=chief, at=NOON)
    official_remove(competition=competition.uid, account=chief_account.uid, by=actor_of(account), at=NOON)


def test_tables_are_counted_and_zoned() -> None:
    competition = make_competition(tables=3)
    tables_set(competition=competition.uid, count=5, zones={1: "A", 5: " B "}, by=SYSTEM, at=NOON)
    tables_set(competition=competition.uid, count=5, by=SYSTEM, at=NOON)
    assert list(competition.tables.values_list("number", "zone")) == [(1, "A"), (2, ""), (3, ""), (4, ""), (5, "B")]
    tables_set(competition=competition.uid, count=2, zones={1: ""}, by=SYSTEM, at=NOON)
    assert list(competition.tables.values_list("number", "zone")) == [(1, ""), (2, "")]
    assert AuditEntry.objects.filter(kind="tables.set").count() == 2


def test_a_table_with_a_match_to_be_played_stays() -> None:
    event = make_event()
    stage = make_stage(event, [[make_entry(event), make_entry(event)]])
    match = stage.matches.get()
    match.table = event.competition.tables.get(number=3)
    match.save()
    with pytest.raises(Conflict) as refused:
        tables_set(competition=event.competition.uid, count=2, by=SYSTEM, at=NOON)
    assert (refused.value.code, refused.value.params["table"]) == ("table_in_use", 3)
    assert Table.objects.filter(competition=event.competition).count() == 3


WRITES: list[tuple[Any, dict[str, Any]]] = [
    (competition_change, {"facts": FACTS}), (tables_set, {"count": 2}),
    (event_create, {"name": "X", "preset": "latvian_open", "regulations": {}}),
]


@pytest.mark.parametrize(("service", "given"), WRITES, ids=[service.__name__ for service, _ in WRITES])
@pytest.mark.parametrize("role", ["secretary", "senior", "table_referee", "", "chief elsewhere"])
def test_settings_are_for_heads(service: Any, given: dict[str, Any], role: str) -> None:
    competition = make_competition()
    home = make_competition() if role == "chief elsewhere" else competition
    by = actor_of(make_official(home, role.partition(" ")[0])) if role else SPECTATOR
    error = NotFound if role in ("", "chief elsewhere") else NotAllowed
    with pytest.raises(error):
        service(competition=competition.uid, by=by, at=NOON, **given)
    assert not AuditEntry.objects.exists()
