"""The public pages in a browser: news without a reload, never over a form, and with the stream blocked."""

from __future__ import annotations

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import transaction
from playwright.sync_api import Page, expect

from competitions.models import Stage
from competitions.services.outbox import outbox_add
from tests.factories import make_account, make_competition, make_entry, make_event, make_result, make_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def stage() -> Stage:
    event = make_event(make_competition(slug="cup"), slug="open")
    stage = make_stage(event, [[make_entry(event, name) for name in ("Anna", "Bruno", "Cilda", "Dainis")]])
    return stage


def approve(stage: Stage) -> None:
    with transaction.atomic():
        make_result(stage.matches.filter(round__number=1).first(), 4, 2)
        for topic in ("match.changed", "table.changed"):
            outbox_add(topic, competition=stage.event.competition.uid, stage=stage.uid)


def test_approved_result_appears_within_a_second(stage, served, page: Page):
    page.goto(f"{served}/c/cup/open/")
    expect(page.locator("[data-live-state]").first).to_have_attribute("data-state", "live")
    page.evaluate("window.same = true")

    started = time.monotonic()
    approve(stage)
    expect(page.locator(".points").first).to_have_text("2", timeout=3000)

    assert time.monotonic() - started < 1.0
    assert page.evaluate("window.same") is True  # no reload


def test_blocked_stream_falls_back_to_polling(stage, served, page: Page):
    page.route(re.compile(r"/live/"), lambda route: route.abort())
    page.goto(f"{served}/c/cup/open/")
    expect(page.locator("[data-live-state]").first).to_have_attribute("data-state", "polling", timeout=8000)
    expect(page.locator("[data-live-state]").first).to_have_text("Updated every few seconds")

    approve(stage)

    expect(page.locator(".points").first).to_have_text("2", timeout=8000)


def test_open_details_and_focus_survive_the_news(stage, served, page: Page):
    page.goto(f"{served}/c/cup/open/")
    expect(page.locator("[data-live-state]").first).to_have_attribute("data-state", "live")
    page.locator("#rules-of-order > summary").click()

    approve(stage)
    expect(page.locator(".points").first).to_have_text("2", timeout=3000)

    assert page.evaluate("document.querySelector('#rules-of-order').open") is True
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


FIELD = """() => {
  const part = document.querySelector('#table');
  part.insertAdjacentHTML('beforeend', '<form><input id="typed" value=""></form>');
}"""


def test_news_never_touch_a_form_that_is_being_filled_in(stage, served, page: Page):
    page.goto(f"{served}/c/cup/open/")
    expect(page.locator("[data-live-state]").first).to_have_attribute("data-state", "live")
    page.evaluate(FIELD)
    page.locator("#typed").fill("half a sent")

    approve(stage)

    expect(page.locator(".live-refresh")).to_have_text("New data: press to refresh", timeout=3000)
    assert page.locator("#typed").input_value() == "half a sent"


def test_value_opens_its_arithmetic(stage, served, page: Page):
    approve(stage)
    page.goto(f"{served}/c/cup/open/")
    page.locator("tbody tr").first.locator("a.value").first.click()

    popup = page.locator("dialog[open]")
    expect(popup).to_contain_text("Sonneborn-Berger")
    page.keyboard.press("Escape")
    expect(popup).to_have_count(0)


def test_hall_screen_turns_and_stops(stage, served, page: Page):
    page.goto(f"{served}/screen/cup/")
    shown = page.locator(".slide.is-shown h2")
    expect(shown).to_contain_text("Round 1")

    page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("Table")
    page.keyboard.press("Space")
    expect(page.locator("[data-hint]")).to_have_text("Stopped. Space: go on")

    approve(stage)
    expect(page.locator(".slide.is-shown tbody tr").first).to_contain_text("2", timeout=3000)
    expect(shown).to_contain_text("Table")


def test_login_by_keyboard_and_language_and_colours(stage, served, page: Page):
    make_account("chief", must_change_password=True)
    page.goto(f"{served}/login/")
    page.keyboard.type("chief")
    page.keyboard.press("Tab")
    page.keyboard.type("correct horse battery")
    page.keyboard.press("Enter")
    page.wait_for_url("**/account/password/")

    page.locator("details[data-menu] summary").first.click()
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Latviešu").click()
    expect(page.locator("html")).to_have_attribute("lang", "lv")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


PATHS = ("/", "/login/", "/c/cup/", "/c/cup/open/", "/c/cup/open/cross/", "/c/cup/open/rounds/", "/c/cup/open/entries/",
         "/c/cup/open/draw/", "/screen/cup/", "/nothing/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_fit_a_phone_and_break_no_policy(stage, served, page: Page, scheme):
    approve(stage)
    game = stage.matches.first().games.get().uid
    entry = stage.event.entries.first().uid
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if "Content Security" in line.text else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    faults = []
    for path in (*PATHS, f"/g/{game}/", f"/c/cup/people/{entry}/"):
        page.goto(served + path)
        found = Axe().run(page).response["violations"]
        faults += [(path, fault["id"], fault["nodes"][0]["html"][:120]) for fault in found]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            faults.append((path, "wider than the phone", str(wide)))

    assert faults == []
    assert complaints == []


def test_line_that_was_down_brings_everything_missed(stage, served, page: Page):
    """News that came while the reader had no connection must not be lost: reconnect, compare versions, fetch anew."""
    page.goto(f"{served}/c/cup/open/")
    state = page.locator("[data-live-state]").first
    expect(state).to_have_attribute("data-state", "live")
    page.route(re.compile(r"/live/|/version|part=1"), lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")  # the browser drops the stream
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(state).to_have_attribute("data-state", "waiting", timeout=8000)

    approve(stage)
    page.unroute_all()
    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.locator(".points").first).to_have_text("2", timeout=8000)
    expect(state).to_have_attribute("data-state", "live", timeout=8000)
