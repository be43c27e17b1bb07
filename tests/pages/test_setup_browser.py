"""The setting-up pages in a browser: keyboard alone, no script errors, readable on a phone, nothing that axe finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect

from competitions.models import Competition, Entry, Event
from tests.factories import make_account, make_entry, make_event, make_official
from tests.pages.setup_site import PLAIN, url

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = ["wcag2a", "wcag2aa", "best-practice"]
LIST = "Nr.;Vārds, uzvārds;Klubs;IK\n1;Ķirils Žagariņš;Cēsu NK;1500\n2;Zaiga Ābola;Rīga;1600\n3;Jūlija Ņuka;Rīga;\n"


@pytest.fixture
def troubles(page: Page) -> list[str]:
    """What the browser complains about; an answer of 422 is none."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    return found


def log_in(page: Page, address: str, account: Any) -> None:
    client = Client()
    client.force_login(account)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])


@pytest.fixture
def event() -> Event:
    return make_event(slug="open")


def test_from_nothing_to_present_by_keyboard(served: str, page: Page, troubles: list[str], tmp_path: Path) -> None:
    log_in(page, served, make_account("chief", is_superuser=True))
    page.goto(f"{served}/panel/")
    page.get_by_role("link", name="New competition").first.press("Enter")
    page.get_by_label("Name").fill("Rīgas kauss")
    page.get_by_label("Name").press("Enter")
    page.wait_for_url("**/events/new/**")

    page.get_by_label("Name of the event").fill("Open")
    page.get_by_label("Estonian singles").check()
    page.wait_for_url("**preset=estonian_singles**")
    expect(page.get_by_label("Name of the event")).to_have_value("Open")
    expect(page.get_by_label("Sets in a game")).to_have_value("4")
    page.get_by_label("Name of the event").press("Enter")
    page.wait_for_url("**/import/")

    file = tmp_path / "list.csv"
    file.write_bytes(LIST.encode("cp1257"))
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Show the preview").press("Enter")
    expect(page.locator("main")).to_contain_text("Ķirils Žagariņš")
    page.keyboard.press("Enter")  # the button that confirms has the focus
    page.wait_for_url("**/entries/")
    assert Entry.objects.count() == 3

    page.goto(page.url.replace("entries", "presence"))
    for name in ("zagarins", "abola"):  # typed without the marks
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("[data-presence-count]")).to_have_text("2")
    expect(page.locator("[data-presence-unsaved]")).to_have_text("Not saved yet")
    page.get_by_role("button", name="Save, the others are absent").press("Enter")
    expect(page.locator(".messages")).to_contain_text("3 entrants are marked anew")
    assert sorted(Entry.objects.values_list("state", flat=True)) == ["absent", "present", "present"]
    assert Competition.objects.get().tables.count() == 12
    assert troubles == []


def test_all_who_are_shown_are_ticked_and_enter_sends_nothing(served: str, page: Page, event: Event) -> None:
    for name in ("Anna Liepa", "Anna Ozola", "Zaiga Bērza"):
        make_entry(event, name, state="entered")
    log_in(page, served, make_official(event.competition))
    page.goto(served + url("presence", event))
    page.keyboard.type("anna")
    page.get_by_label("All who are shown").check()
    expect(page.locator("[data-presence-count]")).to_have_text("2")
    page.locator("[data-presence-filter]").fill("nobody of this name")
    page.keyboard.press("Enter")
    expect(page.locator("[data-presence-none]")).to_be_visible()
    assert not Entry.objects.filter(state="present").exists()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messages")).to_be_visible()
    assert Entry.objects.filter(state="present").count() == 2


def test_refused_form_leads_to_its_first_error(served: str, page: Page, event: Event) -> None:
    log_in(page, served, make_official(event.competition))
    page.goto(served + url("entry_new", event))
    page.get_by_label("Name").fill("Zaiga")
    page.get_by_label("Year of birth").fill("1700")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-first-error]")).to_be_focused()
    expect(page.get_by_label("Year of birth")).to_have_attribute("aria-invalid", "true")
    page.locator("[data-first-error] a").press("Enter")
    expect(page.get_by_label("Year of birth")).to_be_focused()


def test_search_narrows_while_typing(served: str, page: Page, event: Event) -> None:
    make_entry(event, "Anna Liepa")
    make_entry(event, "Zaiga Bērza")
    log_in(page, served, make_official(event.competition))
    page.goto(served + url("entries", event))
    page.keyboard.press("/")
    page.keyboard.type("berza")
    expect(page.get_by_role("row", name="Zaiga")).to_be_visible()
    expect(page.get_by_role("row", name="Anna")).to_be_hidden()


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_pages_are_accessible_and_fit(
    served: str, browser: Any, event: Event, scheme: str, width: int,
) -> None:
    for n in range(3):
        make_entry(event, f"Vārds Uzvārds-Garais {n}", club="Novuss Köln", rating=1500 + n)
    account = make_official(event.competition)
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    log_in(page, served, account)
    shown = [served + url(name, event) for name in PLAIN if name != "import_template"]
    shown += [served + "/panel/", served + "/panel/new/", served + url("entry", event, Entry.objects.first().uid)]
    shown += [served + url("official", event, account.uid)]
    found = []
    for address in shown:
        page.goto(address)
        found += check(page)
    page.goto(served + url("import", event))
    page.locator("[name=text]").fill("name,born,rating,shoe\nAnna,19x4,1,1\nIlze,1990,-5,2\nZane,1980,1400,3\n")
    page.get_by_role("button", name="Show the preview").click()
    found += check(page)
    context.close()
    assert found == []


def check(page: Page) -> list[str]:
    """What is wrong with the page as it stands."""
    found = [f"{page.url}: {rule['id']} {rule['nodes'][0]['html'][:120]}" for rule in Axe().run(
        page, options={"runOnly": RULES}).response["violations"]]
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*found, *([f"{page.url}: {over} px too wide"] if over > 0 else [])]
