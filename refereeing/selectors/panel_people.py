"""Discipline and devices: warnings, proposed exclusions, who would leave, tablets and PINs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from competitions.common.errors import NotFound
from competitions.formats.regulations import regulations_from
from competitions.models import Account, Competition, Entry, Match, Official
from competitions.selectors.pairs import players_load, players_of_matches
from competitions.workflow import EntryState
from refereeing.engine.rules.book import clauses_of_kind
from refereeing.models import Device, PlayerWarning, Sanction

from .panel import SILENT_AFTER
from .panel_log import clause_texts

PIN_TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class WarningRow:
    """A warning with its clause in the language of the page. `total`: the player's warnings in the competition."""

    warning: PlayerWarning
    text: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An exclusion that the rules propose, with the text of the clause."""

    sanction: Sanction
    text: str


def warnings_given(competition: Competition) -> list[WarningRow]:
    """All warnings of a competition, newest first. One query."""
    rows = list(PlayerWarning.objects.filter(entry__event__competition=competition).select_related(
        "person", "entry__person", "entry__event", "game__match__first__person", "game__match__second__person",
        "game__match__table", "game__match__round", "game__match__stage__event").order_by("-at"))
    players_load(row.entry for row in rows)
    players_of_matches(row.game.match for row in rows)
    totals = Counter((row.entry_id, row.person_id) for row in rows)
    texts = {row.entry.event_id: clause_texts(_ruleset(row.entry)) for row in rows}
    return [
        WarningRow(
            warning=row, text=texts[row.entry.event_id].get(row.clause, ""),
            total=totals[row.entry_id, row.person_id])
        for row in rows
    ]


def proposals(competition: Competition, *, is_open: bool) -> list[Proposal]:
    """Exclusions that wait for the chief, or those decided (newest first). One query."""
    rows = Sanction.objects.filter(entry__event__competition=competition).select_related(
        "entry__person", "entry__event", "game__match__first__person", "game__match__second__person")
    if is_open:
        rows = rows.filter(state=Sanction.State.PROPOSED)
    else:
        rows = rows.exclude(state=Sanction.State.PROPOSED).order_by("-decided_at")
    return [
        Proposal(sanction=row, text=clause_texts(_ruleset(row.entry)).get(row.clause, "")) for row in rows
    ]


def entries_out(competition: Competition) -> QuerySet[Entry]:
    """Who has been withdrawn or excluded."""
    return Entry.objects.filter(
        event__competition=competition, state__in=[EntryState.WITHDRAWN, EntryState.EXCLUDED],
    ).select_related("person", "event").prefetch_related("members__person").order_by("event", "number")


def entries_in(competition: Competition) -> QuerySet[Entry]:
    """Who may still leave."""
    return Entry.objects.filter(event__competition=competition).exclude(
        state__in=[EntryState.WITHDRAWN, EntryState.EXCLUDED],
    ).select_related("person", "event").prefetch_related("members__person").order_by(
        "event", "person__name_key", "number")


def entry_in(competition: Competition, uid: UUID) -> Entry:
    """An entry of a competition. Raises NotFound."""
    found = Entry.objects.filter(uid=uid, event__competition=competition).select_related(
        "person", "club", "event__competition").first()
    if found is None:
        raise NotFound(kind="entry")
    return found


def is_absence_proposed(match: Match, who: str) -> bool:
    """Whether the first- (A) or second-named (B) is proposed for exclusion for not having come (14.3)."""
    entry = match.first_id if who == "A" else match.second_id
    return Sanction.objects.filter(entry=entry, clause="14.3", state=Sanction.State.PROPOSED).exists()


def sanction_in(competition: Competition, uid: UUID) -> Sanction:
    """A proposed exclusion of a competition. Raises NotFound."""
    found = Sanction.objects.filter(uid=uid, entry__event__competition=competition).select_related(
        "entry__person").first()
    if found is None:
        raise NotFound(kind="sanction")
    return found


def exclusion_choices(entry: Entry) -> list[dict[str, str]]:
    """The clauses by which somebody can be excluded (14), in the language of the page."""
    texts = clause_texts(_ruleset(entry))
    return [
        {"clause": c.number, "text": texts[c.number]} for c in clauses_of_kind(_ruleset(entry), "exclusion")
        if c.number.startswith("14.")
    ]


def _ruleset(entry: Entry) -> str:
    return regulations_from(entry.event.regulations).ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """A tablet or phone as the panel lists it."""

    device: Device
    is_silent: bool

    @property
    def battery_percent(self) -> int | None:
        return None if self.device.battery is None else round(self.device.battery * 100)

    @property
    def skew_minutes(self) -> int:
        """How far the device's clock is off, in minutes; told from two minutes on."""
        return round((self.device.clock_skew_ms or 0) / 60_000)

    @property
    def has_skew(self) -> bool:
        return abs(self.device.clock_skew_ms or 0) > 120_000


def devices_of(competition: Competition, at: datetime) -> list[DeviceRow]:
    """Tablets and phones, those in use first; the desk is no device to be looked after."""
    rows = Device.objects.filter(competition=competition).exclude(kind=Device.Kind.DESK)
    return [
        DeviceRow(device=d, is_silent=d.last_seen_at is None or at - d.last_seen_at > SILENT_AFTER)
        for d in rows.order_by("is_revoked", "kind", "name", "created_at")
    ]


def device_in(competition: Competition, uid: UUID) -> Device:
    """A device of a competition. Raises NotFound."""
    found = Device.objects.filter(competition=competition, uid=uid).first()
    if found is None:
        raise NotFound(kind="device")
    return found


def pins_locked(competition: Competition) -> Sequence[Account]:
    """Officials whose PIN is locked after five wrong tries."""
    accounts = Official.objects.filter(competition=competition).values("account")
    return list(Account.objects.filter(Q(id__in=accounts), pin_fails__gte=PIN_TRIES))
