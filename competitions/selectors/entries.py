"""Entrants of an event, as the panel shows them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.names import name_key
from competitions.models import Competition, Entry, Event, Match, Person, Sex, Stage, StageEntry
from competitions.selectors.people import ROLE_LABELS
from competitions.selectors.visibility import competitions_run_by
from competitions.workflow import EntryState, MatchStatus, StageState

KIND_LABELS: dict[str, str | Promise] = {str(value): label for value, label in Event.Kind.choices}
STATE_LABELS: dict[str, str | Promise] = {str(state): label for state, label in Entry.STATES}
SEX_LABELS: dict[str, str | Promise] = {str(value): label for value, label in Sex.choices}
OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """A player of a pair."""

    name: str
    sex: str
    born: int | None
    club: str
    licence: str
    rating: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One line of the list of entrants; `members` are the players of a pair."""

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
    members: tuple[MemberLine, ...] = ()

    @property
    def is_out(self) -> bool:
        return self.state in OUT


def is_doubles(event: Event) -> bool:
    """Whether pairs play."""
    return event.kind == Event.Kind.DOUBLES


def event_is_started(event: Event) -> bool:
    """Whether a draw of the event has been locked: from then on changes of the regulations need a reason."""
    return Stage.objects.filter(event=event, state__in=[StageState.LOCKED, StageState.CLOSED]).exists()


def entry_lines(event: Event) -> list[EntryLine]:
    """All entrants by number: two queries, four of pairs."""
    drawn = set(StageEntry.objects.filter(stage__event=event).values_list("entry_id", flat=True))
    found = _listed(event).order_by("number")
    return [_line(entry, entry.pk in drawn) for entry in found]


def entry_line(event: Event, uid: UUID) -> EntryLine:
    """One entrant of the event. Raises NotFound, also for an entrant of another event."""
    entry = _listed(event).filter(uid=uid).first()
    if entry is None:
        raise NotFound(kind="entry")
    return _line(entry, StageEntry.objects.filter(entry=entry).exists())


def _listed(event: Event) -> QuerySet[Entry]:
    found = Entry.objects.filter(event=event).select_related("person", "club")
    return found if event.kind == Event.Kind.SINGLES else found.prefetch_related("members__person__club")


def _line(entry: Entry, in_draw: bool) -> EntryLine:
    person = entry.person
    club = "" if entry.club is None else entry.club.name
    members = () if person is not None else tuple(_member(member.person) for member in entry.members.all())
    sexes = [person.sex] if person is not None else [member.sex for member in members]
    licences = [person.licence] if person is not None else [member.licence for member in members]
    licence = " / ".join(filter(None, licences))
    return EntryLine(
        uid=entry.uid, number=entry.number, name=str(entry), sex=sexes[0] if len(set(sexes)) == 1 else "",
        sex_label=_sex_label(sexes), born=None if person is None else person.born, club=club, licence=licence,
        rating=entry.rating, class_name=entry.class_name, seed=entry.seed, state=entry.state,
        state_label=str(STATE_LABELS[entry.state]), out_reason=entry.out_reason, in_draw=in_draw, members=members,
        search=name_key(" ".join([
            str(entry.number), str(entry), club, *(member.club for member in members), entry.class_name, licence])),
    )


def _sex_label(sexes: list[str]) -> str:
    """Of one person, or of a pair whose players' sexes are both known."""
    if not sexes or not all(sexes):
        return ""
    return str(SEX_LABELS[sexes[0]]) if len(set(sexes)) == 1 else _("mixed")


def _member(person: Person) -> MemberLine:
    return MemberLine(
        name=person.name, sex=person.sex, born=person.born, club=person.club.name if person.club else "",
        licence=person.licence, rating=person.rating)


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


def has_begun(entry: Entry) -> bool:
    """Whether a match of the entry has begun or is decided, so that its players stand in a protocol."""
    mine = Match.objects.filter(Q(first=entry) | Q(second=entry), second__isnull=False)
    return mine.exclude(status__in=[MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.POSTPONED]).exists()


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
