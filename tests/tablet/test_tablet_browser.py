"""The tablet in Chromium against the real server: what a referee, two players and a bad network do to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Playwright, expect

from refereeing.models import GameEvent

from .conftest import TABLET
from .hall import NAMES, PIN, Hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UPRIGHT = {"width": 800, "height": 1280}
PHONE = {"width": 360, "height": 740}
SOON = 10_000


def pair(page: Page, hall: Hall, name: str = "Tablet 1") -> None:
    page.goto(f"/tablet/pair/?code={hall.pairing_code()}")
    page.get_by_label("Name of this device").fill(name)
    page.get_by_role("button", name="Pair").click()
    expect(page.get_by_text("Now scan the QR code on a table.")).to_be_visible()


def take_official(page: Page, hall: Hall, pin: str = PIN) -> None:
    page.get_by_label("Who are you?").select_option(hall.official)
    page.get_by_label("PIN (6 digits)").fill(pin)
    page.get_by_role("button", name="Take the table").click()


def start(page: Page, discs: str = "red") -> None:
    page.locator("label").filter(has_text=discs).click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Set 1 of 6")).to_be_visible()


def win(page: Page, name: str, set_number: int) -> None:
    """Press the big button of a player; the button says the set, the name, the colour and the side."""
    page.wait_for_timeout(820)  # a second tap sooner than this counts as the same one
    page.get_by_role("button", name=re.compile(f"Set {set_number} won by {name}")).click()
    expect(page.get_by_role("button", name=re.compile(f"Set {set_number} won by"))).to_have_count(0)


def all_sent(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text="All sent")).to_be_visible(timeout=SOON)


def official_match(page: Page, hall: Hall) -> None:
    """Up to the first set, with an official's rights."""
    hall.call()
    pair(page, hall)
    page.goto(hall.address)
    take_official(page, hall)
    start(page)


def sign(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=f"Signature: {name}")).to_be_visible()
    box = page.locator("canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 40)
    page.mouse.down()
    for step in range(1, 12):
        page.mouse.move(box["x"] + 30 + 20 * step, box["y"] + 40 + 30 * (step % 3))
    page.mouse.up()
    page.get_by_role("button", name="Sign", exact=True).click()


def names_of(hall: Hall) -> tuple[str, str]:
    match = hall.match
    return str(match.first), str(match.second)


def test_a_game_from_the_code_on_the_table_to_the_signatures(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, second = names_of(hall)
    official_match(page, hall)
    assert page.get_by_role("img", name=f"{first} has the first stroke").count() == 1

    for number, winner in enumerate((first, second, first, first, first), start=1):
        win(page, winner, number)
    expect(page.get_by_text(f"{first} won").first).to_be_visible()
    page.get_by_role("button", name="Finish and sign").click()
    page.get_by_role("button", name="Yes, sign").click()
    sign(page, first)
    sign(page, second)
    page.get_by_label("PIN (6 digits)").fill(PIN)
    page.get_by_role("button", name="Sign", exact=True).click()

    expect(page.get_by_text("The result has been sent.")).to_be_visible(timeout=SOON)
    assert hall.kinds() == ["called", "choice", "started", *["set_won"] * 5, *["signature"] * 3, "finished"]
    assert (hall.match.status, hall.match.sets_first, hall.match.sets_second) == ("finished", 4, 1)
    strokes = GameEvent.objects.filter(kind="signature").first()
    assert strokes is not None
    assert len(strokes.payload["strokes"][0]) > 10


def test_after_the_end_the_next_match_opens_by_itself(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, second = names_of(hall)
    official_match(page, hall)
    for number in range(1, 5):
        win(page, second, number)
    page.get_by_role("button", name="Finish and sign").click()
    page.get_by_role("button", name="Yes, sign").click()
    for _name in (first, second):
        page.get_by_role("button", name="Confirm without drawing").click()
    page.get_by_label("PIN (6 digits)").fill(PIN)
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.get_by_text("The result has been sent.")).to_be_visible(timeout=SOON)

    following = hall.matches[1]
    expect(page.get_by_role("heading", name=str(following.first))).to_be_visible(timeout=2 * SOON)
    assert page.get_by_role("button", name="Take the table").is_visible()


def test_a_warning_its_third_and_an_undo(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, second = names_of(hall)
    official_match(page, hall)
    win(page, first, 1)
    for number in (1, 2):
        warn(page, second)
        page.get_by_role("button", name=f"Record warning {number} to {second}").click()
        expect(page.get_by_text(f"Warnings: {number}")).to_be_visible()

    warn(page, second)
    expect(page.get_by_text("The score becomes 4 : 0.")).to_be_visible()
    page.get_by_role("button", name="Yes, third warning").click()
    expect(page.get_by_text(f"{first} won").first).to_be_visible()

    undo(page, f"warning to {second}")
    expect(page.get_by_text("Set 2 of 6")).to_be_visible()
    undo(page, f"warning to {second}")
    undo(page, f"warning to {second}")
    undo(page, f"1. set for {first}")
    expect(page.get_by_text("Set 1 of 6")).to_be_visible()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_disabled()
    all_sent(page)
    assert hall.kinds() == ["called", "choice", "started", "set_won", *["warning"] * 3, *["void"] * 4]
    assert hall.game.state["score"] == {"A": 0, "B": 0}


def warn(page: Page, name: str) -> None:
    page.get_by_role("button", name="Warning", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()
    page.get_by_role("button", name=re.compile(r"^19\.1\.c")).click()


def undo(page: Page, what: str) -> None:
    page.get_by_role("button", name=f"Undo: {what}").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_without_the_network_recording_goes_on_and_nothing_is_called_sent(
    hall: Hall, open_page: Callable[..., Page],
) -> None:
    page = open_page()
    first, second = names_of(hall)
    official_match(page, hall)
    all_sent(page)

    page.context.set_offline(True)
    win(page, first, 1)
    win(page, second, 2)
    warn(page, second)
    page.get_by_role("button", name=f"Record warning 1 to {second}").click()
    expect(page.get_by_text("Set 3 of 6")).to_be_visible()
    state = page.get_by_role("status").filter(has_text="No connection")
    expect(state).to_contain_text("Not sent yet: 3", timeout=SOON)
    assert page.get_by_text("All sent").count() == 0
    assert hall.kinds() == ["called", "choice", "started"]

    page.context.set_offline(False)
    all_sent(page)
    assert hall.kinds() == ["called", "choice", "started", "set_won", "set_won", "warning"]
    assert [verdict for _kind, verdict, _reason in hall.log()] == ["applied"] * 6


def test_a_reload_comes_back_to_the_match_and_goes_on_counting(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, _second = names_of(hall)
    official_match(page, hall)
    win(page, first, 1)
    all_sent(page)

    page.reload()
    expect(page.get_by_text("Set 2 of 6")).to_be_visible()
    win(page, first, 2)
    all_sent(page)
    assert hall.game.state["score"] == {"A": 2, "B": 0}
    assert list(GameEvent.objects.filter(kind="set_won").values_list("dseq", flat=True)) == [3, 4]


def test_taking_over_is_asked_and_the_other_device_learns_of_it(hall: Hall, open_page: Callable[..., Page]) -> None:
    old, new = open_page(), open_page()
    first, _second = names_of(hall)
    official_match(old, hall)
    win(old, first, 1)
    all_sent(old)

    pair(new, hall, "Tablet 2")
    new.goto(hall.address)
    expect(new.get_by_text("Recorded by: Tablet 1")).to_be_visible()
    take_official(new, hall)
    expect(new.get_by_text("Tablet 1 holds the table.")).to_be_visible()
    new.get_by_role("button", name="Take over").click()
    expect(new.get_by_text("Set 2 of 6")).to_be_visible()
    win(new, first, 2)
    all_sent(new)

    expect(old.get_by_role("heading", name="Another device has taken over")).to_be_visible(timeout=2 * SOON)
    expect(old.get_by_text("Tablet 2 now records this match.")).to_be_visible()
    expect(old.get_by_text("2 : 0")).to_be_visible(timeout=2 * SOON)
    assert old.get_by_role("button", name=re.compile("won by")).count() == 0


def test_what_an_overtaken_tablet_recorded_offline_is_kept_and_shown_as_not_counted(
    hall: Hall, open_page: Callable[..., Page],
) -> None:
    old, new = open_page(), open_page()
    first, second = names_of(hall)
    official_match(old, hall)
    all_sent(old)
    old.context.set_offline(True)
    win(old, first, 1)

    pair(new, hall, "Tablet 2")
    new.goto(hall.address)
    take_official(new, hall)
    new.get_by_role("button", name="Take over").click()
    win(new, second, 1)
    all_sent(new)

    old.context.set_offline(False)
    expect(old.get_by_role("button", name="Not counted: 1")).to_be_visible(timeout=2 * SOON)
    expect(old.get_by_text("0 : 1")).to_be_visible(timeout=SOON)
    assert hall.log()[-1] == ("set_won", "conflict", "stale_epoch")


def test_a_phone_gets_in_by_the_slip_and_is_offered_only_what_players_may(
    hall: Hall, open_page: Callable[..., Page],
) -> None:
    page = open_page(PHONE)
    first, second = names_of(hall)
    hall.call()
    page.goto(hall.address)
    wrong = f"{(int(hall.slip()) + 1) % 1_000_000:06d}"
    for code in (wrong, hall.slip()):
        page.get_by_label("Code (6 digits)").fill(code)
        page.get_by_role("button", name="Open the match").click()
        if code == wrong:
            expect(page.get_by_role("alert")).to_have_text("The code is wrong.")
    start(page)
    win(page, first, 1)
    assert page.get_by_role("button", name="Warning", exact=True).count() == 0
    page.get_by_role("button", name="More").click()
    assert page.get_by_role("button", name="Game lost").count() == 0
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Call an official").click()
    page.get_by_role("button", name="A disputed stroke").click()
    expect(page.get_by_text("An official has been called: A disputed stroke")).to_be_visible()
    all_sent(page)
    assert [call["reason"] for call in hall.game.state["calls"]] == ["Strīdīgs sitiens"], "the competition is Latvian"
    for number in (2, 3, 4):
        win(page, first, number)
    page.get_by_role("button", name="Finish and sign").click()
    page.get_by_role("button", name="Yes, sign").click()
    sign(page, first)
    sign(page, second)
    expect(page.get_by_text("The next match needs the code of its own slip.")).to_be_visible(timeout=SOON)
    all_sent(page)
    assert {verdict for _kind, verdict, _reason in hall.log()} == {"applied"}
    assert hall.match.status == "finished"


def test_a_wrong_pin_is_said_and_takes_nothing(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    hall.call()
    pair(page, hall)
    page.goto(hall.address)
    take_official(page, hall, pin="000000")
    expect(page.get_by_role("alert")).to_have_text("The PIN is wrong.")
    form = page.locator("form", has=page.get_by_label("PIN"))
    expect(form.get_by_role("alert")).to_be_in_viewport()  # beside what was typed
    assert hall.game.epoch == 0


def test_a_paper_result_needs_a_possible_score_and_no_signatures(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, second = names_of(hall)
    hall.call()
    pair(page, hall)
    page.goto(hall.address)
    take_official(page, hall)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Result from paper").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(first).fill("5")
    dialog.get_by_label(second).fill("1")
    expect(dialog.get_by_text("A game of 6 sets cannot end like this.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Record")).to_be_disabled()
    dialog.get_by_label(first).fill("4")
    dialog.get_by_label(second).fill("2")
    dialog.get_by_role("button", name="Record").click()
    expect(page.get_by_text("4 : 2").first).to_be_visible()
    all_sent(page)
    assert (hall.match.status, hall.match.sets_first, hall.match.sets_second) == ("finished", 4, 2)
    page.get_by_role("button", name="To the next match").click()
    expect(page.get_by_role("heading", name=str(hall.matches[1].first))).to_be_visible(timeout=SOON)


def test_a_no_show_is_declared_by_an_official_after_the_clock(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, second = names_of(hall)
    hall.call()
    pair(page, hall)
    page.goto(hall.address)
    take_official(page, hall)
    page.get_by_role("button", name=f"{first} is here").click()
    assert page.get_by_role("button", name="No-show").count() == 0, "the clock still runs"
    match = hall.match
    match.called_at = match.called_at.replace(year=match.called_at.year - 1)  # the clock is long over
    match.save()
    page.reload()
    page.get_by_role("button", name=f"No-show: {second}").click()
    page.get_by_role("button", name="Yes, no-show").click()
    expect(page.get_by_text(f"{first} won").first).to_be_visible()
    all_sent(page)
    assert hall.kinds()[-1] == "no_show"
    assert (hall.match.status, hall.match.winner, hall.match.outcome) == ("finished", "A", "walkover")


def test_two_tabs_of_one_device_never_share_a_number(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, _second = names_of(hall)
    official_match(page, hall)
    all_sent(page)
    twin = page.context.new_page()
    twin.goto(hall.address)
    expect(twin.get_by_text("Set 1 of 6")).to_be_visible()
    page.context.set_offline(True)
    win(page, first, 1)
    win(twin, first, 1)
    page.context.set_offline(False)
    all_sent(page)
    numbers = list(GameEvent.objects.filter(kind="set_won").order_by("dseq").values_list("dseq", flat=True))
    assert numbers == [3, 4]
    assert [(verdict, reason) for _kind, verdict, reason in hall.log()[-2:]] == [("applied", "")] * 2


def test_the_whole_way_by_keyboard(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    first, _second = names_of(hall)
    official_match(page, hall)
    button = page.get_by_role("button", name=re.compile(f"Set 1 won by {first}"))
    for _press in range(40):
        if button.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    outline = button.evaluate("element => getComputedStyle(element).outlineWidth")
    assert outline == "4px"
    page.keyboard.press("Enter")
    expect(page.get_by_text("Set 2 of 6")).to_be_visible()
    page.get_by_role("button", name="Warning", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


LANGUAGES = [("lv", "1. setā uzvar"), ("et", "1. geimi võitis"), ("ru", "Сет 1 за игроком"), ("de", "Satz 1 gewinnt")]


def test_five_languages_and_the_clauses_in_them(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    official_match(page, hall)
    gear = page.locator("button.gear")
    for code, words in LANGUAGES:
        gear.click()
        page.locator("dialog label").nth(["lv", "en", "et", "ru", "de"].index(code)).click()
        page.keyboard.press("Escape")
        expect(page.get_by_text(words).first).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == code
    page.reload()
    expect(page.get_by_text("Satz 1 gewinnt").first).to_be_visible()


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE], ids=["landscape", "portrait", "phone"])
def test_targets_are_large_and_nothing_sticks_out(
    hall: Hall, open_page: Callable[..., Page], size: dict[str, int],
) -> None:
    page = open_page(size)
    official_match(page, hall)
    boxes = page.evaluate(
        "[...document.querySelectorAll('button, a, input, select')]"
        ".map(e => [e.textContent, e.getBoundingClientRect()])"
        ".filter(([, b]) => b.width > 0).map(([t, b]) => [t, b.width, b.height])"
    )
    assert boxes
    assert [box for box in boxes if box[1] < 56 or box[2] < 56] == []
    dock = page.locator(".dock").bounding_box()
    big = page.locator(".set-won").first.bounding_box()
    assert dock is not None
    assert big is not None
    assert big["y"] + big["height"] <= dock["y"], "the big buttons are seen without scrolling"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_and_labels(hall: Hall, open_page: Callable[..., Page], theme: str) -> None:
    page = open_page()
    page.add_init_script(f"localStorage.setItem('novuss.theme', '{theme}')")
    hall.call()
    page.goto(hall.address)
    expect(page.get_by_label("Code (6 digits)")).to_be_visible()
    assert faults(page) == []
    pair(page, hall)
    page.goto(hall.address)
    expect(page.get_by_label("Who are you?")).to_be_visible()
    assert faults(page) == []
    take_official(page, hall)
    expect(page.get_by_text("Before the first stroke")).to_be_visible()
    assert faults(page) == []
    start(page)
    assert faults(page) == []
    page.get_by_role("button", name="Warning", exact=True).click()
    page.get_by_role("dialog").get_by_role("button").nth(1).click()
    assert faults(page) == []


def faults(page: Page) -> list[str]:
    """What axe finds against WCAG 2 A and AA, each with the place."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]}).response["violations"]
    return [f"{each['id']} {node['target']}" for each in found for node in each["nodes"]]


def test_on_plain_http_in_the_hall_network(
    hall: Hall, served: str, playwright: Playwright, chromium_path: str, settings: Any,
) -> None:
    """No secure context there: no service worker, randomUUID, subtle, wake lock, Web Locks, storage promise."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "hall.test"]
    flags = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP hall.test 127.0.0.1"]
    browser = playwright.chromium.launch(executable_path=chromium_path, args=flags)
    try:
        page = browser.new_context(base_url=served.replace("127.0.0.1", "hall.test"), locale="en-GB").new_page()
        first, _second = names_of(hall)
        official_match(page, hall)
        assert page.evaluate("[isSecureContext, typeof crypto.randomUUID, typeof navigator.locks]") == [
            False, "undefined", "undefined"]
        win(page, first, 1)
        all_sent(page)
    finally:
        browser.close()
    assert hall.kinds() == ["called", "choice", "started", "set_won"]


def test_the_page_is_never_stored(hall: Hall, open_page: Callable[..., Page]) -> None:
    page = open_page()
    answer = page.goto(hall.address)
    assert answer is not None
    assert answer.headers["cache-control"] == "no-store"
    assert NAMES[0] not in answer.text(), "no data in the shell"
