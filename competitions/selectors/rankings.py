"""Rankings over parts of a field beside the table of all: by class, by sex, by age group, as the regulations ask."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.formats.age_groups import in_age_group
from competitions.formats.rankings import ranking_of
from competitions.formats.regulations import Regulations
from competitions.models import Entry, EntryMember, Stage

from .rounds import StageFacts
from .standings import GroupTable, TableRow, place_text, stage_regulations
from .tie_break_words import TIE_BREAK_NAMES

SEXES: Mapping[str, Promise] = {"F": _("Women"), "M": _("Men")}
Person = tuple[str, int | None]
"""Sex and year of birth."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A part of the field with places of its own; points and values are those of the table of all."""

    key: str
    name: str
    rows: tuple[TableRow, ...]


def rankings_of(facts: StageFacts, tables: Sequence[GroupTable]) -> tuple[Ranking, ...]:
    """The rankings that the regulations ask for (`stage.event.competition` loaded); none where they ask for none.

    None either in groups: who played in different ones cannot be compared. Who is alone in a part is ranked too.
    """
    regulations = stage_regulations(facts.stage)
    if len(tables) != 1 or not (regulations.rankings or regulations.age_groups):
        return ()
    (table,) = tables
    return tuple(
        Ranking(key, name, _rows(table, members))
        for key, name, members in _parts(facts, regulations) if members
    )


def _rows(table: GroupTable, members: Iterable[str]) -> tuple[TableRow, ...]:
    lines = {line.row.id: line for line in table.rows}
    rows = ranking_of(table.standings, set(members))
    shared = Counter(row.rank for row in rows)
    return tuple(
        replace(
            lines[row.id], row=row, place=place_text(row.rank, shared[row.rank]),
            decided_by=TIE_BREAK_NAMES[row.decided_by] if row.decided_by else "")
        for row in rows
    )


def _parts(facts: StageFacts, regulations: Regulations) -> list[tuple[str, str, list[str]]]:
    """Key, name and members of each part: classes first, then women and men, then age groups."""
    found = _classes(facts, regulations) if "class" in regulations.rankings else []
    if "sex" not in regulations.rankings and not regulations.age_groups:
        return found
    people = _people(facts.stage)
    if "sex" in regulations.rankings:
        found += [(f"sex-{sex}", str(name), _of_sex(facts, people, sex)) for sex, name in SEXES.items()]
    year = facts.stage.event.competition.starts_on.year
    return found + [
        (f"age-{group}", age_group_name(group), _of_age(facts, people, group, year)) for group in regulations.age_groups
    ]


def _classes(facts: StageFacts, regulations: Regulations) -> list[tuple[str, str, list[str]]]:
    """Those of the regulations in their order, then others that entries have."""
    members: dict[str, list[str]] = {name: [] for name in regulations.classes}
    for entrant in facts.entrants:
        if entrant.class_name:
            members.setdefault(entrant.class_name, []).append(entrant.key)
    return [
        (f"class-{number}", gettext("Class %(name)s") % {"name": name}, keys)
        for number, (name, keys) in enumerate(members.items(), 1)
    ]


def _of_sex(facts: StageFacts, people: Mapping[int, list[Person]], sex: str) -> list[str]:
    return [e.key for e in facts.entrants if e.id in people and all(person[0] == sex for person in people[e.id])]


def _of_age(facts: StageFacts, people: Mapping[int, list[Person]], group: str, year: int) -> list[str]:
    return [
        e.key for e in facts.entrants
        if e.id in people and all(
            born is not None and in_age_group(group, born=born, year=year) for _sex, born in people[e.id])
    ]


def age_group_name(group: str) -> str:
    """What heads the ranking of an age group."""
    if group.startswith("U"):
        return gettext("Up to %(age)s years") % {"age": group[1:]}
    return gettext("From %(age)s years") % {"age": group[:-1]}


def _people(stage: Stage) -> dict[int, list[Person]]:
    """Sex and year of birth of the person of each entry, or of the regulars of a pair or team. Two queries."""
    found: defaultdict[int, list[Person]] = defaultdict(list)
    entries = Entry.objects.filter(placements__stage=stage)
    for entry_id, sex, born in entries.filter(person__isnull=False).values_list("id", "person__sex", "person__born"):
        found[entry_id].append((sex, born))
    members = EntryMember.objects.filter(entry__in=entries, is_reserve=False)
    for entry_id, sex, born in members.values_list("entry_id", "person__sex", "person__born"):
        found[entry_id].append((sex, born))
    return dict(found)
