"""What the tablet's browser tests share: a hall with two matches, and pages whose console must stay silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from .hall import Hall

TABLET = {"width": 1280, "height": 800}


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return Hall()


@pytest.fixture
def open_page(browser: Any, served: str) -> Iterator[Callable[..., Page]]:
    """Pages, each in a browser of its own (its own storage), in English; anything in the console fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def make(size: dict[str, int] = TABLET, **wishes: Any) -> Page:
        context = browser.new_context(base_url=served, locale="en-GB", viewport=size, **wishes)
        contexts.append(context)
        page: Page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    # A refusal (4xx) and a cut line are part of the tests; a broken CSP or an exception is not.
    assert [text for text in complaints if "Failed to load resource" not in text] == []
