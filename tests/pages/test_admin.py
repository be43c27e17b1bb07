"""The administrator's back office: reads all, writes nearly nothing, shows no secret."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from competitions.models import Account, Outbox, Person
from refereeing.models import Device
from tests.factories import make_account, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db
OURS = [model for app in ("competitions", "refereeing") for model in apps.get_app_config(app).get_models()]
REGISTERED = [model for model in OURS if admin.site.is_registered(model)]
WRITABLE = {Account, Person}
PARTS = {
    "EntryMember", "Group", "StageEntry",  # seen on the public pages of a draw
    "Team", "TeamBoard", "TeamSheet", "Fixture",  # seen on the pages of teams and of their matches
    "LineUp",  # a secret until both sides have handed in; then on the page of the match
}


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(make_account("root", is_staff=True, is_superuser=True))
    return client


def test_every_model_can_be_read():
    assert {model.__name__ for model in OURS} - {model.__name__ for model in REGISTERED} <= PARTS


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_list_opens_and_nothing_can_be_added_or_deleted(chief: Client, model):
    event = make_event()
    make_stage(event, [[make_entry(event), make_entry(event)]])
    base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"

    assert chief.get(base).status_code == 200
    assert chief.get(f"{base}add/").status_code == (200 if model is Account else 403)
    row = model.objects.first()
    if row is not None:
        assert chief.get(f"{base}{row.pk}/change/").status_code == 200
        assert chief.post(f"{base}{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert model in WRITABLE or chief.post(f"{base}{row.pk}/change/", {}).status_code == 403


@pytest.mark.parametrize("path", ["/admin/", "/admin/competitions/person/"])
@pytest.mark.parametrize("who", ["nobody", "official"])
def test_others_are_sent_to_the_login(client: Client, path, who):
    if who == "official":
        client.force_login(make_official(make_event().competition))

    assert client.get(path).status_code == 302


def test_person_is_hidden_through_the_service(chief: Client):
    event = make_event()
    person = make_entry(event, "Anna Kalniņa").person

    answer = chief.post(f"/admin/competitions/person/{person.pk}/change/", {"name": "Anna  Ozola", "hidden": "on"})

    person.refresh_from_db()
    assert answer.status_code == 302
    assert (person.name, person.name_key, person.hidden) == ("Anna Ozola", "anna ozola", True)
    assert Outbox.objects.filter(topic="entries.changed", competition=event.competition.uid).exists()


def test_person_form_writes_nothing_else(chief: Client):
    person = make_entry(make_event(), "Anna").person

    chief.post(f"/admin/competitions/person/{person.pk}/change/", {"name": "Anna", "licence": "X1", "rating": "1"})

    person.refresh_from_db()
    assert (person.licence, person.rating) == ("", None)


def test_new_account_gets_a_one_time_password_shown_once(chief: Client):
    sent = {"username": "Anna", "first_name": "Anna K.", "language": "lv"}
    answer = chief.post("/admin/competitions/account/add/", sent)

    account = Account.objects.get(username="anna")
    assert answer.status_code == 302
    assert account.must_change_password
    assert not account.is_superuser
    assert "one-time password" in chief.get("/admin/").content.decode()


def test_secrets_are_not_shown(chief: Client):
    account = make_account("anna")
    account.pin = "pbkdf2-of-the-pin"
    account.save()
    device = Device.objects.create(competition=make_event().competition, name="Tablet", token_hash="f" * 64)

    pages = [chief.get(f"/admin/competitions/account/{account.pk}/change/").content.decode(),
             chief.get(f"/admin/refereeing/device/{device.pk}/change/").content.decode()]

    assert account.password not in pages[0]
    assert "pbkdf2-of-the-pin" not in pages[0]
    assert "f" * 64 not in pages[1]


def test_last_administrator_cannot_close_himself(chief: Client):
    root = Account.objects.get(username="root")

    answer = chief.post(f"/admin/competitions/account/{root.pk}/change/", {"first_name": "Root", "language": "lv"})

    root.refresh_from_db()
    assert answer.status_code == 409
    assert (root.is_active, root.is_superuser) == (True, True)
