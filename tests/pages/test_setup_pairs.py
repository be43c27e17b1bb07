"""The pages that enter pairs: a doubles event made, pairs typed in and imported, refusals at their fields."""

from __future__ import annotations

import pytest
from django.test import Client

from competitions.models import Entry, Event
from tests.factories import make_competition, make_event, make_official, make_pair
from tests.pages.setup_site import as_, text, url
from tests.pages.test_setup_pages import regulations_sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(make_competition(), kind="doubles", name="Mixed")


@pytest.fixture
def chief(client: Client, event: Event) -> Client:
    return as_(client, make_official(event.competition))


def test_event_of_pairs_is_made_from_its_preset(chief: Client, event: Event) -> None:
    address = url("event_new", event)
    shown = chief.get(address, {"preset": "latvian_doubles"})
    assert "Who may enter" in text(shown)

    chief.post(address, regulations_sent(shown, name="Women, doubles", pairs_of="women", solo_pairs="on"))

    made = Event.objects.get(name="Women, doubles")
    assert (made.kind, made.preset, made.regulations["sets"]) == ("doubles", "latvian_doubles", 4)
    assert (made.regulations["pairs_of"], made.regulations["solo_pairs"]) == ("women", True)
    assert "Who may enter" in text(chief.get(url("regulations", made)))


def test_any_preset_can_be_played_by_pairs(chief: Client, event: Event) -> None:
    address = url("event_new", event)
    shown = chief.get(address, {"preset": "estonian_singles", "kind": "doubles"})

    chief.post(address, regulations_sent(shown, name="Paarid"))

    assert Event.objects.get(name="Paarid").kind == "doubles"
    assert "Who may enter" not in text(chief.get(address, {"preset": "estonian_singles"}))


def test_pair_is_typed_in_and_changed(chief: Client, event: Event) -> None:
    page = chief.get(url("entry_new", event))
    assert "Second player" in text(page)

    chief.post(url("entry_new", event), {"name": "Anna Liepa", "club": "Rīga", "partner": "Jānis Egle"})

    entry = Entry.objects.get()
    assert "Anna Liepa / Jānis Egle" in text(chief.get(url("entries", event)))
    shown = chief.get(url("entry", event, entry.uid))
    assert shown.context["form"]["partner"].value() == "Jānis Egle"
    chief.post(url("entry", event, entry.uid), {"name": "Anna Liepa", "partner": "Jānis Egļe"})
    assert str(Entry.objects.get()) == "Anna Liepa / Jānis Egļe"


def test_refusal_stands_at_the_partner(chief: Client, event: Event) -> None:
    make_pair(event, "Anna Liepa", "Jānis Egle")

    answer = chief.post(url("entry_new", event), {"name": "Zane", "partner": "Jānis Egle"})

    assert answer.status_code == 422
    assert answer.context["form"].errors["partner"] == [
        "Jānis Egle plays in another pair of this event already: Anna Liepa / Jānis Egle."]
    alone = chief.post(url("entry_new", event), {"name": "Zane"})
    assert "partner is missing" in text(alone)


def test_list_of_pairs_through_the_preview(chief: Client, event: Event) -> None:
    template = chief.get(url("import_template", event)).content.decode("utf-8-sig")
    assert '"Partner"' in template
    answer = chief.post(url("import", event), {"text": "name;partner\nAnna Liepa;Jānis Egle\n"})
    shown = chief.get(answer["Location"])
    assert "Anna Liepa / Jānis Egle" in text(shown)

    chief.post(answer["Location"], {"digest": shown.context["shown"].plan.digest})

    assert str(Entry.objects.get()) == "Anna Liepa / Jānis Egle"
