"""The tool that changes the judge in one place at a time, and the list of the changes that may live."""

from __future__ import annotations

import ast
import signal

import pytest

from tests.mutation.__main__ import BROKEN, ENGINE, FIRST, FOUND, LIVES, ROOT, files_of, said
from tests.mutation.listed import FILE, listed, rows
from tests.mutation.mutants import compiled, mutants_of

CODE = '''"""Told."""

def near(x, y=2):
    """Told."""
    total = x + y
    if x < 3 and not y:
        return max(x, y)
    note(x)
    for item in x:
        if item:
            continue
        total += 1
    return total
'''
CHANGES = {  # what must be among the mutants of it
    ("x < 3 and (not y)", "x <= 3 and (not y)"), ("x < 3 and (not y)", "x >= 3 and (not y)"),
    ("x < 3 and (not y)", "x < 4 and (not y)"), ("x < 3 and (not y)", "x < 3 or not y"),
    ("x < 3 and (not y)", "x < 3 and y"), ("return max(x, y)", "return min(x, y)"),
    ("return max(x, y)", "return None"), ("return max(x, y)", "return max(None, y)"), ("note(x)", "pass"),
    ("note(x)", "note(None)"), ("total = x + y", "total = x - y"), ("total = x + y", "total = None"),
    ("total += 1", "total -= 1"), ("total += 1", "total = 1"), ("total += 1", "total += 2"), ("continue", "break"),
    ("return total", "return None"),
}  # fmt: skip


def test_each_place_is_changed():
    found = {(mutant.before, mutant.after) for mutant in mutants_of(ast.parse(CODE))}

    assert sorted(CHANGES - found) == []
    assert not any("Told" in after for _, after in found)


def test_condition_without_an_operator_is_turned_round():
    found = {
        mutant.after
        for mutant in mutants_of(ast.parse("def f(a, b):\n    return [x for x in a if b(x)] if a else 'b'"))
    }

    assert {"return [x for x in a if not b(x)] if a else 'b'", "return [x for x in a if b(x)] if not a else 'b'",
            "return [x for x in a if b(x)] if a else 'XXbXX'"} <= found  # fmt: skip


def test_tree_is_as_it_was_after_each_change():
    tree = ast.parse(CODE)
    for mutant in mutants_of(tree):
        compiled(tree, mutant, "near.py")
    assert ast.unparse(tree) == ast.unparse(ast.parse(CODE))


def test_changed_code_does_something_else():
    tree = ast.parse("def f(x):\n    return x < 3")
    answers = []
    for mutant in mutants_of(tree):
        names: dict[str, object] = {}
        exec(compiled(tree, mutant, "f.py"), names)  # noqa: S102 - three lines of our own
        answers.append(names["f"](3))

    assert answers == [None, True, True, True]


def test_names_of_mutants_are_one_each():
    for module in FIRST:
        names = [mutant.name for mutant in mutants_of(parsed(module))]
        assert len(names) == len(set(names))


def parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / ENGINE / f"{module}.py").read_text(encoding="utf-8"))


def test_list_names_mutants_that_there_are_each_once_with_a_reason():
    told = rows(FILE.read_text(encoding="utf-8"))
    names = [(module, name) for module, name, _ in told]

    assert len(names) == len(set(names))
    assert all(len(why) > 20 for _, _, why in told)
    for module in {module for module, _ in names}:
        assert sorted(listed(module) - {mutant.name for mutant in mutants_of(parsed(module))}) == []


def test_every_row_of_the_list_is_read():
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]

    assert len(lines) == len(rows(FILE.read_text(encoding="utf-8")))


def test_row_of_the_list():
    text = "### `rules/x.py`\n\n| `f` | `a or b` | `a and b` (2) | both are never true at once |\n"

    assert rows(text) == [("rules/x", ("f", "a or b", "a and b (2)"), "both are never true at once")]


def test_tests_that_are_run_are_there():
    for module in FIRST:
        first, rest = files_of(module)
        assert first
        assert all((ROOT / name).is_file() for name in first)
        assert not any("shared_cases" in name for name in rest)


@pytest.mark.parametrize(("code", "what"), [(0, LIVES), (1, FOUND), (2, FOUND), (98, FOUND), (4, BROKEN), (5, BROKEN)])
def test_end_of_a_child(code, what):
    assert said(code << 8) == what


def test_child_that_is_killed_has_found_it():
    """A signal is the low part of what `wait` says."""
    assert said(signal.SIGXCPU) == FOUND
