"""The objects of `simulate` (docs/physics.md): a stroke as JSON read strictly, and what came of it as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from refereeing.engine import table
from refereeing.engine.errors import EngineError
from refereeing.engine.facts import COLOURS, SEATS, STRIKER, Disc
from refereeing.engine.physics.layout import (
    AT_X,
    AT_Y,
    CONTACT,
    CUSHION,
    EDGES,
    FIRST,
    FIRST_EDGE,
    KIND,
    OFF,
    ON_TABLE,
    POCKET_ORDER,
    POCKETED,
    SECOND,
    SPEED,
    TIME,
)
from refereeing.engine.physics.motion import Array
from refereeing.engine.physics.params import LIMITS, Constants
from refereeing.engine.physics.simulate import Launch, Run
from refereeing.engine.physics.slide import is_in_pocket
from refereeing.engine.reading import at, read_choice, read_id, read_integer, read_list, read_number, read_object

FIELDS = ("model", "discs", "striker")
OPTIONAL = ("constants", "player", "tie_window", "frames", "adjudicate")
MODELS = ("slide", "full")
DISCS_LIMIT = 32
ANGLE_LIMIT, SPEED_LIMIT, SPIN_LIMIT = 3_600.0, 20_000.0, 2_000.0
TIE_WINDOW_LIMIT = 1.0
FRAMES_A_SECOND = 240
OVERLAP = 1e-6
"""mm. Pieces that overlap by no more only touch; so do pieces and edges."""
Limits = Mapping[str, tuple[float, float]]
Event = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What `simulate` is asked."""

    model: str
    discs: tuple[Disc, ...]
    launch: Launch
    constants: Constants
    player: str
    tie_window: float
    frames: int

    @property
    def ids(self) -> tuple[str, ...]:
        """Of the pieces: the striker, then the discs in the order of the input."""
        return (STRIKER, *(disc.id for disc in self.discs))


def read_simulation(
    data: object, models: Mapping[str, tuple[type[Constants], Limits]] | None = None
) -> Simulation:
    """A stroke that can be simulated. Raises EngineError with the exact path.

    `models`: the constants of each model with their limits; without it `slide` alone is known.
    """
    known = models or {"slide": (Constants, LIMITS)}
    given = read_object(data, "", FIELDS, OPTIONAL)
    model = read_choice(given["model"], "model", tuple(known))
    constants = read_constants(given.get("constants", {}), *known[model])
    discs = read_discs(given["discs"], constants)
    launch = read_launch(given["striker"], discs, constants, SPIN_LIMIT if model == "full" else 0.0)
    return Simulation(
        model=model, discs=discs, launch=launch, constants=constants,
        player=read_choice(given["player"], "player", SEATS) if "player" in given else "",
        tie_window=read_number(given.get("tie_window", 0), "tie_window", 0.0, TIE_WINDOW_LIMIT),
        frames=read_integer(given.get("frames", 0), "frames", 0, FRAMES_A_SECOND),
    )  # fmt: skip


def read_constants(value: object, kind: type[Constants], limits: Limits) -> Constants:
    """The constants, those left out with their values of the model."""
    names = [field.name for field in fields(kind)]
    given = read_object(value, "constants", (), names)
    return kind(**{name: read_number(value, at("constants", name), *limits[name]) for name, value in given.items()})


def read_discs(value: object, constants: Constants) -> tuple[Disc, ...]:
    """Discs on the table: each once, none over an edge, in a pocket or on another."""
    reach = table.HALF - constants.radius_disc + OVERLAP
    discs: list[Disc] = []
    for index, item in enumerate(read_list(value, "discs", DISCS_LIMIT)):
        path = f"discs[{index}]"
        given = read_object(item, path, ("id", "colour", "x", "y"))
        uid = read_id(given["id"], at(path, "id"))
        if uid == STRIKER:
            raise EngineError("reserved_id", at(path, "id"))
        if any(disc.id == uid for disc in discs):
            raise EngineError("duplicate", at(path, "id"))
        colour = read_choice(given["colour"], at(path, "colour"), COLOURS)
        x = read_number(given["x"], at(path, "x"), -reach, reach)
        y = read_number(given["y"], at(path, "y"), -reach, reach)
        refuse_place(x, y, discs, 2.0 * constants.radius_disc, path)
        discs.append(Disc(uid, colour, x, y))
    return tuple(discs)


def read_launch(value: object, discs: Sequence[Disc], constants: Constants, spin_limit: float) -> Launch:
    """The striker: on the table, on no disc; its direction, speed and spin."""
    given = read_object(value, "striker", ("x", "y", "angle", "speed"), ("spin",))
    reach = table.HALF - constants.radius_striker + OVERLAP
    x = read_number(given["x"], "striker.x", -reach, reach)
    y = read_number(given["y"], "striker.y", -reach, reach)
    launch = Launch(
        discs=tuple((disc.x, disc.y) for disc in discs), x=x, y=y,
        angle=read_number(given["angle"], "striker.angle", -ANGLE_LIMIT, ANGLE_LIMIT),
        speed=read_number(given["speed"], "striker.speed", 0.0, SPEED_LIMIT),
        spin=read_number(given.get("spin", 0), "striker.spin", -spin_limit, spin_limit),
    )  # fmt: skip
    refuse_place(x, y, discs, constants.radius_disc + constants.radius_striker, "striker")
    return launch


def refuse_place(x: float, y: float, discs: Sequence[Disc], reach: float, path: str) -> None:
    """No piece lies in a pocket, or on a disc."""
    if is_in_pocket(x, y):
        raise EngineError("in_pocket", path)
    if any(math.hypot(disc.x - x, disc.y - y) < reach - OVERLAP for disc in discs):
        raise EngineError("overlap", path)


def result_json(asked: Simulation, run: Run) -> dict[str, Any]:
    """What the contract calls the result, without frames and verdict."""
    states = {0: "table"} | dict.fromkeys(range(1, FIRST_EDGE), "pocketed")
    places = run.after + 0.0  # no -0
    after = [
        {"id": disc.id, "colour": disc.colour, "x": float(places[i, 0]), "y": float(places[i, 1])}
        for i, disc in enumerate(asked.discs, 1)
        if run.fate[i] == ON_TABLE
    ]
    state = states.get(int(run.fate[0]), "off_table")
    return {
        "model": asked.model,
        "events": events_json(run.events, asked.ids, asked.tie_window),
        "after": after,
        "striker": {"state": state, "x": float(places[0, 0]), "y": float(places[0, 1])},
        "duration": run.duration,
        "first_margin": margin_json(asked, run),
        "pressed": run.pressed,
        "constants": {field.name: getattr(asked.constants, field.name) for field in fields(asked.constants)},
    }


def margin_json(asked: Simulation, run: Run) -> dict[str, Any] | None:
    """How far the striker's first touch is ahead of the next candidate; none where there is no other."""
    if math.isinf(run.margin[0]):
        return None
    return {"seconds": run.margin[0], "mm": run.margin[1], "disc": asked.ids[run.rival]}


def events_json(rows: Array, ids: Sequence[str], window: float) -> list[Event]:
    """The events as `adjudicate` takes them, with the measures of the simulation besides.

    Contacts of the striker within `window` seconds of the first of them are one event, unless a disc would be in it
    twice.
    """
    events: list[Event] = []
    touch: Event | None = None
    for row in rows.tolist():
        event = event_json(row, ids)
        if event["type"] == "contact" and event["a"] == STRIKER:
            if touch is not None and event["t"] - touch["t"] <= window and event["b"][0] not in touch["b"]:
                touch["b"] += event["b"]
                continue
            touch = event
        events.append(event)
    return events


def event_json(row: Sequence[float], ids: Sequence[str]) -> Event:
    """One row of the kernel's list (layout.py)."""
    kind, body, other, t = int(row[KIND]), ids[int(row[FIRST])], int(row[SECOND]), row[TIME]
    if kind == CONTACT:
        measures = {"x": row[AT_X] + 0.0, "y": row[AT_Y] + 0.0, "speed": row[SPEED]}
        return {"type": "contact", "t": t, "a": body, "b": [ids[other]], **measures}
    if kind == CUSHION:
        return {"type": "cushion", "t": t, "body": body, "edge": EDGES[other]}
    if kind == POCKETED:
        return {"type": "pocketed", "t": t, "body": body, "pocket": POCKET_ORDER[other]}
    if kind == OFF:
        return {"type": "off_table", "t": t, "body": body, "edge": EDGES[other]}
    return {"type": "own_line_recrossed", "t": t}
