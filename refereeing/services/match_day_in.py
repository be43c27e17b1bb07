"""Take a match day's file in: on a hall's laptop, and back home. Twice is once; a contradiction changes nothing.

What is there already is compared, what is new is added; where the two say different things the first such place is
named and the whole transaction is undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, DomainError, NotAllowed
from competitions.formats.match_day import BoardRecord, MatchDay, MatchRecord, read_match_day
from competitions.models import Competition, Game, Match, TeamBoard
from competitions.services.audit import decision_record
from competitions.services.match_day_lineups import lineups_merge
from competitions.services.match_day_rows import competition_here, league_rows, match_here
from competitions.services.matches import match_lock
from competitions.services.outbox import outbox_add
from competitions.services.team_matches import award_write, team_match_approve
from competitions.workflow import MatchStatus, Outcome
from refereeing.models import GameEvent

from .match_day_logs import log_merge
from .protocols import protocol_approve


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """What a file brought: matches and rounds that were new, events of logs, approvals; all zero for a known file.

    `left`: games that the hall approved and that wait here for a second official.
    """

    competition: Competition
    matches: int
    rounds: int
    events: int
    approved: int
    left: int


@dataclass(slots=True)
class _Count:
    matches: int = 0
    rounds: int = 0
    events: int = 0
    approved: int = 0
    left: int = 0


def match_day_take_in(*, raw: bytes, by: Actor, at: datetime) -> TakenIn:
    """Take a file in.

    Where the competition is not known it is made, and whoever takes the file in is its chief referee; else only a chief
    or deputy of it may. Raises FormatError for a file that cannot be read or was changed, NotAllowed, and Conflict
    `match_day_differs` with the first place in which file and database contradict each other.
    """
    day = read_match_day(raw)
    try:
        return _take_in(day, by=by, at=at)
    except IntegrityError:  # one id or number twice in the file, or something else has it here
        raise Conflict("match_day_differs", match=day.event.name, place="uid") from None


def _take_in(day: MatchDay, *, by: Actor, at: datetime) -> TakenIn:
    count = _Count()
    with transaction.atomic():
        competition = competition_here(day, by=by, at=at)
        event, stage = league_rows(competition, day, by=by, at=at)
        for record in day.matches:
            match, is_new = match_here(stage, record)
            count.matches += is_new
            _merge(match, record, count, by=by, at=at)
        decision_record(
            competition, kind="match_day.taken_in", subject=stage.uid, by=by, at=at, facts={
                "made_at": day.made_at, "matches": [record.uid for record in day.matches], "rounds": count.rounds,
                "events": count.events})
        for topic in ("draw.changed", "round.changed", "table.changed"):
            outbox_add(topic, competition=competition.uid, stage=stage.uid)
    return TakenIn(
        competition=event.competition, matches=count.matches, rounds=count.rounds, events=count.events,
        approved=count.approved, left=count.left)


def _merge(match: Match, record: MatchRecord, count: _Count, *, by: Actor, at: datetime) -> None:
    count.rounds += lineups_merge(match, record, by=by, at=at)
    for board in record.boards:
        count.events += _merge_game(match, board, by=by, at=at)
    if record.awarded:
        _merge_award(match, record, at=at)
    if by.may(Action.APPROVE, match.stage.event.competition.uid) and by.account is not None:
        _approve(match, record, count, by=by, at=at)


def _merge_game(match: Match, record: BoardRecord, *, by: Actor, at: datetime) -> int:
    board = TeamBoard.objects.select_related("match").filter(match__uid=UUID(record.match)).first() or _same_game(
        match, record)
    if board is None or board.team_match_id != match.id or (board.round, board.home_number) != (
            record.round, record.home_number):
        raise differs(match, f"{record.round}/{record.home_number}")
    locked = match_lock(board.match.uid)
    game = Game.objects.select_for_update(of=("self",)).filter(uid=UUID(record.game), match=locked).first()
    if game is None:
        raise differs(match, f"{record.round}/{record.home_number}")
    game.match = locked
    return log_merge(game, record, place=f"{match}, {record.round}/{record.home_number}", by=by, at=at)


def _same_game(match: Match, record: BoardRecord) -> TeamBoard | None:
    """The same game where both halls have opened the round with the same orders: untouched here, it gets the ids of the
    file."""
    board = TeamBoard.objects.select_related("match").filter(
        team_match=match, round=record.round, home_number=record.home_number).first()
    if board is None:
        return None
    game = Game.objects.filter(match=board.match).get()
    if board.match.status != MatchStatus.SCHEDULED or GameEvent.objects.filter(game=game).exists():
        return None
    board.match.uid, game.uid = UUID(record.match), UUID(record.game)
    board.match.save(update_fields=["uid"])
    game.save(update_fields=["uid"])
    return board


def _merge_award(match: Match, record: MatchRecord, *, at: datetime) -> None:
    winner = "" if record.awarded == "both" else record.awarded
    locked = match_lock(match.uid)
    if locked.awarded:
        if locked.winner != winner:
            raise differs(match, record.awarded)
        return
    if locked.status in (MatchStatus.FINISHED, MatchStatus.APPROVED):
        raise differs(match, record.awarded)
    award_write(locked, winner, Outcome.WALKOVER, at=at)


def _approve(match: Match, record: MatchRecord, count: _Count, *, by: Actor, at: datetime) -> None:
    """What was approved in the hall is approved here, by whoever takes the file in.

    Where the regulations ask for two officials the taker has entered the results: another one approves them.
    """
    left = 0
    for board in record.boards:
        row = Match.objects.get(uid=UUID(board.match))
        if board.is_approved and row.status == MatchStatus.FINISHED:
            is_approved = _approve_game(row, by=by, at=at)
            count.approved += is_approved
            left += not is_approved
    count.left += left
    if left:
        return
    row = Match.objects.get(id=match.id)
    if record.is_approved and row.status == MatchStatus.FINISHED:
        team_match_approve(match_uid=row.uid, version=row.version, by=by, at=at)
        count.approved += 1


def _approve_game(row: Match, *, by: Actor, at: datetime) -> bool:
    try:
        protocol_approve(match_uid=row.uid, version=row.version, by=by, at=at)
    except NotAllowed as refusal:
        if refusal.code != "second_official_required":
            raise
        return False
    return True


def differs(match: Match, place: str) -> DomainError:
    """File and database contradict each other in a match."""
    return Conflict("match_day_differs", match=str(match), place=place)
