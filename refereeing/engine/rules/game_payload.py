"""Payloads of the game log, read strictly: no unknown field, no long text, nothing that is only nearly right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refereeing.engine.errors import EngineError
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
NAMES = ("A", "B")
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


WHO: Mapping[str, Reader] = {"who": one_of(*NAMES)}
CLAUSE: Mapping[str, Reader] = {**WHO, "clause": read_id}
PAYLOADS: Mapping[str, Mapping[str, Reader]] = {
    "called": {},
    "choice": {
        "first_stroke": one_of(*NAMES), "by": one_of("rule", "lot", "agreed"),
        "side_of_a": one_of("S", "N"), "discs_of_a": one_of("red", "black"),
    },
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
    "game_lost": {**WHO, "reason": one_of(*LOSS_REASONS)},
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
"""Every kind of event, with its fields; all of them are needed but `last_striker`."""
OPTIONAL: Mapping[str, Mapping[str, Reader]] = {"set_replayed": {"last_striker": one_of("A1", "A2", "B1", "B2")}}
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
    return {key: (wanted.get(key) or extra[key])(value, at("payload", key)) for key, value in given.items()}
