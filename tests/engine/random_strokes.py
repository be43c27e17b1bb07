"""Random strokes for property tests: legal to read, whatever they mean."""

from __future__ import annotations

import math
import random
from typing import Any

from tests.engine.strokes import DOUBLES, SINGLES

RULESETS = ("lnf-2008", "int-2017", "aus-1992")
ACTS: list[dict[str, Any]] = [
    {"code": code} for code in (
        "double_hit", "wrong_cue_end", "striker_taken_early", "moving_striker_touched", "touched_on_placement",
        "refused", "left_playing_area", "placed_early", "hand_in_pocket", "disc_touched",
    )
] + [
    {"code": "slow_play", "times": 2}, {"code": "striker_broken", "larger_part": "pocket"},
    {"code": "wilful_breach"}, {"code": "moving_disc_touched"}, {"code": "away_between_sets", "seconds": 10},
    {"code": "out_of_turn", "noticed": "after_next_stroke"},
]  # fmt: skip


def is_clear(x: float, y: float, lying: list[dict[str, Any]], reach: float = 30.0) -> bool:
    """Whether nothing lies within reach."""
    return all(math.hypot(d["x"] - x, d["y"] - y) >= reach for d in lying)


def spot(dice: random.Random, lying: list[dict[str, Any]]) -> tuple[float, float]:
    """A free place: anywhere, near the circle, or in an edge zone; tenths of a millimetre."""
    while True:
        kind = dice.random()
        if kind < 0.3:
            x, y = dice.uniform(-130, 130), dice.uniform(-130, 130)
        elif kind < 0.6:
            x, y = dice.uniform(-380, 380), dice.choice((-1, 1)) * dice.uniform(365, 485)
            if dice.random() < 0.3:
                x, y = y, x
        else:
            x, y = dice.uniform(-485, 485), dice.uniform(-485, 485)
        x, y = round(x, 1), round(y, 1)
        if is_clear(x, y, lying):
            return x, y


def position(dice: random.Random, mode: str) -> list[dict[str, Any]]:
    """Some discs of both colours."""
    lying: list[dict[str, Any]] = []
    most = 8 if mode == "singles" else 16
    for colour in ("red", "black"):
        for number in range(dice.choice((1, 2, 3, most // 2, most))):
            x, y = spot(dice, lying)
            lying.append({"id": f"{colour[0]}{number + 1}", "colour": colour, "x": x, "y": y})
    return lying


def striker_place(dice: random.Random, player: str, lying: list[dict[str, Any]]) -> dict[str, float] | None:
    """The striker in the player's zone, on no disc; None where there is no room."""
    for _ in range(50):
        along, deep = round(dice.uniform(-364, 364), 1), round(dice.uniform(375.5, 477.5), 1)
        x, y = {"S": (along, -deep), "N": (along, deep), "W": (-deep, along), "E": (deep, along)}[player]
        if is_clear(x, y, lying, 37.5):
            return {"x": x, "y": y}
    return None


def moves(dice: random.Random, lying: list[dict[str, Any]], events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Where the discs came to rest, after those of the events are gone."""
    gone = {e["body"] for e in events if e["type"] in ("pocketed", "off_table")}
    after = [dict(disc) for disc in lying if disc["id"] not in gone]
    for disc in after:
        if dice.random() < 0.25:
            disc["x"], disc["y"] = spot(dice, [d for d in after if d is not disc])
    return after


def stroke_events(dice: random.Random, lying: list[dict[str, Any]], seats: list[str]) -> list[dict[str, Any]]:
    """Cushions, a first touch, later touches, losses, acts; in a possible order."""
    ids = [disc["id"] for disc in lying]
    events: list[dict[str, Any]] = []
    for _ in range(dice.choice((0, 0, 1, 2))):
        events.append({"type": "cushion", "body": "striker", "edge": dice.choice("SNWE")})
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        touched = dice.sample(ids, min(len(ids), dice.choice((1, 1, 1, 2))))
        events.append({"type": "contact", "a": "striker", "b": touched})
    is_hit = any(event["type"] == "contact" for event in events)
    for uid in dice.sample(ids, min(len(ids), dice.choice((0, 0, 1, 1, 2, 3)))) if is_hit else []:
        if dice.random() < 0.7:
            events.append({"type": "pocketed", "body": uid, "pocket": dice.choice(("NE", "NW", "SE", "SW"))})
        else:
            events.append({"type": "off_table", "body": uid, "edge": dice.choice(("N", "E", "S", "W", "NE", "SW"))})
    if dice.random() < 0.2:
        events.append({"type": "own_line_recrossed"})
    if dice.random() < 0.2:
        events.append({"type": "pocketed", "body": "striker", "pocket": "NE"})
    if dice.random() < 0.3:
        events.append({"type": "incident", **dice.choice(ACTS), "by": dice.choice(seats)})
    return events


def next_stroke(
    dice: random.Random, ruleset: str, mode: str, player: str, lying: list[dict[str, Any]]
) -> dict[str, Any]:
    """A stroke from a position."""
    colours = SINGLES if mode == "singles" else DOUBLES
    striker = striker_place(dice, player, lying)
    events = stroke_events(dice, lying, list(colours)) if striker else []
    return {
        "ruleset": ruleset, "mode": mode, "player": player, "colours": colours, "before": lying, "striker": striker,
        "events": events, "after": moves(dice, lying, events),
    }  # fmt: skip


def random_stroke(seed: int) -> dict[str, Any]:
    """The input of `adjudicate`, all of it random."""
    dice = random.Random(seed)
    mode = dice.choice(("singles", "doubles"))
    seats = list(SINGLES if mode == "singles" else DOUBLES)
    data = next_stroke(dice, dice.choice(RULESETS), mode, dice.choice(seats), position(dice, mode))
    if dice.random() < 0.7:
        some = lambda most: {seat: dice.choice((0, 0, 0, most)) for seat in seats}  # noqa: E731
        data["state"] = {
            "opener": dice.choice(seats), "debt": some(1), "pending": some(2), "strokes_missed": some(3),
            "first_series": {
                seat: dice.choice(("over", "running", "not_started", "cleared", "cleared_with_fault"))
                for seat in seats
            },
        }  # fmt: skip
    return data
