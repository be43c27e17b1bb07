"""The chain of a competition, link by link in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from competitions.models import Account, AuditEntry, Competition, Entry, Event, Game, Match, Round, Stage
from competitions.selectors.pairs import players_load, players_of_matches
from competitions.selectors.people import ROLE_LABELS
from refereeing.models import Device

from .panel_words import DECISIONS, EVENT_WORDS, FACTS

Subjects = dict[UUID, tuple[str, str]]
PAGE = 50
FACTS_LENGTH = 300


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
    names = _subjects(shown)
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
    shown = [
        str(sentence) % {"value": _role_text(name, facts[name]) or _fact_text(facts[name])}
        for name, sentence in FACTS.items() if facts.get(name) not in (None, "", [], {})
        # An awarded game has no sets: that is no result to show.
        and facts[name] != [None, None]
    ]
    return ", ".join(shown)[:FACTS_LENGTH]


def _role_text(name: str, value: Any) -> str:
    """An office by its name, with its zone; empty for a fact that is none."""
    role, zone = (value[0], value[1]) if isinstance(value, list) and len(value) == 2 else (value, "")
    if name not in ("role", "before", "after") or not isinstance(role, str) or role not in ROLE_LABELS:
        return ""
    return f"{ROLE_LABELS[role]} {zone}".strip()


def _fact_text(value: Any) -> str:
    """A score as 4:2; of what a correction lists, the score alone."""
    if isinstance(value, list) and len(value) >= 2 and all(isinstance(n, int) for n in value[:2]):
        return f"{value[0]}:{value[1]}"
    if isinstance(value, dict | list):
        return str(len(value))
    return str(value)


def _subjects(rows: Sequence[AuditEntry]) -> dict[UUID, tuple[str, str]]:
    """Names of what decisions are about, with their page below the panel. One query a kind of thing on the page."""
    wanted: dict[str, set[UUID]] = {}
    for row in rows:
        if row.subject is not None:
            wanted.setdefault(SUBJECTS.get(row.kind.partition(".")[0], ""), set()).add(row.subject)
    found: dict[UUID, tuple[str, str]] = {}
    for name, uids in wanted.items():
        if name:
            found |= _READERS[name](uids)
    return found


def _games(uids: Iterable[UUID]) -> Subjects:
    rows = list(Game.objects.filter(uid__in=uids).select_related("match__first__person", "match__second__person"))
    players_of_matches(game.match for game in rows)
    return {game.uid: (str(game.match), f"matches/{game.match.uid}/") for game in rows}


def _matches(uids: Iterable[UUID]) -> Subjects:
    rows = list(Match.objects.filter(uid__in=uids).select_related("first__person", "second__person"))
    players_of_matches(rows)
    return {match.uid: (str(match), f"matches/{match.uid}/") for match in rows}


def _entries(uids: Iterable[UUID]) -> Subjects:
    rows = list(Entry.objects.filter(uid__in=uids).select_related("person"))
    players_load(rows)
    return {entry.uid: (str(entry), f"entries/{entry.uid}/leave/") for entry in rows}


def _stages(uids: Iterable[UUID]) -> Subjects:
    rows = Stage.objects.filter(uid__in=uids).select_related("event")
    return {stage.uid: (stage.event.name, f"{stage.event.slug}/draw/") for stage in rows}


def _rounds(uids: Iterable[UUID]) -> Subjects:
    rows = Round.objects.filter(uid__in=uids).select_related("stage__event")
    return {row.uid: (row.stage.event.name, f"{row.stage.event.slug}/rounds/{row.number}/") for row in rows}


def _events(uids: Iterable[UUID]) -> Subjects:
    return {event.uid: (event.name, f"{event.slug}/entries/") for event in Event.objects.filter(uid__in=uids)}


def _accounts(uids: Iterable[UUID]) -> Subjects:
    return {account.uid: (str(account), "officials/") for account in Account.objects.filter(uid__in=uids)}


def _devices(uids: Iterable[UUID]) -> Subjects:
    return {device.uid: (device.name, "devices/") for device in Device.objects.filter(uid__in=uids)}


_READERS: Mapping[str, Callable[[Iterable[UUID]], Subjects]] = {
    "game": _games, "match": _matches, "entry": _entries, "stage": _stages, "round": _rounds, "event": _events,
    "account": _accounts, "device": _devices,
}
# What a decision is about, by the first word of its kind.
SUBJECTS: Mapping[str, str] = {
    "game": "game", "lease": "game", "match": "match", "protocol": "match", "result": "match", "conflict": "match",
    "entry": "entry", "sanction": "entry", "draw": "stage", "round": "round", "event": "event",
    "regulations": "event", "entries": "event", "account": "account", "official": "account", "device": "device",
}
