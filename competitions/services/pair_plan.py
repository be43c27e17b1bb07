"""What an import of pairs would do: each row compared with the people and the pairs who are known.

A list adds pairs and brings their players up to date. It changes nobody's partner: that is done by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from competitions.common.errors import Invalid
from competitions.formats.entry_list import Entrant, EntryRow, PairEntrant, Problem
from competitions.formats.names import name_key
from competitions.formats.pairs import check_pair
from competitions.formats.regulations import regulations_from
from competitions.models import Entry, Event, Person
from competitions.services.import_plan import (
    CHANGED,
    NEW,
    SAME,
    Changes,
    Plan,
    PlanRow,
    numbered,
    seed_problems,
)
from competitions.services.merged_people import rows_as_kept
from competitions.services.people import PeopleIndex, person_changes

_PLACES = ("name", "partner")


def plan_pairs(event: Event, rows: Sequence[EntryRow]) -> Plan:
    """Compare the rows of a list of pairs with the database: a few queries, nothing is written."""
    kept = rows_as_kept(rows)
    return _PairPlanner(event, kept).plan(kept)


class _PairPlanner:
    def __init__(self, event: Event, rows: Sequence[EntryRow]) -> None:
        self.entries = list(
            Entry.objects.filter(event=event).select_related("club").prefetch_related("members__person__club"))
        self.home: dict[int, Entry] = {}
        self.names: dict[str, Person] = {}
        for entry in self.entries:
            for member in entry.members.all():
                self.home[member.person_id] = entry
                self.names[member.person.name_key] = member.person
        self.index = PeopleIndex([player for row in rows for player in _players(row)])
        self.index.add(member.person for entry in self.entries for member in entry.members.all())
        self.regulations = regulations_from(event.regulations)
        self.claimed: dict[int, tuple[int, int]] = {}  # person -> line, place
        self.problems: list[Problem] = []

    def plan(self, rows: Sequence[EntryRow]) -> Plan:
        planned = [found for row in rows if (found := self._row(row)) is not None]
        self.problems += seed_problems(planned, self.entries)
        named = sum(row.entry is not None for row in planned)
        return Plan(
            rows=tuple(numbered(planned, rows, {entry.number for entry in self.entries})),
            problems=tuple(self.problems), untouched=len(self.entries) - named)

    def _row(self, row: EntryRow) -> PlanRow | None:
        players = _players(row)
        people: list[Person | None] = []
        for place, player in enumerate(players):
            try:
                people.append(self._person(row, place, player))
            except Invalid as refused:
                self._refused(row, place, refused)
                return None
        try:
            entry = self._entry(people)
            self._check(players, people)
        except Invalid as refused:
            self._refused(row, 0, refused)
            return None
        changes: dict[str, Changes] = {
            place: person_changes(person, player)
            for place, person, player in zip(_PLACES, people, players, strict=False) if person is not None
        }
        said = {**changes.get("name", {}), **{
            _at_partner(field): pair for field, pair in changes.get("partner", {}).items()}}
        if entry is not None:
            said |= _entry_changes(entry, row.entrant)
        return PlanRow(
            line=row.line, status=NEW if entry is None else CHANGED if said else SAME, entrant=row.entrant,
            changes=said, number=entry.number if entry else 0, person=people[0], entry=entry,
            partner=people[1] if len(people) > 1 else None)

    def _person(self, row: EntryRow, place: int, player: Entrant) -> Person | None:
        person = self.index.find(player, among=list(self.home))
        namesake = self.names.get(name_key(player.name))
        if namesake is not None and (person is None or namesake.pk != person.pk):
            raise Invalid("name_taken", path="name", name=namesake.name)
        if person is None:
            return None
        earlier = self.claimed.setdefault(person.pk, (row.line, place))
        if earlier != (row.line, place):
            raise Invalid("same_person", path="name", name=person.name, line=earlier[0])
        if self.index.other_with(player, person) is not None:
            raise Invalid("person_taken", path="name", name=player.name)
        return person

    def _entry(self, people: Sequence[Person | None]) -> Entry | None:
        """The pair that these people are in the event already; none when none of them is entered.

        Raises Invalid `already_in_pair` where one of them plays with somebody else, or alone.
        """
        homes = [None if person is None else self.home.get(person.pk) for person in people]
        entry = next((home for home in homes if home is not None), None)
        if entry is None:
            return None
        if any(home is not entry for home in homes) or len(entry.members.all()) != len(people):
            place = next(place for place, home in enumerate(homes) if home is not None)
            person = people[place]
            raise Invalid("already_in_pair", path=_PLACES[place], name=str(person), pair=str(homes[place]))
        return entry

    def _check(self, players: Sequence[Entrant], people: Sequence[Person | None]) -> None:
        sexes = [
            player.sex or (person.sex if person else "") for player, person in zip(players, people, strict=True)]
        check_pair(self.regulations.pairs_of, solo_pairs=self.regulations.solo_pairs, sexes=sexes)

    def _refused(self, row: EntryRow, place: int, refused: Invalid) -> None:
        params = {name: value for name, value in refused.params.items() if name != "path"}
        path = str(refused.params["path"])
        self.problems.append(Problem(row.line, _at_partner(path) if place else path, refused.code, params))


def _players(row: EntryRow) -> tuple[Entrant, ...]:
    if not isinstance(row.entrant, PairEntrant):
        raise TypeError("a row of pairs was wanted")
    return row.entrant.players()


def _at_partner(field: str) -> str:
    """The field of the partner's column."""
    return "partner" if field == "name" else f"partner_{field}"


def _entry_changes(entry: Entry, entrant: Entrant) -> Changes:
    pairs = (("class_name", entry.class_name), ("seed", entry.seed))
    return {
        field: (old, new) for field, old in pairs
        if (new := getattr(entrant, field)) not in ("", None) and new != old
    }
