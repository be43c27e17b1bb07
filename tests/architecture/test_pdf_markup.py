"""One way to paper: nobody else makes ReportLab paragraphs, and the printed documents know no database."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from reportlab import rl_config

import competitions.common.pdf  # noqa: F401  (shuts ReportLab's doors)

ROOT = Path(__file__).resolve().parents[2]
APPS = ("competitions", "refereeing", "novuss_site")
ALLOWED = ROOT / "competitions/common/pdf/text.py"
MARKUP = {"Paragraph", "XPreformatted", "Preformatted", "ParaParser", "PlainTextParagraph"}
PRINTING = ("competitions/pdf", "competitions/common/pdf", "refereeing/pdf")
NO_DATABASE = (
    "django.db", "competitions.models", "refereeing.models", "competitions.selectors", "refereeing.selectors",
)


def markup_names(source: str) -> list[str]:
    """Names of ReportLab's markup classes that a source mentions, imported or called."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            found += [alias.name for alias in node.names if alias.name in MARKUP]
        elif isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            found += [name] if name in MARKUP else []
    return found


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_paragraphs_are_made_in_one_place():
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py") if path != ALLOWED]
    wrong = {str(path.relative_to(ROOT)): names for path in sources if (names := markup_names(path.read_text("utf-8")))}

    assert wrong == {}
    assert markup_names(ALLOWED.read_text("utf-8"))


@pytest.mark.parametrize("source", ["from reportlab.platypus import Paragraph", "platypus.Paragraph('<b>', style)"])
def test_a_paragraph_elsewhere_would_be_found(source):
    assert markup_names(source)


def test_printing_knows_no_database():
    for folder in PRINTING:
        for path in (ROOT / folder).rglob("*.py"):
            wrong = [name for name in imported(path.read_text("utf-8")) if name.startswith(NO_DATABASE)]
            assert wrong == [], path


def test_reportlab_may_fetch_nothing():
    assert rl_config.trustedHosts == ["invalid.invalid"]
    assert rl_config.trustedSchemes == []
