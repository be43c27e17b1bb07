"""The public entry form of an event: whether it takes entries now, who waits, and what somebody has sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.pairs import pair_name
from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import Application, Competition, Entry, Event, Person, Registration
from competitions.workflow import ApplicationState, EntryState, StageState

from .door import money_text
from .public import live_version
from .visibility import competition_seen, competitions_visible_to, event_in

KEY_LETTERS = 32
APPLICATION_LABELS: Mapping[str, str | Promise] = {str(state): label for state, label in Application.STATES}
_LOCKED = (StageState.LOCKED, StageState.CLOSED)
_OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)
OPEN, SOON, CLOSED, DRAWN = "open", "soon", "closed", "drawn"
"""Whether the form takes entries: yes; not yet; no longer; the draw is locked."""
STATE_WORDS: Mapping[str, Promise] = {
    OPEN: pgettext_lazy("entry form", "open"), SOON: pgettext_lazy("entry form", "not open yet"),
    CLOSED: pgettext_lazy("entry form", "closed"), DRAWN: pgettext_lazy("entry form", "closed: the draw is locked"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationView:
    """The form as it stands. `free`: places left, None where their number is not limited."""

    registration: Registration
    regulations: Regulations
    state: str
    taken: int
    waiting: int
    is_pair: bool = False

    @property
    def free(self) -> int | None:
        places = self.registration.places
        return None if places is None else max(places - self.taken, 0)

    @property
    def is_open(self) -> bool:
        return self.state == OPEN

    @property
    def will_wait(self) -> bool:
        """Whether the next one to enter goes on the waiting list."""
        return self.free == 0 or self.waiting > 0

    @property
    def fee_text(self) -> str:
        return money_text(self.regulations.fee_cents, self.regulations.fee_currency)

    @property
    def state_words(self) -> Promise:
        return STATE_WORDS[self.state]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationPage:
    """The public page of the form."""

    competition: Competition
    event: Event
    view: RegistrationView
    live_version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationPage:
    """What somebody has sent, for who has the private link. `place`: in the waiting list, from 1."""

    application: Application
    competition: Competition
    event: Event
    state: str
    state_label: str | Promise
    place: int | None
    may_withdraw: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    """Somebody who waits for a place. `key`: of the private link, for officials only."""

    application: Application
    place: int
    key: str


def registration_state(event: Event, registration: Registration, at: datetime) -> str:
    """Whether the form takes entries at this moment."""
    if event.stages.filter(state__in=_LOCKED).exists():
        return DRAWN
    if registration.opens_at is not None and at < registration.opens_at:
        return SOON
    return OPEN if at < registration.closes_at else CLOSED


def forms_open(competition: Competition, at: datetime) -> dict[int, datetime]:
    """The events of a competition whose form takes entries at this moment, with its last moment. One query."""
    found = Registration.objects.filter(event__competition=competition, closes_at__gt=at).filter(
        Q(opens_at__isnull=True) | Q(opens_at__lte=at)).exclude(
            event__in=Event.objects.filter(competition=competition, stages__state__in=_LOCKED))
    return dict(found.values_list("event_id", "closes_at"))


def places_taken(event: Event) -> int:
    """Entrants who hold a place: all but those who are out, however they came onto the list."""
    return Entry.objects.filter(event=event).exclude(state__in=_OUT).count()


def registration_view(event: Event, at: datetime) -> RegistrationView | None:
    """The form of an event; None where it has none. Four queries."""
    found = Registration.objects.filter(event=event).first()
    if found is None:
        return None
    waiting = Application.objects.filter(event=event, state=ApplicationState.WAITING).count()
    return RegistrationView(
        registration=found, regulations=regulations_from(event.regulations), taken=places_taken(event), waiting=waiting,
        state=registration_state(event, found, at), is_pair=event.kind == Event.Kind.DOUBLES)


def registration_page(actor: Actor, slug: str, event_slug: str, at: datetime) -> RegistrationPage:
    """The public form of an event of a visible competition. Raises NotFound, also where it has none."""
    competition = competition_seen(actor, slug)
    version = live_version(actor, competition)
    event = event_in(competition, event_slug)
    view = registration_view(event, at)
    if view is None:
        raise NotFound(kind="registration")
    return RegistrationPage(competition=competition, event=event, view=view, live_version=version)


def application_key(uid: UUID) -> str:
    """What makes a link private: nobody without the secret of this installation can make it."""
    return salted_hmac("novuss.application", str(uid), algorithm="sha256").hexdigest()[:KEY_LETTERS]


def application_of(uid: UUID, key: str) -> Application:
    """What was sent, for who has the private link. Raises NotFound for a wrong one."""
    found = Application.objects.filter(uid=uid).select_related("event__competition", "entry").first()
    if found is None or not constant_time_compare(key, application_key(uid)):
        raise NotFound(kind="application")
    return found


def application_page(actor: Actor, uid: UUID, key: str) -> ApplicationPage:
    """The page behind the private link. Raises NotFound, also when the competition is no longer public."""
    found = application_of(uid, key)
    event = found.event
    if not competitions_visible_to(actor).filter(pk=event.competition.pk).exists():
        raise NotFound(kind="application")
    is_entered = found.entry is not None
    state = found.entry.state if found.entry is not None else found.state
    label = found.entry.get_state_display() if found.entry is not None else APPLICATION_LABELS[found.state]
    is_over = event.stages.filter(state__in=_LOCKED).exists()
    may = not is_over and (found.state == ApplicationState.WAITING or (is_entered and state not in _OUT))
    return ApplicationPage(
        application=found, competition=event.competition, event=event, state=state, state_label=label,
        place=_place(found), may_withdraw=may)


def _place(application: Application) -> int | None:
    if application.state != ApplicationState.WAITING:
        return None
    waiting = Application.objects.filter(event=application.event, state=ApplicationState.WAITING)
    return waiting.filter(number__lte=application.number).count()


def waiting_lines(event: Event) -> list[WaitingLine]:
    """Who waits, in order."""
    found = Application.objects.filter(event=event, state=ApplicationState.WAITING).order_by("number")
    return [
        WaitingLine(application=application, place=place, key=application_key(application.uid))
        for place, application in enumerate(found, 1)
    ]


def waiting_names(event: Event) -> list[str]:
    """Their names, in order, as everybody may read them: somebody known who asked not to be named has none here."""
    found = list(Application.objects.filter(event=event, state=ApplicationState.WAITING).order_by("number"))
    keys = {key for one in found for key in (one.name_key, one.partner_key) if key}
    hidden = set(Person.objects.filter(name_key__in=keys, hidden=True).values_list("name_key", flat=True))
    return [
        pair_name(["–" if key in hidden else name for key, name in (
            (one.name_key, one.name), (one.partner_key, one.partner)) if name])
        for one in found]


def application_in(event: Event, uid: UUID) -> Application:
    """What was sent for an event. Raises NotFound."""
    found = Application.objects.filter(event=event, uid=uid).first()
    if found is None:
        raise NotFound(kind="application")
    return found


def private_links(event: Event) -> dict[UUID, tuple[UUID, str]]:
    """For each entry that came by the form: the id and key of its private link."""
    found = Application.objects.filter(event=event, entry__isnull=False).values_list("entry__uid", "uid")
    return {entry: (uid, application_key(uid)) for entry, uid in found}
