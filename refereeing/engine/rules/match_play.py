"""A game counted from its events: sets, first stroke, sides and seats, warnings, the end (pure).

Read: rulebook 4, 5, 7 "Match"; lnf-2008:19.1, 20.2, 20.4, 21.1, 22.3, 23.1; aus-1992:1.27, 1.28, 4.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import CLOCKWISE, OPPOSITE
from refereeing.engine.rules.book import is_warning_clause

Name = Literal["A", "B"]
Kind = Literal["set_won", "set_drawn", "set_replayed", "warning", "game_lost", "seats"]
Seats = Mapping[str, str]

WARNINGS_THAT_LOSE = 3
REPLAY_REASONS = ("double_clear", "last_discs", "stalemate", "interference")
LOSS_REASONS = ("no_show", "unsporting", "handshake", "excluded", "withdrawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """What the regulations and the draw fix. In doubles `first_stroke` is a player and `seats` says who sits where;
    A is the pair at `side_of_a` and opposite in set 1, so at S and N unless it is said otherwise."""

    ruleset: str
    sets: int
    all_sets: bool
    first_stroke: str
    side_of_a: str = "S"
    mode: str = "singles"
    seats: Seats | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEvent:
    """One entry of a game: what happened, to whom, why."""

    kind: Kind
    who: Name = "A"
    reason: str = ""
    clause: str = ""
    last_striker: str | None = None
    seats: Seats | None = None
    member: str = ""


@dataclass(frozen=True, slots=True)
class SetRow:
    """A finished set. `winner` is None for a drawn set; `side_of_a` is None in doubles, `seats` in singles."""

    number: int
    winner: Name | None
    first_stroke: str
    side_of_a: str | None
    seats: Seats | None
    awarded: bool


@dataclass(frozen=True, slots=True)
class NextSet:
    """The set that is being played, or is to be played next. `may_swap`: the pair without the first stroke may now
    exchange its seats (22.3)."""

    number: int
    first_stroke: str
    side_of_a: str | None
    seats: Seats | None
    may_swap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A game after some of its events."""

    sets: tuple[SetRow, ...]
    score: Mapping[Name, int]
    warnings: Mapping[Name, int]
    winner: Literal["A", "B", "draw"] | None
    over: bool
    next: NextSet | None


def play(settings: MatchSettings, events: Iterable[MatchEvent]) -> MatchState:
    """The game after all the events.

    Raises EngineError (`game_over`, `illegal_replay`, `no_drawn_sets`, `warning_clause_unknown`, `illegal_seats`,
    `illegal_striker`) with the event's place as its path.
    """
    game = MatchPlay(settings)
    for index, event in enumerate(events):
        try:
            game.take(event)
        except EngineError as error:
            raise error.under(f"events[{index}]") from None
    return game.state()


def other(name: Name) -> Name:
    """The opponent."""
    return "B" if name == "A" else "A"


def majority(sets: int) -> int:
    """The least number of sets that is more than half (23.1)."""
    return sets // 2 + 1


class MatchPlay:
    """A game that takes event after event. It is the one place that counts; `play` and the game log both use it."""

    __slots__ = (
        "_first_seat", "_may_swap", "_warned", "first", "number", "over", "rows", "score", "seats", "settings", "side",
        "warnings", "winner",
    )  # fmt: skip

    def __init__(self, settings: MatchSettings) -> None:
        self.settings = settings
        self.rows: list[SetRow] = []
        self.score: dict[Name, int] = {"A": 0, "B": 0}
        self.warnings: dict[Name, int] = {"A": 0, "B": 0}
        self._warned: dict[str, int] = {}
        self.winner: Literal["A", "B", "draw"] | None = None
        self.over = False
        self.number = 1
        self.first = settings.first_stroke
        self.side = settings.side_of_a
        self.seats = settings.seats
        self._first_seat = self._seat_of(self.first)
        self._may_swap = True

    def take(self, event: MatchEvent) -> None:
        """Count one event. Raises EngineError, with the event's field as path, and then nothing has changed."""
        if self.over:
            raise EngineError("game_over")
        match event.kind:
            case "set_won":
                self.set_won(event.who)
            case "set_drawn":
                self.set_drawn()
            case "set_replayed":
                self.set_replayed(event.reason, event.last_striker)
            case "warning":
                self.warning(event.who, event.clause, event.member)
            case "game_lost":
                self.game_lost(event.who)
            case _:
                self.seats_swapped(event.seats or {})

    def set_won(self, winner: Name) -> None:
        """A set was won; whether at the table or by the opponent's loss of it is the same for the score."""
        self._finish_set(winner, awarded=False)

    def set_drawn(self) -> None:
        """A drawn set: only aus-1992:1.27 knows it."""
        if self.settings.ruleset != "aus-1992":
            raise EngineError("no_drawn_sets", "set_drawn", {"rulesets": "aus-1992"})
        self._finish_set(None, awarded=False)

    def set_replayed(self, reason: str, last_striker: str | None = None) -> None:
        """The set is void and played again under the same number (20.4 to 20.6)."""
        if reason == "last_discs" and self.settings.ruleset == "aus-1992":
            raise EngineError("illegal_replay", "set_replayed", {"rule": "aus-1992:1.27"})
        if reason == "double_clear":
            self._both_cleared(last_striker)
        self._may_swap = False

    def warning(self, who: Name, clause: str, member: str = "") -> None:
        """A warning. The third loses every set that is not finished, the running one included (9.1.g, 15.3, 19.1).

        Warnings are counted by player, so of a pair by its `member`; where none is named, for the pair as one.
        """
        if not is_warning_clause(self.settings.ruleset, clause):
            raise EngineError("warning_clause_unknown", "clause")
        number = self.count_warning(who, member)
        if self.settings.ruleset == "aus-1992" or number < WARNINGS_THAT_LOSE:
            return  # aus-1992:1.28 leaves the consequence to the referee
        while not self.over:
            self._finish_set(other(who), awarded=True)

    def count_warning(self, who: Name, member: str = "") -> int:
        """Count a warning without what it costs; which one it is of this player."""
        self.warnings[who] += 1
        self._warned[member or who] = self.warned(who, member) + 1
        return self.warned(who, member)

    def warned(self, who: Name, member: str = "") -> int:
        """How many warnings a player has."""
        return self._warned.get(member or who, 0)

    def take_warnings(self, earlier: MatchPlay) -> None:
        """Go on counting from the warnings of another count of the same game."""
        self.warnings, self._warned = earlier.warnings, earlier._warned

    def game_lost(self, who: Name) -> None:
        """The game is lost as a whole; no rows are added for the sets that were not played (rulebook 7)."""
        self._end(other(who))

    def game_lost_by_both(self) -> None:
        """Neither has won: both stayed away, or both are to blame (3.2, 14, 15)."""
        self.over, self.winner = True, None

    def time_is_up(self) -> None:
        """The regulations' time limit: the sets not finished are drawn, and what was won decides."""
        while not self.over:
            self._finish_set(None, awarded=True)

    def seats_swapped(self, seats: Seats) -> None:
        """The exchange of seats that 22.3 gives the pair without the first stroke."""
        if not self.may_swap() or seats != self._swapped():
            raise EngineError("illegal_seats", "seats")
        self.seats = seats
        self._may_swap = False

    def seats_are_final(self) -> None:
        """The pair without the first stroke has decided about its exchange (22.3)."""
        self._may_swap = False

    def may_swap(self) -> bool:
        """Whether the pair without the first stroke may now exchange its seats (22.3)."""
        return self.seats is not None and self._may_swap and self._swap_is_due()

    def first_name(self) -> Name:
        """Who has the first stroke: the player, in doubles the pair."""
        if self.seats is None:
            return "B" if self.first == "B" else "A"
        return self._pair_of(self.first)

    def is_deciding(self) -> bool:
        """Whether this is the last set and all before it leave the game level (rulebook 7)."""
        return self.number == self.settings.sets and self.score["A"] == self.score["B"]

    def next_set(self) -> NextSet | None:
        """The set to play, None when the game is over."""
        if self.over:
            return None
        return NextSet(self.number, self.first, None if self.seats else self.side, self.seats, self.may_swap())

    def state(self) -> MatchState:
        """A frozen copy of the present count."""
        return MatchState(
            sets=tuple(self.rows), score=dict(self.score), warnings=dict(self.warnings),
            winner=self.winner, over=self.over, next=self.next_set(),
        )  # fmt: skip

    def _finish_set(self, winner: Name | None, *, awarded: bool) -> None:
        side = None if self.seats else self.side
        self.rows.append(SetRow(self.number, winner, self.first, side, self.seats, awarded))
        if winner is not None:
            self.score[winner] += 1
        a, b = self.score["A"], self.score["B"]
        is_last = self.number == self.settings.sets
        if is_last or (not self.settings.all_sets and max(a, b) >= majority(self.settings.sets)):
            self._end("draw" if a == b else "A" if a > b else "B")
        else:
            self._next_number()

    def _next_number(self) -> None:
        self.number += 1
        self._may_swap = True
        if self.seats is not None:  # 21.1: everybody moves one seat on, the first stroke stays on its side
            self.seats = {CLOCKWISE[seat]: player for seat, player in self.seats.items()}
            self.first = self.seats[self._first_seat]
            return
        self.side = OPPOSITE[self.side]
        # 20.4: after a replay, too, the next set's first stroke is as the protocol has it from its start.
        start: Name = "B" if self.settings.first_stroke == "B" else "A"
        self.first = start if self.number % 2 else other(start)

    def _both_cleared(self, last_striker: str | None) -> None:
        if self.seats is not None:
            self._both_pairs_cleared(self.seats, last_striker)
            return
        if self.settings.ruleset == "aus-1992" and not self.is_deciding():
            return  # aus-1992:4.6: no change of sides, and the same player starts
        self.first = other(self.first_name())
        self.side = OPPOSITE[self.side]

    def _both_pairs_cleared(self, seats: Seats, last_striker: str | None) -> None:
        striker = seats[CLOCKWISE[self._first_seat]] if last_striker is None else last_striker
        seat = self._seat_of(striker)
        if seat in ("", self._first_seat, OPPOSITE[self._first_seat]):
            raise EngineError("illegal_striker", "last_striker")
        self.first, self._first_seat = striker, seat  # 21.1: nobody moves, the last to strike strikes first

    def _swap_is_due(self) -> bool:
        """Before set 1, and before a deciding odd set of a game that is played to the win (22.3)."""
        if self.number == 1:
            return True
        return self.settings.sets % 2 == 1 and not self.settings.all_sets and self.is_deciding()

    def _swapped(self) -> Seats:
        seats = self.seats or {}
        stay = (self._first_seat, OPPOSITE.get(self._first_seat, ""))
        return {seat: player if seat in stay else seats[OPPOSITE[seat]] for seat, player in seats.items()}

    def _seat_of(self, player: str) -> str:
        return next((seat for seat, name in (self.seats or {}).items() if name == player), "")

    def _pair_of(self, player: str) -> Name:
        at_start, side = self.settings.seats or {}, self.settings.side_of_a
        return "A" if player in (at_start[side], at_start[OPPOSITE[side]]) else "B"

    def _end(self, winner: Literal["A", "B", "draw"]) -> None:
        self.over = True
        self.winner = winner
