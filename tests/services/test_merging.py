"""People and clubs met twice: what moves is shown first, then all of it moves or nothing does."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from competitions.common.actors import SYSTEM, Actor
from competitions.common.errors import Conflict, NotAllowed, NotFound, Stale
from competitions.formats.entry_list import Entrant
from competitions.models import AuditEntry, Club, Competition, Person, SeriesPlace
from competitions.selectors.actors import actor_of
from competitions.selectors.duplicates import (
    club_merge_of,
    clubs_twice,
    people_twice,
    person_by_uid,
    person_merge_of,
)
from competitions.services.entries import entry_add
from competitions.services.imports import import_preview, preview_of
from competitions.services.merging import club_merge, person_merge
from competitions.services.people import club_get_or_create
from competitions.services.series import TypedPlace, leg_add, leg_type, series_create
from competitions.services.waiting import stranger_or_known
from tests.factories import (
    NOON,
    make_club,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_person,
)
from tests.pages.setup_site import as_, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Competition:
    return make_competition("Kauss", slug="cup")


@pytest.fixture
def chief(hall: Competition) -> Actor:
    return actor_of(make_official(hall, "chief"))


def merged(hall: Competition, keep: Person, gone: Person, by: Actor = SYSTEM) -> Person:
    shown = person_merge_of(by, hall, keep.uid, gone.uid)
    return person_merge(
        competition=hall.uid, keep=keep.uid, gone=gone.uid, digest=shown.digest, by=by, at=NOON)


def test_everything_moves_and_blanks_are_filled(hall: Competition, chief: Actor) -> None:
    keep = make_person("Jānis Bērziņš", licence="")
    gone = make_person("Janis Berzins", licence="LV-7", born=1980, sex="M", rating=1800, club=make_club("Cēsis"))
    entry = make_entry(make_event(hall, name="Singles"), person=gone)
    pair = make_entry(make_event(hall, name="Pairs"), person=make_person("X"))
    pair.members.create(person=gone, number=2)
    series = series_create(name="Series", settings={}, by=chief, at=NOON)
    leg = leg_add(series=series.uid, name="May", by=chief, at=NOON)
    leg_type(series=series.uid, leg=leg.uid, by=chief, at=NOON, places=[
        TypedPlace(place=4, entrant=Entrant(name=gone.name))])
    make_entry(make_event(hall, name="Other"), person=keep)
    shown = person_merge_of(chief, hall, keep.uid, gone.uid)

    assert shown.moves == (
        "Entry no. 1 in Singles, Kauss", "Member of X in Pairs, Kauss", "Place 4 in May, Series")
    assert {str(side.label): side.after for side in shown.fields} == {
        "Name": "Jānis Bērziņš", "Sex": "M", "Year of birth": "1980", "Licence": "LV-7", "Rating": "1800",
        "Club": "Cēsis"}
    kept = merged(hall, keep, gone, chief)
    entry.refresh_from_db()
    assert (entry.person, kept.born, kept.licence, kept.name) == (keep, 1980, "LV-7", "Jānis Bērziņš")
    assert pair.members.get().person == keep
    assert SeriesPlace.objects.get().person == keep
    assert not Person.objects.filter(uid=gone.uid).exists()
    link = AuditEntry.objects.get(kind="people.merged")
    assert json.loads(bytes(link.body))["facts"] == {"gone": str(gone.uid), "moved": {
        "entry.person": 1, "entrymember.person": 1, "seriesplace.person": 1}}
    assert b"Berzins" not in bytes(link.body)  # the log holds ids, no names


def test_an_old_id_still_finds_who_was_kept_also_after_another_merge(hall: Competition) -> None:
    first, second, third = make_person("Anna A"), make_person("Anna B"), make_person("Anna C")
    make_entry(make_event(hall), person=first)
    make_entry(make_event(hall), person=third)
    merged(hall, second, first)
    merged(hall, third, second)

    assert person_by_uid(first.uid) == person_by_uid(second.uid) == third
    assert person_by_uid(uuid4()) is None


@pytest.mark.parametrize("said", [
    {"name": "Jons Ozols", "licence": "OLD"}, {"name": "jons  ozols"}, {"name": "Jon Ozols", "licence": "OLD"},
    {"name": "Jons Ozols", "born": 1981}, {"name": "Jons Ozols", "licence": "NEW"}])
def test_a_list_from_before_a_merge_does_not_make_the_double_anew(
    hall: Competition, chief: Actor, said: dict[str, Any],
) -> None:
    kept = make_person("Jon Ozols", licence="NEW", born=1980)
    gone = make_person("Jons Ozols", licence="OLD", born=1981)
    event = make_event(hall)
    make_entry(event, person=gone)
    merged(hall, kept, gone, chief)
    heads, values = ",".join(said), ",".join(str(value) for value in said.values())
    uid = import_preview(event=event.uid, data=f"{heads}\n{values}\n".encode(), by=chief, at=NOON)
    assert [row.status for row in preview_of(event=event.uid, preview=uid, by=chief).plan.rows] == ["same"]
    entered = entry_add(event=make_event(hall, name="Other").uid, entrant=Entrant(**said), by=chief, at=NOON)
    assert entered.person == kept
    kept.refresh_from_db()
    assert (kept.name, kept.licence, kept.born) == ("Jon Ozols", "NEW", 1980)


@pytest.mark.parametrize("said", [
    {"name": "Jons Ozols", "licence": "X"}, {"name": "Jons Ozols", "born": 1999}, {"name": "Janis Ozols"}])
def test_another_licence_year_or_name_than_the_merged_had_is_another_person(
    hall: Competition, chief: Actor, said: dict[str, Any],
) -> None:
    kept, gone = make_person("Jon Ozols", licence="NEW"), make_person("Jons Ozols", licence="OLD", born=1981)
    make_entry(make_event(hall), person=gone)
    merged(hall, kept, gone, chief)
    assert entry_add(event=make_event(hall).uid, entrant=Entrant(**said), by=chief, at=NOON).person != kept


def test_a_list_of_pairs_and_the_public_form_find_who_was_kept(hall: Competition, chief: Actor) -> None:
    kept, gone = make_person("Jon Ozols", licence="NEW"), make_person("Jons Ozols", licence="OLD")
    make_entry(make_event(hall), person=gone)
    merged(hall, kept, gone, chief)
    pairs = make_event(hall, kind="doubles")
    uid = import_preview(
        event=pairs.uid, data=b"name,partner,partner_licence\nAnna,Jons Ozols,OLD\n", by=chief, at=NOON)
    row, = preview_of(event=pairs.uid, preview=uid, by=chief).plan.rows
    assert (row.partner, row.changes) == (kept, {})
    assert stranger_or_known(Entrant(name="Jons Ozols", licence="OLD")) == kept


def test_two_who_play_in_one_event_are_two(hall: Competition) -> None:
    event = make_event(hall, name="Singles")
    one, other = make_person("Jānis Bērziņš"), make_person("Janis Berzins")
    make_entry(event, person=one)
    make_entry(event, person=other)
    with pytest.raises(Conflict) as caught:
        person_merge_of(SYSTEM, hall, one.uid, other.uid)
    assert (caught.value.code, caught.value.params) == ("both_in_event", {"event": "Singles", "competition": "Kauss"})
    pair = make_entry(make_event(hall, name="Pairs"), person=make_person("X"))
    third = make_person("Other")
    pair.members.create(person=one, number=1)
    pair.members.create(person=third, number=2)
    with pytest.raises(Conflict, match="both_in_event"):
        person_merge_of(SYSTEM, hall, one.uid, third.uid)
    with pytest.raises(Conflict, match="one_already"):
        person_merge_of(SYSTEM, hall, one.uid, one.uid)


def test_two_with_places_in_one_competition_of_a_series_are_two(hall: Competition, chief: Actor) -> None:
    one, other = make_person("Jānis Bērziņš"), make_person("Janis Berzins")
    make_entry(make_event(hall), person=one)
    series = series_create(name="Series", settings={}, by=chief, at=NOON)
    leg = leg_add(series=series.uid, name="May", by=chief, at=NOON)
    leg_type(series=series.uid, leg=leg.uid, by=chief, at=NOON, places=[
        TypedPlace(place=n, entrant=Entrant(name=p.name)) for n, p in ((1, one), (2, other))])
    with pytest.raises(Conflict, match="both_in_series"):
        person_merge_of(chief, hall, one.uid, other.uid)
    stranger = actor_of(make_official(hall, "chief"))
    with pytest.raises(NotAllowed, match="merge_of_others"):
        person_merge_of(stranger, hall, one.uid, other.uid)


def test_what_has_changed_since_it_was_shown_is_not_done(hall: Competition) -> None:
    one, other = make_person("Jānis Bērziņš"), make_person("Janis Berzins")
    make_entry(make_event(hall), person=one)
    shown = person_merge_of(SYSTEM, hall, one.uid, other.uid)
    make_entry(make_event(hall), person=other)
    with pytest.raises(Stale):
        person_merge(competition=hall.uid, keep=one.uid, gone=other.uid, digest=shown.digest, by=SYSTEM, at=NOON)
    assert Person.objects.count() == 2


def test_people_of_competitions_of_others_are_not_merged_here(hall: Competition, chief: Actor) -> None:
    one, other = make_person("Jānis Bērziņš"), make_person("Janis Berzins")
    make_entry(make_event(hall), person=one)
    make_entry(make_event(make_competition()), person=other)
    with pytest.raises(NotAllowed, match="merge_of_others"):
        merged(hall, one, other, chief)
    with pytest.raises(NotFound):
        person_merge_of(chief, make_competition(), one.uid, other.uid)
    assert merged(hall, one, other, SYSTEM) == one


def test_nobody_is_suggested_who_plays_for_others(hall: Competition, chief: Actor) -> None:
    """The suggestion shows licence and year of birth, of somebody hidden in a hidden competition too."""
    one, other = make_person("Zane Ozola"), make_person("Ozola Zane", licence="LV-5", born=1990, hidden=True)
    make_entry(make_event(hall), person=one)
    foreign = make_entry(make_event(make_competition(is_public=False)), person=other)
    assert people_twice(chief, hall) == []
    assert [pair.both for pair in people_twice(SYSTEM, hall)] == [(one, other)]
    foreign.delete()
    assert [pair.both for pair in people_twice(chief, hall)] == [(one, other)]


def test_a_club_of_competitions_of_others_does_not_go(hall: Competition, chief: Actor) -> None:
    """It may be kept: then nothing changes for them."""
    foreign = make_competition()
    big, silly = make_club("Big Club"), make_club("Big  Clubb")
    played_for = make_entry(make_event(foreign), "X", club="Big Club")
    make_entry(make_event(hall), "Y", club="Big  Clubb")
    assert [(pair.keep, pair.gone) for pair in clubs_twice(chief, hall)] == [(big, silly)]
    with pytest.raises(NotAllowed, match="merge_of_others"):
        club_merge_of(chief, hall, silly.uid, big.uid)
    shown = club_merge_of(SYSTEM, hall, silly.uid, big.uid)
    club_merge(competition=hall.uid, keep=silly.uid, gone=big.uid, digest=shown.digest, by=SYSTEM, at=NOON)
    played_for.refresh_from_db()
    assert played_for.club == silly
    assert {link.competition for link in AuditEntry.objects.filter(kind="clubs.merged")} == {hall, foreign}


@pytest.mark.parametrize("of_member", [False, True])
def test_a_club_whose_people_play_elsewhere_is_one_of_others(
    hall: Competition, chief: Actor, of_member: bool,
) -> None:
    mine, theirs = make_club("Cēsis"), make_club("Cesis")
    make_entry(make_event(hall), "Y", club="Cēsis")
    person = make_person("X", club=theirs)
    entry = make_entry(make_event(make_competition()), "Z", person=None if of_member else person)
    if of_member:
        entry.members.create(person=person, number=1)
    assert [(pair.keep, pair.gone) for pair in clubs_twice(chief, hall)] == [(theirs, mine)]
    with pytest.raises(NotAllowed, match="merge_of_others"):
        club_merge_of(chief, hall, mine.uid, theirs.uid)


def test_a_club_keeps_its_old_spelling_for_later_lists(hall: Competition, chief: Actor) -> None:
    keep, gone = make_club("SK Ķekava"), make_club("SK Kekava")
    event = make_event(hall)
    make_entry(event, "Anna", club="SK Kekava")
    make_person("Berta", club=gone)
    assert [(pair.keep, pair.gone) for pair in clubs_twice(chief, hall)] == [(keep, gone)]
    shown = club_merge_of(chief, hall, keep.uid, gone.uid)
    assert shown.moves == ("1 person", "1 entry", "The spelling “SK Kekava” in later lists")
    with pytest.raises(Stale):
        club_merge(competition=hall.uid, keep=keep.uid, gone=gone.uid, digest="x", by=chief, at=NOON)
    club_merge(competition=hall.uid, keep=keep.uid, gone=gone.uid, digest=shown.digest, by=chief, at=NOON)

    assert club_get_or_create("sk  kekava") == keep
    entered = entry_add(event=event.uid, entrant=Entrant(name="Cilda", club="SK Kekava"), by=chief, at=NOON)
    assert entered.club == keep
    assert Club.objects.count() == 1
    listed = b"name,club\nCilda,SK Kekava\n"
    uid = import_preview(event=event.uid, data=listed, by=chief, at=NOON)
    assert {row.status for row in preview_of(event=event.uid, preview=uid, by=chief).plan.rows} == {"same"}
    with pytest.raises(NotFound):
        club_merge_of(chief, hall, keep.uid, gone.uid)
    with pytest.raises(NotFound):
        club_merge_of(chief, make_competition(), keep.uid, make_club("Z").uid)
    with pytest.raises(Conflict):
        club_merge_of(chief, hall, keep.uid, keep.uid)


def test_a_deputy_may_and_a_secretary_may_not(hall: Competition) -> None:
    one, other = make_person("Jānis Bērziņš"), make_person("Janis Berzins")
    make_entry(make_event(hall), person=one)
    secretary = actor_of(make_official(hall, "secretary"))
    with pytest.raises(NotAllowed):
        person_merge(competition=hall.uid, keep=one.uid, gone=other.uid, digest="x", by=secretary, at=NOON)
    merged(hall, one, other, actor_of(make_official(hall, "deputy")))


def test_from_the_suggestion_to_one_person(client: Client, hall: Competition) -> None:
    one, other = make_person("Jānis Bērziņš"), make_person("Janis Berzins")
    make_entry(make_event(hall, name="Singles"), person=other)
    make_club("Far Away")
    as_(client, make_official(hall, "chief"))
    assert [pair.reason for pair in people_twice(SYSTEM, hall)] == ["the same name"]
    address = f"/panel/cup/people/merge/?keep={one.uid}&gone={other.uid}"
    assert address.replace("&", "&amp;") in text(client.get("/panel/cup/people/"))
    page = client.get(address)
    assert "Entry no. 1 in Singles, Kauss" in text(page)
    assert client.post(address, {"digest": "0" * 64}).status_code == 422
    done = client.post(address, {"digest": page.context["shown"].digest}, follow=True)
    assert "Jānis Bērziņš stands once now." in text(done)
    assert "Nobody seems to stand twice." in text(done)
    old = client.get(f"/panel/cup/people/{other.uid}/")
    assert old["Location"] == f"/panel/cup/people/{one.uid}/"
    assert "Jānis Bērziņš" in text(client.get(old["Location"]))


def test_a_refusal_says_in_which_event_both_play(client: Client, hall: Competition) -> None:
    event = make_event(hall, name="Singles")
    entries = [make_entry(event, name) for name in ("Jānis Bērziņš", "Janis Berzins")]
    as_(client, make_official(hall, "chief"))
    keep, gone = (entry.person.uid for entry in entries)
    page = client.get(f"/panel/cup/people/merge/?keep={keep}&gone={gone}")

    assert "Both play in Singles, Kauss: they cannot be one." in text(page)
    assert client.get(f"/panel/cup/people/merge/?keep={keep}&gone={uuid4()}").status_code == 404
    assert client.get("/panel/cup/people/merge/?keep=x").status_code == 422
