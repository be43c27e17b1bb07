"""The panel in a browser: quick entry in three seconds, news without a reload, clocks, menus, and no barrier."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from competitions.models import Match
from tests.pages.run_site import Hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall() -> Hall:
    return Hall(Client())


@pytest.fixture
def desk(hall, served, page: Page) -> Page:
    """A browser in which the chief is logged in; every page must stay without errors."""
    key = hall.client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": served}])
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.site, page.faults = served, faults  # type: ignore[attr-defined]
    return page


def open_page(desk: Page, hall: Hall, name: str, **kwargs) -> None:
    desk.goto(desk.site + hall.url(name, **kwargs))


def is_live(desk: Page) -> None:
    expect(desk.locator("[data-live-state]").first).to_have_attribute("data-state", "live")


def test_a_digit_begins_quick_entry_and_three_seconds_end_it(hall, desk):
    match = hall.match(1, 1)
    open_page(desk, hall, "overview")
    started = time.monotonic()

    desk.keyboard.press("1")
    desk.wait_for_url(re.compile("/results/"))
    desk.keyboard.type(" 4 2")
    expect(desk.locator("[data-means]")).to_contain_text(f"{match.first} – {match.second} 4:2")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-answer]")).to_contain_text("Stored: Table 1, round 1")

    assert time.monotonic() - started < 3
    match.refresh_from_db()
    assert (match.sets_first, match.sets_second) == (4, 2)
    expect(desk.locator("#last-ten")).to_contain_text("4:2")
    expect(desk.locator("#line")).to_have_value("")
    expect(desk.locator("#line")).to_be_focused()
    assert desk.faults == []


def test_enter_faster_than_the_answer_stores_the_right_match_once(hall, desk):
    open_page(desk, hall, "results")

    desk.keyboard.type("1 4 2")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")

    expect(desk.locator("[data-answer]")).to_contain_text("Stored")
    assert hall.match(1, 1).games.get().events.filter(kind="result").count() == 1


def test_lines_typed_faster_than_the_server_are_all_stored(hall, desk):
    open_page(desk, hall, "results")
    # A slow hall network: lines are typed while the one before is still on its way.
    desk.evaluate("""() => {
        const fetched = window.fetch;
        window.fetch = async (...args) => { await new Promise((go) => setTimeout(go, 300)); return fetched(...args); };
    }""")

    for line in ("1 4 3", "1 4 2", "2 2 4"):
        desk.keyboard.type(line)
        desk.keyboard.press("Enter")

    expect(desk.locator("[data-answer] .is-ok")).to_contain_text("Stored: Table 2, round 1")
    expect(desk.locator("[data-answer] .is-danger")).to_contain_text("1 4 3: ")
    expect(desk.locator("#line")).to_have_value("")
    assert [hall.match(1, table).status for table in (1, 2)] == ["finished", "finished"]
    assert hall.match(1, 1).sets_second == 2


def test_refusal_names_the_rule_and_keeps_the_line(hall, desk):
    open_page(desk, hall, "results")

    desk.keyboard.type("1 4 3")
    expect(desk.locator("[data-means]")).to_contain_text("23.1, LNF 2008")
    desk.keyboard.press("Enter")

    expect(desk.locator("[data-answer]")).to_contain_text("23.1, LNF 2008")
    expect(desk.locator("#line")).to_have_value("1 4 3")
    assert hall.match(1, 1).status == "scheduled"


def test_arrow_keys_choose_another_match_of_the_table(hall, desk):
    open_page(desk, hall, "results")
    desk.keyboard.type("1 4 2")
    expect(desk.locator("[data-means] strong")).to_contain_text("round 1")

    desk.keyboard.press("ArrowDown")
    expect(desk.locator("[data-means] strong")).to_contain_text("round 2")
    desk.keyboard.press("Enter")

    expect(desk.locator("[data-answer]")).to_contain_text("Stored: Table 1, round 2")
    assert hall.match(2, 1).status == "finished"


def test_a_choice_made_before_the_sets_are_typed_holds(hall, desk):
    """The arrow was pressed while only the table stood in the field: Enter must not fall back to the first match."""
    open_page(desk, hall, "results")
    desk.keyboard.type("1 ")
    expect(desk.locator("[data-means] strong")).to_contain_text("round 1")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("[data-means] strong")).to_contain_text("round 2")

    desk.keyboard.type("4 2")
    desk.keyboard.press("Enter")

    expect(desk.locator("[data-answer]")).to_contain_text("Stored: Table 1, round 2")


def test_overview_follows_without_a_reload(hall, desk):
    match = hall.match(1, 1)
    open_page(desk, hall, "overview")
    is_live(desk)
    desk.evaluate("window.same = true")

    hall.press("match-call", match)

    table = desk.get_by_role("article", name="Table 1")
    expect(table).to_contain_text("called", timeout=2000)
    expect(table.locator(".clock")).to_have_text(re.compile(r"^1:5\d$|^2:00$"))
    assert desk.evaluate("window.same") is True


def test_no_show_appears_when_the_clock_has_run_out(hall, desk):
    match = hall.match(1, 1)
    hall.press("match-call", match)
    Match.objects.filter(id=match.id).update(called_at=timezone.now() - timedelta(seconds=118))
    open_page(desk, hall, "overview")
    table = desk.get_by_role("article", name="Table 1")
    expect(table.get_by_text("No-show")).to_be_hidden()

    expect(table.get_by_text("No-show")).to_be_visible(timeout=6000)
    expect(table.locator(".clock")).to_have_text("time is over")
    table.get_by_text("No-show").click()
    table.get_by_role("button", name=f"{match.second} did not come").click()

    expect(desk.locator(".messages")).to_contain_text("the game is lost")


def test_ticks_are_not_lost_to_news(hall, desk):
    """Something is being filled in: the page offers to refresh instead of doing it."""
    hall.type("1 4 2", hall.match(1, 1))
    open_page(desk, hall, "protocols")
    is_live(desk)
    desk.locator("input[name=match]").check()

    hall.type("2 4 1", hall.match(1, 2))

    expect(desk.locator("#waiting .live-refresh")).to_be_visible(timeout=3000)
    expect(desk.locator("input[name=match]")).to_be_checked()
    desk.get_by_role("button", name="Approve the ticked ones").click()
    expect(desk.locator(".messages")).to_contain_text("1 protocol approved")


def test_tie_breaks_follow_the_system_and_move_by_buttons(hall, desk):
    hall.stage.delete()
    open_page(desk, hall, "draw", event_slug="open")
    names = "[...document.querySelectorAll('[name=tie_break]:checked')].map(box => box.value).join(' ')"
    assert desk.evaluate(names) == "head_to_head sonneborn_berger set_difference"

    desk.get_by_label("Swiss system").check()
    assert desk.evaluate(names) == "buchholz sonneborn_berger"
    expect(desk.get_by_label("Number of groups")).to_be_hidden()
    desk.get_by_role("button", name=re.compile("^Sonneborn-Berger.*: Up")).click()

    assert desk.evaluate(names) == "sonneborn_berger buchholz"
    assert desk.faults == []


def test_help_search_and_ways_by_key(hall, desk):
    hall.type("1 4 2", hall.match(1, 1))
    hall.type("2 4 1", hall.match(1, 2))
    open_page(desk, hall, "protocols")
    desk.keyboard.press("?")
    expect(desk.get_by_role("dialog")).to_be_visible()
    desk.keyboard.press("Escape")

    desk.keyboard.press("/")
    desk.keyboard.type("4:1")
    expect(desk.locator("#waiting tbody tr:visible")).to_have_count(1)
    desk.locator("h1").click()
    desk.keyboard.press("g")
    desk.keyboard.press("o")

    desk.wait_for_url(desk.site + hall.url("overview"))


PAGES = ["overview", "results", "protocols", "match", "correct", "discipline", "leave", "devices", "prints", "log",
         "draw", "round", "hall", "referees"]


@pytest.mark.parametrize("look", ["light 1280", "dark 360"])
def test_pages_have_no_barrier_and_do_not_scroll_sideways(hall, desk, look):
    scheme, width = look.split()
    hall.type("1 4 2", hall.match(1, 1))
    hall.press("match-warn", hall.match(1, 2), who="A", clause="19.1.a")
    hall.press("match-call", hall.match(1, 2))
    hall.client.post(hall.url("device-pair"))
    desk.emulate_media(color_scheme=scheme)
    desk.set_viewport_size({"width": int(width), "height": 800})
    extra = {"draw": {"event_slug": "open"}, "round": {"event_slug": "open", "number": 1},
             "match": {"uid": hall.match(1, 2).uid}, "correct": {"uid": hall.match(1, 1).uid},
             "leave": {"uid": hall.entries[0].uid}}

    for name in PAGES:
        open_page(desk, hall, "match-correct" if name == "correct" else name, **extra.get(name, {}))
        found = Axe().run(desk)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        too_wide = desk.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert too_wide == 0, name
    assert desk.faults == []
