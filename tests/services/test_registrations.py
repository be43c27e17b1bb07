"""The public entry form: places, the waiting list, the private link, and who may not do what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from competitions.common.actors import SPECTATOR, SYSTEM, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound, TooMany
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.regulations import Regulations
from competitions.models import Application, AuditEntry, Club, Entry, Event, Person
from competitions.selectors.actors import actor_of
from competitions.selectors.door import door_view
from competitions.selectors.registrations import (
    application_key,
    application_page,
    registration_view,
    waiting_names,
)
from competitions.services import registrations
from competitions.services.door import door_tick
from competitions.services.entries import entry_add, entry_remove
from competitions.services.pairs import pair_add
from competitions.services.registrations import (
    RegistrationFacts,
    application_accept,
    application_change,
    application_decline,
    application_make,
    application_withdraw,
    registration_set,
)
from refereeing.pages.run.refusals import refusal_text
from refereeing.services.discipline import entry_withdraw
from tests.factories import (
    NOON,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_person,
    make_stage,
)

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=3)


def offered(places: int | None = 2, **facts: Any) -> Event:
    event = make_event(make_competition(is_public=True))
    registration_set(
        event=event.uid, facts=RegistrationFacts(closes_at=LATER, places=places, **facts), by=SYSTEM, at=NOON)
    return event


def send(event: Event, name: str, *, uid: UUID | None = None, at: Any = NOON, **said: Any) -> Application:
    return application_make(
        event=event.uid, uid=uid or uuid4(), entrant=Entrant(name=name, **said), address="10.0.0.7", by=SPECTATOR,
        at=at)


def states(event: Event) -> list[tuple[str, str]]:
    return list(Application.objects.filter(event=event).values_list("name", "state"))


def withdraw(application: Application) -> None:
    application_withdraw(uid=application.uid, key=application_key(application.uid), at=NOON)


def test_places_are_given_in_order_and_then_one_waits() -> None:
    event = offered(places=2)
    for name in ("Anna", "Berta", "Cilda"):
        send(event, name)

    assert states(event) == [("Anna", "entered"), ("Berta", "entered"), ("Cilda", "waiting")]
    assert [str(entry) for entry in event.entries.all()] == ["Anna", "Berta"]
    assert not Person.objects.filter(name="Cilda").exists()  # of who waits nothing is made yet
    assert AuditEntry.objects.filter(kind="application.made").count() == 3


def test_a_withdrawal_by_the_link_moves_the_next_one_up() -> None:
    event = offered(places=1)
    first, second, _third = (send(event, name, club="Cēsis") for name in ("Anna", "Berta", "Cilda"))
    withdraw(first)

    assert states(event) == [("Anna", "withdrawn"), ("Berta", "entered"), ("Cilda", "waiting")]
    assert [str(entry) for entry in event.entries.all()] == ["Berta"]
    gone = Application.objects.get(uid=first.uid)
    assert (gone.club, gone.licence, gone.born) == ("", "", None)  # of who is gone the name is kept
    withdraw(first)  # again changes nothing
    assert application_page(SPECTATOR, second.uid, application_key(second.uid)).state == "entered"


def test_every_way_off_the_list_frees_the_place() -> None:
    event = offered(places=2)
    for name in ("Anna", "Berta", "Cilda", "Dace"):
        send(event, name)
    anna, berta = event.entries.all()
    entry_remove(entry=anna.uid, by=SYSTEM, at=NOON)
    entry_withdraw(entry_uid=berta.uid, reason="ill", by=SYSTEM, at=NOON)

    assert dict(states(event)) == {
        "Anna": "declined", "Berta": "entered", "Cilda": "entered", "Dace": "entered"}
    assert sorted(str(e) for e in event.entries.exclude(state="withdrawn")) == ["Cilda", "Dace"]


def test_more_places_let_the_next_ones_in() -> None:
    event = offered(places=1)
    for name in ("Anna", "Berta", "Cilda", "Dace"):
        send(event, name)
    moved = registration_set(
        event=event.uid, facts=RegistrationFacts(closes_at=LATER, places=3), by=SYSTEM, at=NOON)

    assert moved == 2
    assert waiting_names(event) == ["Dace"]


def test_the_secretary_enters_beyond_the_places_and_takes_out_of_turn() -> None:
    event = offered(places=1)
    _anna, _berta, cilda = (send(event, name) for name in ("Anna", "Berta", "Cilda"))
    entry_add(event=event.uid, entrant=Entrant(name="Dace"), by=SYSTEM, at=NOON)
    application_accept(event=event.uid, application=cilda.uid, by=SYSTEM, at=NOON)

    assert sorted(map(str, event.entries.all())) == ["Anna", "Cilda", "Dace"]
    assert waiting_names(event) == ["Berta"]
    with pytest.raises(Conflict, match="not_waiting"):
        application_accept(event=event.uid, application=cilda.uid, by=SYSTEM, at=NOON)


def test_who_was_entered_by_hand_meanwhile_is_not_given_to_whoever_waits_under_that_name() -> None:
    """The link of the one who waits would take the secretary's entry off the list."""
    event = offered(places=1)
    send(event, "Anna")
    berta = send(event, "Berta")
    entered = entry_add(event=event.uid, entrant=Entrant(name="berta"), by=SYSTEM, at=NOON)
    with pytest.raises(Conflict, match="application_unfit"):
        application_accept(event=event.uid, application=berta.uid, by=SYSTEM, at=NOON)
    registration_set(event=event.uid, facts=RegistrationFacts(closes_at=LATER, places=5), by=SYSTEM, at=NOON)

    assert states(event) == [("Anna", "entered"), ("Berta", "declined")]
    withdraw(berta)
    assert event.entries.filter(pk=entered.pk, application__isnull=True).exists()
    assert event.entries.count() == 2


def test_declined_and_mended() -> None:
    event = offered(places=1)
    send(event, "Anna")
    berta, cilda = send(event, "Berta"), send(event, "Cilda")
    application_decline(event=event.uid, application=berta.uid, by=SYSTEM, at=NOON)
    application_change(
        event=event.uid, application=cilda.uid, entrant=Entrant(name="Cilda Koka", club="Cēsis"), by=SYSTEM, at=NOON)

    assert waiting_names(event) == ["Cilda Koka"]
    with pytest.raises(Invalid, match="name_taken"):
        application_change(
            event=event.uid, application=cilda.uid, entrant=Entrant(name="Anna"), by=SYSTEM, at=NOON)


def test_sent_twice_is_entered_once() -> None:
    event, uid = offered(), uuid4()
    assert send(event, "Anna", uid=uid) == send(event, "Anna", uid=uid)
    assert event.entries.count() == 1


def test_the_id_of_a_form_alone_gives_nobody_its_private_link() -> None:
    event, uid = offered(), uuid4()
    send(event, "Anna", uid=uid, club="Cēsis")
    for said in ({"name": "Berta", "club": "Cēsis"}, {"name": "Anna"}):
        with pytest.raises(Conflict, match="form_used"):
            send(event, uid=uid, **said)
    with pytest.raises(Conflict, match="form_used"):
        send(event, "Anna", uid=uid, club="Cēsis", at=NOON + timedelta(hours=2))
    withdraw(Application.objects.get())
    with pytest.raises(Conflict, match="form_used"):
        send(event, "Anna", uid=uid, club="Cēsis")


def test_the_id_of_a_form_of_another_event_is_refused() -> None:
    event = offered()
    other = make_event(event.competition, name="Other")
    registration_set(event=other.uid, facts=RegistrationFacts(closes_at=LATER), by=SYSTEM, at=NOON)
    uid = send(event, "Anna").uid
    with pytest.raises(Conflict, match="form_used"):
        send(other, "Anna", uid=uid)
    assert not other.entries.exists()


@pytest.mark.parametrize("wait", [False, True])
def test_a_name_stands_once(wait: bool) -> None:
    event = offered(places=1 if wait else 5)
    send(event, "Anna")
    send(event, "Berta")
    with pytest.raises(Invalid, match="name_taken"):
        send(event, "  BERTA ")


@pytest.mark.parametrize(("opens", "at"), [(NOON + timedelta(hours=1), NOON), (None, LATER)])
def test_closed_before_and_after(opens: Any, at: Any) -> None:
    event = offered(opens_at=opens)
    with pytest.raises(Conflict, match="registration_closed"):
        send(event, "Anna", at=at)


def test_closed_once_the_draw_is_locked_and_nobody_moves_up() -> None:
    event = offered(places=2)
    anna = send(event, "Anna")
    send(event, "Berta")
    send(event, "Cilda")
    make_stage(event, [list(event.entries.all())])
    with pytest.raises(Conflict, match="registration_closed"):
        send(event, "Dace")
    with pytest.raises(Conflict, match="draw_locked"):
        withdraw(anna)
    entry_withdraw(entry_uid=event.entries.all()[1].uid, reason="ill", by=SYSTEM, at=NOON)
    assert waiting_names(event) == ["Cilda"]


def test_who_has_paid_stays_to_be_read() -> None:
    event = offered()
    anna = send(event, "Anna")
    door_tick(entry=event.entries.get().uid, what="licence", by=SYSTEM, at=NOON)
    withdraw(anna)

    assert event.entries.get().state == "withdrawn"


def test_what_is_known_of_people_is_not_changed_by_a_passer_by() -> None:
    event = offered()
    known = make_person("Anna", sex="F", born=1990, rating=1800, licence="L-1")
    send(event, "Anna", club="Elsewhere", sex="M")

    entry = event.entries.get()
    known.refresh_from_db()
    assert entry.person == known
    assert (known.sex, known.born, known.rating, known.club) == ("F", 1990, 1800, None)
    assert (entry.rating, str(entry.club)) == (1800, "Elsewhere")


def test_the_licence_of_another_tells_nothing_of_whose_it_is() -> None:
    event = offered()
    make_person("Secret Somebody", licence="L-1", hidden=True)
    with pytest.raises(Invalid) as caught:
        send(event, "Anna", licence="L-1")

    assert (caught.value.code, caught.value.params) == ("licence_of_another", {"path": "licence"})
    assert (Application.objects.count(), Entry.objects.count(), Club.objects.count()) == (0, 0, 0)


def test_a_licence_typed_into_the_form_is_a_claim_until_it_is_seen_at_the_door() -> None:
    """Else a stranger takes the number of somebody whom nobody has entered yet."""
    event = offered(places=None)
    for name in ("Anna", "Berta"):
        send(event, name, licence="L-7")
    assert not Person.objects.exclude(licence="").exists()
    assert [line.licence for line in door_view(event).lines] == ["L-7", "L-7"]
    anna, berta = event.entries.order_by("number")
    door_tick(entry=berta.uid, what="licence", by=SYSTEM, at=NOON)
    assert Person.objects.get(licence="L-7").name == "Berta"
    with pytest.raises(Invalid, match="licence_of_another") as caught:
        door_tick(entry=anna.uid, what="licence", by=SYSTEM, at=NOON)
    assert refusal_text(caught.value) == "This licence belongs to another name."
    assert [line.licence_checked for line in door_view(event).lines] == [False, True]


def test_the_claims_of_a_pair_are_those_of_its_two_players() -> None:
    event = doubles()
    send_pair(event, "Anna", "Berta", licence="L-1", partner_licence="L-2")
    assert [line.licence for line in door_view(event).lines] == ["L-1 / L-2"]
    door_tick(entry=event.entries.get().uid, what="licence", by=SYSTEM, at=NOON)
    assert dict(Person.objects.values_list("name", "licence")) == {"Anna": "L-1", "Berta": "L-2"}


def test_somebody_who_asked_not_to_be_named_waits_without_a_name() -> None:
    event = offered(places=1)
    send(event, "Anna")
    make_person("Berta", hidden=True)
    send(event, "Berta")
    assert waiting_names(event) == ["–"]


def test_the_private_link_is_the_key() -> None:
    event = offered()
    anna = send(event, "Anna")
    with pytest.raises(NotFound):
        application_page(SPECTATOR, anna.uid, "0" * 32)
    with pytest.raises(NotFound):
        application_withdraw(uid=anna.uid, key="", at=NOON)
    with pytest.raises(NotFound):
        application_page(SPECTATOR, uuid4(), application_key(anna.uid))
    event.competition.is_public = False
    event.competition.save()
    with pytest.raises(NotFound):
        application_page(SPECTATOR, anna.uid, application_key(anna.uid))
    with pytest.raises(NotFound):
        send(event, "Berta")


def test_a_flood_from_one_address_is_stopped_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registrations, "OF_ONE", 3)
    event = offered(places=None)
    for number in range(3):
        send(event, f"Program {number}")
    with pytest.raises(TooMany) as caught:
        send(event, "Program 4")
    assert caught.value.params["retry_after"] == 600
    other = application_make(
        event=event.uid, uid=uuid4(), entrant=Entrant(name="Somebody"), address="10.0.0.8", by=SPECTATOR, at=NOON)
    send(event, "Human", at=NOON + timedelta(minutes=11))
    assert Application.objects.get(uid=other.uid).source
    assert "10.0.0" not in Application.objects.get(uid=other.uid).source
    registration_set(event=event.uid, facts=RegistrationFacts(
        closes_at=NOON + timedelta(days=3)), by=SYSTEM, at=NOON)
    send(event, "Next Day", at=NOON + timedelta(days=2))
    assert Application.objects.exclude(source="").count() == 1


def test_the_waiting_list_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registrations, "MAX_WAITING", 1)
    event = offered(places=1)
    send(event, "Anna")
    send(event, "Berta")
    with pytest.raises(Conflict, match="list_full"):
        send(event, "Cilda")


@pytest.mark.parametrize(("facts", "path"), [
    ({"opens_at": LATER}, "closes_at"), ({"places": 0}, "places"), ({"note": "x" * 501}, "note")])
def test_settings_are_checked(facts: dict[str, Any], path: str) -> None:
    event = make_event()
    with pytest.raises(Invalid) as caught:
        registration_set(event=event.uid, facts=RegistrationFacts(closes_at=LATER, **facts), by=SYSTEM, at=NOON)
    assert caught.value.params["path"] == path
    assert registration_view(event, NOON) is None


def test_rights_and_kinds() -> None:
    event = offered()
    waiting = send(event, "Anna")
    senior: Actor = actor_of(make_official(event.competition, "senior"))
    facts = RegistrationFacts(closes_at=LATER)
    with pytest.raises(NotAllowed):
        registration_set(event=event.uid, facts=facts, by=senior, at=NOON)
    with pytest.raises(NotAllowed):
        application_decline(event=event.uid, application=waiting.uid, by=senior, at=NOON)
    with pytest.raises(NotFound):
        application_accept(event=make_event().uid, application=waiting.uid, by=SYSTEM, at=NOON)
    with pytest.raises(Conflict, match="form_no_teams"):
        registration_set(event=make_event(kind="teams").uid, facts=facts, by=SYSTEM, at=NOON)
    plain = make_event()
    make_entry(plain)
    with pytest.raises(NotFound):
        send(plain, "Anna")


# --- pairs -----------------------------------------------------------------------------------------------------------
def doubles(places: int | None = 1, **regulations: Any) -> Event:
    event = make_event(make_competition(is_public=True), kind="doubles", regulations=Regulations(**regulations))
    registration_set(event=event.uid, facts=RegistrationFacts(closes_at=LATER, places=places), by=SYSTEM, at=NOON)
    return event


def send_pair(event: Event, name: str, partner: str = "", **said: Any) -> Application:
    return application_make(
        event=event.uid, uid=uuid4(), address="10.0.0.7", by=SPECTATOR, at=NOON,
        entrant=PairEntrant(name=name, partner=partner, **said))


def test_pairs_take_places_and_wait_like_single_players() -> None:
    event = doubles(places=1)
    first = send_pair(event, "Anna", "Berta", club="Cēsis", partner_club="Rīga")
    send_pair(event, "Cilda", "Dace")
    assert (str(first), waiting_names(event)) == ("Anna / Berta", ["Cilda / Dace"])
    entry = event.entries.get()
    assert [(m.number, str(m.person), str(m.person.club)) for m in entry.members.order_by("number")] == [
        (1, "Anna", "Cēsis"), (2, "Berta", "Rīga")]
    assert not Person.objects.filter(name="Cilda").exists()
    withdraw(first)
    assert [str(m.person) for m in event.entries.get().members.order_by("number")] == ["Cilda", "Dace"]


def test_nobody_waits_or_plays_in_two_pairs() -> None:
    event = doubles(places=1)
    send_pair(event, "Anna", "Berta")
    send_pair(event, "Cilda", "Dace")
    for name, partner, path in (
        ("Elza", "berta", "partner"), ("ANNA", "Elza", "name"), ("Elza", "Cilda", "partner"), ("Dace", "Elza", "name"),
    ):
        with pytest.raises(Invalid) as caught:
            send_pair(event, name, partner)
        assert (caught.value.code, caught.value.params["path"]) == ("name_taken", path)
    assert Application.objects.count() == 2


@pytest.mark.parametrize(("regulations", "said", "code"), [
    ({}, {}, "partner_missing"), ({}, {"partner": "anna"}, "same_person_twice"),
    ({"pairs_of": "mixed"}, {"partner": "Berta"}, "sex_needed"),
    ({"pairs_of": "mixed"}, {"partner": "Berta", "sex": "F", "partner_sex": "F"}, "not_mixed"),
    ({"pairs_of": "women"}, {"partner": "Berts", "sex": "F", "partner_sex": "M"}, "women_only"),
])
def test_a_pair_that_the_regulations_do_not_admit_is_refused_at_once(
    regulations: dict[str, Any], said: dict[str, Any], code: str,
) -> None:
    """Also where it would only wait: nobody waits for a place that cannot be given."""
    for places in (5, 1):
        event = doubles(places=places, **regulations)
        if places == 1:
            Application.objects.create(
                uid=uuid4(), event=event, number=1, name="X", name_key="x", state="waiting", created_at=NOON)
        with pytest.raises(Invalid, match=code):
            send_pair(event, "Anna", **said)
        assert not Person.objects.filter(name="Anna").exists()


def test_one_plays_alone_where_the_regulations_let_him() -> None:
    event = doubles(solo_pairs=True)
    send_pair(event, "Anna")
    assert event.entries.get().members.count() == 1


def test_the_sex_that_is_known_is_not_changed_but_what_is_missing_may_be_told() -> None:
    event = doubles(pairs_of="mixed")
    known = make_person("Anna", sex="")
    send_pair(event, "Anna", "Berts", sex="F", partner_sex="M")
    known.refresh_from_db()
    assert (known.sex, Person.objects.get(name="Berts").sex) == ("", "M")


def test_a_pair_entered_by_hand_meanwhile_is_not_given_away_and_a_waiting_one_is_mended() -> None:
    event = doubles(places=1)
    send_pair(event, "Anna", "Berta")
    cilda, elza = send_pair(event, "Cilda", "Dace"), send_pair(event, "Elza", "Fanija")
    pair_add(event=event.uid, pair=PairEntrant(name="Dace", partner="Cilda"), by=SYSTEM, at=NOON)
    application_change(
        event=event.uid, application=elza.uid, entrant=PairEntrant(name="Elza", partner="Gaida"), by=SYSTEM, at=NOON)
    with pytest.raises(Invalid, match="name_taken"):
        application_change(
            event=event.uid, application=elza.uid, entrant=PairEntrant(name="Elza", partner="Anna"), by=SYSTEM, at=NOON)
    registration_set(event=event.uid, facts=RegistrationFacts(closes_at=LATER, places=3), by=SYSTEM, at=NOON)

    assert Application.objects.get(uid=cilda.uid).state == "declined"
    assert sorted("".join(str(m.person)[0] for m in e.members.order_by("number")) for e in event.entries.all()) == [
        "AB", "DC", "EG"]
