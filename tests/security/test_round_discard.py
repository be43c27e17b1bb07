"""A round is taken back, or refused with a reason, whatever a device at one of its tables has sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.swiss_rounds import swiss_round_draw
from refereeing.services.devices import slip_code
from tests.api.tablet_client import paired_tablet
from tests.factories import PASSWORD, make_competition, make_entry, make_event, make_official

pytestmark = pytest.mark.django_db


def tablet_came(match: Match) -> None:
    assert paired_tablet(match.stage.event.competition).take(match.table.uid).status_code == 200


def phone_came(match: Match) -> None:
    answer = Client().post(
        f"/api/v1/tables/{match.table.uid}/code", {"code": slip_code(match.games.get()), "name": "Phone"},
        "application/json")
    assert answer.status_code == 201


def garbage_came(match: Match) -> None:
    tablet = paired_tablet(match.stage.event.competition)
    tablet.take(match.table.uid)
    assert tablet.send(b"garbage").json()["receipts"][0]["result"] == "quarantined"


@pytest.mark.parametrize(("come", "left"), [(tablet_came, 0), (phone_came, 1), (garbage_came, 1)])
def test_a_round_is_taken_back_or_refused_but_never_fails(come: Any, left: int) -> None:
    competition = make_competition(tables=2)
    account = make_official(competition, "chief")
    chief, now = actor_of(account), timezone.now()
    event = make_event(competition)
    for number in range(4):
        make_entry(event, f"Swiss {number} of {event.slug}")
    stage: Stage = stage_create(event_uid=event.uid, system="swiss", options={}, by=chief, at=now)
    drawn = stage_draw(stage_uid=stage.uid, lot="x", by=chief, at=now)
    stage_lock(stage_uid=stage.uid, version=drawn.version, by=chief, at=now)
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=chief, at=now)
    match = Match.objects.filter(stage=stage)[0]
    match.table, match.slot = competition.tables.get(number=1), 1
    match.save()
    come(match)
    client = Client()
    assert client.login(username=account.username, password=PASSWORD)
    answer = client.post(
        f"/panel/{competition.slug}/{event.slug}/draw/discard-round/", {"stage": str(stage.uid), "seen": 1})
    assert answer.status_code == 302
    assert stage.rounds.count() == left
