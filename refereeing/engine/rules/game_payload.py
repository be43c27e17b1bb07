"""Payloads of the game log, read strictly: no unknown field, no long text, nothing that is only nearly right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import SEATS
from refereeing.engine.reading import (
    at,
    read_choice,
    read_id,
    read_integer,
    read_list,
    read_number,
    read_object,
    read_text,
)
from refereeing.engine.rules.match_play import LOSS_REASONS, REPLAY_REASONS

TEXT_LIMIT = 500
NAME_LIMIT = 200
PROOF_LIMIT = 2_000
STROKES_LIMIT = 20_000
"""Numbers in all strokes of one signature."""
PIXEL_LIMIT = 100_000
SCORE_LIMIT = 99
SET_LIMIT = 99
STROKE_LIMIT = 999
"""The highest order number of a stroke in a set."""
CLAUSES_LIMIT = 20
DECISIONS = ("correct", "penalised", "set_lost", "set_replayed", "no_stroke", "other")
"""What a ruling says of a disputed stroke. What follows from it are events of their own."""
NAMES = ("A", "B")
BOTH = "both"
"""Who has lost a game that nobody has won."""
PLAYERS = ("A1", "A2", "B1", "B2")
"""The players of two pairs, by their places on the entry."""
SIGNERS = ("A", "B", "referee")

Payload = Mapping[str, Any]
Reader = Callable[[object, str], Any]


def one_of(*choices: str) -> Reader:
    """A reader of one of the words."""
    return lambda value, path: read_choice(value, path, choices)


def text(limit: int = TEXT_LIMIT, *, may_be_empty: bool = False) -> Reader:
    """A reader of a text."""
    return lambda value, path: read_text(value, path, limit, may_be_empty=may_be_empty)


def nullable(reader: Reader) -> Reader:
    """The same reader, but null is taken too."""
    return lambda value, path: None if value is None else reader(value, path)


def read_score(value: object, path: str) -> list[int]:
    """`[4, 2]`. A score out of range is an illegal score, not a wrong type (23.1)."""
    pair = read_list(value, path, 2)
    if len(pair) != len(NAMES):
        raise EngineError("wrong_type", path, {"wanted": "two whole numbers"})
    try:
        return [read_integer(item, f"{path}[{index}]", 0, SCORE_LIMIT) for index, item in enumerate(pair)]
    except EngineError as error:
        if error.code == "out_of_range":
            raise EngineError("illegal_score", error.path, {"sets": SCORE_LIMIT, "rule": "lnf-2008:23.1"}) from None
        raise


def read_strokes(value: object, path: str) -> list[list[float]]:
    """The lines of a signature: each one x, y, x, y, … in pixels."""
    lines: list[list[float]] = []
    count = 0
    for index, line in enumerate(read_list(value, path, STROKES_LIMIT)):
        numbers = read_list(line, f"{path}[{index}]", STROKES_LIMIT)
        count += len(numbers)
        if count > STROKES_LIMIT:
            raise EngineError("too_long", path, {"limit": STROKES_LIMIT})
        lines.append([
            read_number(n, f"{path}[{index}][{place}]", -PIXEL_LIMIT, PIXEL_LIMIT) for place, n in enumerate(numbers)
        ])  # fmt: skip
    return lines


def whole(least: int, most: int) -> Reader:
    """A reader of a whole number between the limits."""
    return lambda value, path: read_integer(value, path, least, most)


def read_uid(value: object, path: str) -> str:
    """A UUID as it is written: small letters, with its hyphens."""
    text_value = read_id(value, path)
    try:
        is_canonical = str(UUID(text_value)) == text_value
    except ValueError:
        is_canonical = False
    if not is_canonical:
        raise EngineError("wrong_type", path, {"wanted": "a UUID"})
    return text_value


def read_clauses(value: object, path: str) -> list[str]:
    """Clauses as they are cited, each once: `["lnf-2008:17.1.d"]`."""
    cited = [read_id(item, f"{path}[{index}]") for index, item in enumerate(read_list(value, path, CLAUSES_LIMIT))]
    for index, item in enumerate(cited):
        if item in cited[:index]:
            raise EngineError("duplicate", f"{path}[{index}]")
    return cited


def read_seats(value: object, path: str) -> dict[str, str]:
    """Who of two pairs sits where: four seats, each player once."""
    given = read_object(value, path, SEATS)
    seats: dict[str, str] = {}
    for seat in SEATS:
        player = read_choice(given[seat], at(path, seat), PLAYERS)
        if player in seats.values():
            raise EngineError("duplicate", at(path, seat))
        seats[seat] = player
    return seats


WHO: Mapping[str, Reader] = {"who": one_of(*NAMES)}
CLAUSE: Mapping[str, Reader] = {**WHO, "clause": read_id}
PAYLOADS: Mapping[str, Mapping[str, Reader]] = {
    "called": {},
    "choice": {
        "first_stroke": one_of(*NAMES), "by": one_of("rule", "lot", "agreed"),
        "side_of_a": one_of(*SEATS), "discs_of_a": one_of("red", "black"),
    },
    "seats": {"seats": read_seats},
    "arrived": WHO,
    "no_show": WHO,
    "warm_up": {},
    "started": {},
    "set_won": {"winner": one_of(*NAMES)},
    "set_replayed": {"reason": one_of(*REPLAY_REASONS)},
    "set_lost": CLAUSE,
    "set_drawn": {},
    "penalty_disc": CLAUSE,
    "warning": CLAUSE,
    "clock_call": WHO,
    "pause": {},
    "clear_in_first_series": WHO,
    "result": {"sets": read_score},
    "game_lost": {"who": one_of(*NAMES, BOTH), "reason": one_of(*LOSS_REASONS)},
    "time_limit": {},
    "official_called": {"reason": text(may_be_empty=True)},
    "dispute": {"text": text()},
    "ruling": {"text": text()},
    "protest": {**WHO, "text": text()},
    "signature": {
        "who": one_of(*SIGNERS), "name": text(NAME_LIMIT),
        "strokes": nullable(read_strokes), "proof": nullable(text(PROOF_LIMIT)),
    },
    "finished": {},
    "void": {"uid": read_id, "reason": text(may_be_empty=True)},
    "note": {"text": text()},
}  # fmt: skip
"""Every kind of event, with the fields that all of them need."""
FROM_RULING: Mapping[str, Reader] = {"ruling": read_uid}
"""What ties a consequence to the ruling on a disputed stroke."""
OF_PAIR: Mapping[str, Reader] = {"member": one_of(*PLAYERS)}
"""Which player of a pair it is about."""
OPTIONAL: Mapping[str, Mapping[str, Reader]] = {
    "choice": {"seats": read_seats, "first_striker": one_of(*PLAYERS)},
    "set_replayed": {"last_striker": one_of(*PLAYERS), **FROM_RULING},
    "set_won": FROM_RULING,
    "set_lost": {**OF_PAIR, **FROM_RULING},
    "penalty_disc": {**OF_PAIR, **FROM_RULING},
    "warning": {**OF_PAIR, **FROM_RULING},
    "clock_call": OF_PAIR,
    "clear_in_first_series": OF_PAIR,
    "game_lost": FROM_RULING,
    "dispute": {
        **OF_PAIR,
        "dispute": read_uid, "set": whole(1, SET_LIMIT), "stroke": whole(1, STROKE_LIMIT), "player": one_of(*NAMES),
    },
    "ruling": {
        "ruling": read_uid, "dispute": read_uid, "decision": one_of(*DECISIONS), "clauses": read_clauses,
        "overrules": read_uid, "reason": text(),
    },
}  # fmt: skip
"""What may be left out, kind by kind."""
TOGETHER: Mapping[str, tuple[str, ...]] = {
    "dispute": ("dispute", "set", "player"), "ruling": ("ruling", "dispute", "decision"),
}  # fmt: skip
"""A dispute, or a ruling on one, that can be followed up has all of these; an older log has none of them."""
CONSEQUENCES = tuple(kind for kind, fields in OPTIONAL.items() if "ruling" in fields and kind != "ruling")
"""The kinds that can follow from a ruling."""
KINDS = tuple(PAYLOADS)


def read_payload(kind: str, payload: object) -> Payload:
    """The payload of an event, checked field by field.

    Raises EngineError: `unknown_kind` (path `kind`), else `missing`, `unknown_field`, `wrong_type`, `not_one_of`,
    `too_long`, … with a path such as `payload.sets[0]`. Whether the event may come now is `check_next`'s business.
    """
    if kind not in PAYLOADS:
        raise EngineError("unknown_kind", "kind")
    wanted, extra = PAYLOADS[kind], OPTIONAL.get(kind, {})
    given = read_object(payload, "payload", wanted, extra)
    lacking = [key for key in TOGETHER.get(kind, ()) if key not in given]
    if lacking and any(key in extra for key in given):
        raise EngineError("missing", at("payload", lacking[0]))
    return {key: (wanted.get(key) or extra[key])(value, at("payload", key)) for key, value in given.items()}
