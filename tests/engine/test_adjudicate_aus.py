"""aus-1992: a rule set that stands alone (rulebook 3 and 7)."""

from __future__ import annotations

import pytest

from tests.engine.strokes import judge, placed

STAND = "r1 200 250, r2 -200 300, b1 200 -150, b2 -250 100"
BLIND = "r1 0 -30, r2 -200 -440, b1 200 150, b2 -250 100"
CASES = [  # rule, what happens, discs, events, elsewhere, stroke, set, restored, all findings
    ("2.2", "own open disc directly", STAND, "striker>r1 r1@NE", "", "correct", "open", set(), {"2.2"}),
    ("1.18.1", "nothing pocketed", STAND, "striker>r1", "", "correct", "open", set(), {"2.2", "1.18.1"}),
    ("1.18.2", "opponent's disc pocketed alone", STAND, "striker>r1 b1@SE", "", "correct", "open", set(),
     {"2.2", "1.18.2"}),
    ("1.18.3", "off the table", STAND, "striker>r1 r1@NE b1^E", "", "correct", "open", set(), {"2.2", "1.18.3"}),
    ("2.5.1", "own disc off the opposite edge", STAND, "striker|N striker>r1 r1@NE", "", "correct", "open", set(),
     {"2.5.1"}),
    ("2.5.1", "own and blind off the opposite edge", STAND + ", r3 0 0", "striker|N striker>r1,r3 r1@NE", "", "correct",
     "open", set(), {"2.5.1"}),
    ("2.5.1", "blind disc of the circle off a side edge", BLIND, "striker|E striker>r1 r1@NE", "", "correct", "open",
     set(), {"2.5.1"}),
    ("3.6.9", "blind disc of the zone off a side edge", BLIND, "striker|E striker>r2 r2@SW", "", "penalised", "open",
     set(), {"3.6.9", "3.6.12", "1.18.4"}),
    ("3.6.9", "a disc of the circle touched later will do", BLIND, "striker|E striker>r2 r2@SW striker>r1", "",
     "correct", "open", set(), {"2.5.1"}),
    ("3.6.9", "the opposite edge later will do", STAND, "striker|E striker>r1 r1@NE striker|N", "", "correct", "open",
     set(), {"2.5.1"}),
    ("3.6.9", "the own edge alone will not", STAND, "striker|S striker>r1 r1@NE", "", "penalised", "open", set(),
     {"3.6.9", "3.6.12", "1.18.4"}),
    ("2.4", "opponent's disc off an edge, own all blind", BLIND, "striker|N striker>b1", "", "correct", "open", set(),
     {"2.4", "2.6.1", "1.18.1"}),
    ("3.6.9", "opponent's disc off a side edge, own all blind", BLIND, "striker|E striker>b1", "", "penalised", "open",
     set(), {"3.6.9", "3.6.12", "1.18.1", "1.18.4"}),
    ("1.18.1", "a rebound that touches nothing", STAND, "striker|N", "", "correct", "open", set(), {"1.18.1"}),
    ("3.6.12", "a side rebound that touches nothing", STAND, "striker|E", "", "penalised", "open", set(),
     {"3.6.9", "3.6.12", "1.18.1", "1.18.4"}),
    ("3.6.1", "nothing, directly", STAND, "", "", "penalised", "open", set(), {"3.6.1", "1.18.1", "1.18.4"}),
    ("3.6.2", "both together", STAND, "striker>r1,b1", "", "penalised", "open", set(),
     {"3.6.2", "1.18.1", "1.18.4"}),
    ("3.6.3", "own blind disc", BLIND, "striker>r1", "r1 0 200", "penalised", "open", {"r1"},
     {"3.6.3", "1.18.1", "1.18.4"}),
    ("3.6.3", "open and blind together", STAND + ", r3 0 0", "striker>r1,r3", "r3 50 50", "penalised", "open", {"r3"},
     {"3.6.3", "1.18.1", "1.18.4"}),
    ("3.6.3", "struck after an opponent's disc", STAND + ", r3 0 0", "striker>b1 striker>r3", "r3 9 9", "penalised",
     "open", {"r3"}, {"3.6.5", "3.6.3", "1.18.1", "1.18.4"}),
    ("6.1", "several blind discs", BLIND + ", r3 60 60", "striker>r1 striker>r3", "r1 0 200", "penalised", "lost",
     set(), {"3.6.3", "6.1", "1.18.1", "1.18.4"}),
    ("2.5.2", "blind discs after an open one", STAND + ", r3 0 0, r4 60 60",
     "striker>r1 striker>r3 striker>r4 r1@NE", "", "correct", "open", set(), {"2.2"}),
    ("3.6.5", "opponent's disc first", STAND, "striker>b1", "b1 210 -100", "penalised", "open", set(),
     {"3.6.5", "1.18.1", "1.18.4"}),
    ("3.6.4", "into its blind zone", STAND, "striker>b1", "b1 200 440", "penalised", "open", {"b1"},
     {"3.6.5", "3.6.4", "1.18.1", "1.18.4"}),
    ("3.6.4", "two of them", STAND, "striker>b1 striker>b2", "b1 200 440, b2 0 0", "penalised", "lost", set(),
     {"3.6.5", "3.6.4", "6.2", "1.18.1", "1.18.4"}),
    ("3.6.6", "out of its blind zone", STAND + ", b3 0 0", "striker>b3", "b3 0 200", "penalised", "open", set(),
     {"3.6.5", "3.6.6", "1.18.1", "1.18.4"}),
    ("3.6.7", "off the table", STAND, "striker>b1 b1^E", "", "penalised", "open", {"b1"},
     {"3.6.5", "3.6.7", "1.18.1", "1.18.3", "1.18.4"}),
    ("3.6.7", "two of them", STAND, "striker>b1 b1^E b2^W", "", "penalised", "lost", set(),
     {"3.6.5", "3.6.7", "6.2", "1.18.1", "1.18.3", "1.18.4"}),
    ("3.6.8", "off an edge while an open disc stands", STAND, "striker|N striker>b1", "b1 210 -100", "penalised",
     "open", set(), {"3.6.8", "1.18.1", "1.18.4"}),
    ("3.6.8", "both together off an edge", STAND, "striker|N striker>b1,r1", "", "penalised", "open", set(),
     {"3.6.8", "1.18.1", "1.18.4"}),
    ("3.6.8", "off a side edge is 3.6.9 as well", STAND, "striker|E striker>b1", "", "penalised", "open", set(),
     {"3.6.8", "3.6.9", "3.6.12", "1.18.1", "1.18.4"}),
    ("3.6.11", "into its blind zone", STAND, "striker|N striker>b1", "b1 0 0", "penalised", "open", {"b1"},
     {"3.6.8", "3.6.11", "1.18.1", "1.18.4"}),
    ("3.6.11", "two of them", STAND, "striker|N striker>b1 b1>b2", "b1 0 0, b2 -200 440", "penalised", "lost", set(),
     {"3.6.8", "3.6.11", "6.2", "1.18.1", "1.18.4"}),
    ("3.6.10", "off the table", STAND, "striker|N striker>b1 b1^E", "", "penalised", "open", set(),
     {"3.6.8", "3.6.10", "1.18.1", "1.18.3", "1.18.4"}),
    ("3.6.10", "needs an illegal first touch", STAND, "striker|E striker>r1 b1^E", "", "penalised", "open", set(),
     {"3.6.9", "3.6.12", "1.18.1", "1.18.3", "1.18.4"}),
    ("3.6.4", "needs an illegal first touch", STAND, "striker|E striker>r1", "b1 200 440", "penalised", "open", set(),
     {"3.6.9", "3.6.12", "1.18.1", "1.18.4"}),
    ("3.6.17", "striker pocketed", STAND, "striker>r1 r1@NE striker@NE", "", "correct", "open", set(),
     {"2.2", "3.6.17", "1.18.4"}),
    ("3.6.17", "striker off", STAND, "striker>r1 r1@NE striker^N", "", "correct", "open", set(),
     {"2.2", "3.6.17", "1.18.4"}),
    ("6.2", "an illegal stroke moves two", STAND, "striker>b1 b1>r1", "b1 210 -100, r1 230 250", "penalised", "open",
     set(), {"3.6.5", "6.2", "1.18.1", "1.18.4"}),
    ("6.3", "driven blind with two others displaced", STAND, "striker>b1 b1>r1", "b1 200 440, r1 230 250, r2 0 300",
     "penalised", "lost", set(), {"3.6.5", "3.6.4", "6.3", "6.2", "1.18.1", "1.18.4"}),
    ("6.3", "one other is not enough", STAND, "striker>b1 b1>r1", "b1 200 440, r1 230 250", "penalised", "open",
     {"b1"}, {"3.6.5", "3.6.4", "6.2", "1.18.1", "1.18.4"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "before", "events", "after", "stroke", "result", "restored", "rules"), CASES,
    ids=[f"{r} {c}" for r, c, *_ in CASES],
)  # fmt: skip
def test_stroke(rule, case, before, events, after, stroke, result, restored, rules):
    found = judge(before, events, after, ruleset="aus-1992")

    assert (found["stroke"], found["set"], set(found["restored"]), found["rules"]) == (stroke, result, restored, rules)
    assert found["penalty"] == any(rule.startswith("3.6") for rule in rules)
    assert found["may_forfeit"] == ("6.2" in rules and result == "open")


ACTS = [  # rule, what happens, events, after, turn, penalty, set, may forfeit, findings that must be there, waiting
    ("3.6.16", "double hit that moves nothing", "!double_hit", "", "lost", True, "open", True, {"3.6.16", "1.16"}, 0),
    ("3.6.16", "that moves one", "striker>r1; !double_hit", "r1 210 250", "lost", True, "open", True,
     {"3.6.16", "1.16", "2.2"}, 0),
    ("3.6.16", "that moves two", "striker>r1; !double_hit", "r1 210 250, r2 -210 300", "lost", True, "lost", False,
     {"3.6.16"}, 0),
    ("3.6.16", "by the other side it waits", "!double_hit by=N", "", "continues", False, "open", False, {"3.6.16"}, 1),
    ("1.28", "wrong end of the cue", "striker>r1; r1@NE; !wrong_cue_end", "", "continues", False, "open", True,
     {"2.2", "1.28"}, 0),
    ("3.6.13", "striker taken early", "striker>r1; r1@NE; !striker_taken_early", "", "lost", True, "open", False,
     {"2.2", "3.6.13"}, 0),
    ("3.6.13", "moving striker touched", "striker>r1; r1@NE; !moving_striker_touched", "", "lost", True, "open", False,
     {"2.2", "3.6.13"}, 0),
    ("1.28", "moving disc touched", "striker>r1; r1@NE; !moving_disc_touched", "", "continues", False, "open", True,
     {"1.28"}, 0),
    ("1.28", "a disc touched", "!disc_touched", "", "continues", False, "open", True, {"1.28"}, 0),
    ("3.6.14", "one dislodged", "!disc_touched discs=r1", "r1 210 250", "lost", True, "open", False, {"3.6.14"}, 0),
    ("6.4", "two dislodged", "!disc_touched discs=r1,b1", "r1 210 250, b1 200 -160", "lost", True, "lost", False,
     {"3.6.14", "6.4"}, 0),
    ("6.4", "two dislodged by the other side", "!disc_touched discs=r1,b1 by=N", "r1 210 250, b1 200 -160",
     "continues", False, "won", False, {"3.6.14", "6.4"}, 0),
    ("3.6.14", "one by the other side waits", "!disc_touched discs=r1 by=N", "r1 210 250", "continues", False, "open",
     False, {"3.6.14"}, 1),
    ("6.5", "table pushed, two moved", "!table_shaken discs=r1,r2", "r1 210 250, r2 -210 300", "lost", True, "lost",
     False, {"3.6.14", "6.5"}, 0),
    ("3.6.14", "table pushed, one moved", "!table_shaken discs=r1", "r1 210 250", "lost", True, "open", False,
     {"3.6.14"}, 0),
    ("6.5", "table pushed, nothing moved", "!table_shaken", "", "continues", False, "open", False, set(), 0),
    ("1.28", "striker touches a disc on placement", "!touched_on_placement", "", "continues", False, "open", True,
     {"1.28"}, 0),
    ("3.6.14", "and dislodges it", "!touched_on_placement discs=r1", "r1 210 250", "lost", True, "open", False,
     {"3.6.14"}, 0),
    ("3.6.15", "refused", "!refused", "", "lost", True, "open", False, {"3.6.15", "1.18.4"}, 0),
    ("6.6", "out of turn", "striker>r1; r1@NE; !out_of_turn noticed=at_once", "", "lost", False, "lost", False,
     {"6.6"}, 0),
    ("6.6", "out of turn, noticed later", "striker>r1; r1@NE; !out_of_turn noticed=after_next_stroke", "", "lost",
     False, "lost", False, {"6.6"}, 0),
    ("1.28", "striker broken", "striker>r1; r1@NE; !striker_broken larger_part=pocket", "", "continues", False, "open",
     True, {"1.28"}, 0),
    ("1.25", "its larger part on the table", "striker>r1; r1@NE; !striker_broken larger_part=table", "", "continues",
     False, "open", False, {"2.2"}, 0),
    ("1.28", "away too long", "!away_between_sets seconds=181", "", "continues", False, "open", True, {"1.28"}, 0),
    ("1.28", "away for a moment", "!away_between_sets seconds=180", "", "continues", False, "open", False, set(), 0),
    *[("1.28", code, f"!{code}", "", "continues", False, "open", True, {"1.28"}, 0) for code in (
        "wilful_breach", "after_stop", "equipment_changed", "left_playing_area", "placed_early", "disc_picked_up",
        "hand_in_pocket", "slow_play times=2")],
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "events", "after", "turn", "penalty", "result", "forfeit", "rules", "waiting"), ACTS,
    ids=[f"{r} {c}" for r, c, *_ in ACTS],
)  # fmt: skip
def test_act(rule, case, events, after, turn, penalty, result, forfeit, rules, waiting):
    if case == "after_stop":
        events = f"striker>r1; r1@NE; {events}"
    found = judge(STAND, events, after, ruleset="aus-1992")

    if case == "double hit that moves nothing":
        turn, rules = "lost", rules | {"3.6.1"}
    assert (found["turn"], found["penalty"], found["set"]) == (turn, penalty, result)
    assert found["may_forfeit"] is forfeit
    assert rules <= found["rules"]
    assert found["state"]["pending"]["N"] == waiting


def test_double_hit_gives_a_pocketed_disc_back():
    found = judge(STAND, "striker>r1; r1@NE; !double_hit", ruleset="aus-1992")

    assert (found["restored"], placed(found, "r1")) == (["r1"], (200, 250))


def test_wrong_placement_is_left_to_the_referee():
    found = judge(STAND, "striker>r1 r1@NE", striker=(0, -370), ruleset="aus-1992")

    assert (found["stroke"], found["may_forfeit"], "1.28" in found["rules"]) == ("correct", True, True)


def test_table_pushed_before_the_set():
    """aus-1992 is silent, so lnf-2008:12.24 decides."""
    new = {"first_series": {"S": "not_started", "N": "not_started"}}
    found = judge(STAND, "!table_shaken discs=r1,r2", "r1 210 250, r2 -210 300", ruleset="aus-1992", state=new)

    assert (found["set"], set(found["restored"])) == ("open", {"r1", "r2"})
    assert [item["rule"] for item in found["findings"]] == ["lnf-2008:12.24"]


def test_doubles_out_of_turn():
    found = judge(STAND, "striker>r1; !out_of_turn noticed=at_once", ruleset="aus-1992", mode="doubles")

    assert found["set"] == "lost"
    assert {"6.6", "5.7"} <= found["rules"]


def test_several_displaced_lose_the_set_only_with_one_driven_into_a_blind_zone():
    """6.3: a direct stroke, the opponent's disc first, driven into its blind zone, two or more others displaced."""
    elsewhere = judge(STAND, "striker>b1", "b1 220 -100, b2 -250 180, r1 240 280", ruleset="aus-1992")
    assert (elsewhere["set"], "6.3" in elsewhere["rules"], elsewhere["may_forfeit"]) == ("open", False, True)
    own_first = judge(BLIND, "striker>r1", "r1 0 90, b1 200 440, b2 -250 180", ruleset="aus-1992")
    assert (own_first["set"], "6.3" in own_first["rules"]) == ("open", False)


def test_penalty_of_the_player_stays_beside_what_the_other_did():
    """3.6.14 by the other loses that one the set; the player's own 3.6.1 is a penalty all the same."""
    found = judge(STAND, "!double_hit; !disc_touched by=N discs=r1,r2", ruleset="aus-1992")

    assert (found["set"], found["penalty"]) == ("won", True)


@pytest.mark.parametrize(("events", "turn"), [
    ("striker>r1; b1@SE; !disc_touched by=N discs=b1", {"1.18.1"}),
    ("striker>r1; r1@NE; b1@SE; !disc_touched by=N discs=b1", set()),
    ("striker>r1; r1@NE; b2@SE; !disc_touched by=N discs=b1", {"1.18.2"}),
])  # fmt: skip
def test_what_a_hand_pocketed_is_not_what_the_stroke_pocketed(events, turn):
    """3.6.14, 1.18: it goes back."""
    found = judge("r1 200 250, r2 -200 300, b1 200 -150, b2 -250 100", events, ruleset="aus-1992")

    assert {rule for rule in found["rules"] if rule.startswith("1.18")} == turn
    assert (found["turn"], "b1" in found["restored"]) == ("lost" if turn else "continues", True)
