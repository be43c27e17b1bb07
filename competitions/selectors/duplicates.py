"""People and clubs that may stand twice, side by side, and what merging them would move."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, NotAllowed, NotFound
from competitions.formats.duplicates import Known, Reason, clubs_alike, people_alike
from competitions.models import Club, Competition, Entry, EntryMember, Event, Person, PersonAlias, SeriesPlace

from .visibility import competitions_headed_by

REASONS: Mapping[Reason, Promise] = {
    Reason.SAME_LICENCE: _("the same licence"), Reason.SAME_NAME: _("the same name"),
    Reason.OTHER_ORDER: _("the same name in another order"),
    Reason.NEAR_NAME: _("nearly the same name"),
}
FIELDS: Mapping[str, Promise] = {
    "name": _("Name"), "sex": _("Sex"), "born": _("Year of birth"), "licence": _("Licence"), "rating": _("Rating"),
    "club": _("Club"),
}
SHOWN = 100
_PEOPLE, _CLUBS = "people", "clubs"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two that may be one: the one known longer is kept unless somebody turns it round."""

    keep: Any
    gone: Any
    reason: str | Promise

    @property
    def both(self) -> tuple[Any, Any]:
        return self.keep, self.gone


@dataclass(frozen=True, slots=True)
class Side:
    """A field on both sides, and what would be known afterwards."""

    label: str | Promise
    keep: str
    gone: str
    after: str


@dataclass(frozen=True, slots=True)
class Merge:
    """What merging would do. `moves`: everything that changes hands; `digest`: of all of it, so that nobody confirms
    something else than what was shown."""

    kind: str
    keep: Any
    gone: Any
    fields: tuple[Side, ...]
    moves: tuple[str, ...]
    digest: str


def person_by_uid(uid: UUID) -> Person | None:
    """A person by the id, or by that of one who was merged into him."""
    found = Person.objects.filter(uid=uid).select_related("club").first()
    if found is not None:
        return found
    alias = PersonAlias.objects.filter(uid=uid).select_related("person__club").first()
    return None if alias is None else alias.person


def people_in(competition: Competition) -> QuerySet[Person]:
    """Who is entered in a competition, also as a member of a pair or team."""
    return Person.objects.filter(
        Q(entries__event__competition=competition) | Q(memberships__entry__event__competition=competition)).distinct()


def person_in(competition: Competition, uid: UUID) -> Person:
    """Somebody of a competition, also by an old id. Raises NotFound."""
    found = person_by_uid(uid)
    if found is None or not people_in(competition).filter(pk=found.pk).exists():
        raise NotFound(kind="person")
    return found


def people_twice(actor: Actor, competition: Competition) -> list[Pair]:
    """Suggestions of which one at least is entered here, and which the actor may merge: of somebody who plays in
    competitions of others only, he is not told licence and year of birth."""
    mine = set(people_in(competition).values_list("pk", flat=True))
    everybody = {person.pk: person for person in Person.objects.select_related("club")}
    known = [
        Known(id=p.pk, name=p.name, born=p.born, licence=p.licence, club=p.club_id) for p in everybody.values()]
    found = [s for s in people_alike(known) if s.first in mine or s.second in mine]
    foreign = people_of_others(actor, {pk for s in found for pk in (s.first, s.second)})
    return [
        Pair(everybody[s.first], everybody[s.second], REASONS[s.reason])
        for s in found if not foreign & {s.first, s.second}][:SHOWN]


def clubs_twice(actor: Actor, competition: Competition) -> list[Pair]:
    """The same for the clubs of who is entered here; one of others can only be the one that is kept."""
    entered = Entry.objects.filter(event__competition=competition).values("club_id")
    mine = set(Club.objects.filter(Q(pk__in=entered) | Q(people__in=people_in(competition))).values_list(
        "pk", flat=True))
    clubs = {club.pk: club for club in Club.objects.all()}
    known = [Known(id=club.pk, name=club.name) for club in clubs.values()]
    found = [s for s in clubs_alike(known) if s.first in mine or s.second in mine]
    foreign = clubs_of_others(actor, {pk for s in found for pk in (s.first, s.second)})
    turned = [
        (s.second, s.first, s.reason) if s.second in foreign else (s.first, s.second, s.reason) for s in found]
    return [
        Pair(clubs[keep], clubs[gone], REASONS[reason]) for keep, gone, reason in turned if gone not in foreign][:SHOWN]


# --- what a merge would do -------------------------------------------------------------------------------------------
def person_merge_of(actor: Actor, competition: Competition, keep: UUID, gone: UUID) -> Merge:
    """Both persons side by side, and what would move.

    Raises NotFound unless one of them at least is entered here and both are known; Conflict `one_already`,
    `both_in_event` or `both_in_series` with the name; NotAllowed `merge_of_others` where either plays elsewhere too, in
    a competition or series that the actor does not run.
    """
    kept, going = _person(keep), _person(gone)
    if not people_in(competition).filter(pk__in=[kept.pk, going.pk]).exists():
        raise NotFound(kind="person")
    if kept.pk == going.pk:
        raise Conflict("one_already")
    _refuse_others(actor, [kept, going])
    _refuse_both(kept, going)
    fields = tuple(
        Side(label, _text(getattr(kept, name)), _text(getattr(going, name)), _text(filled(kept, going)[name]))
        for name, label in FIELDS.items())
    moves = tuple(_person_moves(going))
    return Merge(_PEOPLE, kept, going, fields, moves, _digest(kept.uid, going.uid, fields, moves))


def _person(uid: UUID) -> Person:
    found = Person.objects.filter(uid=uid).select_related("club").first()
    if found is None:
        raise NotFound(kind="person")
    return found


def filled(kept: Person, going: Person) -> dict[str, Any]:
    """What is known of the person afterwards: blanks are filled from the other."""
    found: dict[str, Any] = {}
    for name in FIELDS:
        mine = getattr(kept, name)
        found[name] = getattr(going, name) if mine in ("", None) else mine
    return found


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def events_of(people: Iterable[Person]) -> QuerySet[Event]:
    """Where they play, alone or in a pair or team."""
    them = list(people)
    return Event.objects.filter(
        Q(entries__person__in=them) | Q(entries__members__person__in=them)).select_related("competition").distinct()


def people_of_others(actor: Actor, people: Iterable[int]) -> set[int]:
    """Who of these plays in a competition or counts in a series that the actor does not run. Three queries."""
    if actor.is_administrator:
        return set()
    them, mine = list(people), competitions_headed_by(actor)
    entries = Entry.objects.filter(person__in=them).exclude(event__competition__in=mine)
    members = EntryMember.objects.filter(person__in=them).exclude(entry__event__competition__in=mine)
    places = SeriesPlace.objects.filter(person__in=them).values_list("person_id", "leg__series__owner__uid")
    found = {pk for pk, owner in places if owner != actor.account}
    return found.union(*(rows.values_list("person_id", flat=True) for rows in (entries, members)))


def _refuse_others(actor: Actor, people: list[Person]) -> None:
    if people_of_others(actor, [person.pk for person in people]):
        raise NotAllowed(action="merge_of_others")


def _refuse_both(kept: Person, going: Person) -> None:
    both = events_of([kept]).filter(pk__in=[event.pk for event in events_of([going])]).first()
    if both is not None:
        raise Conflict("both_in_event", event=both.name, competition=both.competition.name)
    legs = SeriesPlace.objects.filter(person=kept).values("leg_id")
    twice = SeriesPlace.objects.filter(person=going, leg_id__in=legs).select_related("leg__series").first()
    if twice is not None:
        raise Conflict("both_in_series", leg=twice.leg.name, series=twice.leg.series.name)


def _person_moves(going: Person) -> Iterable[str]:
    entries = Entry.objects.filter(person=going).select_related("event__competition").order_by("pk")
    for entry in entries:
        yield gettext("Entry no. %(number)s in %(event)s, %(competition)s") % {
            "number": entry.number, "event": entry.event.name, "competition": entry.event.competition.name}
    for member in going.memberships.select_related("entry__event__competition").order_by("pk"):
        yield gettext("Member of %(entry)s in %(event)s, %(competition)s") % {
            "entry": member.entry, "event": member.entry.event.name,
            "competition": member.entry.event.competition.name}
    for place in SeriesPlace.objects.filter(person=going).select_related("leg__series").order_by("pk"):
        yield gettext("Place %(place)s in %(leg)s, %(series)s") % {
            "place": place.place, "leg": place.leg.name, "series": place.leg.series.name}


def club_merge_of(actor: Actor, competition: Competition, keep: UUID, gone: UUID) -> Merge:
    """The same for two clubs.

    Raises NotFound unless one of them at least is of somebody entered here; Conflict `one_already`; NotAllowed
    `merge_of_others` where the one that goes is played for in a competition that the actor does not run.
    """
    kept, going = _club(keep), _club(gone)
    here = Q(entries__event__competition=competition) | Q(people__in=people_in(competition))
    if not Club.objects.filter(here, pk__in=[kept.pk, going.pk]).exists():
        raise NotFound(kind="club")
    if kept.pk == going.pk:
        raise Conflict("one_already")
    if clubs_of_others(actor, [going.pk]):
        raise NotAllowed(action="merge_of_others")
    people, entries = going.people.count(), going.entries.count()
    moves = (
        ngettext("%(count)s person", "%(count)s people", people) % {"count": people},
        ngettext("%(count)s entry", "%(count)s entries", entries) % {"count": entries},
        gettext("The spelling “%(name)s” in later lists") % {"name": going.name})
    fields = (Side(_("Name"), kept.name, going.name, kept.name),)
    return Merge(_CLUBS, kept, going, fields, moves, _digest(kept.uid, going.uid, fields, moves))


def events_of_club(club: Club) -> QuerySet[Event]:
    """Where somebody plays for it, or plays who is of it."""
    people = club.people.values("pk")
    return Event.objects.filter(
        Q(entries__club=club) | Q(entries__person__in=people) | Q(entries__members__person__in=people),
    ).select_related("competition").distinct()


def clubs_of_others(actor: Actor, clubs: Iterable[int]) -> set[int]:
    """Which of these are played for in a competition that the actor does not run. Three queries."""
    if actor.is_administrator:
        return set()
    them, mine = list(clubs), competitions_headed_by(actor)
    entries = Entry.objects.exclude(event__competition__in=mine)
    members = EntryMember.objects.exclude(entry__event__competition__in=mine)
    found = set(entries.filter(club__in=them).values_list("club_id", flat=True))
    for rows in (entries, members):
        found |= set(rows.filter(person__club__in=them).values_list("person__club_id", flat=True))
    return found


def _club(uid: UUID) -> Club:
    found = Club.objects.filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="club")
    return found


def _digest(keep: UUID, gone: UUID, fields: Iterable[Side], moves: Iterable[str]) -> str:
    said = [str(keep), str(gone), *(f"{side.keep}|{side.gone}|{side.after}" for side in fields), *moves]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()
