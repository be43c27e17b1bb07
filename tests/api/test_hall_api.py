"""The hall over HTTP: what is played where and when for anybody; interruptions and plans for officials alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from competitions.models import Match
from tests.factories import make_official
from tests.pages.run_site import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> Hall:
    cache.clear()
    return Hall(client)


def post(hall: Hall, path: str, data: Any, client: Client | None = None) -> Any:
    address = f"/api/v1/competitions/{hall.competition.uid}/{path}"
    return (client or hall.client).post(address, json.dumps(data), "application/json")


def read(hall: Hall) -> Any:
    return Client().get(f"/api/v1/competitions/{hall.competition.uid}/hall")


def test_anybody_reads_the_hall(hall: Hall) -> None:
    hall.press("match-call", hall.match(1, 1))
    hall.press("match-postpone", hall.match(1, 2), reason="the light failed")

    shown = read(hall).json()

    assert shown["interrupted"] is None
    assert [table["number"] for table in shown["tables"]] == [1, 2, 3]
    assert (shown["tables"][0]["match"]["first"], shown["tables"][0]["match"]["status"]) == ("Anna", "called")
    assert [item["reason"] for item in shown["held"]] == ["the light failed"]
    assert len(shown["next"]) == 4
    assert all(item["expected_at"] > timezone.now().isoformat() for item in shown["next"])
    assert shown["next"] == sorted(shown["next"], key=lambda item: item["expected_at"])


def test_a_hidden_competition_is_not_there(hall: Hall) -> None:
    hall.competition.is_public = False
    hall.competition.save()

    assert read(hall).status_code == 404


def test_the_chief_interrupts_and_lets_it_go_on(hall: Hall) -> None:
    assert post(hall, "interruption", {"reason": "no light"}).status_code == 201
    shown = read(hall).json()
    assert shown["interrupted"]["reason"] == "no light"
    assert {item["expected_at"] for item in shown["next"]} == {None}
    again = post(hall, "interruption", {"reason": "no light"})
    assert (again.status_code, again.json()["code"]) == (409, "interrupted")
    assert post(hall, "interruption/end", {}).json()["reason"] == "no light"
    assert read(hall).json()["interrupted"] is None


@pytest.mark.parametrize(("data", "status"), [({}, 400), ({"reason": 5}, 400), ({"reason": "x", "y": 1}, 400)])
def test_what_cannot_be_read(hall: Hall, data: Any, status: int) -> None:
    assert post(hall, "interruption", data).status_code == status


def test_a_plan_over_http(hall: Hall) -> None:
    Match.objects.update(table=None, slot=None)

    answer = post(hall, "hall/plan", {})

    assert answer.json() == {"tables": 6, "referees": 0, "left": 0}
    assert post(hall, "hall/plan", {"anew": True}).json()["tables"] == 6


def test_who_may_not(hall: Hall) -> None:
    other = Client()
    other.force_login(make_official(hall.competition, "secretary"))

    assert post(hall, "interruption", {"reason": "no light"}, other).status_code == 403
    assert post(hall, "hall/plan", {}, Client()).status_code in (401, 403)
