"""`score_match` of the commands' contract: a game as JSON in, its state as JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import OPPOSITE
from refereeing.engine.reading import (
    at,
    read_bool,
    read_choice,
    read_id,
    read_integer,
    read_list,
    read_object,
    shown_key,
)
from refereeing.engine.rules.book import RULESETS
from refereeing.engine.rules.match_play import (
    LOSS_REASONS,
    REPLAY_REASONS,
    Kind,
    MatchEvent,
    MatchSettings,
    MatchState,
    Name,
    NextSet,
    SetRow,
    play,
)

SETS_LIMIT = 99
EVENTS_LIMIT = 2_000
NAMES = ("A", "B")
FIELDS = ("ruleset", "sets", "all_sets", "first_stroke", "events")
EVENT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "set_won": ("set_won",),
    "set_drawn": ("set_drawn",),
    "set_replayed": ("set_replayed",),
    "warning": ("warning", "clause"),
    "game_lost": ("game_lost", "reason"),
    "seats": ("seats",),
}
"""The word that an event is known by, and its fields."""


def score_match(data: object) -> dict[str, Any]:
    """Count a game. `data` and the result are the objects of the contract.

    Raises EngineError with the exact path (`events[3].set_won`). At most 99 sets and 2,000 events are taken.
    """
    mode = read_mode(data)
    extra = ("side_of_a", "mode") if mode == "singles" else ("seats", "mode")
    given = read_object(data, "", FIELDS, extra)
    settings = read_settings(given, mode)
    events = [
        read_event(item, f"events[{index}]", mode)
        for index, item in enumerate(read_list(given["events"], "events", EVENTS_LIMIT))
    ]
    return state_json(play(settings, events))


def read_mode(data: object) -> str:
    """The mode decides which fields there are, so it is read first."""
    value = data.get("mode", "singles") if isinstance(data, dict) else "singles"
    return read_choice(value, "mode", ("singles", "doubles"))


def read_settings(given: Mapping[str, Any], mode: str) -> MatchSettings:
    """The fixed part of a game, from an object whose fields are known to be there."""
    ruleset = read_choice(given["ruleset"], "ruleset", RULESETS)
    sets = read_integer(given["sets"], "sets", 1, SETS_LIMIT)
    all_sets = read_bool(given["all_sets"], "all_sets")
    if mode == "singles":
        return MatchSettings(
            ruleset=ruleset, sets=sets, all_sets=all_sets,
            first_stroke=read_choice(given["first_stroke"], "first_stroke", NAMES),
            side_of_a=read_choice(given.get("side_of_a", "S"), "side_of_a", ("S", "N")),
        )  # fmt: skip
    if "seats" not in given:
        raise EngineError("missing", "seats")
    seats = read_seats(given["seats"], "seats")
    first = read_choice(given["first_stroke"], "first_stroke", tuple(seats.values()))
    return MatchSettings(ruleset=ruleset, sets=sets, all_sets=all_sets, first_stroke=first, mode=mode, seats=seats)


def read_seats(value: object, path: str) -> Mapping[str, str]:
    """Four players, one a seat."""
    given = read_object(value, path, tuple(OPPOSITE))
    seats: dict[str, str] = {}
    for seat in OPPOSITE:
        player = read_id(given[seat], at(path, seat))
        if player in seats.values():
            raise EngineError("duplicate", at(path, seat))
        seats[seat] = player
    return seats


def read_event(item: object, path: str, mode: str) -> MatchEvent:
    """One event. Its word says what it is; every other field must belong to that word."""
    kind = read_kind(item, path, mode)
    given = read_object(item, path, EVENT_FIELDS[kind], striker_field(item, mode))
    if kind == "set_drawn":
        if given["set_drawn"] is not True:
            raise EngineError("wrong_type", at(path, "set_drawn"), {"wanted": "true"})
        return MatchEvent(kind=kind)
    if kind == "set_replayed":
        return read_replay(given, path, mode)
    if kind == "seats":
        return MatchEvent(kind=kind, seats=read_seats(given["seats"], at(path, "seats")))
    who = cast(Name, read_choice(given[kind], at(path, kind), NAMES))
    if kind == "warning":
        return MatchEvent(kind=kind, who=who, clause=read_id(given["clause"], at(path, "clause")))
    if kind == "game_lost":
        return MatchEvent(kind=kind, who=who, reason=read_choice(given["reason"], at(path, "reason"), LOSS_REASONS))
    return MatchEvent(kind=kind, who=who)


def read_kind(item: object, path: str, mode: str) -> Kind:
    """The word that an event is known by."""
    if not isinstance(item, dict):
        raise EngineError("wrong_type", path, {"wanted": "an object"})
    for kind in EVENT_FIELDS:
        if kind in item and (kind != "seats" or mode == "doubles"):
            return cast(Kind, kind)
    for key in item:
        raise EngineError("unknown_field", at(path, shown_key(key)))
    raise EngineError("unknown_event", path)


def striker_field(item: object, mode: str) -> tuple[str, ...]:
    """The last striker is told in doubles only, and only where both pairs have cleared (21.1)."""
    is_told = mode == "doubles" and isinstance(item, dict) and item.get("set_replayed") == "double_clear"
    return ("last_striker",) if is_told else ()


def read_replay(given: Mapping[str, Any], path: str, mode: str) -> MatchEvent:
    """A set that is played again."""
    reason = read_choice(given["set_replayed"], at(path, "set_replayed"), REPLAY_REASONS)
    if not striker_field(given, mode):
        return MatchEvent(kind="set_replayed", reason=reason)
    if "last_striker" not in given:
        raise EngineError("missing", at(path, "last_striker"))
    return MatchEvent(
        kind="set_replayed", reason=reason, last_striker=read_id(given["last_striker"], at(path, "last_striker"))
    )


def state_json(state: MatchState) -> dict[str, Any]:
    """A state as the contract writes it."""
    return {
        "sets": [row_json(row) for row in state.sets],
        "score": dict(state.score),
        "winner": state.winner,
        "over": state.over,
        "warnings": dict(state.warnings),
        "next": None if state.next is None else next_json(state.next),
    }


def row_json(row: SetRow) -> dict[str, Any]:
    """A finished set: with A's side in singles, with the seats in doubles."""
    where = {"side_of_a": row.side_of_a} if row.seats is None else {"seats": dict(row.seats)}
    return {
        "number": row.number, "winner": row.winner, "first_stroke": row.first_stroke, **where, "awarded": row.awarded,
    }  # fmt: skip


def next_json(coming: NextSet) -> dict[str, Any]:
    """The set to play: with A's side in singles, with the seats in doubles."""
    where = {"side_of_a": coming.side_of_a} if coming.seats is None else {"seats": dict(coming.seats)}
    return {"number": coming.number, "first_stroke": coming.first_stroke, **where}
