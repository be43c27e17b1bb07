"""Entrants of an event, as the panel shows them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Max, Q
from django.utils.functional import Promise

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.names import name_key
from competitions.models import Competition, Entry, Event, Match, Sex, Stage, StageEntry
from competitions.selectors.people import ROLE_LABELS
from competitions.selectors.visibility import competitions_run_by
from competitions.workflow import EntryState, StageState

STATE_LABELS: dict[str, str | Promise] = {str(state): label for state, label in Entry.STATES}
SEX_LABELS: dict[str, str | Promise] = {str(value): label for value, label in Sex.choices}
OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One line of the list of entrants."""

    uid: UUID
    number: int
    name: str
    sex: str
    sex_label: str
    born: int | None
    club: str
    licence: str
    rating: int | None
    class_name: str
    seed: int | None
    state: str
    state_label: str
    out_reason: str
    in_draw: bool
    search: str

    @property
    def is_out(self) -> bool:
        return self.state in OUT


def event_is_started(event: Event) -> bool:
    """Whether a draw of the event has been locked: from then on changes of the regulations need a reason."""
    return Stage.objects.filter(event=event, state__in=[StageState.LOCKED, StageState.CLOSED]).exists()


def entry_lines(event: Event) -> list[EntryLine]:
    """All entrants by number: two queries."""
    drawn = set(StageEntry.objects.filter(stage__event=event).values_list("entry_id", flat=True))
    found = Entry.objects.filter(event=event).select_related("person", "club").order_by("number")
    return [_line(entry, entry.pk in drawn) for entry in found]


def entry_line(event: Event, uid: UUID) -> EntryLine:
    """One entrant of the event. Raises NotFound, also for an entrant of another event."""
    entry = Entry.objects.filter(event=event, uid=uid).select_related("person", "club").first()
    if entry is None:
        raise NotFound(kind="entry")
    return _line(entry, StageEntry.objects.filter(entry=entry).exists())


def _line(entry: Entry, in_draw: bool) -> EntryLine:
    person = entry.person
    club = "" if entry.club is None else entry.club.name
    sex = "" if person is None else person.sex
    return EntryLine(
        uid=entry.uid, number=entry.number, name=str(entry), sex=sex, sex_label=str(SEX_LABELS[sex]) if sex else "",
        born=None if person is None else person.born, club=club, licence="" if person is None else person.licence,
        rating=entry.rating, class_name=entry.class_name, seed=entry.seed, state=entry.state,
        state_label=str(STATE_LABELS[entry.state]), out_reason=entry.out_reason, in_draw=in_draw,
        search=name_key(f"{entry.number} {entry} {club} {entry.class_name} {person.licence if person else ''}"),
    )


def lines_found(lines: list[EntryLine], words: str) -> list[EntryLine]:
    """The lines that have every word, in any spelling of case."""
    wanted = name_key(words[:200]).split()
    return [line for line in lines if all(word in line.search for word in wanted)]


def next_number(event: Event) -> int:
    """The number for the next entrant of an event."""
    highest: int | None = Entry.objects.filter(event=event).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def has_drawn_or_played(entry: Entry) -> bool:
    """Whether the entry stands in a draw or a match, so that it can only be withdrawn, not removed."""
    in_match = Match.objects.filter(Q(first=entry) | Q(second=entry)).exists()
    return in_match or StageEntry.objects.filter(entry=entry).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event on the panel's first page of a competition."""

    slug: str
    name: str
    kind_label: str
    entries: int
    present: int
    is_started: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionLine:
    """A competition on the panel's list."""

    competition: Competition
    events: int
    entries: int
    role_label: str


def event_lines(competition: Competition) -> list[EventLine]:
    """The events of a competition with their counts: one query."""
    found = competition.events.annotate(
        all_entries=Count("entries", distinct=True),
        at_hall=Count("entries", filter=Q(entries__state=EntryState.PRESENT), distinct=True),
        locked=Count("stages", filter=Q(stages__state__in=[StageState.LOCKED, StageState.CLOSED]), distinct=True),
    )
    return [
        EventLine(
            slug=event.slug, name=event.name, kind_label=event.get_kind_display(), entries=event.all_entries,
            present=event.at_hall, is_started=event.locked > 0)
        for event in found
    ]


def competition_lines(actor: Actor) -> list[CompetitionLine]:
    """The competitions whose panel the actor may open, the newest first."""
    found = competitions_run_by(actor).annotate(
        n_events=Count("events", distinct=True), n_entries=Count("events__entries", distinct=True))
    return [
        CompetitionLine(
            competition=found_one, events=found_one.n_events, entries=found_one.n_entries,
            role_label=str(ROLE_LABELS.get(str(actor.role_in(found_one.uid)), "")))
        for found_one in found.order_by("-starts_on", "name")
    ]
