"""At the door: presence, fee and licence, one tick each, recorded once; the sums of the treasurer."""

from __future__ import annotations

import pytest

from competitions.common.actors import SYSTEM
from competitions.common.errors import IllegalMove, Invalid, NotAllowed
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, DoorCheck, Event
from competitions.selectors.actors import actor_of
from competitions.selectors.door import door_view, money_text
from competitions.services.door import door_tick
from competitions.services.entries import entry_remove
from refereeing.services.documents.door import door_sheet
from tests.factories import NOON, make_entry, make_event, make_official
from tests.pdf.documents import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(regulations=Regulations(fee_cents=750, licence_check=True))
    for name in ("Anna", "Berta", "Cilda"):
        make_entry(event, name, state="entered")
    return event


def tick(event: Event, name: str, *whats: str, by=SYSTEM) -> None:
    for what in whats:
        door_tick(entry=event.entries.get(person__name=name).uid, what=what, by=by, at=NOON)


def test_the_sums_of_the_treasurer(event: Event) -> None:
    """Two paid 7.50: 15; one present owes 7.50; who is entered only owes nothing yet."""
    secretary = make_official(event.competition, "secretary")
    tick(event, "Anna", "present", "paid", "licence", by=actor_of(secretary))
    tick(event, "Berta", "present", "waived")
    make_entry(event, "Dace", state="present")
    sums = door_view(event).sums

    assert (sums.entrants, sums.present, sums.paid, sums.waived, sums.owing) == (4, 3, 1, 1, 1)
    assert (sums.taken, sums.still, sums.unchecked) == ("7.50 EUR", "7.50 EUR", 2)
    assert sums.by_whom == ((str(secretary), 1, "7.50 EUR"),)


def test_a_tick_twice_is_one_and_can_be_taken_back(event: Event) -> None:
    tick(event, "Anna", "paid", "paid", "owing", "licence", "no_licence", "absent", "present")
    door = DoorCheck.objects.get()

    assert (door.fee, door.fee_cents, door.fee_by, door.fee_at, door.licence_checked) == ("", 0, None, None, False)
    assert event.entries.get(person__name="Anna").state == "present"
    assert AuditEntry.objects.filter(kind="door.ticked").count() == 6


def test_money_taken_is_what_it_was_when_it_was_taken(event: Event) -> None:
    tick(event, "Anna", "paid")
    event.regulations = {**event.regulations, "fee_cents": 1000}
    event.save()
    tick(event, "Berta", "paid")

    assert door_view(event).sums.taken == "17.50 EUR"


def test_money_of_who_has_left_was_taken_all_the_same(event: Event) -> None:
    tick(event, "Anna", "paid")
    event.entries.filter(person__name="Anna").update(state="withdrawn")

    view = door_view(event)
    assert view.sums.taken == "7.50 EUR"
    assert "Anna" not in [line.name for line in view.lines]
    with pytest.raises(IllegalMove):
        tick(event, "Anna", "present")


def test_who_may_and_what_there_is(event: Event) -> None:
    senior = actor_of(make_official(event.competition, "senior"))
    with pytest.raises(NotAllowed):
        tick(event, "Anna", "paid", by=senior)
    with pytest.raises(Invalid):
        tick(event, "Anna", "half")
    assert not DoorCheck.objects.exists()


def test_an_entry_by_mistake_goes_with_its_ticks(event: Event) -> None:
    tick(event, "Anna", "licence")
    entry_remove(entry=event.entries.get(person__name="Anna").uid, by=SYSTEM, at=NOON)
    assert not DoorCheck.objects.exists()


@pytest.mark.parametrize(("cents", "text"), [(500, "5 EUR"), (750, "7.50 EUR"), (5, "0.05 EUR"), (0, "0 EUR")])
def test_money_in_words(cents: int, text: str) -> None:
    assert money_text(cents, "EUR") == text


@pytest.mark.usefixtures("poppler")
def test_the_list_on_paper_has_boxes(event: Event) -> None:
    tick(event, "Anna", "present", "paid")
    tick(event, "Berta", "waived")
    printed = text_of(door_sheet(event, language="en"))

    # Three boxes for each of three, but a word for the fee that is waived.
    assert (printed.count("☑"), printed.count("☐"), printed.count("waived")) == (2, 6, 2)
    assert "1 paid: 7.50 EUR" in printed
