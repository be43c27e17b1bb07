"""A set from its first stroke on: a value that takes strokes and gives the next value (rulebook 4 and 5).

What a stroke leaves behind (position, debts, series, misses, who is next) goes into the next one by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import SEATS, Disc, Event, SetState, Stroke
from refereeing.engine.rules.adjudicate import adjudicate
from refereeing.engine.rules.verdict import Verdict
from refereeing.engine.table import START_ROW, edge_point


@dataclass(frozen=True, slots=True)
class Observed:
    """What was seen of one stroke, from where the striker stood to where the discs came to rest."""

    striker: tuple[float, float] | None
    events: tuple[Event, ...]
    after: Mapping[str, Disc]


@dataclass(frozen=True, slots=True)
class SetPlay:
    """A set after some of its strokes. `result` is the side that won it (a colour), `replayed` or `drawn`, and None
    while it runs; `pocketed` are the discs in the pockets by colour."""

    ruleset: str
    mode: str
    colours: Mapping[str, str]
    position: Mapping[str, Disc]
    pocketed: Mapping[str, str]
    state: SetState
    to_strike: str | None
    result: str | None = None
    strokes: int = 0

    def take(self, seen: Observed) -> tuple[SetPlay, Verdict]:
        """Judge the next stroke, by the seat whose turn it is. Raises EngineError `set_over` when the set has ended."""
        if self.to_strike is None:
            raise EngineError("set_over")
        stroke = Stroke(
            self.ruleset, self.mode, self.to_strike, self.colours, self.position, seen.striker, seen.events,
            seen.after, self.state, self.pocketed,
        )  # fmt: skip
        verdict = adjudicate(stroke)
        position = {disc.id: disc for disc in verdict.position}
        fallen = {**self.pocketed, **{uid: disc.colour for uid, disc in self.position.items()}}
        after = SetPlay(
            ruleset=self.ruleset, mode=self.mode, colours=self.colours, position=position,
            pocketed={uid: colour for uid, colour in fallen.items() if uid not in position},
            state=verdict.state, to_strike=verdict.next, result=result_of(self, verdict), strokes=self.strokes + 1,
        )  # fmt: skip
        return after, verdict


def result_of(play: SetPlay, verdict: Verdict) -> str | None:
    """The end of a set told for both sides: who has won it."""
    if verdict.set == "open" or play.to_strike is None:
        return None
    if verdict.set in ("replayed", "drawn"):
        return verdict.set
    own = play.colours[play.to_strike]
    if verdict.set == "won":
        return own
    return next(colour for colour in play.colours.values() if colour != own)


def begin(ruleset: str, colours: Mapping[str, str], opener: str) -> SetPlay:
    """A set before its first stroke: each player's eight discs against the opposite edge (10.3). Two seats make a set
    of singles, four one of doubles."""
    seats = tuple(seat for seat in SEATS if seat in colours)
    zero = dict.fromkeys(seats, 0)
    return SetPlay(
        ruleset=ruleset, mode="singles" if len(seats) == len(set(colours.values())) else "doubles", colours=colours,
        position=start_position(seats, colours), pocketed={}, to_strike=opener,
        state=SetState(opener, dict(zero), dict(zero), dict.fromkeys(seats, "not_started"), dict(zero)),
    )  # fmt: skip


def start_position(seats: Iterable[str], colours: Mapping[str, str]) -> dict[str, Disc]:
    """The rows of all seats. Ids count on through a colour: r1 to r8, in doubles to r16."""
    discs: dict[str, Disc] = {}
    for seat in seats:
        colour = colours[seat]
        taken = sum(disc.colour == colour for disc in discs.values())
        for number, along in enumerate(START_ROW, start=taken + 1):
            uid = f"{colour[0]}{number}"
            discs[uid] = Disc(uid, colour, *edge_point(seat, along))
    return discs


def replay(start: SetPlay, strokes: Iterable[Observed]) -> list[tuple[SetPlay, Verdict]]:
    """Every state that a set passed through, each with the verdict that led to it."""
    found: list[tuple[SetPlay, Verdict]] = []
    play = start
    for seen in strokes:
        play, verdict = play.take(seen)
        found.append((play, verdict))
    return found
