"""The table of a team league: match points and game points, of the same tie-breaks as any other table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import lcm

from competitions.formats.games import Game, Points, awarded_game, played_game
from competitions.formats.standings import Rules, TieBreak, standings


class Counts(StrEnum):
    """What a league is ranked by: points for matches, or the sum of the points of all games."""

    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamResult:
    """A team match that is over. `score`: game points of home and guests; None where it was awarded, not played."""

    home: str
    guests: str
    score: tuple[Fraction, Fraction] | None = None
    awarded: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """`tie_breaks` as for any table; where they speak of sets, here they are game points."""

    ranked_by: Counts = Counts.MATCH_POINTS
    match_points: Points = field(default_factory=Points)
    tie_breaks: tuple[TieBreak, ...] = ()
    lot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A team of the league. `decided_by`: match_points, game_points, or a tie-break."""

    team: str
    rank: int | None
    played: int
    won: int
    drawn: int
    lost: int
    match_points: Fraction
    game_points: Fraction
    game_points_against: Fraction
    decided_by: str | None


def league_table(teams: Sequence[str], results: Sequence[TeamResult], rules: LeagueRules) -> tuple[LeagueRow, ...]:
    """Rank the teams. Raises FormatError as `standings`."""
    scale = lcm(*(value.denominator for result in results for value in result.score or ()), 1)
    games = [_game(result, scale) for result in results]
    by_games = rules.ranked_by is Counts.GAME_POINTS
    table = standings(teams, games, rules=table_rules(rules))
    reasons = {"points": Counts.MATCH_POINTS.value, **({"sets_won": Counts.GAME_POINTS.value} if by_games else {})}
    points = rules.match_points
    return tuple(
        LeagueRow(
            team=row.id, rank=row.rank, played=row.played, won=row.won, drawn=row.drawn, lost=row.lost,
            match_points=points.win * row.won + points.draw * row.drawn + points.loss * row.lost,
            game_points=Fraction(row.sets_won, scale), game_points_against=Fraction(row.sets_lost, scale),
            decided_by=reasons.get(row.decided_by or "", row.decided_by))
        for row in table.rows
    )


def table_rules(rules: LeagueRules) -> Rules:
    """What a table of teams is ordered by, where game points stand for sets: match points, or the game points alone."""
    if rules.ranked_by is not Counts.GAME_POINTS:
        return Rules(points=rules.match_points, tie_breaks=rules.tie_breaks, lot=rules.lot)
    nothing = Fraction(0)
    rest = tuple(step for step in rules.tie_breaks if step != "sets_won")
    return Rules(points=Points(win=nothing, draw=nothing, loss=nothing), tie_breaks=("sets_won", *rest), lot=rules.lot)


def _game(result: TeamResult, scale: int) -> Game:
    """The match as a game whose sets are game points, in whole numbers."""
    if result.score is None:
        return awarded_game(result.home, result.guests, result.awarded)
    home, guests = (int(value * scale) for value in result.score)
    return played_game(result.home, result.guests, home, guests)
