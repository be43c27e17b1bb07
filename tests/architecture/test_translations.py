"""The five catalogues are full: every text of the source, every form, the same placeholders, compiled."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "en", "et", "lv", "ru")
SOURCES = ("competitions", "refereeing", "novuss_site", "templates", "locale", "manage.py")
PLACEHOLDER = re.compile(r"%\(\w+\)[sdf]|%[sd%]|</?[a-z][^>]*>")


def catalogue(root: Path, language: str) -> Catalog:
    with (root / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True)


def key(message: Message) -> tuple[str | None, str]:
    return (message.context, message.id if isinstance(message.id, str) else message.id[0])


def messages(found: Catalog) -> dict[tuple[str | None, str], Message]:
    return {key(message): message for message in found if message.id}


def texts(value: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogues as they would be collected from the source now."""
    if shutil.which("xgettext") is None:
        pytest.skip("NOT RUN: no xgettext (sudo apt-get install -y gettext)")
    copy = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "static", "fonts"))
        else:
            shutil.copy(source, copy / name)
    script = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'novuss_site.settings.test'; "
        "from django.core.management import execute_from_command_line as run; "
        "run(['manage.py', 'makemessages', '-v0'])")
    subprocess.run([sys.executable, "-c", script], cwd=copy, check=True, capture_output=True, timeout=120)
    return copy


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_source_is_in_the_catalogue(collected: Path, language: str) -> None:
    wanted, have = set(messages(catalogue(collected, language))), set(messages(catalogue(ROOT, language)))
    assert sorted(map(str, wanted - have)) == []
    assert sorted(map(str, have - wanted)) == [], "no longer in the source: run manage.py makemessages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_there_with_its_placeholders(language: str) -> None:
    found = catalogue(ROOT, language)
    for message in messages(found).values():
        sources, given = texts(message.id), texts(message.string)
        assert all(given), f"{language}: {sources[0]!r} is not translated"
        assert len(given) == (1 if len(sources) == 1 else found.num_plurals), sources[0]
        known = {p for source in sources for p in PLACEHOLDER.findall(source)}
        for text in given:
            used = set(PLACEHOLDER.findall(text))
            assert used <= known, f"{language}: {text!r}"
            # A plural form may leave its number out ("one entry"); a plain text may leave out nothing.
            assert len(sources) == 2 or used == known, f"{language}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = {key(m): texts(m.string) for m in read_mo(file) if m.id}
    written = {k: texts(m.string) for k, m in messages(catalogue(ROOT, language)).items()}
    assert compiled == written, "run manage.py compilemessages"


@pytest.mark.parametrize("language", ["de", "et", "lv", "ru"])
def test_a_translation_is_not_the_english_text(language: str) -> None:
    """Names, numbers and formats are alike; more than one text in twelve being alike means that some were left."""
    found = messages(catalogue(ROOT, language)).values()
    alike = [m.id for m in found if isinstance(m.id, str) and m.id == m.string and len(m.id.split()) > 2]
    assert len(alike) * 50 < len(found), alike[:20]
