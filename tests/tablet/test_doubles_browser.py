"""A match of doubles on the tablet: seats, rotation, exchange, warnings to a player, signatures (lnf-2008:21, 22.3)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from competitions.services.matches import game_lock
from refereeing.models import GameEvent, PlayerWarning
from refereeing.services.desk import desk_write
from refereeing.services.disputes import dispute_open
from tests.e2e import steps
from tests.factories import PASSWORD

from .dispute_steps import aim_board, board
from .hall import PIN, Hall
from .test_tablet_browser import PHONE, SOON, UPRIGHT, all_sent, faults, pair, take_official, win

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIRS = (("Anna Liepa", "Jānis Egle"), ("Ilze Ozola", "Pēteris Bite"))
SHOTS = os.environ.get("NOVUSS_SHOTS")


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return Hall(pairs=PAIRS, sets=3)


def shot(page: Page, name: str) -> None:
    """A picture to look at, when somebody wants to look."""
    if SHOTS:
        page.wait_for_timeout(150)
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def of_pair(name: str) -> str:
    """The beginning of a pair's name: a stroke would end a pattern."""
    return name.partition(" / ")[0]


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).locator("label").filter(has_text=answer).click()


def drawn(page: Page) -> str:
    """The drawing as a screen reader hears it."""
    return page.locator(".drawing svg").get_attribute("aria-label") or ""


def seats(page: Page, side: str) -> str:
    return page.locator(f".seat-at-{side} .seat-name").inner_text()


def begin(page: Page, hall: Hall) -> None:
    """Pair 1 has the right (22.1); its second player strikes first; the others exchange."""
    hall.call()
    pair(page, hall)
    page.goto(hall.address)
    shot(page, "take")
    take_official(page, hall)
    first, second = str(hall.match.first), str(hall.match.second)
    expect(page.get_by_text("Choose the discs first.")).to_be_visible()
    shot(page, "before")
    choose(page, f"Which discs does {second} play?", "black")
    choose(page, f"Who strikes first for {first}? (22.3)", PAIRS[0][1])
    page.get_by_role("button", name="Exchange seats").click()
    shot(page, "before-chosen")
    assert faults(page) == []
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Set 1 of 3")).to_be_visible()


def sign_pair(page: Page, pair_name: str, signer: str) -> None:
    expect(page.get_by_role("heading", name=f"Signature: {pair_name}")).to_be_visible()
    assert page.get_by_role("button", name="Confirm without drawing").is_disabled()
    choose(page, "Who signs for the pair?", signer)
    page.get_by_role("button", name="Confirm without drawing").click()


def test_a_match_of_doubles_from_the_seats_to_the_signatures(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, second = str(hall.match.first), str(hall.match.second)
    begin(page, hall)
    shot(page, "set-1")
    # 22.3: partners face each other, the others have exchanged, the second of the pair strikes first.
    assert [seats(page, side) for side in "SWNE"] == ["Anna Liepa", "Pēteris Bite", "Jānis Egle", "Ilze Ozola"]
    assert "Jānis Egle has the first stroke" in drawn(page)
    expect(page.get_by_role("button", name="Exchange seats")).to_have_count(0)

    win(page, of_pair(first), 1)
    # 21.1: one seat clockwise, the first stroke stays at side N.
    assert [seats(page, side) for side in "SWNE"] == ["Ilze Ozola", "Anna Liepa", "Pēteris Bite", "Jānis Egle"]
    assert "Pēteris Bite has the first stroke" in drawn(page)

    page.get_by_role("button", name="Warning").click()
    shot(page, "warning-to")
    page.get_by_role("dialog").get_by_role("button", name="Ilze Ozola").click()
    page.get_by_role("button", name=re.compile("19.1.c")).click()
    page.get_by_role("button", name="Record warning 1 to Ilze Ozola").click()
    expect(page.get_by_text("Ilze Ozola: Warnings: 1")).to_be_visible()

    page.get_by_role("button", name="Set replayed").click()
    page.get_by_role("button", name=re.compile("Both cleared")).click()
    shot(page, "last-striker")
    page.get_by_role("dialog").get_by_role("button", name="Anna Liepa").click()
    # 21.1: nobody moves, the last to strike strikes first.
    expect(page.locator(".drawing svg")).to_have_attribute("aria-label", re.compile("Anna Liepa has the first stroke"))
    assert seats(page, "S") == "Ilze Ozola"

    win(page, of_pair(second), 2)
    # 22.3: in the deciding odd set the pair without the first stroke may exchange once more.
    expect(page.get_by_text("Deciding set:")).to_be_visible()
    shot(page, "deciding")
    before = [seats(page, side) for side in "SWNE"]
    page.get_by_role("button", name="Exchange seats").click()
    expect(page.get_by_text("Deciding set:")).to_have_count(0)
    after = [seats(page, side) for side in "SWNE"]
    assert before != after
    assert sorted(before) == sorted(after)

    win(page, of_pair(first), 3)
    page.get_by_role("button", name="Finish and sign").click()
    page.get_by_role("button", name="Yes, sign").click()
    shot(page, "signing")
    sign_pair(page, first, "Jānis Egle")
    sign_pair(page, second, "Ilze Ozola")
    page.get_by_label("PIN (6 digits)").fill(PIN)
    page.get_by_role("button", name="Sign", exact=True).click()

    expect(page.get_by_text("The result has been sent.")).to_be_visible(timeout=SOON)
    assert hall.kinds() == [
        "called", "choice", "started", "set_won", "warning", "set_replayed", "set_won", "seats", "set_won",
        *["signature"] * 3, "finished"]
    assert (hall.match.status, hall.match.sets_first, hall.match.sets_second) == ("finished", 2, 1)
    warning = PlayerWarning.objects.select_related("person").get()
    assert (str(warning.person), warning.entry) == ("Ilze Ozola", hall.match.second)
    assert [e.payload["name"] for e in GameEvent.objects.filter(kind="signature")][:2] == ["Jānis Egle", "Ilze Ozola"]


def test_doubles_go_on_without_a_network(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first = str(hall.match.first)
    begin(page, hall)
    page.context.set_offline(True)

    win(page, of_pair(first), 1)
    assert seats(page, "W") == "Anna Liepa"
    win(page, of_pair(first), 2)
    expect(page.get_by_text(f"{first} won").first).to_be_visible()
    page.context.set_offline(False)

    expect(page.get_by_role("status").filter(has_text="All sent")).to_be_visible(timeout=2 * SOON)
    assert hall.kinds()[-2:] == ["set_won", "set_won"]
    assert hall.game.state["winner"] == "A"


@pytest.mark.parametrize("size", [UPRIGHT, PHONE], ids=["upright", "phone"])
def test_doubles_fit_the_screen(hall: Hall, open_page: Callable[..., Page], size: dict[str, int]) -> None:
    page = open_page(size, color_scheme="dark" if size == PHONE else "light")
    begin(page, hall)
    assert faults(page) == []
    shot(page, f"set-1-{size['width']}")

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for side in "SWNE":
        assert page.locator(f".seat-at-{side}").is_visible()


def test_a_dispute_of_doubles_has_32_discs_and_the_players_seat(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    begin(page, hall)
    page.get_by_role("button", name="Disputed stroke").click()
    page.get_by_text("Which disc was touched first?").click()
    choose(page, "Who struck?", "Pēteris Bite")
    shot(page, "dispute-stroke")
    # He sits at W in this set and plays the black discs.
    side = page.get_by_role("group", name="From which side?").get_by_role("radio", name="side W")
    assert side.is_checked()
    assert page.get_by_role("radio", name="black").is_checked()
    aim_board(page).tap(100, 0)
    page.get_by_text("sure (±3°)").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Before the stroke")).to_be_visible()
    shot(page, "dispute-board")

    lain = board(page, "Before").svg.locator("[data-id]")
    assert len({place.get_attribute("data-id") for place in lain.all()} - {"striker"}) == 32
    page.get_by_role("button", name="Ask for the replay").click()
    expect(page.get_by_text("The ruling comes first.")).to_be_visible()
    shot(page, "dispute-ruling")
    all_sent(page)
    assert GameEvent.objects.get(kind="dispute").payload["member"] == "B2"


def test_the_panel_goes_on_with_the_board_of_doubles(
    hall: Hall, open_page: Callable[..., Page], served: str,
) -> None:
    """A dispute opened at the desk: whose stroke it was is a player of a pair, and the board has both pairs' discs."""
    seated = {"first_stroke": "A", "by": "rule", "side_of_a": "S", "discs_of_a": "red", "first_striker": "A1",
              "seats": {"S": "A1", "W": "B1", "N": "A2", "E": "B2"}}
    uid = uuid4()
    with transaction.atomic():
        desk_write(game_lock(hall.game.uid), [("choice", seated)], by=hall.chief, at=timezone.now())
    dispute_open(
        game_uid=hall.game.uid, uid=uid, text="Which disc was touched first?", set_number=1, stroke=3, player="B",
        member="B2", by=hall.chief, at=timezone.now())
    page = open_page()
    steps.log_in(page, served, hall.account.username, PASSWORD)
    page.goto(f"{served}/panel/{hall.competition.slug}/disputes/{uid}/")
    expect(page.get_by_text(str(hall.match.second).split(" / ")[1]).first).to_be_visible()
    expect(page.get_by_role("radio", name="side E")).to_be_checked()
    expect(page.get_by_role("radio", name="black")).to_be_checked()
    aim_board(page).tap(-200, 0)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Before the stroke")).to_be_visible()
    shot(page, "panel-dispute")

    lain = board(page, "Before").svg.locator("[data-id]")
    assert len({place.get_attribute("data-id") for place in lain.all()} - {"striker"}) == 32


def test_who_plays_alone_has_both_seats(transactional_db: None, open_page: Callable[..., Page]) -> None:
    """Estonian "üksinda paarismäng": nobody to exchange with, one name at two seats, one signature."""
    hall = Hall(pairs=(("Anna Liepa",), ("Ilze Ozola", "Pēteris Bite")), sets=3)
    page = open_page()
    hall.call()
    pair(page, hall)
    page.goto(hall.address)
    take_official(page, hall)
    alone = "A" if str(hall.match.first) == "Anna Liepa" else "B"
    first, second = str(hall.match.first), str(hall.match.second)
    choose(page, f"Which discs does {second} play?", "black")
    page.get_by_role("group", name=f"Who strikes first for {first}? (22.3)").locator("label").last.click()
    shot(page, "alone")
    expect(page.get_by_role("button", name="Exchange seats")).to_have_count(1 if alone == "A" else 0)
    page.get_by_role("button", name="Start the game").click()
    assert [seats(page, side) for side in "SWNE"].count("Anna Liepa") == 2

    page.get_by_role("button", name="Warning").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Anna Liepa")).to_have_count(1)
    page.keyboard.press("Escape")
    for number in (1, 2):
        win(page, of_pair(first), number)
    page.get_by_role("button", name="Finish and sign").click()
    page.get_by_role("button", name="Yes, sign").click()
    choices = page.get_by_role("group", name="Who signs for the pair?")
    expect(choices).to_have_count(0 if alone == "A" else 1)
