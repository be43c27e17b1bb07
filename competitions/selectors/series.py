"""Series of competitions: who may see and edit them, and the ranking with its arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.age_groups import in_age_group
from competitions.formats.series import SeriesResult, SeriesRow, places_among, series
from competitions.formats.series_settings import CLASSES, MEN, WOMEN, SeriesSettings, series_settings_from
from competitions.models import Event, Person, Series, SeriesLeg, SeriesPlace

from .duplicates import person_by_uid
from .event_places import event_places
from .rankings import age_group_name
from .standings import number_text, place_text
from .visibility import competitions_run_by, competitions_visible_to

TIE_NAMES: Mapping[str, Promise] = {
    "best": _("results that count"), "total": _("all results"), "clears": _("sets cleared in the first series"),
    "earliest": _("the earlier first competition"), "best_place": _("the best single place"),
    "competitions": _("more competitions"), "listed": _("the order of names"),
}
EVENTS_SHOWN = 200
ALL = "all"


@dataclass(frozen=True, slots=True)
class LegPlace:
    """A place of one competition, for who keeps the series: somebody who asked not to be named has neither name nor
    club here either, for he may keep a series of competitions that he does not run."""

    row: SeriesPlace
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """A result in one competition. `counts`: whether it is one of the best that make the sum."""

    place: int
    points: str
    counts: bool
    value: Fraction


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """Somebody in the ranking, with a cell (or None) for each competition."""

    person: Person
    name: str
    club: str
    place: str
    row: SeriesRow
    best: str
    total: str
    decided_by: str | Promise
    cells: tuple[SeriesCell | None, ...]
    legs: tuple[SeriesLeg, ...]

    @property
    def of_legs(self) -> list[tuple[SeriesLeg, SeriesCell | None]]:
        return list(zip(self.legs, self.cells, strict=True))


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """The ranking of all, or of a part of the field."""

    key: str
    name: str
    lines: tuple[SeriesLine, ...]


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A series with its rankings, the one of all first."""

    series: Series
    settings: SeriesSettings
    legs: tuple[SeriesLeg, ...]
    tables: tuple[SeriesTable, ...]

    @property
    def has_clears(self) -> bool:
        return "clears" in self.settings.ties

    @property
    def ties(self) -> list[Promise]:
        return [TIE_NAMES[name] for name in self.settings.ties]


def series_visible_to(actor: Actor) -> QuerySet[Series]:
    """Public series, and one's own."""
    if actor.is_administrator:
        return Series.objects.all()
    if actor.account is None:
        return Series.objects.filter(is_public=True)
    return Series.objects.filter(Q(is_public=True) | Q(owner__uid=actor.account))


def series_seen(actor: Actor, slug: str) -> Series:
    """A series for its public page. Raises NotFound."""
    found = series_visible_to(actor).filter(slug=slug).first()
    if found is None:
        raise NotFound(kind="series")
    return found


def series_owned_by(actor: Actor) -> QuerySet[Series]:
    """The series that the actor may change: one's own, the administrator's all."""
    if actor.is_administrator:
        return Series.objects.all()
    return Series.objects.filter(owner__uid=actor.account) if actor.account is not None else Series.objects.none()


def series_managed(actor: Actor, slug: str) -> Series:
    """A series for the panel. Raises NotFound, also for somebody else's."""
    found = series_owned_by(actor).filter(slug=slug).first()
    if found is None:
        raise NotFound(kind="series")
    return found


def series_lines(found: QuerySet[Series]) -> list[Series]:
    """Series with the number of their competitions as `n_legs`."""
    return list(found.annotate(n_legs=Count("legs")))


def leg_in(found: Series, uid: UUID) -> SeriesLeg:
    """A competition of a series. Raises NotFound."""
    leg = found.legs.select_related("event__competition").filter(uid=uid).first()
    if leg is None:
        raise NotFound(kind="leg")
    return leg


def legs_of(found: Series) -> list[SeriesLeg]:
    """All its competitions, for who keeps it."""
    return list(found.legs.select_related("event__competition").order_by("number"))


def leg_places(leg: SeriesLeg) -> list[LegPlace]:
    """The places that are in the series from one competition."""
    rows = leg.places.select_related("person__club")
    return [LegPlace(row, person_name(row.person), _club_name(row.person)) for row in rows]


def events_to_add(actor: Actor, found: Series) -> list[Event]:
    """Events that may be taken in: of competitions that one runs or that are public; not teams, none twice."""
    competitions = competitions_visible_to(actor) | competitions_run_by(actor)
    taken = found.legs.filter(event__isnull=False).values("event_id")
    events = Event.objects.filter(competition__in=competitions).exclude(pk__in=taken).exclude(kind=Event.Kind.TEAMS)
    return list(events.select_related("competition").order_by("-competition__starts_on", "name")[:EVENTS_SHOWN])


def leg_differs(leg: SeriesLeg) -> bool:
    """Whether the event's places have changed since they were taken: something was corrected."""
    if leg.event is None or leg.taken_at is None:
        return False
    now = {(item.person.pk, item.place, item.clears) for item in event_places(leg.event)}
    return now != set(leg.places.values_list("person_id", "place", "clears"))


# --- the ranking -----------------------------------------------------------------------------------------------------
def series_view(found: Series, by: Actor) -> SeriesView:
    """The rankings of a series, of the competitions that the actor may see: what is hidden elsewhere is hidden here.

    Three queries.
    """
    settings = series_settings_from(found.rules)
    seen = Q(event__isnull=True) | Q(event__competition__in=competitions_visible_to(by))
    legs = tuple(found.legs.filter(seen).select_related("event__competition").order_by("number"))
    rows = list(SeriesPlace.objects.filter(leg__in=legs).select_related("person__club", "leg"))
    people = {str(row.person.pk): row.person for row in sorted(rows, key=lambda row: row.person.name_key)}
    results = [
        SeriesResult(str(row.leg.number), str(row.person.pk), row.place, Fraction(row.points)) for row in rows]
    clears = Counter[str]()
    for row in rows:
        clears[str(row.person.pk)] += row.clears
    parts = [(ALL, gettext("all"), list(people)), *_divisions(settings, people, rows, legs)]
    tables = tuple(
        SeriesTable(key, name, _lines(key, members, people, legs, results, clears, settings))
        for key, name, members in parts if members or key == ALL)
    return SeriesView(found, settings, legs, tables)


def _lines(
    key: str, members: list[str], people: Mapping[str, Person], legs: tuple[SeriesLeg, ...],
    results: list[SeriesResult], clears: Mapping[str, int], settings: SeriesSettings,
) -> tuple[SeriesLine, ...]:
    kept = [result for result in results if result.entry in set(members)]
    if key != ALL and settings.own_places:
        kept = list(places_among(results, set(members)))
    numbers = [str(leg.number) for leg in legs]
    rows = series(members, numbers, kept, settings.rules, clears=clears)
    shared = Counter(row.rank for row in rows)
    by_entry: dict[str, dict[str, SeriesResult]] = {}
    for result in kept:
        by_entry.setdefault(result.entry, {})[result.competition] = result
    return tuple(
        _line(row, people[row.id], shared[row.rank], by_entry.get(row.id, {}), legs, settings) for row in rows)


def _line(
    row: SeriesRow, person: Person, sharing: int, own: Mapping[str, SeriesResult], legs: tuple[SeriesLeg, ...],
    settings: SeriesSettings,
) -> SeriesLine:
    cells = tuple(_cell(own.get(str(leg.number)), row, settings) for leg in legs)
    return SeriesLine(
        person, person_name(person), _club_name(person), place_text(row.rank, sharing), row, number_text(row.best),
        number_text(row.total), TIE_NAMES[row.decided_by] if row.decided_by else "", cells, legs)


def _cell(result: SeriesResult | None, row: SeriesRow, settings: SeriesSettings) -> SeriesCell | None:
    if result is None:
        return None
    worth = settings.rules.worth(result)
    return SeriesCell(result.place, number_text(worth), result in row.counted, worth)


def person_name(person: Person) -> str:
    """The name for everybody; somebody who asked not to be named has none."""
    return gettext("not named") if person.hidden else person.name


def _club_name(person: Person) -> str:
    return "" if person.hidden or person.club is None else person.club.name


def _divisions(
    settings: SeriesSettings, people: Mapping[str, Person], rows: list[SeriesPlace], legs: Iterable[SeriesLeg],
) -> list[tuple[str, str, list[str]]]:
    """Key, name and members of the rankings besides that of all, in the order of the settings."""
    found: list[tuple[str, str, list[str]]] = []
    year = max((leg.held_on.year for leg in legs if leg.held_on), default=0)
    for word in settings.divisions:
        if word == CLASSES:
            found += _classes(people, rows)
        elif word in (WOMEN, MEN):
            name = gettext("Women") if word == WOMEN else gettext("Men")
            found.append((f"sex-{word}", name, [key for key, person in people.items() if person.sex == word]))
        else:
            members = [
                key for key, person in people.items()
                if person.born is not None and in_age_group(word, born=person.born, year=year)]
            found.append((f"age-{word.rstrip('+')}", age_group_name(word), members))
    return found


def _classes(people: Mapping[str, Person], rows: list[SeriesPlace]) -> list[tuple[str, str, list[str]]]:
    """By the class of the newest competition in which somebody had one."""
    latest: dict[str, tuple[int, str]] = {}
    for row in rows:
        key = str(row.person.pk)
        if row.class_name:
            latest[key] = max(latest.get(key, (0, "")), (row.leg.number, row.class_name))
    names = sorted({name for _number, name in latest.values()})
    return [
        (f"class-{number}", gettext("Class %(name)s") % {"name": name},
         [key for key in people if key in latest and latest[key][1] == name])
        for number, name in enumerate(names, 1)]


def line_of(view: SeriesView, person: UUID) -> list[tuple[SeriesTable, SeriesLine]]:
    """Somebody's lines in all the rankings, also by an id from before a merge. Raises NotFound."""
    meant = person_by_uid(person)
    found = [(table, line) for table in view.tables for line in table.lines if line.person == meant]
    if not found:
        raise NotFound(kind="person")
    return found
