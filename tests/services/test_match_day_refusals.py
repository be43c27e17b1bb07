"""A file of a match day that somebody has written himself: it tells no name, stores nothing wrong, breaks nothing.

The checksum finds what was cut or mistyped; it is no signature, and whoever can read the format can make a right one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from competitions.common.errors import Conflict
from competitions.models import Competition, EntryMember, Person
from tests.factories import make_competition, make_entry, make_event, make_person, make_stage, match_between
from tests.formats.test_match_day import signed
from tests.services.team_hall import TeamHall
from tests.services.test_match_days import counts, out, small, take_in

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


def refused(raw: bytes, hall: TeamHall) -> Conflict:
    """The refusal of a file; nothing has changed."""
    before = counts()
    with pytest.raises(Conflict) as caught:
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
