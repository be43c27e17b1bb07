"""docs/rules.md is what the catalogue, the code and the tests say now; every clause is cited by both."""

from __future__ import annotations

from pathlib import Path

import pytest

from refereeing.engine.rules.book import RULESETS, own_clauses
from refereeing.management.commands.rules_doc import CODE, FILE, TESTS, places, resolved, rules_doc, ruleset_of
from tests.engine.findings import citable

ROOT = Path(__file__).resolve().parents[2]


def test_file_is_as_it_would_be_written_now():
    assert (ROOT / FILE).read_text(encoding="utf-8") == rules_doc(ROOT), "run manage.py rules_doc"


def test_every_clause_that_a_verdict_can_cite_is_cited_by_code_and_tests():
    code, tests = places(ROOT, CODE), places(ROOT, TESTS)

    assert sorted(citable() - code.keys()) == []
    assert sorted(citable() - tests.keys()) == []


def test_every_clause_stands_in_the_code():
    every = {f"{ruleset}:{number}" for ruleset in RULESETS for number in own_clauses(ruleset)}
    assert sorted(every - places(ROOT, CODE).keys()) == []


SOURCE = '''"""Told at the top: lnf-2008:17.1.d."""

class Judge:
    """17.1.e."""

    table = {"16.1.a": 17.2}

    def stroke(self):
        """Not 117.1.f, not 17.1.zz, not version 17.1.g-2, not art. 14.1, but 17.1.h; and aus-1992:3.6.1."""
        return "singles"

AUS = ["3.6.2", "17.1.k"]
NOT_THERE = ["17.1.j"]
INT: list = ["penalty.1", "singles", "17.1.l"]
'''


def test_citations_are_found_where_they_stand(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "judge.py").write_text(SOURCE, encoding="utf-8")

    assert places(tmp_path, ["engine"]) == {
        "lnf-2008:17.1.d": {"engine/judge.py"}, "lnf-2008:17.1.e": {"engine/judge.py: Judge"},
        "lnf-2008:16.1.a": {"engine/judge.py: Judge.table"}, "lnf-2008:17.1.h": {"engine/judge.py: Judge.stroke"},
        "aus-1992:3.6.1": {"engine/judge.py: Judge.stroke"}, "aus-1992:3.6.2": {"engine/judge.py: AUS"},
        "int-2017:penalty.1": {"engine/judge.py: INT"}, "int-2017:singles": {"engine/judge.py: INT"},
        "lnf-2008:17.1.l": {"engine/judge.py: INT"},
    }  # fmt: skip


@pytest.mark.parametrize(("name", "ruleset"), [
    ("refereeing/engine/rules/aus_1992.py", "aus-1992"), ("tests/engine/test_adjudicate_int.py", "int-2017"),
    ("LNF", "lnf-2008"), ("refereeing/engine/table.py", ""), ("Judge.interval", ""),
])
def test_rule_set_of_a_name(name, ruleset):
    assert ruleset_of(name) == ruleset


def test_number_that_is_no_clause_is_none():
    assert resolved("", "99.9", "") is None
    assert resolved("", "singles", "lnf-2008") is None
    assert resolved("int-2017", "singles", "") == "int-2017:singles"
