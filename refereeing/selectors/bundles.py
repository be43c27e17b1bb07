"""What a tablet needs of a game, as one JSON object, and what a table shows to anybody."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from competitions.common.errors import NotFound
from competitions.formats.pairs import pair_name
from competitions.formats.regulations import Regulations
from competitions.models import Competition, Entry, Game, Match, Official, Table
from competitions.selectors.pairs import players_of_matches
from competitions.selectors.rounds import home_of
from competitions.workflow import MatchStatus
from refereeing.engine.rules import book
from refereeing.models import Device, Lease

from .game_logs import game_log, lease_now, mode_of, regulations_of

_AT_TABLE = (MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING)


def table_of(uid: UUID) -> Table:
    """A table with its competition. Raises NotFound."""
    found = Table.objects.select_related("competition").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="table")
    return found


def competition_of(device: Device, uid: UUID) -> Competition:
    """The device's own competition under its id. Raises NotFound for any other."""
    if device.competition.uid != uid:
        raise NotFound(kind="competition")
    return device.competition


def game_at_table(table: Table) -> Game | None:
    """The game that is at a table now: the called or running one, else the next that is given to it.

    Never one that is finished: whoever scans the code gets the match of now (not one from a cache).
    """
    games = Game.objects.filter(match__table=table, match__stage__state="locked").select_related(
        "match__stage__event__competition", "match__round", "match__group", "match__table", "match__first__person",
        "match__first__club", "match__second__person", "match__second__club",
    )
    running = games.filter(match__status__in=_AT_TABLE).first()
    if running is not None:
        return running
    return games.filter(match__status=MatchStatus.SCHEDULED).order_by(
        "match__slot", "match__round__number", "match__number").first()


def game_for_device(uid: UUID, device: Device) -> Game:
    """A game of the device's own competition; a phone sees its own game alone. Raises NotFound."""
    game = Game.objects.select_related(
        "match__stage__event__competition", "match__round", "match__group", "match__table", "match__first__person",
        "match__first__club", "match__second__person", "match__second__club",
    ).filter(uid=uid, match__stage__event__competition=device.competition_id).first()
    if game is None or (device.game_id is not None and device.game_id != game.id):
        raise NotFound(kind="game")
    return game


def table_public(table: Table, game: Game | None, at: datetime) -> dict[str, Any]:
    """What stands at a table, for anybody who scans its code."""
    shown = None
    if game is not None:
        match = game.match
        shown = {
            "uid": str(game.uid), "status": match.status, "round": match.round.number,
            # Whoever scans the card of a table may be anybody: names of a hidden competition are numbers here.
            "players": {
                who: _player(entry, is_named=table.competition.is_public)
                for who, entry in (("A", match.first), ("B", match.second))
            },
        }
    return {
        "server_time": at.isoformat(), "table": {"uid": str(table.uid), "number": table.number, "name": table.zone},
        "competition": {
            "uid": str(table.competition.uid), "name": table.competition.name, "slug": table.competition.slug,
            "language": table.competition.language, "time_zone": table.competition.time_zone,
        },
        "game": shown,
    }


def game_bundle(game: Game, device: Device | None, at: datetime) -> dict[str, Any]:
    """Everything that a tablet shows of a game, its log included."""
    match, regulations = game.match, regulations_of(game)
    players_of_matches([match])
    competition = match.stage.event.competition
    lease = lease_now(game)
    return {
        "uid": str(game.uid), "status": match.status, "version": match.version,
        "competition": {
            "uid": str(competition.uid), "name": competition.name, "slug": competition.slug,
            "language": competition.language, "time_zone": competition.time_zone,
        },
        "event": {"name": match.stage.event.name}, "stage": {"name": match.stage.name},
        "group": match.group.name if match.group else None,
        "round": {"number": match.round.number, "name": str(match.round.number)},
        "table": {"uid": str(match.table.uid), "number": match.table.number} if match.table else None,
        "board": game.board, "rules": _rules(game, regulations),
        "players": {"A": _player(match.first), "B": _player(match.second)},
        "called_at": _iso(match.called_at),
        "call_ends_at": _iso(match.called_at and match.called_at + timedelta(seconds=regulations.call_seconds)),
        "epoch": game.epoch, "holder": _holder(lease), "rights": rights_of(lease, device),
        "officials": _officials(match), "clauses_all": warning_clauses(regulations.ruleset),
        "clauses": warning_clauses(regulations.ruleset)[competition.language],
        "clause_numbers": {kind: _clause_numbers(regulations.ruleset, kind) for kind in ("set", "penalty")},
        "events": [_event(e) for e in game_log(game)], "state": game.state or None,
        "head": {"seq": game.head_seq, "hash": game.head_hash}, "server_time": at.isoformat(),
    }


def rights_of(lease: Lease | None, device: Device | None) -> str:
    """What a device may write for a game at present: official, player or none."""
    if lease is None or device is None or lease.device_id != device.id or device.is_revoked:
        return "none"
    return "official" if lease.account_id is not None else "player"


def warning_clauses(ruleset: str) -> dict[str, list[dict[str, str]]]:
    """The clauses by which a player is warned, in each language."""
    warned = [c for c in book.clauses(ruleset) if "warning" in c.kinds and c.number in _numbers(ruleset)]
    return {language: [c.as_dict(language) for c in warned] for language in book.LANGUAGES}


def _clause_numbers(ruleset: str, kind: str) -> list[str]:
    return [c.number for c in book.clauses(ruleset) if kind in c.kinds]


def _numbers(ruleset: str) -> tuple[str, ...]:
    return ("1.28",) if ruleset == "aus-1992" else book.WARNING_CLAUSES


def _rules(game: Game, regulations: Regulations) -> dict[str, Any]:
    return {
        "ruleset": regulations.ruleset, "edition": regulations.edition, "sets": regulations.sets,
        "all_sets": regulations.all_sets, "mode": mode_of(game), "first_stroke": game.first_stroke,
        "side_of_a": "S",
        "call_seconds": regulations.call_seconds, "warm_up_seconds": regulations.warm_up_seconds,
        "pause_seconds": regulations.pause_seconds, "stroke_seconds": regulations.stroke_seconds,
        "stroke_call_seconds": regulations.stroke_call_seconds,
    }


def _player(entry: Entry | None, *, is_named: bool = True) -> dict[str, Any] | None:
    """A side as a tablet shows it; a pair with its players, in the order of A1 and A2."""
    if entry is None:
        return None
    number, hidden = f"№ {entry.number}", not is_named or (entry.person is not None and entry.person.hidden)
    found: dict[str, Any] = {
        "entry": str(entry.uid), "name": number if hidden else str(entry),
        "club": home_of(entry),
    }
    if entry.person is None and not entry.team_name:
        found["members"] = [
            member.person.name if is_named and not member.person.hidden else f"{number} ({member.number})"
            for member in entry.members.all()
        ]
        found["name"] = pair_name(found["members"]) if is_named else number
    return found


def _holder(lease: Lease | None) -> dict[str, str] | None:
    if lease is None:
        return None
    return {"device": str(lease.device.uid), "name": lease.device.name}


def _officials(match: Match) -> list[dict[str, str]]:
    # Who has no PIN could not take the table anyway.
    rows = Official.objects.filter(
        competition=match.stage.event.competition_id, account__is_active=True).exclude(account__pin="")
    found = [
        {"uid": str(o.account.uid), "name": str(o.account), "role": o.role} for o in rows.select_related("account")
    ]
    return sorted(found, key=lambda o: o["name"])


def _event(event: Any) -> dict[str, Any]:
    payload = dict(event.payload)
    payload.pop("proof", None)
    return {
        "uid": str(event.uid), "device": str(event.device.uid), "dseq": event.dseq, "kind": event.kind,
        "payload": payload, "seq": event.audit.seq, "applied": event.verdict == "applied",
        "reason": event.reason or None, "at": event.audit.at.isoformat(),
    }


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
