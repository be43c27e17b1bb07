"""The game log: what may be written next, who may write it, and the state as tablets and pages take it (pure)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import OPPOSITE
from refereeing.engine.reading import read_choice
from refereeing.engine.rules.book import is_clause_of_kind, is_warning_clause
from refereeing.engine.rules.game_fold import Fold, GameSettings, GameState, LogEvent, fold, folded
from refereeing.engine.rules.game_payload import BOTH, KINDS, read_payload
from refereeing.engine.rules.match_json import next_json, row_json
from refereeing.engine.rules.match_play import NextSet, SetRow, majority
from refereeing.engine.rules.rulings import check_consequence, check_dispute, check_ruling, check_withdrawal

__all__ = [
    "KINDS", "GameSettings", "GameState", "LogEvent", "check_next", "check_result", "fold", "needs_official",
    "read_payload", "to_json",
]  # fmt: skip

OFFICIAL_KINDS = frozenset({"no_show", "set_lost", "warning", "game_lost", "time_limit", "ruling"})
AFTER_FINISH = frozenset({"void", "note", "protest"})
"""What may follow when the protocol is closed, besides the referee's signature; an official writes it."""
AFTER_END = AFTER_FINISH | {
    "clear_in_first_series", "penalty_disc", "signature", "finished", "official_called", "dispute", "ruling",
}  # fmt: skip
"""What may follow when the game is over: what belongs on the protocol but was noted late, and the signing."""


def check_next(settings: GameSettings, events: Sequence[LogEvent], new: LogEvent) -> None:
    """Refuse `new` where it may not follow the game's log. Its payload has been read by `read_payload`.

    Raises EngineError, with a path into the event: `duplicate_uid`, `finished`, `game_over`, `not_over`, `unsigned`,
    `too_late`, `already_arrived`, `result_after_sets`, `illegal_score`, `illegal_replay`, `illegal_striker`,
    `illegal_seats`, `seats_apart`, `illegal_first_striker`, `illegal_member`, `no_drawn_sets`, `clause_unknown`,
    `warning_clause_unknown`, `nothing_to_void`, `already_void`, `void_of_void`, `not_started`,
    and what `rulings` refuses.
    """
    if any(event.uid == new.uid for event in events):
        raise EngineError("duplicate_uid", "uid")
    before = folded(settings, events)
    state = before.done()
    if state.finished and not may_follow_finish(new):
        raise EngineError("finished", "kind")
    if state.over and new.kind not in AFTER_END and not may_follow_end(state, new):
        raise EngineError("game_over", "kind")
    if new.kind == "void":
        check_void(events, new)
        check_withdrawal(state, new)
    elif new.kind == "dispute":
        check_dispute(events, new)
    elif new.kind == "ruling":
        check_ruling(settings, events, state, new)
    else:
        check_consequence(events, new)
    check_member(settings, new)
    check = _CHECKS.get(new.kind)
    if check is not None:
        check(settings, before, new)


def needs_official(
    kind: str, payload: Mapping[str, Any] | None = None, events: Sequence[LogEvent] = (), *, finished: bool = False
) -> bool:
    """Whether only an official may write this event.

    A player's phone records sets and agreed replays. What only an official may write, only an official may void
    (give the game's `events`); the referee's signature is an official's, and so is whatever follows from a ruling;
    when the protocol is closed (`finished`), nobody else writes at all.
    """
    given = payload or {}
    if finished or kind in OFFICIAL_KINDS or "ruling" in given:
        return True
    if kind == "signature":
        return given.get("who") == "referee"
    if kind == "void":
        return any(event.uid == given.get("uid") and needs_official(event.kind, event.payload) for event in events)
    return False


def check_result(settings: GameSettings, a: int, b: int, path: str = "payload.sets") -> None:
    """Refuse a score in sets that the regulations do not admit (23.1), such as 4:3 of six.

    5:1 of six is legal only where all sets are played. aus-1992 knows drawn sets, so there a score may be short.
    Raises EngineError `illegal_score`.
    """
    sets, most, total = settings.sets, max(a, b), a + b
    may_be_short = settings.ruleset == "aus-1992" and total > 0
    if min(a, b) < 0 or total > sets:
        is_legal = False
    elif not settings.all_sets and most >= majority(sets):
        is_legal = most == majority(sets)
    else:
        is_legal = total == sets or may_be_short
    if not is_legal:
        raise EngineError("illegal_score", path, {"sets": sets, "rule": "lnf-2008:23.1"})


def to_json(state: GameState) -> dict[str, Any]:
    """The state as tablets and pages take it. In doubles the next set also tells the seats of A1, A2, B1, B2, who of
    them strikes first and whether the other pair may exchange its seats, and `side_of_a` is the seat of A1."""
    return {
        "sets": [_row(row) for row in state.sets],
        "score": dict(state.score), "winner": state.winner, "over": state.over, "warnings": dict(state.warnings),
        "next": _next(state.next), "phase": state.phase, "clears": dict(state.clears),
        "penalty_discs": dict(state.penalty_discs), "arrived": dict(state.arrived),
        "signatures": dict(state.signatures), "lost_by": state.lost_by, "time_limit": state.time_limit,
        "warning_list": list(state.warning_list),
        "replays": list(state.replays), "calls": list(state.calls), "disputes": [dict(row) for row in state.disputes],
        "voided": list(state.voided),
    }  # fmt: skip


def _row(row: SetRow) -> dict[str, Any]:
    return row_json(row) if row.seats is None else _of_pairs(row_json(row))


def _next(coming: NextSet | None) -> dict[str, Any] | None:
    if coming is None:
        return None
    if coming.seats is None:
        return next_json(coming)
    return {**_of_pairs(next_json(coming)), "may_swap": coming.may_swap}


def _of_pairs(found: dict[str, Any]) -> dict[str, Any]:
    striker = found["first_stroke"]
    side = next(seat for seat, player in found["seats"].items() if player == "A1")
    return {**found, "first_stroke": striker[0], "first_striker": striker, "side_of_a": side}


def may_follow_finish(new: LogEvent) -> bool:
    """Whether an event may follow the closing of the protocol."""
    return new.kind in AFTER_FINISH or (new.kind == "signature" and new.payload["who"] == "referee")


def may_follow_end(state: GameState, new: LogEvent) -> bool:
    """The two that may still come after the end: warnings from the back of a paper protocol whose bare score is in,
    and the other player's no-show."""
    if new.kind == "warning":
        return state.result is not None
    lost = state.lost_by
    return new.kind == "no_show" and lost is not None and lost["reason"] == "no_show" and (
        lost["who"] not in (BOTH, new.payload["who"])
    )  # fmt: skip


def check_void(events: Sequence[LogEvent], new: LogEvent) -> None:
    """A void names an event of this game that is no void and not void yet."""
    uid = new.payload["uid"]
    target = next((event for event in events if event.uid == uid), None)
    if target is None:
        raise EngineError("nothing_to_void", "payload.uid")
    if target.kind == "void":
        raise EngineError("void_of_void", "payload.uid")
    if any(event.kind == "void" and event.payload["uid"] == uid for event in events):
        raise EngineError("already_void", "payload.uid")


def check_member(settings: GameSettings, new: LogEvent) -> None:
    """A player of a pair is named in doubles only, and is of the pair that the event is about."""
    member = new.payload.get("member")
    if member is None:
        return
    if settings.mode != "doubles":
        raise EngineError("unknown_field", "payload.member")
    if member[0] != new.payload.get("who", new.payload.get("player")):
        raise EngineError("illegal_member", "payload.member")


def _check_choice(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if before.state.sets or before.state.replays:
        raise EngineError("too_late", "kind")
    given = new.payload
    if settings.mode != "doubles":
        read_choice(given["side_of_a"], "payload.side_of_a", ("S", "N"))
        for extra in ("seats", "first_striker"):
            if extra in given:
                raise EngineError("unknown_field", f"payload.{extra}")
        return
    if given.get("first_striker", given["first_stroke"])[0] != given["first_stroke"]:
        raise EngineError("illegal_first_striker", "payload.first_striker")
    if "seats" in given:
        check_seats(given["seats"], given["side_of_a"])


def check_seats(seats: Mapping[str, str], side_of_a: str) -> None:
    """Partners face each other (21.1), and A's first player sits at the side of A. Raises EngineError."""
    if any(player[0] != seats[OPPOSITE[seat]][0] for seat, player in seats.items()):
        raise EngineError("seats_apart", "payload.seats", {"rule": "lnf-2008:21.1"})
    if seats[side_of_a] != "A1":
        raise EngineError("seats_apart", "payload.side_of_a", {"rule": "lnf-2008:21.1"})


def _check_exchange(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if settings.mode != "doubles":
        raise EngineError("unknown_kind", "kind")
    try:
        before.match.seats_swapped(new.payload["seats"])
    except EngineError as error:
        raise error.under("payload") from None


def _check_no_show(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if before.state.arrived[new.payload["who"]]:
        raise EngineError("already_arrived", "payload.who")
    if before.state.phase == "running":
        raise EngineError("too_late", "kind")


def _check_drawn(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if settings.ruleset != "aus-1992":
        raise EngineError("no_drawn_sets", "kind", {"rulesets": "aus-1992"})


def _check_replay(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    striker = new.payload.get("last_striker")
    reason = new.payload["reason"]
    if striker is not None and (settings.mode != "doubles" or reason != "double_clear"):
        raise EngineError("unknown_field", "payload.last_striker")
    try:
        before.match.set_replayed(reason, striker)
    except EngineError as error:
        place = "last_striker" if error.path == "last_striker" else "reason"
        raise EngineError(error.code, f"payload.{place}", error.params) from None


def _check_warning(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if not is_warning_clause(settings.ruleset, new.payload["clause"]):
        raise EngineError("warning_clause_unknown", "payload.clause")


def _check_set_lost(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    _check_clause(settings, "set", new)


def _check_penalty(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    _check_clause(settings, "penalty", new)


def _check_clause(settings: GameSettings, kind: str, new: LogEvent) -> None:
    if not is_clause_of_kind(settings.ruleset, kind, new.payload["clause"]):
        raise EngineError("clause_unknown", "payload.clause")


def _check_result(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if before.state.sets:
        raise EngineError("result_after_sets", "kind")
    check_result(settings, *new.payload["sets"])


def _check_time_limit(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if before.state.phase != "running":
        raise EngineError("not_started", "kind")


def _check_signature(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    if not before.state.over:
        raise EngineError("not_over", "kind")


def _check_finished(settings: GameSettings, before: Fold, new: LogEvent) -> None:
    _check_signature(settings, before, new)
    if not (before.state.signatures["A"] and before.state.signatures["B"]):
        raise EngineError("unsigned", "kind")


_CHECKS: Mapping[str, Callable[[GameSettings, Fold, LogEvent], None]] = {
    "choice": _check_choice,
    "seats": _check_exchange,
    "no_show": _check_no_show,
    "set_drawn": _check_drawn,
    "set_replayed": _check_replay,
    "warning": _check_warning,
    "set_lost": _check_set_lost,
    "penalty_disc": _check_penalty,
    "result": _check_result,
    "time_limit": _check_time_limit,
    "signature": _check_signature,
    "finished": _check_finished,
}
"""What each kind asks of the game before it, besides that the game is not over."""
