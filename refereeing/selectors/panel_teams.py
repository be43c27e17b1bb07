"""What the panel shows of team matches: a round of the stage, one match with its line-ups, links and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.models import Competition, Event, LineUp, Match, Round, Stage
from competitions.selectors.lineup_page import LineupForm, SideState, lineup_form, names_of_players, sides_state
from competitions.selectors.round_names import round_name
from competitions.selectors.rounds import DECIDED
from competitions.selectors.team_facts import is_before_play
from competitions.selectors.team_match_page import RoundLines, TeamMatchShown, team_match_shown
from competitions.workflow import MatchStatus, StageState

from .panel import MatchRow, match_rows, with_obstacles
from .panel_draw import stage_to_play


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A match of the round with what it waits for. `lineups`: how many sides have handed in for the round wanted."""

    match: Match
    shown: TeamMatchShown
    lineups: int
    round_wanted: int | None

    @property
    def is_bye(self) -> bool:
        return self.match.second_id is None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRound:
    """A round of a stage of teams. `boards`: the event of the games and its rounds that belong to this one."""

    stage: Stage
    number: int
    names: dict[int, str]
    rows: tuple[TeamRow, ...]
    byes: tuple[Match, ...]
    boards: Event
    board_rounds: tuple[tuple[int, str], ...]

    @property
    def name(self) -> str:
        return self.names[self.number]

    @property
    def halls(self) -> tuple[str, ...]:
        """Where the matches of the round are played, as far as it is known."""
        told = {row.shown.fixture.hall for row in self.rows if row.shown.fixture is not None}
        return tuple(sorted(told - {""}))

    @property
    def decided(self) -> int:
        return sum(row.match.status in DECIDED for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One side on the page of a match: its state, its form for whoever types it in, the address of its link."""

    state: SideState
    form: LineupForm | None
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatchView:
    """Everything on the page of a team match."""

    shown: TeamMatchShown
    sides: tuple[SideView, ...]
    games: tuple[MatchRow, ...]
    may_keep: bool

    @property
    def match(self) -> Match:
        return self.shown.match

    @property
    def drawn(self) -> tuple[tuple[RoundLines, Match], ...]:
        """The rounds whose games are there, each with one of them: it tells where tables are given and calls made."""
        games = {row.match.board.round: row.match for row in self.games}
        return tuple((lines, games[lines.number]) for lines in self.shown.rounds if lines.number in games)

    @property
    def is_finished(self) -> bool:
        return self.match.status == MatchStatus.FINISHED

    @property
    def is_approved(self) -> bool:
        return self.match.status == MatchStatus.APPROVED

    @property
    def to_approve(self) -> int:
        return sum(row.is_finished for row in self.games)

    @property
    def needs_winner(self) -> bool:
        return self.is_finished and self.match.winner == "draw" and self.match.stage.is_elimination


def _matches(stage: Stage, number: int) -> Sequence[Match]:
    return list(
        Match.objects.filter(stage=stage, round__number=number).order_by("number")
        .select_related("stage__event__competition", "round", "group", "first", "second"))


def team_round(event: Event, number: int) -> TeamRound:
    """A round of the newest locked stage of an event of teams. Raises NotFound."""
    stage = stage_to_play(event)
    if stage is None:
        raise NotFound(kind="round")
    rounds = Round.objects.filter(stage=stage).order_by("number").values_list("number", "kind", "figures")
    names = {row[0]: round_name(*row) for row in rounds}
    if number not in names:
        raise NotFound(kind="round")
    matches = _matches(stage, number)
    boards = Event.objects.get(part_of=event)
    drawn = Round.objects.filter(
        stage__event=boards, stage__number=stage.number, figures__match=number).order_by("number")
    return TeamRound(
        stage=stage, number=number, names=names, boards=boards,
        rows=tuple(_row(match) for match in matches if match.second_id is not None),
        byes=tuple(match for match in matches if match.second_id is None),
        board_rounds=tuple((row.number, round_name(row.number, row.kind, row.figures)) for row in drawn))


def _row(match: Match) -> TeamRow:
    shown = team_match_shown(match, is_public=False)
    wanted = shown.facts.next_round
    handed_in = LineUp.objects.filter(sheet__match=match, round=wanted or 0).count()
    return TeamRow(match=match, shown=shown, lineups=handed_in, round_wanted=wanted)


def team_match_in(competition: Competition, uid: UUID) -> Match:
    """A match of two teams of this competition whose draw is locked. Raises NotFound."""
    match = (
        Match.objects.filter(
            uid=uid, stage__event__competition=competition, stage__event__kind=Event.Kind.TEAMS, second__isnull=False,
            stage__state__in=[StageState.LOCKED, StageState.CLOSED])
        .select_related("stage__event__competition", "round", "group", "first", "second").first())
    if match is None:
        raise NotFound(kind="match")
    return match


def team_match_view(competition: Competition, uid: UUID, actor: Actor, at: datetime) -> TeamMatchView:
    """The page of a team match. A secret line-up is shown to the official who typed it in, and to nobody else."""
    match = team_match_in(competition, uid)
    shown = team_match_shown(match, is_public=False)
    facts = shown.facts
    states = sides_state(facts, names_of_players(match, is_public=False), account=actor.account)
    boards = Match.objects.filter(board__team_match=match).order_by("board__round", "board__home_number")
    playing = [
        (row.match.id, row.match.table_id, row.match.table.number, row.match.first_id, row.match.second_id)
        for row in match_rows(boards, at) if row.in_play and row.match.table is not None]
    games = with_obstacles(match_rows(boards, at), playing)
    last = [board.match for board in facts.of_round(facts.rounds_open)]
    may_keep = facts.next_round is not None and facts.rounds_open > 0 and not any(is_before_play(m) for m in last)
    return TeamMatchView(
        shown=shown, games=tuple(games), may_keep=may_keep,
        sides=tuple(SideView(state=state, form=lineup_form(facts, state.side)) for state in states))


def team_matches_to_approve(competition: Competition) -> list[Match]:
    """Matches of two teams that are over and wait for approval, oldest first; each is approved on its own page."""
    return list(
        Match.objects.filter(
            stage__event__competition=competition, stage__event__kind=Event.Kind.TEAMS, stage__state=StageState.LOCKED,
            status=MatchStatus.FINISHED, second__isnull=False)
        .select_related("stage__event", "round", "first", "second").order_by("round__number", "number"))
