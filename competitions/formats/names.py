"""Names of people, clubs and classes: what is accepted, and when two spellings are one name. Pure."""

from __future__ import annotations

import unicodedata

from competitions.common.errors import Invalid

NAME_LETTERS = 120
KEY_LETTERS = 200
MARKS_IN_A_ROW = 4
# Longer input is refused before it is normalised: composing a hundred thousand marks takes seconds.
_RAW_LETTERS = 1_000

_JOINERS = "\u200c\u200d"  # Persian and Indic names are spelled with them
# They turn the reading direction, so that a name could pass for another one on screen.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_FORMULA = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take the text for a formula (also in full-width letters)."""
    return text.lstrip()[:1] in _FORMULA and bool(text.strip())


def text_clean(text: str, *, path: str, limit: int = NAME_LETTERS) -> str:
    """One line of plain text in the form in which it is stored; may be empty.

    Spaces, tabs and line ends become one space; invisible format characters go. Raises Invalid at `path`: `too_long`
    (limit in code points), `control_character`, `too_many_marks`, `broken_letters`.
    """
    if len(text) > _RAW_LETTERS:
        raise Invalid("too_long", path=path, limit=limit)
    kept: list[str] = []
    for letter in " ".join(text.split()):
        category = unicodedata.category(letter)
        if letter in _BIDI or category in ("Cc", "Zl", "Zp"):
            raise Invalid("control_character", path=path)
        if letter == "\ufffd" or category == "Cs":
            raise Invalid("broken_letters", path=path)
        if category != "Cf" or letter in _JOINERS:
            kept.append(letter)
    found = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    if len(found) > limit:
        raise Invalid("too_long", path=path, limit=limit)
    _refuse_heaps_of_marks(found, path)
    return found


def _refuse_heaps_of_marks(text: str, path: str) -> None:
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if run > MARKS_IN_A_ROW:
            raise Invalid("too_many_marks", path=path, limit=MARKS_IN_A_ROW)


def name_clean(text: str, *, path: str = "name", limit: int = NAME_LETTERS) -> str:
    """A name in the form in which it is stored. Raises Invalid as `text_clean`, and `required` when nothing is left."""
    found = text_clean(text, path=path, limit=limit)
    if not any(letter.isalnum() for letter in found):
        raise Invalid("required", path=path)
    if len(name_key(found)) > KEY_LETTERS:
        raise Invalid("too_long", path=path, limit=limit)
    return found


def name_key(text: str) -> str:
    """What two spellings of one name have in common: letters by compatibility, case, spaces, no invisible signs."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = (c for c in folded if unicodedata.category(c) not in ("Cf", "Cc") or c in _JOINERS or c.isspace())
    return " ".join("".join(seen).split())
