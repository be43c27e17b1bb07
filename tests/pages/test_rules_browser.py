"""The board in a browser: a stroke is tried by mouse, by touch and by keys, on a phone too, without a barrier."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = ["wcag2a", "wcag2aa", "best-practice"]


@pytest.fixture
def board(served: str, page: Page) -> Page:
    """The board of a fresh visitor; `page.faults` are what the browser complains about."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.faults, page.site = faults, served  # type: ignore[attr-defined]
    page.goto(f"{served}/rules/board/")
    return page


def piece(page: Page, uid: str) -> Locator:
    return page.locator(f"[data-pieces] [data-id='{uid}']")


def place(page: Page, uid: str) -> tuple[float, float]:
    """Where a piece is drawn, in mm."""
    found = re.findall(r"-?[\d.]+", piece(page, uid).get_attribute("transform") or "")
    return float(found[0]), -float(found[1])


def pixels(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place of the table on the screen."""
    box = page.locator("[data-board]").bounding_box()
    assert box is not None
    scale = min(box["width"], box["height"]) / 1120
    return box["x"] + box["width"] / 2 + x * scale, box["y"] + box["height"] / 2 - y * scale


def judge(page: Page) -> None:
    page.get_by_role("button", name="Judge", exact=True).press("Enter")


def test_first_example_is_judged_and_drawn(board: Page) -> None:
    """lnf-2008:11.4.a: own light disc first and pocketed; the series goes on."""
    judge(board)

    expect(board.locator("[data-stroke]")).to_have_text("Correct stroke")
    expect(board.locator("[data-explanation]")).to_contain_text("S strikes again.")
    expect(board.locator("[data-findings] a")).to_have_attribute("href", "/rules/lnf-2008/#11.4.a")
    expect(board.get_by_label("As ruled")).to_be_checked()
    expect(piece(board, "r1")).to_have_count(0)
    expect(board.locator("#verdict-title")).to_be_focused()
    assert board.faults == []  # type: ignore[attr-defined]


def test_dark_disc_struck_directly_is_put_back_on_the_board(board: Page) -> None:
    """lnf-2008:17.1.h; 13.3.a is what is allowed; the penalty disc lies against the edge opposite (17.3)."""
    board.get_by_label("Position to begin with").select_option("dark")
    judge(board)

    expect(board.locator("[data-stroke]")).to_have_text("Penalised stroke")
    expect(board.locator("[data-explanation]")).to_contain_text("17.1.h decides")
    expect(board.locator("[data-explanation]")).to_contain_text("off the opposite edge (13.3.a)")
    assert place(board, "r2") == (-200, -440)
    assert place(board, "red-1") == (0, 485)
    expect(piece(board, "red-1")).to_have_class(re.compile("is-placed"))
    board.get_by_role("button", name="Play on from here").click()
    expect(board.get_by_label("Who has the turn")).to_have_value("N")
    assert place(board, "striker") == (0, 420)
    expect(board.locator("[data-verdict]")).to_be_hidden()


def test_arrow_keys_move_by_a_millimetre_and_by_a_tenth(board: Page) -> None:
    piece(board, "r1").focus()
    board.keyboard.press("ArrowRight")
    board.keyboard.press("Shift+ArrowDown")
    assert place(board, "r1") == (201, 249.9)
    expect(board.get_by_label("x in mm")).to_have_value("201")
    expect(board.locator("[data-said]")).to_have_text("r1 (red): x 201, y 249.9")
    for _ in range(80):
        board.keyboard.press("ArrowUp")
        piece(board, "r1").press("ArrowUp")
        piece(board, "r1").press("ArrowUp")
    assert place(board, "r1")[1] == 485  # against the edge


def test_numbers_move_the_chosen_piece_a_tenth_over_the_line(board: Page) -> None:
    """Rulebook 1: at y -374.5 a disc of S is dark, a tenth before it is not."""
    for y, ruled in (("-374.5", "Penalised stroke"), ("-374.4", "Correct stroke")):
        board.get_by_label("Position to begin with").select_option("light")
        board.get_by_label("Piece").select_option("r1")
        board.get_by_label("y in mm").fill(y)
        board.get_by_label("y in mm").press("Enter")
        judge(board)
        expect(board.locator("[data-stroke]")).to_have_text(ruled)
        board.get_by_label("Position to begin with").select_option("dark")


def test_mouse_drags_what_came_to_rest_elsewhere(board: Page) -> None:
    """Rulebook 2, 'gives back' 2: an opponent's disc that was light and ended dark is restored."""
    board.get_by_label("r1: touched first").uncheck()
    board.get_by_label("r1: where it went").select_option("")
    board.get_by_label("b1: touched first").check()
    board.get_by_label("After the stroke").check()
    board.mouse.move(*pixels(board, 200, -150))
    board.mouse.down()
    board.mouse.move(*pixels(board, 180, 100), steps=4)
    board.mouse.move(*pixels(board, 150, 440), steps=4)
    board.mouse.up()
    assert place(board, "b1") == pytest.approx((150, 440), abs=2.5)
    board.get_by_label("Before the stroke").check()
    assert place(board, "b1") == (200, -150)
    judge(board)

    expect(board.locator("[data-explanation]")).to_contain_text("Put back: b1 at x 200, y -150 mm.")
    assert place(board, "b1") == (200, -150)


def test_pieces_in_one_place_are_marked(board: Page) -> None:
    board.get_by_label("Piece").select_option("b2")
    board.get_by_label("x in mm").fill("-200")
    board.get_by_label("y in mm").fill("290")
    board.get_by_label("y in mm").press("Tab")
    judge(board)

    expect(board.get_by_role("alert")).to_have_text("Two pieces lie in one place. Move one of them.")
    expect(piece(board, "b2")).to_have_class(re.compile("is-wrong"))
    assert [fault for fault in board.faults if "422" not in fault] == []  # type: ignore[attr-defined]


def test_acts_without_a_stroke(board: Page) -> None:
    """lnf-2008:16.1.e: two discs displaced by hand without a stroke."""
    board.get_by_label("r1: where it went").select_option("")
    board.get_by_label("No stroke was made").check()
    board.get_by_label("Besides").select_option("disc_touched")
    board.get_by_label("r1: displaced").check()
    board.get_by_label("b1: displaced").check()
    board.get_by_label("r1: touched first").uncheck()
    judge(board)

    expect(board.locator("[data-stroke]")).to_have_text("No stroke")
    expect(board.locator("[data-explanation]")).to_contain_text("S has lost the set.")
    expect(board.get_by_role("button", name="Play on from here")).to_be_hidden()


def test_doubles_other_rules_and_discs_come_and_go(board: Page) -> None:
    board.get_by_label("Game").select_option("doubles")
    board.get_by_label("Position to begin with").select_option("start")
    assert board.locator("[data-pieces] .is-red").count() == board.locator("[data-pieces] .is-black").count() == 16
    board.get_by_role("button", name="Add a red disc").click()
    expect(board.get_by_role("alert")).to_have_text("A side has no more discs.")
    board.get_by_label("Piece").select_option("r16")
    board.get_by_role("button", name="Take the piece away").click()
    board.get_by_role("button", name="Add a red disc").click()
    expect(piece(board, "r16")).to_be_focused()
    assert place(board, "r16") == (0, 0)
    board.get_by_label("Rule set").select_option("aus-1992")
    board.get_by_label("Who has the turn").select_option("W")
    assert place(board, "striker") == (-420, 0)
    board.get_by_label("b1: touched first").check()
    judge(board)
    expect(board.locator("[data-findings]")).to_contain_text("2.2")


def test_answer_to_an_older_question_is_dropped(board: Page) -> None:
    board.route("**/rules/explain", lambda route: (board.wait_for_timeout(300), route.continue_()))
    judge(board)
    board.get_by_label("Position to begin with").select_option("dark")
    board.wait_for_timeout(900)

    expect(board.locator("[data-verdict]")).to_be_hidden()
    expect(board.get_by_label("Before the stroke")).to_be_checked()


def test_server_that_does_not_answer_is_said(board: Page) -> None:
    board.route("**/rules/explain", lambda route: route.abort())
    judge(board)
    expect(board.get_by_role("alert")).to_have_text("The judge does not answer. Please try again.")


def test_finger_moves_a_disc_on_a_phone_and_nothing_is_wider_than_it(served: str, browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{served}/rules/board/")
    x, y = pixels(page, 200, 250)
    session = context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x + 9, "y": y}]), ("touchMove", [{"x": x + 9, "y": y + 15}]),
        ("touchMove", [{"x": x + 9, "y": y + 30}]), ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    moved = place(page, "r1")
    assert moved[0] == pytest.approx(200, abs=4)
    assert moved[1] < 200
    assert page.evaluate("scrollY") == 0
    for address in ("", "board/", "lnf-2008/", "?q=17"):
        page.goto(f"{served}/rules/{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "address"), [(360, "board/"), (820, "board/"), (820, ""), (360, "lnf-2008/")])
def test_axe_finds_nothing(board: Page, theme: str, width: int, address: str) -> None:
    board.set_viewport_size({"width": width, "height": 1000})
    board.context.add_cookies([{"name": "theme", "value": theme, "url": board.site}])  # type: ignore[attr-defined]
    board.goto(f"{board.site}/rules/{address}")  # type: ignore[attr-defined]
    if address == "board/":
        judge(board)
        expect(board.locator("[data-verdict]")).to_be_visible()
    found = Axe().run(board, options={"runOnly": RULES}).response["violations"]
    assert [f"{rule['id']} {rule['nodes'][0]['html'][:160]}" for rule in found] == []


def test_clauses_are_filtered_while_one_types(board: Page) -> None:
    board.goto(f"{board.site}/rules/lnf-2008/")  # type: ignore[attr-defined]
    board.get_by_label("Search these rules").fill("17.1.h")
    expect(board.locator("[data-clause]:visible")).to_have_count(1)
    board.get_by_label("Search these rules").fill("striker POCKET")
    expect(board.locator("[data-clause]:visible").filter(has_text="17.1.d")).to_have_count(1)
    board.get_by_label("Kind of clause").select_option("warning")
    expect(board.get_by_text("No clause fits.")).to_be_visible()
