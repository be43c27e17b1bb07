"""The public entry form and its private page, without an account and without scripts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from competitions.common.actors import SYSTEM
from competitions.formats.regulations import Regulations
from competitions.models import Application, Event, Registration
from competitions.services.registrations import RegistrationFacts, registration_set
from tests.factories import make_competition, make_event, make_official, make_stage
from tests.pages.setup_site import as_, text

pytestmark = pytest.mark.django_db


def offered(places: int = 2, regulations: Regulations | None = None) -> Event:
    event = make_event(make_competition(is_public=True, slug="cup"), slug="open", regulations=regulations)
    now = timezone.now()
    registration_set(event=event.uid, facts=RegistrationFacts(
        closes_at=now + timedelta(hours=1), places=places, note="Fee at the door <b>"), by=SYSTEM, at=now)
    return event


def enter(client: Client, name: str, **data: str):
    return client.post("/c/cup/open/enter/", {"uid": str(uuid4()), "name": name, **data})


def test_from_the_list_to_the_private_page_and_off_again(client: Client) -> None:
    offered(places=1)
    overview = text(client.get("/c/cup/"))
    assert "entries open" in overview
    assert 'href="/c/cup/open/entries/"' in overview
    assert "/c/cup/open/enter/" in text(client.get("/c/cup/open/entries/"))
    sent = enter(client, "Anna Liepa", club="Cēsis")
    mine = client.get(sent["Location"])
    assert "You are entered." in text(mine)
    assert mine["Cache-Control"] == "no-store"
    second = enter(client, "Berta Egle")["Location"]
    assert "You are number 1 on the waiting list" in text(client.get(second))
    assert "Berta Egle" in text(client.get("/c/cup/open/entries/"))

    gone = client.post(sent["Location"], follow=True)
    assert "This entry is off the list" in text(gone)
    assert "You are entered." in text(client.get(second))


def test_the_way_to_an_open_form_is_on_the_pages_of_competition_and_event(client: Client) -> None:
    event = offered()
    Registration.objects.update(closes_at=datetime(2099, 12, 5, 16, 0, tzinfo=UTC))
    for address in ("/c/cup/", "/c/cup/open/", "/c/cup/open/rounds/"):
        shown = text(client.get(address))
        assert "2099, 18:00." in shown  # Riga's winter time
        assert 'href="/c/cup/open/enter/"' in shown

    make_stage(event, [], system="round_robin", state="locked")
    for address in ("/c/cup/", "/c/cup/open/"):
        assert "/enter/" not in text(client.get(address))


def test_a_page_with_another_key_is_not_there(client: Client) -> None:
    offered()
    enter(client, "Anna Liepa")
    uid = Application.objects.get().uid
    for key in ("", "0" * 32):
        assert client.get(f"/entered/{uid}/?key={key}").status_code == 404
        assert client.post(f"/entered/{uid}/?key={key}").status_code == 404
    assert Application.objects.get().state == "entered"


@pytest.mark.parametrize(("regulations", "asked"), [
    (Regulations(), {"name", "club"}),
    (Regulations(classes=("A",), rankings=("sex",), age_groups=("U18",), licence_check=True),
     {"name", "club", "class_name", "sex", "born", "licence"}),
])
def test_only_what_the_regulations_need_is_asked(client: Client, regulations: Regulations, asked: set[str]) -> None:
    offered(regulations=regulations)
    assert {field.name for field in client.get("/c/cup/open/enter/").context["form"].asked} == asked


def test_faults_come_back_at_their_fields_and_nothing_is_kept(client: Client) -> None:
    offered(regulations=Regulations(age_groups=("U18",)))
    for data, field in (({"born": "1800"}, "born"), ({"name": ""}, "name"), ({"name": "x\u202ey"}, "name")):
        answer = client.post("/c/cup/open/enter/", {"uid": str(uuid4()), "name": "Anna", **data})
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {field}
    assert not Application.objects.exists()


def test_a_program_that_fills_everything_is_caught(client: Client) -> None:
    offered()
    assert enter(client, "Buy Now", website="https://spam.example").status_code == 422
    assert not Application.objects.exists()


def test_a_name_that_stands_already_and_a_closed_form_say_so(client: Client) -> None:
    event = offered()
    enter(client, "Anna Liepa")
    again = enter(client, "anna liepa")
    assert (again.status_code, "is on the list already" in text(again)) == (422, True)
    enter(client, "Cilda Koka")
    make_stage(event, [list(event.entries.all())])
    closed = enter(client, "Berta Egle")
    assert (closed.status_code, "Entries are closed" in text(closed)) == (409, True)
    assert "the draw is locked" in text(client.get("/c/cup/open/enter/")).lower()
    assert "entries open" not in text(client.get("/c/cup/"))


def test_names_and_notes_are_shown_as_they_are(client: Client) -> None:
    offered()
    page = text(client.get("/c/cup/open/enter/"))
    assert "Fee at the door &lt;b&gt;" in page
    answer = client.get(enter(client, "<script>x</script>")["Location"])
    assert "<script>x" not in text(answer)


def test_an_event_without_the_form_has_no_such_page(client: Client) -> None:
    make_event(make_competition(slug="cup", is_public=True), slug="open")
    assert client.get("/c/cup/open/enter/").status_code == 404
    assert "/enter/" not in text(client.get("/c/cup/open/entries/"))


def test_the_secretary_offers_the_form_and_looks_after_who_waits(client: Client) -> None:
    event = make_event(make_competition(slug="cup", is_public=True, time_zone="Europe/Riga"), slug="open")
    as_(client, make_official(event.competition, "secretary"))
    address = "/panel/cup/open/registration/"
    closes = timezone.localtime(timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    assert client.post(address, {"closes_at": closes, "places": "1"}).status_code == 302
    assert client.post(address, {"closes_at": ""}).status_code == 422
    visitor = Client()
    for name in ("Anna", "Berta", "Cilda"):
        enter(visitor, name)
    assert [line.application.name for line in client.get(address).context["waiting"]] == ["Berta", "Cilda"]
    berta, cilda = Application.objects.filter(state="waiting")
    client.post(f"{address}{berta.uid}/", {"name": "Berta Egle", "club": "Cēsis"})
    client.post(f"{address}{berta.uid}/accept/")
    client.post(f"{address}{cilda.uid}/decline/")

    assert [str(entry) for entry in event.entries.all()] == ["Anna", "Berta Egle"]
    assert "Nobody waits" in text(client.get(address))


def test_a_pair_enters_together(client: Client) -> None:
    event = make_event(
        make_competition(is_public=True, slug="cup"), slug="open", kind="doubles",
        regulations=Regulations(pairs_of="mixed"))
    now = timezone.now()
    registration_set(
        event=event.uid, facts=RegistrationFacts(closes_at=now + timedelta(hours=1), places=1), by=SYSTEM, at=now)
    asked = [field.name for field in client.get("/c/cup/open/enter/").context["form"].asked]
    assert asked == ["name", "club", "sex", "partner", "partner_club", "partner_sex"]
    alone = enter(client, "Anna Liepa", sex="F")
    assert set(alone.context["form"].errors) == {"partner"}
    wrong = enter(client, "Anna Liepa", sex="F", partner="Berta Egle", partner_sex="F")
    assert "mixed pairs only" in text(wrong)
    right = enter(client, "Anna Liepa", sex="F", partner="Bruno Egle", partner_sex="M")
    assert "Anna Liepa / Bruno Egle" in text(client.get(right["Location"]))
    enter(client, "Cilda Koka", sex="F", partner="Dainis Koks", partner_sex="M")
    assert "Cilda Koka / Dainis Koks" in text(client.get("/c/cup/open/entries/"))
    as_(client, make_official(event.competition, "secretary"))
    waiting = Application.objects.get(state="waiting")
    address = f"/panel/cup/open/registration/{waiting.uid}/"
    assert 'name="partner"' in text(client.get(address))
    client.post(address, {
        "name": "Cilda Koka", "sex": "F", "partner": "Edgars Koks", "partner_sex": "M"})
    assert "Cilda Koka / Edgars Koks" in text(client.get("/panel/cup/open/registration/"))
