"""What an import would do: each row compared with the people and the entrants who are known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from competitions.common.errors import Invalid
from competitions.formats.entry_list import Entrant, EntryRow, Problem
from competitions.formats.names import name_key
from competitions.models import Entry, Event, Person
from competitions.services.merged_people import rows_as_kept
from competitions.services.people import PeopleIndex, is_name_of, person_changes

NEW, SAME, CHANGED = "new", "same", "changed"
Changes = Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """What happens to one row: `new`, `same` or `changed`, and `{field: (before, after)}` of what is known already."""

    line: int
    status: str
    entrant: Entrant
    changes: Changes
    number: int
    person: Person | None
    entry: Entry | None
    partner: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What happens to the whole list. With a problem nothing may happen."""

    rows: tuple[PlanRow, ...]
    problems: tuple[Problem, ...]
    untouched: int  # entrants of the event whom the list does not name

    def count(self, status: str) -> int:
        return sum(row.status == status for row in self.rows)

    @property
    def new(self) -> int:
        return self.count(NEW)

    @property
    def same(self) -> int:
        return self.count(SAME)

    @property
    def changed(self) -> int:
        return self.count(CHANGED)

    @property
    def digest(self) -> str:
        """Names this very plan: another list, or other data behind it, has another one."""
        facts = [
            [row.line, row.status, asdict(row.entrant), {k: list(v) for k, v in row.changes.items()}, row.number,
             row.person and row.person.pk, row.entry and row.entry.pk, row.partner and row.partner.pk]
            for row in self.rows
        ]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def plan_import(event: Event, rows: Sequence[EntryRow]) -> Plan:
    """Compare the rows of a list with the database: a few queries for any length of list, nothing is written."""
    kept = rows_as_kept(rows)
    return _Planner(event, kept).plan(kept)


class _Planner:
    def __init__(self, event: Event, rows: Sequence[EntryRow]) -> None:
        found = Entry.objects.filter(event=event).select_related("person__club", "club")
        self.entries = {entry.person_id: entry for entry in found if entry.person is not None}
        self.names = {e.person.name_key: e for e in self.entries.values() if e.person is not None}
        self.index = PeopleIndex([row.entrant for row in rows])
        self.index.add(entry.person for entry in self.entries.values() if entry.person is not None)
        self.numbers = {entry.number for entry in found}
        self.claimed: dict[int, int] = {}  # person -> line
        self.problems: list[Problem] = []

    def plan(self, rows: Sequence[EntryRow]) -> Plan:
        planned = [found for row in rows if (found := self._row(row)) is not None]
        self.problems += seed_problems(planned, self.entries.values())
        named = sum(row.entry is not None for row in planned)
        return Plan(
            rows=tuple(numbered(planned, rows, self.numbers)), problems=tuple(self.problems),
            untouched=len(self.entries) - named)

    def _row(self, row: EntryRow) -> PlanRow | None:
        entrant = row.entrant
        try:
            person = self.index.find(entrant, among=[pk for pk in self.entries if pk is not None])
            self._refuse(row, person)
        except Invalid as refused:
            params = {name: value for name, value in refused.params.items() if name != "path"}
            self.problems.append(Problem(row.line, str(refused.params["path"]), refused.code, params))
            return None
        entry = None if person is None else self.entries.get(person.pk)
        changes = {} if person is None else person_changes(person, entrant)
        if entry is not None:
            changes = {**changes, **_entry_changes(entry, entrant)}
        status = NEW if entry is None else CHANGED if changes else SAME
        return PlanRow(
            line=row.line, status=status, entrant=entrant, changes=changes, number=entry.number if entry else 0,
            person=person, entry=entry)

    def _refuse(self, row: EntryRow, person: Person | None) -> None:
        entry = None if person is None else self.entries.get(person.pk)
        namesake = self.names.get(name_key(row.entrant.name))
        if namesake is not None and namesake is not entry:
            raise Invalid("name_taken", path="name", name=str(namesake), number=namesake.number)
        if person is None:
            return
        earlier = self.claimed.setdefault(person.pk, row.line)
        if earlier != row.line:
            raise Invalid("same_person", path="name", name=person.name, line=earlier)
        if self.index.other_with(row.entrant, person) is not None:
            raise Invalid("person_taken", path="name", name=row.entrant.name)


def seed_problems(planned: Sequence[PlanRow], entries: Iterable[Entry]) -> list[Problem]:
    """Seeds of the list that entrants have whom it does not seed anew."""
    listed = {row.entry.pk for row in planned if row.entry is not None and row.entrant.seed is not None}
    taken = {e.seed for e in entries if e.seed is not None and e.pk not in listed}
    return [
        Problem(row.line, "seed", "seed_taken", {"seed": row.entrant.seed}) for row in planned
        if row.entrant.seed is not None and row.entrant.seed in taken
    ]


def numbered(planned: Sequence[PlanRow], rows: Sequence[EntryRow], numbers: set[int]) -> list[PlanRow]:
    """New entrants keep the number of the list where it is free; the others go on after the highest."""
    wanted = {row.line: row.number for row in rows}
    free = {line for line, number in wanted.items() if number is not None and number not in numbers}
    following = max([*numbers, *(number for number in wanted.values() if number is not None), 0]) + 1
    found: list[PlanRow] = []
    for row in planned:
        number = row.number or wanted[row.line] or 0
        if row.entry is None and row.line not in free:
            number, following = following, following + 1
        found.append(replace(row, number=number))
    return found


def _entry_changes(entry: Entry, entrant: Entrant) -> dict[str, tuple[Any, Any]]:
    club = "" if entry.club is None else entry.club.name
    changes: dict[str, tuple[Any, Any]] = {}
    for field, old in (("rating", entry.rating), ("class_name", entry.class_name), ("seed", entry.seed)):
        new = getattr(entrant, field)
        if new not in ("", None) and new != old:
            changes[field] = (old, new)
    if entrant.club and not is_name_of(entrant.club, entry.club):
        changes["club"] = (club, entrant.club)
    return changes
