"""The log of a game, line by line in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from competitions.models import Account, Game
from competitions.selectors.pairs import players_by_place
from refereeing.engine.rules.book import clauses
from refereeing.models import Device, GameEvent, Lease, Protocol, QuarantinedLine

from .game_logs import game_log, regulations_of
from .panel_words import (
    CHOSEN_BY,
    EVENT_SENTENCES,
    LOSS_REASONS,
    NOT_APPLIED,
    REPLAY_REASONS,
    note_words,
)

VOIDABLE = frozenset({
    "set_won", "set_lost", "set_drawn", "set_replayed", "warning", "penalty_disc", "clear_in_first_series", "result",
    "game_lost", "no_show", "time_limit", "choice", "seats", "arrived", "note", "protest", "ruling",
})


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One event of a game: what, when, through which device and by whom. `problem`: why it was not applied."""

    uid: UUID
    seq: int
    at: datetime
    text: str
    by: str
    is_void: bool
    problem: str
    may_be_voided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLog:
    """A game's log, with what came in but could not become an event."""

    lines: tuple[LogLine, ...]
    unreadable: tuple[QuarantinedLine, ...]
    protocols: tuple[Protocol, ...]


def game_log_shown(game: Game) -> GameLog:
    """Every event of a game in words, those not applied too. Six queries."""
    events = game_log(game)
    names = {"A": str(game.match.first), "B": str(game.match.second or "")}
    names |= {place: person.name for place, person in players_by_place(game.match).items()}
    voided = {e.payload.get("uid") for e in events if e.kind == "void" and e.verdict == GameEvent.Verdict.APPLIED}
    by_uid = {str(e.uid): e for e in events}
    referees = {
        epoch: str(account) for epoch, account in (
            (lease.epoch, lease.account) for lease in
            Lease.objects.filter(game=game, account__isnull=False).select_related("account"))
    }
    officials = _desk_officials(events)
    lines = tuple(
        LogLine(
            uid=e.uid, seq=e.audit.seq, at=e.audit.at, text=_event_text(e, names, by_uid),
            by=_writer(e, referees, officials), is_void=str(e.uid) in voided, problem=_problem(e),
            may_be_voided=e.kind in VOIDABLE and e.verdict == GameEvent.Verdict.APPLIED and str(e.uid) not in voided,
        ) for e in events
    )
    return GameLog(
        lines=lines, unreadable=tuple(QuarantinedLine.objects.filter(game=game).select_related("device")),
        protocols=tuple(Protocol.objects.filter(game=game).order_by("revision")),
    )


def _event_text(event: GameEvent, names: Mapping[str, str], by_uid: Mapping[str, GameEvent]) -> str:
    target = by_uid.get(str(event.payload.get("uid"))) if event.kind == "void" else None
    undone = _event_text(target, names, {}) if target is not None and target is not event else "?"
    return event_words(event.kind, event.payload, names, target=undone)


def event_words(kind: str, payload: Mapping[str, Any], names: Mapping[str, str], *, target: str = "?") -> str:
    """An event in a sentence; `target`: what a void takes back, in words."""
    names = {**names, "both": _("both of them")}
    words: dict[str, Any] = {name: names.get(str(value), value) for name, value in payload.items()
                             if name in ("who", "winner", "first_stroke")}
    if "member" in payload:
        words["who"] = names.get(str(payload["member"]), payload["member"])
    if "first_striker" in payload:
        words["first_stroke"] = names.get(str(payload["first_striker"]), payload["first_striker"])
    words |= {"clause": payload.get("clause", ""), "name": payload.get("name", ""), "target": target}
    words["text"] = note_words(str(payload.get("text", "")))
    words["by"] = CHOSEN_BY.get(str(payload.get("by")), "")
    reason = str(payload.get("reason", ""))
    words["reason"] = LOSS_REASONS.get(reason) or REPLAY_REASONS.get(reason) or reason
    if kind == "result":
        words["sets"] = ":".join(str(n) for n in payload.get("sets", ()))
    sentence = EVENT_SENTENCES.get(kind)
    try:
        return str(sentence) % words if sentence is not None else kind
    except (KeyError, ValueError, TypeError):
        return kind


def _problem(event: GameEvent) -> str:
    if event.verdict == GameEvent.Verdict.APPLIED:
        return ""
    return str(NOT_APPLIED.get(event.reason, event.reason or event.verdict))


def _desk_officials(events: Sequence[GameEvent]) -> dict[str, str]:
    """Names of the officials who wrote from the panel, by account: their id stands in the line itself."""
    wanted = {uid for event in events if (uid := _official_uid(event))}
    return {str(a.uid): str(a) for a in Account.objects.filter(uid__in=wanted)} if wanted else {}


def _official_uid(event: GameEvent) -> str:
    if event.device.kind != Device.Kind.DESK:
        return ""
    return str(json.loads(bytes(event.audit.body)).get("official") or "")


def _writer(event: GameEvent, referees: Mapping[int, str], officials: Mapping[str, str]) -> str:
    if event.device.kind == Device.Kind.DESK:
        name = officials.get(_official_uid(event), event.device.name)
        return _("%(name)s, at the desk") % {"name": name}
    referee = referees.get(event.epoch)
    if referee:
        return _("%(device)s (%(referee)s)") % {"device": event.device.name, "referee": referee}
    return _("%(device)s (players)") % {"device": event.device.name}


def warning_choices(game: Game) -> list[dict[str, str]]:
    """The clauses by which a player of this game can be warned, in the language of the page."""
    language = (get_language() or "en")[:2]
    return [c.as_dict(language) for c in clauses(regulations_of(game).ruleset) if "warning" in c.kinds]


def clause_texts(ruleset: str) -> dict[str, str]:
    """Clause number to text, in the language of the page."""
    language = (get_language() or "en")[:2]
    return {c.number: c.text(language) for c in reversed(clauses(ruleset))}
