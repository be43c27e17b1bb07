"""A match of two teams: who meets whom, who strikes first, the running score, when it ends (22.2, 22.4, 23.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from competitions.formats.errors import FormatError
from competitions.formats.games import Outcome, Points
from competitions.formats.lineup import Order

MAX_NUMBERS = 100


class Stops(StrEnum):
    """When a team match ends: as soon as it is won (23.2), at the end of the round that decides it, or never early."""

    WHEN_WON = "when_won"
    AFTER_ROUND = "after_round"
    ALL_GAMES = "all_games"


class Team(StrEnum):
    """The first-listed team, and the second-listed one (guests, lnf-2008:22.2)."""

    HOME = "home"
    GUESTS = "guests"


class BoardResult(NamedTuple):
    """How one game of a team match ended: played with sets, or awarded to a side (None: lost by both) without sets."""

    sets: tuple[int, int] | None = None
    awarded: Team | None = None

    def outcome_of(self, team: Team) -> Outcome:
        """What the game was for this side."""
        if self.sets is None:
            return Outcome.WON if self.awarded is team else Outcome.LOST
        own, other = self.sets if team is Team.HOME else self.sets[::-1]
        if own == other:
            return Outcome.DRAWN
        return Outcome.WON if own > other else Outcome.LOST


@dataclass(frozen=True, slots=True)
class TeamRound:
    """Who meets whom in one round, and whose players have the first stroke."""

    pairs: tuple[tuple[int, int], ...]
    begins: Team


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """The regulations of a team match; `schedule` is the table that stands in them and on the protocol."""

    schedule: tuple[TeamRound, ...]
    points: Points = field(default_factory=Points)
    stops: Stops = Stops.WHEN_WON

    @property
    def numbers(self) -> int:
        """How many play on each side."""
        return len(self.schedule[0].pairs)


def rotation(numbers: int, rounds: int, *, begins: Team = Team.GUESTS) -> tuple[TeamRound, ...]:
    """The usual table: in round r number i of the home team meets number i + r - 1 of the guests, counted round.

    With as many rounds as numbers everybody meets everybody. `begins`: whose players strike first in round 1, the
    guests unless the regulations say otherwise (22.2); then in turn. Raises FormatError for no numbers or rounds, or
    more rounds than numbers.
    """
    if not 1 <= numbers <= MAX_NUMBERS:
        raise FormatError("out_of_range", "numbers", low=1, high=MAX_NUMBERS)
    if not 1 <= rounds <= numbers:
        raise FormatError("out_of_range", "rounds", low=1, high=numbers)
    other = Team.HOME if begins is Team.GUESTS else Team.GUESTS
    return tuple(
        TeamRound(tuple((home + 1, (home + shift) % numbers + 1) for home in range(numbers)),
                  other if shift % 2 else begins)
        for shift in range(rounds)
    )


def refuse_schedule(schedule: Sequence[TeamRound]) -> None:
    """Raise FormatError unless every round has each number of both sides once, and nobody meets twice."""
    met: set[tuple[int, int]] = set()
    if not schedule:
        raise FormatError("wrong_length", "schedule", low=1, high="any", count=0)
    everybody = list(range(1, len(schedule[0].pairs) + 1))
    for index, drawn in enumerate(schedule):
        for side in (0, 1):
            if sorted(pair[side] for pair in drawn.pairs) != everybody:
                raise FormatError("plays_twice", f"schedule[{index}]", id=str(side + 1))
        for pair in drawn.pairs:
            if pair in met:
                raise FormatError("duplicate", f"schedule[{index}]", value=pair)
            met.add(pair)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGame:
    """One game of a team match. A side without a player has None; before its line-up is known both have."""

    round: int
    home_number: int
    guest_number: int
    begins: Team
    home: str | None = None
    guest: str | None = None
    result: BoardResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamScore:
    """The match so far. `after`: the running score at the end of each round that is over.

    `decided_in`: the round in which one side got out of reach, None before that and for a draw. `winner`: of a match
    that is over; None for a draw. `to_play`: the games that are still needed.
    """

    home: Fraction
    guests: Fraction
    after: tuple[tuple[Fraction, Fraction], ...]
    decided_in: int | None
    is_over: bool
    winner: Team | None
    to_play: tuple[BoardGame, ...]


def board_games(
    rules: TeamRules, home: Sequence[Order], guests: Sequence[Order], results: Mapping[tuple[int, int], BoardResult]
) -> tuple[BoardGame, ...]:
    """All games in order, with the players of those rounds for which both line-ups are in.

    `results` by round and number of the home team, both from 1. An empty place loses its game to the opponent, without
    sets; two empty places lose it both. Raises FormatError for a line-up of the wrong size.
    """
    for name, orders in (("home", home), ("guests", guests)):
        for index, order in enumerate(orders):
            if len(order) != rules.numbers:
                raise FormatError("wrong_length", f"{name}[{index}]", low=rules.numbers, high=rules.numbers,
                                  count=len(order))
    games = []
    for number, drawn in enumerate(rules.schedule, 1):
        is_known = number <= min(len(home), len(guests))
        for one, other in drawn.pairs:
            game = BoardGame(round=number, home_number=one, guest_number=other, begins=drawn.begins,
                             result=results.get((number, one)))
            games.append(_with_players(game, home[number - 1][one - 1], guests[number - 1][other - 1])
                         if is_known else game)
    return tuple(games)


def _with_players(game: BoardGame, home: str | None, guest: str | None) -> BoardGame:
    result = game.result
    if home is None or guest is None:
        result = BoardResult(awarded=Team.HOME if home is not None else Team.GUESTS if guest is not None else None)
    return replace(game, home=home, guest=guest, result=result)


def team_score(rules: TeamRules, games: Sequence[BoardGame]) -> TeamScore:
    """The running score, and whether the match is over by the rule of the regulations.

    It is won when the other side can no longer draw level with the games that are left. What was played after that
    counts all the same.
    """
    running = [(Fraction(0), Fraction(0))]
    open_until = len(rules.schedule)
    decided_in: int | None = None
    unplayed = len(games)
    for number in range(1, len(rules.schedule) + 1):
        results = [game.result for game in games if game.round == number]
        played = [result for result in results if result is not None]
        running.append(_added(running[-1], played, rules.points))
        unplayed -= len(played)
        lead = abs(running[-1][0] - running[-1][1])
        if decided_in is None and lead > unplayed * (rules.points.win - rules.points.loss):
            decided_in = number
        if len(played) < len(results):
            open_until = min(open_until, number - 1)
    needed = len(rules.schedule)
    if decided_in is not None and rules.stops is not Stops.ALL_GAMES:
        needed = decided_in if rules.stops is Stops.AFTER_ROUND else 0
    to_play = tuple(game for game in games if game.result is None and game.round <= needed)
    home, guests = running[-1]
    leader = None if home == guests else Team.HOME if home > guests else Team.GUESTS
    return TeamScore(home=home, guests=guests, after=tuple(running[1 : open_until + 1]), decided_in=decided_in,
                     is_over=not to_play, winner=None if to_play else leader, to_play=to_play)


def _added(
    score: tuple[Fraction, Fraction], results: Sequence[BoardResult], points: Points
) -> tuple[Fraction, Fraction]:
    home = sum((points.of(result.outcome_of(Team.HOME)) for result in results), score[0])
    guests = sum((points.of(result.outcome_of(Team.GUESTS)) for result in results), score[1])
    return home, guests
