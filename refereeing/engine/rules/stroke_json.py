"""`adjudicate` of the commands' contract: a stroke as JSON in, its verdict as JSON out.

Everything is checked here, with the exact path of what is wrong; the judge behind it refuses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refereeing.engine import table
from refereeing.engine.errors import EngineError
from refereeing.engine.facts import COLOURS, OPPOSITE, SEATS, SERIES, STRIKER, Disc, SetState, Stroke
from refereeing.engine.reading import at, read_choice, read_id, read_integer, read_list, read_number, read_object
from refereeing.engine.rules.adjudicate import adjudicate
from refereeing.engine.rules.book import LANGUAGES, RULESETS
from refereeing.engine.rules.events_json import read_events

FIELDS = ("ruleset", "mode", "player", "colours", "before", "striker", "events", "after")
OPTIONAL = ("state", "pocketed", "language")
STATE_FIELDS = ("opener", "debt", "pending", "first_series", "strokes_missed")
DISC_FIELDS = ("id", "colour", "x", "y")
DISC_KEYS = frozenset(DISC_FIELDS)
DISCS_LIMIT = 32
COUNT_LIMIT = 1_000
SLACK = 1e-6
DISC_REACH = table.EDGE_PLACE + SLACK
STRIKER_REACH = table.HALF - table.STRIKER_RADIUS + SLACK


def adjudicate_json(data: object) -> dict[str, Any]:
    """Judge one stroke. `data` and the result are the objects of the contract.

    Raises EngineError with the exact path (`before[3].x`). At most 32 discs and 5,000 events are taken.
    """
    stroke = read_stroke(data)
    language = data.get("language", "en") if isinstance(data, dict) else "en"
    return adjudicate(stroke).as_dict(read_choice(language, "language", LANGUAGES))


def read_stroke(data: object) -> Stroke:
    """A stroke whose parts fit together."""
    given = read_object(data, "", FIELDS, OPTIONAL)
    ruleset = read_choice(given["ruleset"], "ruleset", RULESETS)
    mode = read_choice(given["mode"], "mode", ("singles", "doubles"))
    colours = read_colours(given["colours"], mode)
    player = read_choice(given["player"], "player", tuple(colours))
    limit = 8 if mode == "singles" else 16
    before = read_discs(given["before"], "before", limit, tuple(dict.fromkeys(colours.values())))
    striker = read_striker(given["striker"], before)
    events, gone = read_events(given["events"], player, colours, before, has_striker=striker is not None)
    after = read_after(given["after"], before, gone)
    return Stroke(
        ruleset, mode, player, colours, before, striker, events, after,
        read_state(given.get("state", {}), player, tuple(colours)),
        read_earlier(given.get("pocketed", []), before, limit),
    )  # fmt: skip


def read_colours(value: object, mode: str) -> Mapping[str, str]:
    """Who plays which colour: two opposite seats, or four with partners opposite."""
    seats: tuple[str, ...] = SEATS
    if mode == "singles":
        seats = ("W", "E") if isinstance(value, dict) and not ({"S", "N"} & value.keys()) and value else ("S", "N")
    given = read_object(value, "colours", seats)
    colours = {seat: read_choice(given[seat], at("colours", seat), COLOURS) for seat in seats}
    for seat in seats[1:]:
        is_partner = mode == "doubles" and OPPOSITE[seat] == seats[0]
        if (colours[seat] == colours[seats[0]]) != is_partner:
            raise EngineError("wrong_colour", at("colours", seat))
    return colours


def read_discs(value: object, path: str, limit: int, colours: tuple[str, ...]) -> dict[str, Disc]:
    """Discs on the table: each once, none over the edge, none on another, not more of a colour than there are."""
    discs: dict[str, Disc] = {}
    counts = dict.fromkeys(colours, 0)
    for index, item in enumerate(read_list(value, path, DISCS_LIMIT)):
        disc = read_disc(item, f"{path}[{index}]", colours)
        if disc.id in discs:
            raise EngineError("duplicate", f"{path}[{index}].id")
        counts[disc.colour] += 1
        if counts[disc.colour] > limit:
            raise EngineError("too_many_discs", f"{path}[{index}]", {"limit": limit})
        discs[disc.id] = disc
    refuse_overlap(discs, path)
    return discs


def read_disc(item: object, path: str, colours: tuple[str, ...]) -> Disc:
    """One disc that lies on the surface."""
    is_whole = isinstance(item, dict) and item.keys() == DISC_KEYS
    given = item if isinstance(item, dict) and is_whole else read_object(item, path, DISC_FIELDS)
    uid, colour, x, y = given["id"], given["colour"], given["x"], given["y"]
    if type(uid) is not str or not 0 < len(uid) <= 64 or not uid.isprintable():
        uid = read_id(uid, f"{path}.id")
    if uid == STRIKER:
        raise EngineError("reserved_id", f"{path}.id")
    if colour not in colours:
        read_choice(colour, f"{path}.colour", colours)
    return Disc(uid, colour, read_place(x, path, "x"), read_place(y, path, "y"))


def read_place(value: object, path: str, axis: str) -> float:
    """A coordinate of a disc. The common case is quick; the rest says what is wrong."""
    if (type(value) is float or type(value) is int) and -DISC_REACH <= value <= DISC_REACH:
        return float(value)
    return read_number(value, at(path, axis), -DISC_REACH, DISC_REACH)


def refuse_overlap(discs: Mapping[str, Disc], path: str) -> None:
    """No two discs in one place. Swept by x, so that a full table is quick."""
    least = 2 * table.DISC_RADIUS - table.SEEN
    lane = sorted((disc.x, disc.y, index) for index, disc in enumerate(discs.values()))
    for place, (x, y, index) in enumerate(lane):
        for ox, oy, other in lane[place + 1 :]:
            if ox - x >= least:
                break
            if (ox - x) ** 2 + (oy - y) ** 2 < least * least:
                raise EngineError("overlap", f"{path}[{max(index, other)}]")


def read_striker(value: object, before: Mapping[str, Disc]) -> tuple[float, float] | None:
    """Where the striker stood: on the surface, on no disc."""
    if value is None:
        return None
    given = read_object(value, "striker", ("x", "y"))
    x = read_number(given["x"], "striker.x", -STRIKER_REACH, STRIKER_REACH)
    y = read_number(given["y"], "striker.y", -STRIKER_REACH, STRIKER_REACH)
    least = table.DISC_RADIUS + table.STRIKER_RADIUS - table.SEEN
    if any((d.x - x) ** 2 + (d.y - y) ** 2 < least * least for d in before.values()):
        raise EngineError("overlap", "striker")
    return x, y


def read_after(value: object, before: Mapping[str, Disc], gone: set[str]) -> dict[str, Disc]:
    """Where the discs came to rest: those of before that no event took away, and no others."""
    after: dict[str, Disc] = {}
    for index, item in enumerate(read_list(value, "after", DISCS_LIMIT)):
        disc = read_disc(item, f"after[{index}]", COLOURS)
        old = before.get(disc.id)
        if old is None:
            raise EngineError("unknown_disc", f"after[{index}].id")
        if disc.id in gone:
            raise EngineError("disc_is_gone", f"after[{index}].id")
        if disc.id in after:
            raise EngineError("duplicate", f"after[{index}].id")
        if disc.colour != old.colour:
            raise EngineError("wrong_colour", f"after[{index}].colour")
        after[disc.id] = old if disc == old else disc
    for uid in before:
        if uid not in after and uid not in gone:
            raise EngineError("disc_is_missing", "after", {"id": uid})
    refuse_overlap(after, "after")
    return after


def read_state(value: object, player: str, seats: tuple[str, ...]) -> SetState:
    """What the set carries on. Left out: no debts, the first series over."""
    given = read_object(value, "state", (), STATE_FIELDS)
    return SetState(
        opener=read_choice(given.get("opener", player), "state.opener", seats),
        debt=read_counts(given, "debt", seats),
        pending=read_counts(given, "pending", seats),
        first_series=read_series(given.get("first_series", {}), seats),
        strokes_missed=read_counts(given, "strokes_missed", seats),
    )


def read_counts(given: Mapping[str, Any], key: str, seats: tuple[str, ...]) -> dict[str, int]:
    """A number for every seat, 0 where none is given."""
    path = f"state.{key}"
    counts = read_object(given.get(key, {}), path, (), seats)
    return {seat: read_integer(counts.get(seat, 0), at(path, seat), 0, COUNT_LIMIT) for seat in seats}


def read_series(value: object, seats: tuple[str, ...]) -> dict[str, str]:
    """Where each seat's first series stands."""
    series = read_object(value, "state.first_series", (), seats)
    return {seat: read_choice(series.get(seat, "over"), f"state.first_series.{seat}", SERIES) for seat in seats}


def read_earlier(value: object, before: Mapping[str, Disc], limit: int) -> dict[str, str]:
    """Discs that fell in earlier strokes, as far as they are known."""
    earlier: dict[str, str] = {}
    counts = dict.fromkeys(COLOURS, 0)
    for disc in before.values():
        counts[disc.colour] += 1
    for index, item in enumerate(read_list(value, "pocketed", DISCS_LIMIT)):
        path = f"pocketed[{index}]"
        given = read_object(item, path, ("id", "colour"))
        uid = read_id(given["id"], at(path, "id"))
        if uid in earlier or uid in before:
            raise EngineError("duplicate", at(path, "id"))
        if uid == STRIKER:
            raise EngineError("reserved_id", at(path, "id"))
        colour = read_choice(given["colour"], at(path, "colour"), COLOURS)
        counts[colour] += 1
        if counts[colour] > limit:
            raise EngineError("too_many_discs", path, {"limit": limit})
        earlier[uid] = colour
    return earlier
