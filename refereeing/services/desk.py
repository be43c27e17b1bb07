"""What officials do to a game from the panel: their events go through the same log as a tablet's."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.models import Entry, Game, Match, Stage
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.interruptions import refuse_interrupted
from competitions.services.matches import (
    busy_player,
    call_is_over,
    match_changed,
    match_lock,
    match_move,
    table_is_busy,
)
from competitions.services.outbox import outbox_add
from competitions.services.referees import referee_settle
from competitions.workflow import EntryMove, EntryState, MatchMove, MatchStatus, next_entry_state
from refereeing.engine.rules.game_log import GameState
from refereeing.engine.rules.match_play import WARNINGS_THAT_LOSE
from refereeing.models import Device, GameEvent
from refereeing.selectors.game_logs import applied_events, regulations_of

from .devices import hash_secret
from .game_log import NewEvent, desk_append
from .late_weighing import late_lines_weigh, taken_over

DeskEvents = Sequence[tuple[str, Mapping[str, Any]]]
# Who can be missing, and come.
IN_PLAY = (EntryState.ENTERED, EntryState.PRESENT, EntryState.ABSENT)
# What makes up the score: a correction voids all of it and enters the right result.
_SCORE_KINDS = frozenset({
    "set_won", "set_lost", "set_drawn", "set_replayed", "result", "game_lost", "no_show", "time_limit",
})


def uuid7(at_ms: int | None = None) -> UUID:
    """A UUID of version 7 (RFC 9562): an identifier, neither a secret nor a clock."""
    stamp = (int(time.time() * 1000) if at_ms is None else at_ms) & ((1 << 48) - 1)
    tail = secrets.randbits(74)
    return UUID(int=stamp << 80 | 0x7 << 76 | (tail >> 62) << 64 | 0x2 << 62 | tail & ((1 << 62) - 1))


def desk_device(match: Match, by: Actor, at: datetime) -> Device:
    """The desk through which one official writes in one competition: made at first use, holds no token."""
    competition = match.stage.event.competition
    device, _made = Device.objects.get_or_create(
        competition=competition, kind=Device.Kind.DESK, token_hash=hash_secret(f"desk:{competition.uid}:{by.account}"),
        defaults={"name": by.name[:60], "last_seen_at": at},
    )
    return device


def desk_write(game: Game, events: DeskEvents, *, by: Actor, at: datetime) -> GameState:
    """Append an official's events to a locked game. Raises the rule's refusal; then nothing is stored."""
    device = desk_device(game.match, by, at)
    Device.objects.select_for_update().get(id=device.id)
    last = GameEvent.objects.filter(device=device).aggregate(last=Max("dseq"))["last"] or 0
    new = [
        _event(game, device, last + place, kind, payload, by, at)
        for place, (kind, payload) in enumerate(events, start=1)
    ]
    return desk_append(game=game, device=device, events=new, by=by, at=at)


def _event(
    game: Game, device: Device, dseq: int, kind: str, payload: Mapping[str, Any], by: Actor, at: datetime,
) -> NewEvent:
    uid = uuid7()
    line = {
        "uid": str(uid), "device": str(device.uid), "epoch": game.epoch, "dseq": dseq,
        "table": str(game.match.table.uid) if game.match.table else None, "game": str(game.uid), "kind": kind,
        "payload": dict(payload), "client_wall": at.isoformat(), "official": str(by.account or ""),
    }
    raw = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
    return NewEvent(
        raw=raw, uid=uid, device=device.uid, epoch=game.epoch, dseq=dseq, game=game.uid, kind=kind,
        payload=dict(payload), client_wall=at.isoformat(),
    )


def only_game(match: Match) -> Game:
    """The one game of a singles match, locked, with the locked match on it. Raises Invalid for a bye."""
    game = Game.objects.select_for_update(of=("self",)).filter(match=match, board=1).first()
    if game is None:
        raise Invalid("no_game", path="match")
    game.match = match
    return game


def match_call(*, match_uid: UUID, by: Actor, at: datetime) -> None:
    """Call the players to their table; the clock of the call runs from now. Calling again starts it anew."""
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.CALL_MATCH, match.stage.event.competition)
        refuse_interrupted(match.stage.event.competition)
        if match.table is None:
            raise Invalid("no_table", path="table")
        if table_is_busy(match):
            raise Conflict("table_busy", table=match.table.number)
        busy = busy_player(match)
        if busy is not None:
            raise Conflict("player_busy", name=str(busy[0]), table=busy[1].table.number if busy[1].table else 0)
        referee_settle(match, by=by, at=at)
        match_move(match, MatchMove.CALL, at=at)
        desk_write(only_game(match), [("called", {})], by=by, at=at)
        match_changed(match)


def match_uncall(*, match_uid: UUID, by: Actor, at: datetime) -> None:
    """Take back a call that was a slip."""
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.CALL_MATCH, match.stage.event.competition)
        match_move(match, MatchMove.UNCALL, at=at)
        match_changed(match)


def no_show_declare(*, match_uid: UUID, who: str, by: Actor, at: datetime) -> None:
    """Declare that a player did not come to the table within the time of the call: the game is lost (3.2, 15.1).

    Raises Conflict `call_still_running` before the time is over. The second such loss proposes exclusion (14.3). In a
    Swiss whoever did not come is not paired for the next rounds, until marked present.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.RULE, match.stage.event.competition)
        refuse_interrupted(match.stage.event.competition)
        game = only_game(match)
        if not call_is_over(match, regulations_of(game).call_seconds, at):
            raise Conflict("call_still_running")
        desk_write(game, [("no_show", {"who": who})], by=by, at=at)
        if match.stage.system == Stage.System.SWISS:
            presence_follow(match, who, EntryMove.MISS, by=by, at=at)


def presence_follow(match: Match, who: str, move: EntryMove, *, by: Actor, at: datetime) -> None:
    """Who did not come to a round of a Swiss is missing until marked present, or until that is taken back."""
    both = {"A": match.first_id, "B": match.second_id}
    sides = [id_ for side, id_ in both.items() if id_ is not None and who in (side, "both")]
    entries = Entry.objects.select_for_update(of=("self",)).filter(id__in=sides, state__in=IN_PLAY).order_by("id")
    competition, event = match.stage.event.competition, match.stage.event
    for entry in entries:
        entry.state = next_entry_state(EntryState(entry.state), move)
        entry.save(update_fields=["state"])
        decision_record(
            competition, kind="entries.presence", subject=event.uid, by=by, at=at,
            facts={str(entry.state): [str(entry.uid)]})
        outbox_add("entries.changed", competition=competition.uid, event=event.uid)


def game_lost_declare(*, match_uid: UUID, who: str, reason: str, by: Actor, at: datetime) -> None:
    """Declare the loss of a game: unsporting conduct (15.2), refused handshake (14.4), retired. `who`: A, B or both."""
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.RULE, match.stage.event.competition)
        desk_write(only_game(match), [("game_lost", {"who": who, "reason": reason})], by=by, at=at)


def warning_give(*, match_uid: UUID, who: str, member: str = "", clause: str, by: Actor, at: datetime) -> None:
    """Give a warning from the panel (19.1), in doubles to one player, the `member`.

    The third of a player loses the sets not yet finished (9.1.g, 15.3).
    """
    payload = {"who": who, "clause": clause, **({"member": member} if member else {})}
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.RULE, match.stage.event.competition)
        desk_write(only_game(match), [("warning", payload)], by=by, at=at)


def result_enter(*, match_uid: UUID, sets: tuple[int, int], by: Actor, at: datetime) -> str:
    """Enter the bare score of a paper protocol.

    Where a tablet has finished the same match already: the same score is noted as entered twice and agreeing
    (`agrees`), another one flags the match for the chief and changes nothing (`differs`). Else `stored`.
    Raises the rule's refusal for an illegal score (23.1), Conflict `being_recorded` while a tablet is counting sets,
    `needs_winner` for a level score in an elimination.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.ENTER_RESULT, match.stage.event.competition)
        game = only_game(match)
        if match.status in (MatchStatus.FINISHED, MatchStatus.APPROVED):
            return _entered_twice(game, sets, by, at)
        _score_enter(game, sets, by, at)
        refuse_level(match)
        late_lines_weigh(game)
        return "stored"


def _score_enter(game: Game, sets: tuple[int, int], by: Actor, at: datetime) -> None:
    """Enter the score of a game that is not finished; where the desk has taken it over, in the place of its sets."""
    if not game.state.get("sets"):
        desk_write(game, [("result", {"sets": list(sets)})], by=by, at=at)
        return
    lease = taken_over(game)
    if lease is None:
        raise Conflict("being_recorded", table=game.match.table.number if game.match.table else 0)
    score_replace(game, sets, lease.reason, by=by, at=at)


def refuse_level(match: Match) -> None:
    """An elimination and a play-off need a winner. Raises Conflict `needs_winner` for a game that ended level."""
    if match.winner == "draw" and match.needs_winner:
        raise Conflict("needs_winner")


def _entered_twice(game: Game, sets: tuple[int, int], by: Actor, at: datetime) -> str:
    match = game.match
    agrees = (match.sets_first, match.sets_second) == sets
    if match.status == MatchStatus.APPROVED:
        if agrees:
            return "agrees"
        raise Conflict("after_confirm")
    if not agrees and not game.has_conflict:
        game.has_conflict = True
        game.save(update_fields=["has_conflict"])
    text = f"entered twice: {sets[0]}:{sets[1]} {'agrees' if agrees else 'differs'}"
    desk_write(game, [("note", {"text": text})], by=by, at=at)
    return "agrees" if agrees else "differs"


def score_replace(game: Game, sets: tuple[int, int], reason: str, *, by: Actor, at: datetime) -> None:
    """Void what makes up the score of a locked game and enter the right result; the old events stay readable."""
    log = applied_events(game)
    voided = {event.payload["uid"] for event in log if event.kind == "void"}
    # Warnings stand, but for a third one: it would end the game before the right result could follow.
    third = {given["uid"] for given in game.state.get("warning_list", []) if given["number"] >= WARNINGS_THAT_LOSE}
    undo = [
        ("void", {"uid": event.uid, "reason": reason[:200]})
        for event in reversed(log)
        if event.uid not in voided and (event.kind in _SCORE_KINDS or event.uid in third)
    ]
    desk_write(game, [*undo, ("result", {"sets": list(sets)})], by=by, at=at)
