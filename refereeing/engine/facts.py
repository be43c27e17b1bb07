"""What can happen in a stroke: the vocabulary that rules and physics share (mm, seats, ids; no judgement).

Small facts are named tuples: a stroke has dozens of them, and a judge must be quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

SEATS = ("S", "W", "N", "E")
CLOCKWISE: Mapping[str, str] = {"S": "W", "W": "N", "N": "E", "E": "S"}
"""Next seat, seen from above (lnf-2008:21.1); also the seat or edge on a player's left."""
OPPOSITE: Mapping[str, str] = {"S": "N", "N": "S", "W": "E", "E": "W"}
COLOURS = ("red", "black")
CORNERS = ("NE", "NW", "SE", "SW")
SERIES = ("not_started", "running", "cleared", "cleared_with_fault", "over")
STRIKER = "striker"
NEED_STROKE = frozenset({
    "double_hit", "wrong_cue_end", "striker_taken_early", "moving_striker_touched", "moving_disc_touched",
    "after_stop", "out_of_turn", "striker_broken",
})  # fmt: skip
"""Incidents that cannot happen to the player without a stroke."""
INCIDENTS = (
    *sorted(NEED_STROKE), "touched_on_placement", "disc_touched", "table_shaken", "refused", "slow_play",
    "wilful_breach", "equipment_changed", "left_playing_area", "placed_early", "away_between_sets", "disc_picked_up",
    "hand_in_pocket",
)  # fmt: skip


class Disc(NamedTuple):
    """A disc that lies on the table; x and y in mm from the centre of the surface."""

    id: str
    colour: str
    x: float
    y: float


class Cushion(NamedTuple):
    """A piece touches an edge."""

    body: str
    edge: str


class Contact(NamedTuple):
    """A piece touches one disc, or several at the same instant."""

    a: str
    b: tuple[str, ...]


class Pocketed(NamedTuple):
    """A piece falls into a pocket."""

    body: str
    pocket: str


class OffTable(NamedTuple):
    """A piece goes over an edge; a corner where the side is unclear."""

    body: str
    edge: str


class OwnLineRecrossed(NamedTuple):
    """The striker, coming back, crosses the own edge-zone line so far that it does not show in its hole."""


class Incident(NamedTuple):
    """Something that people did. `by` is a seat; the other fields belong to some codes only."""

    code: str
    by: str
    discs: tuple[str, ...] = ()
    times: int = 1
    noticed: str = "at_once"
    larger_part: str = "table"
    seconds: float = 0.0


Event = Cushion | Contact | Pocketed | OffTable | OwnLineRecrossed | Incident


@dataclass(frozen=True, slots=True)
class SetState:
    """What a set carries from stroke to stroke, by seat."""

    opener: str
    debt: Mapping[str, int]
    pending: Mapping[str, int]
    first_series: Mapping[str, str]
    strokes_missed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke, or what happened instead of one. `colours` maps seats to colours (partners share one).

    `earlier` are the discs (id to colour) that fell in earlier strokes, as far as they are known.
    """

    ruleset: str
    mode: str
    player: str
    colours: Mapping[str, str]
    before: Mapping[str, Disc]
    striker: tuple[float, float] | None
    events: tuple[Event, ...]
    after: Mapping[str, Disc]
    state: SetState
    earlier: Mapping[str, str]

    @property
    def discs_of_a_side(self) -> int:
        """How many discs a player has, in doubles a pair."""
        return 8 if self.mode == "singles" else 16

    def next_seat(self, seat: str) -> str:
        """Who has the turn after this seat."""
        return OPPOSITE[seat] if self.mode == "singles" else CLOCKWISE[seat]
