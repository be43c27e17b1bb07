"""Writes to matches and their games: locks, moves, the projected result. No other module assigns a status."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Max, Q

from competitions.common.errors import NotFound
from competitions.models import Entry, EntryMember, Event, Game, Match, Round, Stage, Table
from competitions.workflow import MatchMove, MatchStatus, Outcome, next_match_status

from .outbox import outbox_add

AT_TABLE = (MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING)
# When each move happened is kept in the column of its own.
_STAMPS = {
    MatchMove.CALL: "called_at", MatchMove.START: "started_at", MatchMove.FINISH: "finished_at",
    MatchMove.APPROVE: "approved_at",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A result as it is projected from a game's log. `winner`: A (first-named), B, draw, or '' while open."""

    outcome: Outcome = Outcome.NONE
    winner: str = ""
    sets_first: int | None = None
    sets_second: int | None = None
    awarded: bool = False


OPEN = Result()


# What most writers read of a match; who knows better names it.
_RELATED = ("stage__event__competition", "round", "table")


def match_lock(uid: UUID) -> Match:
    """Lock a match until the transaction ends. Every write to a match starts here; raises NotFound."""
    match = Match.objects.select_for_update(of=("self",)).select_related(*_RELATED).filter(uid=uid).first()
    if match is None:
        raise NotFound(kind="match")
    _read_table_anew(match)
    return match


def _read_table_anew(match: Match) -> None:
    """Forget a table that was not found although the match has one.

    PostgreSQL reads a row anew when it had to wait for its lock, but not what that row points to: somebody has moved
    the match meanwhile, and the join with its new table came out empty.
    """
    field = Match._meta.get_field("table")
    if match.table_id is not None and field.is_cached(match) and field.get_cached_value(match) is None:
        field.delete_cached_value(match)


def game_lock(uid: UUID, *, related: tuple[str, ...] = _RELATED) -> Game:
    """Lock a game, and its match first (one lock order everywhere: PostgreSQL takes the locks as `of` names them).

    `related`: what is read together with the match; anything else is read when it is asked for. Raises NotFound.
    """
    game = (
        Game.objects.select_for_update(of=("match", "self"))
        .select_related("match", *(f"match__{name}" for name in related)).filter(uid=uid).order_by().first()
    )
    if game is None:
        raise NotFound(kind="game")
    _read_table_anew(game.match)
    return game


def match_move(match: Match, move: MatchMove, *, at: datetime, result: Result | None = None) -> None:
    """Move a locked match along the table of moves and store what goes with it.

    Raises IllegalMove. `result` replaces the stored result where it is given.
    """
    match.status = next_match_status(MatchStatus(match.status), move)
    if move in _STAMPS:
        setattr(match, _STAMPS[move], at)
    if result is not None:
        _take(match, result)
    _save(match)


def match_take_result(match: Match, result: Result) -> None:
    """Store a result without a move: the running score of a match that goes on."""
    _take(match, result)
    _save(match)


def _take(match: Match, result: Result) -> None:
    match.outcome = result.outcome
    match.winner = result.winner
    match.sets_first, match.sets_second = result.sets_first, result.sets_second
    match.awarded = result.awarded


def _save(match: Match) -> None:
    match.version += 1
    match.save(update_fields=[
        "status", "outcome", "winner", "sets_first", "sets_second", "awarded", "corrected", "version", "table", "slot",
        "called_at", "started_at", "finished_at", "approved_at",
    ])


def match_approve_if_finished(match: Match, *, version: int, at: datetime) -> bool:
    """Approve by one conditional UPDATE, so that of two chiefs at once exactly one does it."""
    approved = next_match_status(MatchStatus.FINISHED, MatchMove.APPROVE)
    changed = Match.objects.filter(
        id=match.id, version=version, status=MatchStatus.FINISHED,
    ).update(status=approved, version=F("version") + 1, approved_at=at)
    if changed:
        match.refresh_from_db(fields=["status", "version", "approved_at"])
    return bool(changed)


def games_make(stage: Stage, matches: Sequence[Match]) -> None:
    """The game of each match that was just stored; a bye has none. Those of two teams come with their line-ups."""
    if stage.event.kind != Event.Kind.TEAMS:
        Game.objects.bulk_create(
            Game(match=match, first_stroke=match.first_stroke) for match in matches if match.second_id is not None)


def matches_take_away(ids: Collection[int], at: datetime) -> None:
    """Delete matches that nobody has written to; what has a log stays to be read, void and outside of any bracket."""
    matches = Match.objects.filter(id__in=ids)
    sent = Q(games__events__isnull=False) | Q(games__quarantined__isnull=False) | Q(games__phones__isnull=False)
    begun = ~Q(status=MatchStatus.SCHEDULED) & Q(second__isnull=False)
    kept = set(matches.filter(sent | begun).values_list("id", flat=True))
    matches.exclude(id__in=kept).delete()
    for match in Match.objects.select_for_update(of=("self",)).filter(id__in=kept).order_by("id"):
        last = Match.objects.filter(round=match.round_id).aggregate(last=Max("number"))["last"] or 0
        match.number, match.bracket_key = last + 1000, ""
        match.save(update_fields=["number", "bracket_key"])
        match_move(match, MatchMove.VOID, at=at, result=Result(outcome=Outcome.VOID))


def byes_settle(drawn: Round, at: datetime) -> None:
    """Settle the byes of a round that was just drawn: no play and no approval, a win without sets (tie-breaks, 1)."""
    Match.objects.filter(round=drawn, second__isnull=True).update(
        status=MatchStatus.APPROVED, outcome=Outcome.BYE, winner="A", approved_at=at)


def table_is_busy(match: Match) -> bool:
    """Whether another match is being played at this match's table. Locks the table until the transaction ends."""
    if match.table_id is None:
        return False
    Table.objects.select_for_update().get(id=match.table_id)
    others = Match.objects.filter(table=match.table_id, status__in=AT_TABLE).exclude(id=match.id)
    return others.exists()


def busy_player(match: Match) -> tuple[Entry, Match] | None:
    """Who of this match is playing another one now, and which. Locks both entries until the transaction ends.

    Nobody is in two places, in two events of one person neither.
    """
    sides = [side for side in (match.first_id, match.second_id) if side is not None]
    entries = list(Entry.objects.select_for_update(of=("self",)).filter(id__in=sides).order_by("id"))
    with_them = _entries_with(entries)
    elsewhere = (
        Match.objects.filter(Q(first__in=with_them) | Q(second__in=with_them), status__in=AT_TABLE)
        .exclude(id=match.id).select_related("table", "first__person", "second__person").first()
    )
    if elsewhere is None:
        return None
    both = [entry for entry in (elsewhere.first, elsewhere.second) if entry is not None]
    return next((entry for entry in both if entry.id in with_them), both[0]), elsewhere


def rests_until(match: Match, minutes: int) -> datetime | None:
    """When the last of its players has rested so long since the last game that was played, in whatever event; None
    where nobody has played yet or no rest is asked for."""
    if not minutes:
        return None
    sides = [side for side in (match.first_id, match.second_id) if side is not None]
    with_them = _entries_with(list(Entry.objects.filter(id__in=sides)))
    played = Match.objects.filter(
        Q(first__in=with_them) | Q(second__in=with_them), awarded=False,
        status__in=[MatchStatus.FINISHED, MatchStatus.APPROVED]).exclude(second=None)
    last: datetime | None = played.aggregate(last=Max("finished_at"))["last"]
    return None if last is None else last + timedelta(minutes=minutes)


def _entries_with(entries: Sequence[Entry]) -> set[int]:
    """All entries in which somebody of these plays, these too: somebody has few, and a match is then found by its own
    keys alone."""
    players = _players(entries)
    theirs = Entry.objects.filter(
        Q(person__in=players) | Q(members__person__in=players, event__kind=Event.Kind.DOUBLES))
    return {*theirs.values_list("id", flat=True), *(entry.id for entry in entries)}


def _players(entries: Iterable[Entry]) -> list[int]:
    """The people behind entries: single players, and those of pairs."""
    pairs = [entry.id for entry in entries if entry.person_id is None]
    alone = [entry.person_id for entry in entries if entry.person_id is not None]
    if not pairs:
        return alone
    return alone + list(EntryMember.objects.filter(
        entry__in=pairs, entry__event__kind=Event.Kind.DOUBLES).values_list("person_id", flat=True))


def call_is_over(match: Match, call_seconds: int, at: datetime) -> bool:
    """Whether the time to come to the table has run out.

    Nothing is lost by the clock alone: an official declares the no-show (3.2, 15.1).
    """
    return match.called_at is not None and at >= match.called_at + timedelta(seconds=call_seconds)


def match_changed(match: Match, *topics: str) -> None:
    """Tell the stream that a match changed, and any further topics of its stage."""
    competition = match.stage.event.competition.uid
    outbox_add("match.changed", competition=competition, match=match.uid, stage=match.stage.uid)
    for topic in topics:
        outbox_add(topic, competition=competition, stage=match.stage.uid)
