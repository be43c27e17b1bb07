"""The sheet of what fits: starts from who is present, follows the figures, leads to the draw, can be printed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from competitions.models import Event
from tests.factories import PASSWORD, make_competition, make_entry, make_event, make_official
from tests.pages.setup_site import as_, text
from tests.pdf.documents import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Event:
    event = make_event(make_competition(tables=4))
    for number in range(10):
        make_entry(event, state="present" if number < 8 else "absent")
    as_(client, make_official(event.competition, "secretary"))
    return event


def address(event: Event, query: str = "", name: str = "fits") -> str:
    return reverse(f"setup:{name}", args=[event.competition.slug, event.slug]) + query


def test_it_starts_from_who_is_present_and_from_the_hall(client: Client, event: Event) -> None:
    """Eight at four tables, six sets of 5 minutes: the round robin of 240 minutes ends at 14:00."""
    page = client.get(address(event))

    assert {"entrants": "8", "tables": "4", "sets": "6"}.items() <= {
        name: str(page.context["form"][name].value()) for name in ("entrants", "tables", "sets")}.items()
    ends = {line.name: f"{line.ends:%H:%M}" for line in page.context["lines"]}
    assert ends["Round robin"] == "14:00"
    assert ends["Swiss system, 5 rounds"] == "12:50"


def test_a_wanted_end_says_what_is_too_long(client: Client, event: Event) -> None:
    page = client.get(address(event, "?starts=22:00&ends=01:30"))

    late = {line.name: line.late for line in page.context["lines"]}
    assert (late["Round robin"], late["Swiss system, 5 rounds"]) == (30, -40)
    assert "30 minutes too long" in text(page)
    assert "1 day later" in text(page)


def test_a_figure_that_is_none_is_refused_at_its_field(client: Client, event: Event) -> None:
    page = client.get(address(event, "?entrants=1&tables=x"))

    assert page.status_code == 422
    assert set(page.context["form"].errors) == {"entrants", "tables"}
    assert client.get(address(event, "?entrants=1", "fits_sheet")).status_code == 404


def test_the_sheet_leads_to_the_draw_with_the_system_chosen(client: Client, event: Event) -> None:
    page = client.get(address(event))
    (swiss,) = [line for line in page.context["lines"] if line.fit.swiss_rounds == 5]
    drawing = client.get(reverse("run:draw", args=[event.competition.slug, event.slug]) + "?" + swiss.draw_query)

    assert drawing.context["system"] == "swiss"
    assert drawing.context["options"]["rounds"] == 5
    assert 'name="system" value="swiss" checked' in text(drawing)
    assert event.stages.count() == 0


@pytest.mark.usefixtures("poppler")
def test_the_sheet_is_printed_in_the_language_of_the_competition(client: Client, event: Event) -> None:
    printed = text_of(client.get(address(event, "?language=en&ends=13:00", "fits_sheet")).content)

    assert "Double elimination" in printed
    assert "60 minutes too long" in printed
    assert client.get(address(event, "", "fits_sheet"))["Content-Type"] == "application/pdf"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_sheet_follows_the_figures_and_the_draw_follows_the_choice(page: Page, served: str) -> None:
    """Two tables for eight: 28 games are 14 in a row. The tie-breaks of the draw are then those of a Swiss."""
    event = make_event(make_competition(slug="cup", tables=4), slug="open")
    for _number in range(8):
        make_entry(event)
    account = make_official(event.competition, "chief")
    page.goto(f"{served}/login/?next=/panel/cup/open/fits/")
    page.fill("[name=username]", account.username)
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    row = page.locator("#fits tbody tr").filter(has=page.get_by_role("rowheader", name="Round robin", exact=True))
    expect(row.locator("td").nth(2)).to_have_text("7")
    page.fill("#id_tables", "2")
    expect(row.locator("td").nth(2)).to_have_text("14")
    assert "tables=2" in page.url
    page.locator("#fits tbody tr", has_text="Swiss system, 5 rounds").get_by_role("link").click()
    expect(page.locator("input[name=system][value=swiss]")).to_be_checked()
    expect(page.locator("#rounds")).to_have_value("5")
    expect(page.locator("[data-order] input").first).to_have_value("buchholz")
    expect(page.locator("[data-order] input").first).to_be_checked()
