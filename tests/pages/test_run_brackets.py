"""Eliminations on the panel: choose, look, exchange, lock, correct with the consequences before one's eyes, close."""

from __future__ import annotations

import pytest
from django.test import Client

from competitions.models import Account, Stage
from refereeing.services.desk import match_call
from refereeing.services.documents.lists import round_list
from tests.factories import NOON, make_entry
from tests.pdf.documents import text_of
from tests.services.bracket_hall import Cup, make_cup, make_field

pytestmark = pytest.mark.django_db


def client_of(cup: Cup) -> Client:
    client = Client()
    client.force_login(Account.objects.get(uid=cup.chief.account))
    return client


def panel(cup: Cup, rest: str) -> str:
    return f"/panel/{cup.event.competition.slug}/{rest}"


def test_a_bracket_is_drawn_looked_at_exchanged_and_locked() -> None:
    event, chief, entries = make_field(6)
    cup = Cup(event, chief, entries, Stage())
    client = client_of(cup)
    page = panel(cup, f"{event.slug}/draw/")
    assert "Double elimination" in client.get(page).content.decode()
    client.post(page, {"system": "double_elimination", "lot": "x", "grand_final_reset": "1", "places": "2",
                       "first_stroke": "rule", "seeding": "seed"})
    stage = event.stages.get()
    assert stage.options["grand_final_reset"] is True
    shown = client.get(page).content.decode()
    assert '<svg class="bracket"' in shown
    assert "Exchange two places" in shown
    client.post(f"{page}exchange/", {
        "stage": stage.uid, "version": stage.version, "entry": entries[4].uid, "other": entries[5].uid})
    stage.refresh_from_db()
    assert stage.options["exchanges"] == [["5", "6"]]
    client.post(f"{page}lock/", {"stage": stage.uid, "version": stage.version})
    stage.refresh_from_db()
    assert stage.state == "locked"
    late = make_entry(event, "Late One")
    assert "Late One" in client.get(page).content.decode()
    client.post(f"{page}late/", {"stage": stage.uid, "entry": late.uid})
    assert stage.stage_entries.filter(entry=late, joined_round=2).exists()
    assert client.get(panel(cup, f"{event.slug}/rounds/1/")).status_code == 200


def test_what_a_correction_changes_is_read_before_it() -> None:
    cup = make_cup(8)
    for key in ("winners-1-1", "winners-1-2", "winners-2-1"):
        cup.win(key)
    client = client_of(cup)
    match = cup.match("winners-1-1")
    page = panel(cup, f"matches/{match.uid}/correct/")
    shown = client.get(page).content.decode()
    assert "W2-1, Winners&#x27; round 2: Entrant 001 – Entrant 004 → Entrant 008 – Entrant 004" in shown
    assert "has begun: becomes void" in shown
    given = {"sets_first": 1, "sets_second": 3, "reason": "misread", "version": match.version}
    refused = client.post(page, given, follow=True).content.decode()
    assert "would become void" in refused
    client.post(page, {**given, "is_decided": "1"})
    assert cup.pair("winners-2-1") == (8, 4)


def test_a_played_stage_is_closed_and_the_next_drawn_from_its_places() -> None:
    cup = make_cup(4, "single_elimination", places=4)
    cup.play_on()
    client = client_of(cup)
    page = panel(cup, f"{cup.event.slug}/draw/")
    assert "Close the stage" in client.get(page).content.decode()
    client.post(f"{page}close/", {"stage": cup.stage.uid})
    shown = client.get(page).content.decode()
    assert "Draw the next stage" in shown
    client.post(page, {"system": "round_robin", "advance": "2", "version": cup.stage.version, "lot": "y"})
    assert cup.event.stages.get(number=2).stage_entries.count() == 2
    assert client.get(page).status_code == 200
    client.post(f"{page}reopen/", {"stage": cup.stage.uid, "reason": "a slip"})
    assert cup.event.stages.count() == 1


def test_rounds_of_a_bracket_have_their_names() -> None:
    cup = make_cup(8)
    shown = client_of(cup).get(panel(cup, f"{cup.event.slug}/rounds/6/")).content.decode()
    assert "Winners&#x27; final" in shown
    assert "Losers&#x27; round 1" in shown


def test_who_leaves_is_told_the_walkovers_to_come() -> None:
    """In a double elimination one who leaves gives two: here and in the losers' bracket."""
    cup = make_cup(4)
    shown = client_of(cup).get(panel(cup, f"entries/{cup.entries[0].uid}/leave/")).content.decode()
    assert "Walkovers in the bracket" in shown
    assert "Winners&#x27; round 1 (W1-1): Entrant 004 goes on without play" in shown
    assert "Losers&#x27; round 1 (L1-1): whoever comes there goes on without play" in shown


def test_the_hall_screen_shows_all_that_is_at_tables_in_whatever_round() -> None:
    """In a double elimination rounds of both brackets are played at once."""
    cup = make_cup(8)
    for key in ("winners-1-1", "winners-1-2"):
        cup.win(key)
    for table, key in enumerate(("winners-1-3", "losers-1-1", "winners-2-1"), start=1):
        match = cup.match(key)
        match.table = cup.event.competition.tables.get(number=table)
        match.save()
        match_call(match_uid=match.uid, by=cup.chief, at=NOON)

    screen = client_of(cup).get(f"/screen/{cup.event.competition.slug}/").content.decode()
    assert screen.count('class="is-playing"') == 3
    for name in ("Winners&#x27; round 1", "Losers&#x27; round 1", "Winners&#x27; round 2"):
        assert screen.count(f"<span>{name}</span>") == 1


def test_hall_screen_round_list_and_overview_name_the_rounds() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-1")
    cup.win("main-1-2")
    slug = cup.event.competition.slug
    screen = client_of(cup).get(f"/screen/{slug}/").content.decode()
    assert "<span>Final</span>" in screen
    assert ">Final</a>" in client_of(cup).get(panel(cup, "")).content.decode()
    cup.stage.event = cup.event
    printed = text_of(round_list(cup.stage, {"base_url": "http://hall", "language": "en", "round": 2}))
    assert "Final: who plays where" in printed
