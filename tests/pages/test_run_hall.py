"""The hall and the referees on the panel, and expected times for everybody."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from competitions.models import Match, Official
from tests.factories import make_club, make_official, make_stage
from tests.pages.run_site import Hall, said, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> Hall:
    cache.clear()
    return Hall(client)


def test_the_hall_tells_what_comes_next_and_gives_tables(hall: Hall) -> None:
    Match.objects.update(table=None, slot=None)
    make_official(hall.competition, "table_referee")

    page = text(hall.get("hall"))
    assert "6 matches have no table yet." in page
    told = said(hall.post("hall-plan"))
    assert told.startswith("6 matches have a table, ")
    assert set(Match.objects.values_list("table__number", flat=True)) <= {1, 2, 3}
    assert "Anna – Dace" in text(hall.get("hall"))


def test_a_match_that_waits_for_its_table_says_so(hall: Hall) -> None:
    """No button, but the reason for that."""
    there = hall.match(1, 1)
    hall.press("match-call", there)
    waiting = hall.match(2, 1)
    Match.objects.filter(id=waiting.id).update(table=there.table)
    page = text(hall.get("round", event_slug="open", number=2))

    assert f"Table {there.table.number} is in use" in page


def test_what_stands_still_is_listed_and_let_go_on(hall: Hall) -> None:
    match = hall.match()
    hall.press("match-postpone", match, reason="the light failed")

    page = text(hall.get("hall"))
    assert "Postponed and adjourned" in page
    assert "the light failed" in page
    hall.stage.matches.exclude(id=match.id).delete()
    assert "Nothing waits to be played" not in text(hall.get("hall"))
    hall.press("match-resume", match)
    assert "Postponed and adjourned" not in text(hall.get("hall"))


def test_two_matches_change_tables(hall: Hall) -> None:
    one, other = hall.match(1, 1), hall.match(1, 2)

    told = said(hall.post("matches-swap", {"match": one.uid, "other": other.uid}))

    assert told == "Exchanged: Anna – Dace at table 2, Berta – Cilda at table 1."
    assert said(hall.post("matches-swap", {"match": one.uid, "other": one.uid})) == "Choose two different matches."


def test_a_table_is_closed_and_opened_and_kept_for_an_event(hall: Hall) -> None:
    table = hall.tables[0]

    assert said(hall.post("table-close", {"reason": "a broken leg"}, uid=table.uid)) == "Table 1 is out of use."
    page = text(hall.get("hall"))
    assert "a broken leg" in page
    assert "Use it again" in page
    assert "out of use" in hall.press("match-table", hall.match(), table=table.uid)
    assert said(hall.post("table-close", {"reason": ""}, uid=table.uid)) == "Table 1 is in use again."
    hall.post("table-reserve", {"event": hall.event.uid}, uid=table.uid)
    table.refresh_from_db()
    assert table.event == hall.event


def test_a_group_has_a_zone(hall: Hall) -> None:
    hall.competition.tables.filter(number=1).update(zone="A")
    grouped = make_stage(hall.event, [hall.entries[:2], hall.entries[2:]], number=2)
    group = grouped.groups.get(name="A")
    make_official(hall.competition, "senior")
    Official.objects.filter(role="senior").update(zone="A")

    assert "Zones of the groups" in text(hall.get("hall"))
    assert said(hall.post("group-zone", {"zone": "A"}, uid=group.uid)) == "Group A: saved."
    assert said(hall.post("group-zone", {"zone": "B"}, uid=group.uid)) == "No table is in zone “B”."


def test_referees_with_their_load_and_ground(hall: Hall) -> None:
    account = make_official(hall.competition, "table_referee")
    match = hall.match()
    assert "is set" in hall.press("match-referee", match, referee=account.uid)

    told = said(hall.post("referee-ground", {"club": "Liepa", "person": hall.entries[0].person.uid},
                          account=account.uid))
    assert told == f"{account}: saved."
    page = text(hall.get("referees"))
    assert "Liepa" in page
    assert "<option" in page
    assert hall.press("match-referee", hall.match(1, 1), referee=account.uid) == "Nobody referees the own match."
    assert f"referee {account}" in text(hall.get("match", uid=match.uid))


def test_a_table_referee_only_reads(hall: Hall) -> None:
    hall.client.force_login(make_official(hall.competition, "table_referee"))

    page = text(hall.get("hall"))
    assert "What comes next" in page
    assert "Give tables and referees" not in page
    assert said(hall.post("hall-plan")) == "You may not do this."
    assert "Change" not in text(hall.get("referees")).split("</thead>")[1]


def test_the_list_of_referees_is_printed(hall: Hall) -> None:
    account = make_official(hall.competition, "table_referee")
    Official.objects.filter(account=account).update(club=make_club("Liepāja"))

    answer = hall.get("print", kind="referee_list")

    assert answer["Content-Type"] == "application/pdf"


def test_everybody_reads_about_when_and_where(hall: Hall) -> None:
    match = hall.match(1, 1)

    for address in ("/c/cup/open/rounds/1/", "/screen/cup/", f"/g/{match.games.get().uid}/"):
        assert "about" in text(Client().get(address)), address
    entrant = text(Client().get(f"/c/cup/people/{match.first.uid}/"))
    assert "Plays next at about" in entrant
    assert "at table 1, against Dace." in entrant
