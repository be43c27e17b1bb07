"""Freeze a finished game's protocol: what was signed, printed and approved is this copy, not the tables of today."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from competitions.models import Entry, Game
from competitions.services.audit import canonical
from refereeing.models import GameEvent, Protocol
from refereeing.selectors.game_logs import game_log, regulations_of

from .pins import proof_is_valid

# What the two pages of a protocol show of the log.
_SHOWN = frozenset({
    "choice", "no_show", "set_won", "set_replayed", "set_lost", "set_drawn", "penalty_disc", "warning",
    "clear_in_first_series", "result", "game_lost", "protest", "ruling", "note", "void",
})


def protocol_freeze(game: Game, *, at: datetime) -> Protocol:
    """The protocol of a finished game as a numbered revision. The same facts give the same revision again."""
    body = protocol_body(game)
    digest = hashlib.sha256(canonical(body)).hexdigest()
    last = Protocol.objects.filter(game=game).order_by("-revision").first()
    if last is not None and last.digest == digest:
        return last
    return Protocol.objects.create(
        game=game, revision=last.revision + 1 if last else 1, body=body, digest=digest, head_seq=game.head_seq,
        head_hash=game.head_hash, token=secrets.token_urlsafe(16), created_at=at,
    )


def protocol_body(game: Game) -> dict[str, Any]:
    """Everything that the sheet shows, as plain JSON. Times are UTC in ISO form."""
    match, regulations = game.match, regulations_of(game)
    event = match.stage.event
    events = game_log(game)
    return {
        "competition": {
            "uid": str(event.competition.uid), "name": event.competition.name, "place": event.competition.place,
            "time_zone": event.competition.time_zone,
        },
        "event": event.name, "stage": match.stage.name, "group": match.group.name if match.group else None,
        "round": match.round.number, "table": match.table.number if match.table else None, "board": game.board,
        "match": str(match.uid), "game": str(game.uid),
        "ruleset": regulations.ruleset, "edition": regulations.edition, "sets": regulations.sets,
        "all_sets": regulations.all_sets, "first_stroke": game.first_stroke,
        "players": {"A": _player(match.first), "B": _player(match.second)},
        "state": game.state,
        "log": [_shown(event) for event in events if event.kind in _SHOWN and _counts(event)],
        "signatures": _signatures(events, game.state.get("signatures") or {}),
        "started_at": match.started_at.isoformat() if match.started_at else None,
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
    }


def _counts(event: GameEvent) -> bool:
    return event.verdict == GameEvent.Verdict.APPLIED


def _player(entry: Entry | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    return {
        "entry": str(entry.uid), "number": entry.number, "name": str(entry),
        "club": entry.club.name if entry.club else "", "licence": entry.person.licence if entry.person else "",
    }


def _shown(event: GameEvent) -> dict[str, Any]:
    return {
        "uid": str(event.uid), "kind": event.kind, "payload": event.payload, "at": event.audit.at.isoformat(),
        "seq": event.audit.seq,
    }


def _signatures(events: Sequence[GameEvent], standing: dict[str, Any]) -> dict[str, Any]:
    by_uid = {str(event.uid): event for event in events}
    found: dict[str, Any] = {"A": None, "B": None, "referee": None}
    for who, signed in standing.items():
        event = by_uid.get((signed or {}).get("uid", ""))
        if event is None:
            continue
        found[who] = {
            "name": event.payload["name"], "strokes": event.payload.get("strokes"), "at": event.audit.at.isoformat(),
            # A PIN given while offline counts as unverified until the server has checked it.
            "verified": who != "referee" or proof_is_valid(
                event.payload.get("proof"), game=event.game.uid, name=event.payload["name"]),
        }
    return found
