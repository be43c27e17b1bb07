"""A team match as the formats take it: open line-ups, results of its games, running score. Never a secret line-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competitions.common.errors import NotFound
from competitions.formats.lineup import CLAUSES, is_announced_in_time
from competitions.formats.regulations import Regulations, regulations_from
from competitions.formats.team_match import BoardGame, BoardResult, Team, TeamScore, board_games, team_score
from competitions.formats.team_regulations import TeamRegulations
from competitions.formats.team_squad import USUAL_RULESET, Squad
from competitions.models import Entry, EntryMember, LineUp, Match, TeamBoard
from competitions.workflow import MatchStatus, Outcome

from .rounds import DECIDED

SIDES = ("A", "B")
TEAM_OF = {"A": Team.HOME, "B": Team.GUESTS}
Order = tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFacts:
    """A match of two teams. `orders`: by side, of the rounds for which both line-ups are in. `boards`: the matches of
    the games, by round and number of the home team."""

    match: Match
    regulations: Regulations
    teams: TeamRegulations
    orders: Mapping[str, tuple[Order, ...]]
    boards: Mapping[tuple[int, int], TeamBoard]
    games: tuple[BoardGame, ...]
    score: TeamScore

    @property
    def rounds_open(self) -> int:
        return len(self.orders["A"])

    @property
    def next_round(self) -> int | None:
        """The round whose line-ups are wanted; None when there is none left, or the match is over or decided."""
        number = self.rounds_open + 1
        is_wanted = any(game.round == number for game in self.score.to_play)
        return number if is_wanted and self.match.status not in DECIDED else None

    def of_round(self, number: int) -> tuple[TeamBoard, ...]:
        return tuple(board for (drawn, _home), board in self.boards.items() if drawn == number)


def team_facts(match: Match) -> TeamFacts:
    """The facts of a team match (`stage.event` loaded). Raises NotFound for another kind of match."""
    regulations = regulations_from(match.stage.event.regulations)
    teams = regulations.teams
    if teams is None or match.second_id is None:
        raise NotFound(kind="match")
    orders = {side: tuple(orders_open(match, side)) for side in SIDES}
    rows = TeamBoard.objects.filter(team_match=match).select_related("match__table")
    boards = {(board.round, board.home_number): board for board in rows.order_by("round", "home_number")}
    results = {key: result for key, board in boards.items() if (result := board_result(board.match)) is not None}
    rules = teams.rules()
    games = board_games(rules, orders["A"], orders["B"], results)
    return TeamFacts(
        match=match, regulations=regulations, teams=teams, orders=orders, boards=boards, games=games,
        score=team_score(rules, games))


def orders_open(match: Match, side: str) -> Sequence[Order]:
    """The orders of one side, round by round, of those rounds for which both are in."""
    rows = LineUp.objects.filter(sheet__match=match, sheet__side=side, is_open=True).order_by("round")
    return [tuple(order) for order in rows.values_list("order", flat=True)]


def board_result(match: Match) -> BoardResult | None:
    """What a game of a team match gave, as soon as it is decided; approval follows later."""
    if match.status not in DECIDED or match.outcome in (Outcome.VOID, Outcome.NOT_NEEDED):
        return None
    if match.awarded or match.sets_first is None or match.sets_second is None:
        return BoardResult(awarded=TEAM_OF.get(match.winner))
    return BoardResult((match.sets_first, match.sets_second))


def squad_of(entry: Entry) -> Squad:
    """The roster of a team by the entries of its members in the event of the games."""
    rows = list(EntryMember.objects.filter(entry=entry, player__isnull=False).order_by("number").values_list(
        "number", "is_reserve", "player__uid"))
    regulars = {number: str(player) for number, is_reserve, player in rows if not is_reserve}
    size = max(regulars, default=0)
    return Squad(
        regulars=tuple(regulars.get(number) for number in range(1, size + 1)),
        reserves=tuple(str(player) for _number, is_reserve, player in rows if is_reserve))


def entry_of_side(match: Match, side: str) -> Entry:
    """The team of a side. Raises NotFound for a bye."""
    entry = match.first if side == "A" else match.second
    if entry is None or side not in SIDES:
        raise NotFound(kind="match")
    return entry


def is_before_play(match: Match) -> bool:
    """Whether a game has not begun."""
    return match.status in (MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP)


def ruleset_of_lineups(facts: TeamFacts) -> str:
    """The rule set whose clause on line-ups holds: the usual one where the event's own says nothing of teams."""
    return facts.regulations.ruleset if facts.regulations.ruleset in CLAUSES else USUAL_RULESET


def clause_of_lineups(facts: TeamFacts) -> str:
    return CLAUSES[ruleset_of_lineups(facts)]


def may_change(facts: TeamFacts) -> bool:
    """Whether a change for the next round may still be announced: the round before is running (22.4)."""
    before = [board.match for board in facts.of_round(facts.rounds_open)]
    return is_announced_in_time(
        ruleset_of_lineups(facts), last_game_started=not any(is_before_play(match) for match in before),
        round_handed_in=all(match.status in DECIDED for match in before))
