"""Hostile and odd texts: printed as they stand, nothing opened, nothing evaluated, nothing silently lost."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from competitions.common.pdf import Head, Sheet
from competitions.common.pdf.text import clean

from .documents import DOCUMENTS, render, squeezed, text_of, with_text

# reliability: PDF markup and the inputs 19, 20 and 23
LITERAL = [
    "Rock & Roll <3", "O'Brien \"J\"", "<b>x", "]]>", "{{7*7}}", "%s%n", "&amp;", '<img src="/etc/hostname"/>',
    '<img src="http://127.0.0.1:9/">', "<font color=\"[[[getattr(pow, '__globals__')]]]\">",
    "<para><a href='javascript:1'>",
    "=HYPERLINK(1)", "..\\..\\x", "(unclosed \\( ) parenthesis",
]
# The large cross tables run the same code as the small one and cost most of the time.
SMALL = [name for name in DOCUMENTS if name not in ("wide cross table", "tiled cross table")]
_events: list[tuple[str, Any]] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _events is not None and event.split(".")[0] in {"open", "socket", "compile", "exec", "subprocess", "urllib"}:
        _events.append((event, arguments))


@pytest.fixture
def watched():
    """Everything that the interpreter opens, connects to or compiles while the test runs."""
    global _events
    if not getattr(sys, "_novuss_pdf_hook", False):
        sys.addaudithook(_hook)
        sys._novuss_pdf_hook = True
    for name in SMALL:  # what is imported at the first use is not the name's doing
        render(name)
    _events = []
    yield _events
    _events = None


@pytest.mark.parametrize("text", LITERAL)
def test_markup_is_printed_as_it_stands(text, watched):
    for name in SMALL:
        content = render(name, change=lambda data: with_text(data, text))
        assert squeezed(text) in squeezed(text_of_quietly(content)), name

    assert watched == []


def text_of_quietly(content: bytes) -> str:
    """Reading back must not count as opening."""
    global _events
    seen, _events = _events, None
    try:
        return text_of(content)
    finally:
        _events = seen


@pytest.mark.parametrize("text", LITERAL)
def test_paragraph_prints_markup_as_it_stands(text, watched):
    def draw() -> bytes:
        sheet = Sheet(Head(competition="x"), title="x", language="lv")
        sheet.paragraph(text)
        return sheet.finish()

    assert squeezed(text) in squeezed(text_of_quietly(draw()))
    assert watched == []


# text, what is printed, what is named as not printable
CLEANED = [
    ("right-to-left override", "ab\u202ecd", "abcd", ""),
    ("zero width space", "ab\u200bcd", "abcd", ""),
    ("newline and tab", "ab\ncd\tef", "ab cd ef", ""),
    ("ANSI escape", "ab\x1b[31mcd", "ab[31mcd", ""),
    ("NUL", "ab\x00cd", "abcd", ""),
    ("decomposed letter", "Ke\u0304nin\u0327s\u030c", "Kēniņš", ""),
    ("emoji", "Anna 😀", "Anna �", "😀"),
    ("Arabic", "محمد", "����", "محمد"[:1] + "ح" + "د"),
    ("Hebrew", "א", "�", "א"),
    ("lone surrogate", "a\ud800b", "a�b", "\ud800"),
    ("private use", "a\ue000b", "a�b", "\ue000"),
    ("no-break space", "a\u00a0b", "a b", ""),
]


@pytest.mark.parametrize(("case", "text", "printed", "missing"), CLEANED, ids=[case for case, *_ in CLEANED])
def test_clean(case, text, printed, missing):
    assert clean(text) == (printed, missing)


def test_text_is_cut_at_the_limit():
    assert clean("ā" * 120) == ("ā" * 120, "")
    assert clean("ā" * 121) == ("ā" * 119 + "…", "")


def test_a_hundred_thousand_combining_marks_are_cut_first():
    printed, _missing = clean("a" + "\u0301\u0327" * 50_000)

    assert len(printed) <= 120


def test_long_name_of_combining_marks_prints():
    marks = "x" + "\u0302\u0327" * 5000

    assert render("filled protocol", change=lambda data: with_text(data, marks)).startswith(b"%PDF")


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_what_the_font_lacks_is_named_on_the_page(name):
    text = text_of(render(name, change=lambda data: with_text(data, "Anna 😀")))

    assert "�" in text
    assert "U+1F600 GRINNING FACE" in text
    assert "■" not in text


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_ordinary_documents_lack_nothing(name):
    assert "�" not in text_of(render(name))
