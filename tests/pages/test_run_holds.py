"""Postponed, adjourned and timed-out matches on the panel, and a competition that stands still, for everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competitions.formats.regulations import Regulations, regulations_json
from competitions.models import Match
from competitions.workflow import MatchStatus
from refereeing.models import Device
from tests.api.tablet_client import paired_tablet
from tests.factories import make_official
from tests.pages.run_site import Hall, said, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> Hall:
    hall = Hall(client)
    hall.event.regulations = regulations_json(Regulations(time_limit_minutes=60))
    hall.event.save()
    return hall


def test_postponed_with_a_reason_and_let_be_called_again(hall: Hall) -> None:
    match = hall.match()
    told = hall.press("match-postpone", match, reason="the light failed", not_before="2026-11-28T15:00")

    page = text(hall.get("match", uid=match.uid))
    assert told == "Postponed: Anna – Dace."
    assert "the light failed" in page
    assert "not before" in page
    assert "Let it be called" in page
    public = text(Client().get("/c/cup/open/rounds/1/"))
    assert "postponed" in public
    assert "the light failed" in public
    assert "not before 15:00" in public
    assert hall.press("match-resume", match) == "Resumed: Anna – Dace."
    assert hall.match().status == MatchStatus.SCHEDULED


def test_a_reason_is_asked_for(hall: Hall) -> None:
    assert hall.press("match-postpone", hall.match(), reason=" ") == "Say why: the reason is recorded."


def running(hall: Hall, minutes: int) -> Match:
    hall.press("match-call", hall.match())
    match = hall.match()
    hall.press("match-warn", match, who="A", clause="19.1.c")
    Match.objects.filter(id=match.id).update(
        status=MatchStatus.RUNNING, started_at=timezone.now() - timedelta(minutes=minutes), sets_first=0, sets_second=0)
    match.games.update(state={**match.games.get().state, "phase": "running"})
    return hall.match()


def test_adjourned_and_played_on(hall: Hall) -> None:
    match = running(hall, 5)

    assert "Adjourned at 0:0" in hall.press("match-adjourn", match, reason="a cue broke")
    page = text(hall.get("match", uid=match.uid))
    assert "Play on" in page
    assert "Adjourned: a cue broke" in page
    hall.press("match-resume", match)
    assert hall.match().status == MatchStatus.RUNNING


def test_the_time_limit_is_offered_when_it_is_over(hall: Hall) -> None:
    match = running(hall, 5)
    assert "may be ended by the time limit from" in text(hall.get("match", uid=match.uid))

    Match.objects.update(started_at=timezone.now() - timedelta(minutes=61))
    assert "End the game" in text(hall.get("match", uid=match.uid))
    # The match was only said to be running; its log has no set.
    assert hall.press("match-time-limit", match, current="") == "This game has not begun."


def test_both_lose(hall: Hall) -> None:
    match = hall.match()

    assert hall.press("match-lost", match, who="both", reason="unsporting") == "Game lost by both."
    page = text(hall.get("match", uid=match.uid))
    assert "lost by both" in page
    assert "Game lost by both of them: unsporting conduct" in page


def test_everybody_reads_that_the_competition_stands_still(hall: Hall) -> None:
    told = said(hall.post("interrupt", {"reason": "no light"}))

    assert told.startswith("The competition is interrupted.")
    for address in ("/c/cup/", "/c/cup/open/", "/c/cup/open/rounds/", "/screen/cup/",
                    f"/g/{hall.match().games.get().uid}/"):
        assert "no light. Results stand" in text(Client().get(address)), address
    assert "Go on" in text(hall.get("overview"))
    assert "nobody is called" in hall.press("match-call", hall.match())
    assert said(hall.post("go-on")) == "The competition goes on."
    assert "no light" not in text(Client().get("/c/cup/"))


def test_a_secretary_reads_it_and_has_no_button(hall: Hall) -> None:
    hall.post("interrupt", {"reason": "no light"})
    hall.client.force_login(make_official(hall.competition, "secretary"))

    page = text(hall.get("overview"))
    assert "no light" in page
    assert "Go on" not in page
    assert said(hall.post("go-on")) == "You may not do this."


def test_a_silent_tablets_match_is_taken_over_and_its_late_lines_are_shown(hall: Hall) -> None:
    tablet = paired_tablet(hall.competition)
    match = hall.match()
    tablet.take(match.table.uid)
    tablet.press("set_won", winner="A")
    assert "Take the match over" not in text(hall.get("match", uid=match.uid))

    Device.objects.update(last_seen_at=timezone.now() - timedelta(minutes=3))
    assert "Take the match over" in text(hall.get("match", uid=match.uid))
    told = hall.press("match-take-over", match, reason="its battery is empty")
    assert told == "The desk has the match: Anna – Dace. Enter its result."
    tablet.press("set_won", winner="B")

    page = text(hall.get("match", uid=match.uid))
    assert "its battery is empty" in page
    assert "has sent 1 event late, which does not count. By its own count it stood 1:1." in page
    assert "late from the tablet" in page
    assert "not applied: another device had taken the table over" in page
    assert "at the desk: " in page
    answer = hall.type(f"{match.table.number} 4 2", match)
    assert answer.status_code == 302
    assert hall.match().sets_second == 2
