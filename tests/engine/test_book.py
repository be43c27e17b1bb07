"""The catalogue of clauses: complete in five languages, inherited as the rulebook says."""

from __future__ import annotations

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.book import (
    KINDS,
    LANGUAGES,
    RULESETS,
    WARNING_CLAUSES,
    clause,
    clauses,
    clauses_of_kind,
    own_clauses,
    warning_clauses,
)

EVERY = [found for ruleset in RULESETS for found in own_clauses(ruleset).values()]


@pytest.mark.parametrize("found", EVERY, ids=[found.ref for found in EVERY])
def test_clause_is_complete(found):
    assert set(found.texts) == set(LANGUAGES)
    assert len(set(found.texts.values())) == len(LANGUAGES), "a text was left untranslated"
    assert all(text == text.strip() and text.endswith(".") and len(text) <= 200 for text in found.texts.values())
    assert found.kinds
    assert set(found.kinds) <= set(KINDS)


WARNINGS = ("19.1.a", "19.1.b", "19.1.c", "19.1.d", "19.1.e", "19.1.f", "19.1.g", "19.1.h", "19.1.i", "19.1.j")


def test_warnings_are_those_of_19_1():
    assert WARNING_CLAUSES == WARNINGS
    assert tuple(c.number for c in warning_clauses("lnf-2008")) == WARNING_CLAUSES
    assert tuple(c.number for c in warning_clauses("int-2017")) == WARNING_CLAUSES
    assert [c.number for c in warning_clauses("aus-1992")] == ["1.28"]


def test_penalties_of_17_1_are_all_there():
    assert [c.number for c in clauses_of_kind("lnf-2008", "penalty")] == [f"17.1.{x}" for x in "abcdefghijklmnopqrst"]


def test_inherited_clause_is_cited_as_the_base():
    """Rulebook, table of rule sets: a finding that int-2017 inherits is cited as lnf-2008."""
    assert clause("int-2017:17.1.d").ref == "lnf-2008:17.1.d"
    assert clause("int-2017:penalty.4").ref == "int-2017:penalty.4"


def test_australian_rules_stand_alone():
    assert {c.ruleset for c in clauses("aus-1992")} == {"aus-1992"}


@pytest.mark.parametrize("ref", ["", "lnf-2008", "lnf-2008:", "lnf-2008:99.1", "novuss:19.1.a", "aus-1992:19.1.a"])
def test_unknown_clause_is_refused(ref):
    with pytest.raises(EngineError, match="clause_unknown"):
        clause(ref)


def test_unknown_rule_set_is_refused():
    with pytest.raises(EngineError, match="not_one_of"):
        clauses("novuss")


def test_text_in_a_language():
    found = clause("lnf-2008:17.1.d")

    assert found.text("lv") == "Ripa iekrita maisiņā."
    assert found.text("fr") == found.text()
    assert found.as_dict("de") == {"clause": "17.1.d", "text": "Die Stoßscheibe fiel in eine Tasche."}
