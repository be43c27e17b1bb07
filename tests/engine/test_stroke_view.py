"""What a stroke is taken for: what moved, by the stroke or by a hand, and what it drove where (rulebook 7)."""

from __future__ import annotations

from typing import Any

import pytest

from refereeing.engine.rules.stroke_json import adjudicate_json
from tests.engine.strokes import judge, stroke

STAND = "r1 200 250, r2 -200 300, b1 200 -150, b2 -250 100"
DARK = "r1 0 -30, r2 -200 -440, b1 200 150, b2 -250 100"
DOUBLES: dict[str, Any] = {"mode": "doubles"}


@pytest.mark.parametrize(("ruleset", "y", "restored"), [
    ("aus-1992", -29.5, []), ("aus-1992", -29.4, ["r1"]), ("lnf-2008", -29.5, []), ("lnf-2008", -29.4, ["r1"]),
])
def test_only_what_has_moved_is_put_back(ruleset, y, restored):
    """Moved: by more than 0.5 mm."""
    assert judge(DARK, "striker>r1", f"r1 0 {y}", ruleset=ruleset)["restored"] == restored


def test_disc_of_the_own_zone_that_was_only_touched_is_not_put_back():
    """int-2017:penalty.6 covers any disc of the own zone, and puts back what it moved."""
    assert judge(DARK + ", b3 100 -400", "striker>b3", ruleset="int-2017")["restored"] == []


def test_disc_that_crosses_the_line_without_having_moved_is_not_knocked_out():
    found = judge(DARK + ", r3 100 -374.6", "striker>b1", "r3 100 -374.4")

    assert (found["stroke"], found["restored"]) == ("penalised", [])


def test_act_that_needs_a_stroke_makes_one_of_acts_that_need_none():
    assert judge(STAND, "!refused; !double_hit")["stroke"] == "penalised"
    assert judge(STAND, "!double_hit by=N")["stroke"] == "none"


NAMED = [  # what a hand did is not what the stroke did; rule set, discs, events, elsewhere, mode, a clause not found
    ("3.6.4", "aus-1992", STAND, "striker>b1; !disc_touched discs=b2", "b2 -250 440", {}),
    ("3.6.6", "aus-1992", STAND + ", b3 0 0", "striker>b1; !disc_touched discs=b3", "b3 0 200", {}),
    ("17.1.t", "lnf-2008", STAND, "striker>b1; !disc_touched discs=b2", "b2 -440 100", DOUBLES),
    ("17.1.p", "lnf-2008", STAND, "striker>b1; b2^E; !disc_touched discs=b2", "", {}),
    ("18.1.b", "lnf-2008", STAND, "striker>r1; r1@NE; b1@SE; !disc_touched by=N discs=b1", "", {}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruleset", "before", "events", "after", "mode"), NAMED, ids=[n[0] for n in NAMED])
def test_what_a_hand_did_is_not_what_the_stroke_did(rule, ruleset, before, events, after, mode):
    assert rule not in judge(before, events, after, ruleset=ruleset, **mode)["rules"]


DRIVEN = [  # a clause not found, rule set, discs, events, elsewhere, mode
    ("3.6.6", "aus-1992", STAND + ", b3 0 0", "striker>b3", "b3 20 20", {}),  # still in the circle
    ("17.1.t", "lnf-2008", STAND, "striker>b1", "r1 440 0", DOUBLES),  # an own disc
    ("17.1.h", "int-2017", DARK, "striker>r1 striker>b1", "", {}),  # nothing of the own dark ones is touched later
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruleset", "before", "events", "after", "mode"), DRIVEN, ids=[d[0] for d in DRIVEN])
def test_what_is_not_driven_there(rule, ruleset, before, events, after, mode):
    assert rule not in judge(before, events, after, ruleset=ruleset, **mode)["rules"]


def test_any_disc_of_the_own_zone_among_those_touched_first_will_do():
    """16.1.d."""
    found = judge(DARK + ", r3 -300 0, r4 300 0", "striker>r2,b1", "r3 -300 50, r4 300 50")

    assert (found["set"], "16.1.d" in found["rules"]) == ("lost", True)


def test_clause_is_found_once():
    refs = [item["rule"] for item in adjudicate_json(stroke(STAND, "!double_hit; !double_hit"))["findings"]]
    assert len(refs) == len(set(refs))
