"""Clauses for this moment: what a partly described situation can come to (rulebook 2, table)."""

from __future__ import annotations

from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import INCIDENTS
from refereeing.engine.rules.book import KINDS, LANGUAGES, RULESETS, clause
from refereeing.engine.rules.moment import FIRST, MOVED, OFFENCE, moment_json
from tests.engine.findings import citable

DIRECT: dict[str, Any] = {"path": "direct", "pocketed": [], "off": [], "moved": []}
OPPOSITE: dict[str, Any] = {**DIRECT, "path": "rebound", "cushions": ["opposite"]}
SIDE: dict[str, Any] = {**DIRECT, "path": "rebound", "cushions": ["side"]}
NO_LIGHT = {"own_light_stands": False}
LNF = [  # rulebook 2, row by row: what is known, what the stroke is, the clauses beside 18.1.a and 18.1.d
    (DIRECT, "own_light", {}, "correct", {"11.4.a"}), (SIDE, "own_light", {}, "correct", {"11.4.a"}),
    (OPPOSITE, "own_dark", {}, "correct", {"13.2", "13.3.a"}),
    (SIDE, "own_dark_in_circle", {}, "correct", {"11.4.c", "13.3.e"}),
    (SIDE, "own_dark", {}, "penalised", {"17.1.h"}), (DIRECT, "own_dark_in_circle", {}, "penalised", {"17.1.h"}),
    (OPPOSITE, "opponents", NO_LIGHT, "correct", {"11.4.b"}),
    (OPPOSITE, "opponents", {"own_light_stands": True}, "penalised", {"17.1.c"}),
    (SIDE, "opponents", {"own_light_stands": True}, "penalised", {"17.1.c"}),
    (SIDE, "opponents", NO_LIGHT, "penalised", {"17.1.i"}), (DIRECT, "opponents", {}, "penalised", {"17.1.b"}),
    (DIRECT, "both", {}, "penalised", {"17.1.b"}), (OPPOSITE, "nothing", NO_LIGHT, "correct", {"13.4"}),
    (SIDE, "nothing", NO_LIGHT, "penalised", {"17.1.i"}), (DIRECT, "nothing", NO_LIGHT, "penalised", {"17.1.f"}),
    (DIRECT, "nothing", {"own_light_stands": True}, "penalised", {"17.1.a"}),
]  # fmt: skip


def found(ruleset: str = "lnf-2008", *, certain: bool | None = None, **known: Any) -> set[str]:
    """The numbers of the clauses, all or the certain ones."""
    told = moment_json(ruleset, known)["clauses"]
    return {c["rule"].split(":")[1] for c in told if certain is None or c["certain"] == certain}


@pytest.mark.parametrize(("path", "first", "more", "stroke", "rules"), LNF)
def test_what_is_known_wholly_has_certain_clauses_alone(path, first, more, stroke, rules):
    told = moment_json("lnf-2008", {**path, "first": first, **more})

    assert told["stroke"] == [stroke]
    turn = {"18.1.a"} if stroke == "correct" else {"18.1.a", "18.1.d", "17.3"}
    assert found(**path, first=first, **more) == found(certain=True, **path, first=first, **more) == rules | turn


def test_what_is_not_known_is_possible():
    """An opponent's disc first, nothing else told: 17.1.b, c and i can apply, and 11.4.b where no light disc stands."""
    assert {"17.1.b", "17.1.c", "17.1.i", "11.4.b"} <= found(certain=False, first="opponents")
    assert found(certain=True, first="opponents", path="direct") == {"17.1.b", "18.1.d"}
    assert "17.1.c" not in found(first="opponents", path="direct")
    assert moment_json("lnf-2008", {"first": "opponents"})["stroke"] == ["correct", "penalised"]


def test_certain_and_grave_clauses_stand_first():
    told = moment_json("lnf-2008", {"first": "own_dark", "path": "direct"})["clauses"]

    assert [c["certain"] for c in told] == sorted((c["certain"] for c in told), reverse=True)
    possible = [c["rule"] for c in told if not c["certain"]]
    assert possible[0] == "lnf-2008:16.1.a"
    assert possible.index("lnf-2008:18.1.a") < possible.index("lnf-2008:17.3")


SITUATIONS = [  # rule, rule set, what is known, a clause that must be there, one that must not
    ("16.1.d", "lnf-2008", {**DIRECT, "first": "own_dark", "moved": ["several"]}, "16.1.d", "16.1.a"),
    ("16.1.a", "lnf-2008", {**DIRECT, "first": "own_dark", "moved": ["own_dark_out"]}, "16.1.a", "17.3"),
    ("17.1.h later", "lnf-2008", {**DIRECT, "first": "opponents", "moved": ["own_dark_touched"]}, "17.1.h", "17.1.c"),
    ("17.1.p", "lnf-2008", {**DIRECT, "first": "opponents", "off": ["opponents"]}, "17.1.p", "12.14"),
    ("12.14", "lnf-2008", {**DIRECT, "first": "own_light", "off": ["opponents"]}, "12.14", "17.1.p"),
    ("17.1.d", "lnf-2008", {**DIRECT, "first": "own_light", "pocketed": ["striker"]}, "17.1.d", "17.1.e"),
    ("17.1.e", "lnf-2008", {**DIRECT, "first": "nothing", "off": ["striker"]}, "17.1.e", "17.1.d"),
    ("18.1.b", "lnf-2008", {**DIRECT, "first": "own_light", "pocketed": ["own", "opponents"]}, "18.1.b", "18.1.a"),
    ("in the pocket, not off", "lnf-2008", {**DIRECT, "first": "own_light", "pocketed": ["own"], "off": ["own"]},
     "11.4.a", "18.1.c"),
    ("18.1.e", "lnf-2008", {"first": "own_light", "recrossed": True}, "18.1.e", "20.3"),
    ("18.1.e not with dark", "lnf-2008", {"first": "own_dark", "recrossed": True}, "18.1.a", "18.1.e"),
    ("17.1.t", "lnf-2008", {**DIRECT, "mode": "doubles", "first": "opponents", "moved": ["opponents_into_dark"]},
     "17.1.t", "17.1.h"),
    ("16.1.h", "lnf-2008", {"mode": "doubles", "first": "own_light", "incidents": ["out_of_turn"]}, "16.1.h", "16.1.g"),
    ("17.1.o", "lnf-2008", {"stroke": False, "who": "opponent", "incidents": ["disc_touched"]}, "17.1.o", "17.1.n"),
    ("17.1.o doubles", "lnf-2008",
     {"stroke": False, "mode": "doubles", "who": "opponent", "incidents": ["disc_touched"]}, "17.1.o", "17.1.n"),
    ("17.1.n or 16.1.e", "lnf-2008", {"stroke": False, "incidents": ["disc_touched"]}, "16.1.e", "17.1.o"),
    ("18.1.g, perhaps 17.1.r", "lnf-2008", {"stroke": False, "incidents": ["slow_play"]}, "17.1.r", "18.1.f"),
    ("17.1.q", "lnf-2008", {**DIRECT, "first": "own_light", "incidents": ["striker_broken"]}, "17.1.q", "17.1.d"),
    ("penalty.6", "int-2017", {**DIRECT, "first": "own_dark_in_circle"}, "penalty.6", "17.1.h"),
    ("3.6.6", "aus-1992", {**DIRECT, "first": "opponents", "moved": ["opponents_out_of_dark"]}, "3.6.6", "3.6.4"),
    ("3.6.4", "aus-1992", {**DIRECT, "first": "opponents", "moved": ["opponents_into_dark"]}, "3.6.4", "3.6.6"),
    ("1.20", "aus-1992", {**OPPOSITE, "first": "own_light", "off": ["opponents"]}, "1.20", "12.14"),
    ("a rebound, the edges not told", "aus-1992", {**DIRECT, "path": "rebound", "first": "own_light"}, "3.6.9", "2.2"),
    ("a rebound without edges is none", "lnf-2008", {**DIRECT, "path": "rebound", "cushions": [], "first": "own_dark"},
     "13.3.a", "11.4.c"),
    ("edges told, the path not", "lnf-2008", {"cushions": ["opposite"], "first": "own_dark"}, "13.3.a", "17.1.c"),
    ("no edges told, the path not", "lnf-2008", {"cushions": [], "first": "own_dark"}, "17.1.h", "13.3.a"),
    ("own edge", "lnf-2008", {"cushions": ["own"], "first": "own_dark_in_circle"}, "17.1.h", "13.3.e"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "ruleset", "known", "there", "not_there"), SITUATIONS, ids=[f"{s[0]} {s[1]}" for s in SITUATIONS])
def test_situation(rule, ruleset, known, there, not_there):
    rules = found(ruleset, **known)
    assert there in rules
    assert not_there not in rules


@pytest.mark.parametrize("known", [
    {"first": "own_light", "own_light_stands": False}, {"first": "nothing", "pocketed": ["own"]},
    {"first": "nothing", "off": ["opponents"]}, {"first": "nothing", "moved": ["several"]},
    {"recrossed": True, "first": "nothing", "own_light_stands": False, "moved": ["own_dark_out"]},
])
def test_what_cannot_be_has_no_clauses(known):
    assert moment_json("lnf-2008", known) == {"ruleset": "lnf-2008", "stroke": [], "clauses": []}


def test_nothing_known_but_that_there_was_no_stroke():
    assert moment_json("aus-1992", {"stroke": False}) == {"ruleset": "aus-1992", "stroke": ["none"], "clauses": []}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_that_is_told_is_of_the_book(ruleset):
    told = [c for first in FIRST for c in moment_json(ruleset, {"first": first})["clauses"]]
    told += moment_json(ruleset, {"incidents": list(INCIDENTS)})["clauses"]

    placing = {"lnf-2008:12.14", "lnf-2008:17.3", "lnf-2008:17.5", "aus-1992:1.20", "aus-1992:3.1"}
    assert {c["rule"] for c in told} <= citable() | placing
    assert all(c["kinds"] and c["text"] for c in told)
    assert set(OFFENCE) == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_in_a_language(language):
    told = moment_json("lnf-2008", {**DIRECT, "first": "own_dark"}, language)["clauses"][0]

    assert told["text"] == clause("lnf-2008:17.1.h").text(language)
    assert "13.3.a" in told["allowed"]
    assert "4" in told["reading"]


BAD = [  # what is given, the code, the path
    ({}, "nothing_known", ""),
    ([], "wrong_type", ""), (None, "wrong_type", ""), ({"path": "curved"}, "not_one_of", "path"),
    ({"extra": 1}, "unknown_field", "extra"), ({"first": None}, "wrong_type", "first"),
    ({"own_light_stands": 1}, "wrong_type", "own_light_stands"), ({"pocketed": "own"}, "wrong_type", "pocketed"),
    ({"moved": ["several", "x"]}, "not_one_of", "moved[1]"), ({"moved": ["x"] * 9}, "too_long", "moved"),
    ({"moved": [MOVED]}, "wrong_type", "moved[0]"), ({"recrossed": "no"}, "wrong_type", "recrossed"),
    ({"incidents": ["rain"]}, "not_one_of", "incidents[0]"), ({"who": "S"}, "not_one_of", "who"),
    ({"mode": "teams"}, "not_one_of", "mode"), ({"stroke": None}, "wrong_type", "stroke"),
]  # fmt: skip


@pytest.mark.parametrize(("known", "code", "path"), BAD)
def test_bad_input_is_refused_with_its_place(known, code, path):
    with pytest.raises(EngineError) as caught:
        moment_json("lnf-2008", known)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_unknown_rule_set_and_language_are_refused():
    with pytest.raises(EngineError, match="not_one_of at ruleset"):
        moment_json("novuss", {"first": "both"})
    with pytest.raises(EngineError, match="not_one_of at language"):
        moment_json("lnf-2008", {"first": "both"}, "fr")
