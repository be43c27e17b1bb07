"""What officials do in the panel, one small function a step. Everything goes through the pages, by what they show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

SOON = 10_000
OWN_PASSWORD = "Zilā pļava 1987"


@dataclass(frozen=True)
class Row:
    """A match as the page of a round shows it."""

    table: str
    turn: str
    first: str
    second: str
    state: str

    @property
    def title(self) -> str:
        return f"{self.first} – {self.second}"


def press(where: Page | Locator, name: str, *, exact: bool = True) -> None:
    where.get_by_role("button", name=name, exact=exact).click()


def follow(where: Page | Locator, name: str, *, exact: bool = True) -> None:
    where.get_by_role("link", name=name, exact=exact).first.click()


def panel(page: Page, name: str) -> None:
    """Go somewhere by the list at the side of the panel."""
    page.get_by_role("navigation", name="Panel").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def told(page: Page, text: str | re.Pattern[str]) -> None:
    """The page says this on top, as the answer to what was pressed."""
    expect(page.locator(".messages")).to_contain_text(text)


# --- to come in, to set up -------------------------------------------------------------------------------------------
def log_in(page: Page, served: str, username: str, password: str) -> None:
    page.goto(f"{served}/")
    follow(page, "Log in")
    page.get_by_label(re.compile("^User ?name")).fill(username)
    page.get_by_label("Password").fill(password)
    press(page, "Log in")


def change_first_password(page: Page, old: str, *, name: str, new: str = OWN_PASSWORD) -> None:
    """A one-time password opens nothing but the page where it is replaced, and where the name for prints is given."""
    expect(page.get_by_text("You came in with a one-time password.")).to_be_visible()
    page.get_by_label(re.compile("^(Old|One-time) password")).fill(old)
    page.get_by_label("New password", exact=True).fill(new)
    page.get_by_label(re.compile("again|confirmation")).fill(new)
    page.get_by_label("Full name").fill(name)
    press(page, "Change the password")
    expect(page.get_by_role("heading", name="My competitions")).to_be_visible()


def make_competition(page: Page, name: str, *, place: str, zone: str, tables: int, language: str = "lv") -> None:
    follow(page, "New competition")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Place").fill(place)
    page.get_by_label("Time zone").fill(zone)
    page.get_by_label("Language of protocols").select_option(language)
    page.get_by_label("Tables in the hall").fill(str(tables))
    press(page, "Make the competition")
    told(page, "Now add an event.")


def make_event(page: Page, name: str, preset: str) -> None:
    """On the page of a new event: choose the preset, name the event."""
    choice = page.get_by_label(preset)
    if not choice.is_checked():  # the first one is chosen from the start
        choice.check()
        page.wait_for_url("**preset=**")
    page.get_by_label("Name of the event").fill(name)
    press(page, "Make the event")
    expect(page.get_by_role("heading", level=1)).to_have_text("Import a list")


def another_event(page: Page, name: str, preset: str) -> None:
    panel(page, "Settings")
    follow(page, "Add an event")
    make_event(page, name, preset)


def set_pin(page: Page, official: str, pin: str) -> None:
    panel(page, "Officials")
    page.get_by_role("row", name=official).get_by_role("link", name="Change").click()
    page.get_by_role("textbox", name="PIN").fill(pin)
    press(page, "Set the PIN")
    told(page, "The PIN is set.")


def add_official(page: Page, username: str, name: str, role: str) -> str:
    """Give somebody an office; the one-time password that is shown once."""
    panel(page, "Officials")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Full name").fill(name)
    page.get_by_label("Role").select_option(label=role)
    press(page, "Add")
    password = page.locator("dd.mono").nth(1).inner_text()
    follow(page, "Done")
    return password


# --- the list --------------------------------------------------------------------------------------------------------
def show_preview(page: Page, path: Path) -> None:
    page.get_by_label("File", exact=True).set_input_files(path)
    press(page, "Show the preview")
    expect(page.get_by_role("heading", level=1)).to_have_text("Preview of the import")


def preview_count(page: Page) -> str:
    return " ".join(page.locator("p.big").inner_text().split())


def import_list(page: Page, path: Path, count: int) -> None:
    """On the page of the import: the preview, then all of it or nothing."""
    show_preview(page, path)
    assert preview_count(page) == f"{count} new · 0 changed · 0 same"
    press(page, "Import the list")
    expect(page.get_by_role("heading", level=1)).to_have_text("Entries")


def all_present_but(page: Page, absent: Sequence[str] = ()) -> None:
    panel(page, "Presence")
    page.get_by_label("All who are shown").check()
    for name in absent:
        page.get_by_role("checkbox", name=name).uncheck()
    press(page, "Save, the others are absent" if absent else "Save")
    expect(page.locator(".messages")).to_be_visible()


def late_entry(page: Page, name: str, **more: str) -> None:
    """Somebody who has come without an entry."""
    panel(page, "Presence")
    follow(page, "Late entry")
    page.get_by_label("Name").fill(name)
    for label, value in more.items():
        page.get_by_label(label.replace("_", " ").capitalize()).fill(value)
    press(page, "Add")
    expect(page.locator(".messages")).to_be_visible()


def tick_present(page: Page, name: str) -> None:
    """By keyboard: a part of the name, Enter."""
    panel(page, "Presence")
    page.get_by_label("Who has come?").fill(name)
    page.keyboard.press("Enter")
    press(page, "Save")
    expect(page.locator(".messages")).to_be_visible()


def withdraw(page: Page, name: str, reason: str) -> str:
    """What the page says that it changes, before it is confirmed."""
    panel(page, "Entries")
    page.get_by_role("row", name=name).get_by_role("link", name="Change").click()
    follow(page, "Withdraw")
    says = page.locator("main").inner_text()
    page.get_by_label("Reason").fill(reason)
    press(page, "Confirm")
    expect(page.locator(".messages")).to_be_visible()
    return says


def seed_by_rating(page: Page, count: int) -> None:
    panel(page, "Entries")
    follow(page, "Seeds")
    page.get_by_label("How many seeds").fill(str(count))
    press(page, "Seed by rating")
    expect(page.locator(".messages")).to_be_visible()


# --- the draw and the rounds -----------------------------------------------------------------------------------------
def draw(page: Page, system: str, *, lot: str, **numbers: int) -> None:
    panel(page, "Draw")
    page.get_by_role("radio", name=re.compile(f"^{system}")).check()
    for label, value in numbers.items():
        page.get_by_label(label.replace("_", " ").capitalize()).fill(str(value))
    page.get_by_role("textbox", name="Public lot").fill(lot)
    press(page, "Draw")
    told(page, "Look at it, then lock it.")


def self_check(page: Page) -> list[str]:
    """The lines of the self-check; all of them hold."""
    box = page.locator("section", has=page.get_by_role("heading", name="Self-check"))
    lines = [" ".join(line.split()) for line in box.get_by_role("listitem").all_inner_texts()]
    assert lines
    assert [line for line in lines if not line.startswith("holds ")] == []
    return [line.removeprefix("holds ") for line in lines]


def lock(page: Page) -> None:
    page.get_by_text("Lock the draw", exact=True).click()
    press(page, "Yes, lock it")
    told(page, "The draw is locked and public.")


def open_round(page: Page, number: int) -> None:
    panel(page, "Rounds")
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name=f"Round {number}", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {number}")


def give_tables(page: Page) -> None:
    press(page, "Give tables")
    told(page, re.compile(r"\d+ match(es)? ha(s|ve) a table\."))


def rows(page: Page) -> list[Row]:
    """The matches of the round that is open, those of the first turn first."""
    found = page.locator("#round tbody tr").evaluate_all(
        """rows => rows.map(row => [
            row.querySelector("[data-label=Table]").innerText, row.querySelector("[data-label=Turn]")?.innerText ?? "",
            row.querySelector(".names").innerText, row.querySelector(".badge")?.innerText ?? ""])""")
    matches = []
    for table, turn, names, state in found:
        first, _dash, second = names.strip().partition(" – ")
        matches.append(Row(table.strip(), turn.strip(), first, second, state.strip()))
    return sorted(matches, key=lambda row: (row.turn, int(row.table) if row.table.isdigit() else 0))


def match_row(page: Page, name: str) -> Locator:
    """The row of somebody's match on the page of a round."""
    return page.locator("#round tbody tr").filter(has_text=name)


def call(page: Page, name: str) -> None:
    """Call one match from the page of the round; its clock runs."""
    match_row(page, name).get_by_role("button", name="Call").click()
    expect(match_row(page, name).locator(".clock")).to_have_text(re.compile(r"^\d:\d\d$"))


# --- results and protocols -------------------------------------------------------------------------------------------
def quick_entry(page: Page, row: Row, sets: tuple[int, int]) -> None:
    """`7 4 2` and Enter; the page says which match that means before it is stored.

    Where a later match has been called to this table already, that one is meant first: the arrow chooses the other.
    """
    line, meant = page.locator("#line"), page.locator("[data-means] strong")
    line.fill(f"{row.table} {sets[0]} {sets[1]}")
    expect(page.locator("[data-means]")).to_contain_text(row.title)
    if row.title not in meant.inner_text():
        line.press("ArrowDown")
    expect(meant).to_contain_text(row.title)
    line.press("Enter")
    answer = page.locator("[data-answer] .is-ok").filter(has_text=row.title).first
    expect(answer).to_contain_text(f"{sets[0]}:{sets[1]}")
    expect(line).to_have_value("")


def approve_ticked(page: Page, names: Sequence[str] = ()) -> None:
    """Approve the matches of these, or all that wait."""
    panel(page, "Protocols")
    for name in names:
        page.locator("#waiting tbody tr").filter(has_text=name).get_by_role("checkbox").check()
    if not names:
        page.get_by_label("Tick all").check()
    press(page, "Approve the ticked ones")
    expect(page.locator(".messages")).to_be_visible()


def table_of_results(page: Page, group: str = "") -> list[list[str]]:
    """The cells of a table on a public page, row by row."""
    label = f"Table of group {group}" if group else "Table of results"
    box = page.get_by_role("region", name=label, exact=True)
    found: list[list[str]] = box.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.split(/\\s+/).join(' ').trim()))")
    return found


def choose_language(page: Page, name: str) -> None:
    page.get_by_text(re.compile("^(EN|LV|ET|RU|DE)$")).click()
    press(page, name)


def watch(page: Page, address: str, part: str) -> None:
    """Open a public page and note when its part changes; a reload would lose the notes."""
    page.goto(address)
    expect(page.locator("[data-live-state]").first).to_have_text("Live", timeout=SOON)
    page.evaluate(
        """part => {
            const read = () => document.querySelector(part)?.textContent;
            let last = read();
            window.notReloaded = true;
            window.changedAt = [];
            new MutationObserver(() => {
                if (read() !== last) { last = read(); window.changedAt.push(Date.now()); }
            }).observe(document.body, { childList: true, characterData: true, subtree: true });
        }""", part)


def changed_within(page: Page, since: datetime | None, *, seconds: float) -> None:
    """A watched page has changed at most so long after that moment (both clocks are this machine's), unreloaded."""
    assert since is not None
    assert page.evaluate("window.notReloaded") is True
    changed = page.evaluate("window.changedAt")
    after = [at / 1000 - since.timestamp() for at in changed if at / 1000 >= since.timestamp()]
    assert after
    assert min(after) <= seconds, f"{page.url} changed {min(after):.2f} s after it"
