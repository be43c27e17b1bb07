"""The replay in a browser: played, stepped by keys, readable without motion and without scripts, on a phone too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.services.dispute_hall import DisputeHall

from .replay_site import published

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = ["wcag2a", "wcag2aa", "best-practice"]
DISCS = ["striker", "r1", "b2", "r3"]


@pytest.fixture
def open_replay(browser: Any, served: str) -> Iterator[Callable[..., Page]]:
    """The page of a published replay, each in a browser of its own; a complaint in the console fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(size: tuple[int, int] = (1280, 900), language: str = "en-GB", **options: Any) -> Page:
        token = published(DisputeHall()).token
        context = browser.new_context(
            base_url=served, locale=language, viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"/replays/{token}/")
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="Arrow keys: from contact to contact.")


def place(page: Page, uid: str) -> tuple[float, float]:
    """Where a piece is drawn, in mm of the table."""
    drawn = page.locator(".rp-piece").nth(DISCS.index(uid))
    matrix = drawn.evaluate("piece => getComputedStyle(piece).transform")
    x, y = re.findall(r"-?[\d.]+(?=[,)])", matrix)[-2:]
    return float(x), -float(y)


def current(page: Page) -> Locator:
    return page.locator(".rp-events [aria-current=step]")


def test_stepped_by_keys_from_contact_to_contact(open_replay: Callable[..., Page]) -> None:
    page = open_replay()
    assert place(page, "striker") == (0, -420)
    board(page).focus()

    page.keyboard.press("ArrowRight")

    assert place(page, "striker") == (0, 62.5)
    expect(current(page)).to_have_text("0.200 sContact: striker and red r1first touch")
    expect(page.get_by_role("status").filter(has_text="Contact: striker and red r1")).to_have_count(1)
    page.keyboard.press("End")
    assert place(page, "striker") == (-40, 200)
    expect(page.locator(".rp-piece").nth(1)).to_have_css("opacity", "0")  # r1 fell
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert place(page, "r1") == (200, 485)
    expect(page.locator(".rp-piece").nth(1)).to_have_css("opacity", "1")
    page.keyboard.press("Home")
    expect(current(page)).to_have_count(0)


def test_played_to_the_end_and_again_by_space_and_slider(open_replay: Callable[..., Page]) -> None:
    page = open_replay()
    page.get_by_label("Half").check()
    page.get_by_role("button", name="Play", exact=True).click()

    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible(timeout=10_000)
    assert place(page, "striker") == pytest.approx((-40, 200), abs=0.05)
    expect(page.locator(".rp-clock")).to_have_text("1.20 of 1.20 s")
    page.get_by_role("button", name="Into pocket NE: red r1").click()
    expect(page.get_by_label("Place in time")).to_have_value("0.9")

    page.get_by_label("Tenth").check()
    board(page).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    page.get_by_label("Place in time").fill("0.5")
    page.keyboard.press("ArrowRight")

    assert page.get_by_label("Place in time").input_value() == "0.501"


def test_another_explanation_and_the_cloud(open_replay: Callable[..., Page]) -> None:
    page = open_replay()
    page.get_by_label("2: 29%, 87.4°, 2.31 m/s, first black b2").check()
    page.get_by_label("Other possible strokes").check()
    page.get_by_label("Path lines").uncheck()
    expect(page.locator(".rp-seen rect")).to_have_count(3)
    page.get_by_label("Seen after the stroke").uncheck()
    expect(page.locator(".rp-seen rect")).to_have_count(0)

    expect(page.locator(".rp-cloud path")).to_have_count(3)
    expect(page.get_by_text("Differs from what was seen by 3.4 mm on average.")).to_be_visible()
    expect(page.locator(".rp-ways polyline").first).to_be_hidden()


def test_read_without_motion_without_scripts_and_in_another_language(open_replay: Callable[..., Page]) -> None:
    still = open_replay(reduced_motion="reduce")
    assert place(still, "striker") == (-40, 200)
    expect(still.get_by_role("button", name="Play again")).to_be_visible()

    bare = open_replay(java_script_enabled=False)
    expect(bare.get_by_role("img", name="The table with the stroke on it. First touch: red r1.")).to_be_visible()
    expect(bare.get_by_role("row", name="0.200 Contact: striker and red r1 first touch")).to_be_visible()
    expect(bare.get_by_role("button", name="Play")).to_have_count(0)

    latvian = open_replay(language="lv-LV")
    expect(latvian.get_by_role("button", name="Atskaņot", exact=True)).to_be_visible()
    expect(latvian.get_by_text("Attālums līdz nākamajam (melnais b2): 4,2 mm, 3,1 ms").first).to_be_visible()
    expect(latvian.get_by_text("Pareizi: ripa vispirms skāra savu gaišo kauliņu.").first).to_be_visible()


def test_no_barrier_and_no_sideways_scrolling(open_replay: Callable[..., Page]) -> None:
    for size, scheme in (((360, 740), "dark"), ((1280, 900), "light")):
        page = open_replay(size, color_scheme=scheme)
        page.get_by_label("Other possible strokes").check()

        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        found = Axe().run(page, options={"runOnly": RULES})
        assert found.violations_count == 0, found.generate_report()
        small = page.evaluate(
            "[...document.querySelectorAll('.rp button, .rp label')]"
            ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.textContent)")
        assert small == []
