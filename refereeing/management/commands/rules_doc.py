"""`manage.py rules_doc`: write docs/rules.md from the catalogue of clauses, the code and the tests."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from refereeing.engine.rules.book import INHERITS, RULESETS, clauses, own_clauses

FILE = "docs/rules.md"
CODE = ("refereeing/engine", "refereeing/services", "competitions/formats")
TESTS = ("tests/engine", "tests/services", "tests/formats")
CITED = re.compile(
    r"(?:\b(lnf-2008|int-2017|aus-1992):)?"
    r"(?<![\w.])(?<!art\. )((?:penalty|turn)\.\d|\d+\.\d+(?:\.\w+)*|singles|doubles)(?![\w-])")
"""Not an article of somebody else's rules, which is cited as `art. 14.1`."""
WORDS = ("singles", "doubles")
"""Numbers of clauses that are words of everyday use too: cited only where the rule set stands before them."""
ABSENT = "NOT_"
"""A name that begins so lists clauses that are not there."""
ROOT = Path(__file__).resolve().parents[3]
HEAD = """# The rules: clause, code, tests

Written by `manage.py rules_doc` from the catalogue (`refereeing/engine/rules/clauses/*.toml`), the code and the tests;
do not edit it. A clause is cited as `RULESET:CLAUSE`, and each of the texts exists in five languages. A new edition is
a new module that overrides what it changes, with a catalogue of its own. "Code" names what cites the clause, in
`refereeing/engine/rules/` unless a path says otherwise; "tests" the files of cases that cite it, in `tests/engine/`
unless a path says otherwise. The equivalent mutants of the judge are in [mutants.md](mutants.md).
"""


class Command(BaseCommand):
    """The file is compared with what this would write by a test."""

    help = "Write docs/rules.md anew: every clause, what it does, where in the code, which tests."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        (ROOT / FILE).write_text(rules_doc(ROOT), encoding="utf-8")
        self.stdout.write(f"{FILE} is written.")


def rules_doc(root: Path) -> str:
    """The document, from the source under `root`."""
    code = places(root, CODE)
    tests = {ref: {place.partition(":")[0] for place in found} for ref, found in places(root, TESTS).items()}
    parts = [HEAD]
    for ruleset in RULESETS:
        base = INHERITS.get(ruleset)
        parts.append(f"## {ruleset}\n")
        if base:
            parts.append(f"What it does not state itself is taken from {base}, and cited as that.\n")
        parts.append("| clause | kind | what it says | code | tests |\n|--|--|--|--|--|")
        for found in own_clauses(ruleset).values():
            cells = (
                found.number, ", ".join(found.kinds), found.text(),
                listed(code.get(found.ref, ()), f"{CODE[0]}/rules/"), listed(tests.get(found.ref, ()), f"{TESTS[0]}/"),
            )  # fmt: skip
            parts.append(f"| {' | '.join(cells)} |")
        parts.append("")
    return "\n".join(parts)


def listed(found: Iterable[str], usual: str) -> str:
    """Places, without the folder that goes without saying."""
    return ", ".join(f"`{place.removeprefix(usual)}`" for place in sorted(found)) or "–"


def places(root: Path, folders: Iterable[str]) -> Mapping[str, set[str]]:
    """For each clause the places that cite it, as `file.py: function`."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            for ref, inside in citations(ast.parse(path.read_text(encoding="utf-8")), name):
                found[ref].add(f"{name}: {inside}" if inside else name)
    return found


def citations(tree: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    """The clauses that the texts of a module cite, each with the function or the name that it stands in."""
    for inside, node in named_parts(tree):
        if inside.startswith(ABSENT):
            continue
        ruleset = ruleset_of(inside) or ruleset_of(name)
        for text in texts(node):
            for stated, number in CITED.findall(text):
                ref = resolved(stated, number, ruleset)
                if ref is not None:
                    yield ref, inside


def named_parts(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Functions, methods, assignments and the rest of a module or a class."""
    for node in getattr(tree, "body", []):
        if isinstance(node, ast.ClassDef):
            yield from named_parts(node, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield prefix + ast.unparse(target), node
        else:
            yield prefix.rstrip("."), node


def texts(node: ast.AST) -> Iterator[str]:
    """Every string below a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def ruleset_of(name: str) -> str:
    """The rule set that a file or a table of cases is about, by its name; empty where it tells none."""
    words = set(re.split(r"[^a-z0-9]+", name.lower()))
    return next((ruleset for ruleset in RULESETS if ruleset.partition("-")[0] in words), "")


def resolved(stated: str, number: str, ruleset: str) -> str | None:
    """The clause as it is cited, or None for a number that is no clause. Without a rule set, lnf-2008 is meant."""
    if not stated and number in WORDS:
        stated = "int-2017" if ruleset == "int-2017" else ""
        if not stated:
            return None
    known = clauses(stated or ruleset or RULESETS[0])
    return next((found.ref for found in known if found.number == number), None)
