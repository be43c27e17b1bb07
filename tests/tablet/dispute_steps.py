"""What a referee's hand does on the board of a disputed stroke."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

VIEW = 1104  # millimetres that the drawing is wide


@dataclass
class Board:
    """One of the drawn boards, seen from S: places in millimetres of the table."""

    page: Page
    svg: Locator

    def pixels(self, x: float, y: float) -> tuple[float, float]:
        box = self.svg.bounding_box()
        assert box is not None
        scale = box["width"] / VIEW
        return box["x"] + box["width"] / 2 + x * scale, box["y"] + box["height"] / 2 - y * scale

    def tap(self, x: float, y: float) -> None:
        self.svg.scroll_into_view_if_needed()
        self.page.mouse.click(*self.pixels(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.svg.scroll_into_view_if_needed()
        self.page.mouse.move(*self.pixels(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.pixels(*end), steps=4)
        self.page.mouse.up()

    def touch(self, start: tuple[float, float], end: tuple[float, float], hold: Any = None) -> None:
        """The same by a finger; `hold` is called before it lets go."""
        self.svg.scroll_into_view_if_needed()
        finger = self.page.context.new_cdp_session(self.page)

        def send(kind: str, places: list[tuple[float, float]]) -> None:
            points = [{"x": x, "y": y} for x, y in places]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", [self.pixels(*start)])
        for part in (0.3, 0.7, 1.0):
            way = tuple(a + (b - a) * part for a, b in zip(start, end, strict=True))
            send("touchMove", [self.pixels(way[0], way[1])])
        if hold is not None:
            hold()
        send("touchEnd", [])

    def place(self, uid: str) -> tuple[float, float]:
        """Where a piece lies, as a screen reader hears it."""
        said = self.svg.locator(f"[data-id='{uid}']").get_attribute("aria-label") or ""
        found = re.search(r"x (-?[\d.]+), y (-?[\d.]+) mm", said)
        assert found, said
        return float(found[1]), float(found[2])


def aim_board(page: Page) -> Board:
    return Board(page, page.get_by_role("group", name="Board: which way was the striker struck?"))


def board(page: Page, moment: str) -> Board:
    return Board(page, page.locator(f"svg[aria-label='{moment} the stroke']"))


def dispute_open(page: Page) -> None:
    """The question and the direction, up to the boards."""
    page.get_by_role("button", name="Disputed stroke").click()
    page.get_by_text("Which disc was touched first?").click()
    aim_board(page).tap(0, 200)
    page.get_by_text("sure (±3°)").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Before the stroke")).to_be_visible()
