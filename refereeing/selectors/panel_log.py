"""The log of a game and the chain of a competition, line by line in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from competitions.models import Account, AuditEntry, Competition, Entry, Event, Game, Match, Stage
from refereeing.engine.rules.book import clauses
from refereeing.models import Device, GameEvent, Lease, Protocol, QuarantinedLine, Sanction

from .game_logs import game_log, regulations_of
from .panel_words import (
    CHOSEN_BY,
    DECISIONS,
    EVENT_SENTENCES,
    EVENT_WORDS,
    LOSS_REASONS,
    NOT_APPLIED,
    REPLAY_REASONS,
)

PAGE = 50
VOIDABLE = frozenset({
    "set_won", "set_lost", "set_drawn", "set_replayed", "warning", "penalty_disc", "clear_in_first_series", "result",
    "game_lost", "no_show", "choice", "arrived", "note", "protest", "ruling",
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
    payload: dict[str, Any] = dict(event.payload)
    words: dict[str, Any] = {name: names.get(str(value), value) for name, value in payload.items()
                             if name in ("who", "winner", "first_stroke")}
    words |= {"clause": payload.get("clause", ""), "text": payload.get("text", ""), "name": payload.get("name", "")}
    words["by"] = CHOSEN_BY.get(str(payload.get("by")), "")
    reason = str(payload.get("reason", ""))
    words["reason"] = LOSS_REASONS.get(reason) or REPLAY_REASONS.get(reason) or reason
    if event.kind == "result":
        words["sets"] = ":".join(str(n) for n in payload.get("sets", ()))
    if event.kind == "void":
        target = by_uid.get(str(payload.get("uid")))
        words["target"] = _event_text(target, names, {}) if target is not None and target is not event else "?"
    sentence = EVENT_SENTENCES.get(event.kind)
    try:
        return str(sentence) % words if sentence is not None else event.kind
    except (KeyError, ValueError, TypeError):
        return event.kind


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainLine:
    """One link of the competition's chain in words."""

    seq: int
    at: datetime
    kind: str
    text: str
    subject: str
    path: str
    by: str
    facts: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainPage:
    """A page of the chain, newest first. `older`: where the next page begins, None at the end."""

    lines: tuple[ChainLine, ...]
    length: int
    head: str
    older: int | None


def chain_page(competition: Competition, *, before: int | None, only: str) -> ChainPage:
    """A page of the chain. `only`: `decisions` leaves the events of games out, `game` shows them alone."""
    rows = AuditEntry.objects.filter(competition=competition).order_by("-seq")
    head = rows.values_list("seq", "hash").first() or (0, "")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    if only == "decisions":
        rows = rows.exclude(kind__startswith="game.")
    elif only == "game":
        rows = rows.filter(kind__startswith="game.")
    found = list(rows.select_related("account")[: PAGE + 1])
    shown = found[:PAGE]
    names = _subjects([row.subject for row in shown if row.subject is not None])
    devices = dict(Device.objects.filter(uid__in=[r.device for r in shown if r.device]).values_list("uid", "name"))
    return ChainPage(
        lines=tuple(_chain_line(row, names, devices) for row in shown), length=head[0], head=head[1],
        older=shown[-1].seq if len(found) > PAGE else None,
    )


def _chain_line(row: AuditEntry, names: Mapping[UUID, tuple[str, str]], devices: Mapping[UUID, str]) -> ChainLine:
    kind = row.kind.removeprefix("game.")
    words = EVENT_WORDS.get(kind) if row.kind.startswith("game.") else DECISIONS.get(row.kind)
    subject, path = names.get(row.subject, ("", "")) if row.subject else ("", "")
    by = str(row.account) if row.account else devices.get(row.device, "") if row.device else ""
    return ChainLine(
        seq=row.seq, at=row.at, kind=row.kind, text=str(words or row.kind), subject=subject, path=path, by=by,
        facts=_facts(row), hash=row.hash,
    )


def _facts(row: AuditEntry) -> str:
    """What a decision says beside who and when, short: the reason, the scores, the revision."""
    if row.kind.startswith("game."):
        return ""
    try:
        facts = json.loads(bytes(row.body)).get("facts") or {}
    except ValueError:
        return ""
    shown = []
    for name, value in facts.items():
        if name in ("order", "digest", "options") or value in (None, "", [], {}):
            continue
        shown.append(f"{name}: {':'.join(map(str, value)) if isinstance(value, list) else value}")
    return ", ".join(shown)[:300]


def _subjects(uids: Sequence[UUID]) -> dict[UUID, tuple[str, str]]:
    """Names of what decisions are about, with their page below the panel. One query a kind of thing."""
    found: dict[UUID, tuple[str, str]] = {}
    for game in Game.objects.filter(uid__in=uids).select_related("match__first__person", "match__second__person"):
        found[game.uid] = (str(game.match), f"matches/{game.match.uid}/")
    for match in Match.objects.filter(uid__in=uids).select_related("first__person", "second__person"):
        found[match.uid] = (str(match), f"matches/{match.uid}/")
    for entry in Entry.objects.filter(uid__in=uids).select_related("person"):
        found[entry.uid] = (str(entry), f"entries/{entry.uid}/leave/")
    for stage in Stage.objects.filter(uid__in=uids).select_related("event"):
        found[stage.uid] = (stage.event.name, f"{stage.event.slug}/draw/")
    for event in Event.objects.filter(uid__in=uids):
        found[event.uid] = (event.name, f"{event.slug}/regulations/")
    for account in Account.objects.filter(uid__in=uids):
        found[account.uid] = (str(account), "officials/")
    for device in Device.objects.filter(uid__in=uids):
        found[device.uid] = (device.name, "devices/")
    for sanction in Sanction.objects.filter(uid__in=uids).select_related("entry__person"):
        found[sanction.uid] = (str(sanction.entry), "discipline/")
    return found
