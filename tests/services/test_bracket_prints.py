"""Brackets on paper: every name, the labels, the crossing; a bracket of 64 over pages that can be read."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from competitions.common.errors import NotFound
from refereeing.services.documents.render import document_render
from tests.services.bracket_hall import Cup, make_cup

pytestmark = pytest.mark.django_db


def printed(cup: Cup, kind: str = "bracket", language: str = "en") -> bytes:
    args = {"stage": str(cup.stage.uid), "language": language, "base_url": "http://hall"}
    return document_render(kind, cup.event.competition, args).content


def text_of(content: bytes, folder: Path) -> str:
    path = folder / "bracket.pdf"
    path.write_bytes(content)
    return subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout


def test_names_winners_and_the_crossing_are_on_paper(poppler: str, tmp_path: Path) -> None:
    cup = make_cup(11)
    cup.win("winners-1-2")
    text = text_of(printed(cup), tmp_path)
    for entry in cup.entries:
        assert str(entry) in text
    assert "Loser of W2-4" in text
    assert "W2-4, W2-3, W2-2, W2-1" in text
    assert re.search(r"Entrant 008\s+✓ ?3", text)


def test_a_big_bracket_takes_pages_of_sixteen_rows(poppler: str, tmp_path: Path) -> None:
    cup = make_cup(64, "single_elimination", places=4)
    text = text_of(printed(cup, language="lv"), tmp_path)
    assert text.count("\f") == 3  # two halves of rounds 1 to 4; the last two rounds with the match for third place
    assert all(str(entry) in text for entry in cup.entries)


def test_other_lists_of_a_bracket_print_too() -> None:
    cup = make_cup(4, "single_elimination")
    cup.play_on()
    for kind in ("final_table", "lot_sheet", "round_list", "protocols"):
        assert printed(cup, kind).startswith(b"%PDF")
    with pytest.raises(NotFound):
        printed(cup, "cross_table")
