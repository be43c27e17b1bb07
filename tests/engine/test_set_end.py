"""How a set ends, and what is carried on: last discs, first series, debts, stalemate (rulebook 4, 5, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from refereeing.engine.rules.explain import explain_json
from tests.engine.strokes import judge, placed, row, stroke

RUN, NEW, OVER, CLEARED, FAULT = "running", "not_started", "over", "cleared", "cleared_with_fault"
LAST = "r1 200 250, b1 200 -150, b2 -250 100"
BOTH = "r1 200 250, b1 200 -150"
WIN, WITH_OTHER, WITH_STRIKER = "striker>r1 r1@NE", "striker>r1 r1@NE b1@SE", "striker>r1 r1@NE striker@NE"


def series(opener: str = "S", s: str = OVER, n: str = OVER, **more: Any) -> dict[str, Any]:
    return {"state": {"opener": opener, "first_series": {"S": s, "N": n}, **more}}


ENDS = [  # rule, what happens, rule set, before, events, state, set, turn, findings that must be there
    ("20.3", "own last disc", "lnf-2008", LAST, WIN, {}, "won", "continues", {"20.3"}),
    ("20.3", "with an opponent's disc that is not the last", "lnf-2008", LAST, WITH_OTHER, {}, "won", "lost",
     {"20.3", "18.1.b"}),
    ("20.5", "both last discs", "lnf-2008", BOTH, WITH_OTHER, {}, "replayed", "lost", {"20.5"}),
    ("20.5", "both last discs with a penalty", "lnf-2008", BOTH, WITH_OTHER + " striker@NE", {}, "lost", "lost",
     {"20.5", "17.1.d"}),
    ("17.1.d", "own last disc with a penalty: a disc comes back", "lnf-2008", LAST, WITH_STRIKER, {}, "open", "lost",
     {"17.1.d"}),
    ("20.5", "a debt of the opponent had been forgotten", "lnf-2008", BOTH, WITH_OTHER,
     series(debt={"N": 1}), "replayed", "lost", {"20.5", "17.4"}),
    ("20.5", "the opponent's last is not the last with a disc that waits", "lnf-2008", BOTH, WITH_OTHER,
     series(pending={"N": 1}), "won", "lost",
     {"20.3"}),
    ("20.5", "the own last is not the last with a debt", "lnf-2008", BOTH, WITH_OTHER, series(debt={"S": 1}), "lost",
     "lost", {"20.3"}),
    ("rulebook 7", "the opponent's last disc, own discs left", "lnf-2008", BOTH + ", r2 -200 300", "striker>r2 b1@SE",
     {}, "lost", "lost", {"20.3", "18.1.a"}),
    ("rulebook 7", "the same with a debt of the opponent", "lnf-2008", BOTH + ", r2 -200 300", "striker>r2 b1@SE",
     series(pending={"N": 1}), "open", "lost", {"18.1.a", "17.1.o"}),
    ("20.4", "the opener clears in the first series", "lnf-2008", LAST, WIN, series(s=RUN, n=NEW), "open", "stopped",
     {"20.4"}),
    ("20.4", "in one stroke of the set", "lnf-2008", LAST, WIN, series(s=NEW, n=NEW), "open", "stopped", {"20.4"}),
    ("20.4", "with a fault that costs the turn", "lnf-2008", LAST, WITH_OTHER, series(s=RUN, n=NEW), "open", "lost",
     {"20.4", "18.1.b"}),
    ("20.4", "not in the first series", "lnf-2008", LAST, WIN, series(s=OVER, n=OVER), "won", "continues", {"20.3"}),
    ("20.4", "the second player alone clears", "lnf-2008", LAST, WIN, series("N", s=RUN, n=OVER), "won", "continues",
     {"20.3"}),
    ("20.4", "the reply clears", "lnf-2008", "r1 200 250", WIN, series("N", s=RUN, n=CLEARED), "replayed", "stopped",
     {"20.4"}),
    ("20.4", "the reply clears with a fault", "lnf-2008", "r1 200 250", WIN + " recrossed",
     series("N", s=RUN, n=CLEARED), "lost", "lost", {"20.4", "18.1.e"}),
    ("20.4", "the reply to a clearing with a fault clears", "lnf-2008", "r1 200 250", WIN,
     series("N", s=RUN, n=FAULT), "won", "stopped", {"20.4"}),
    ("20.4", "and with such a fault too", "lnf-2008", "r1 200 250", WIN + " recrossed",
     series("N", s=RUN, n=FAULT), "replayed", "lost", {"20.4"}),
    ("20.4", "the reply fails", "lnf-2008", "r1 200 250", "striker>r1", series("N", s=RUN, n=CLEARED), "lost", "lost",
     {"20.4", "18.1.a"}),
    ("20.4", "the reply fails with a penalty on the last disc", "lnf-2008", "r1 200 250", WITH_STRIKER,
     series("N", s=RUN, n=CLEARED), "lost", "lost", {"20.4", "17.1.d"}),
    ("20.4", "the reply fails against a clearing with a fault", "lnf-2008", "r1 200 250", "striker>r1",
     series("N", s=RUN, n=FAULT), "lost", "lost", {"20.4"}),
    ("20.4", "unless the opener owes a disc", "lnf-2008", "r1 200 250", "striker>r1",
     series("N", s=RUN, n=OVER, pending={"N": 1}), "open", "lost", {"17.1.o"}),
    ("20.4", "the reply goes on", "lnf-2008", "r1 200 250, r2 -200 300", WIN, series("N", s=RUN, n=CLEARED), "open",
     "continues", {"11.4.a"}),
    ("20.4", "a refused reply fails", "lnf-2008", "r1 200 250", "!refused", series("N", s=NEW, n=CLEARED), "lost",
     "lost", {"20.4", "17.1.g"}),
    ("17.5", "clearing with a debt in the first series", "lnf-2008", LAST, WIN, series(s=RUN, n=NEW, debt={"S": 1}),
     "open", "continues", {"11.4.a"}),
    ("int-2017:singles", "any opponent's disc with the last", "int-2017", LAST, WITH_OTHER, {}, "replayed", "lost",
     {"singles"}),
    ("int-2017:singles", "in the first series too", "int-2017", LAST, WITH_OTHER, series(s=RUN, n=NEW), "replayed",
     "lost", {"singles"}),
    ("int-2017:singles", "with a penalty", "int-2017", LAST, WITH_OTHER + " striker@NE", {}, "lost", "lost",
     {"singles"}),
    ("int-2017:singles", "penalty without an opponent's disc", "int-2017", LAST, WITH_STRIKER, {}, "open", "lost",
     {"penalty.4"}),
    ("int-2017:singles", "with an own debt it is not the last", "int-2017", LAST, WITH_OTHER, series(debt={"S": 1}),
     "open", "lost", {"turn.2"}),
    ("aus-1992:4.2", "own last disc", "aus-1992", LAST, WIN, {}, "won", "continues", {"4.2"}),
    ("aus-1992:1.27", "both last discs", "aus-1992", BOTH, WITH_OTHER, {}, "drawn", "lost", {"1.27", "4.5"}),
    ("aus-1992:1.26", "with a penalty", "aus-1992", LAST, WITH_STRIKER, {}, "lost", "lost", {"1.26", "4.5"}),
    ("aus-1992:1.26", "with a debt it is not the last", "aus-1992", LAST, WITH_STRIKER, series(debt={"S": 1}), "open",
     "lost", {"3.6.17"}),
    ("aus-1992:3.6.3", "a blind last disc comes back", "aus-1992", "r1 0 0, b1 200 -150", WIN, {}, "open", "lost",
     {"3.6.3"}),
    ("aus-1992:4.6", "the opener clears in the first turn", "aus-1992", LAST, WIN, series(s=RUN, n=NEW), "open",
     "stopped", {"4.6"}),
    ("aus-1992:4.6", "the reply clears", "aus-1992", "r1 200 250", WIN, series("N", s=RUN, n=CLEARED), "replayed",
     "stopped", {"4.6"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "ruleset", "before", "events", "more", "result", "turn", "rules"), ENDS,
    ids=[f"{r} {c}" for r, c, *_ in ENDS],
)  # fmt: skip
def test_end_of_set(rule, case, ruleset, before, events, more, result, turn, rules):
    found = judge(before, events, ruleset=ruleset, **more)

    assert (found["set"], found["turn"]) == (result, turn)
    assert rules <= found["rules"]
    assert (found["next"] is None) == (result != "open")


SERIES = [  # what happens, events, series before (S plays), after
    ("the first stroke goes on", WIN + " ", (NEW, NEW), (RUN, NEW)),
    ("the series goes on", WIN, (RUN, NEW), (RUN, NEW)),
    ("the series ends", "striker>r1", (RUN, NEW), (OVER, NEW)),
    ("the first stroke ends it", "striker>r1", (NEW, OVER), (OVER, OVER)),
    ("a refused first turn is over", "!refused", (NEW, OVER), (OVER, OVER)),
    ("an act that costs nothing changes nothing", "!hand_in_pocket", (NEW, NEW), (NEW, NEW)),
    ("what is over stays over", WIN, (OVER, OVER), (OVER, OVER)),
]


@pytest.mark.parametrize(("case", "events", "before", "after"), SERIES, ids=[c for c, *_ in SERIES])
def test_first_series(case, events, before, after):
    found = judge(LAST + ", r2 -200 300", events, **series(s=before[0], n=before[1]))

    assert found["state"]["first_series"] == {"S": after[0], "N": after[1]}


def test_series_that_cleared():
    assert judge(LAST, WIN, **series(s=RUN, n=NEW))["state"]["first_series"]["S"] == CLEARED
    assert judge(LAST, WITH_OTHER, **series(s=RUN, n=NEW))["state"]["first_series"]["S"] == FAULT


EIGHT = ", ".join(f"r{i} {-350 + 80 * i} 250" for i in range(1, 9))
SEVEN = ", ".join(f"r{i} {-350 + 80 * i} 250" for i in range(1, 8))
ENEMY = "b1 200 -150, b2 -250 100"
DEBTS = [  # rule, what happens, rule set, before, events, debt before, debt after, discs of S and N on the table
    ("17.4", "all eight on the table: owed", "lnf-2008", f"{EIGHT}, {ENEMY}", "striker>b1", (0, 0), (1, 0), (8, 2)),
    ("17.3", "seven on the table: placed", "lnf-2008", f"{SEVEN}, {ENEMY}", "striker>b1", (0, 0), (0, 0), (8, 2)),
    ("17.6", "as many as fit", "lnf-2008", f"{SEVEN}, {ENEMY}", "striker>b1", (2, 0), (2, 0), (8, 2)),
    ("17.5", "not while the turn goes on", "lnf-2008", f"{SEVEN}, {ENEMY}", "striker>r1 r1@NE", (2, 0), (2, 0), (6, 2)),
    ("17.5", "when the turn is lost without a penalty", "lnf-2008", f"{SEVEN}, {ENEMY}", "striker>r1", (1, 0), (0, 0),
     (8, 2)),
    ("17.5", "all cleared in a series: all at once", "lnf-2008", f"r1 200 250, {ENEMY}", WIN, (3, 0), (0, 0), (3, 2)),
    ("17.4", "a forgotten debt is void", "lnf-2008", f"{SEVEN}, {ENEMY}", "striker>r1 r1@NE", (0, 2), (0, 0), (6, 2)),
    ("17.4", "not without a stroke", "lnf-2008", f"{SEVEN}, {ENEMY}", "!hand_in_pocket", (0, 2), (0, 2), (7, 2)),
    ("17.5", "the opponent's debt waits for the opponent's loss of turn", "lnf-2008",
     f"{SEVEN}, {row('b', 7, 300)}, b8 200 -150", "striker>r1 b8@SE", (0, 1), (0, 1), (7, 7)),
    ("aus-1992:3.2", "both sides' debts after either turn", "aus-1992", f"{SEVEN}, {row('b', 7, 300)}, b8 200 -150",
     "striker>r1 b8@SE", (1, 1), (0, 0), (8, 8)),
    ("aus-1992:3.3", "a forgotten debt", "aus-1992", f"{SEVEN}, {ENEMY}", "striker>r1 r1@NE", (0, 2), (0, 0), (6, 2)),
    ("rulebook 7", "a debt counts where the last disc falls", "lnf-2008", f"{SEVEN}, {row('b', 1, 300)}",
     "striker>r1 b1@SE", (0, 0), (0, 0), (7, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "ruleset", "before", "events", "debt", "after", "counts"), DEBTS,
    ids=[f"{r} {c}" for r, c, *_ in DEBTS],
)  # fmt: skip
def test_debt(rule, case, ruleset, before, events, debt, after, counts):
    found = judge(before, events, ruleset=ruleset, **series(debt={"S": debt[0], "N": debt[1]}))

    assert found["debt"] == found["state"]["debt"] == {"S": after[0], "N": after[1]}
    colours = [disc["colour"] for disc in found["position"]]
    assert (colours.count("red"), colours.count("black")) == counts
    if "forgotten" in case:
        assert rule.removeprefix("aus-1992:") in found["rules"]


def test_opponents_last_disc_with_a_disc_that_waits():
    """Rulebook 7: it is placed, the set goes on, and the turn just gained is lost."""
    found = judge(
        BOTH + ", r2 -200 300", "striker>r2 b1@SE", **series(pending={"N": 1}, debt={"N": 1}),
        pocketed=[{"id": "b5", "colour": "black"}, {"id": "b0", "colour": "black"}],
    )  # fmt: skip

    # The debt was there before with less than eight black discs on the table, so it had been forgotten.
    assert (found["set"], found["next"], found["state"]["pending"]) == ("open", "S", {"S": 0, "N": 0})
    assert placed(found, "b0") == (0, -485)
    assert "17.4" in found["rules"]


def test_waiting_disc_is_placed_when_the_series_ends():
    """17.1.o: the offender gets the disc and loses the turn just gained; the first series is over with it."""
    found = judge(LAST, "striker>r1", **series(s=OVER, n=NEW, pending={"N": 2}))

    assert (found["next"], found["turn"]) == ("S", "lost")
    assert found["state"]["pending"] == {"S": 0, "N": 0}
    assert found["state"]["first_series"]["N"] == OVER
    assert sum(disc["colour"] == "black" for disc in found["position"]) == 4
    assert "17.1.o" in found["rules"]


def test_fault_in_the_stroke_that_ends_the_series_costs_the_turn_at_once():
    found = judge(LAST, "striker>r1; !disc_touched by=N", **series())

    assert (found["next"], found["state"]["pending"]["N"]) == ("S", 0)


def test_waiting_disc_waits_while_the_series_goes_on():
    found = judge(LAST + ", r2 -200 300", WIN, **series(pending={"N": 1}))

    assert (found["next"], found["state"]["pending"]["N"]) == ("S", 1)


def test_own_waiting_disc_is_owed_at_the_own_turn():
    found = judge(LAST, WIN, **series(pending={"S": 1}))

    assert (found["set"], found["turn"], found["state"]["pending"]["S"], found["debt"]["S"]) == (
        "open", "continues", 0, 0,
    )  # fmt: skip
    assert sum(disc["colour"] == "red" for disc in found["position"]) == 1


def test_disc_that_waits_and_one_of_this_stroke_both_keep_the_opponent_in():
    found = judge(BOTH + ", r2 -200 300", "striker>r2; b1@SE; !touched_on_placement by=N", **series(pending={"N": 1}))

    assert (found["set"], found["next"]) == ("open", "S")
    assert sum(disc["colour"] == "black" for disc in found["position"]) == 2


def test_opener_who_cleared_with_a_fault_and_gets_a_disc_back_is_not_answered_any_more():
    """Rulebook 7: the disc that waited is placed and the set goes on; a later miss of the other loses nothing."""
    found = judge("r1 200 250", "striker>r1", **series("N", s=RUN, n=FAULT, pending={"N": 1}))

    assert (found["set"], found["next"]) == ("open", "S")
    assert found["state"]["first_series"] == {"S": OVER, "N": OVER}


def test_opponent_of_a_stopped_opener_pays_and_still_has_the_reply():
    """Rulebook 7."""
    found = judge(LAST, WIN, **series(s=RUN, n=NEW, pending={"N": 1}))

    assert (found["turn"], found["next"], found["state"]["pending"]["N"]) == ("stopped", "N", 0)
    assert found["state"]["first_series"]["N"] == NEW
    assert sum(disc["colour"] == "black" for disc in found["position"]) == 3


def test_stopped_opener_with_a_fault_has_lost_the_turn():
    """20.4, note: the disc is placed at once, and the reply that fails then loses nothing."""
    found = judge("r1 200 250", "!disc_touched by=N", **series("N", s=RUN, n=CLEARED))

    assert (found["set"], found["turn"], found["next"]) == ("open", "continues", "S")
    assert found["state"]["first_series"]["N"] == OVER
    assert found["state"]["pending"]["N"] == found["debt"]["N"] == 0
    assert [(d["x"], d["y"]) for d in found["position"] if d["colour"] == "black"] == [(0, -485)]
    failed = judge("r1 200 250", "striker>r1; !disc_touched by=N", **series("N", s=RUN, n=CLEARED))
    assert (failed["set"], failed["next"]) == ("open", "N")


def test_opener_with_a_clearing_fault_keeps_the_disc_waiting():
    found = judge("r1 200 250", "!disc_touched by=N", **series("N", s=RUN, n=FAULT))

    assert (found["state"]["first_series"]["N"], found["state"]["pending"]["N"]) == (FAULT, 1)


DARK = "r1 -20 -50, r2 -250 -430, b1 30 50, b2 -250 430"
MISSES = [  # what happens, events, after, before, counts before, set, counts after
    ("a first miss", "striker|N", "", DARK, (0, 0), "open", (1, 0)),
    ("the third of each", "striker|N", "", DARK, (2, 3), "replayed", None),
    ("the other has missed twice", "striker|N", "", DARK, (2, 2), "open", (3, 2)),
    ("an own disc touched", "striker|N striker>r1", "", DARK, (2, 3), "open", (0, 3)),
    ("an own disc moved by another is a miss", "striker|N striker>b1 b1>r1", "r1 -20 -60", DARK, (2, 3), "replayed",
     None),
    ("a light disc on the table", "striker|N", "", DARK + ", b3 200 200", (2, 3), "open", (0, 0)),
    ("a disc comes to light", "striker|N striker>b1", "b1 200 50", DARK, (2, 3), "open", (0, 0)),
    ("a penalised miss puts a disc on the table", "", "", DARK, (2, 3), "open", (0, 0)),
    ("no stroke is no miss", "!hand_in_pocket", "", DARK, (2, 3), "open", (2, 3)),
    ("one side has no disc", "striker|N", "", "r1 -20 -50, r2 -250 -430", (2, 3), "open", (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "events", "after", "before", "counts", "result", "left"), MISSES, ids=[c for c, *_ in MISSES]
)
def test_stalemate(case, events, after, before, counts, result, left):
    """20.6, rulebook 7."""
    found = judge(before, events, after, **series(strokes_missed={"S": counts[0], "N": counts[1]}))

    assert found["set"] == result
    if left is not None:
        assert found["state"]["strokes_missed"] == {"S": left[0], "N": left[1]}


@pytest.mark.parametrize(("ruleset", "rule"), [("int-2017", "singles"), ("aus-1992", "4.4")])
def test_stalemate_elsewhere(ruleset, rule):
    found = judge(DARK, "striker|N", ruleset=ruleset, **series(strokes_missed={"S": 2, "N": 3}))

    assert (found["set"], rule in found["rules"]) == ("replayed", True)


def test_fault_of_the_other_waits_though_the_player_is_the_opener_who_cleared():
    """17.1.o: only an opener who has stopped and then commits the fault pays at once (20.4, note)."""
    found = judge(LAST + ", r2 -200 300", WIN.replace(" ", "; ") + "; !disc_touched by=N discs=b2", **series(s=CLEARED))

    assert found["state"]["pending"] == {"S": 0, "N": 1}
    assert found["state"]["first_series"]["S"] == CLEARED


@pytest.mark.parametrize(("events", "turn"), [
    ("striker>r1; !disc_picked_up by=N", "lost"), ("striker>r1; r1@NE; !disc_picked_up by=N", "continues"),
])
def test_turn_goes_by_the_ordinary_rules_where_the_other_has_lost_the_set(events, turn):
    """Rulebook 7: 'turn' lost if the player offended, else by the ordinary rules."""
    found = judge(LAST + ", r2 -200 300", events)

    assert (found["set"], found["turn"], found["next"]) == ("won", turn, None)


def test_only_the_opponent_of_an_opener_who_cleared_replies():
    """20.4: a player who has cleared and strikes again has not failed to reply."""
    assert judge(LAST, "striker>r1", **series(s=CLEARED))["set"] == "open"


def test_nothing_is_won_without_a_stroke_or_without_discs():
    fallen = judge(LAST, "r1@NE", striker=None)
    assert (fallen["stroke"], fallen["set"]) == ("none", "open")
    assert judge("b1 200 -150", "striker|N striker>b1")["set"] == "open"


def test_miss_counts_only_where_all_discs_were_dark_before_it():
    """20.6, rulebook 7: dark discs only, before and after the stroke, else all counts are 0."""
    books = series(strokes_missed={"S": 2, "N": 3})
    found = judge("r1 -20 -50, b1 200 100", "striker|N striker>b1", "b1 30 50", **books)

    assert (found["set"], found["state"]["strokes_missed"]) == ("open", {"S": 0, "N": 0})


def test_disc_that_goes_back_voids_no_set():
    """int-2017:singles; the opponent's disc fell by the opponent's own hand and is put back."""
    found = judge(LAST, "striker>r1; r1@NE; b1@SE; !disc_touched by=N discs=b1", ruleset="int-2017")

    assert found["set"] == "won"


def test_stalemate_is_what_decided():
    """20.6 ends the set; the turn that was lost besides does not."""
    told = explain_json({**stroke(DARK, "striker|N", **series(strokes_missed={"S": 2, "N": 3})), "language": "en"})

    assert told["decided_by"] == "lnf-2008:20.6"


def test_stopped_opener_with_a_fault_owes_it_besides_what_was_owed():
    """20.4, note; 17.6: all that can be placed is placed."""
    found = judge("r1 200 250", "!disc_touched by=N", **series("N", s=RUN, n=CLEARED, debt={"N": 8}))

    assert (sum(disc["colour"] == "black" for disc in found["position"]), found["debt"]["N"]) == (8, 1)
