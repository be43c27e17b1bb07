"""A match's status is written in one module alone: `competitions/services/matches.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WRITER = ROOT / "competitions" / "services" / "matches.py"
MODULES = sorted(
    path for app in ("competitions", "refereeing", "novuss_site") for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts and path != WRITER)
WRITES = frozenset({"update", "create", "get_or_create", "update_or_create", "Match"})


def status_writes(tree: ast.AST) -> Iterator[int]:
    """Lines that assign `.status` or hand `status=` to a write of the ORM; `self.status` is an object's own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)
                if isinstance(target, ast.Attribute) and target.attr == "status" and not (
                        own and target.value.id == "self"):  # type: ignore[attr-defined]
                    yield node.lineno
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in WRITES and any(word.arg == "status" for word in node.keywords):
                yield node.lineno


def test_no_other_module_writes_the_status_of_a_match() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}" for path in MODULES
        for line in status_writes(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize("text", ["match.status = 1", "rows.filter(a=1).update(status=2, b=1)", "Match(status=3)"])
def test_a_write_is_seen(text: str) -> None:
    assert list(status_writes(ast.parse(text))) == [1]


def test_the_writer_itself_is_seen() -> None:
    assert list(status_writes(ast.parse(WRITER.read_text(encoding="utf-8"))))
