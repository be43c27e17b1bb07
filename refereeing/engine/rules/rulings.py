"""Disputed strokes and the rulings on them, in a game's log (pure).

Who may overrule whom: a senior referee a table referee, until the next set starts (lnf-2008:8.1.d); the chief referee
both (7.1.b, 7.2.e). A ruling that is overruled stays in the log; the last one on a dispute is in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from refereeing.engine.errors import EngineError
from refereeing.engine.rules import book
from refereeing.engine.rules.game_fold import GameSettings, GameState, LogEvent

SET_ENDS = frozenset({"set_won", "set_lost", "set_drawn", "set_replayed"})
IN_PLAY = SET_ENDS | {"penalty_disc", "clear_in_first_series", "clock_call"}
"""What cannot be noted before a set has started: the log has no event for the start itself."""


OVERRULED = "overruled"
"""The reason that stands in the void of what an overruled ruling had brought."""


class Level(IntEnum):
    """Whose ruling it is; a higher one can overrule a lower one."""

    TABLE = 1
    SENIOR = 2
    CHIEF = 3


def check_dispute(events: Sequence[LogEvent], new: LogEvent) -> None:
    """A dispute has a uid of its own. Raises EngineError `duplicate_dispute`."""
    uid = new.payload.get("dispute")
    if uid is not None and any(e.kind == "dispute" and e.payload.get("dispute") == uid for e in events):
        raise EngineError("duplicate_dispute", "payload.dispute")


def check_ruling(settings: GameSettings, events: Sequence[LogEvent], state: GameState, new: LogEvent) -> None:
    """A ruling is on a dispute of this game, and says so where it overrules one.

    Raises EngineError: `clause_unknown`, `duplicate_ruling`, `dispute_unknown`, `ruled_already` (one is in force and
    `overrules` is missing), `not_in_force` (`overrules` names another one), `reason_needed`.
    """
    given = new.payload
    if "dispute" not in given:
        return
    _check_clauses(settings.ruleset, given.get("clauses", ()))
    if any(e.kind == "ruling" and e.payload.get("ruling") == given["ruling"] for e in events):
        raise EngineError("duplicate_ruling", "payload.ruling")
    dispute = next((row for row in state.disputes if row["uid"] == given["dispute"]), None)
    if dispute is None:
        raise EngineError("dispute_unknown", "payload.dispute")
    overrules = given.get("overrules")
    if overrules is None and dispute["ruling"] is not None:
        raise EngineError("ruled_already", "payload.overrules")
    if overrules != dispute["ruling"]:
        raise EngineError("not_in_force", "payload.overrules")
    if overrules is not None and not given.get("reason", "").strip():
        raise EngineError("reason_needed", "payload.reason")


def _check_clauses(ruleset: str, cited: Sequence[str]) -> None:
    known = {clause.ref for clause in book.clauses(ruleset)}
    for index, ref in enumerate(cited):
        if ref not in known:
            raise EngineError("clause_unknown", f"payload.clauses[{index}]")


def check_consequence(events: Sequence[LogEvent], new: LogEvent) -> None:
    """What follows from a ruling follows from one that stands in the log. Raises EngineError `ruling_unknown`."""
    uid = new.payload.get("ruling")
    if uid is not None and all(e.payload.get("ruling") != uid or e.kind != "ruling" for e in standing(events)):
        raise EngineError("ruling_unknown", "payload.ruling")


def check_withdrawal(state: GameState, new: LogEvent) -> None:
    """Nobody takes a dispute back on which a ruling stands: first the ruling. Raises EngineError `ruled_already`."""
    if any(row["event"] == new.payload["uid"] and row["ruling"] is not None for row in state.disputes):
        raise EngineError("ruled_already", "payload.uid")


def standing(events: Sequence[LogEvent]) -> Iterator[LogEvent]:
    """The events that no void takes back, the voids themselves left out."""
    gone = {event.payload["uid"] for event in events if event.kind == "void"}
    return (event for event in events if event.kind != "void" and event.uid not in gone)


def consequences(events: Sequence[LogEvent], ruling: str) -> list[LogEvent]:
    """What stands in the log because of a ruling, in order."""
    return [e for e in standing(events) if e.kind != "ruling" and e.payload.get("ruling") == ruling]


def ever_brought(events: Sequence[LogEvent], ruling: str) -> list[LogEvent]:
    """What was once written because of a ruling, in order: what has been taken back too."""
    return [e for e in events if e.kind != "ruling" and e.payload.get("ruling") == ruling]


def undone_by(events: Sequence[LogEvent], ruling: str) -> list[LogEvent]:
    """What the ruling that this one overruled had brought and this one took back, in order.

    The voids stand right before the overruling one, newest first, as they were written.
    """
    place = next((n for n, e in enumerate(events) if e.kind == "ruling" and e.payload.get("ruling") == ruling), 0)
    found: list[LogEvent] = []
    by_uid = {event.uid: event for event in events}
    while place > 0 and events[place - 1].kind == "void" and events[place - 1].payload["reason"] == OVERRULED:
        place -= 1
        found.append(by_uid[events[place].payload["uid"]])
    return found


def next_set_started(events: Sequence[LogEvent], dispute: str) -> bool:
    """Whether play has gone on into a set after the one that the dispute is about (8.1.d).

    Told by the first event of the later set. What a ruling brought is no play: it may be noted late.
    Raises EngineError `dispute_unknown`.
    """
    log = list(standing(events))
    opened = next((n for n, e in enumerate(log) if e.kind == "dispute" and e.payload.get("dispute") == dispute), None)
    if opened is None:
        raise EngineError("dispute_unknown", "dispute")
    ends = [n for n, event in enumerate(log) if event.kind in SET_ENDS]
    about = _play_of(log, ends, opened)
    later = log[ends[about] + 1:] if about < len(ends) else []
    return any(event.kind in IN_PLAY and "ruling" not in event.payload for event in later)


def _play_of(log: Sequence[LogEvent], ends: Sequence[int], opened: int) -> int:
    """Which play of a set (0 the first; a replayed set is played twice) a dispute is about.

    The one that was being played when it was opened, or an earlier one where the dispute names a lower set.
    """
    number, numbers = 1, [1]
    for end in ends:
        number += log[end].kind != "set_replayed"
        numbers.append(number)
    running = sum(end < opened for end in ends)
    wanted = log[opened].payload["set"]
    return next((play for play in range(running, -1, -1) if numbers[play] <= wanted), running)


def overrule_refusal(by: Level, given: Level, *, next_set: bool) -> str | None:
    """The code against an overruling, or None.

    `overrule_level`: only a higher official overrules; `next_set_started`: a senior referee is too late (8.1.d).
    """
    if by <= given:
        return "overrule_level"
    if by == Level.SENIOR and next_set:
        return "next_set_started"
    return None
