"""The list at the door: by hand without scripts, by tap and by keys with them; what is missing is said at the draw."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from competitions.formats.regulations import Regulations
from competitions.models import DoorCheck, Event
from tests.factories import PASSWORD, make_competition, make_entry, make_event, make_official
from tests.pages.run_site import SCRIPT
from tests.pages.setup_site import as_, text


def hall() -> Event:
    event = make_event(
        make_competition(slug="cup"), slug="open", regulations=Regulations(fee_cents=500, licence_check=True))
    for name in ("Anna Liepa", "Berta Egle", "Žanna Koka"):
        make_entry(event, name, state="entered")
    return event


@pytest.mark.django_db
def test_a_button_without_scripts_settles_one_thing(client: Client) -> None:
    event = hall()
    as_(client, make_official(event.competition, "secretary"))
    entry = event.entries.all()[0]
    answer = client.post("/panel/cup/open/door/tick/", {"entry": entry.uid, "what": "paid"})

    assert answer["Location"] == "/panel/cup/open/door/#e-1"
    page = text(client.get("/panel/cup/open/door/"))
    assert 'value="owing" aria-pressed="true"' in page
    assert "5 EUR" in page
    assert client.post("/panel/cup/open/door/tick/", {"entry": entry.uid, "what": "x"}, **SCRIPT).status_code == 409
    other = make_entry(make_event(event.competition))
    assert client.post("/panel/cup/open/door/tick/", {"entry": other.uid, "what": "paid"}).status_code == 404
    assert DoorCheck.objects.count() == 1


@pytest.mark.django_db
def test_what_is_missing_is_said_at_the_draw_and_forbids_nothing(client: Client) -> None:
    event = hall()
    event.entries.update(state="present")
    as_(client, make_official(event.competition, "chief"))
    page = text(client.get("/panel/cup/open/draw/"))

    assert "3 entrants who are present have not paid." in page
    assert "3 licences of those present were not seen." in page
    drawn = client.post("/panel/cup/open/draw/", {"system": "round_robin", "seeding": "lot"}, follow=True)
    assert "Drawn with the lot" in text(drawn)
    plain = make_event(event.competition, slug="plain")
    make_entry(plain)
    assert "have not paid" not in text(client.get("/panel/cup/plain/draw/"))


@pytest.mark.browser
def test_found_by_name_ticked_by_keys(page: Page, served: str) -> None:
    event = hall()
    account = make_official(event.competition, "secretary")
    page.goto(f"{served}/login/?next=/panel/cup/open/door/")
    page.fill("[name=username]", account.username)
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    page.fill("#who", "zanna")
    expect(page.locator("[data-door] [data-search]:visible")).to_have_count(1)
    page.press("#who", "Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#p-3")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#p-3")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#f-3")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".door-sums")).to_contain_text("5 EUR")
    page.fill("#who", "")
    page.click("#l-1")
    expect(page.locator("#l-1")).to_have_attribute("aria-pressed", "true")

    assert {(d.entry.number, d.fee, d.licence_checked) for d in DoorCheck.objects.all()} == {
        (3, "paid", False), (1, "", True)}
