"""An evening of doubles by the pages alone: from the preset to the table, one match at a tablet, one from paper."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from competitions.models import Event, Match
from tests.e2e import steps, tablet_steps
from tests.factories import PASSWORD, make_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = (
    "Nr.;Vārds, uzvārds;Dzimums;Klubs;Partneris;Partnera dzimums\r\n"
    "1;Anna Liepa;S;Rīga;Jānis Egle;V\r\n"
    "2;Ilze Ozola;S;Cēsis;Pēteris Bite;V\r\n"
    "3;Māra Krūmiņa-Zvirbulīte;S;Liepāja;Aleksandrs Kārkliņš-Vanags;V\r\n"
    "4;Zane Bērza / Дмитрий Ёлкин;S;;;V\r\n")
PIN = "482913"
SHOTS = os.environ.get("NOVUSS_SHOTS")


def shot(page: Page, name: str) -> None:
    """A picture to look at, when somebody wants to look."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"event-{name}.png"), full_page=True)


def set_up(page: Page, served: str, path: Path) -> None:
    make_account("chief", is_superuser=True, first_name="Anna", last_name="Kalniņa")
    steps.log_in(page, served, "chief", PASSWORD)
    page.goto(f"{served}/panel/new/")
    page.get_by_label("Name").fill("Dubultspēļu vakars")
    page.get_by_label("Tables in the hall").fill("2")
    steps.press(page, "Make the competition")
    page.get_by_label("Latvian doubles").check()
    page.wait_for_url("**preset=latvian_doubles**")
    page.get_by_label("Who may enter").select_option(label="mixed pairs: one man and one woman")
    shot(page, "new-event")
    steps.make_event(page, "Jauktās dubultspēles", "Latvian doubles")
    shot(page, "import")
    path.write_text(LIST, encoding="utf-8")
    steps.show_preview(page, path)
    shot(page, "preview")
    assert steps.preview_count(page) == "4 new · 0 changed · 0 same"
    steps.press(page, "Import the list")
    shot(page, "entries")


def refuse_a_second_pair(page: Page) -> None:
    """One pair a person: said at the field, nothing stored."""
    steps.follow(page, "Add a pair")
    page.get_by_role("group", name="First player").get_by_label("Name").fill("Vija Roze")
    second = page.get_by_role("group", name="Second player")
    second.get_by_label("Name of the partner").fill("Jānis Egle")
    second.get_by_label("Sex").select_option(label="men")
    steps.press(page, "Add")
    expect(second.get_by_text("Jānis Egle plays in another pair of this event already")).to_be_visible()
    shot(page, "refused")


def play_at_a_tablet(page: Page, tablet: Page, served: str, row: steps.Row) -> None:
    first, second = row.first, row.second
    tablet.get_by_role("group", name=f"Which discs does {second} play?").locator("label").filter(has_text="red").click()
    striker = tablet.get_by_role("group", name=f"Who strikes first for {first}")
    striker.locator("label").first.click()
    tablet.get_by_role("button", name="Start the game").click()
    for number, winner in enumerate((first, first, second, first), 1):
        tablet.wait_for_timeout(tablet_steps.TWICE_IS_ONE)
        begins = winner.partition(" / ")[0]
        tablet.get_by_role("button", name=re.compile(f"Set {number} won by {begins}")).click()
    tablet_steps.to_signatures(tablet)
    for _pair in (first, second):
        tablet.get_by_role("group", name="Who signs for the pair?").locator("label").first.click()
        tablet.get_by_role("button", name="Confirm without drawing").click()
    tablet_steps.referee_signs(tablet, PIN)
    tablet_steps.is_sent(tablet)


def test_an_evening_of_doubles(served: str, someone: Callable[..., Page], tmp_path: Path) -> None:
    page = someone()
    set_up(page, served, tmp_path / "pairs.csv")
    refuse_a_second_pair(page)
    steps.all_present_but(page)
    steps.set_pin(page, "Anna Kalniņa", PIN)
    steps.draw(page, "Round robin Everybody", lot="vakars")
    shot(page, "draw")
    steps.lock(page)
    steps.open_round(page, 1)
    steps.give_tables(page)
    shot(page, "round")
    row = steps.rows(page)[0]
    steps.call(page, row.first)

    tablet = someone({"width": 1280, "height": 800})
    steps.panel(page, "Devices")
    steps.press(page, "Make a code")
    tablet_steps.pair(tablet, served, page.locator(".pair-code").inner_text(), "Table 1")
    match = Match.objects.select_related("table").get(table__number=int(row.table), round__number=1)
    assert match.table is not None
    tablet.goto(f"{served}/t/{match.table.uid}/")
    tablet_steps.take_with_pin(tablet, "Anna Kalniņa", PIN)
    play_at_a_tablet(page, tablet, served, row)

    steps.open_round(page, 1)
    other = next(each for each in steps.rows(page) if each.first != row.first)
    steps.panel(page, "Enter results")
    steps.quick_entry(page, other, (2, 2))
    shot(page, "results")
    steps.panel(page, "Protocols")
    shot(page, "protocols")
    steps.approve_ticked(page)

    event = Event.objects.get()
    public = f"{served}/c/{event.competition.slug}/{event.slug}/"
    pages = {"table": "", "cross": "cross/", "public-round": "rounds/1/", "public-entries": "entries/"}
    for name, address in pages.items():
        page.goto(public + address)
        shot(page, name)
    page.goto(public)
    assert row.first in page.content()
    page.goto(f"{served}/g/{match.games.get().uid}/")
    shot(page, "game")
    expect(page.get_by_text("north:").first).to_be_visible()
    page.goto(f"{served}/screen/{event.competition.slug}/")
    shot(page, "screen")
    phone = someone({"width": 360, "height": 740})
    phone.goto(public)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(phone, "table-phone")
