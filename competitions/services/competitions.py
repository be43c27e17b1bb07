"""Competitions, their events and regulations, officials and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from competitions.common.actors import Action, Actor, Role
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.names import name_clean, text_clean
from competitions.formats.regulations import PRESETS, regulations_from, regulations_json
from competitions.models import Account, Competition, Event, Match, Official, Table
from competitions.selectors.people import may_create_competition
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.outbox import outbox_add
from competitions.services.team_events import boards_event_create
from competitions.workflow import MatchStatus

MAX_DAYS = 366
MAX_TABLES = 100
ZONE_LETTERS = 40
REASON_LETTERS = 200
# Addresses of pages that an event or a competition of that name would hide.
RESERVED = frozenset({
    "new", "settings", "officials", "tables", "events", "rounds", "matches", "table", "draw", "devices", "jobs",
    "print", "approve", "results", "people", "import", "regulations", "entries", "presence", "stages", "screen",
    "version", "live", "audit", "log", "protests", "protocols", "discipline", "series", "interrupt", "go-on", "hall",
    "referees", "team-matches", "match-day",
})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionFacts:
    """What is asked about a competition. `language`: of its protocols."""

    name: str
    place: str = ""
    starts_on: date
    ends_on: date
    time_zone: str = "Europe/Riga"
    language: str = "lv"
    is_public: bool = True

    def fields(self) -> dict[str, Any]:
        """The checked values by model field. Raises Invalid with the field as `path`."""
        if self.ends_on < self.starts_on:
            raise Invalid("days_order", path="ends_on")
        if not 2000 <= self.starts_on.year <= 2100:
            raise Invalid("out_of_range", path="starts_on", minimum=2000, maximum=2100)
        if (self.ends_on - self.starts_on).days > MAX_DAYS:
            raise Invalid("too_many_days", path="ends_on", limit=MAX_DAYS)
        if self.time_zone not in available_timezones():
            raise Invalid("unknown_value", path="time_zone", value=self.time_zone[:60])
        if self.language not in dict(settings.LANGUAGES):
            raise Invalid("unknown_value", path="language", value=self.language[:20])
        return {
            "name": name_clean(self.name), "place": text_clean(self.place, path="place"),
            "starts_on": self.starts_on, "ends_on": self.ends_on, "time_zone": self.time_zone,
            "language": self.language, "is_public": self.is_public,
        }


def competition_create(*, facts: CompetitionFacts, tables: int = 12, by: Actor, at: datetime) -> Competition:
    """A new competition with its tables; who creates it is its chief referee.

    Raises NotAllowed unless `by` administers or is chief somewhere; Invalid with the field as `path`.
    """
    if not may_create_competition(by):
        raise NotAllowed(action=str(Action.EDIT_COMPETITION))
    fields = facts.fields()
    _refuse_count(tables)
    try:
        return _competition_make(fields, tables, by, at)
    except IntegrityError:  # somebody else has taken the same address at the same instant
        raise Conflict(path="name") from None


def _competition_make(fields: dict[str, Any], tables: int, by: Actor, at: datetime) -> Competition:
    with transaction.atomic():
        taken = set(Competition.objects.values_list("slug", flat=True))
        slug = free_slug(fields["name"], taken, fallback="competition")
        competition = Competition.objects.create(slug=slug, **fields)
        if by.account is not None:
            account = Account.objects.get(uid=by.account)
            Official.objects.create(competition=competition, account=account, role=str(Role.CHIEF))
        Table.objects.bulk_create(Table(competition=competition, number=n) for n in range(1, tables + 1))
        decision_record(
            competition, kind="competition.created", subject=competition.uid, facts={"tables": tables}, by=by, at=at)
        outbox_add("competition.changed", competition=competition.uid)
    return competition


def competition_change(*, competition: UUID, facts: CompetitionFacts, by: Actor, at: datetime) -> dict[str, Any]:
    """Change what is said about a competition; its address stays. Returns `{field: (before, after)}`."""
    with transaction.atomic():
        found = competition_lock(competition)
        require(by, Action.EDIT_COMPETITION, found)
        fields = facts.fields()
        changed = {name: (getattr(found, name), new) for name, new in fields.items() if getattr(found, name) != new}
        if not changed:
            return {}
        for name, (_before, after) in changed.items():
            setattr(found, name, after)
        found.save(update_fields=list(changed))
        decision_record(
            found, kind="competition.changed", subject=found.uid, by=by, at=at,
            facts={name: [str(before), str(after)] for name, (before, after) in changed.items()})
        outbox_add("competition.changed", competition=found.uid)
    return changed


def event_create(
    *, competition: UUID, name: str, kind: str = Event.Kind.SINGLES, preset: str, regulations: Mapping[str, Any],
    by: Actor, at: datetime,
) -> Event:
    """A new event under regulations that start from a preset; `regulations` overrule it setting by setting.

    Regulations of teams make it a team event. Raises Invalid with the setting as `path`.
    """
    if preset not in PRESETS:
        raise Invalid("unknown_value", path="preset", value=preset[:40])
    if kind not in Event.Kind.values:
        raise Invalid("unknown_value", path="kind", value=kind[:20])
    checked = regulations_from({**regulations_json(PRESETS[preset].regulations), **regulations})
    if kind == Event.Kind.TEAMS and checked.teams is None:
        raise Invalid("other_kind", path="preset")
    clean = name_clean(name)
    with transaction.atomic():
        found = competition_lock(competition)
        require(by, Action.EDIT_REGULATIONS, found)
        slug = free_slug(clean, set(found.events.values_list("slug", flat=True)), fallback="event")
        event = Event.objects.create(
            competition=found, slug=slug, name=clean, preset=preset, regulations=regulations_json(checked),
            kind=kind if checked.teams is None else Event.Kind.TEAMS)
        boards_event_create(event, checked)
        decision_record(
            found, kind="event.created", subject=event.uid, by=by, at=at,
            facts={"kind": event.kind, "preset": preset, "regulations": event.regulations})
        outbox_add("event.changed", competition=found.uid, event=event.uid)
    return event


def event_rename(*, event: UUID, name: str, by: Actor, at: datetime) -> bool:
    """Give an event another name; its address stays. Returns whether it had another one. Raises Invalid at `name`."""
    with transaction.atomic():
        found = event_lock(event)
        require(by, Action.EDIT_REGULATIONS, found.competition)
        clean = name_clean(name)
        if clean == found.name:
            return False
        before, found.name = found.name, clean
        found.save(update_fields=["name"])
        decision_record(
            found.competition, kind="event.renamed", subject=found.uid, facts={"name": [before, clean]}, by=by, at=at)
        outbox_add("event.changed", competition=found.competition.uid, event=found.uid)
    return True


def official_set(
    *, competition: UUID, account: UUID, role: str, zone: str = "", by: Actor, at: datetime,
) -> Official:
    """Give an account an office in a competition, or another one.

    Raises NotFound; NotAllowed where only the chief himself may decide (about chiefs); Conflict `last_chief`.
    """
    if role not in dict(Official.ROLES):
        raise Invalid("unknown_value", path="role", value=role[:20])
    place = text_clean(zone, path="zone", limit=ZONE_LETTERS)
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.EDIT_OFFICIALS, held)
        who = Account.objects.filter(uid=account, is_active=True).first()
        if who is None:
            raise NotFound(kind="account")
        office = Official.objects.filter(competition=held, account=who).first()
        _refuse_for_chiefs(held, office, role, by)
        before = None if office is None else [office.role, office.zone]
        if office is None:
            office = Official(competition=held, account=who)
        office.role, office.zone = role, place
        office.save()
        decision_record(
            held, kind="official.set", subject=who.uid, facts={"before": before, "after": [role, place]}, by=by, at=at)
        outbox_add("competition.changed", competition=held.uid)
    return office


def official_remove(*, competition: UUID, account: UUID, by: Actor, at: datetime) -> None:
    """End an account's office in a competition. Raises NotFound, NotAllowed, Conflict `last_chief`."""
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.EDIT_OFFICIALS, held)
        office = Official.objects.filter(competition=held, account__uid=account).first()
        if office is None:
            raise NotFound(kind="account")
        _refuse_for_chiefs(held, office, "", by)
        office.delete()
        decision_record(
            held, kind="official.removed", subject=account, facts={"before": [office.role, office.zone]}, by=by, at=at)
        outbox_add("competition.changed", competition=held.uid)


def _refuse_for_chiefs(competition: Competition, office: Official | None, role: str, by: Actor) -> None:
    """A deputy makes and unmakes no chief, and a competition keeps one."""
    was_chief = office is not None and office.role == Role.CHIEF
    if (was_chief or role == Role.CHIEF) and by.role_in(competition.uid) != Role.CHIEF:
        raise NotAllowed(action="official_chief")
    chiefs = Official.objects.filter(competition=competition, role=str(Role.CHIEF)).count()
    if was_chief and role != Role.CHIEF and chiefs == 1:
        raise Conflict("last_chief", path="role")


def tables_set(
    *, competition: UUID, count: int, zones: Mapping[int, str] | None = None, by: Actor, at: datetime,
) -> None:
    """Have tables 1 to `count`, in the zones given by number (others keep theirs).

    Raises Invalid at `count` or `zones`; Conflict `table_in_use` when a table that would go has a match to be played.
    """
    _refuse_count(count)
    named = {n: text_clean(zone, path="zones", limit=ZONE_LETTERS) for n, zone in (zones or {}).items()}
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.EDIT_COMPETITION, held)
        tables = {table.number: table for table in held.tables.all()}
        going = [table for number, table in tables.items() if number > count]
        waiting = Match.objects.filter(table__in=going).exclude(status=MatchStatus.APPROVED)
        busy = waiting.order_by("table__number").values_list("table__number", flat=True).first()
        if busy is not None:
            raise Conflict("table_in_use", path="count", table=busy)
        before = {"count": len(tables), "zones": {str(n): table.zone for n, table in tables.items() if table.zone}}
        Table.objects.filter(pk__in=[table.pk for table in going]).delete()
        for number in range(1, count + 1):
            table = tables.get(number) or Table(competition=held, number=number)
            table.zone = named.get(number, table.zone)
            table.save()
        after = {"count": count, "zones": dict(_zones(held))}
        if before != after:
            decision_record(
                held, kind="tables.set", subject=held.uid, facts={"before": before, "after": after}, by=by, at=at)
            outbox_add("competition.changed", competition=held.uid)


def _zones(competition: Competition) -> list[tuple[str, str]]:
    rows = competition.tables.exclude(zone="").values_list("number", "zone")
    return [(str(number), zone) for number, zone in rows]


def _refuse_count(count: int) -> None:
    if not 1 <= count <= MAX_TABLES:
        raise Invalid("out_of_range", path="count", minimum=1, maximum=MAX_TABLES)


def free_slug(name: str, taken: set[str], *, fallback: str) -> str:
    """An address made of the name that nothing else has yet."""
    base = slugify(name)[:50].strip("-") or fallback
    slug, number = base, 1
    while slug in taken or slug in RESERVED:
        number += 1
        slug = f"{base}-{number}"
    return slug


def competition_lock(uid: UUID) -> Competition:
    """Lock the competition's row until the transaction ends. Raises NotFound."""
    found = Competition.objects.select_for_update(of=("self",)).filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="competition")
    return found


def event_lock(uid: UUID) -> Event:
    """Lock the event's row until the transaction ends; its competition comes along, unlocked. Raises NotFound."""
    found = Event.objects.select_for_update(of=("self",)).select_related("competition").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="event")
    return found
