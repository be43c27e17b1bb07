"""From bytes to text: Unicode in its forms, and three Windows code pages told apart by the letters they give. Pure."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from competitions.common.errors import Invalid

CODE_PAGES = ("cp1257", "cp1252", "cp1251")
ENCODINGS = ("utf-8", "utf-16", *CODE_PAGES)

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_LATVIAN = frozenset("āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ")
_BALTIC = frozenset("ąćęėįłńóśųźżĄĆĘĖĮŁŃÓŚŲŹŻŗŖ")
_WESTERN = frozenset("äöõüßšžéÄÖÕÜŠŽÉ")
_WORD = re.compile(r"[^\W\d_]+")


def decode_text(data: bytes, encoding: str = "") -> tuple[str, str]:
    """The text of a file and the name of its encoding, one of `ENCODINGS`.

    `encoding` overrules the search. Raises Invalid `not_text` at `file` when the bytes are no text in it.
    """
    if encoding and encoding not in ENCODINGS:
        raise Invalid("unknown_value", path="encoding", value=encoding[:20])
    if encoding in CODE_PAGES:
        return _plain(_decode(data, encoding)), encoding
    marked = _by_bom(data)
    if marked:
        return _plain(_decode(data, marked)), marked.removesuffix("-sig")
    if encoding == "utf-16" or b"\0" in data:
        return _plain(_decode(data, _byte_order(data))), "utf-16"
    text = _decode(data, "utf-8")
    if encoding == "utf-8" or text is not None:
        return _plain(text), "utf-8"
    page = best_code_page(data)
    return _plain(_decode(data, page)), page


def best_code_page(data: bytes) -> str:
    """The code page in which the bytes give the most likely Latvian, Estonian, German or Russian words."""
    scores = {page: _likeness(text) for page in CODE_PAGES if (text := _decode(data, page)) is not None}
    if not scores:
        raise Invalid("not_text", path="file")
    # Equal marks mean equal letters (ä ö õ ü ß have one place in both Latin pages): the first, Baltic, page does.
    return max(scores, key=lambda page: scores[page])


def _by_bom(data: bytes) -> str:
    return next((name for mark, name in _BOMS if data.startswith(mark)), "")


def _byte_order(data: bytes) -> str:
    """Separators, digits and line ends have a zero byte in UTF-16: its place tells the order."""
    return "utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be"


def _decode(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _plain(text: str | None) -> str:
    if text is None or any(unicodedata.category(c) == "Cc" and c not in "\t\n\r\x0b\x0c\x1a" for c in set(text)):
        raise Invalid("not_text", path="file")
    return text.removeprefix("\ufeff").rstrip("\x1a")


def _likeness(text: str) -> float:
    score = float(sum(_word_likeness(word) for word in _WORD.findall(text)))
    # A sign, a combining mark or an unusual quote where a letter would be: not this page.
    odd = sum(text.count(c) for c in set(text) if ord(c) > 127 and not c.isalpha() and c not in "–—„“”‚‘’«»…№°\u00a0")
    return score - odd


def _word_likeness(word: str) -> float:
    high = [letter for letter in word if ord(letter) > 127]
    if not high:
        return 0
    cyrillic = sum("\u0400" <= letter <= "\u04ff" for letter in high)
    if cyrillic:
        # Words of one script; a Latvian word read as Cyrillic has both.
        mixed = cyrillic != len(word)
        return -2.0 * len(high) if mixed else _case_likeness(word) + (len(word) if len(word) > 1 else 0)
    score = _case_likeness(word) + sum(_letter_likeness(letter) for letter in high)
    pairs = sum(ord(a) > 127 and ord(b) > 127 for a, b in pairwise(word))
    # Latin words seldom have two accented letters running; a Russian one read as Latin has nothing else.
    return score - 1.5 * pairs


def _letter_likeness(letter: str) -> float:
    if letter in _LATVIAN or letter in _WESTERN:
        return 1.0
    return 0.5 if letter in _BALTIC else 0.1


def _case_likeness(word: str) -> float:
    """Capitals come first or everywhere."""
    return 0 if word.islower() or word.isupper() or (word[0].isupper() and word[1:].islower()) else -1.0
