"""The events of a stroke, read from JSON in their order: a piece that is gone can do nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Never

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import (
    CORNERS,
    INCIDENTS,
    SEATS,
    STRIKER,
    Contact,
    Cushion,
    Disc,
    Event,
    Incident,
    OffTable,
    OwnLineRecrossed,
    Pocketed,
)
from refereeing.engine.reading import at, read_choice, read_integer, read_list, read_number, read_object, refuse_choice

EVENTS_LIMIT = 5_000
TIMES_LIMIT = 1_000
NUMBER_LIMIT = 1e9
DISCS_OF: frozenset[str] = frozenset({
    "disc_touched", "table_shaken", "touched_on_placement", "moving_disc_touched", "disc_picked_up",
})  # fmt: skip
"""Incidents that may name discs."""
MEASURED = ("t", "x", "y", "speed")
"""What a simulation tells besides; it plays no part in judging."""


class EventReader:
    """Reads one stroke's events, and keeps what is still on the table."""

    def __init__(self, player: str, seats: tuple[str, ...], before: Mapping[str, Disc], *, has_striker: bool) -> None:
        self.player = player
        self.seats = seats
        self.before = before
        self.has_striker = has_striker
        self.gone: set[str] = set()

    def read(self, item: object, path: str) -> Event:
        """One event."""
        kind = item.get("type") if isinstance(item, dict) else None
        if not isinstance(kind, str) or kind not in READERS:
            refuse_kind(item, path)
        return READERS[kind](self, item, path)

    def cushion(self, item: object, path: str) -> Event:
        """A piece at an edge."""
        given = self.fields(item, path, "body", "edge")
        return Cushion(self.body(given["body"], at(path, "body")), read_choice(given["edge"], at(path, "edge"), SEATS))

    def contact(self, item: object, path: str) -> Event:
        """The striker or a disc, and the discs that it touches at this instant."""
        given = self.fields(item, path, "a", "b")
        a = self.body(given["a"], at(path, "a"))
        discs: list[str] = []
        for index, uid in enumerate(read_list(given["b"], at(path, "b"), len(self.before))):
            place = f"{path}.b[{index}]"
            if self.body(uid, place) == STRIKER:
                raise EngineError("unknown_disc", place)
            if uid == a or uid in discs:
                raise EngineError("duplicate", place)
            discs.append(uid)
        if not discs:
            raise EngineError("empty", at(path, "b"))
        return Contact(a, tuple(discs))

    def pocketed(self, item: object, path: str) -> Event:
        """A piece falls."""
        given = self.fields(item, path, "body", "pocket")
        body = self.body(given["body"], at(path, "body"))
        pocket = read_choice(given["pocket"], at(path, "pocket"), CORNERS)
        self.gone.add(body)
        return Pocketed(body, pocket)

    def off_table(self, item: object, path: str) -> Event:
        """A piece flies."""
        given = self.fields(item, path, "body", "edge")
        body = self.body(given["body"], at(path, "body"))
        edge = read_choice(given["edge"], at(path, "edge"), (*SEATS, *CORNERS))
        self.gone.add(body)
        return OffTable(body, edge)

    def recrossed(self, item: object, path: str) -> Event:
        """The striker came back too far."""
        self.fields(item, path)
        if not self.has_striker:
            raise EngineError("no_striker", path)
        return OwnLineRecrossed()

    def incident(self, item: object, path: str) -> Event:
        """What somebody did, with the fields of its kind."""
        code = read_code(item, path)
        needed, extra = NEEDED.get(code, ()), ("discs",) if code in DISCS_OF else ()
        given = read_object(item, path, ("type", "code", *needed), ("by", "t", *extra))
        self.measures(given, path)
        return Incident(
            code=code,
            by=read_choice(given.get("by", self.player), at(path, "by"), self.seats),
            discs=self.named(given.get("discs", []), at(path, "discs")),
            times=read_integer(given.get("times", 1), at(path, "times"), 1, TIMES_LIMIT),
            noticed=read_choice(given.get("noticed", "at_once"), at(path, "noticed"), ("at_once", "after_next_stroke")),
            larger_part=read_choice(
                given.get("larger_part", "table"), at(path, "larger_part"), ("table", "pocket", "off_table")
            ),
            seconds=read_number(given.get("seconds", 0), at(path, "seconds"), 0, NUMBER_LIMIT),
        )

    def named(self, value: object, path: str) -> tuple[str, ...]:
        """The discs that an incident names: each once, each one of the position before."""
        discs: list[str] = []
        for index, uid in enumerate(read_list(value, path, len(self.before))):
            if not isinstance(uid, str) or uid not in self.before:
                raise EngineError("unknown_disc", f"{path}[{index}]")
            if uid in discs:
                raise EngineError("duplicate", f"{path}[{index}]")
            discs.append(uid)
        return tuple(discs)

    def body(self, value: object, path: str) -> str:
        """A piece that is on the table."""
        if not isinstance(value, str):
            raise EngineError("wrong_type", path, {"wanted": "a text"})
        if value == STRIKER and not self.has_striker:
            raise EngineError("no_striker", path)
        if value != STRIKER and value not in self.before:
            raise EngineError("unknown_disc", path)
        if value in self.gone:
            raise EngineError("disc_is_gone", path)
        return value

    def fields(self, item: object, path: str, *names: str) -> Mapping[str, Any]:
        """The event's fields; the numbers of a simulation may stand beside them."""
        given = read_object(item, path, ("type", *names), MEASURED)
        if len(given) > len(names) + 1:
            self.measures(given, path)
        return given

    def measures(self, given: Mapping[str, Any], path: str) -> None:
        """Numbers that are numbers."""
        for key in MEASURED:
            if key in given:
                read_number(given[key], at(path, key), -NUMBER_LIMIT, NUMBER_LIMIT)


READERS: Mapping[str, Callable[[EventReader, object, str], Event]] = {
    "cushion": EventReader.cushion,
    "contact": EventReader.contact,
    "pocketed": EventReader.pocketed,
    "off_table": EventReader.off_table,
    "own_line_recrossed": EventReader.recrossed,
    "incident": EventReader.incident,
}


NEEDED: Mapping[str, tuple[str, ...]] = {
    "slow_play": ("times",),
    "out_of_turn": ("noticed",),
    "striker_broken": ("larger_part",),
    "away_between_sets": ("seconds",),
}
"""Fields without which an incident cannot be judged."""


def refuse_kind(item: object, path: str) -> Never:
    """Say why an event's type is none."""
    if not isinstance(item, dict):
        raise EngineError("wrong_type", path, {"wanted": "an object"})
    if "type" not in item:
        raise EngineError("missing", at(path, "type"))
    refuse_choice(at(path, "type"), tuple(READERS))


def read_code(item: object, path: str) -> str:
    """The code of an incident: it decides which fields there are, so it is read first."""
    if not isinstance(item, dict) or "code" not in item:
        raise EngineError("missing", at(path, "code"))
    return read_choice(item["code"], at(path, "code"), INCIDENTS)


def read_events(
    value: object, player: str, colours: Mapping[str, str], before: Mapping[str, Disc], *, has_striker: bool
) -> tuple[tuple[Event, ...], set[str]]:
    """All events of a stroke in their order, and the pieces that they took off the table."""
    reader = EventReader(player, tuple(colours), before, has_striker=has_striker)
    events = tuple(
        reader.read(item, f"events[{index}]") for index, item in enumerate(read_list(value, "events", EVENTS_LIMIT))
    )
    return events, reader.gone - {STRIKER}
