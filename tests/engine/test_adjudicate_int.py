"""int-2017: what it changes of lnf-2008 (rulebook 3 and 7)."""

from __future__ import annotations

import pytest

from tests.engine.strokes import judge, placed

STAND = "r1 200 250, r2 -200 300, b1 200 -150, b2 -250 100"
DARK = "r1 0 -30, r2 -200 -440, b1 200 150, b2 -250 100"
OWN, BASE = "int-2017:", "lnf-2008:"
TURN = {f"{OWN}turn.1", f"{OWN}turn.5"}
CASES = [  # rule, what happens, discs, events, discs elsewhere, all findings
    ("11.4.a", "correct strokes are inherited", STAND, "striker>r1 r1@NE", "", {f"{BASE}11.4.a"}),
    ("penalty.1", "nothing, directly", STAND, "", "", {f"{OWN}penalty.1", *TURN}),
    ("penalty.1", "nothing directly, dark discs only", DARK, "", "", {f"{OWN}penalty.1", *TURN}),
    ("17.1.a", "nothing off an edge is inherited", STAND, "striker|N", "", {f"{BASE}17.1.a", *TURN}),
    ("penalty.2", "opponent's first and no own at all", STAND, "striker>b1", "",
     {f"{OWN}penalty.1", f"{OWN}penalty.2", *TURN}),
    ("penalty.2", "an own disc later", STAND, "striker>b1 striker>r1", "", {f"{OWN}penalty.2", *TURN}),
    ("17.1.b", "both together are inherited", STAND, "striker>b1,r1", "", {f"{BASE}17.1.b", *TURN}),
    ("penalty.3", "off the opposite edge, a light disc stands", STAND, "striker|N striker>b1", "",
     {f"{OWN}penalty.3", *TURN}),
    ("17.1.c", "off a side edge is inherited", STAND, "striker|E striker>b1", "", {f"{BASE}17.1.c", *TURN}),
    ("11.4.b", "no light disc stands", DARK, "striker|N striker>b1", "", {f"{BASE}11.4.b", f"{OWN}turn.1"}),
    ("17.1.i", "off a side edge, dark discs only", DARK, "striker|E striker>b1", "", {f"{BASE}17.1.i", *TURN}),
    ("penalty.4", "striker pocketed", STAND, "striker>r1 r1@NE striker@NE", "",
     {f"{BASE}11.4.a", f"{OWN}penalty.4", f"{OWN}turn.5"}),
    ("penalty.5", "striker off", STAND, "striker>r1 r1@NE striker^N", "",
     {f"{BASE}11.4.a", f"{OWN}penalty.5", f"{OWN}turn.5"}),
    ("penalty.6", "own dark disc directly", DARK, "striker>r1", "", {f"{OWN}penalty.6", *TURN}),
    ("17.1.h", "own dark disc off the own edge is inherited", DARK, "striker|S striker>r1", "",
     {f"{BASE}17.1.h", *TURN}),
    ("penalty.6", "light and dark together", STAND + ", r3 0 0", "striker>r1,r3", "", {f"{OWN}penalty.6", *TURN}),
    ("penalty.6", "any disc of the own zone", STAND + ", b3 300 -440", "striker>b3", "",
     {f"{OWN}penalty.1", f"{OWN}penalty.2", f"{OWN}penalty.6", *TURN}),
    ("penalty.6", "not an opponent's disc in the circle", STAND + ", b3 0 0", "striker>b3", "",
     {f"{OWN}penalty.1", f"{OWN}penalty.2", *TURN}),
    ("penalty.6", "not off an edge", STAND + ", b3 300 -440", "striker|E striker>b3", "", {f"{BASE}17.1.c", *TURN}),
    ("17.1.h", "an own dark disc later", STAND + ", r3 0 0", "striker>b1 striker>r3", "",
     {f"{OWN}penalty.2", f"{OWN}penalty.6", f"{BASE}17.1.h", *TURN}),
    ("turn.2", "opponent's disc too", STAND, "striker>r1 r1@NE b1@SE", "", {f"{BASE}11.4.a", f"{OWN}turn.2"}),
    ("turn.3", "back over the line", STAND, "striker>r1 r1@NE recrossed", "", {f"{BASE}11.4.a", f"{OWN}turn.3"}),
    ("turn.4", "a disc off the table", STAND, "striker>r1 r1@NE r2^N", "", {f"{BASE}11.4.a", f"{OWN}turn.4"}),
    ("18.1.f", "acts are inherited", STAND, "!left_playing_area", "", {f"{BASE}18.1.f"}),
    ("16.1.c", "acts are inherited", STAND, "!wilful_breach", "", {f"{BASE}16.1.c"}),
    ("17.1.s", "the wrong end of the cue", STAND, "striker>r1; r1@NE; !wrong_cue_end", "",
     {f"{BASE}17.1.s", f"{OWN}turn.5"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "before", "events", "after", "rules"), CASES, ids=[f"{r} {c}" for r, c, *_ in CASES]
)
def test_findings(rule, case, before, events, after, rules):
    found = judge(before, events, after, ruleset="int-2017")

    assert {item["rule"] for item in found["findings"]} == rules


def test_opponents_disc_of_the_own_zone_goes_back():
    """Rulebook 7: penalty.6 covers any disc of the own zone struck first by a direct stroke (restored)."""
    found = judge(STAND + ", b3 300 -440", "striker>b3", "b3 300 -300", ruleset="int-2017")

    assert found["restored"] == ["b3"]
    assert placed(found, "b3") == (300, -440)
    assert judge(STAND + ", b3 300 -440", "striker>b3", "b3 300 -300")["restored"] == []


def test_two_dark_discs_out_are_a_lost_set_here_too():
    found = judge("r1 -16 0, r2 16 0, b1 0 -200", "striker>b1 b1>r1,r2", "r1 -120 250, r2 120 250", ruleset="int-2017")

    assert found["set"] == "lost"
    assert "lnf-2008:16.1.a" in {item["rule"] for item in found["findings"]}
