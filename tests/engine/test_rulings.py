"""Disputes and rulings in the game log (lnf-2008:8.1.d, 7.1.b, 7.2.e)."""

from __future__ import annotations

from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.game_log import GameSettings, LogEvent, check_next, fold, read_payload, to_json
from refereeing.engine.rules.game_payload import CONSEQUENCES
from refereeing.engine.rules.rulings import (
    OVERRULED,
    Level,
    consequences,
    ever_brought,
    next_set_started,
    overrule_refusal,
    undone_by,
)

SIX = GameSettings(ruleset="lnf-2008", sets=6, all_sets=False)
Step = tuple[str, dict[str, Any]]
A, B = ("set_won", {"winner": "A"}), ("set_won", {"winner": "B"})
DISC = ("penalty_disc", {"who": "A", "clause": "17.1.d"})


def uid(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


def dispute(number: int = 1, *, in_set: int = 1, **changes: Any) -> Step:
    return "dispute", {"text": "which disc first", "dispute": uid(number), "set": in_set, "player": "A", **changes}


def ruling(number: int = 10, *, on: int = 1, **changes: Any) -> Step:
    given = {"text": "the red one", "ruling": uid(number), "dispute": uid(on), "decision": "correct"}
    return "ruling", {**given, **changes}


def follows(kind: str, number: int = 10, **payload: Any) -> Step:
    return kind, {**payload, "ruling": uid(number)}


def void(place: int) -> Step:
    return "void", {"uid": f"e{place}", "reason": ""}


def event(place: int, step: Step) -> LogEvent:
    return LogEvent(f"e{place}", step[0], read_payload(*step))


def written(*steps: Step) -> list[LogEvent]:
    """A log whose every event was let through."""
    log: list[LogEvent] = []
    for place, step in enumerate(steps):
        new = event(place, step)
        check_next(SIX, log, new)
        log.append(new)
    return log


REFUSED = [  # the log before, the event, its code and path
    ("the same dispute again", [dispute()], dispute(), "duplicate_dispute", "payload.dispute"),
    ("a dispute that was withdrawn keeps its uid", [dispute(), void(0)], dispute(), "duplicate_dispute",
     "payload.dispute"),
    ("no such dispute", [], ruling(), "dispute_unknown", "payload.dispute"),
    ("a withdrawn dispute", [dispute(), void(0)], ruling(), "dispute_unknown", "payload.dispute"),
    ("a second ruling that overrules nothing", [dispute(), ruling()], ruling(11), "ruled_already",
     "payload.overrules"),
    ("the same ruling again", [dispute(), ruling()], ruling(), "duplicate_ruling", "payload.ruling"),
    ("overrules nothing", [dispute()], ruling(10, overrules=uid(9), reason="x"), "not_in_force", "payload.overrules"),
    ("overrules an overruled one", [dispute(), ruling(), ruling(11, overrules=uid(10), reason="film")],
     ruling(12, overrules=uid(10), reason="x"), "not_in_force", "payload.overrules"),
    ("no reason", [dispute(), ruling()], ruling(11, overrules=uid(10)), "reason_needed", "payload.reason"),
    ("a blank reason", [dispute(), ruling()], ruling(11, overrules=uid(10), reason=" "), "reason_needed",
     "payload.reason"),
    ("no such clause", [dispute()], ruling(clauses=["lnf-2008:17.1.d", "lnf-2008:99.1"]), "clause_unknown",
     "payload.clauses[1]"),
    ("another rule set's clause", [dispute()], ruling(clauses=["aus-1992:1.28"]), "clause_unknown",
     "payload.clauses[0]"),
    ("a dispute taken back under its ruling", [dispute(), ruling()], void(0), "ruled_already", "payload.uid"),
    ("follows from no ruling", [], follows("set_lost", who="A", clause="16.1.a"), "ruling_unknown", "payload.ruling"),
    ("follows from a ruling taken back", [dispute(), ruling(), void(1)],
     follows("set_lost", who="A", clause="16.1.a"), "ruling_unknown", "payload.ruling"),
]


@pytest.mark.parametrize(("before", "new", "code", "path"), [case[1:] for case in REFUSED],
                         ids=[case[0] for case in REFUSED])
def test_what_may_not_follow(before: list[Step], new: Step, code: str, path: str) -> None:
    log = written(*before)

    with pytest.raises(EngineError) as refusal:
        check_next(SIX, log, event(len(log), new))

    assert (refusal.value.code, refusal.value.path) == (code, path)


UNREADABLE = [
    (("dispute", {"text": "x", "dispute": uid(1)}), "missing", "payload.set"),
    (("dispute", {"text": "x", "set": 1, "player": "A"}), "missing", "payload.dispute"),
    (("dispute", {"text": "x", "dispute": uid(1), "set": 0, "player": "A"}), "out_of_range", "payload.set"),
    (dispute(stroke=1000), "out_of_range", "payload.stroke"),
    (dispute(player="S"), "not_one_of", "payload.player"),
    (("dispute", {"text": "x", "dispute": "AB", "set": 1, "player": "A"}), "wrong_type", "payload.dispute"),
    (("dispute", {"text": "x", "dispute": uid(1).replace("7", "A"), "set": 1, "player": "A"}), "wrong_type",
     "payload.dispute"),
    (("ruling", {"text": "x", "ruling": uid(1)}), "missing", "payload.dispute"),
    (("ruling", {"text": "x", "reason": "y"}), "missing", "payload.ruling"),
    (ruling(decision="maybe"), "not_one_of", "payload.decision"),
    (ruling(clauses=["a", "a"]), "duplicate", "payload.clauses[1]"),
    (ruling(clauses=["a"] * 21), "too_long", "payload.clauses"),
    (ruling(clauses="a"), "wrong_type", "payload.clauses"),
]


@pytest.mark.parametrize(("step", "code", "path"), UNREADABLE)
def test_a_payload_that_is_only_nearly_right(step: Step, code: str, path: str) -> None:
    with pytest.raises(EngineError) as refusal:
        read_payload(*step)

    assert (refusal.value.code, refusal.value.path) == (code, path)


@pytest.mark.parametrize("step", [("dispute", {"text": "x"}), ("ruling", {"text": "x"}), dispute(stroke=3),
                                  ruling(clauses=[], reason="why")])
def test_old_and_full_payloads_are_read_as_they_are(step: Step) -> None:
    assert read_payload(*step) == step[1]


def test_a_dispute_is_listed_with_the_ruling_in_force() -> None:
    log = written(dispute(), dispute(2, in_set=1), ruling(), ruling(11, overrules=uid(10), reason="film"))
    row = {"event": "e0", "set": 1, "player": "A", "text": "which disc first"}

    shown = to_json(fold(SIX, log))

    assert shown["disputes"] == [
        {"uid": uid(1), **row, "ruling": uid(11)}, {"uid": uid(2), **row, "event": "e1", "ruling": None}]
    assert shown["calls"] == [
        {"uid": "e1", "kind": "dispute", "reason": "which disc first", "dispute": uid(2)}]


def test_a_ruling_taken_back_leaves_the_one_before() -> None:
    log = written(dispute(), ruling(), ruling(11, overrules=uid(10), reason="film"), void(2))

    assert fold(SIX, log).disputes[0]["ruling"] == uid(10)


def test_calls_answered() -> None:
    """A ruling on a dispute answers it and plain calls; a ruling on nothing named answers everything."""
    opening = [("official_called", {"reason": ""}), ("dispute", {"text": "old"}), dispute(), dispute(2)]
    named = fold(SIX, written(*opening, ruling()))
    plain = fold(SIX, written(*opening, ("ruling", {"text": "all"})))

    assert [call["dispute"] for call in named.calls] == [uid(2)]
    assert plain.calls == []
    assert [row["ruling"] for row in plain.disputes] == [None, None]


def test_consequences_of_a_ruling() -> None:
    log = written(
        dispute(), ruling(), follows("penalty_disc", who="A", clause="17.1.d"), DISC,
        follows("set_lost", who="A", clause="16.1.a"), void(2))

    assert [e.uid for e in consequences(log, uid(10))] == ["e4"]
    assert [e.uid for e in ever_brought(log, uid(10))] == ["e2", "e4"]
    assert set(CONSEQUENCES) == {"set_won", "set_lost", "set_replayed", "penalty_disc", "warning", "game_lost"}


def test_what_an_overruling_took_back() -> None:
    """The voids right before it, newest first as they were written; not those of another reason."""
    brought = [follows("penalty_disc", who="A", clause="17.1.d"), follows("set_lost", who="A", clause="16.1.a")]
    overruled = [("void", {"uid": "e3", "reason": OVERRULED}), ("void", {"uid": "e2", "reason": OVERRULED})]
    again = ruling(11, overrules=uid(10), reason="film")
    log = written(dispute(), ruling(), *brought, DISC, void(4), *overruled, again)

    assert [e.uid for e in undone_by(log, uid(11))] == ["e2", "e3"]
    assert undone_by(log, uid(10)) == []
    assert undone_by(log, uid(12)) == []


STARTED = [  # what stands in the log before and after the dispute; the set it is about; has a later set started
    ("the set still runs", [], [], 1, False),
    ("a disc in the same set", [], [DISC], 1, False),
    ("the set has ended", [], [A], 1, False),
    ("something of the next set", [], [A, DISC], 1, True),
    ("the next set has ended", [], [A, B], 1, True),
    ("a call of the clock", [], [A, ("clock_call", {"who": "A"})], 1, True),
    ("a warning between the sets", [], [A, ("warning", {"who": "A", "clause": "19.1.c"})], 1, False),
    ("opened after the end of the set", [A], [], 1, False),
    ("opened after the end, then play", [A], [DISC], 1, True),
    ("opened in the second set about it", [A], [DISC], 2, False),
    ("the replay of the set goes on", [], [("set_replayed", {"reason": "stalemate"}), DISC], 1, True),
    ("about the replay", [("set_replayed", {"reason": "stalemate"})], [DISC], 1, False),
    ("about the first set, in the third", [A, B], [], 1, True),
    ("a set number too high is the running one", [A], [], 5, False),
    ("the end was taken back", [], [A, void(1)], 1, False),
    ("what the ruling brought is no play", [A], [ruling(), follows("penalty_disc", who="A", clause="17.1.d")], 1,
     False),
]


@pytest.mark.parametrize(("before", "after", "number", "started"), [case[1:] for case in STARTED],
                         ids=[case[0] for case in STARTED])
def test_next_set_started(before: list[Step], after: list[Step], number: int, started: bool) -> None:
    log = written(*before, dispute(in_set=number), *after)

    assert next_set_started(log, uid(1)) is started


def test_next_set_of_a_dispute_that_is_not_there() -> None:
    with pytest.raises(EngineError, match="dispute_unknown"):
        next_set_started([], uid(1))


@pytest.mark.parametrize(("by", "given", "next_set", "refusal"), [
    (Level.TABLE, Level.TABLE, False, "overrule_level"),
    (Level.SENIOR, Level.TABLE, False, None),
    (Level.SENIOR, Level.TABLE, True, "next_set_started"),  # 8.1.d
    (Level.SENIOR, Level.SENIOR, False, "overrule_level"),
    (Level.SENIOR, Level.CHIEF, False, "overrule_level"),
    (Level.CHIEF, Level.TABLE, True, None),  # 7.1.b
    (Level.CHIEF, Level.SENIOR, True, None),  # 7.2.e
    (Level.CHIEF, Level.CHIEF, False, "overrule_level"),  # 7.1.b: final
])
def test_who_overrules_whom(by: Level, given: Level, next_set: bool, refusal: str | None) -> None:
    assert overrule_refusal(by, given, next_set=next_set) == refusal
