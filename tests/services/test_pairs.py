"""Pairs entered, changed, imported, one pair a person; what the regulations admit (lnf-2008:21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from competitions.common.actors import SPECTATOR, SYSTEM
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.regulations import PRESETS, Regulations
from competitions.models import AuditEntry, Entry, EntryMember, Event, Person
from competitions.selectors.entries import entry_line, entry_lines
from competitions.services.entries import entry_add
from competitions.services.imports import Imported, import_confirm, import_preview, preview_of
from competitions.services.matches import busy_player
from competitions.services.pairs import pair_add, pair_change
from competitions.services.regulations import regulations_change
from competitions.workflow import MatchStatus
from tests.factories import NOON, make_competition, make_entry, make_event, make_pair, make_stage

pytestmark = pytest.mark.django_db
ANNA = PairEntrant(
    name="Anna Liepa", sex="F", club="Rīga", rating=1500, licence="L-1", class_name="folk", seed=2,
    partner="Jānis Egle", partner_sex="M", partner_born=1980, partner_rating=1401)


def pairs_event(**regulations: Any) -> Event:
    return make_event(kind="doubles", regulations=Regulations(sets=4, **regulations))


def add(event: Event, pair: PairEntrant = ANNA, **over: Any) -> Entry:
    return pair_add(event=event.uid, pair=pair, **{"by": SYSTEM, "at": NOON, **over})


def test_pair_is_entered_under_both_names() -> None:
    event = pairs_event()
    entry = add(event)

    assert str(entry) == "Anna Liepa / Jānis Egle"
    line = entry_line(event, entry.uid)
    assert (line.name, line.club, line.rating, line.seed, line.class_name) == (
        "Anna Liepa / Jānis Egle", "Rīga", 1450, 2, "folk")
    assert (line.sex, line.sex_label, line.licence) == ("", "mixed", "L-1")
    assert [member.name for member in line.members] == ["Anna Liepa", "Jānis Egle"]
    assert "anna" not in str([bytes(e.body) for e in AuditEntry.objects.all()]).lower()


def test_known_people_are_used_again() -> None:
    add(pairs_event())
    entry_add(event=make_event().uid, entrant=Entrant(name="Jānis Egle", born=1980), by=SYSTEM, at=NOON)
    add(pairs_event(), replace(ANNA, seed=None))

    assert Person.objects.count() == 2


@pytest.mark.parametrize(("regulations", "change", "code", "path"), [
    ({}, {"partner": ""}, "partner_missing", "partner"),
    ({}, {"partner": "anna liepa"}, "same_person_twice", "partner"),
    ({}, {"born": 1990, "partner": "anna liepa"}, "name_taken", "partner"),
    ({}, {"partner": "Anna Liepa", "partner_born": None, "partner_licence": "L-1"}, "same_person_twice", "partner"),
    ({}, {"partner_born": 1800}, "out_of_range", "partner_born"),
    ({}, {"partner_sex": "X"}, "unknown_sex", "partner_sex"),
    ({}, {"partner": "A\u202eb"}, "control_character", "partner"),
    ({}, {"partner_club": "\x07"}, "control_character", "partner_club"),
    ({"pairs_of": "men"}, {}, "men_only", "sex"),
    ({"pairs_of": "women"}, {}, "women_only", "partner_sex"),
    ({"pairs_of": "mixed"}, {"partner_sex": "F"}, "not_mixed", "partner_sex"),
    ({"pairs_of": "mixed"}, {"partner_sex": ""}, "sex_needed", "partner_sex"),
    ({"pairs_of": "mixed", "solo_pairs": True}, {"partner": ""}, "partner_missing", "partner"),
])
def test_pair_is_refused_with_the_field(regulations: dict, change: dict, code: str, path: str) -> None:
    event = pairs_event(**regulations)

    with pytest.raises(Invalid) as refused:
        add(event, replace(ANNA, **change))

    assert (refused.value.code, refused.value.params["path"]) == (code, path)
    assert (Entry.objects.count(), Person.objects.count(), AuditEntry.objects.count()) == (0, 0, 0)


def test_one_pair_a_person_in_an_event() -> None:
    event = pairs_event()
    add(event)

    with pytest.raises(Invalid) as refused:
        add(event, PairEntrant(name="Ilze Ozola", partner="Jānis Egle", partner_born=1980))

    assert (refused.value.code, refused.value.params["path"]) == ("already_in_pair", "partner")
    assert refused.value.params["pair"] == "Anna Liepa / Jānis Egle"
    add(pairs_event(), replace(ANNA, seed=None))  # another event is another matter


def test_seed_is_one_pairs() -> None:
    event = pairs_event()
    add(event)

    with pytest.raises(Invalid, match="seed_taken"):
        add(event, PairEntrant(name="Ilze Ozola", partner="Zane Bērza", seed=2))


def test_one_person_alone_where_the_regulations_allow_it() -> None:
    event = pairs_event(solo_pairs=True)

    entry = add(event, PairEntrant(name="Ilze Ozola", rating=1300))

    assert (str(entry), entry.rating, entry.members.count()) == ("Ilze Ozola", 1300, 1)


def test_only_officials_enter_pairs_and_only_into_doubles() -> None:
    event = pairs_event()
    with pytest.raises(NotFound):
        add(event, by=SPECTATOR)
    with pytest.raises(Conflict, match="not_doubles"):
        add(make_event())
    with pytest.raises(Conflict, match="not_singles"):
        entry_add(event=event.uid, entrant=Entrant(name="Anna Liepa"), by=SYSTEM, at=NOON)


def test_change_corrects_or_replaces() -> None:
    event = pairs_event()
    entry = add(event)

    changed = pair_change(
        entry=entry.uid, pair=replace(ANNA, partner="Jānis Egļe", partner_rating=None, seed=None), by=SYSTEM, at=NOON)

    assert changed == ("rating", "seed", "partner")
    assert (str(Entry.objects.get()), Person.objects.count()) == ("Anna Liepa / Jānis Egļe", 2)
    assert pair_change(entry=entry.uid, pair=replace(
        ANNA, partner="Jānis Egļe", partner_rating=None, seed=None), by=SYSTEM, at=NOON) == ()

    pair_change(entry=entry.uid, pair=replace(ANNA, partner="Zane Bērza", partner_sex="F", partner_born=None),
                other_people=True, by=SYSTEM, at=NOON)

    assert (str(Entry.objects.get()), Person.objects.count()) == ("Anna Liepa / Zane Bērza", 3)
    assert EntryMember.objects.count() == 2


def test_players_of_a_pair_that_has_played_stay() -> None:
    event = pairs_event()
    one, two = make_pair(event, "Anna", "Jānis"), make_pair(event, "Ilze", "Pēteris")
    match = make_stage(event, [[one, two]]).matches.get()
    match.status = MatchStatus.RUNNING
    match.save()

    with pytest.raises(Conflict, match="pair_has_played"):
        pair_change(entry=one.uid, pair=PairEntrant(name="Anna", partner="Zane"), other_people=True, by=SYSTEM, at=NOON)

    assert str(Entry.objects.get(pk=one.pk)) == "Anna / Jānis"
    assert pair_change(entry=one.uid, pair=PairEntrant(name="Anna", partner="Jānis", seed=1), by=SYSTEM, at=NOON) == (
        "seed",)


def test_nobody_is_at_two_tables_in_two_pairs() -> None:
    """Somebody may play singles and doubles of one competition, never at one time."""
    competition = make_competition()
    doubles, singles = make_event(competition, kind="doubles"), make_event(competition)
    pair, others = make_pair(doubles, "Anna", "Jānis"), make_pair(doubles, "Ilze", "Pēteris")
    janis = pair.members.get(number=2).person
    alone, somebody = make_entry(singles, person=janis), make_entry(singles, "Zane")
    running = make_stage(doubles, [[pair, others]]).matches.get()
    waiting = make_stage(singles, [[alone, somebody]]).matches.get()
    assert busy_player(waiting) is None

    running.status, running.table = MatchStatus.RUNNING, competition.tables.first()
    running.save()
    busy = busy_player(waiting)
    assert busy is not None
    assert (busy[0], busy[1]) == (pair, running)

    running.status, waiting.status, waiting.table = MatchStatus.SCHEDULED, MatchStatus.RUNNING, running.table
    running.save()
    waiting.save()
    busy = busy_player(running)
    assert busy is not None
    assert (busy[0], busy[1]) == (alone, waiting)


def test_regulations_shut_out_nobody_who_is_entered() -> None:
    event = pairs_event()
    make_pair(event, "Anna", "Ilze", sexes=("F", "F"), state="withdrawn")
    pair = make_pair(event, "Zane", "Jānis", sexes=("F", "M"))

    with pytest.raises(Invalid) as refused:
        regulations_change(event=event.uid, settings={"pairs_of": "women"}, by=SYSTEM, at=NOON)

    assert (refused.value.code, refused.value.params["path"], refused.value.params["pair"]) == (
        "pair_not_admitted", "pairs_of", str(pair))
    assert regulations_change(event=event.uid, settings={"pairs_of": "mixed"}, by=SYSTEM, at=NOON) == {
        "pairs_of": ("any", "mixed")}


def test_preset_of_latvian_doubles() -> None:
    """Domain 2.1: four sets, 2-1-0."""
    preset = PRESETS["latvian_doubles"]
    assert (preset.kind, preset.regulations.sets, preset.regulations.points) == (
        "doubles", 4, {"win": 2, "draw": 1, "loss": 0})


def test_preset_of_estonian_doubles() -> None:
    """Domain 2.2: four sets, 2-1-0, sixty minutes, one person may play alone."""
    preset = PRESETS["estonian_doubles"]
    assert (preset.kind, preset.regulations.sets, preset.regulations.points) == (
        "doubles", 4, {"win": 2, "draw": 1, "loss": 0})
    assert (preset.regulations.time_limit_minutes, preset.regulations.solo_pairs) == (60, True)


LIST = (
    "nr,name,sex,club,partner,partner's sex,partner's rating\n"
    "1,Anna Liepa,S,Rīga,Jānis Egle,V,1400\n"
    "2,Ilze Ozola / Pēteris Bite,,Cēsis,,,\n")


def take(event: Event, text: str) -> Imported:
    uid = import_preview(event=event.uid, data=text.encode(), by=SYSTEM, at=NOON)
    shown = preview_of(event=event.uid, preview=uid, by=SYSTEM)
    return import_confirm(event=event.uid, preview=uid, digest=shown.plan.digest, by=SYSTEM, at=NOON)


def faults(event: Event, text: str) -> list[tuple[int, str, str]]:
    uid = import_preview(event=event.uid, data=text.encode(), by=SYSTEM, at=NOON)
    shown = preview_of(event=event.uid, preview=uid, by=SYSTEM)
    return [(problem.line, problem.field, problem.code) for problem in shown.problems]


def test_list_of_pairs_is_stored_and_twice_adds_nothing() -> None:
    event = pairs_event()

    assert take(event, LIST) == Imported(new=2, changed=0, same=0)
    assert [(line.number, line.name, line.club) for line in entry_lines(event)] == [
        (1, "Anna Liepa / Jānis Egle", "Rīga"), (2, "Ilze Ozola / Pēteris Bite", "Cēsis")]
    assert take(event, LIST) == Imported(new=0, changed=0, same=2)
    assert (Entry.objects.count(), Person.objects.count(), EntryMember.objects.count()) == (2, 4, 4)


def test_list_brings_players_up_to_date_in_either_order() -> None:
    event = pairs_event()
    take(event, LIST)

    text = "name,partner,rating,partner's rating\nJānis Egle,Anna Liepa,1420,1500\n"
    assert take(event, text) == Imported(new=0, changed=1, same=0)

    assert {p.name: p.rating for p in Person.objects.filter(rating__isnull=False)} == {
        "Jānis Egle": 1420, "Anna Liepa": 1500}
    assert [line.rating for line in entry_lines(event)] == [1460, None]
    assert entry_lines(event)[0].name == "Anna Liepa / Jānis Egle"


def test_list_replaces_no_partner_and_keeps_to_the_regulations() -> None:
    event = pairs_event(pairs_of="mixed")
    make_pair(event, "Anna Liepa", "Jānis Egle", sexes=("F", "M"))

    assert faults(event, "name,sex,partner,partner's sex\nZane,S,Jānis Egle,V\nVija,S,Baiba,S\nMāra,S,,\n") == [
        (2, "partner", "already_in_pair"), (3, "partner_sex", "not_mixed"), (4, "partner", "partner_missing")]
    assert faults(event, "name,sex,partner,partner's sex\nJānis Egle,V,Zane,S\n") == [(2, "name", "already_in_pair")]


def test_list_names_nobody_in_two_rows() -> None:
    event = pairs_event()
    Person.objects.create(name="Anna Liepa", name_key="anna liepa", licence="L-1")

    assert faults(event, "name,licence,partner,partner's licence\nAnna Liepa,L-1,Zane,\nVija,,Anna,L-1\n")[0][:2] == (
        3, "partner_licence")
