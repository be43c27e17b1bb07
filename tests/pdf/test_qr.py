"""The QR codes on paper are those of the address: read module by module from the rendered page."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest
import segno
from reportlab.pdfgen.canvas import Canvas

from competitions.common.pdf import draw_qr

SCALE = 4  # pixels for one module


@pytest.mark.parametrize("content", ["https://novuss.example/v/9F2C-4E71", "http://192.0.2.20:8000/t/12?ē=1"])
def test_modules_are_those_of_the_code(content, tmp_path):
    tool = shutil.which("pdftoppm")
    if tool is None:
        pytest.skip("NOT RUN: no pdftoppm (sudo apt-get install -y poppler-utils)")
    matrix = segno.make(content, micro=False, error="m").matrix
    size = len(matrix) + 8
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(size, size))
    draw_qr(canvas, content, 0, 0, size)
    canvas.save()
    path = tmp_path / "code.pdf"
    path.write_bytes(buffer.getvalue())
    image = subprocess.run(
        [tool, "-gray", "-r", str(72 * SCALE), "-aa", "no", "-singlefile", str(path)], capture_output=True, check=True,
    ).stdout
    magic, width, height, _depth = image.split(maxsplit=4)[:4]
    pixels = image[-int(width) * int(height):]

    assert magic == b"P5"
    for row, modules in enumerate(matrix):
        for column, dark in enumerate(modules):
            x, y = (column + 4) * SCALE + SCALE // 2, (row + 4) * SCALE + SCALE // 2
            assert (pixels[y * int(width) + x] < 128) == bool(dark), (row, column)


def test_only_web_addresses_become_links():
    for content, count in (("https://novuss.example/", 1), ("javascript:alert(1)", 0)):
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=(100, 100))
        draw_qr(canvas, content, 0, 0, 100)
        canvas.save()
        assert buffer.getvalue().count(b"/URI (") == count
