"""What is known of a disputed stroke, read strictly, and the inputs of `simulate` and `reconstruct` made of it (pure).

The board before and after, each with the discs whose place is known, what has left the table, and what is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import STRIKER
from refereeing.engine.reading import at, read_choice, read_id, read_list, read_number, read_object
from refereeing.engine.rules.game_payload import read_uid
from refereeing.engine.rules.stroke_json import (
    DISCS_LIMIT,
    STRIKER_REACH,
    read_colours,
    read_discs,
    read_state,
    read_striker,
)

FIELDS = ("uid", "player", "colours", "before")
OPTIONAL = ("mode", "after", "known", "position_sd", "stroke", "state", "photo")
SIDE_FIELDS = ("discs", "striker", "pocketed", "off_table", "unknown")
GONE = ("pocketed", "off_table", "unknown")
SPEED_LIMIT = 20_000.0
SPIN_LIMIT = 1_000.0
ANGLE_LIMIT = 720.0
SD_LEAST, SD_MOST, SD_DEFAULT = 0.1, 50.0, 2.0
DEFAULT_CONSTANTS: Mapping[str, float] = {
    "friction": 0.10, "restitution_disc": 0.85, "restitution_edge": 0.70, "gravity": 9810.0, "mass_disc": 5.5,
    "mass_striker": 22.0, "radius_disc": 15.0, "radius_striker": 22.5,
}  # fmt: skip
"""The engine's own (physics/params.py); repeated here because nothing of the web process may load numpy."""
DEFAULT_SD: Mapping[str, float] = {"friction": 0.02, "restitution_disc": 0.05, "restitution_edge": 0.07}
"""How far off the defaults may be on a table that nobody has measured."""
FRAMES = 60
RUNS = 5
"""How many explanations are played back."""


def read_position(data: object) -> dict[str, Any]:
    """What somebody has put down of a disputed stroke, with every field filled in.

    Raises EngineError with the path. At most 32 discs; lengths mm, speeds mm/s, angles degrees.
    """
    given = read_object(data, "", FIELDS, OPTIONAL)
    mode = read_choice(given.get("mode", "singles"), "mode", ("singles", "doubles"))
    colours = read_colours(given["colours"], mode)
    player = read_choice(given["player"], "player", tuple(colours))
    limit = 8 if mode == "singles" else 16
    before = _side(given["before"], "before", limit, colours)
    if before["striker"] is None:
        raise EngineError("no_striker", "before.striker")
    after = None if given.get("after") is None else _after(given["after"], limit, colours, before)
    state = given.get("state")
    if state is not None:
        read_state(state, player, tuple(colours))
    return {
        "uid": read_uid(given["uid"], "uid"), "player": player, "colours": dict(colours), "mode": mode,
        "before": before, "after": after, "known": _known(given.get("known")),
        "position_sd": read_number(given.get("position_sd", SD_DEFAULT), "position_sd", SD_LEAST, SD_MOST),
        "stroke": _stroke(given.get("stroke")), "state": state, "photo": _photo(given.get("photo")),
    }  # fmt: skip


def _side(value: object, path: str, limit: int, colours: Mapping[str, str]) -> dict[str, Any]:
    given = read_object(value, path, SIDE_FIELDS)
    discs = read_discs(given["discs"], f"{path}.discs", limit, tuple(dict.fromkeys(colours.values())))
    striker = _striker(given["striker"], path) if path == "after" else _launch(given["striker"], discs, path)
    found: dict[str, Any] = {
        "discs": [{"id": d.id, "colour": d.colour, "x": d.x, "y": d.y} for d in discs.values()], "striker": striker,
    }  # fmt: skip
    seen = set(discs)
    for name in GONE:
        found[name] = []
        for index, item in enumerate(read_list(given[name], at(path, name), DISCS_LIMIT + 1)):
            place = f"{path}.{name}[{index}]"
            uid = read_id(item, place)
            if uid in seen:
                raise EngineError("duplicate", place)
            if uid == STRIKER and (path == "before" or striker is not None):
                raise EngineError("reserved_id", place)
            seen.add(uid)
            found[name].append(uid)
    return found


def _launch(value: object, discs: Mapping[str, Any], path: str) -> dict[str, float] | None:
    try:
        place = read_striker(value, discs)
    except EngineError as error:
        raise error.under(path) from None
    return None if place is None else {"x": place[0], "y": place[1]}


def _striker(value: object, path: str) -> dict[str, float] | None:
    """Where the striker came to rest: a place that was seen, so it may touch or overlap a little."""
    if value is None:
        return None
    given = read_object(value, at(path, "striker"), ("x", "y"))
    return {
        axis: read_number(given[axis], f"{path}.striker.{axis}", -STRIKER_REACH, STRIKER_REACH) for axis in ("x", "y")
    }  # fmt: skip


def _after(value: object, limit: int, colours: Mapping[str, str], before: Mapping[str, Any]) -> dict[str, Any]:
    """The board after: a disc that lies there lay there before, in the same colour."""
    after = _side(value, "after", limit, colours)
    old = {disc["id"]: disc["colour"] for disc in before["discs"]}
    for index, disc in enumerate(after["discs"]):
        if disc["id"] not in old:
            raise EngineError("unknown_disc", f"after.discs[{index}].id")
        if disc["colour"] != old[disc["id"]]:
            raise EngineError("wrong_colour", f"after.discs[{index}].colour")
    return after


def _known(value: object) -> dict[str, list[float] | None]:
    given = read_object({} if value is None else value, "known", (), ("angle", "speed"))
    return {
        "angle": _range(given.get("angle"), "known.angle", -ANGLE_LIMIT, ANGLE_LIMIT),
        "speed": _range(given.get("speed"), "known.speed", 0.0, SPEED_LIMIT),
    }


def _range(value: object, path: str, least: float, most: float) -> list[float] | None:
    if value is None:
        return None
    pair = read_list(value, path, 2)
    if len(pair) != 2:
        raise EngineError("wrong_type", path, {"wanted": "two numbers"})
    low = read_number(pair[0], f"{path}[0]", least, most)
    return [low, read_number(pair[1], f"{path}[1]", low, most)]


def _stroke(value: object) -> dict[str, float] | None:
    if value is None:
        return None
    given = read_object(value, "stroke", ("angle", "speed"), ("spin",))
    return {
        "angle": read_number(given["angle"], "stroke.angle", -ANGLE_LIMIT, ANGLE_LIMIT),
        "speed": read_number(given["speed"], "stroke.speed", 0.0, SPEED_LIMIT),
        "spin": read_number(given.get("spin", 0), "stroke.spin", -SPIN_LIMIT, SPIN_LIMIT),
    }


def _photo(value: object) -> dict[str, Any] | None:
    """Which photo lies under the board, and where on it the four inner corners are: NW, NE, SE, SW."""
    if value is None:
        return None
    given = read_object(value, "photo", ("uid", "corners"))
    corners = read_list(given["corners"], "photo.corners", 4)
    if len(corners) != 4:
        raise EngineError("wrong_type", "photo.corners", {"wanted": "four corners"})
    return {
        "uid": read_uid(given["uid"], "photo.uid"),
        "corners": [_corner(corner, f"photo.corners[{index}]") for index, corner in enumerate(corners)],
    }


def _corner(value: object, path: str) -> list[float]:
    pair = read_list(value, path, 2)
    if len(pair) != 2:
        raise EngineError("wrong_type", path, {"wanted": "two numbers"})
    # A corner may lie outside the picture, as far as the picture is wide.
    return [read_number(number, f"{path}[{index}]", -1.0, 2.0) for index, number in enumerate(pair)]


def simulate_item(
    position: Mapping[str, Any], *, ruleset: str, model: str, constants: Mapping[str, float],
    stroke: Mapping[str, float],
) -> dict[str, Any]:
    """The input of `simulate` for one stroke from the board before."""
    return {
        "model": model, "discs": position["before"]["discs"],
        "striker": {**position["before"]["striker"], **stroke}, "constants": dict(constants),
        "player": position["player"], "frames": FRAMES, "adjudicate": judged(position, ruleset),
    }  # fmt: skip


def reconstruct_item(
    position: Mapping[str, Any], *, ruleset: str, constants: Mapping[str, float], sd: Mapping[str, float], seed: int,
) -> dict[str, Any]:
    """The input of `reconstruct`. Discs of the board before that stand nowhere after count as unknown.

    Raises EngineError `missing` at `after` where there is nothing to explain.
    """
    before, after = position["before"], position["after"]
    if after is None:
        raise EngineError("missing", "after")
    ids = [disc["id"] for disc in before["discs"]]
    placed = {disc["id"] for disc in after["discs"]} | set(after["pocketed"]) | set(after["off_table"])
    striker: dict[str, Any] = dict(before["striker"])
    if after["striker"] is not None:
        striker["after"] = after["striker"]
    item: dict[str, Any] = {
        "before": before["discs"], "after": after["discs"], "striker": striker,
        # What fell in earlier strokes is in the tray as well: this stroke's own are those that lay on the board.
        **{name: [uid for uid in after[name] if uid in ids or uid == STRIKER] for name in ("pocketed", "off_table")},
        "known": {name: given for name, given in position["known"].items() if given is not None},
        "position_sd": position["position_sd"], "constants": dict(constants), "constants_sd": dict(sd),
        "adjudicate": judged(position, ruleset), "seed": seed,
    }  # fmt: skip
    unknown = [uid for uid in ids if uid not in placed]
    if unknown:
        item["unknown_after"] = unknown
    return item


def played_item(position: Mapping[str, Any], *, ruleset: str, stroke: Mapping[str, Any]) -> dict[str, Any]:
    """The input of `simulate` for an explanation that `reconstruct` found: from the places that it assumes, which lie
    within the error of those that were seen. Only from them it ends where it says."""
    return {**stroke, "player": position["player"], "frames": FRAMES, "adjudicate": judged(position, ruleset)}


def judged(position: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """How the rules are asked about the stroke: `adjudicate` of the commands."""
    asked = {
        "ruleset": ruleset, "mode": position["mode"], "player": position["player"], "colours": position["colours"],
    }  # fmt: skip
    return asked if position["state"] is None else {**asked, "state": position["state"]}
