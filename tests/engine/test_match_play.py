"""Games counted from their events. Each case cites its clause; the right answers are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.match_json import score_match

SEATS = {"S": "a1", "W": "b1", "N": "a2", "E": "b2"}
SWAPPED = {"S": "a1", "W": "b2", "N": "a2", "E": "b1"}
A, B, DRAWN = {"set_won": "A"}, {"set_won": "B"}, {"set_drawn": True}
CLEAR = {"set_replayed": "double_clear"}


def warned(who: str, clause: str = "19.1.c") -> dict[str, Any]:
    return {"warning": who, "clause": clause}


def lost(who: str, reason: str = "no_show") -> dict[str, Any]:
    return {"game_lost": who, "reason": reason}


def game(*events: dict[str, Any], **settings: Any) -> dict[str, Any]:
    base = {"ruleset": "lnf-2008", "sets": 6, "all_sets": False, "first_stroke": "A"}
    return score_match({**base, **settings, "events": list(events)})


def pairs(*events: dict[str, Any], **settings: Any) -> dict[str, Any]:
    return game(*events, **{"mode": "doubles", "seats": SEATS, "first_stroke": "a1", "sets": 3, **settings})


ENDS = [  # rule, what happens, events, settings, score, winner, over
    ("23.1", "three of six is not more than half", [A, A, A], {}, (3, 0), None, False),
    ("23.1", "four of six is", [A, A, A, A], {}, (4, 0), "A", True),
    ("23.1", "an even number can end drawn", [A, B, A, B, A, B], {}, (3, 3), "draw", True),
    ("23.1", "all sets: four won do not end it", [B, B, B, B], {"all_sets": True}, (0, 4), None, False),
    ("23.1", "all sets: the last ends it", [B, B, B, B, A, A], {"all_sets": True}, (2, 4), "B", True),
    ("23.1", "one set", [B], {"sets": 1}, (0, 1), "B", True),
    ("15.3", "the third warning loses what is left", [A, B, warned("A"), warned("A"), warned("A")], {}, (1, 4), "B",
     True),
    ("15.3", "3:1 to the offender ends drawn", [A, A, A, B, warned("A"), warned("A"), warned("A")], {}, (3, 3),
     "draw", True),
    ("15.3", "all sets: every one that is left", [A, warned("B"), warned("B"), warned("B")], {"all_sets": True},
     (6, 0), "A", True),
    ("19.1", "two each end nothing", [warned("A"), warned("B"), warned("A"), warned("B")], {}, (0, 0), None, False),
    ("aus-1992:1.28", "no fixed number", [warned("A", "1.28")] * 4, {"ruleset": "aus-1992"}, (0, 0), None, False),
    ("15.1", "no-show: no rows are added", [A, lost("A")], {}, (1, 0), "B", True),
    ("aus-1992:1.27", "a drawn set counts as played", [A, B, DRAWN], {"ruleset": "aus-1992", "sets": 3}, (1, 1),
     "draw", True),
    ("aus-1992:1.27", "a drawn set and a lead", [A, DRAWN, DRAWN], {"ruleset": "aus-1992", "sets": 3}, (1, 0), "A",
     True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "events", "settings", "score", "winner", "over"), ENDS, ids=[f"{r} {c}" for r, c, *_ in ENDS]
)
def test_end_of_a_game(rule, case, events, settings, score, winner, over):
    result = game(*events, **settings)

    assert (result["score"], result["winner"], result["over"]) == ({"A": score[0], "B": score[1]}, winner, over)
    assert (result["next"] is None) == over


NEXT = [  # rule, what happens, events, settings, number, first stroke, side of A
    ("20.2", "before the first set", [], {}, 1, "A", "S"),
    ("20.2", "after a set both change", [A], {}, 2, "B", "N"),
    ("20.2", "from the other side", [A], {"side_of_a": "N", "first_stroke": "B"}, 2, "A", "S"),
    ("20.4", "both clear: sides and first stroke change", [CLEAR], {}, 1, "B", "N"),
    ("20.4", "twice running", [CLEAR, CLEAR], {}, 1, "A", "S"),
    ("20.4", "the next set starts as the protocol has it, the sides go on", [CLEAR, A], {}, 2, "B", "S"),
    ("20.5", "both last discs: nothing changes", [A, {"set_replayed": "last_discs"}], {}, 2, "B", "N"),
    ("20.6", "stalemate: nothing changes", [A, {"set_replayed": "stalemate"}], {}, 2, "B", "N"),
    ("rulebook 7", "interference: nothing changes", [{"set_replayed": "interference"}], {}, 1, "A", "S"),
    ("aus-1992:4.6", "the sides stay", [CLEAR], {"ruleset": "aus-1992", "sets": 3}, 1, "A", "S"),
    ("aus-1992:4.6", "but for the deciding set", [A, B, CLEAR], {"ruleset": "aus-1992", "sets": 3}, 3, "B", "N"),
    ("aus-1992:4.6", "the last set of a game that is not level decides nothing", [A, A, CLEAR],
     {"ruleset": "aus-1992", "sets": 3, "all_sets": True}, 3, "A", "S"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "events", "settings", "number", "first", "side"), NEXT, ids=[f"{r} {c}" for r, c, *_ in NEXT]
)
def test_next_set(rule, case, events, settings, number, first, side):
    assert game(*events, **settings)["next"] == {"number": number, "first_stroke": first, "side_of_a": side}


def test_awarded_rows_go_on_alternating():
    """Rulebook 7: the rows that a third warning awards look like played ones."""
    rows = game(A, CLEAR, warned("B"), warned("B"), warned("B"))["sets"]

    assert [(r["number"], r["winner"], r["first_stroke"], r["side_of_a"], r["awarded"]) for r in rows] == [
        (1, "A", "A", "S", False), (2, "A", "A", "S", True), (3, "A", "A", "N", True), (4, "A", "B", "S", True),
    ]  # fmt: skip


def test_drawn_set_is_a_row_without_a_winner():
    assert game(DRAWN, ruleset="aus-1992")["sets"] == [
        {"number": 1, "winner": None, "first_stroke": "A", "side_of_a": "S", "awarded": False}
    ]


def test_pairs_move_one_seat_clockwise():
    """21.1: the first stroke stays on its side of the table."""
    assert pairs(A)["next"] == {
        "number": 2, "first_stroke": "b2", "seats": {"S": "b2", "W": "a1", "N": "b1", "E": "a2"},
    }  # fmt: skip
    assert pairs(A)["sets"] == [
        {"number": 1, "winner": "A", "first_stroke": "a1", "seats": SEATS, "awarded": False}
    ]


def test_pairs_that_both_cleared_stay():
    """21.1, rulebook 7: the last to strike strikes first, and the first stroke goes on from that side."""
    replayed = {**CLEAR, "last_striker": "b1"}

    assert pairs(replayed)["next"] == {"number": 1, "first_stroke": "b1", "seats": SEATS}
    assert pairs(replayed, A)["next"] == {
        "number": 2, "first_stroke": "a1", "seats": {"S": "b2", "W": "a1", "N": "b1", "E": "a2"},
    }  # fmt: skip


def test_pairs_may_exchange_seats_before_the_first_set():
    """22.3: the pair without the first stroke."""
    assert pairs({"seats": SWAPPED})["next"] == {"number": 1, "first_stroke": "a1", "seats": SWAPPED}


def test_pairs_may_exchange_seats_in_a_deciding_odd_set():
    now = pairs(A, B)["next"]["seats"]
    assert now == {"S": "a2", "W": "b2", "N": "a1", "E": "b1"}

    swapped = {**now, "W": "b1", "E": "b2"}

    assert pairs(A, B, {"seats": swapped})["next"] == {"number": 3, "first_stroke": "a2", "seats": swapped}


def test_pair_replay_for_another_reason_changes_nothing():
    assert pairs({"set_replayed": "stalemate"})["next"] == {"number": 1, "first_stroke": "a1", "seats": SEATS}


ERRORS = [  # rule, what is wrong, the game, code, path
    ("contract", "a set after the end", lambda: game(A, A, A, sets=3), "game_over", "events[2]"),
    ("contract", "a warning after the end", lambda: game(lost("A"), warned("A")), "game_over", "events[1]"),
    ("20.3", "no drawn sets in lnf-2008", lambda: game(A, DRAWN), "no_drawn_sets", "events[1].set_drawn"),
    ("aus-1992:1.27", "last discs are a draw there",
     lambda: game({"set_replayed": "last_discs"}, ruleset="aus-1992"), "illegal_replay", "events[0].set_replayed"),
    ("19.1", "no such warning clause", lambda: game(warned("A", "19.1.k")), "warning_clause_unknown",
     "events[0].clause"),
    ("19.1", "aus-1992 has its own", lambda: game(warned("A"), ruleset="aus-1992"), "warning_clause_unknown",
     "events[0].clause"),
    ("22.3", "no exchange that moves the pair with the stroke",
     lambda: pairs({"seats": {"S": "a2", "W": "b1", "N": "a1", "E": "b2"}}), "illegal_seats", "events[0].seats"),
    ("22.3", "an exchange exchanges", lambda: pairs({"seats": SEATS}), "illegal_seats", "events[0].seats"),
    ("22.3", "once only", lambda: pairs({"seats": SWAPPED}, {"seats": SEATS}), "illegal_seats", "events[1].seats"),
    ("22.3", "not after a replay", lambda: pairs({"set_replayed": "stalemate"}, {"seats": SWAPPED}), "illegal_seats",
     "events[1].seats"),
    ("22.3", "not before set 2 of three",
     lambda: pairs(A, {"seats": {"S": "b2", "W": "a2", "N": "b1", "E": "a1"}}), "illegal_seats", "events[1].seats"),
    ("22.3", "not where all sets are played",
     lambda: pairs(A, B, {"seats": {"S": "a2", "W": "b1", "N": "a1", "E": "b2"}}, all_sets=True), "illegal_seats",
     "events[2].seats"),
    ("22.3", "not in the last set of an even number",
     lambda: pairs(A, {"seats": {"S": "b2", "W": "a2", "N": "b1", "E": "a1"}}, sets=2), "illegal_seats",
     "events[1].seats"),
    ("20.4", "the last striker is of the other pair", lambda: pairs({**CLEAR, "last_striker": "a2"}),
     "illegal_striker", "events[0].last_striker"),
    ("20.4", "the last striker plays here", lambda: pairs({**CLEAR, "last_striker": "c"}), "illegal_striker",
     "events[0].last_striker"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "make", "code", "path"), ERRORS, ids=[f"{rule} {case}" for rule, case, *_ in ERRORS]
)
def test_event_that_cannot_be(rule, case, make, code, path):
    with pytest.raises(EngineError) as caught:
        make()

    assert (caught.value.code, caught.value.path) == (code, path)
