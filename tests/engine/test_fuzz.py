"""Nonsense of every kind: each input is answered, or refused with a code and a path; nothing else ever comes out."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from refereeing.engine.errors import MESSAGES, EngineError
from refereeing.engine.facts import INCIDENTS
from refereeing.engine.rules.explain import explain_json
from refereeing.engine.rules.match_json import score_match
from refereeing.engine.rules.moment import FIRST, MOVED, moment_json
from refereeing.engine.rules.stroke_json import adjudicate_json
from tests.engine.random_strokes import random_stroke

GAME: dict[str, Any] = {
    "ruleset": "lnf-2008", "sets": 6, "all_sets": False, "first_stroke": "A", "side_of_a": "S",
    "events": [
        {"set_won": "A"}, {"set_replayed": "double_clear"}, {"warning": "B", "clause": "19.1.c"},
        {"game_lost": "B", "reason": "no_show"},
    ],
}  # fmt: skip
DOUBLES: dict[str, Any] = {
    **GAME, "mode": "doubles", "seats": {"S": "a1", "W": "b1", "N": "a2", "E": "b2"}, "first_stroke": "a1",
    "events": [{"set_won": "A"}, {"set_replayed": "double_clear", "last_striker": "b2"}],
}
DOUBLES.pop("side_of_a")
MOMENT: dict[str, Any] = {
    "mode": "singles", "who": "player", "path": "rebound", "cushions": ["side"], "first": FIRST[0], "moved": [MOVED[0]],
    "own_light_stands": True, "pocketed": ["own"], "off": [], "recrossed": False, "stroke": True,
    "incidents": [INCIDENTS[0]],
}
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 1.5, -0.0, 1e308, -1e308, float("nan"), float("inf"), float("-inf"), 10**400, 2**63,
    "", "S", "r1", "striker", "x" * 70, "\x00", "\ud800", "‮", "é" * 64, "lnf-2008", "red", [], [[]], {}, {"": {}},
    [None] * 40, {"id": "r1"}, {"x": 0, "y": 0}, {"type": "contact"}, ["S", "N"], {"S": 1}, "1", "0x10", "singles",
]  # fmt: skip
CASES: dict[str, tuple[Callable[[Any], dict[str, Any]], Callable[[random.Random], Any]]] = {
    "adjudicate": (adjudicate_json, lambda dice: random_stroke(dice.randrange(400))),
    "explain": (explain_json, lambda dice: random_stroke(dice.randrange(400))),
    "score_match": (score_match, lambda dice: dice.choice((GAME, DOUBLES))),
    "moment": (lambda data: moment_json("lnf-2008", data), lambda dice: MOMENT),
}


def value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON value, mostly an odd one."""
    kind = dice.random()
    if depth > 3 or kind < 0.8:
        return copy.deepcopy(dice.choice(ODD))
    if kind < 0.9:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    keys = ("id", "x", "type", "events", "state", "colours", "discs", "S", "b", "by", "")
    return {dice.choice(keys): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def containers(data: Any) -> list[Any]:
    """Every object and array in a value."""
    found, rest = [], [data]
    while rest:
        inner = rest.pop()
        if isinstance(inner, dict | list):
            found.append(inner)
            rest += inner.values() if isinstance(inner, dict) else inner
    return found


def spoil(dice: random.Random, data: Any) -> Any:
    """A value with one to four faults in random places."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice((1, 1, 2, 4))):
        found = containers(data)
        if not found or dice.random() < 0.02:
            return value(dice)
        place = dice.choice(found)
        key: Any = dice.choice(list(place) or [""]) if isinstance(place, dict) else dice.randrange(len(place) + 1)
        act = dice.random()
        if isinstance(place, list) and key == len(place):
            place.append(copy.deepcopy(place[0]) if place and act < 0.5 else value(dice))
        elif act < 0.2 and (isinstance(place, list) or key in place):
            del place[key]
        elif act < 0.3 and isinstance(place, dict):
            place[dice.choice(("extra", "id", "language", "pocketed", "by", "t"))] = value(dice)
        elif act < 0.45 and not isinstance(place, dict) and len(place) > 1:
            place[key] = copy.deepcopy(dice.choice(place))
        else:
            place[key] = value(dice)
    return data


def is_well_refused(error: EngineError) -> bool:
    """Whether a refusal has a known code, a short path, and can be printed as JSON."""
    shown = error.as_dict()
    json.dumps(shown, ensure_ascii=False).encode("utf-8", "backslashreplace")
    is_filled = "{" not in shown["message"] and set(shown) == {"code", "path", "message"}
    return error.code in MESSAGES and len(shown["path"]) < 400 and is_filled


def answer(run: Callable[[Any], dict[str, Any]], data: Any) -> dict[str, Any] | EngineError:
    try:
        return run(data)
    except EngineError as error:
        return error


def try_nonsense(name: str, count: int) -> None:
    run, make = CASES[name]
    dice = random.Random(f"{name} {count}")
    answered = 0
    for number in range(count):
        told = answer(run, spoil(dice, make(dice)))
        if isinstance(told, EngineError):
            assert is_well_refused(told), (number, told.code, told.path)
        else:
            answered += 1
            json.dumps(told, allow_nan=False)
    assert 0 < answered < count


@pytest.mark.parametrize("name", sorted(CASES))
def test_nonsense_is_refused_and_nothing_breaks(name):
    try_nonsense(name, 1_000)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(CASES))
def test_a_hundred_thousand_inputs(name):
    try_nonsense(name, 25_000)
