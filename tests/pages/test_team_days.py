"""Day, hall and postponement on the page of a match; a match day as a file, saved and taken in."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.factories import make_official
from tests.pages.setup_site import text
from tests.services.team_hall import TeamHall, rules
from tests.services.test_team_matches import approve, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> TeamHall:
    hall = TeamHall("A B", rules(size=2, rounds=1), reserves=0)
    client.force_login(hall.account)
    return hall


def url(name: str, hall: TeamHall) -> str:
    return reverse(f"run:{name}", args=["league", hall.match().uid])


def test_day_and_hall_are_public(client: Client, hall: TeamHall) -> None:
    client.post(url("team-fixture", hall), {"plays_on": "2026-12-05", "starts_at": "11:30", "hall": "Bauskas pils"})
    shown = text(Client().get(reverse("public:team-match", args=["league", hall.match().uid])))

    assert "Dec. 5, 2026" in shown
    assert "11:30" in shown
    assert "Bauskas pils" in shown


def test_a_postponed_match_says_why_and_from_when(client: Client, hall: TeamHall) -> None:
    client.post(url("team-fixture", hall), {"plays_on": "2026-12-05", "hall": "Bauska"})
    client.post(url("team-postpone", hall), {"reason": "", "plays_on": "2026-12-12"})
    assert hall.match().fixture.postponed_because == ""
    client.post(url("team-postpone", hall), {"reason": "snow", "plays_on": "2026-12-12"})
    shown = text(Client().get(reverse("public:team-match", args=["league", hall.match().uid])))

    assert "Postponed from Dec. 5, 2026: snow" in shown
    assert "Dec. 12, 2026" in shown


def test_a_day_is_saved_as_a_file_and_taken_in_again(client: Client, hall: TeamHall) -> None:
    play(hall, "WL")
    saved = client.post(reverse("run:team-day-file", args=["league", hall.event.slug, 1]), {"hall": ""})
    assert "attachment" in saved["Content-Disposition"]
    assert json.loads(saved.content)["format"] == "novuss-match-day"
    file = SimpleUploadedFile("day.json", saved.content)
    answer = client.post(reverse("setup:match_day"), {"file": file}, follow=True)

    assert "Taken in. New: 0 matches, 0 rounds of line-ups, 0 events of games" in text(answer)


def test_a_deputy_takes_a_match_day_in(client: Client, hall: TeamHall) -> None:
    saved = client.post(reverse("run:team-day-file", args=["league", hall.event.slug, 1]), {"hall": ""})
    client.force_login(make_official(hall.competition, "deputy"))
    assert reverse("setup:match_day") in text(client.get(reverse("setup:home")))
    answer = client.post(reverse("setup:match_day"), {"text": saved.content.decode()}, follow=True)
    assert "Taken in." in text(answer)

    client.force_login(make_official(hall.competition, "secretary"))
    assert reverse("setup:match_day") not in text(client.get(reverse("setup:home")))


def test_the_taker_is_told_that_a_second_official_approves(client: Client, hall: TeamHall) -> None:
    with transaction.atomic():
        play(hall, "WL")
        approve(hall)
        saved = client.post(reverse("run:team-day-file", args=["league", hall.event.slug, 1]), {"hall": ""})
        transaction.set_rollback(True)
    for event in (hall.event, hall.boards):
        event.regulations["two_person_approval"] = True
        event.save(update_fields=["regulations"])
    answer = client.post(reverse("setup:match_day"), {"text": saved.content.decode()}, follow=True)
    assert "2 approvals are left out: the regulations ask for two officials" in text(answer)


def test_a_changed_file_is_refused_with_its_reason(client: Client, hall: TeamHall) -> None:
    saved = client.post(reverse("run:team-day-file", args=["league", hall.event.slug, 1]), {"hall": ""})
    bad = SimpleUploadedFile("day.json", saved.content.replace(b'"size":2', b'"size":3'))
    answer = client.post(reverse("setup:match_day"), {"file": bad})

    assert answer.status_code == 422
    assert "cut or changed" in text(answer)
    assert client.post(reverse("setup:match_day"), {}).status_code == 422
