"""What spectators read and officials print: languages, times, documents, the check of a printed protocol."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.e2e import printed, steps


@dataclass(frozen=True)
class Words:
    """The sport's words in one language (from the rules and federations of those who speak it)."""

    name: str
    table: str
    rounds: str
    draw: str
    warnings: str
    cue: str
    protocol: str


LANGUAGES = {
    "lv": Words("Latviešu", "Tabula", "Kārtas", "Izloze", "Brīdinājumi", "kiju", "Spēles protokols"),
    "et": Words("Eesti", "Tabel", "Voorud", "Loosimine", "Hoiatused", "kii", "protokoll"),
    "ru": Words("Русский", "Таблица", "Туры", "Жеребьёвка", "Предупреждения", "кий", "Протокол"),
    "de": Words("Deutsch", "Tabelle", "Runden", "Auslosung", "Verwarnungen", "Queue", "protokoll"),
}
CLAUSE = "19.1.e"
"""The cue covers the inner corner of the edge while aiming: the text of this clause names the cue."""


def public_pages_in_all_languages(page: Page, event: str, game: str) -> None:
    """Every reader chooses the language on any page, and it stays; the names of people are never translated."""
    for code, words in LANGUAGES.items():
        page.goto(event)
        heading = page.get_by_role("heading", level=1).inner_text()
        steps.choose_language(page, words.name)
        expect(page.locator("html")).to_have_attribute("lang", code)
        tabs = page.locator("nav.tabs").get_by_role("link")
        assert [tabs.nth(at).inner_text() for at in (0, 2, 4)] == [words.table, words.rounds, words.draw]
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        page.goto(game)
        expect(page.locator("#warnings-title")).to_have_text(words.warnings)
        expect(page.get_by_role("row").filter(has_text=CLAUSE)).to_contain_text(words.cue)
    page.goto(event)
    steps.choose_language(page, "English")


def times_are_of(page: Page, zone: str, within: tuple[datetime, datetime]) -> None:
    """The times on a page are those of the competition's place, whatever the reader's own."""
    shown = page.locator("time").evaluate_all("all => all.map(time => [time.dateTime, time.innerText])")
    moments = [(datetime.fromisoformat(stamp), text) for stamp, text in shown if "T" in stamp]
    assert moments
    for moment, text in moments:
        assert within[0] <= moment <= within[1]
        assert text.endswith(moment.astimezone(ZoneInfo(zone)).strftime("%H:%M"))


def lists_in_all_languages(page: Page, names: list[str], poppler: str, *, is_round_robin: bool) -> None:
    """On the page of the prints: each list in each language, read back with every letter of every name."""
    for code, words in LANGUAGES.items():
        printed.print_language(page, code)
        documents = ["Entry list", "Draw and lot", "Table of results", "Round list 1", "Slips with codes 1"]
        for link in [*documents, *(["Cross table"] if is_round_robin else [])]:
            text = printed.text_of(printed.download(page, link), poppler)
            missing = [name for name in names if name not in text]
            assert not missing, f"{link} ({code}): {missing}"
            if link == "Table of results":
                assert words.table.casefold() in text.casefold()


def warned_protocol(page: Page, button: str, first: str, second: str, poppler: str) -> str:
    """The filled protocols of a round in each language; gives the address that checks the one with the warning."""
    address = ""
    for code, words in LANGUAGES.items():
        printed.print_language(page, code)
        text = printed.text_of(printed.long_print(page, button), poppler)
        assert first in text
        assert second in text
        assert words.warnings in text
        clause = re.search(rf"{re.escape(CLAUSE)} ([^\d]+)", text)
        assert clause is not None
        assert words.cue in clause[1], f"{code}: {clause[1]}"
        assert words.protocol.casefold() in text.casefold()
        found = re.search(r"https?://[^/\s]+(/v/[\w-]+/)", text)
        assert found is not None
        address = found[1]
    return address


def is_the_stored_one(page: Page, served: str, address: str) -> None:
    """The address beside the QR code of a printed protocol, opened by anybody."""
    page.goto(served + address)
    expect(page.get_by_text("This is the stored protocol, and it is approved.")).to_be_visible()


def fonts_are_embedded(content: bytes, folder: Path) -> None:
    """Every font of the file is in the file; not looked at where there is no pdffonts."""
    program = shutil.which("pdffonts")
    if program is None:
        return
    path = folder / "fonts.pdf"
    path.write_bytes(content)
    lines = subprocess.run([program, str(path)], capture_output=True, check=True).stdout.decode().splitlines()[2:]
    assert lines
    assert [line for line in lines if not re.search(r"\byes\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$", line)] == []
