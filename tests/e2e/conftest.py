"""Browsers of several people at once: each page has a context of its own, and what it complains about is a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

LAPTOP = {"width": 1366, "height": 900}
TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
SLOWEST = 10_000
"""Milliseconds that any single press may take on a busy machine."""


@pytest.fixture
def someone(browser: Any, served: str, settings: Any, tmp_path: Any) -> Iterator[Callable[..., Page]]:
    """`someone()` opens a browser of a person of their own, in English unless told otherwise."""
    settings.MEDIA_ROOT = tmp_path / "files"
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(size: dict[str, int] = LAPTOP, locale: str = "en-GB") -> Page:
        context = browser.new_context(base_url=served, locale=locale, viewport=size)
        contexts.append(context)
        context.set_default_timeout(SLOWEST)
        page: Page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        return page

    yield make
    for context in contexts:
        context.close()
    # A refusal (4xx) is part of the tests; a broken policy or an exception is not.
    assert [text for text in complaints if "Failed to load resource" not in text] == []
