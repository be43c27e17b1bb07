"""Every code that the services and the formats raise has a sentence of its own."""

from __future__ import annotations

import re
from pathlib import Path

from novuss_site.problems import SENTENCES

ROOT = Path(__file__).resolve().parents[2]
RAISED = re.compile(
    r"(?:Conflict|Invalid|NotAllowed|TooMany|Gone|Stale|FormatError|Unavailable)\(\s*\"([a-z_]+)\"")


def raised() -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in ("competitions", "refereeing"):
        for path in (ROOT / folder).rglob("*.py"):
            for code in RAISED.findall(path.read_text(encoding="utf-8")):
                found.setdefault(code, str(path.relative_to(ROOT)))
    return found


def test_the_search_finds_codes() -> None:
    assert "table_busy" in raised()


def test_every_code_has_a_sentence() -> None:
    assert {code: place for code, place in raised().items() if code not in SENTENCES} == {}
