"""What holds for every verdict, whatever happens in the stroke."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.set_play import Observed, SetPlay, begin, replay
from refereeing.engine.rules.stroke_json import adjudicate_json, read_stroke
from tests.engine.random_strokes import RULESETS, next_stroke, random_stroke
from tests.engine.strokes import DOUBLES, SINGLES

SEEDS = st.integers(0, 2**40)
SAME = ("ruleset", "stroke", "path", "turn", "penalty", "set", "findings", "may_forfeit")
Turn = dict[str, str]
Point = Callable[[float, float], tuple[float, float]]


def turned(data: dict[str, Any], seats: Turn, point: Point) -> dict[str, Any]:
    """The same stroke on a table that is mirrored or turned: seats, edges, corners and coordinates are mapped."""
    def corner(edge: str) -> str:
        letters = {seats[letter] for letter in edge}
        return next(e for e in ("N", "S", "E", "W", "NE", "NW", "SE", "SW") if set(e) == letters)

    def disc(d: dict[str, Any]) -> dict[str, Any]:
        x, y = point(d["x"], d["y"])
        return {**d, "x": x, "y": y}

    def event(e: dict[str, Any]) -> dict[str, Any]:
        mapped = {key: corner(e[key]) for key in ("edge", "pocket") if key in e}
        return {**e, **mapped, **({"by": seats[e["by"]]} if "by" in e else {})}

    def state(found: dict[str, Any]) -> dict[str, Any]:
        return {key: seats[value] if key == "opener" else {seats[s]: v for s, v in value.items()}
                for key, value in found.items()}  # fmt: skip

    striker = data["striker"]
    return {
        **data, "player": seats[data["player"]], "colours": {seats[s]: c for s, c in data["colours"].items()},
        "before": [disc(d) for d in data["before"]], "after": [disc(d) for d in data["after"]],
        "striker": striker and dict(zip("xy", point(striker["x"], striker["y"]), strict=True)),
        "events": [event(e) for e in data["events"]],
        **({"state": state(data["state"])} if "state" in data else {}),
    }  # fmt: skip


TURNS: dict[str, tuple[Turn, Point]] = {
    "south and north": ({"S": "N", "N": "S", "W": "W", "E": "E"}, lambda x, y: (x, -y)),
    "left and right": ({"S": "S", "N": "N", "W": "E", "E": "W"}, lambda x, y: (-x, y)),
    "a quarter": ({"S": "W", "W": "N", "N": "E", "E": "S"}, lambda x, y: (y, -x)),
}
"""A mirrored table exchanges clockwise and left, so in doubles (where the turn passes clockwise) only the turn of the
table by a quarter keeps the verdict."""


@settings(max_examples=300, deadline=None)
@given(SEEDS, st.sampled_from(sorted(TURNS)))
def test_verdict_does_not_change_when_the_table_is_mirrored_or_turned(seed, name):
    data = random_stroke(seed)
    if name != "a quarter" and data["mode"] == "doubles":
        return
    seats, point = TURNS[name]

    here, there = adjudicate_json(data), adjudicate_json(turned(data, seats, point))

    assert {key: here[key] for key in SAME} == {key: there[key] for key in SAME}
    assert (here["first"], here["restored"]) == (there["first"], there["restored"])
    assert (here["next"] and seats[here["next"]]) == there["next"]
    for key, value in here["state"].items():
        mapped = seats[value] if key == "opener" else {seats[seat]: v for seat, v in value.items()}
        assert mapped == there["state"][key]
    if name == "a quarter":
        places = {d["id"]: point(d["x"], d["y"]) for d in here["position"]}
        elsewhere = {d["id"]: (d["x"], d["y"]) for d in there["position"]}
        moved = [uid for uid in places if places[uid] != pytest.approx(elsewhere[uid], abs=1e-6)]
        # The nearest free place breaks ties by x, then y, and so does not turn with the table.
        assert all(uid in here["restored"] for uid in moved)


@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_verdict_does_not_change_when_discs_are_reordered_and_renamed(seed):
    data = random_stroke(seed)
    dice = random.Random(seed)
    names = {d["id"]: f"{d['colour'][0]}{number:03}" for number, d in
             enumerate(dice.sample(data["before"], len(data["before"])))}  # fmt: skip
    named = lambda d: {**d, "id": names[d["id"]]}  # noqa: E731

    def event(e: dict[str, Any]) -> dict[str, Any]:
        mapped = {key: names.get(e[key], e[key]) for key in ("a", "body") if key in e}
        return {**e, **mapped, **({"b": [names[uid] for uid in e["b"]]} if "b" in e else {})}

    other = {
        **data, "before": [named(d) for d in dice.sample(data["before"], len(data["before"]))],
        "after": [named(d) for d in dice.sample(data["after"], len(data["after"]))],
        "events": [event(e) for e in data["events"]],
    }  # fmt: skip

    here, there = adjudicate_json(data), adjudicate_json(other)

    keys = (*SAME, "debt", "next", "state")
    assert {key: here[key] for key in keys} == {key: there[key] for key in keys}
    assert {names[uid] for uid in here["restored"]} == set(there["restored"])
    places = [sorted((d["colour"], d["x"], d["y"]) for d in found["position"]) for found in (here, there)]
    assert places[0] == places[1]


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_table_and_books_are_in_order(seed):
    data = random_stroke(seed)
    result = adjudicate_json(data)
    lying = {d["id"]: d for d in result["position"]}
    before = {d["id"]: d for d in data["before"]}
    after = {d["id"]: d for d in data["after"]}
    pocketed = {e["body"] for e in data["events"] if e["type"] == "pocketed"} - {"striker"}
    off = {e["body"] for e in data["events"] if e["type"] == "off_table"}

    assert len(lying) == len(result["position"])
    for one, two in itertools.combinations(result["position"], 2):
        assert math.hypot(one["x"] - two["x"], one["y"] - two["y"]) >= 30 - 1e-5
    assert all(max(abs(d["x"]), abs(d["y"])) <= 485 + 1e-6 for d in result["position"])
    most = 8 if data["mode"] == "singles" else 16
    for colour in ("red", "black"):
        assert sum(d["colour"] == colour for d in result["position"]) <= most
    if result["set"] != "open":
        assert lying == after
        assert result["restored"] == []
        assert result["next"] is None
        return
    others = {uid: d for uid, d in lying.items() if uid not in result["restored"]}
    for uid in result["restored"]:
        home = before[uid]
        is_free = all(math.hypot(d["x"] - home["x"], d["y"] - home["y"]) >= 30 - 1e-6 for d in others.values())
        if is_free:
            assert (lying[uid]["x"], lying[uid]["y"]) == (home["x"], home["y"])
    assert off <= set(lying)
    for uid, d in after.items():
        if uid not in result["restored"]:
            assert lying[uid] == d
    came_back = [uid for uid in lying if uid not in before or (uid in pocketed and uid not in result["restored"])]
    check_books(data, result, came_back)


def check_books(data: dict[str, Any], result: dict[str, Any], came_back: list[str]) -> None:
    """Discs that were owed are placed, still owed, waiting, or forgotten; none comes from nowhere."""
    start = data.get("state", {})
    owed = sum(start.get("debt", {}).values()) + sum(start.get("pending", {}).values()) + result["penalty"]
    left = sum(result["debt"].values()) + sum(result["state"]["pending"].values()) + len(came_back)
    seats = [seat for seat in data["colours"] if data["colours"][seat] != data["colours"][data["player"]]]
    by_others = any(e["type"] == "incident" and e["by"] in seats for e in data["events"])
    forgotten = sum(start.get("debt", {}).get(seat, 0) for seat in seats) if has(result, "17.4", "3.3") else 0
    assert left + forgotten - owed in ((0, 1) if by_others else (0,))


def has(result: dict[str, Any], *numbers: str) -> bool:
    return any(item["rule"].split(":")[1] in numbers for item in result["findings"])


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_no_stroke_lacks_a_clause_and_no_penalty_its_consequence(seed):
    result = adjudicate_json(random_stroke(seed))

    if result["stroke"] != "none":
        assert result["findings"]
    if result["stroke"] == "penalised":
        assert result["penalty"]
    if result["penalty"]:
        assert result["turn"] == "lost"
    assert all(item["text"] for item in result["findings"])
    assert len({item["rule"] for item in result["findings"]}) == len(result["findings"])
    assert (result["path"] == "none") == (result["stroke"] == "none")


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from(RULESETS), st.sampled_from(["singles", "doubles"]))
def test_random_sets_never_break(seed, ruleset, mode):
    dice = random.Random(seed)
    start = play = begin(ruleset, SINGLES if mode == "singles" else DOUBLES, dice.choice("SN"))
    seen: list[Observed] = []
    for _ in range(200):
        if play.to_strike is None:
            break
        lying = [d._asdict() for d in play.position.values()]
        stroke = read_stroke(next_stroke(dice, ruleset, mode, play.to_strike, lying))
        seen.append(Observed(stroke.striker, stroke.events, stroke.after))
        play, verdict = play.take(seen[-1])
        assert len(play.position) + len(play.pocketed) == (16 if mode == "singles" else 32)
        assert (play.result is None) == (verdict.set == "open") == (play.to_strike is not None)

    states = replay(start, seen)
    assert [state for state, _ in states][-1:] == ([play] if seen else [])
    assert [state.strokes for state, _ in states] == list(range(1, len(seen) + 1))


def test_set_that_is_over_takes_no_stroke():
    over = SetPlay("lnf-2008", "singles", SINGLES, {}, {}, begin("lnf-2008", SINGLES, "S").state, None, "red")
    with pytest.raises(EngineError, match="set_over"):
        over.take(Observed(None, (), {}))
