"""A file of a match day that somebody has written himself: it tells no name, stores nothing wrong, breaks nothing.

The checksum finds what was cut or mistyped; it is no signature, and whoever can read the format can make a right one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from competitions.common.errors import Conflict, DomainError
from competitions.models import AuditEntry, Competition, Entry, EntryMember, LineUp, Match, Person, TeamBoard
from competitions.selectors.actors import actor_of
from competitions.services.lineups import lineup_by_official
from refereeing.services.match_day_in import match_day_take_in
from tests.factories import (
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_person,
    make_stage,
    match_between,
)
from tests.formats.test_match_day import signed
from tests.services.team_hall import TeamHall
from tests.services.test_match_days import counts, out, played, small, take_in
from tests.services.test_team_matches import score

pytestmark = pytest.mark.django_db
Change = Callable[[dict[str, Any]], None]
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def forged(raw: bytes, change: Change) -> bytes:
    """The file with a change and a right checksum."""
    data = json.loads(raw)
    change(data)
    return signed(data)


def elsewhere(raw: bytes, change: Change) -> bytes:
    """The file as of another competition: every id is new, no name is known."""
    text = raw.decode()
    for known in set(ID.findall(text)):
        text = text.replace(known, str(uuid4()))
    data = json.loads(text)
    for number, person in enumerate(data["people"]):
        person["name"] = f"N{number}"
    change(data)
    return signed(data)


def refused(raw: bytes, hall: TeamHall) -> DomainError:
    """The refusal of a file; nothing has changed."""
    before = counts()
    with pytest.raises(DomainError) as caught:
        take_in(raw, hall)
    assert counts() == before
    return caught.value


def test_a_known_id_of_a_person_does_not_tell_the_name() -> None:
    """The public page of a series has the id of somebody who asked not to be named there."""
    hall = small()
    hidden = make_person("Hidden Human", hidden=True, born=1980)

    def change(data: dict[str, Any]) -> None:
        told = data["people"][0]["uid"]
        data["people"][0]["uid"] = str(hidden.uid)
        for member in (m for team in data["teams"] for m in team["members"] if m["person"] == told):
            member["person"] = str(hidden.uid)

    take_in(elsewhere(out(hall), change), hall)
    assert not EntryMember.objects.filter(person=hidden).exists()
    assert EntryMember.objects.filter(person=Person.objects.get(name="N0")).exists()


def test_the_refusal_of_another_competitions_match_names_nobody() -> None:
    hall = small()
    event = make_event(make_competition("Other", is_public=False))
    pair = make_entry(event, "Hidden Human", hidden=True), make_entry(event, "Second Human")
    match = match_between(make_stage(event, [list(pair)]), *pair)

    refusal = refused(elsewhere(out(hall), lambda data: data["matches"][0].update(uid=str(match.uid))), hall)
    assert refusal.code == "match_day_differs"
    assert "Human" not in str(refusal.params)


DOUBLED: dict[str, Change] = {
    "number": lambda data: data["teams"][0]["members"][1].update(number=data["teams"][0]["members"][0]["number"]),
    "player": lambda data: data["teams"][0]["members"][1].update(player=data["teams"][0]["members"][0]["player"]),
    "boards": lambda data: data["event"].update(boards=data["event"]["uid"]),
}


@pytest.mark.parametrize("name", DOUBLED)
def test_an_id_that_stands_twice_is_refused(name: str) -> None:
    hall = small()
    assert refused(elsewhere(out(hall), DOUBLED[name]), hall).code == "match_day_differs"
    assert Competition.objects.count() == 1


def lines(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["matches"][0]["lineups"]
    return found


def only(data: dict[str, Any], chosen: list[dict[str, Any]]) -> None:
    """The match with these line-ups and none of its games."""
    data["matches"][0].update(lineups=chosen, boards=[], is_approved=False)


ROUNDS: dict[str, Change] = {
    "round 2 alone": lambda data: only(data, [line for line in lines(data) if line["round"] == 2]),
    "round 99": lambda data: only(data, [line | {"round": 99} for line in lines(data) if line["round"] == 1]),
    "round 3 of 2": lambda data: only(data, lines(data) + [
        line | {"round": 3} for line in lines(data) if line["round"] == 2]),
    "a side twice": lambda data: only(data, [*lines(data), lines(data)[0]]),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_the_rounds_of_a_file_follow_each_other(name: str) -> None:
    hall = small()
    assert refused(forged(played(hall), ROUNDS[name]), hall).code == "match_day_differs"


def test_an_order_nobody_could_hand_in_is_not_taken_in() -> None:
    """22.4: no reserve in round 1; and an order of empty places is none."""
    hall = small()
    raw = played(hall)
    home = hall.match().first
    reserve = str(Entry.objects.get(membership__entry=home, membership__is_reserve=True).uid)

    def with_reserve(data: dict[str, Any]) -> None:
        line = next(line for line in lines(data) if (line["side"], line["round"]) == ("A", 1))
        line["order"][0] = reserve

    assert refused(forged(raw, with_reserve), hall).code == "lineup_reserve_in_round_1"
    empty = forged(raw, lambda data: only(data, [line | {"order": [None, None]} for line in lines(data)]))
    assert refused(empty, hall).code == "no_regulars"


def test_an_order_that_is_open_is_never_written_over() -> None:
    """Even where the rounds before it are missing: what both sides have seen stands."""
    hall = small()
    take_in(played(hall), hall)
    assert LineUp.objects.filter(is_open=True).count() == 4
    LineUp.objects.filter(round=1).delete()
    match = hall.match()
    TeamBoard.objects.filter(team_match=match).delete()
    Match.objects.filter(pk=match.pk).update(status="running", awarded=False)
    players = [member.player.uid for member in match.first.members.filter(is_reserve=False).order_by("number")]
    with pytest.raises(Conflict) as caught:
        lineup_by_official(match_uid=match.uid, side="A", number=2, order=players, by=hall.chief, at=hall.later())
    assert caught.value.code == "lineup_is_open"


def both_orders(data: dict[str, Any], number: int) -> dict[str, list[Any]]:
    return {line["side"]: [place and UUID(place) for place in line["order"]]
            for line in lines(data) if line["round"] == number}


def test_an_order_that_waits_at_home_gives_way_to_what_was_played() -> None:
    """A link that is still about must not keep the match day out."""
    hall = small()
    raw = played(hall)
    home = hall.match().first
    chosen = [home.members.get(number=1, is_reserve=False).player.uid, None]
    lineup_by_official(
        match_uid=hall.match().uid, side="A", number=1, order=chosen, by=hall.chief, at=hall.later())

    assert take_in(raw, hall).approved == 5
    assert not LineUp.objects.filter(is_open=False).exists()
    assert AuditEntry.objects.filter(kind="lineup.gave_way").count() == 1


def test_a_round_opened_at_home_with_the_same_orders_is_the_same_round() -> None:
    hall = small()
    raw = played(hall)
    for side, chosen in both_orders(json.loads(raw), 1).items():
        lineup_by_official(
            match_uid=hall.match().uid, side=side, number=1, order=chosen, by=hall.chief, at=hall.later())

    assert take_in(raw, hall).rounds == 1
    assert score(hall) == (5, 3, "approved", "A")
    assert take_in(raw, hall).events == 0


def test_two_officials_where_the_regulations_ask_for_two() -> None:
    """Whoever takes the file in has entered its results: the next official approves, by the same file."""
    hall = small()
    raw = played(hall)
    for event in (hall.event, hall.boards):
        event.regulations["two_person_approval"] = True
        event.save(update_fields=["regulations"])
    taken = take_in(raw, hall)

    assert (taken.events, taken.approved, taken.left) == (4, 0, 4)
    assert hall.match().status == "finished"
    second = actor_of(make_official(hall.competition, "deputy"))
    again = match_day_take_in(raw=raw, by=second, at=hall.later())
    assert (again.events, again.approved, again.left) == (0, 5, 0)
