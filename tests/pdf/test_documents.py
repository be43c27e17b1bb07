"""What holds for every printed document in every language."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.utils import translation

from .documents import DOCUMENTS, LANGUAGES, reader, render, squeezed, text_of, with_text
from .samples import LETTERS, NAMES

A4 = (595, 842)
ROOT = Path(__file__).resolve().parents[2]
# Day of the samples, 2 May 2026, as each language writes it (CLDR and the national spelling rules).
DAYS = {
    "lv": "2026. gada 2. maijs", "en": "May 2, 2026", "et": "2. mai 2026", "ru": "2 мая 2026 г.", "de": "2. Mai 2026",
}
every_document = pytest.mark.parametrize("name", DOCUMENTS)


@every_document
@pytest.mark.parametrize("language", LANGUAGES)
def test_document_opens_on_a4_with_title_author_and_language(name, language):
    pdf = reader(render(name, language))

    assert pdf.metadata is not None
    assert pdf.metadata.title
    assert pdf.metadata.author
    assert pdf.root_object["/Lang"] == language
    for page in pdf.pages:
        assert sorted((round(page.mediabox.width), round(page.mediabox.height))) == sorted(A4)


@every_document
def test_fonts_are_embedded(name):
    # ReportLab lists its default Helvetica in every file; no text is set in it.
    used = set()
    for page in reader(render(name)).pages:
        fonts = page["/Resources"]["/Font"]
        names = set(re.findall(rb"(/F\d+\S*) [\d.]+ Tf", page.get_contents().get_data()))
        for key in names:
            font = fonts[key.decode()].get_object()
            used.add(font["/BaseFont"])
            if font["/BaseFont"] == "/Helvetica":
                continue
            assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]

    assert any("DejaVuSansCondensed" in font for font in used)


@every_document
def test_no_text_is_set_in_a_font_without_our_letters(name):
    for page in reader(render(name)).pages:
        wrong: list[str] = []

        def visit(text, _cm, _tm, font, _size, wrong=wrong):
            if text.strip() and font and "DejaVu" not in font["/BaseFont"]:
                wrong.append(text)

        page.extract_text(visitor_text=visit)
        assert wrong == []


@every_document
def test_same_input_gives_same_bytes(name):
    assert render(name) == render(name)


def test_same_bytes_in_another_process():
    script = (
        "import django, hashlib, os; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'novuss_site.settings.test'); "
        "django.setup(); from tests.pdf.documents import DOCUMENTS, render; "
        "print(hashlib.sha256(b''.join(render(name) for name in DOCUMENTS)).hexdigest())"
    )
    digests = {
        subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True,
                       env={"PYTHONHASHSEED": seed, "PATH": ""}).stdout
        for seed in ("1", "2")
    }

    assert len(digests) == 1


def test_threads_do_not_mix_their_documents():
    names = ["blank protocol", "filled protocol", "cross table", "entry list"] * 4
    alone = {name: render(name) for name in set(names)}
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(render, names))

    assert [content == alone[name] for name, content in zip(names, together, strict=True)] == [True] * len(names)


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "protocols"])  # those count their own pages
def test_pages_are_numbered(name):
    pages = reader(render(name, "en")).pages

    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of {len(pages)}" in page.extract_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_of_the_paper_is_not_that_of_the_screen(language):
    other = "ru" if language != "ru" else "lv"
    with translation.override(other):
        content = render("final table", language)
        assert translation.get_language() == other

    assert squeezed(DAYS[language]) in squeezed(text_of(content))


@every_document
def test_every_letter_is_read_back(name):
    content = render(name, change=lambda data: with_text(data, LETTERS))

    assert squeezed(LETTERS) in squeezed(text_of(content))


@every_document
def test_every_letter_is_read_back_by_another_reader(name, tmp_path):
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("NOT RUN: no pdftotext (sudo apt-get install -y poppler-utils)")
    path = tmp_path / "document.pdf"
    path.write_bytes(render(name, change=lambda data: with_text(data, LETTERS)))
    text = subprocess.run([tool, "-layout", str(path), "-"], capture_output=True, check=True).stdout.decode()

    assert squeezed(LETTERS) in squeezed(text)


@every_document
@pytest.mark.parametrize("text", [NAMES[0], "A" * 200, "Ļoti garš vārds " * 12], ids=["usual", "word", "words"])
def test_nothing_leaves_the_page(name, text, tmp_path):
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("NOT RUN: no pdftotext (sudo apt-get install -y poppler-utils)")
    path = tmp_path / "document.pdf"
    path.write_bytes(render(name, change=lambda data: with_text(data, text)))
    page = r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>'
    word = r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>'
    boxes = subprocess.run([tool, "-bbox", str(path), "-"], capture_output=True, check=True).stdout.decode()

    for width, height, words in re.findall(page, boxes, re.S):
        for left, top, right, bottom, shown in re.findall(word, words):
            assert float(left) >= 8, shown
            assert float(right) <= float(width) - 8, shown
            assert float(top) >= 8, shown
            assert float(bottom) <= float(height) - 8, shown
