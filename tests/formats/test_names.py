"""What a name may hold, and when two spellings are one name (reliability.md 3.2 and section 5, 19 to 24)."""

from __future__ import annotations

import time

import pytest

from competitions.common.errors import Invalid
from competitions.formats.names import is_formula, name_clean, name_key, text_clean

KEPT = [  # typed, stored
    ("Ķrūmiņš-Žagariņš", "Ķrūmiņš-Žagariņš"),
    ("  Anna \t Liepa \n", "Anna Liepa"),
    ("Rock & Roll <3", "Rock & Roll <3"),
    ("O'Brien \"J\"", "O'Brien \"J\""),
    ("{{7*7}} %s%n", "{{7*7}} %s%n"),
    ("<img src=\"/etc/hostname\">", "<img src=\"/etc/hostname\">"),
    ("=HYPERLINK(1)", "=HYPERLINK(1)"),
    ("Ja\u0304nis", "Jānis"),
    ("An\u200bna\u00ad", "Anna"),
    ("نیلوفر\u200cزاده", "نیلوفر\u200cزاده"),
    ("Женя Ёлкин", "Женя Ёлкин"),
    ("Zoë 🙂", "Zoë 🙂"),
]
REFUSED = [
    ("", "required"), ("  ", "required"), ("-", "required"), ("\u200b", "required"),
    ("A" * 121, "too_long"), ("A" * 10_000, "too_long"), ("a" + "\u0301" * 100_000, "too_long"),
    ("a" + "\u0336" * 5, "too_many_marks"),
    ("Anna\u202eapeiL", "control_character"), ("Anna\u2066x", "control_character"),
    ("An\x1b[31mna", "control_character"), ("An\x00na", "control_character"), ("An\x7fna", "control_character"),
    ("J\ufffdnis", "broken_letters"), ("J\ud800nis", "broken_letters"),
    ("\ufdfa" * 30, "too_long"),  # one letter that is eighteen when compatible letters are written out
]


@pytest.mark.parametrize(("typed", "stored"), KEPT)
def test_name_is_kept_in_one_form(typed: str, stored: str) -> None:
    assert name_clean(typed) == stored


@pytest.mark.parametrize(("typed", "code"), REFUSED, ids=[f"{code} {i}" for i, (_, code) in enumerate(REFUSED)])
def test_name_is_refused(typed: str, code: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(Invalid) as refused:
        name_clean(typed)
    assert (refused.value.code, refused.value.params["path"]) == (code, "name")
    assert time.perf_counter() - begin < 0.5


def test_four_marks_in_a_row_are_a_name() -> None:
    assert name_clean("q\u0336\u0336\u0336\u0336x")


@pytest.mark.parametrize(("one", "other"), [
    ("Anna  Liepa", "anna liepa"), ("ANNA LIEPA", "Anna Liepa "), ("Anna", "Anna"), ("An\u200bna", "Anna"),
    ("Ja\u0304nis", "JĀNIS"), ("Weiß", "WEISS"), ("Ёлкин", "ЁЛКИН"), ("ﬁrst", "First"),
])
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Janis", "Jānis"), ("Anna Liepa", "Annaliepa"), ("Елкин", "Ёлкин")])
def test_other_names_have_other_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_plain_text_may_be_empty() -> None:
    assert text_clean(" \t ", path="place") == ""


@pytest.mark.parametrize(("text", "formula"), [
    ("=1", True), ("+1", True), ("-1", True), ("@x", True), ("\t=1", True), ("\uff1d1", True), ("\uff20x", True),
    ("A=1", False), ("", False), ("O-1", False),
])
def test_formulas_are_known(text: str, formula: bool) -> None:
    assert is_formula(text) is formula
