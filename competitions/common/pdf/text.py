"""Text on its way to paper: cleaned, cut, wrapped, shrunk. Nothing else may hand a string to ReportLab."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from competitions.common.pdf.fonts import BOLD, REGULAR, printable_codes, text_width

NAME_LIMIT: Final = 120
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
ELLIPSIS: Final = "…"
LAST_CODE: Final = 0xFFFF
LEADING: Final = 1.22
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_DROPPED: Final = frozenset({"Cc", "Cf"})
_NO_LETTERS: Final = frozenset({"Cs", "Co", "Cn"})
_SPACES: Final = frozenset({"Zs", "Zl", "Zp"})
_ALIGN: Final = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT}


def _is_drawable(letter: str) -> bool:
    """The font has it, it stands alone, and it can be read back from the file.

    Arabic and Hebrew need shaping and order, which ReportLab does not do. Beyond U+FFFF the font has some faces and
    signs, but ReportLab writes their code in a form that readers of the file cannot take.
    """
    if ord(letter) > LAST_CODE:
        return False
    if unicodedata.category(letter) in _NO_LETTERS or unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT:
        return False
    return ord(letter) in printable_codes()


@lru_cache(maxsize=8192)
def clean(text: str, limit: int = NAME_LIMIT) -> tuple[str, str]:
    """Return the text as it can be printed, and the characters in it that cannot.

    NFC; controls and format characters (bidirectional overrides, zero widths) go, any white space becomes a space;
    longer than `limit` code points: cut, with an ellipsis; what the font lacks becomes U+FFFD and is returned besides.
    """
    # The raw cut comes first: composing a hundred thousand combining marks would take longer than printing an event.
    composed = unicodedata.normalize("NFC", text[: limit * 4])
    kept: list[str] = []
    missing: dict[str, None] = {}
    for letter in composed:
        category = unicodedata.category(letter)
        if category in _SPACES or letter in "\t\n\r\v\f":
            kept.append(" ")
        elif category in _DROPPED:
            continue
        elif _is_drawable(letter):
            kept.append(letter)
        else:
            kept.append(REPLACEMENT)
            missing[letter] = None
    line = "".join(kept).strip()
    if len(line) > limit or len(text) > limit * 4:
        line = line[: limit - 1].rstrip() + ELLIPSIS
    return line, "".join(missing)


def character_names(letters: Iterable[str]) -> str:
    """Name characters that could not be printed: `U+1F600 GRINNING FACE, U+0645 ARABIC LETTER MEEM`."""
    return ", ".join(f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip() for letter in letters)


def para(
    text: str, *, size: float = 9, font: str = REGULAR, align: str = "left", limit: int = NAME_LIMIT,
) -> Paragraph:
    """The only way to a ReportLab paragraph: the text is cleaned, cut and escaped, so that markup prints as it stands.

    Every font of the style is named: a style that falls back to ReportLab's base font loses Latvian letters silently.
    """
    style = ParagraphStyle(
        "novuss", fontName=font, bulletFontName=font, fontSize=size, leading=size * LEADING,
        alignment=_ALIGN[align], splitLongWords=1,
    )
    return Paragraph(escape(clean(text, limit)[0]), style)


def _break_word(word: str, font: str, size: float, width: float) -> list[str]:
    pieces, piece = [], ""
    for letter in word:
        if piece and not unicodedata.combining(letter) and text_width(piece + letter, font, size) > width:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Break a cleaned text into lines of at most `width` points; a word that is too long is broken between letters."""
    if text_width(text, font, size) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if text_width(longer, font, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _break_word(word, font, size, width)
        lines.extend(full)
    return [*lines, line]


def fit(text: str, font: str, size: float, width: float, height: float) -> tuple[float, list[str]]:
    """Return the greatest size up to `size` at which the wrapped text fits the box, and its lines.

    One line is preferred down to three quarters of the size. At the floor of 3.5 points what still does not fit is cut
    with an ellipsis: that happens to no name, only to a text of name's length in a field made for a number.
    """
    natural = text_width(text, font, size)
    if natural > width and natural * 0.75 <= width:
        return width / natural * size, [text]
    while size > 3.5:
        lines = wrap(text, font, size, width)
        if len(lines) * size * LEADING <= height or (len(lines) == 1 and size <= height):
            return size, lines
        size -= 0.5
    lines = wrap(text, font, size, width)
    most = max(1, int(height / (size * LEADING)))
    if len(lines) <= most and text_width(lines[0], font, size) <= width:
        return size, lines
    last = lines[most - 1]
    while last and text_width(last + ELLIPSIS, font, size) > width:
        last = last[:-1]
    return size, [*lines[: most - 1], last + ELLIPSIS]


def name_key(name: str) -> tuple[str, str]:
    """Sort key by letters without their marks first, so that Ģirts stands by Guntis in every language."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name[:200]) if not unicodedata.combining(letter))
    return plain.casefold(), name


def font_of(bold: bool) -> str:
    return BOLD if bold else REGULAR
