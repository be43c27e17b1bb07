"""Lists and forms that have somebody as before a merge: under name, year or licence of the one who is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from competitions.formats.entry_list import Entrant, EntryRow, PairEntrant
from competitions.formats.names import name_key
from competitions.models import Person, PersonAlias

from .chunks import chunks


def as_kept(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The same, where somebody was merged as the one who was kept is known: else an old list would make him anew.

    A name or licence that a living row of people has means that one. Four queries for any usual length of list.
    """
    keys = {name_key(entrant.name) for entrant in entrants}
    licences = {entrant.licence for entrant in entrants if entrant.licence}
    gone: dict[int, PersonAlias] = {}
    for part in chunks(keys):
        gone |= {alias.pk: alias for alias in PersonAlias.objects.filter(name_key__in=part).select_related("person")}
    for part in chunks(licences):
        gone |= {alias.pk: alias for alias in PersonAlias.objects.filter(licence__in=part).select_related("person")}
    if not gone:
        return list(entrants)
    here = set(Person.objects.filter(name_key__in=[alias.name_key for alias in gone.values()]).values_list(
        "name_key", flat=True))
    held = set(Person.objects.filter(licence__in=[alias.licence for alias in gone.values()]).values_list(
        "licence", flat=True))
    return [_as_kept(entrant, list(gone.values()), here, held) for entrant in entrants]


def rows_as_kept(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """The rows of a list, of pairs too."""
    said = [player for row in rows for player in _players(row.entrant)]
    kept = iter(as_kept(said))
    return [replace(row, entrant=_with(row.entrant, [next(kept) for _ in _players(row.entrant)])) for row in rows]


def _players(entrant: Entrant) -> tuple[Entrant, ...]:
    return entrant.players() if isinstance(entrant, PairEntrant) else (entrant,)


def _with(entrant: Entrant, kept: Sequence[Entrant]) -> Entrant:
    first, *rest = kept
    found = replace(entrant, name=first.name, born=first.born, licence=first.licence)
    if isinstance(found, PairEntrant):
        for partner in rest:
            return replace(
                found, partner=partner.name, partner_born=partner.born, partner_licence=partner.licence)
    return found


def _as_kept(entrant: Entrant, gone: Sequence[PersonAlias], here: set[str], held: set[str]) -> Entrant:
    key = name_key(entrant.name)
    by_licence = [a for a in gone if a.licence and a.licence == entrant.licence and a.licence not in held]
    by_name = [a for a in gone if a.name_key == key and key not in here and _may_be(entrant, a)]
    people = {alias.person.pk for alias in by_licence or by_name}
    if len(people) != 1:
        return entrant
    alias = (by_licence or by_name)[0]
    kept = alias.person
    is_old_year = entrant.born is not None and entrant.born == alias.born and kept.born is not None
    return replace(
        entrant, name=kept.name if alias.name_key == key and key not in here else entrant.name,
        born=kept.born if is_old_year else entrant.born,
        licence=kept.licence if by_licence and kept.licence else entrant.licence)


def _may_be(entrant: Entrant, alias: PersonAlias) -> bool:
    """Whether the name may mean this one: another year or another licence is another person."""
    if entrant.born is not None and alias.born is not None and entrant.born != alias.born:
        return False
    known = {alias.licence, alias.person.licence} - {""}
    return not entrant.licence or not known or entrant.licence in known
