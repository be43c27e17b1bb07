"""The one font family of all printed documents, registered once in a process and checked for its letters."""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import Final

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

# ReportLab would fetch what an <img> or a link in a text names. Nothing here needs that, so both doors are shut.
rl_config.trustedHosts = ["invalid.invalid"]
rl_config.trustedSchemes = []

FONT_DIR: Final = Path(__file__).resolve().parent.parent / "fonts"
REGULAR: Final = "NovussSans"
BOLD: Final = "NovussSans-Bold"
ITALIC: Final = "NovussSans-Italic"
BOLD_ITALIC: Final = "NovussSans-BoldItalic"
FACES: Final = {
    REGULAR: "DejaVuSansCondensed.ttf",
    BOLD: "DejaVuSansCondensed-Bold.ttf",
    ITALIC: "DejaVuSansCondensed-Oblique.ttf",
    BOLD_ITALIC: "DejaVuSansCondensed-BoldOblique.ttf",
}
REQUIRED_LETTERS: Final = (
    "ĀāČčĒēĢģĪīĶķĻļŅņŠšŪūŽž" "ÕõÄäÖöÜü" "ẞß" "№€–—„“”…½●×→✓✗�"
    "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
)
_lock = threading.Lock()


class FontsBroken(RuntimeError):
    """The bundled fonts cannot draw what the five languages need; printing would give squares without a word."""


@lru_cache(maxsize=1)
def printable_codes() -> frozenset[int]:
    """Register the four faces and return the code points that every one of them can draw.

    Raises FontsBroken when a letter of the five languages is missing: a wrong file must not print squares.
    """
    with _lock:
        for name, file in FACES.items():
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, str(FONT_DIR / file)))
        pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=ITALIC, boldItalic=BOLD_ITALIC)
    codes = frozenset.intersection(*(frozenset(pdfmetrics.getFont(name).face.charToGlyph) for name in FACES))
    missing = [letter for letter in REQUIRED_LETTERS if ord(letter) not in codes]
    if missing:
        raise FontsBroken(f"missing in {FONT_DIR}: {missing}")
    return codes


@lru_cache(maxsize=20_000)
def _em_width(text: str, font: str) -> float:
    return float(pdfmetrics.stringWidth(text, font, 1000)) / 1000


def text_width(text: str, font: str, size: float) -> float:
    """Width of one line in points. `text` must have passed `clean`."""
    printable_codes()
    return _em_width(text, font) * size
