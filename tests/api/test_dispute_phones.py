"""Players' phones in a dispute: what they may add leaves room for the officials' evidence, and stops no replay."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from refereeing.models import Dispute, Replay
from refereeing.services import evidence
from refereeing.services.devices import slip_code
from tests.api.tablet_client import Tablet
from tests.api.test_disputes_api import ask, picture, put, save
from tests.services.dispute_hall import DisputeHall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> DisputeHall:
    return DisputeHall()


def phone_of(hall: DisputeHall) -> Tablet:
    """A phone that has the table by the slip's code."""
    table = hall.competition.tables.get(number=1)
    told = Client().post(
        f"/api/v1/tables/{table.uid}/code", {"code": slip_code(hall.game), "name": "Phone"}, "application/json").json()
    return Tablet(
        client=Client(), device=told["device"], token=told["token"], epoch=told["epoch"], table=str(table.uid),
        game=told["game"]["uid"])


def test_phones_fill_neither_the_disk_nor_the_officials_room(
    hall: DisputeHall, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evidence, "PHONE_ROWS", 3)
    phone, dispute = phone_of(hall), hall.open()

    answers = [save(phone, hall, dispute.uid), save(phone, hall, uuid4()), ask(phone, hall, dispute)]
    refused = [
        save(phone, hall, uuid4()), ask(phone, hall, dispute), put(phone, hall, dispute.uid, uuid4(), picture())]

    assert [a.status_code for a in answers] == [201, 201, 202]
    assert [(a.status_code, a.json()["code"]) for a in refused] == [(429, "too_much_evidence")] * 3
    assert Dispute.objects.count() == 2
    assert save(hall.tablet(), hall, dispute.uid).status_code == 201


def test_half_of_the_photos_are_the_officials(hall: DisputeHall, settings: object, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    phone, dispute = phone_of(hall), hall.open()

    codes = [put(phone, hall, dispute.uid, uuid4(), picture((20 + n, 20))).status_code for n in range(4)]

    assert codes == [201, 201, 201, 429]
    assert put(hall.tablet(), hall, dispute.uid, uuid4(), picture()).status_code == 201


def test_a_phone_stops_only_what_it_asked_for(hall: DisputeHall) -> None:
    phone, dispute = phone_of(hall), hall.open()
    save(phone, hall, dispute.uid)
    own = ask(phone, hall, dispute).json()["uid"]
    officials = ask(hall.tablet(), hall, dispute).json()["uid"]
    path = f"disputes/{dispute.uid}/replays"

    assert phone.post(f"{path}/{officials}/cancel", {}).status_code == 403
    assert phone.post(f"{path}/{own}/cancel", {}).status_code == 200
    assert Replay.objects.get(uid=officials).job.state == "queued"
