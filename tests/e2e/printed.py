"""Documents as the browser gets them, read back by another program."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile

from playwright.sync_api import Page, expect

from .steps import press


def text_of(content: bytes, poppler: str, *, as_laid_out: bool = False) -> str:
    """All text of a PDF file, or of a ZIP of such; one space between words unless the layout is asked for."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return " ".join(text_of(archive.read(name), poppler) for name in archive.namelist())
    assert content.startswith(b"%PDF-")
    command = [poppler, *(["-layout"] if as_laid_out else []), "-enc", "UTF-8", "-", "-"]
    text = subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode()
    return text if as_laid_out else " ".join(text.split())


def download(page: Page, link: str) -> bytes:
    """What a link of this page leads to, fetched with the browser's own login."""
    address = page.locator("main").get_by_role("link", name=link, exact=True).first.get_attribute("href")
    assert address is not None
    return fetch(page, address)


def fetch(page: Page, address: str) -> bytes:
    answer = page.request.get(address)
    assert answer.ok, f"{address}: {answer.status}"
    return answer.body()


def long_print(page: Page, button: str) -> bytes:
    """Start a long print, wait for its end, fetch its file, come back."""
    back = page.url
    press(page, button)
    done = page.get_by_role("link", name=re.compile("^Open "))
    expect(done).to_be_visible(timeout=60_000)
    address = done.get_attribute("href")
    assert address is not None
    content = fetch(page, address)
    page.goto(back)
    return content


def print_language(page: Page, code: str) -> None:
    """On the page of the prints: another language of the documents."""
    page.get_by_label("Language of the documents").select_option(code)
    page.wait_for_url(f"**language={code}**")


def table_paths(text: str) -> list[str]:
    """The addresses of the tables on the table cards, table 1 first; without the machine, which in a test is local."""
    return re.findall(r"https?://[^/\s]+(/t/[0-9a-f-]{36}/)", text)


def code_of(text: str, first: str, second: str) -> str:
    """The six digits on the slip of a match, in the text of the slips in reading order."""
    after = text[text.index(f"{first} "):]
    assert second in after
    found = re.search(r"\b(\d{6})\b", after[after.index(second):])
    assert found is not None
    return found[1]
