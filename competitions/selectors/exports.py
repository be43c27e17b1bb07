"""Entries, results and standings of an event as tables of values for files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.headings import template_headings
from competitions.formats.sheet import Cell, Sheet, csv_bytes, xlsx_bytes
from competitions.models import Entry, EntryMember, Event, Person, Stage

from .door import FEE_LABELS, door_view
from .entries import STATE_LABELS
from .public import entries_listed, event_page, stages_public
from .rankings import rankings_of
from .rounds import Entrant, Meeting, StageFacts, stage_facts
from .standings import GroupTable, TableRow, stage_standings
from .visibility import event_in

CSV, XLSX = "csv", "xlsx"
TYPES: Mapping[str, str] = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file with its name (ASCII) and type."""

    name: str
    content_type: str
    content: bytes


def file_of(sheet: Sheet, name: str, kind: str) -> File:
    """The table as a file of this kind, as spreadsheets of the language in force read it. Raises NotFound."""
    if kind not in TYPES:
        raise NotFound(kind="document")
    is_english = (get_language() or "en").startswith("en")
    content = xlsx_bytes(sheet) if kind == XLSX else csv_bytes(sheet, decimal_comma=not is_english)
    return File(f"{name}.{kind}", TYPES[kind], content)


def public_file(actor: Actor, slug: str, event_slug: str, what: str, kind: str, stage: int | None) -> File:
    """A file of what everybody may read of an event. Raises NotFound, also for a stage that is not public."""
    found = event_page(actor, slug, event_slug, stage)
    if what == "entries":
        return file_of(entries_sheet(found.event), f"{found.event.slug}-entries", kind)
    stages = [found.stage] if stage is not None and found.stage is not None else list(found.stages)
    return _of_stages(found.event, stages, what, kind)


def office_file(competition: object, event_slug: str, what: str, kind: str) -> File:
    """A file for the office: entries with all that is known of them, in the form that can be imported again."""
    event = event_in(competition, event_slug)  # type: ignore[arg-type]
    if what == "entries":
        return file_of(office_entries_sheet(event), f"{event.slug}-entries", kind)
    if what == "door":
        return file_of(door_sheet(event), f"{event.slug}-door", kind)
    return _of_stages(event, list(stages_public(event)), what, kind)


def _of_stages(event: Event, stages: Iterable[Stage], what: str, kind: str) -> File:
    make = _STAGE_SHEETS.get(what)
    if make is None:
        raise NotFound(kind="document")
    found = []
    for stage in stages:
        stage.event = event
        found.append(stage_facts(stage))
    return file_of(make(event, found), f"{event.slug}-{what}", kind)


# --- entries ---------------------------------------------------------------------------------------------------------
def entries_sheet(event: Event) -> Sheet:
    """The list of entries as everybody reads it."""
    rows = tuple(
        (e.number, e.name, e.club, e.class_name, e.rating, e.seed, str(e.state_text)) for e in entries_listed(event))
    headings = (_("No."), _("Name"), _("Club"), _("Class"), _("Rating"), _("Seed"), _("State"))
    return Sheet(title=event.name, headings=headings, rows=rows)


def office_entries_sheet(event: Event) -> Sheet:
    """Everything known of the entrants, under the headings of the list that is imported, and the state."""
    is_pairs = event.kind == Event.Kind.DOUBLES
    entries = list(Entry.objects.filter(event=event).select_related("person__club", "club").order_by("number"))
    members = _members(event)
    rows = tuple(
        (*_entry_cells(entry, members.get(entry.pk, []), pairs=is_pairs), str(STATE_LABELS[entry.state]))
        for entry in entries)
    headings = (*template_headings(get_language(), pairs=is_pairs), _("State"))
    return Sheet(title=event.name, headings=headings, rows=rows)


def _members(event: Event) -> dict[int, list[Person]]:
    found: dict[int, list[Person]] = {}
    rows = EntryMember.objects.filter(entry__event=event, is_reserve=False).select_related("person__club")
    for member in rows.order_by("number"):
        found.setdefault(member.entry_id, []).append(member.person)
    return found


def _entry_cells(entry: Entry, members: list[Person], *, pairs: bool) -> tuple[Cell, ...]:
    first = entry.person or (members[0] if pairs and members else None)
    name = str(entry) if first is None else first.name
    club = "" if entry.club is None else entry.club.name
    said: tuple[Cell, ...] = (
        entry.number, name, first.sex if first else "", first.born if first else None, club,
        first.licence if first else "", entry.rating, entry.class_name, entry.seed)
    if not pairs:
        return said
    partner = members[1] if len(members) > 1 else None
    if partner is None:
        return (*said, *("",) * 6)
    partners_club = "" if partner.club is None else partner.club.name
    return (*said, partner.name, partner.sex, partner.born, partners_club, partner.licence, partner.rating)


def door_sheet(event: Event) -> Sheet:
    """What was settled at the door, for the treasurer."""
    lines = door_view(event).lines
    rows = tuple(
        (line.number, line.name, line.club, str(STATE_LABELS[line.state]), str(FEE_LABELS[line.fee]), line.fee_text,
         line.fee_by, _("yes") if line.licence_checked else _("no"))
        for line in lines)
    headings = (_("No."), _("Name"), _("Club"), _("State"), _("Fee"), _("Paid"), _("Taken by"), _("Licence seen"))
    return Sheet(title=event.name, headings=headings, rows=rows)


# --- results ---------------------------------------------------------------------------------------------------------
def results_sheet(event: Event, stages: Iterable[StageFacts]) -> Sheet:
    """Every match of the public draws with its sets and its state in words."""
    rows = [_result_cells(facts, meeting) for facts in stages for meeting in facts.meetings]
    headings = (
        _("Stage"), _("Group"), _("Round"), _("Table"), _("First"), _("Second"), _("Sets of the first"),
        _("Sets of the second"), _("State"))
    return Sheet(title=event.name, headings=headings, rows=tuple(rows))


def _result_cells(facts: StageFacts, meeting: Meeting) -> tuple[Cell, ...]:
    score = meeting.score
    sets: tuple[Cell, Cell] = ("", "")
    if score is not None:
        sets = tuple(int(side) if side.isdigit() else None for side in score)  # type: ignore[assignment]
    second = "" if meeting.second is None else meeting.second.name
    state = ", ".join(str(badge.text) for badge in meeting.badges)
    return (
        _stage_name(facts.stage), meeting.group, meeting.round_number, meeting.table, meeting.first.name, second,
        *sets, state)


def _stage_name(stage: Stage) -> str:
    return stage.name or _("Stage %(number)s") % {"number": stage.number}


# --- standings -------------------------------------------------------------------------------------------------------
def standings_sheet(event: Event, stages: Iterable[StageFacts]) -> Sheet:
    """The tables of all stages, one below the other, then the rankings of parts of the field; exact values."""
    found = [(facts, stage_standings(facts.stage, facts)) for facts in stages]
    names: dict[str, str] = {}
    for _facts, tables in found:
        names |= {column.key: capfirst(str(column.name)) for table in tables for column in table.columns}
    rows = [
        _standing_cells(facts, name, row, table, tuple(names))
        for facts, tables in found for name, table, part in _parts(facts, tables) for row in part]
    headings = (
        _("Stage"), _("Table of"), _("Place"), _("No."), _("Name"), _("Club"), _("Points"), _("Played"), _("Won"),
        pgettext("result", "Drawn"), _("Lost"), _("Awarded"), _("Sets won"), _("Sets lost"), *names.values())
    return Sheet(title=event.name, headings=headings, rows=tuple(rows))


def _parts(
    facts: StageFacts, tables: tuple[GroupTable, ...],
) -> list[tuple[str, GroupTable, tuple[TableRow, ...]]]:
    parts = [
        (_("Group %(name)s") % {"name": table.group.name} if table.group else _("all"), table, table.rows)
        for table in tables]
    return parts + [(ranking.name, tables[0], ranking.rows) for ranking in rankings_of(facts, tables)]


def _standing_cells(
    facts: StageFacts, name: str, line: TableRow, table: GroupTable, keys: tuple[str, ...],
) -> tuple[Cell, ...]:
    row, who = line.row, line.entrant
    points: Cell = None if table.is_bracket else Fraction(row.points)
    return (
        _stage_name(facts.stage), name, _place(line, who), who.number, who.name, who.club, points, row.played, row.won,
        row.drawn, row.lost, row.awarded, row.sets_won, row.sets_lost,
        *(row.values.get(key) for key in keys))


def _place(line: TableRow, who: Entrant) -> Cell:
    """A number to sort by; the word instead where there is none."""
    return line.row.rank if line.row.rank is not None else str(who.state_text) if who.is_out else ""


_STAGE_SHEETS: Mapping[str, Callable[[Event, Iterable[StageFacts]], Sheet]] = {
    "results": results_sheet, "standings": standings_sheet,
}
