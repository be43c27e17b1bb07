"""What a referee or the players do at a table, one small function a step."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

SOON = 10_000
TWICE_IS_ONE = 820
"""Milliseconds: a second tap sooner than this counts as the same one."""


def pair(tablet: Page, served: str, code: str, name: str) -> None:
    """Type the code that the panel shows."""
    tablet.goto(f"{served}/tablet/pair/")
    tablet.get_by_label("Pairing code").fill(code)
    tablet.get_by_label("Name of this device").fill(name)
    tablet.get_by_role("button", name="Pair").click()
    expect(tablet.get_by_text("Now scan the QR code on a table.")).to_be_visible(timeout=SOON)


def take_with_pin(tablet: Page, official: str, pin: str) -> None:
    tablet.get_by_label("Who are you?").select_option(label=official)
    tablet.get_by_label("PIN (6 digits)").fill(pin)
    tablet.get_by_role("button", name="Take the table").click()


def take_with_code(phone: Page, code: str) -> None:
    """The players keep the protocol: the code stands on the slip of this round."""
    phone.get_by_label("Code (6 digits)").fill(code)
    phone.get_by_role("button", name="Open the match").click()


def start(tablet: Page, first: str, discs: str = "red") -> None:
    """Before the first stroke: the first-named strikes first (22.1), the other chooses side and discs."""
    expect(tablet.get_by_role("radio", name=first)).to_be_checked()
    tablet.locator("label").filter(has_text=discs).click()
    tablet.get_by_role("button", name="Start the game").click()
    expect(tablet.get_by_text("Set 1 of 6")).to_be_visible()


def strikes_first(tablet: Page, name: str) -> str:
    """Who strikes first in this set and from which side stands above the table; gives the whole sentence."""
    drawing = tablet.get_by_role("img", name=f"{name} has the first stroke")
    expect(drawing).to_have_count(1)
    return drawing.get_attribute("aria-label") or ""


def win(tablet: Page, name: str, number: int) -> None:
    """The big button: set won."""
    tablet.wait_for_timeout(TWICE_IS_ONE)
    tablet.get_by_role("button", name=re.compile(f"Set {number} won by {re.escape(name)}")).click()


def undo(tablet: Page, what: str) -> None:
    tablet.get_by_role("button", name=f"Undo: {what}").click()
    tablet.get_by_role("dialog").get_by_role("button", name="Undo", exact=True).click()
    expect(tablet.get_by_role("dialog")).to_have_count(0)


def replay(tablet: Page, reason: str) -> None:
    tablet.get_by_role("button", name="Set replayed").click()
    tablet.get_by_role("dialog").get_by_role("button", name=reason).click()


def warn(tablet: Page, name: str, clause: str, number: int) -> str:
    """Give a warning in three steps; the text of the clause as the tablet shows it."""
    tablet.get_by_role("button", name="Warning", exact=True).click()
    dialog = tablet.get_by_role("dialog")
    dialog.get_by_role("button", name=name).click()
    dialog.get_by_role("button", name=re.compile(rf"^{re.escape(clause)}")).click()
    text = dialog.locator("p").first.inner_text()
    confirm = f"Yes, third warning: {name} loses" if number == 3 else f"Record warning {number} to {name}"
    dialog.get_by_role("button", name=confirm).click()
    expect(dialog).to_have_count(0)
    return " ".join(text.split())


def clause_shown(tablet: Page, name: str, clause: str, button: str) -> str:
    """The text beside a clause in the list, without giving the warning. `button`: its name in the language shown."""
    tablet.get_by_role("button", name=button, exact=True).click()
    dialog = tablet.get_by_role("dialog")
    dialog.get_by_role("button", name=name).click()
    text = dialog.get_by_role("button", name=re.compile(rf"^{re.escape(clause)}")).inner_text()
    tablet.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    return text


def choose_language(tablet: Page, name: str) -> None:
    tablet.locator("button.gear").click()
    tablet.locator("dialog label").filter(has_text=name).click()
    tablet.keyboard.press("Escape")


def draw_signature(tablet: Page, name: str) -> None:
    """Sign with a finger."""
    expect(tablet.get_by_role("heading", name=f"Signature: {name}")).to_be_visible()
    box = tablet.locator("canvas").bounding_box()
    assert box is not None
    tablet.mouse.move(box["x"] + 30, box["y"] + 40)
    tablet.mouse.down()
    for step in range(1, 12):
        tablet.mouse.move(box["x"] + 30 + 15 * step, box["y"] + 40 + 25 * (step % 3))
    tablet.mouse.up()
    tablet.get_by_role("button", name="Sign", exact=True).click()


def to_signatures(tablet: Page) -> None:
    tablet.get_by_role("button", name="Finish and sign").click()
    tablet.get_by_role("button", name="Yes, sign").click()


def referee_signs(tablet: Page, pin: str) -> None:
    tablet.get_by_label("PIN (6 digits)").fill(pin)
    tablet.get_by_role("button", name="Sign", exact=True).click()


def is_sent(tablet: Page) -> None:
    expect(tablet.get_by_text("The result has been sent.")).to_be_visible(timeout=SOON)
