"""The pages of teams: the regulations of a team event, the roster with its faults at their fields."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from competitions.models import Event
from competitions.selectors.teams import team_line, team_lines, team_regulations_of
from refereeing.pages.setup.regulation_forms import EventForm, RegulationsChangeForm
from refereeing.pages.setup.team_forms import TeamForm
from tests.authz.asks import form_of
from tests.pages.setup_site import text
from tests.services.team_hall import TeamHall, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> TeamHall:
    hall = TeamHall()
    client.force_login(hall.account)
    return hall


def url(name: str, hall: TeamHall, *rest: object) -> str:
    return reverse(f"setup:{name}", args=["league", hall.event.slug, *rest])


def test_the_preset_of_the_league_makes_an_event_of_teams(client: Client, hall: TeamHall) -> None:
    address = reverse("setup:event_new", args=["league"])
    shown = text(client.get(address, {"preset": "lnf_team_league"}))
    assert "G 1-1 2-2 3-3 4-4 5-5 H 1-2 2-3 3-4 4-5 5-1" in shown
    form = EventForm(None, regulations=rules(), initial={"preset": "lnf_team_league", "name": "Women"})
    answer = client.post(address, form_of(form, team_size="4", team_rounds="4"))

    made = Event.objects.get(name="Women")
    assert (answer.status_code, made.kind, made.regulations["teams"]["size"]) == (302, "teams", 4)
    assert made.regulations["teams"]["schedule"] == []  # the rotation follows the numbers
    assert Event.objects.get(part_of=made).regulations["teams"] is None


def test_a_fault_of_the_schedule_stands_at_its_field(client: Client, hall: TeamHall) -> None:
    form = RegulationsChangeForm(None, regulations=rules(), initial={"name": "League", "reason": "as agreed"})
    answer = client.post(url("regulations", hall), form_of(form, team_schedule="G 1-2 2-1", team_rounds="1"))

    assert answer.status_code == 422
    assert "Round 1: G or H" in answer.context["form"].errors["team_schedule"][0]


def test_teams_are_listed_with_their_rosters(client: Client, hall: TeamHall) -> None:
    assert client.get(url("entries", hall)).url == url("teams", hall)
    shown = text(client.get(url("teams", hall)))

    assert "1. A" in shown
    assert "reserve" in shown
    assert "A7" in shown


def test_a_roster_is_changed_and_a_fault_stands_at_its_member(client: Client, hall: TeamHall) -> None:
    line = team_line(hall.event, hall.teams["A"].uid)
    sent = form_of(TeamForm(None, rules=team_regulations_of(hall.event), line=line))
    refused = client.post(url("team", hall, line.uid), {**sent, "regular_3_name": "B2"})
    assert refused.status_code == 422
    assert "one person plays in one team" in refused.context["form"].errors["regular_3_name"][0]
    answer = client.post(url("team", hall, line.uid), {**sent, "regular_3_name": "New", "representative": "Zane"})

    assert answer.status_code == 302
    assert [m.name for m in team_lines(hall.event)[0].regulars] == ["A1", "A2", "New", "A4", "A5"]


def test_the_members_are_shown_and_not_entered_among_the_games(client: Client, hall: TeamHall) -> None:
    shown = text(client.get(reverse("setup:entries", args=["league", hall.boards.slug])))

    assert "they come with the rosters" in shown
    assert reverse("setup:entry_new", args=["league", hall.boards.slug]) not in shown


def test_a_singles_event_has_no_teams(client: Client, hall: TeamHall) -> None:
    assert client.get(reverse("setup:teams", args=["league", hall.boards.slug])).status_code == 404
