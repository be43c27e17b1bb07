"""A game's log folded into its state (pure).

The log is append-only: an undo is a `void` of an earlier event, and the state is what the log says without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import CLOCKWISE
from refereeing.engine.rules.game_payload import BOTH
from refereeing.engine.rules.match_play import MatchPlay, MatchSettings, Name, NextSet, SetRow, other

PROTOCOL_KINDS = frozenset({
    "choice", "seats", "no_show", "set_won", "set_replayed", "set_lost", "set_drawn", "penalty_disc", "warning",
    "clear_in_first_series", "result", "game_lost", "time_limit",
})  # fmt: skip
"""What the protocol shows. A signature covers what stood before it: one of these after it, or the void of one, and
the players have to sign again."""
COUNTING_KINDS = frozenset({
    "choice", "seats", "set_won", "set_replayed", "set_lost", "set_drawn", "result", "game_lost", "time_limit",
})  # fmt: skip
"""What changes the count of sets: after the end of the game these count for nothing."""


def seats_from(side_of_a: str) -> dict[str, str]:
    """Where the players of two pairs sit when nothing else is chosen, by the seat of A's first player: clockwise A1,
    B1, A2, B2."""
    seats: dict[str, str] = {}
    seat = side_of_a
    for player in ("A1", "B1", "A2", "B2"):
        seats[seat] = player
        seat = CLOCKWISE[seat]
    return seats


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """What the regulations and the draw say of one game. `first_stroke` is A or B, in doubles too; there `seats` and
    `first_striker` are what the pairs have chosen."""

    ruleset: str
    sets: int
    all_sets: bool
    mode: str = "singles"
    first_stroke: str = "A"
    side_of_a: str = "S"
    seats: Mapping[str, str] | None = None
    first_striker: str | None = None


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One event of the log, its payload already read by `read_payload`."""

    uid: str
    kind: str
    payload: Mapping[str, Any]


@dataclass(slots=True)
class GameState:
    """A game after its log. Lists and dictionaries are the state's own: nobody else holds them."""

    sets: list[SetRow]
    score: dict[Name, int]
    winner: str | None
    over: bool
    warnings: dict[Name, int]
    next: NextSet | None
    next_first: Name | None
    phase: str = "waiting"
    result: tuple[int, int] | None = None
    clears: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    penalty_discs: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    arrived: dict[str, bool] = field(default_factory=lambda: {"A": False, "B": False})
    signatures: dict[str, dict[str, str] | None] = field(
        default_factory=lambda: {"A": None, "B": None, "referee": None}
    )
    lost_by: dict[str, str] | None = None
    time_limit: bool = False
    warning_list: list[dict[str, Any]] = field(default_factory=list)
    replays: list[dict[str, Any]] = field(default_factory=list)
    calls: list[dict[str, str]] = field(default_factory=list)
    disputes: list[dict[str, Any]] = field(default_factory=list)
    voided: list[str] = field(default_factory=list)
    choice: dict[str, Any] | None = None
    finished: bool = False


def match_settings(settings: GameSettings) -> MatchSettings:
    """The same game for the counting of sets; pairs get the players A1, A2, B1, B2."""
    if settings.mode == "singles":
        return MatchSettings(
            ruleset=settings.ruleset, sets=settings.sets, all_sets=settings.all_sets,
            first_stroke=settings.first_stroke, side_of_a=settings.side_of_a,
        )  # fmt: skip
    return MatchSettings(
        ruleset=settings.ruleset, sets=settings.sets, all_sets=settings.all_sets, mode="doubles",
        first_stroke=settings.first_striker or f"{settings.first_stroke}1", side_of_a=settings.side_of_a,
        seats=settings.seats or seats_from(settings.side_of_a),
    )  # fmt: skip


def fold(settings: GameSettings, events: Iterable[LogEvent]) -> GameState:
    """The state of a game after its log.

    Never raises on a log whose every event passed `check_next` when it came: an event that a later void has left
    without its place (a third warning that no longer ends the game, a signature under a score that has changed)
    counts for nothing or lapses.
    """
    return folded(settings, events).done()


def folded(settings: GameSettings, events: Iterable[LogEvent]) -> Fold:
    """The fold before it is read off: `check_next` tries the next event on it and throws it away."""
    log = list(events)
    targets = {event.payload["uid"] for event in log if event.kind == "void"}
    kinds = {event.uid: event.kind for event in log} if targets else {}
    folding = Fold(settings)
    for event in log:
        if event.kind == "void":
            folding.void(event.payload["uid"], kinds.get(event.payload["uid"], ""))
        elif event.uid not in targets:
            folding.take(event)
    return folding


class Fold:
    """A log on its way to a state: counts with MatchPlay, keeps the rest itself."""

    def __init__(self, settings: GameSettings) -> None:
        self.settings = settings
        self.match = MatchPlay(match_settings(settings))
        self.state = GameState(
            sets=self.match.rows, score=self.match.score, winner=None, over=False,
            warnings=self.match.warnings, next=None, next_first=None,
        )  # fmt: skip
        self.phase = 0

    def take(self, event: LogEvent) -> None:
        """Count one event that no void undoes."""
        if event.kind in PROTOCOL_KINDS:
            self.lapse()
        if self.match.over and event.kind in COUNTING_KINDS:
            return
        handler = _HANDLERS.get(event.kind)
        if handler is not None:
            handler(self, event)

    def void(self, uid: str, kind: str) -> None:
        """An undo: the undone event is left out by `fold`; here the signatures that covered it lapse."""
        self.state.voided.append(uid)
        if kind in PROTOCOL_KINDS:
            self.lapse()

    def lapse(self) -> None:
        """What stands on the protocol has changed: nobody has signed that yet."""
        if self.state.finished or any(self.state.signatures.values()):
            self.state.signatures = {"A": None, "B": None, "referee": None}
            self.state.finished = False

    def reach(self, phase: int) -> None:
        """Go on to a phase; phases never go back by themselves."""
        self.phase = max(self.phase, phase)

    def choice(self, event: LogEvent) -> None:
        """22.1, 22.3: first stroke, side and seats are chosen before the first set; warnings given earlier stand."""
        chosen = event.payload
        before = self.match
        self.match = MatchPlay(match_settings(GameSettings(
            ruleset=self.settings.ruleset, sets=self.settings.sets, all_sets=self.settings.all_sets,
            mode=self.settings.mode, first_stroke=chosen["first_stroke"], side_of_a=chosen["side_of_a"],
            seats=chosen.get("seats"), first_striker=chosen.get("first_striker"),
        )))  # fmt: skip
        self.match.take_warnings(before)
        if "seats" in chosen:
            self.match.seats_are_final()
        self.state.sets, self.state.score = self.match.rows, self.match.score
        self.state.choice = dict(chosen)

    def seats(self, event: LogEvent) -> None:
        """The exchange of 22.3; one that a void has left without its place counts for nothing."""
        with suppress(EngineError):
            self.match.seats_swapped(event.payload["seats"])

    def no_show(self, event: LogEvent) -> None:
        """15.1."""
        self.lose(event.payload["who"], "no_show")

    def game_lost(self, event: LogEvent) -> None:
        """The game is lost as a whole, by one or by both."""
        who, reason = event.payload["who"], event.payload["reason"]
        if who == BOTH:
            self.match.game_lost_by_both()
            self.state.lost_by = {"who": BOTH, "reason": reason}
        else:
            self.lose(who, reason)

    def time_limit(self, event: LogEvent) -> None:
        """The regulations' time limit has ended the game."""
        self.match.time_is_up()
        self.state.time_limit = True

    def lose(self, who: Name, reason: str) -> None:
        """Who has lost; a second no-show leaves the game without a winner."""
        if not self.match.over:
            self.match.game_lost(who)
            self.state.lost_by = {"who": who, "reason": reason}
        elif self.state.lost_by is not None and self.state.lost_by["who"] != who:
            self.match.game_lost_by_both()  # neither of them came
            self.state.lost_by = {"who": BOTH, "reason": reason}

    def set_won(self, event: LogEvent) -> None:
        """A set goes to its winner."""
        self.reach(3)
        self.match.set_won(event.payload["winner"])

    def set_lost(self, event: LogEvent) -> None:
        """A set goes to the offender's opponent."""
        self.reach(3)
        self.match.set_won(other(event.payload["who"]))

    def set_drawn(self, event: LogEvent) -> None:
        """aus-1992:1.27."""
        self.reach(3)
        self.match.set_drawn()

    def set_replayed(self, event: LogEvent) -> None:
        """The set is played again under its number."""
        self.reach(3)
        self.state.replays.append({"set": self.match.number, "reason": event.payload["reason"]})
        try:
            self.match.set_replayed(event.payload["reason"], event.payload.get("last_striker"))
        except EngineError:  # a void of an earlier replay or choice has given the first stroke to the other pair
            self.match.set_replayed(event.payload["reason"])

    def result(self, event: LogEvent) -> None:
        """The bare score of a paper protocol ends the game."""
        a, b = event.payload["sets"]
        self.match.score["A"], self.match.score["B"] = a, b
        self.match.over = True
        self.match.winner = "draw" if a == b else "A" if a > b else "B"
        self.state.result = (a, b)

    def warning(self, event: LogEvent) -> None:
        """19.1; listed with its set and its number for the back of the protocol."""
        who = cast(Name, event.payload["who"])
        member = event.payload.get("member", "")
        in_set = self.match.number
        if self.match.over:  # the back of a paper protocol whose bare score is already in
            self.match.count_warning(who, member)
        else:
            self.match.warning(who, event.payload["clause"], member)
        self.state.warning_list.append({
            "uid": event.uid, "who": who, "clause": event.payload["clause"], "set": in_set,
            "number": self.match.warned(who, member), **_of_member(event),
        })  # fmt: skip

    def penalty_disc(self, event: LogEvent) -> None:
        """Counted for the protocol."""
        self.state.penalty_discs[event.payload["who"]] += 1

    def clear(self, event: LogEvent) -> None:
        """All discs in the first series, counted for the protocol and the season."""
        self.state.clears[event.payload["who"]] += 1

    def arrived(self, event: LogEvent) -> None:
        """The player is at the table."""
        self.state.arrived[event.payload["who"]] = True

    def official_called(self, event: LogEvent) -> None:
        """A call stays open until a ruling."""
        self.state.calls.append({"uid": event.uid, "kind": event.kind, "reason": event.payload["reason"]})

    def dispute(self, event: LogEvent) -> None:
        """A dispute is a call with its text; one that can be followed up is listed, with its ruling later."""
        given = event.payload
        call = {"uid": event.uid, "kind": event.kind, "reason": given["text"]}
        if "dispute" in given:
            call["dispute"] = given["dispute"]
            self.state.disputes.append({
                "uid": given["dispute"], "event": event.uid, "set": given["set"], "player": given["player"],
                "text": given["text"], "ruling": None, **_of_member(event),
            })  # fmt: skip
        self.state.calls.append(call)

    def ruling(self, event: LogEvent) -> None:
        """Answers every open call; one on a named dispute leaves the calls of the others open. The last one counts."""
        about = event.payload.get("dispute")
        self.state.calls = [call for call in self.state.calls if about and call.get("dispute", about) != about]
        for row in self.state.disputes:
            if row["uid"] == about:
                row["ruling"] = event.payload["ruling"]

    def signature(self, event: LogEvent) -> None:
        """Signed under a score that is final."""
        if self.match.over:
            self.state.signatures[event.payload["who"]] = {"name": event.payload["name"], "uid": event.uid}

    def finish(self, event: LogEvent) -> None:
        """The protocol is closed when both players have signed."""
        self.state.finished = bool(self.state.signatures["A"] and self.state.signatures["B"])

    def done(self) -> GameState:
        """The state, completed from the count of the sets."""
        state, match = self.state, self.match
        state.over, state.winner = match.over, match.winner
        state.next = match.next_set()
        state.next_first = None if match.over else match.first_name()
        if state.finished:
            state.phase = "finished"
        elif state.over:
            state.phase = "over"
        else:
            state.phase = ("waiting", "called", "warming_up", "running")[self.phase]
        return state


def _of_member(event: LogEvent) -> dict[str, str]:
    """Which player of a pair, where it is told."""
    return {"member": event.payload["member"]} if "member" in event.payload else {}


_HANDLERS: Mapping[str, Callable[[Fold, LogEvent], None]] = {
    "called": lambda fold, event: fold.reach(1),
    "choice": Fold.choice,
    "seats": Fold.seats,
    "arrived": Fold.arrived,
    "no_show": Fold.no_show,
    "warm_up": lambda fold, event: fold.reach(2),
    "started": lambda fold, event: fold.reach(3),
    "set_won": Fold.set_won,
    "set_replayed": Fold.set_replayed,
    "set_lost": Fold.set_lost,
    "set_drawn": Fold.set_drawn,
    "penalty_disc": Fold.penalty_disc,
    "warning": Fold.warning,
    "clear_in_first_series": Fold.clear,
    "result": Fold.result,
    "game_lost": Fold.game_lost,
    "time_limit": Fold.time_limit,
    "official_called": Fold.official_called,
    "dispute": Fold.dispute,
    "ruling": Fold.ruling,
    "signature": Fold.signature,
    "finished": Fold.finish,
}
"""What each kind does to the state. `clock_call`, `pause`, `protest` and `note` are kept and change nothing."""
