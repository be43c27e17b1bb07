"""The pages of the day in a browser: a ranking list, who is level, pairs by hand. No barrier, and phones hold them."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from competitions.models import Match
from tests.pages.test_run_draw import Desk, locked_swiss
from tests.pages.test_run_ladder import Ladder
from tests.pages.test_run_level import Level

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
VIEWS = (("light", 1100), ("dark", 390))


def barriers(page: Page, served: str, client: Client, urls: list[str]) -> list[object]:
    """What axe finds with everything unfolded, and which page is wider than its window."""
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": served}])
    found: list[object] = []
    for scheme, width in VIEWS:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 900})
        for url in urls:
            page.goto(served + url)
            for fold in page.locator("main details").all():
                fold.evaluate("fold => { fold.open = true; }")
            found += [(scheme, url, item["id"]) for item in Axe().run(page).response["violations"]]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append((scheme, url, "wide"))
    return found


def test_a_ranking_list_with_its_challenges(served: str, page: Page) -> None:
    hall = Ladder(Client())
    hall.challenge(3, 1)
    hall.answer("decline")
    hall.challenge(4, 2)
    hall.answer("accept")
    urls = [hall.url("challenges", event_slug="open"), "/c/cup/open/"]
    assert barriers(page, served, hall.client, urls) == []


def test_who_is_level_and_what_was_decided(served: str, page: Page) -> None:
    hall = Level(Client())
    draw = hall.url("draw", event_slug="open")
    assert barriers(page, served, hall.client, [draw]) == []
    hall.do("order-decide", entry=hall.level[::-1], reason="Started earlier")
    assert barriers(page, served, hall.client, [draw, "/c/cup/open/"]) == []


def test_a_swiss_with_somebody_missing_and_pairs_by_hand(served: str, page: Page) -> None:
    desk = Desk(Client(), 9)
    stage = locked_swiss(desk)
    desk.post("round-draw", {"stage": stage.uid, "seen": 0}, event_slug="open")
    for match in Match.objects.order_by("number")[:2]:
        assert match.second is not None
        match.second.state = "absent"
        match.second.save()
    urls = [desk.url("draw", event_slug="open"), desk.url("pairs", event_slug="open", number=1)]
    assert barriers(page, served, desk.client, urls) == []
    page.get_by_label("Pair 1, second").select_option(index=0)
    page.get_by_role("button", name="Pair so").click()
    page.get_by_text("One at most can be free in a round.").wait_for()  # somebody was free before


def test_a_draw_chosen_from_the_sheet_is_shown_from_its_top_and_on_a_phone_as_a_list(served: str, page: Page) -> None:
    """The sheet of what fits leads to the form at the foot; the message and the lock are at the head."""
    desk = Desk(Client(), 6)
    key = desk.client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": served}])
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{served}{desk.url('draw', event_slug='open')}?system=single_elimination#settings-title")
    page.locator("#lot").fill("a sentence")
    page.locator("form:has(#settings-title) .form-foot button").click()

    expect(page.locator("#lock-question")).to_be_in_viewport()
    assert "#" not in page.url
    expect(page.locator(".bracket-box")).to_be_hidden()
    expect(page.locator("#bracket-rounds")).to_contain_text("Player 6")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
