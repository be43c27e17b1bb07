"""The games of a round of a team match, made when both line-ups are in: matches of the event of the games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID, uuid4

from competitions.formats.team_match import BoardGame, Team
from competitions.models import Entry, Event, Game, Match, Round, Stage, StageEntry, TeamBoard
from competitions.selectors.round_names import TEAM_ROUND
from competitions.selectors.team_facts import TeamFacts, team_facts
from competitions.workflow import StageState

from .outbox import outbox_add
from .team_matches import team_match_project


def round_open(
    match: Match, number: int, *, at: datetime, ids: Mapping[int, tuple[UUID, UUID]] | None = None,
) -> None:
    """Make the games of a round for which both line-ups of a locked match are in; then the score follows.

    A number that one side has left empty is no game: it is won by the other (board_games). `ids`: of match and game by
    the number of the home team, where the games were made in another hall.
    """
    facts = team_facts(match)
    games = [game for game in facts.games if game.round == number and game.home is not None and game.guest is not None]
    stage = _stage(match.stage, at)
    players = {str(entry.uid): entry for entry in Entry.objects.filter(event=stage.event)}
    _place(stage, [players[uid] for game in games for uid in (game.home, game.guest) if uid is not None])
    drawn = _round(stage, match, facts, number)
    for game in games:
        known = (ids or {}).get(game.home_number)
        _game(match, drawn, game, players[str(game.home)], players[str(game.guest)], facts.teams.size, known)
    team_match_project(match, at=at)
    outbox_add("round.changed", competition=stage.event.competition.uid, stage=stage.uid)


def _stage(of: Stage, at: datetime) -> Stage:
    """The stage of the games that belongs to a stage of teams, made with its first games."""
    event = Event.objects.select_related("competition").get(part_of=of.event)
    stage, _made = Stage.objects.get_or_create(event=event, number=of.number, defaults={
        "name": of.name, "system": Stage.System.TEAM_BOARDS, "state": StageState.LOCKED, "lot": of.lot,
        "drawn_at": at, "locked_at": at})
    stage.event = event
    return stage


def _place(stage: Stage, players: Iterable[Entry]) -> None:
    """Whoever plays for the first time stands in the table of the players from now on."""
    there = set(StageEntry.objects.filter(stage=stage).values_list("entry_id", flat=True))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=player, number=player.number) for player in players if player.id not in there)


def _round(stage: Stage, match: Match, facts: TeamFacts, number: int) -> Round:
    of_stage = match.round.number
    return Round.objects.get_or_create(
        stage=stage, number=(of_stage - 1) * facts.teams.rounds + number,
        defaults={"kind": TEAM_ROUND, "figures": {"match": of_stage, "number": number}})[0]


def _game(
    match: Match, drawn: Round, game: BoardGame, home: Entry, guest: Entry, size: int, ids: tuple[UUID, UUID] | None,
) -> None:
    stroke = "A" if game.begins is Team.HOME else "B"
    match_uid, game_uid = ids or (uuid4(), uuid4())
    played = Match.objects.create(
        uid=match_uid, stage=drawn.stage, round=drawn, number=(match.number - 1) * size + game.home_number, first=home,
        second=guest, first_stroke=stroke)
    Game.objects.create(uid=game_uid, match=played, first_stroke=stroke)
    TeamBoard.objects.create(
        team_match=match, match=played, round=game.round, home_number=game.home_number,
        guest_number=game.guest_number)
