"""Entrants: added early and late, changed, present, seeded (issue step 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from competitions.common.actors import SPECTATOR, SYSTEM
from competitions.common.errors import Conflict, IllegalMove, Invalid, NotAllowed, NotFound
from competitions.formats.entry_list import Entrant
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, Club, Entry, Event, Outbox, Person, StageEntry
from competitions.selectors.actors import actor_of
from competitions.selectors.entries import entry_line, entry_lines, lines_found
from competitions.services.entries import (
    entry_add,
    entry_change,
    entry_mark_absent,
    entry_mark_present,
    entry_remove,
    presence_set,
    seeds_by_rating,
    seeds_clear,
    seeds_set,
)
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db
ANNA = Entrant(
    name="Anna Liepa", sex="F", born=1990, club="Rīga", licence="L-1", rating=1500, class_name="folk", seed=3)


def add(event: Event, entrant: Entrant = ANNA, **over: Any) -> Entry:
    return entry_add(event=event.uid, entrant=entrant, **{"by": SYSTEM, "at": NOON, **over})


def test_entry_is_added_with_person_and_club() -> None:
    event = make_event()
    entry = add(event)
    line = entry_line(event, entry.uid)
    assert (line.number, line.name, line.sex, line.born, line.club) == (1, "Anna Liepa", "F", 1990, "Rīga")
    assert (line.licence, line.rating, line.class_name, line.seed) == ("L-1", 1500, "folk", 3)
    assert (line.state, line.in_draw) == ("entered", False)
    assert add(event, Entrant(name="Ilze Ozola")).number == 2
    assert AuditEntry.objects.filter(kind="entry.added").count() == 2
    assert Outbox.objects.filter(topic="entries.changed").count() == 2
    assert "Anna" not in str([bytes(entry.body) for entry in AuditEntry.objects.all()])


def test_people_and_clubs_are_used_again_in_another_event() -> None:
    one, other = make_event(), make_event()
    add(one)
    add(other, replace(ANNA, name="anna liepa", rating=1600))
    assert (Person.objects.count(), Club.objects.count()) == (1, 1)
    assert Person.objects.get().rating == 1600
    assert Entry.objects.get(event=one).rating == 1500  # as it was then


@pytest.mark.parametrize(("change", "path"), [
    ({"name": " "}, "name"), ({"name": "A\u202eb"}, "name"), ({"sex": "X"}, "sex"), ({"born": 1899}, "born"),
    ({"born": 2027}, "born"), ({"rating": -5}, "rating"), ({"rating": 2**31}, "rating"), ({"seed": 0}, "seed"),
    ({"club": "A" * 121}, "club"), ({"club": "\x07"}, "club"), ({"licence": "L" * 41}, "licence"),
    ({"class_name": "kings"}, "class_name"), ({"name": "ANNA  LIEPA", "seed": None}, "name"),
    ({"name": "Zane", "seed": None}, "name"),
    ({"name": "Zane", "licence": ""}, "seed"),
])
def test_entry_is_refused_with_the_field(change: dict[str, Any], path: str) -> None:
    event = make_event(regulations=Regulations(classes=("folk", "licensed")))
    add(event)
    before = (AuditEntry.objects.count(), Outbox.objects.count(), Person.objects.count(), Club.objects.count())
    with pytest.raises(Invalid) as refused:
        add(event, replace(ANNA, **change))
    assert refused.value.params["path"] == path
    assert Entry.objects.count() == 1
    assert before == (
        AuditEntry.objects.count(), Outbox.objects.count(), Person.objects.count(), Club.objects.count())


def test_a_late_entry_touches_no_draw() -> None:
    event = make_event()
    make_stage(event, [[make_entry(event), make_entry(event)]])
    late = add(event)
    assert late.state == "entered"
    assert StageEntry.objects.count() == 2
    assert not entry_line(event, late.uid).in_draw


def test_entry_is_changed_and_a_blank_empties() -> None:
    event = make_event()
    entry = add(event)
    changed = entry_change(
        entry=entry.uid, entrant=replace(ANNA, name="Anna Ozola", club="", born=None, rating=None, seed=None, sex=""),
        by=SYSTEM, at=NOON)
    assert changed == ("name", "sex", "born", "club", "rating", "seed")
    line = entry_line(event, entry.uid)
    assert (line.name, line.born, line.club, line.rating) == ("Anna Ozola", None, "", None)
    assert (line.seed, line.sex) == (None, "")
    person = Person.objects.get()
    assert (person.rating, person.club, person.licence) == (None, None, "L-1")
    links = AuditEntry.objects.count()
    assert entry_change(entry=entry.uid, entrant=replace(
        ANNA, name="Anna Ozola", club="", born=None, rating=None, seed=None, sex=""), by=SYSTEM, at=NOON) == ()
    assert AuditEntry.objects.count() == links


@pytest.mark.parametrize(("entrant", "path"), [
    (Entrant(name="Ilze Ozola"), "name"), (Entrant(name="Anna Liepa", seed=1), "seed"),
    (Entrant(name="Anna Liepa", licence="L-2"), "licence"), (Entrant(name="Zane Bērza", born=1980), "name"),
])
def test_a_change_takes_nothing_from_another(entrant: Entrant, path: str) -> None:
    event = make_event()
    entry = add(event)
    add(event, Entrant(name="Ilze Ozola", seed=1, licence="L-2"))
    add(make_event(), Entrant(name="Zane Bērza", born=1980))
    with pytest.raises(Invalid) as refused:
        entry_change(entry=entry.uid, entrant=entrant, by=SYSTEM, at=NOON)
    assert refused.value.params["path"] == path
    assert entry_line(event, entry.uid).name == "Anna Liepa"


def test_a_mistaken_entry_goes_until_it_stands_in_a_draw() -> None:
    event = make_event()
    entry_remove(entry=add(event).uid, by=SYSTEM, at=NOON)
    assert not Entry.objects.exists()
    drawn = [make_entry(event), make_entry(event)]
    make_stage(event, [drawn])
    with pytest.raises(Conflict) as refused:
        entry_remove(entry=drawn[0].uid, by=SYSTEM, at=NOON)
    assert refused.value.code == "entry_in_draw"
    with pytest.raises(NotFound):
        entry_remove(entry=uuid4(), by=SYSTEM, at=NOON)


def test_presence_is_marked_many_at_once() -> None:
    event = make_event()
    entries = [make_entry(event, state="entered") for _ in range(3)]
    assert presence_set(
        event=event.uid, present=[entries[0].uid, entries[1].uid], absent=[entries[2].uid], by=SYSTEM, at=NOON) == 3
    assert [line.state for line in entry_lines(event)] == ["present", "present", "absent"]
    assert entry_mark_absent(event=event.uid, entries=[entries[0].uid], by=SYSTEM, at=NOON) == 1
    assert entry_mark_present(event=event.uid, entries=[entries[1].uid], by=SYSTEM, at=NOON) == 0
    assert AuditEntry.objects.filter(kind="entries.presence").count() == 2
    assert Outbox.objects.filter(topic="entries.changed").count() == 2


def test_presence_is_all_or_nothing() -> None:
    event = make_event()
    here, gone = make_entry(event, state="entered"), make_entry(event, state="withdrawn")
    foreign = make_entry(make_event(), state="entered")
    for other, error in ((gone, IllegalMove), (foreign, NotFound)):
        with pytest.raises(error):
            presence_set(event=event.uid, present=[here.uid, other.uid], by=SYSTEM, at=NOON)
        here.refresh_from_db()
        assert here.state == "entered"
    foreign.refresh_from_db()
    assert foreign.state == "entered"
    assert not AuditEntry.objects.exists()


def seeds(event: Event) -> list[int | None]:
    return [line.seed for line in entry_lines(event)]


def test_seeds_by_rating_by_hand_and_none() -> None:
    event = make_event()
    entries = [make_entry(event, rating=rating) for rating in (1500, None, 1700, 1500, 1800)]
    make_entry(event, rating=1900, state="withdrawn")
    seeds_by_rating(event=event.uid, by=SYSTEM, at=NOON)
    assert seeds(event) == [3, None, 2, 4, 1, None]
    assert seeds_by_rating(event=event.uid, count=2, by=SYSTEM, at=NOON) == 2
    assert seeds(event) == [None, None, 2, None, 1, None]
    # The first two exchange their seeds.
    assert seeds_set(event=event.uid, seeds={entries[2].uid: 1, entries[4].uid: 2}, by=SYSTEM, at=NOON) == 2
    assert seeds(event) == [None, None, 1, None, 2, None]
    assert seeds_set(event=event.uid, seeds={entries[2].uid: 1}, by=SYSTEM, at=NOON) == 0
    assert seeds_clear(event=event.uid, by=SYSTEM, at=NOON) == 2
    assert seeds(event) == [None] * 6
    assert AuditEntry.objects.filter(kind="entries.seeded").count() == 4


@pytest.mark.parametrize(("wanted", "code"), [
    ({0: 1, 1: 1}, "seed_taken"), ({0: 2}, "seed_taken"), ({0: 0}, "out_of_range"), ({0: 10_000}, "out_of_range")])
def test_seed_is_one_persons(wanted: dict[int, int], code: str) -> None:
    event = make_event()
    entries = [make_entry(event), make_entry(event), make_entry(event, seed=2)]
    with pytest.raises(Invalid) as refused:
        seeds_set(event=event.uid, seeds={entries[i].uid: seed for i, seed in wanted.items()}, by=SYSTEM, at=NOON)
    assert (refused.value.code, refused.value.params["path"]) == (code, "seed")
    assert seeds(event) == [None, None, 2]


def test_seed_of_a_foreign_entry_is_not_found() -> None:
    with pytest.raises(NotFound):
        seeds_set(event=make_event().uid, seeds={make_entry(make_event()).uid: 1}, by=SYSTEM, at=NOON)


@pytest.mark.parametrize(("words", "names"), [
    ("", ["Anna Liepa", "Ilze Ozola"]), ("ANNA", ["Anna Liepa"]), ("cēsu ilze", ["Ilze Ozola"]),
    ("l-1", ["Anna Liepa"]),
    ("2", ["Ilze Ozola"]), ("anna ilze", []), ("%", []), ("\x00", ["Anna Liepa", "Ilze Ozola"]),
])
def test_search_finds_every_word_in_any_case(words: str, names: list[str]) -> None:
    event = make_event()
    add(event, replace(ANNA, licence="L-1", seed=None, born=None, rating=None))
    add(event, Entrant(name="Ilze Ozola", club="Cēsu NK"))
    assert [line.name for line in lines_found(entry_lines(event), words)] == names


@pytest.mark.parametrize("role", ["senior", "table_referee", "", "chief elsewhere"])
def test_entries_are_for_the_office(role: str) -> None:
    event = make_event()
    entry = make_entry(event, state="entered")
    home = make_competition() if role == "chief elsewhere" else event.competition
    by = actor_of(make_official(home, role.partition(" ")[0])) if role else SPECTATOR
    error = NotFound if role in ("", "chief elsewhere") else NotAllowed
    calls: list[tuple[Any, dict[str, Any]]] = [
        (entry_add, {"event": event.uid, "entrant": ANNA}), (entry_change, {"entry": entry.uid, "entrant": ANNA}),
        (entry_remove, {"entry": entry.uid}), (presence_set, {"event": event.uid, "present": [entry.uid]}),
        (seeds_set, {"event": event.uid, "seeds": {entry.uid: 1}}), (seeds_by_rating, {"event": event.uid}),
        (seeds_clear, {"event": event.uid}),
    ]
    for service, given in calls:
        with pytest.raises(error):
            service(by=by, at=NOON, **given)
    assert not AuditEntry.objects.exists()


def test_lists_cost_two_queries(django_assert_num_queries: Any) -> None:
    event = make_event()
    for _ in range(5):
        make_entry(event, club="Rīga")
    with django_assert_num_queries(2):
        entry_lines(event)
