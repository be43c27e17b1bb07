"""A match of two teams for everybody: running score by round, who plays whom at which table, who stood in for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.team_match import BoardGame, Team
from competitions.models import Competition, Event, Fixture, Match, TeamBoard
from competitions.workflow import MatchStatus

from .lineup_page import names_of_players, substitutions
from .public import PUBLIC_STAGES, live_version
from .rounds import Badge, Meeting, entrants_of, meetings_of
from .standings import number_text
from .team_facts import SIDES, TeamFacts, team_facts
from .visibility import competition_seen


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """A game: the numbers, the names where they are known, its score in sets, what it gives, and its state in words."""

    home_number: int
    guest_number: int
    home: str
    guest: str
    score: str
    home_points: str
    guest_points: str
    table: int | None
    game: UUID | None
    match: UUID | None
    badges: tuple[Badge, ...]
    is_playing: bool
    is_needed: bool
    is_empty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLines:
    """A round: which side strikes first, its games, the running score at its end or as it stands."""

    number: int
    begins: Team
    is_open: bool
    lines: tuple[BoardLine, ...]
    running: tuple[str, str] | None

    @property
    def is_needed(self) -> bool:
        return any(line.is_needed for line in self.lines)


@dataclass(frozen=True, slots=True)
class Substitution:
    """Somebody stands in at a number from a round on."""

    side: str
    round: int
    number: int
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatchShown:
    """A team match with its rounds. `meeting` is its own line in the list of the round."""

    competition: Competition
    event: Event
    match: Match
    meeting: Meeting
    facts: TeamFacts
    fixture: Fixture | None
    rounds: tuple[RoundLines, ...]
    substitutions: tuple[Substitution, ...]
    score: tuple[str, str]
    live_version: int

    @property
    def is_begun(self) -> bool:
        return self.facts.rounds_open > 0

    @property
    def waits_for_approval(self) -> int:
        return sum(
            board.match.status == MatchStatus.FINISHED for board in self.facts.boards.values())


def team_match_page(actor: Actor, slug: str, uid: UUID) -> TeamMatchShown:
    """A team match of a visible competition whose draw is locked. Raises NotFound."""
    competition = competition_seen(actor, slug)
    version = live_version(actor, competition)
    match = (
        Match.objects.filter(uid=uid, stage__event__competition=competition, stage__state__in=PUBLIC_STAGES)
        .select_related("stage__event__competition", "round", "group", "first", "second").first())
    if match is None:
        raise NotFound(kind="match")
    return team_match_shown(match, is_public=True, version=version)


def team_match_shown(match: Match, *, is_public: bool, version: int = 0) -> TeamMatchShown:
    """A team match (`stage.event.competition`, `round`, `first` and `second` loaded). Raises NotFound for another."""
    facts = team_facts(match)
    names = names_of_players(match, is_public=is_public)
    (meeting,) = meetings_of(match.stage, entrants_of(match.stage), match_id=match.id)
    meetings = _games(facts)
    return TeamMatchShown(
        competition=match.stage.event.competition, event=match.stage.event, match=match, meeting=meeting, facts=facts,
        fixture=Fixture.objects.filter(match=match).first(),
        rounds=tuple(
            _round(facts, number, names, meetings) for number in range(1, facts.teams.rounds + 1)),
        substitutions=_substitutions(facts, names), score=(
            number_text(facts.score.home), number_text(facts.score.guests)), live_version=version)


def _games(facts: TeamFacts) -> dict[int, Meeting]:
    """The games as the lists show them, by the id of their match."""
    boards = list(facts.boards.values())
    if not boards:
        return {}
    stage = Match.objects.select_related("stage__event").get(id=boards[0].match_id).stage
    wanted = {board.match_id for board in boards}
    return {m.id: m for m in meetings_of(stage, entrants_of(stage)) if m.id in wanted}


def _round(
    facts: TeamFacts, number: int, names: Mapping[str, str], meetings: Mapping[int, Meeting],
) -> RoundLines:
    games = [game for game in facts.games if game.round == number]
    needed = {(game.round, game.home_number) for game in facts.score.to_play}
    lines = tuple(
        _line(facts, game, names, facts.boards.get((number, game.home_number)), meetings, needed) for game in games)
    after = facts.score.after
    running = None
    if number <= len(after):
        running = (number_text(after[number - 1][0]), number_text(after[number - 1][1]))
    return RoundLines(
        number=number, begins=games[0].begins, is_open=number <= facts.rounds_open, lines=lines, running=running)


def _line(
    facts: TeamFacts, game: BoardGame, names: Mapping[str, str], board: TeamBoard | None,
    meetings: Mapping[int, Meeting], needed: set[tuple[int, int]],
) -> BoardLine:
    meeting = meetings.get(board.match_id) if board is not None else None
    points = facts.teams.rules().points
    result = game.result
    is_open = game.round <= facts.rounds_open
    return BoardLine(
        home_number=game.home_number, guest_number=game.guest_number, home=names.get(game.home or "", ""),
        guest=names.get(game.guest or "", ""), score=_score(game, meeting),
        home_points="" if result is None else number_text(points.of(result.outcome_of(Team.HOME))),
        guest_points="" if result is None else number_text(points.of(result.outcome_of(Team.GUESTS))),
        table=None if meeting is None else meeting.table, game=None if meeting is None else meeting.game,
        match=None if meeting is None else meeting.uid, badges=() if meeting is None else meeting.badges,
        is_playing=meeting is not None and meeting.in_play,
        is_needed=result is not None or (game.round, game.home_number) in needed,
        is_empty=is_open and (game.home is None or game.guest is None))


def _score(game: BoardGame, meeting: Meeting | None) -> str:
    if meeting is not None:
        return meeting.score_text
    if game.result is None:
        return ""
    return f"{'+' if game.result.awarded is Team.HOME else '−'}:{'+' if game.result.awarded is Team.GUESTS else '−'}"


def _substitutions(facts: TeamFacts, names: Mapping[str, str]) -> tuple[Substitution, ...]:
    found = [
        Substitution(side, change["round"], change["number"], names.get(change["out"] or "", "–"),
                     names.get(change["in"] or "", "–"))
        for side in SIDES for change in substitutions(facts, side)
    ]
    return tuple(sorted(found, key=lambda change: (change.round, change.side, change.number)))
