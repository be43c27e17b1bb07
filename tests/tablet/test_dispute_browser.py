"""A disputed stroke on the tablet in Chromium, against the real server: by hand, by keys, from a photo, offline."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from refereeing.models import Dispute, DisputePosition, Replay

from .conftest import TABLET
from .dispute_steps import aim_board, board, dispute_open
from .hall import Hall
from .test_tablet_browser import all_sent, official_match, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
UPRIGHT = {"width": 820, "height": 1180}
PHONE = {"width": 360, "height": 740}
RULES = ["wcag2a", "wcag2aa", "best-practice"]
SOON = 10_000


@pytest.fixture
def tablet(hall: Hall, open_page: Callable[..., Page]) -> Page:
    """A tablet held upright, its match in the first set."""
    page = open_page(UPRIGHT, has_touch=True)
    official_match(page, hall)
    return page


def ask(page: Page) -> None:
    page.get_by_role("button", name="Ask for the replay").click()
    expect(page.get_by_text("The ruling comes first.")).to_be_visible()


def rule(page: Page, decision: str) -> None:
    page.get_by_text(decision, exact=True).click()
    page.get_by_role("button", name="Give the ruling").click()


def test_from_the_question_to_the_replay(hall: Hall, tablet: Page) -> None:
    """lnf-2008:11.4.a: the official rules with the clauses of the moment at hand; only then comes the replay."""
    dispute_open(tablet)
    after = board(tablet, "After")
    after.touch((-15, 485), (100, 200), lambda: expect(tablet.locator(".nv-loupe")).to_be_visible())
    assert after.place("b4") == pytest.approx((100, 200), abs=3)
    expect(tablet.get_by_text("Moved or gone: b4")).to_be_visible()
    ask(tablet)
    tablet.get_by_text("own light disc", exact=True).click()
    tablet.get_by_role("button", name=re.compile(r"^11\.4\.a")).click()
    rule(tablet, "Correct stroke")

    expect(tablet.get_by_role("button", name="4. Replay")).to_have_attribute("aria-current", "step")
    expect(tablet.get_by_role("status").filter(has_text="replay")).to_be_visible(timeout=SOON)
    all_sent(tablet)
    assert hall.kinds() == ["called", "choice", "started", "dispute", "ruling"]
    dispute = Dispute.objects.get()
    position = DisputePosition.objects.get(dispute=dispute)
    assert str(dispute.state) == "ruled"
    assert Replay.objects.get(dispute=dispute).position_id == position.id


def test_places_are_set_by_keys_numbers_and_steps_and_undone(tablet: Page) -> None:
    dispute_open(tablet)
    before = board(tablet, "Before")
    before.svg.locator("[data-id='b1']").focus()
    tablet.keyboard.press("ArrowDown")
    tablet.keyboard.press("Shift+ArrowDown")
    assert before.place("b1") == (-105, 483.9)
    tablet.keyboard.press("ArrowUp")
    tablet.keyboard.press("ArrowUp")
    assert before.place("b1") == (-105, 485)  # against the edge, and no further
    tablet.get_by_label("y in mm").fill("100")
    tablet.get_by_label("y in mm").press("Enter")
    assert before.place("b1") == (-105, 100)
    assert board(tablet, "After").place("b1") == (-105, 100)
    tablet.get_by_role("button", name="Right, 1 mm").click()
    assert before.place("b1") == (-104, 100)
    for _ in range(3):
        tablet.get_by_role("button", name="Undo", exact=False).first.click()
    assert before.place("b1") == (-105, 485)
    tablet.get_by_role("button", name="Redo").click()
    expect(tablet.get_by_role("button", name="Undo", exact=False).first).to_be_enabled()


def test_discs_never_overlap_and_go_into_pockets(tablet: Page) -> None:
    dispute_open(tablet)
    after = board(tablet, "After")
    after.drag((15, 485), (75, 482))  # b5 onto b7
    for name in ("b4", "b6", "b7", "b8"):
        (ax, ay), (bx, by) = after.place("b5"), after.place(name)
        assert (ax - bx) ** 2 + (ay - by) ** 2 >= 29.85**2, name  # shown in tenths
    after.drag(after.place("b5"), (435, 435))
    expect(tablet.get_by_role("group", name="After the stroke").get_by_role("button", name="b5, black")).to_be_visible()
    expect(tablet.get_by_role("status").filter(has_text="b5, black: Pocketed")).to_be_attached()


def test_only_the_discs_that_matter(hall: Hall, tablet: Page) -> None:
    """An empty board, and taps one after the other; what stays unknown goes to the server as unknown."""
    dispute_open(tablet)
    tablet.get_by_role("button", name="Empty board").first.click()
    tablet.get_by_role("group", name="Before the stroke").get_by_role("button", name="r1, red").click()
    before = board(tablet, "Before")
    before.tap(0, 100)
    before.tap(60, 220)
    assert (before.place("r1"), before.place("r2")) == (
        pytest.approx((0, 100), abs=2),
        pytest.approx((60, 220), abs=2),
    )
    ask(tablet)
    all_sent(tablet)
    saved = DisputePosition.objects.get()
    assert {disc["id"] for disc in saved.body["before"]["discs"]} == {"r1", "r2"}
    assert len(saved.body["before"]["unknown"]) == 14


def loaded(page: Page) -> None:
    """Until the board's program is there: it is loaded beforehand, a moment after the tablet's."""
    for _ in range(50):
        if page.evaluate("Boolean(window.novussDispute)"):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the board's program was not loaded")


def test_without_a_network_position_and_ruling_are_kept_and_sent_later(hall: Hall, tablet: Page) -> None:
    loaded(tablet)
    tablet.context.set_offline(True)
    dispute_open(tablet)
    board(tablet, "After").drag((-15, 485), (0, 100))
    ask(tablet)
    expect(tablet.get_by_text("Not sent yet: 2 parts of this dispute.")).to_be_visible()
    expect(tablet.get_by_text("No connection: choose the clause by its number.")).to_be_visible(timeout=SOON)
    rule(tablet, "Penalised stroke")
    expect(tablet.get_by_text("worked out when there is a connection")).to_be_visible(timeout=SOON)
    assert Dispute.objects.count() == 0

    tablet.context.set_offline(False)
    all_sent(tablet)
    assert hall.kinds()[-2:] == ["dispute", "ruling"]
    assert (DisputePosition.objects.count(), Replay.objects.count()) == (1, 1)


def test_a_reload_in_the_middle_loses_nothing(tablet: Page) -> None:
    dispute_open(tablet)
    board(tablet, "After").drag((-15, 485), (0, 100))
    tablet.wait_for_timeout(800)
    tablet.reload()
    tablet.get_by_role("button", name="Disputed stroke").click()
    tablet.get_by_role("button", name=re.compile("Set 1, .*Which disc was touched first?")).click()

    assert board(tablet, "After").place("b4") == pytest.approx((0, 100), abs=3)


def test_a_players_phone_opens_a_dispute_and_an_official_rules(hall: Hall, open_page: Callable[..., Page]) -> None:
    """The phone got in by the slip: no PIN, so no ruling, and no replay before there is one."""
    hall.call()
    page = open_page(PHONE, has_touch=True)
    page.goto(hall.address)
    page.get_by_label("Code (6 digits)").fill(hall.slip())
    page.get_by_role("button", name="Open the match").click()
    start(page)
    dispute_open(page)
    page.get_by_role("button", name="Ask for the replay").click()
    expect(page.get_by_text("An official rules. Call one to the table.")).to_be_visible()
    all_sent(page)
    assert hall.kinds()[-1] == "dispute"
    page.get_by_role("button", name="4. Replay").click()
    expect(page.get_by_role("status").filter(has_text="The replay waits for its turn.")).to_be_visible(timeout=SOON)


def photo() -> bytes:
    """A table of 1000 px seen straight from above with a margin of 200 px; a red disc lies at (-250, 60)."""
    picture = Image.new("RGB", (1400, 1400), (60, 40, 20))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((200, 200, 1200, 1200), fill=(225, 195, 140))
    pen.ellipse((435, 625, 465, 655), fill=(200, 0, 0))
    exif = Image.Exif()
    exif[0x010F] = "Secret maker"
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=90, exif=exif)
    return out.getvalue()


def test_from_a_photo(hall: Hall, tablet: Page) -> None:
    """The corners are marked, the picture lies straight under the board and loses its metadata."""
    dispute_open(tablet)
    picture = photo()
    assert b"Secret maker" in picture
    tablet.locator("input[type=file]").set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": picture})
    marks = tablet.get_by_role("button", name=re.compile(r"^Corner \d"))
    expect(marks).to_have_count(4)
    drag_marks(tablet, [(200, 200), (1200, 200), (1200, 1200), (200, 1200)])
    sent: list[bytes] = []
    tablet.on("request", lambda asked: sent.append(asked.post_data_buffer or b"") if asked.method == "PUT" else None)
    tablet.get_by_role("button", name="Lay it under the board").click()
    expect(tablet.locator("svg[aria-label='After the stroke'] image")).to_be_attached()
    assert colour_under(tablet, -250, 60) == pytest.approx([200, 0, 0], abs=25)
    assert colour_under(tablet, 250, 60) == pytest.approx([225, 195, 140], abs=25)
    ask(tablet)
    all_sent(tablet)

    saved = DisputePosition.objects.get()
    assert sent
    assert all(b"Secret maker" not in body for body in sent)
    corners = [place for corner in saved.body["photo"]["corners"] for place in corner]
    assert corners == pytest.approx([1 / 7, 1 / 7, 6 / 7, 1 / 7, 6 / 7, 6 / 7, 1 / 7, 6 / 7], abs=0.01)


def drag_marks(page: Page, places: list[tuple[int, int]]) -> None:
    """From where the marks begin (a fifth in) to these pixels of the picture."""
    svg = page.locator(".nv-photo")
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    assert box is not None
    scale = box["width"] / 1400
    for (ax, ay), (bx, by) in zip([(280, 280), (1120, 280), (1120, 1120), (280, 1120)], places, strict=True):
        page.mouse.move(box["x"] + ax * scale, box["y"] + ay * scale)
        page.mouse.down()
        page.mouse.move(box["x"] + bx * scale, box["y"] + by * scale, steps=3)
        page.mouse.up()


def colour_under(page: Page, x: float, y: float) -> Any:
    """The colour of the straightened picture at a place of the table."""
    return page.evaluate(
        """async ([x, y]) => {
            const image = new Image();
            image.src = document.querySelector("svg[aria-label='After the stroke'] image").getAttribute("href");
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.width = canvas.height = 1000;
            canvas.getContext("2d").drawImage(image, 0, 0);
            return [...canvas.getContext("2d").getImageData(500 + x, 500 - y, 1, 1).data].slice(0, 3);
        }""",
        [x, y],
    )


def test_a_file_that_is_no_picture_is_refused_in_words(tablet: Page) -> None:
    dispute_open(tablet)
    file = {"name": "t.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    tablet.locator("input[type=file]").set_input_files(file)
    expect(tablet.get_by_text("This picture cannot be read.")).to_be_visible()


def test_a_dispute_can_be_withdrawn(hall: Hall, tablet: Page) -> None:
    dispute_open(tablet)
    tablet.get_by_role("button", name="Withdraw").click()
    tablet.get_by_role("button", name="Really withdraw?").click()
    expect(tablet.get_by_text("Set 1 of 6")).to_be_visible()
    all_sent(tablet)
    assert hall.kinds()[-1] == "void"


def test_seen_from_the_other_side_the_same_tap_is_the_opposite_place(tablet: Page) -> None:
    dispute_open(tablet)
    tablet.get_by_role("button", name="Turn the board").click()
    before = board(tablet, "Before")
    assert before.place("b1") == (-105, 485)
    before.drag((105, -485), (0, -100))  # b1 is at the lower right now
    assert before.place("b1") == pytest.approx((0, 100), abs=3)


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (UPRIGHT, "dark"), (TABLET, "light")], ids=["phone", "upright", "landscape"],
)
def test_readable_large_and_without_barriers(
    hall: Hall, open_page: Callable[..., Page], size: dict[str, int], scheme: str,
) -> None:
    page = open_page(size, has_touch=True, color_scheme=scheme)
    official_match(page, hall)
    page.get_by_role("button", name="Disputed stroke").click()
    page.get_by_text("Which disc was touched first?").click()
    check(page)
    aim_board(page).tap(0, 200)
    page.get_by_role("button", name="Next").click()
    board(page, "After").svg.locator("[data-id='b4']").focus()
    check(page)
    ask(page)
    expect(page.get_by_role("heading", name="Clauses that can apply")).to_be_visible()
    check(page)


def check(page: Page) -> None:
    found = Axe().run(page, options={"runOnly": RULES})
    assert [v["id"] for v in found.response["violations"]] == [], json.dumps(found.response["violations"])[:3000]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """[...document.querySelectorAll(".nv button, .nv select, .nv input:is([type=text], [type=number])")]
           .map((e) => [e.textContent || e.tagName, e.getBoundingClientRect()])
           .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44)).map(([text]) => text)"""
    )
    assert small == []
