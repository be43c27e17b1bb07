"""The game log: payloads, what may follow, and the state that a log folds into."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.game_log import (
    KINDS,
    GameSettings,
    LogEvent,
    check_next,
    check_result,
    fold,
    needs_official,
    read_payload,
    to_json,
)

SIX = GameSettings(ruleset="lnf-2008", sets=6, all_sets=False)
PAIRS = GameSettings(ruleset="lnf-2008", sets=3, all_sets=False, mode="doubles", first_stroke="B")
AUS = GameSettings(ruleset="aus-1992", sets=3, all_sets=False)
CHOICE = {"first_stroke": "B", "by": "lot", "side_of_a": "N", "discs_of_a": "red"}
A, B = ("set_won", {"winner": "A"}), ("set_won", {"winner": "B"})
SEATED = {"first_stroke": "A", "by": "lot", "side_of_a": "W", "discs_of_a": "red", "first_striker": "A2",
          "seats": {"S": "B2", "W": "A1", "N": "B1", "E": "A2"}}
DISPUTE = {"text": "?", "dispute": "00000000-0000-7000-8000-000000000001", "set": 1, "player": "A", "member": "A2"}
Step = tuple[str, dict[str, Any]]


def sign(who: str) -> Step:
    return "signature", {"who": who, "name": "Anna", "strokes": [[0, 1, 2.5, 3]], "proof": None}


def warn_of(member: str) -> Step:
    return "warning", {"who": member[0], "clause": "19.1.c", "member": member}


def void(number: int) -> Step:
    return "void", {"uid": f"e{number}", "reason": "mistake"}


def warn(who: str, clause: str = "19.1.c") -> Step:
    return "warning", {"who": who, "clause": clause}


def event(number: int, kind: str, payload: dict[str, Any]) -> LogEvent:
    return LogEvent(f"e{number}", kind, read_payload(kind, payload))


def written(*steps: Step, game: GameSettings = SIX) -> list[LogEvent]:
    """A log whose every event was let through."""
    log: list[LogEvent] = []
    for number, (kind, payload) in enumerate(steps):
        new = event(number, kind, payload)
        check_next(game, log, new)
        log.append(new)
    return log


def state(*steps: Step, game: GameSettings = SIX) -> dict[str, Any]:
    return to_json(fold(game, written(*steps, game=game)))


STATES = [  # what the log holds, events, settings, part of the state
    ("nothing", [], SIX, {"phase": "waiting", "score": {"A": 0, "B": 0}, "over": False, "winner": None}),
    ("called", [("called", {})], SIX, {"phase": "called"}),
    ("warm-up", [("called", {}), ("warm_up", {})], SIX, {"phase": "warming_up"}),
    ("started", [("started", {})], SIX, {"phase": "running"}),
    ("a late call changes nothing", [("started", {}), ("called", {})], SIX, {"phase": "running"}),
    ("a set on a phone that never started", [A], SIX, {"phase": "running", "score": {"A": 1, "B": 0}}),
    ("arrived", [("arrived", {"who": "B"})], SIX, {"arrived": {"A": False, "B": True}}),
    ("22.1 the choice decides stroke and side", [("choice", CHOICE)], SIX,
     {"next": {"number": 1, "first_stroke": "B", "side_of_a": "N"}}),
    ("22.1 a choice made again", [("choice", CHOICE), ("choice", {**CHOICE, "first_stroke": "A"})], SIX,
     {"next": {"number": 1, "first_stroke": "A", "side_of_a": "N"}}),
    ("22.1 a void choice", [("choice", CHOICE), void(0)], SIX,
     {"next": {"number": 1, "first_stroke": "A", "side_of_a": "S"}, "voided": ["e0"]}),
    ("19.1 a choice keeps the warnings", [warn("A"), ("choice", CHOICE)], SIX, {"warnings": {"A": 1, "B": 0}}),
    ("16.1.b a lost set is the other's", [("set_lost", {"who": "A", "clause": "16.1.b"})], SIX,
     {"score": {"A": 0, "B": 1}}),
    ("aus-1992:1.27 a drawn set", [("set_drawn", {}), A], AUS, {"score": {"A": 1, "B": 0}, "over": False}),
    ("20.4 a replay", [("set_replayed", {"reason": "double_clear"})], SIX,
     {"replays": [{"set": 1, "reason": "double_clear"}], "next": {"number": 1, "first_stroke": "B", "side_of_a": "N"}}),
    ("19.1 warnings are listed", [A, warn("B")], SIX,
     {"warning_list": [{"uid": "e1", "who": "B", "clause": "19.1.c", "set": 2, "number": 1}]}),
    ("15.3 the third warning", [A, warn("A"), warn("A"), warn("A")], SIX,
     {"over": True, "winner": "B", "score": {"A": 1, "B": 4}, "phase": "over", "lost_by": None}),
    ("15.3 the third warning void", [A, warn("A"), warn("A"), warn("A"), void(3)], SIX,
     {"over": False, "score": {"A": 1, "B": 0}, "warnings": {"A": 2, "B": 0}, "phase": "running"}),
    ("15.1 no-show", [("called", {}), ("no_show", {"who": "A"})], SIX,
     {"over": True, "winner": "B", "lost_by": {"who": "A", "reason": "no_show"}, "score": {"A": 0, "B": 0}}),
    ("15.1 neither came", [("no_show", {"who": "A"}), ("no_show", {"who": "B"})], SIX,
     {"over": True, "winner": None, "lost_by": {"who": "both", "reason": "no_show"}, "next": None}),
    ("15.2 unsporting", [A, ("game_lost", {"who": "A", "reason": "unsporting"})], SIX,
     {"winner": "B", "lost_by": {"who": "A", "reason": "unsporting"}, "score": {"A": 1, "B": 0}}),
    ("15.2 unsporting, both of them", [A, ("game_lost", {"who": "both", "reason": "unsporting"})], SIX,
     {"over": True, "winner": None, "lost_by": {"who": "both", "reason": "unsporting"}, "score": {"A": 1, "B": 0},
      "next": None, "time_limit": False}),
    ("the time limit: the sets not finished are drawn, the finished ones decide", [A, B, A, ("time_limit", {})], SIX,
     {"over": True, "winner": "A", "score": {"A": 2, "B": 1}, "phase": "over", "next": None, "time_limit": True,
      "lost_by": None, "sets": [
         {"number": 1, "winner": "A", "first_stroke": "A", "side_of_a": "S", "awarded": False},
         {"number": 2, "winner": "B", "first_stroke": "B", "side_of_a": "N", "awarded": False},
         {"number": 3, "winner": "A", "first_stroke": "A", "side_of_a": "S", "awarded": False},
         {"number": 4, "winner": None, "first_stroke": "B", "side_of_a": "N", "awarded": True},
         {"number": 5, "winner": None, "first_stroke": "A", "side_of_a": "S", "awarded": True},
         {"number": 6, "winner": None, "first_stroke": "B", "side_of_a": "N", "awarded": True}]}),
    ("the time limit at a level score", [A, B, ("time_limit", {})], SIX,
     {"winner": "draw", "score": {"A": 1, "B": 1}, "over": True}),
    ("the time limit in the first set", [("started", {}), ("time_limit", {})], SIX,
     {"winner": "draw", "score": {"A": 0, "B": 0}, "over": True}),
    ("the time limit taken back", [A, ("time_limit", {}), void(1)], SIX,
     {"over": False, "winner": None, "time_limit": False, "phase": "running", "score": {"A": 1, "B": 0}}),
    ("a signature lapses when the time limit is taken back", [A, ("time_limit", {}), sign("A"), void(1)], SIX,
     {"signatures": {"A": None, "B": None, "referee": None}}),
    ("discs and clears are counted", [("penalty_disc", {"who": "A", "clause": "17.1.d"}),
     ("clear_in_first_series", {"who": "B"})], SIX, {"penalty_discs": {"A": 1, "B": 0}, "clears": {"A": 0, "B": 1}}),
    ("23.1 a bare score", [("result", {"sets": [4, 2]})], SIX,
     {"over": True, "winner": "A", "score": {"A": 4, "B": 2}, "sets": [], "next": None}),
    ("23.1 a bare draw", [("result", {"sets": [3, 3]})], SIX, {"winner": "draw"}),
    ("23.1 a bare loss", [("result", {"sets": [1, 4]})], SIX, {"winner": "B"}),
    ("19.1 warnings from the back of the paper", [("result", {"sets": [3, 3]}), *[warn("A")] * 3], SIX,
     {"winner": "draw", "score": {"A": 3, "B": 3}, "warnings": {"A": 3, "B": 0}}),
    ("calls stay open until a ruling", [("official_called", {"reason": ""}), ("dispute", {"text": "first touch"})], SIX,
     {"calls": [{"uid": "e0", "kind": "official_called", "reason": ""},
                {"uid": "e1", "kind": "dispute", "reason": "first touch"}]}),
    ("a ruling answers them", [("dispute", {"text": "x"}), ("ruling", {"text": "y"})], SIX, {"calls": []}),
    ("the kinds that change nothing", [("clock_call", {"who": "A"}), ("pause", {}), ("note", {"text": "x"}),
     ("protest", {"who": "A", "text": "x"})], SIX, {"phase": "waiting", "score": {"A": 0, "B": 0}}),
    ("signed and finished", [A, A, A, A, sign("A"), sign("B"), ("finished", {}), sign("referee")], SIX,
     {"phase": "finished", "signatures": {"A": {"name": "Anna", "uid": "e4"}, "B": {"name": "Anna", "uid": "e5"},
                                          "referee": {"name": "Anna", "uid": "e7"}}}),
    ("a signature lapses when a set is void", [A, A, A, A, sign("A"), sign("B"), ("finished", {}), void(3)], SIX,
     {"phase": "running", "over": False, "signatures": {"A": None, "B": None, "referee": None}}),
    ("a signature lapses when a disc is added", [A, A, A, A, sign("A"), ("penalty_disc",
     {"who": "A", "clause": "17.1.d"})], SIX, {"phase": "over", "signatures": {"A": None, "B": None, "referee": None}}),
    ("a signature stays when a note is void", [("note", {"text": "x"}), A, A, A, A, sign("A"), void(0)], SIX,
     {"signatures": {"A": {"name": "Anna", "uid": "e5"}, "B": None, "referee": None}}),
    ("21.1 pairs: the first stroke passes from pair to pair", [A], PAIRS,
     {"next": {"number": 2, "first_stroke": "A", "first_striker": "A1", "side_of_a": "W",
               "seats": {"S": "B2", "W": "A1", "N": "B1", "E": "A2"}, "may_swap": False},
      "sets": [{"number": 1, "winner": "A", "first_stroke": "B", "first_striker": "B1", "side_of_a": "S",
                "awarded": False, "seats": {"S": "A1", "W": "B1", "N": "A2", "E": "B2"}}]}),
    ("21.1 pairs: both cleared, the next player clockwise was the last", [("set_replayed",
     {"reason": "double_clear"})], PAIRS, {"next": {"number": 1, "first_stroke": "A", "first_striker": "A2",
      "side_of_a": "S", "seats": {"S": "A1", "W": "B1", "N": "A2", "E": "B2"}, "may_swap": False}}),
    ("21.1 pairs: the last striker is told", [("set_replayed", {"reason": "double_clear", "last_striker": "A1"})],
     PAIRS, {"next": {"number": 1, "first_stroke": "A", "first_striker": "A1", "side_of_a": "S",
      "seats": {"S": "A1", "W": "B1", "N": "A2", "E": "B2"}, "may_swap": False}}),
    ("21.1 pairs: a void replay leaves a striker of the wrong pair", [
      ("set_replayed", {"reason": "double_clear", "last_striker": "A1"}),
      ("set_replayed", {"reason": "double_clear", "last_striker": "B2"}), void(0)], PAIRS,
     {"next": {"number": 1, "first_stroke": "A", "first_striker": "A2", "side_of_a": "S",
      "seats": {"S": "A1", "W": "B1", "N": "A2", "E": "B2"}, "may_swap": False}}),
    ("pairs over", [A, A], PAIRS, {"next": None, "winner": "A"}),
    ("22.3 pairs: before set 1 the pair without the first stroke may exchange", [], PAIRS,
     {"next": {"number": 1, "first_stroke": "B", "first_striker": "B1", "side_of_a": "S", "may_swap": True,
               "seats": {"S": "A1", "W": "B1", "N": "A2", "E": "B2"}}}),
    ("22.3 pairs: and has done so", [("seats", {"seats": {"S": "A2", "W": "B1", "N": "A1", "E": "B2"}})], PAIRS,
     {"next": {"number": 1, "first_stroke": "B", "first_striker": "B1", "side_of_a": "N", "may_swap": False,
               "seats": {"S": "A2", "W": "B1", "N": "A1", "E": "B2"}}}),
    ("22.3 pairs: seats and first striker are chosen", [("choice", SEATED)], PAIRS,
     {"next": {"number": 1, "first_stroke": "A", "first_striker": "A2", "side_of_a": "W", "may_swap": False,
               "seats": {"S": "B2", "W": "A1", "N": "B1", "E": "A2"}}}),
    ("21.1 pairs: from the seats chosen everybody moves one seat clockwise", [("choice", SEATED), A], PAIRS,
     {"next": {"number": 2, "first_stroke": "B", "first_striker": "B1", "side_of_a": "N", "may_swap": False,
               "seats": {"W": "B2", "N": "A1", "E": "B1", "S": "A2"}}}),
    ("22.3 pairs: again in a deciding odd set", [A, B], PAIRS,
     {"next": {"number": 3, "first_stroke": "B", "first_striker": "B2", "side_of_a": "N", "may_swap": True,
               "seats": {"W": "B2", "N": "A1", "E": "B1", "S": "A2"}}}),
    ("22.3 pairs: a void leaves an exchange without its place", [
      A, B, ("seats", {"seats": {"W": "B2", "N": "A2", "E": "B1", "S": "A1"}}), void(1)], PAIRS,
     {"next": {"number": 2, "first_stroke": "A", "first_striker": "A1", "side_of_a": "W", "may_swap": False,
               "seats": {"S": "B2", "W": "A1", "N": "B1", "E": "A2"}}}),
    ("19.1 pairs: warnings are a player's", [warn_of("A1"), warn_of("A2"), warn_of("A1")], PAIRS,
     {"warnings": {"A": 3, "B": 0}, "over": False, "warning_list": [
      {"uid": "e0", "who": "A", "clause": "19.1.c", "set": 1, "number": 1, "member": "A1"},
      {"uid": "e1", "who": "A", "clause": "19.1.c", "set": 1, "number": 1, "member": "A2"},
      {"uid": "e2", "who": "A", "clause": "19.1.c", "set": 1, "number": 2, "member": "A1"}]}),
    ("15.3 pairs: the third of one player loses the sets", [warn_of("A1"), warn_of("A1"), warn_of("A1")], PAIRS,
     {"winner": "B", "over": True, "score": {"A": 0, "B": 2}}),
    ("15.3 pairs: where no player is named, of the pair", [warn("A"), warn("A"), warn("A")], PAIRS,
     {"winner": "B", "over": True}),
    ("22.1 pairs: warnings given before the choice stand", [warn_of("A1"), warn_of("A1"), ("choice", SEATED),
     warn_of("A1")], PAIRS, {"winner": "B", "over": True}),
    ("9.1.g pairs: from the back of the paper", [("result", {"sets": [2, 0]}), warn_of("B2")], PAIRS,
     {"warnings": {"A": 0, "B": 1}, "warning_list": [
      {"uid": "e1", "who": "B", "clause": "19.1.c", "set": 1, "number": 1, "member": "B2"}]}),
    ("pairs: whose stroke is disputed", [("dispute", DISPUTE)], PAIRS, {"disputes": [
     {"uid": DISPUTE["dispute"], "event": "e0", "set": 1, "player": "A", "text": "?", "ruling": None,
      "member": "A2"}]}),
]  # fmt: skip


@pytest.mark.parametrize(("case", "steps", "game", "wanted"), STATES, ids=[case for case, *_ in STATES])
def test_state(case, steps, game, wanted):
    found = state(*steps, game=game)

    assert {key: found[key] for key in wanted} == wanted


OVER = [A, A, A, A]
REFUSALS = [  # why, log, new event, settings, code, path
    ("a set after the end", OVER, A, SIX, "game_over", "kind"),
    ("a replay after the end", OVER, ("set_replayed", {"reason": "stalemate"}), SIX, "game_over", "kind"),
    ("a loss after the end", OVER, ("game_lost", {"who": "A", "reason": "handshake"}), SIX, "game_over", "kind"),
    ("a warning after the end", OVER, warn("A"), SIX, "game_over", "kind"),
    ("a start after the end", OVER, ("started", {}), SIX, "game_over", "kind"),
    ("the same no-show twice", [("no_show", {"who": "A"})], ("no_show", {"who": "A"}), SIX, "game_over", "kind"),
    ("a third no-show", [("no_show", {"who": "A"}), ("no_show", {"who": "B"})], ("no_show", {"who": "A"}), SIX,
     "game_over", "kind"),
    ("a no-show after another loss", [("game_lost", {"who": "A", "reason": "excluded"})], ("no_show", {"who": "B"}),
     SIX, "game_over", "kind"),
    ("a no-show of one who is there", [("arrived", {"who": "A"})], ("no_show", {"who": "A"}), SIX, "already_arrived",
     "payload.who"),
    ("the time limit of a game that has not begun", [("called", {})], ("time_limit", {}), SIX, "not_started", "kind"),
    ("the time limit after the end", OVER, ("time_limit", {}), SIX, "game_over", "kind"),
    ("a no-show in a running game", [("started", {})], ("no_show", {"who": "A"}), SIX, "too_late", "kind"),
    ("a choice after a set", [A], ("choice", CHOICE), SIX, "too_late", "kind"),
    ("a choice after a replay", [("set_replayed", {"reason": "stalemate"})], ("choice", CHOICE), SIX, "too_late",
     "kind"),
    ("a drawn set in lnf-2008", [], ("set_drawn", {}), SIX, "no_drawn_sets", "kind"),
    ("last discs in aus-1992", [], ("set_replayed", {"reason": "last_discs"}), AUS, "illegal_replay",
     "payload.reason"),
    ("a last striker in singles", [], ("set_replayed", {"reason": "double_clear", "last_striker": "A1"}), SIX,
     "unknown_field", "payload.last_striker"),
    ("a last striker of a stalemate", [], ("set_replayed", {"reason": "stalemate", "last_striker": "A1"}), PAIRS,
     "unknown_field", "payload.last_striker"),
    ("a last striker of the opening pair", [], ("set_replayed", {"reason": "double_clear", "last_striker": "B2"}),
     PAIRS, "illegal_striker", "payload.last_striker"),
    ("seats in singles", [], ("choice", {**SEATED, "side_of_a": "S"}), SIX, "unknown_field", "payload.seats"),
    ("a first striker in singles", [], ("choice", {**CHOICE, "first_striker": "B1"}), SIX, "unknown_field",
     "payload.first_striker"),
    ("a side of doubles in singles", [], ("choice", {**CHOICE, "side_of_a": "W"}), SIX, "not_one_of",
     "payload.side_of_a"),
    ("a first striker of the other pair", [], ("choice", {**SEATED, "first_striker": "B1"}), PAIRS,
     "illegal_first_striker", "payload.first_striker"),
    ("partners side by side", [], ("choice", {**SEATED, "seats": {"S": "A2", "W": "A1", "N": "B1", "E": "B2"}}),
     PAIRS, "seats_apart", "payload.seats"),
    ("seats that are not at the side chosen", [], ("choice", {**SEATED, "side_of_a": "E"}), PAIRS, "seats_apart",
     "payload.side_of_a"),
    ("an exchange in singles", [], ("seats", {"seats": SEATED["seats"]}), SIX, "unknown_kind", "kind"),
    ("an exchange after the choice of seats", [("choice", SEATED)],
     ("seats", {"seats": {"S": "B1", "W": "A1", "N": "B2", "E": "A2"}}), PAIRS, "illegal_seats", "payload.seats"),
    ("an exchange in set 2", [A], ("seats", {"seats": {"S": "B1", "W": "A1", "N": "B2", "E": "A2"}}), PAIRS,
     "illegal_seats", "payload.seats"),
    ("a player of a pair in singles", [], warn_of("A1"), SIX, "unknown_field", "payload.member"),
    ("a player of the other pair", [], ("warning", {"who": "B", "clause": "19.1.c", "member": "A1"}), PAIRS,
     "illegal_member", "payload.member"),
    ("a striker of the other pair", [], ("dispute", {**DISPUTE, "player": "B"}), PAIRS, "illegal_member",
     "payload.member"),
    ("a warning by another clause", [], warn("A", "17.1.d"), SIX, "warning_clause_unknown", "payload.clause"),
    ("a disc by another clause", [], ("penalty_disc", {"who": "A", "clause": "16.1.b"}), SIX, "clause_unknown",
     "payload.clause"),
    ("a lost set by another clause", [], ("set_lost", {"who": "A", "clause": "17.1.d"}), SIX, "clause_unknown",
     "payload.clause"),
    ("a bare score after a set", [A], ("result", {"sets": [4, 2]}), SIX, "result_after_sets", "kind"),
    ("a bare score twice", [("result", {"sets": [4, 2]})], ("result", {"sets": [4, 2]}), SIX, "game_over", "kind"),
    ("4:3 of six", [], ("result", {"sets": [4, 3]}), SIX, "illegal_score", "payload.sets"),
    ("a signature before the end", [A], sign("A"), SIX, "not_over", "kind"),
    ("finished before the end", [A], ("finished", {}), SIX, "not_over", "kind"),
    ("finished without signatures", OVER, ("finished", {}), SIX, "unsigned", "kind"),
    ("finished with one signature", [*OVER, sign("B")], ("finished", {}), SIX, "unsigned", "kind"),
    ("a disc after the closing", [*OVER, sign("A"), sign("B"), ("finished", {})],
     ("clear_in_first_series", {"who": "A"}), SIX, "finished", "kind"),
    ("a player's signature after the closing", [*OVER, sign("A"), sign("B"), ("finished", {})], sign("A"), SIX,
     "finished", "kind"),
    ("a void of nothing", [A], void(7), SIX, "nothing_to_void", "payload.uid"),
    ("a void of a void", [A, void(0)], void(1), SIX, "void_of_void", "payload.uid"),
    ("a void of what is void", [A, void(0)], void(0), SIX, "already_void", "payload.uid"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "steps", "new", "game", "code", "path"), REFUSALS, ids=[case for case, *_ in REFUSALS]
)
def test_event_may_not_follow(case, steps, new, game, code, path):
    log = written(*steps, game=game)

    with pytest.raises(EngineError) as caught:
        check_next(game, log, event(99, *new))

    assert (caught.value.code, caught.value.path) == (code, path)


def test_uid_may_not_come_twice():
    with pytest.raises(EngineError, match="duplicate_uid"):
        check_next(SIX, written(A), event(0, *A))


def test_set_after_an_undone_end():
    assert state(*OVER, void(3), B)["score"] == {"A": 3, "B": 1}


def test_closed_protocol_takes_a_note_a_protest_and_a_void():
    closed = [*OVER, sign("A"), sign("B"), ("finished", {})]

    assert state(*closed, ("note", {"text": "x"}), ("protest", {"who": "B", "text": "y"}))["phase"] == "finished"
    assert state(*closed, void(6))["phase"] == "over"
    assert state(*closed, void(6))["signatures"]["B"] == {"name": "Anna", "uid": "e5"}, "nobody has to sign again"


SCORES = [  # 23.1; sets, all played, rule set, score, legal
    (6, False, "lnf-2008", (4, 0), True), (6, False, "lnf-2008", (4, 2), True), (6, False, "lnf-2008", (3, 3), True),
    (6, False, "lnf-2008", (4, 3), False), (6, False, "lnf-2008", (5, 1), False), (6, False, "lnf-2008", (3, 2), False),
    (6, False, "lnf-2008", (0, 0), False), (6, False, "lnf-2008", (-1, 4), False), (6, True, "lnf-2008", (5, 1), True),
    (6, True, "lnf-2008", (4, 1), False), (6, True, "lnf-2008", (3, 3), True), (6, True, "lnf-2008", (7, 0), False),
    (5, False, "lnf-2008", (3, 2), True), (5, False, "lnf-2008", (2, 2), False), (1, False, "lnf-2008", (0, 1), True),
    (3, False, "aus-1992", (1, 1), True), (3, False, "aus-1992", (1, 0), True), (3, False, "aus-1992", (0, 0), False),
    (3, False, "aus-1992", (3, 0), False), (3, True, "aus-1992", (3, 0), True), (3, True, "aus-1992", (2, 2), False),
]  # fmt: skip


@pytest.mark.parametrize(("sets", "all_sets", "ruleset", "score", "legal"), SCORES)
def test_bare_score(sets, all_sets, ruleset, score, legal):
    game = GameSettings(ruleset=ruleset, sets=sets, all_sets=all_sets)
    if legal:
        check_result(game, *score)
        return
    with pytest.raises(EngineError, match="illegal_score") as caught:
        check_result(game, *score)
    assert caught.value.params["rule"] == "lnf-2008:23.1"


PAYLOADS = [  # why, kind, payload, code, path
    ("unknown kind", "set_stolen", {}, "unknown_kind", "kind"),
    ("not an object", "started", [], "wrong_type", "payload"),
    ("a field too many", "started", {"x": 1}, "unknown_field", "payload.x"),
    ("a field too few", "set_won", {}, "missing", "payload.winner"),
    ("nobody", "set_won", {"winner": "C"}, "not_one_of", "payload.winner"),
    ("a player on two seats", "seats", {"seats": {"S": "A1", "W": "B1", "N": "A1", "E": "B2"}}, "duplicate",
     "payload.seats.N"),
    ("a seat without a player", "seats", {"seats": {"S": "A1", "W": "B1", "N": "A2"}}, "missing", "payload.seats.E"),
    ("a score of three", "result", {"sets": [1, 2, 3]}, "too_long", "payload.sets"),
    ("a score of one", "result", {"sets": [4]}, "wrong_type", "payload.sets"),
    ("-1", "result", {"sets": [-1, 4]}, "illegal_score", "payload.sets[0]"),
    ("10^9", "result", {"sets": [4, 10**9]}, "illegal_score", "payload.sets[1]"),
    ("1.5", "result", {"sets": [1.5, 4]}, "wrong_type", "payload.sets[0]"),
    ("text", "result", {"sets": ["3", 4]}, "wrong_type", "payload.sets[0]"),
    ("true", "result", {"sets": [4, True]}, "wrong_type", "payload.sets[1]"),
    ("a long text", "note", {"text": "x" * 501}, "too_long", "payload.text"),
    ("an empty note", "note", {"text": ""}, "empty", "payload.text"),
    ("a long name", "signature", {"who": "A", "name": "x" * 201, "strokes": None, "proof": None}, "too_long",
     "payload.name"),
    ("both in the place of one", "no_show", {"who": "both"}, "not_one_of", "payload.who"),
    ("strokes as text", "signature", {"who": "A", "name": "x", "strokes": "x", "proof": None}, "wrong_type",
     "payload.strokes"),
    ("a point that is text", "signature", {"who": "A", "name": "x", "strokes": [[0, "1"]], "proof": None},
     "wrong_type", "payload.strokes[0][1]"),
    ("a point that is true", "signature", {"who": "A", "name": "x", "strokes": [[True]], "proof": None},
     "wrong_type", "payload.strokes[0][0]"),
    ("not a number", "signature", {"who": "A", "name": "x", "strokes": [[math.nan]], "proof": None}, "out_of_range",
     "payload.strokes[0][0]"),
    ("far out", "signature", {"who": "A", "name": "x", "strokes": [[10**400]], "proof": None}, "out_of_range",
     "payload.strokes[0][0]"),
    ("too many points", "signature", {"who": "A", "name": "x", "strokes": [[0] * 10_001] * 2, "proof": None},
     "too_long", "payload.strokes"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "kind", "payload", "code", "path"), PAYLOADS, ids=[case for case, *_ in PAYLOADS])
def test_payload_is_refused(case, kind, payload, code, path):
    with pytest.raises(EngineError) as caught:
        read_payload(kind, payload)

    assert (caught.value.code, caught.value.path) == (code, path)


def test_signature_of_20_000_numbers_is_read():
    assert read_payload("signature", {"who": "A", "name": "x", "strokes": [[0] * 10_000] * 2, "proof": "p"})


RIGHTS = [  # kind, payload, official only
    ("set_won", {"winner": "A"}, False), ("set_replayed", {"reason": "stalemate"}, False),
    ("note", {"text": "x"}, False),
    ("warning", {"who": "A", "clause": "19.1.a"}, True), ("set_lost", {"who": "A", "clause": "16.1.b"}, True),
    ("no_show", {"who": "A"}, True), ("game_lost", {"who": "A", "reason": "excluded"}, True),
    ("time_limit", {}, True),
    ("ruling", {"text": "x"}, True), ("signature", {"who": "A"}, False), ("signature", {"who": "referee"}, True),
    ("void", {"uid": "e0"}, False), ("void", {"uid": "e1"}, True),
    ("void", {"uid": "e9"}, False), ("void", None, False),
    ("set_won", {"winner": "A", "ruling": "r"}, True), ("penalty_disc", {"who": "A", "ruling": "r"}, True),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "payload", "official"), RIGHTS)
def test_needs_official(kind, payload, official):
    log = written(A, warn("B"))

    assert needs_official(kind, payload, log) is official
    assert needs_official(kind, payload, log, finished=True)


WHO = st.sampled_from(["A", "B"])
STEPS = st.one_of(
    WHO.map(lambda who: ("set_won", {"winner": who})),
    WHO.map(lambda who: ("set_won", {"winner": who})),
    WHO.map(warn),
    WHO.map(sign),
    WHO.map(lambda who: ("no_show", {"who": who})),
    st.sampled_from(["A", "B", "both"]).map(lambda who: ("game_lost", {"who": who, "reason": "excluded"})),
    st.just(("time_limit", {})),
    WHO.map(lambda who: ("clear_in_first_series", {"who": who})),
    st.sampled_from(["A1", "A2", "B1", "B2"]).map(
        lambda who: ("set_replayed", {"reason": "double_clear", "last_striker": who})),
    st.sampled_from([("set_replayed", {"reason": "double_clear"}), ("finished", {}), ("result", {"sets": [2, 0]}),
                     ("result", {"sets": [1, 1]}), ("set_drawn", {}), ("started", {}), ("choice", CHOICE)]),
    st.integers(0, 12).map(void),
    st.sampled_from(["A1", "A2", "B1", "B2"]).map(warn_of),
    st.sampled_from([("choice", SEATED), ("seats", {"seats": {"S": "A2", "W": "B1", "N": "A1", "E": "B2"}}),
                     ("seats", {"seats": {"W": "B2", "N": "A2", "E": "B1", "S": "A1"}})]),
)  # fmt: skip
GAMES = st.builds(
    GameSettings, ruleset=st.sampled_from(["lnf-2008", "aus-1992"]), sets=st.integers(1, 5), all_sets=st.booleans(),
    mode=st.sampled_from(["singles", "doubles"]), first_stroke=WHO, side_of_a=st.sampled_from(["S", "N", "W", "E"]),
)  # fmt: skip


def let_through(game: GameSettings, steps: list[Step]) -> list[LogEvent]:
    log: list[LogEvent] = []
    for number, (kind, payload) in enumerate(steps):
        new = event(number, kind, payload)
        try:
            check_next(game, log, new)
        except EngineError:
            continue
        log.append(new)
    return log


@settings(max_examples=300)
@given(GAMES, st.lists(STEPS, max_size=25))
def test_fold_never_breaks_on_what_was_let_through(game, steps):
    log = let_through(game, steps)
    for count in range(len(log) + 1):
        found = to_json(fold(game, log[:count]))
        assert found["over"] == (found["next"] is None)
        assert max(found["score"].values()) <= game.sets


@given(GAMES, st.lists(STEPS, max_size=25))
def test_void_is_as_if_it_had_not_been(game, steps):
    """Undo is exact: the count of sets is that of the log without the void event."""
    log = let_through(game, steps)
    gone = {e.payload["uid"] for e in log if e.kind == "void"}
    kept = [e for e in log if e.kind != "void" and e.uid not in gone]

    keys = ("sets", "score", "winner", "over", "warnings", "next", "clears", "replays", "lost_by")
    undone, clean = to_json(fold(game, log)), to_json(fold(game, kept))

    assert {key: undone[key] for key in keys} == {key: clean[key] for key in keys}


def test_kinds_are_those_of_the_log():
    assert set(KINDS) == {
        "called", "choice", "seats", "arrived", "no_show", "warm_up", "started", "set_won", "set_replayed", "set_lost",
        "set_drawn", "penalty_disc", "warning", "clock_call", "pause", "clear_in_first_series", "result", "game_lost",
        "time_limit", "official_called", "dispute", "ruling", "protest", "signature", "finished", "void", "note",
    }  # fmt: skip


def test_log_that_was_never_checked_is_folded_all_the_same():
    """Two laptops' files may be merged: what has no place any more counts for nothing."""
    steps = [*OVER, B, ("game_lost", {"who": "A", "reason": "excluded"}), ("no_show", {"who": "B"}),
             ("game_lost", {"who": "both", "reason": "excluded"}), ("time_limit", {}), sign("A")]

    found = to_json(fold(SIX, [event(number, *step) for number, step in enumerate(steps)]))

    assert (found["score"], found["winner"], found["lost_by"]) == ({"A": 4, "B": 0}, "A", None)
    assert found["time_limit"] is False
