"""Bytes to text: every encoding that the five languages come in, told apart without being told."""

from __future__ import annotations

import pytest

from competitions.common.errors import Invalid
from competitions.formats.text_encoding import decode_text

LATVIAN = "Nr.;Vārds, uzvārds;Klubs\r\n1;Ķirils Žagariņš;Cēsu NK\r\n2;Ģirts Ābols;Šautuve\r\n3;Ņikita Ļūļa;Rīga\r\n"
ESTONIAN = "nr;nimi;klubi\r\n1;Jüri Kõiv;Jõhvi koroona\r\n2;Ülle Põld;Võru\r\n3;Šura Žuk;Pärnu\r\n"
GERMAN = "Nr;Name;Verein\r\n1;Jörg Groß;Köln\r\n2;Käthe Müller;Fürth\r\n3;Ärmel Öhm;Übersee\r\n"
RUSSIAN = "№;Имя;Клуб\r\n1;Пётр Иванов;Ижевск\r\n2;ЩУКИНА Ёлка;Можга\r\n3;Я Ян;Ош\r\n"
ENGLISH = "nr,name\r\n1,Ann Smith\r\n"
TEXTS = {"Latvian": LATVIAN, "Estonian": ESTONIAN, "German": GERMAN, "Russian": RUSSIAN, "English": ENGLISH}
MADE = [
    *((language, how) for language in TEXTS for how in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")),
    ("Latvian", "cp1257"), ("Estonian", "cp1257"), ("Estonian", "cp1252"), ("German", "cp1257"), ("German", "cp1252"),
    ("Russian", "cp1251"), ("English", "cp1252"),
]


@pytest.mark.parametrize(("language", "how"), MADE, ids=[" ".join(pair) for pair in MADE])
def test_every_language_is_read_in_every_encoding_it_has(language: str, how: str) -> None:
    assert decode_text(TEXTS[language].encode(how))[0] == TEXTS[language]


def test_big_endian_with_its_mark_is_read() -> None:
    assert decode_text(b"\xfe\xff" + LATVIAN.encode("utf-16-be")) == (LATVIAN, "utf-16")


@pytest.mark.parametrize(("text", "how", "name"), [
    (LATVIAN, "cp1257", "cp1257"), (RUSSIAN, "cp1251", "cp1251"), (ESTONIAN, "cp1252", "cp1252"),
    (LATVIAN, "utf-8-sig", "utf-8"), (LATVIAN, "utf-16-le", "utf-16"),
])
def test_encoding_is_named(text: str, how: str, name: str) -> None:
    assert decode_text(text.encode(how))[1] == name


@pytest.mark.parametrize("word", ["Ķīlis", "ŠĶĒLE", "Žīgurs", "Āķis", "Rāzna", "Ilze Ē.", "Ēķis"])
def test_one_latvian_name_is_enough(word: str) -> None:
    assert decode_text(f"name\n{word}\n".encode("cp1257"))[0] == f"name\n{word}\n"


@pytest.mark.parametrize("word", ["Ян", "Юрий", "ФЁДОР", "Анна Ш.", "Ия"])
def test_one_russian_name_is_enough(word: str) -> None:
    assert decode_text(f"name\n{word}\n".encode("cp1251"))[0] == f"name\n{word}\n"


@pytest.mark.parametrize(("data", "encoding"), [
    (LATVIAN.encode("cp1257"), "cp1257"), (LATVIAN.encode("utf-16-le"), "utf-16"), (LATVIAN.encode(), "utf-8"),
    (LATVIAN.encode("utf-16"), "utf-16"), (LATVIAN.encode("utf-8-sig"), "utf-8"),
])
def test_a_named_encoding_overrules_the_search(data: bytes, encoding: str) -> None:
    assert decode_text(data, encoding) == (LATVIAN, encoding)


@pytest.mark.parametrize(("data", "encoding", "code"), [
    (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "", "not_text"),
    (b"a\x00b", "", "not_text"),
    (b"name\n\x81\x98\x90", "", "not_text"),  # no letter in any of the pages
    (b"name\nAn\x1bna", "", "not_text"),
    ("Ķ".encode("cp1257"), "utf-8", "not_text"),
    (b"name", "bogus", "unknown_value"),
    (b"abc", "utf-16", "not_text"),
    ("Ķ\n".encode("utf-32"), "", "not_text"),
])
def test_what_is_no_text_is_refused(data: bytes, encoding: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        decode_text(data, encoding)
    assert refused.value.code == code
