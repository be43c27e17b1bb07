"""Series: competitions of ours and elsewhere, places taken and typed, rights; a real series comes out the same."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from competitions.common.actors import SPECTATOR, SYSTEM, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.entry_list import Entrant
from competitions.models import AuditEntry, Event, Person, Series, SeriesPlace
from competitions.selectors.actors import actor_of
from competitions.selectors.event_places import event_places, is_played_out
from competitions.selectors.series import (
    events_to_add,
    leg_differs,
    leg_places,
    line_of,
    series_managed,
    series_seen,
    series_view,
)
from competitions.services.series import (
    TypedPlace,
    leg_add,
    leg_remove,
    leg_take,
    leg_type,
    series_change,
    series_create,
    series_remove,
)
from tests.factories import (
    NOON,
    make_club,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_person,
    make_result,
    make_stage,
    match_between,
)
from tests.formats.contract import shared

pytestmark = pytest.mark.django_db
Make = Callable[..., Series]


@pytest.fixture
def chief() -> Actor:
    return actor_of(make_official(make_competition(), "chief"))


@pytest.fixture
def made(chief: Actor) -> Make:
    def make(**settings: Any) -> Series:
        usual = {"points": [25, 20, 16, 12], "further": 3, "best": 2}
        return series_create(name="Cēsu kauss", settings={**usual, **settings}, by=chief, at=NOON)
    return make


def typed(found: Series, chief: Actor, name: str, *places: tuple[int, str], **more: Any) -> None:
    leg = leg_add(series=found.uid, name=name, by=chief, at=NOON)
    leg_type(series=found.uid, leg=leg.uid, by=chief, at=NOON, places=[
        TypedPlace(place=place, entrant=Entrant(name=who), **more) for place, who in places])


def played(names: str = "Anna Berta Cilda", *, approved: bool = True, people: dict[str, Person] | None = None) -> Event:
    """A round robin in which each beats all who come later."""
    event = make_event(make_competition("Rudens kauss", is_public=True))
    entries = [make_entry(event, name, person=(people or {}).get(name)) for name in names.split()]
    stage = make_stage(event, [entries])
    for place, first in enumerate(entries):
        for second in entries[place + 1:]:
            match = match_between(stage, first, second)
            make_result(match, *((4, 2) if match.first_id == first.id else (2, 4)), approved=approved)
    return event


def ranked(found: Series, table: int = 0) -> list[tuple[str, str, str]]:
    return [(line.place, line.name, line.best) for line in series_view(found, SYSTEM).tables[table].lines]


def test_places_of_an_event_are_taken_and_taken_again_after_a_correction(chief: Actor, made: Make) -> None:
    found, event = made(), played()
    leg = leg_add(series=found.uid, event=event.uid, by=chief, at=NOON)
    assert leg.name == "Rudens kauss"
    assert leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON) == 3
    assert ranked(found) == [("1", "Anna", "25"), ("2", "Berta", "20"), ("3", "Cilda", "16")]
    assert sorted(SeriesPlace.objects.values_list("points", flat=True)) == [0, 2, 4]

    leg.refresh_from_db()
    assert not leg_differs(leg)
    entries = list(event.entries.all())
    for other in (0, 1):
        match = match_between(event.stages.get(), entries[2], entries[other])
        make_result(match, *((4, 0) if match.first_id == entries[2].id else (0, 4)))
    assert leg_differs(leg)
    leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    assert ranked(found)[0] == ("1", "Cilda", "25")
    assert not leg_differs(leg)


def test_the_log_of_a_competition_holds_what_its_officials_do_with_it_not_what_strangers_do(
    chief: Actor, made: Make,
) -> None:
    """Anybody who keeps a series may add and remove a public competition as often as he likes."""
    found, event = made(), played()
    leg = leg_add(series=found.uid, event=event.uid, by=chief, at=NOON)
    leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    leg_remove(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    assert not AuditEntry.objects.filter(competition=event.competition).exists()

    own = actor_of(make_official(event.competition, "chief"))
    series = series_create(name="Own", settings={}, by=own, at=NOON)
    leg = leg_add(series=series.uid, event=event.uid, by=own, at=NOON)
    leg_take(series=series.uid, leg=leg.uid, by=own, at=NOON)
    assert list(AuditEntry.objects.order_by("pk").values_list("kind", flat=True)) == [
        "series.event_added", "series.taken"]


def test_a_hidden_competition_is_hidden_in_a_public_series_too(chief: Actor, made: Make) -> None:
    found, event = made(), played()
    typed(found, chief, "Elsewhere", (1, "Dace"))
    leg = leg_add(series=found.uid, event=event.uid, by=chief, at=NOON)
    leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    event.competition.is_public = False
    event.competition.save()
    view = series_view(found, SPECTATOR)
    assert [line.name for line in view.tables[0].lines] == ["Dace"]
    assert [leg.name for leg in view.legs] == ["Elsewhere"]
    of_it = actor_of(make_official(event.competition, "secretary"))
    assert {line.name for line in series_view(found, of_it).tables[0].lines} == {"Anna", "Berta", "Cilda", "Dace"}
    with pytest.raises(NotFound):  # nor does its keeper take places that he may not see
        leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)


def test_who_keeps_a_series_is_not_told_who_asked_not_to_be_named(chief: Actor, made: Make) -> None:
    found, event = made(), played()
    anna = Person.objects.get(name="Anna")
    anna.hidden, anna.club = True, make_club("Cēsis")
    anna.save()
    leg = leg_add(series=found.uid, event=event.uid, by=chief, at=NOON)
    leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    assert [(place.name, place.club) for place in leg_places(leg)] == [
        ("not named", ""), ("Berta", ""), ("Cilda", "")]


def test_nothing_is_taken_while_something_is_open(chief: Actor, made: Make) -> None:
    found, event = made(), played(approved=False)
    leg = leg_add(series=found.uid, event=event.uid, by=chief, at=NOON)
    with pytest.raises(Conflict, match="event_open"):
        leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    assert not is_played_out(make_event())
    assert not leg_differs(leg)


def test_who_reached_the_final_stands_before_who_did_not() -> None:
    """Two groups of two; the winners play a final. The losers of the groups share place 3."""
    event = make_event(make_competition())
    a, b, c, d = (make_entry(event, name) for name in ("Anna", "Berta", "Cilda", "Dace"))
    groups = make_stage(event, [[a, b], [c, d]], state="closed")
    for first, second in ((a, b), (c, d)):
        match = match_between(groups, first, second)
        make_result(match, *((4, 1) if match.first_id == first.id else (1, 4)))
    final = make_stage(event, [[a, c]], number=2)
    match = match_between(final, c, a)
    make_result(match, *((4, 3) if match.first_id == c.id else (3, 4)))

    assert [(item.person.name, item.place, item.points) for item in event_places(event)] == [
        ("Cilda", 1, 4), ("Anna", 2, 2), ("Berta", 3, 0), ("Dace", 3, 0)]


def test_both_of_a_pair_have_the_place_of_the_pair() -> None:
    event = make_event(make_competition(), kind="doubles")
    entries = []
    for number in (1, 2):
        entry = make_entry(event, f"Solo {number}")
        entry.person = None
        entry.save()
        for seat in (1, 2):
            entry.members.create(person=make_person(f"P{number}{seat}"), number=seat)
        entries.append(entry)
    stage = make_stage(event, [entries])
    match = stage.matches.get()
    make_result(match, 4, 0)

    assert [(item.person.name, item.place) for item in event_places(event)] == [
        (f"P{match.first.number}1", 1), (f"P{match.first.number}2", 1),
        (f"P{match.second.number}1", 2), (f"P{match.second.number}2", 2)]


def test_the_best_two_of_three_and_what_is_dropped(chief: Actor, made: Make) -> None:
    """Anna: 25 + 20 + 16, of which 45 count; Berta: 20 + 25 = 45, level, and less in all."""
    found = made(ties=["total"])
    typed(found, chief, "I", (1, "Anna"), (2, "Berta"))
    typed(found, chief, "II", (2, "Anna"), (1, "Berta"))
    typed(found, chief, "III", (3, "Anna"), (30, "Cilda"))
    anna, berta, cilda = series_view(found, SYSTEM).tables[0].lines

    assert [(c.points, c.counts) for c in anna.cells if c] == [("25", True), ("20", True), ("16", False)]
    assert (anna.best, anna.total, berta.best, str(berta.decided_by)) == ("45", "61", "45", "all results")
    assert berta.cells[2] is None
    assert (cilda.place, cilda.best) == ("3", "3")
    assert line_of(series_view(found, SYSTEM), Person.objects.get(name="Anna").uid)[0][1].name == "Anna"
    with pytest.raises(NotFound):
        line_of(series_view(found, SYSTEM), make_person().uid)


@pytest.mark.parametrize(("own", "best"), [(False, "16"), (True, "25")])
def test_women_apart_with_the_places_of_the_field_or_their_own(chief: Actor, made: Make, own: bool, best: str) -> None:
    found = made(divisions=["F", "class", "U18"], own_places=own)
    make_person("Cilda", sex="F", born=2010)
    leg = leg_add(series=found.uid, name="I", held_on=NOON.date(), by=chief, at=NOON)
    leg_type(series=found.uid, leg=leg.uid, by=chief, at=NOON, places=[
        TypedPlace(place=1, entrant=Entrant(name="Anton", class_name="A")),
        TypedPlace(place=3, entrant=Entrant(name="Cilda", class_name="B"))])
    view = series_view(found, SYSTEM)

    assert [(table.name, [line.name for line in table.lines]) for table in view.tables] == [
        ("all", ["Anton", "Cilda"]), ("Women", ["Cilda"]), ("Class A", ["Anton"]), ("Class B", ["Cilda"]),
        ("Up to 18 years", ["Cilda"])]
    assert view.tables[1].lines[0].best == best


def test_the_points_won_count_where_the_rules_say_so(chief: Actor, made: Make) -> None:
    found = made(by_results=True, best=None)
    typed(found, chief, "I", (1, "Anna"), points=Decimal("7.5"))
    assert ranked(found) == [("1", "Anna", "7½")]


def test_hidden_people_have_no_name_in_public(chief: Actor, made: Make) -> None:
    found = made()
    make_person("Anna", hidden=True)
    typed(found, chief, "I", (1, "Anna"))
    assert ranked(found) == [("1", "not named", "25")]


def test_typed_places_all_or_nothing(chief: Actor, made: Make) -> None:
    found = made()
    typed(found, chief, "I", (1, "Anna"), (2, "Berta"))
    leg = found.legs.get()
    for wrong in ([(1, "Anna"), (2, "anna")], [(0, "Anna")], [(1, "")]):
        with pytest.raises(Invalid):
            leg_type(series=found.uid, leg=leg.uid, by=chief, at=NOON, places=[
                TypedPlace(place=place, entrant=Entrant(name=name)) for place, name in wrong])
    assert ranked(found) == [("1", "Anna", "25"), ("2", "Berta", "20")]
    with pytest.raises(Conflict, match="no_event"):
        leg_take(series=found.uid, leg=leg.uid, by=chief, at=NOON)


def test_an_event_is_in_a_series_once_and_its_places_are_not_typed(chief: Actor, made: Make) -> None:
    found, event = made(), played()
    leg = leg_add(series=found.uid, event=event.uid, name="First", by=chief, at=NOON)
    assert event not in events_to_add(chief, found)
    with pytest.raises(Invalid, match="unknown_value"):
        leg_add(series=found.uid, event=event.uid, by=chief, at=NOON)
    with pytest.raises(Conflict, match="has_event"):
        leg_type(series=found.uid, leg=leg.uid, places=[], by=chief, at=NOON)
    hidden = make_event(make_competition(is_public=False))
    with pytest.raises(Invalid, match="unknown_value"):
        leg_add(series=found.uid, event=hidden.uid, by=chief, at=NOON)
    leg_remove(series=found.uid, leg=leg.uid, by=chief, at=NOON)
    assert event in events_to_add(chief, found)


def test_rights(chief: Actor, made: Make) -> None:
    found = made()
    other = actor_of(make_official(make_competition(), "chief"))
    secretary = actor_of(make_official(make_competition(), "secretary"))
    for nobody in (secretary, SPECTATOR):
        with pytest.raises(NotAllowed):
            series_create(name="X", settings={}, by=nobody, at=NOON)
    for act in (
        lambda by: series_change(series=found.uid, name="X", settings={}, is_public=True, by=by),
        lambda by: leg_add(series=found.uid, name="X", by=by, at=NOON),
        lambda by: series_remove(series=found.uid, by=by),
        lambda by: series_managed(by, found.slug),
    ):
        for stranger in (other, SPECTATOR):
            with pytest.raises(NotFound):
                act(stranger)
    series_change(series=found.uid, name="Cits", settings={}, is_public=False, by=SYSTEM)
    assert series_seen(chief, found.slug).name == "Cits"
    with pytest.raises(NotFound):
        series_seen(other, found.slug)
    with pytest.raises(NotFound):
        series_seen(SPECTATOR, found.slug)


def test_only_an_empty_series_is_removed(chief: Actor, made: Make) -> None:
    found = made()
    typed(found, chief, "I", (1, "Anna"))
    with pytest.raises(Conflict, match="series_has_places"):
        series_remove(series=found.uid, by=chief)
    leg_remove(series=found.uid, leg=found.legs.get().uid, by=chief, at=NOON)
    series_remove(series=found.uid, by=chief)
    assert not Series.objects.exists()


def test_the_real_series_of_2026_comes_out_the_same(chief: Actor) -> None:
    """Published: best 8 months; ties by total, best 8, clears of the season, earliest month, best place."""
    by_place = json.loads(shared("data", "novuss-series-2026-points.json").read_text())["pointsByPlace"]
    with shared("data", "novuss-series-2026-ranking.csv").open(encoding="utf-8") as lines:
        published = list(csv.DictReader(lines))
    with shared("data", "novuss-series-2026-places.csv").open(encoding="utf-8") as lines:
        places = list(csv.DictReader(lines))
    clears = {row["id"]: int(row["stoses"]) for row in published}
    found = series_create(by=chief, at=NOON, name="2026", settings={
        "points": [by_place[str(n)] for n in range(1, 17)], "further": by_place["17+"], "best": 8,
        "ties": ["total", "clears", "earliest", "best_place", "listed"]})
    for month in sorted({row["month"] for row in places}):
        leg = leg_add(series=found.uid, name=month, by=chief, at=NOON)
        leg_type(series=found.uid, leg=leg.uid, by=chief, at=NOON, places=[
            # The clears are published for the season: they stand in somebody's first month.
            TypedPlace(place=int(row["place"]), entrant=Entrant(name=row["id"]), clears=clears.pop(row["id"], 0))
            for row in places if row["month"] == month])
    lines = series_view(found, SYSTEM).tables[0].lines

    assert [(str(line.row.rank), line.name, line.total, line.best, str(line.row.competitions), str(line.row.clears))
            for line in lines] == [tuple(row.values()) for row in published]
