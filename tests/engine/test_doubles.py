"""Doubles: seats, the circle, debts by seat, the pair's last disc (rulebook 5 and 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.strokes import judge, placed, row

PAIRS = "r1 200 250, r2 -200 250, b1 200 -150, b2 -250 100"
RUN, NEW, OVER, CLEARED, FAULT = "running", "not_started", "over", "cleared", "cleared_with_fault"
FAR = row("r", 8, 485)


def pairs(before: str, events: str, after: str = "", **more: Any) -> dict[str, Any]:
    return judge(before, events, after, mode="doubles", **more)


def series(opener: str = "S", **more: Any) -> dict[str, Any]:
    states = {seat: more.pop(seat, OVER) for seat in "SWNE"}
    return {"state": {"opener": opener, "first_series": states, **more}}


ZONES = [  # 21.3, 21.4; player, disc struck directly, whether it is the player's dark disc
    ("S", "r9 -300 -440", True), ("S", "r9 150 440", False), ("S", "r9 440 0", False), ("S", "r9 0 100", True),
    ("W", "b9 -440 150", True), ("W", "b9 440 150", False), ("W", "b9 0 -440", False), ("E", "b9 440 150", True),
    ("N", "r9 150 440", True), ("N", "r9 150 -440", False),
]  # fmt: skip


@pytest.mark.parametrize(("player", "disc", "is_dark"), ZONES)
def test_disc_is_dark_by_the_seat_of_the_player(player, disc, is_dark):
    found = pairs(f"{PAIRS}, {disc}", f"striker>{disc.split()[0]}", player=player)

    assert found["stroke"] == ("penalised" if is_dark else "correct")


@pytest.mark.parametrize(("player", "following"), [("S", "W"), ("W", "N"), ("N", "E"), ("E", "S")])
def test_turn_passes_clockwise(player, following):
    disc = "r1" if player in "SN" else "b1"

    assert pairs(PAIRS, f"striker>{disc}", player=player)["next"] == following


BACK = [  # 21.4, 17.1.t; what happens, events, after, restored, findings that must be there, that must not
    ("into the circle: back", "striker>b1", "b1 0 0", {"b1"}, {"17.1.b"}, {"17.1.t"}),
    ("into a back zone: left", "striker>b1", "b1 440 0", set(), {"17.1.b", "17.1.t"}, set()),
    ("into the other back zone: left", "striker>b1", "b1 -440 0", set(), {"17.1.b", "17.1.t"}, set()),
    ("into the zone of the pair: left", "striker>b1", "b1 100 440", set(), {"17.1.b"}, {"17.1.t"}),
    ("off an edge it is not 17.1.t", "striker|E striker>b1", "b1 440 0", set(), {"17.1.c"}, {"17.1.t"}),
    ("nor after a correct stroke", "striker>r1 r1>b1", "b1 440 0", set(), {"11.4.a"}, {"17.1.t"}),
    ("both together", "striker>r1,b1", "b1 440 0", set(), {"17.1.b", "17.1.t"}, set()),
    ("off the table: back", "striker>b1 b1^E", "", {"b1"}, {"17.1.p"}, {"17.1.t"}),
]


@pytest.mark.parametrize(("case", "events", "after", "back", "rules", "others"), BACK, ids=[c for c, *_ in BACK])
def test_penalised_stroke_gives_back(case, events, after, back, rules, others):
    found = pairs(PAIRS, events, after)

    assert set(found["restored"]) == back
    assert rules <= found["rules"]
    assert not others & found["rules"]


def test_disc_from_the_own_zone_into_the_circle_goes_back():
    """Rulebook 7: it looks at the circle alone, so the zone it came from does not count."""
    found = pairs("r1 200 250, b1 440 -150", "striker>b1", "b1 0 0", striker=(200, -420))

    assert found["restored"] == ["b1"]


def test_disc_moved_within_a_back_zone_was_not_driven_there():
    found = pairs("r1 200 250, b1 440 -150", "striker>b1", "b1 440 0", striker=(200, -420))

    assert "17.1.t" not in found["rules"]


LAST = [  # rule, what happens, player, before, events, state, set, turn
    ("21.2", "the pair's last disc", "N", "r9 -250 -300, b1 100 200", "striker>r9 r9@SW", {}, "won", "continues"),
    ("21.2", "the partner still has one", "S", "r9 -250 300, r1 200 250, b1 100 -200", "striker>r9 r9@NW", {}, "open",
     "continues"),
    ("20.5", "both pairs' last discs", "S", "r1 200 250, b1 100 -200", "striker>r1 r1@NE b1@SE", {}, "replayed",
     "lost"),
    ("20.3", "not with a debt of the partner", "S", "r1 200 250, b1 100 -200", "striker>r1 r1@NE",
     series(debt={"N": 1}), "open", "continues"),
    ("20.5", "nor with a debt of one of the opponents", "S", "r1 200 250, b1 100 -200", "striker>r1 r1@NE b1@SE",
     series(debt={"E": 1}), "won", "lost"),
    ("20.5", "nor with debts of both", "S", "r1 200 250, b1 100 -200", "striker>r1 r1@NE b1@SE",
     series(debt={"E": 1}, pending={"W": 1}), "won", "lost"),
    ("21.7", "the opener clears", "S", "r1 200 250, b1 100 -200", "striker>r1 r1@NE",
     series(S=RUN, W=NEW, N=NEW, E=NEW), "open", "stopped"),
    ("21.7", "one opponent replies and clears", "W", "b1 100 -200", "striker>b1 b1@SE",
     series(S=CLEARED, W=RUN, N=NEW, E=NEW), "replayed", "stopped"),
    ("21.7", "and fails", "W", "b1 100 -200", "striker>b1", series(S=CLEARED, W=RUN, N=NEW, E=NEW), "lost", "lost"),
    ("21.7", "the second clears when the opener did not", "W", "b1 100 -200, r1 200 250", "striker>b1 b1@SE",
     series(S=OVER, W=RUN, N=NEW, E=NEW), "won", "continues"),
    ("21.7", "the opener's partner clears", "N", "b1 100 -200, r1 200 250", "striker>r1 r1@NE",
     series(S=OVER, W=OVER, N=RUN, E=NEW), "won", "continues"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "player", "before", "events", "more", "result", "turn"), LAST,
    ids=[f"{r} {c}" for r, c, *_ in LAST],
)  # fmt: skip
def test_last_disc(rule, case, player, before, events, more, result, turn):
    found = pairs(before, events, player=player, **more)

    assert (found["set"], found["turn"]) == (result, turn)
    if result in ("won", "replayed", "lost") and rule == "21.7":
        assert {"20.4", "21.7"} <= found["rules"] or "21.2" in found["rules"]


def test_int_cites_its_own_chapter():
    found = pairs("b1 100 -200, r1 200 250", "striker>r1 r1@NE", ruleset="int-2017")

    assert (found["set"], "doubles" in found["rules"]) == ("won", True)


def test_penalty_disc_is_owed_while_the_row_opposite_stands():
    """21.6: eight of the pair's sixteen are gone, but those opposite the player are untouched."""
    found = pairs(f"{FAR}, b1 200 -150", "striker>b1")

    assert found["debt"]["S"] == 1
    moved = pairs(f"{FAR}, b1 200 -150", "striker>b1", "r8 105.6 485")
    assert moved["debt"]["S"] == 0
    assert placed(moved, "red-1") is not None
    assert pairs(f"{FAR}, b1 200 -150", "striker>b1", "r8 105.5 485")["debt"]["S"] == 1


def test_penalty_disc_of_the_partner_looks_at_its_own_side():
    found = pairs(f"{FAR}, b1 200 -150", "striker>b1", player="N")

    assert found["debt"]["N"] == 0
    assert placed(found, "red-1") == (0, -485)


def test_row_held_by_the_others_is_no_row():
    """Rulebook 7: held by that pair's discs."""
    found = pairs("r1 200 250, r2 300 0, " + row("b", 8, 485), "striker>b1", striker=(0, -420))

    assert found["debt"]["S"] == 0


@pytest.mark.parametrize(
    ("player", "place"), [("S", (0, 485)), ("W", (485, 0)), ("N", (0, -485)), ("E", (-485, 0))]
)
def test_penalty_place_is_opposite_the_seat(player, place):
    other = "b1" if player in "SN" else "r1"

    assert placed(pairs(PAIRS, f"striker>{other}", player=player), "red-1" if player in "SN" else "black-1") == place


def test_fault_of_the_partner_is_the_players():
    """21.5: the partner who has the turn is penalised."""
    found = pairs(PAIRS, "!disc_touched by=N")

    assert (found["penalty"], found["turn"], found["next"]) == (True, "lost", "W")
    assert placed(found, "red-1") == (0, 485)


def test_act_of_the_partner_that_costs_only_the_turn_costs_nothing():
    for act in ("!left_playing_area by=N", "!placed_early by=N", "!slow_play times=2 by=N"):
        assert pairs(PAIRS, act)["turn"] == "continues"


def test_loss_by_the_partner_is_the_players():
    assert pairs(PAIRS, "!wilful_breach by=N")["set"] == "lost"
    assert pairs(PAIRS, "!hand_in_pocket by=N")["set"] == "open"


@pytest.mark.parametrize("by", ["W", "E"])
def test_fault_of_an_opponent_waits_for_the_one_who_is_next(by):
    """21.5: who will have the turn next is penalised, and loses it; the one after strikes."""
    found = pairs(PAIRS, f"!disc_touched by={by}")
    assert found["state"]["pending"] == {"S": 0, "W": 1, "N": 0, "E": 0}

    ended = pairs(PAIRS, f"striker>r1; !disc_touched by={by}")
    assert ended["next"] == "N"
    assert placed(ended, "black-1") == (485, 0)


def test_debt_is_never_forgotten_in_doubles():
    assert pairs(PAIRS, "striker>r1", **series(debt={"W": 1}))["debt"]["W"] == 1


CIRCLE = "r1 0 50, r2 30 -50, b1 -30 -50, b2 -60 0"


def test_stalemate_needs_all_discs_in_the_circle_and_all_four_seats():
    """Rulebook 7: dark for every seat of the pair, so in the circle."""
    counts = {"S": 2, "W": 3, "N": 3, "E": 3}
    assert pairs(CIRCLE, "striker|N", **series(strokes_missed=counts))["set"] == "replayed"
    assert pairs(CIRCLE, "striker|N", **series(strokes_missed={**counts, "E": 2}))["set"] == "open"
    zone = pairs(CIRCLE + ", r3 -300 -440", "striker|N", **series(strokes_missed=counts))
    assert zone["state"]["strokes_missed"] == {"S": 0, "W": 0, "N": 0, "E": 0}


def test_out_of_turn_is_lost_whenever_noticed():
    for noticed in ("at_once", "after_next_stroke"):
        found = pairs(PAIRS, f"striker>r1; !out_of_turn noticed={noticed}")
        assert (found["set"], "16.1.h" in found["rules"]) == ("lost", True)


def test_debt_of_the_partner_waits_for_a_turn_of_their_own_or_of_the_opponents():
    """aus-1992:3.2: a penalty disc is put out after the player or opponent has finished; debts are kept by seat."""
    found = pairs(PAIRS, "striker>r1", ruleset="aus-1992", **series(debt={"S": 1, "N": 1, "W": 1}))

    assert found["debt"] == {"S": 0, "W": 0, "N": 1, "E": 0}


def test_disc_driven_home_after_an_own_dark_one_is_no_finding():
    """17.1.t, rulebook 7: opponents' disc first, or both together."""
    found = pairs("r1 0 -30, r2 200 250, b1 200 -150", "striker>r1 striker>b1", "b1 440 -150")

    assert found["stroke"] == "penalised"
    assert "17.1.t" not in found["rules"]


@pytest.mark.parametrize(("ruleset", "rules"), [("lnf-2008", {"20.5"}), ("aus-1992", {"1.27", "4.5"})])
def test_last_discs_of_both_pairs_together(ruleset, rules):
    found = pairs("r1 200 250, b1 200 -150", "striker>r1 r1@NE b1@SE", ruleset=ruleset)

    assert found["set"] == {"lnf-2008": "replayed", "aus-1992": "drawn"}[ruleset]
    assert rules <= found["rules"]


def test_last_disc_with_a_penalty_loses_the_pairs_set():
    """aus-1992:1.26, 4.5."""
    found = pairs("r1 200 250, b1 200 -150", "striker>r1 r1@NE striker@NE", ruleset="aus-1992")

    assert (found["set"], {"1.26", "4.5"} <= found["rules"]) == ("lost", True)


@pytest.mark.parametrize(("ruleset", "rule"), [("lnf-2008", "20.6"), ("int-2017", "doubles"), ("aus-1992", "4.4")])
def test_three_misses_of_each_in_doubles(ruleset, rule):
    """20.6, rulebook 7: dark for every seat of the pair, so in the circle."""
    missed = series(strokes_missed={"S": 2, "W": 3, "N": 3, "E": 3})
    found = pairs("r1 0 -30, b1 0 60", "striker|N", ruleset=ruleset, **missed)

    assert (found["set"], rule in found["rules"]) == ("replayed", True)


@pytest.mark.parametrize(("ruleset", "rule"), [("lnf-2008", "17.1.o"), ("aus-1992", "3.2")])
def test_disc_that_waited_in_doubles(ruleset, rule):
    found = pairs(PAIRS, "striker>r1", ruleset=ruleset, **series(pending={"W": 1}))

    assert (found["next"], rule in found["rules"]) == ("N", True)
