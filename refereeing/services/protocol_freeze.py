"""Freeze a finished game's protocol: what was signed, printed and approved is this copy, not the tables of today."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from competitions.models import Account, Entry, Game, Match
from competitions.selectors.pairs import players_of_matches
from competitions.selectors.rounds import home_of
from competitions.services.audit import canonical
from refereeing.models import Device, GameEvent, Lease, PlayerWarning, Protocol
from refereeing.selectors.game_logs import game_log, mode_of, regulations_of

from .pins import proof_is_valid

# What the two pages of a protocol show of the log.
_SHOWN = frozenset({
    "choice", "seats", "no_show", "set_won", "set_replayed", "set_lost", "set_drawn", "penalty_disc", "warning",
    "clear_in_first_series", "result", "game_lost", "time_limit", "protest", "ruling", "note", "void",
})


# What an official decides. A void is one at the desk only: at a table it is the undo of a press.
_RULINGS = frozenset({"no_show", "set_lost", "penalty_disc", "warning", "game_lost", "time_limit", "ruling"})


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
    # All names by one query: whoever holds the lock at this moment is waited for by every other tablet.
    named = Match.objects.select_related(
        "round", "table", "group", "first__person", "first__club", "second__person", "second__club").get(id=match.id)
    players_of_matches([named])
    event = match.stage.event
    events = game_log(game)
    givers = _givers(game, events)
    return {
        "competition": {
            "uid": str(event.competition.uid), "name": event.competition.name, "place": event.competition.place,
            "time_zone": event.competition.time_zone,
        },
        "event": event.name, "stage": match.stage.name, "group": named.group.name if named.group else None,
        "round": named.round.number, "table": named.table.number if named.table else None, "board": game.board,
        "match": str(match.uid), "game": str(game.uid),
        "ruleset": regulations.ruleset, "edition": regulations.edition, "sets": regulations.sets,
        "all_sets": regulations.all_sets, "first_stroke": game.first_stroke,
        # Only where pairs play: what was frozen of singles before stays the same revision.
        **({"mode": "doubles"} if mode_of(game) == "doubles" else {}),
        "players": {"A": _player(named.first), "B": _player(named.second)},
        "state": _state(game, events),
        "log": [_shown(e, givers.get(e.uid, "")) for e in events if e.kind in _SHOWN and _counts(e)],
        "signatures": _signatures(events, game.state.get("signatures") or {}),
        "started_at": match.started_at.isoformat() if match.started_at else None,
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
    }


def _counts(event: GameEvent) -> bool:
    return event.verdict == GameEvent.Verdict.APPLIED


def _player(entry: Entry | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    found: dict[str, Any] = {
        "entry": str(entry.uid), "number": entry.number, "name": str(entry),
        "club": home_of(entry), "licence": entry.person.licence if entry.person else "",
    }
    if entry.person is None and not entry.team_name:
        people = [member.person for member in entry.members.all()]
        # The log knows them as A1 and A2: the places of this list.
        found["members"] = [{"person": str(p.uid), "name": p.name, "licence": p.licence} for p in people]
        found["licence"] = ", ".join(person.licence for person in people if person.licence)
    return found


def _givers(game: Game, events: Sequence[GameEvent]) -> dict[UUID, str]:
    """The official behind each ruling: at the desk who was logged in, at a table who held it when it was written."""
    rulings = [e for e in events if e.kind in _RULINGS or (e.kind == "void" and e.device.kind == Device.Kind.DESK)]
    if not rulings:
        return {}
    held = dict(Lease.objects.filter(game=game, account__isnull=False).values_list("epoch", "account"))
    accounts = {
        event.uid: event.audit.account_id if event.device.kind == Device.Kind.DESK else held.get(event.epoch)
        for event in rulings
    }
    names = Account.objects.in_bulk([account for account in accounts.values() if account is not None])
    return {uid: str(names[account]) for uid, account in accounts.items() if account in names}


def _state(game: Game, events: Sequence[GameEvent]) -> dict[str, Any]:
    """The state of the log. Under a bare score, from paper or from a correction, no set tells any longer in which a
    warning was given: then it is the set of the moment itself, and none for what was copied from a paper's back."""
    state = dict(game.state)
    if not state.get("warning_list") or state.get("sets"):
        return state
    given = dict(PlayerWarning.objects.filter(game=game).values_list("event_uid", "set_number"))
    voided = set(state["voided"])
    copied: set[str] = set()
    has_result = False
    for event in events:
        has_result |= event.kind == "result" and _counts(event) and str(event.uid) not in voided
        if has_result:
            copied.add(str(event.uid))
    state["warning_list"] = [
        {**warning, "set": None if warning["uid"] in copied else given.get(UUID(warning["uid"]), warning["set"])}
        for warning in state["warning_list"]
    ]
    return state


def _shown(event: GameEvent, by: str) -> dict[str, Any]:
    return {
        "uid": str(event.uid), "kind": event.kind, "payload": event.payload, "at": event.audit.at.isoformat(),
        "seq": event.audit.seq, "by": by,
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
