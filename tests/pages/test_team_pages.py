"""The pages of team matches: for representatives, for everybody, on the panel; and what nobody may read in them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from competitions.models import AuditEntry, LineUp, Outbox, TeamBoard
from competitions.selectors.stream import PUBLIC_TOPICS
from competitions.services.lineups import link_token
from tests.factories import make_official
from tests.pages.setup_site import text
from tests.services.team_hall import TeamHall, rules
from tests.services.test_team_matches import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> TeamHall:
    hall = TeamHall(regulations=rules(order="match"))
    client.force_login(hall.account)
    return hall


def lineup_url(hall: TeamHall, side: str) -> str:
    return reverse("protocols:lineup", args=[hall.match().uid, link_token(hall.match(), side)])


def run_url(name: str, hall: TeamHall, *rest: Any) -> str:
    return reverse(f"run:{name}", args=["league", hall.match().uid, *rest])


def order_sent(hall: TeamHall, side: str, numbers: str, *, prefix: str = "") -> dict[str, Any]:
    """A form's fields for players by number, as "2 1 3 4 5"."""
    team = (hall.match().first if side == "A" else hall.match().second).team_name
    players = {str(entry): str(entry.uid) for entry in hall.boards.entries.all()}
    sent = {f"{prefix}number_{place}": players[f"{team}{n}"] for place, n in enumerate(numbers.split(), 1)}
    return {f"{prefix}number": "1", **sent}


def test_both_representatives_hand_in_on_their_phones(hall: TeamHall) -> None:
    phones = {side: Client() for side in "AB"}
    for side in "AB":
        shown = phones[side].get(lineup_url(hall, side))
        assert shown.status_code == 200
        assert "no-store" in shown["Cache-Control"]
        assert phones[side].post(lineup_url(hall, side), order_sent(hall, side, "2 1 3 4 5")).status_code == 302

    assert TeamBoard.objects.count() == 5
    assert "Line-ups that are open" in text(phones["A"].get(lineup_url(hall, "A")))


def test_a_refusal_stands_at_its_number_and_names_the_clause(hall: TeamHall) -> None:
    sent = order_sent(hall, "A", "1 1 3 4 5")
    answer = Client().post(lineup_url(hall, "A"), sent)

    assert answer.status_code == 422
    assert "Somebody stands twice" in text(answer)
    assert not LineUp.objects.exists()


def test_a_wrong_link_is_answered_like_one_that_never_was(hall: TeamHall) -> None:
    wrong = reverse("protocols:lineup", args=[hall.match().uid, "0" * 36])
    assert Client().get(wrong).status_code == 404
    assert Client().post(wrong, order_sent(hall, "A", "1 2 3 4 5")).status_code == 404


def test_the_link_of_a_representative_is_one_that_a_phone_in_the_hall_opens(
    client: Client, hall: TeamHall, settings: Any,
) -> None:
    settings.PUBLIC_URL = "http://192.168.7.7:8000"
    shown = text(client.get(run_url("team-match", hall)))
    assert f"http://192.168.7.7:8000{lineup_url(hall, 'A')}" in shown
    assert shown.count('<div class="qr"><svg') == 2


def test_the_representative_reads_the_clock_of_the_competition(hall: TeamHall) -> None:
    """11:12 UTC is 13:12 in the hall in winter."""
    phone = Client()
    phone.post(lineup_url(hall, "A"), order_sent(hall, "A", "2 1 3 4 5"))
    LineUp.objects.update(handed_in_at=datetime(2026, 11, 30, 11, 12, tzinfo=UTC))
    shown = text(phone.get(lineup_url(hall, "A")))
    assert "at 13:12" in shown
    assert "11:12" not in shown


def test_the_representative_is_told_that_the_order_is_in(hall: TeamHall) -> None:
    """Also when the page goes on to round 2 at once, because the other side was in."""
    first = Client().post(lineup_url(hall, "A"), order_sent(hall, "A", "2 1 3 4 5"), follow=True)
    second = Client().post(lineup_url(hall, "B"), order_sent(hall, "B", "2 1 3 4 5"), follow=True)

    assert "line-up for round 1 is in. Nobody else sees it" in text(first)
    assert "line-up for round 1 is in, and so is the other side" in text(second)
    assert "Line-up for round 2" in text(second)


def test_the_representative_is_told_until_when_a_change_may_come(client: Client) -> None:
    """lnf-2008:22.4: before the last game starts. Afterwards the page offers the old order alone."""
    hall = TeamHall()
    url = lineup_url(hall, "A")
    play(hall, "WWWW-")
    assert "until the last game of round 1 begins (22.4)" in text(Client().get(url))

    play(hall, "----W")
    late = text(Client().get(url))
    assert "too late for a change" in late
    assert "<select" not in late
    sent = dict(re.findall(r'<input type="hidden" name="(number[_0-9]*)" value="([^"]*)"', late))
    assert "line-up for round 2 is in" in text(Client().post(url, sent, follow=True))


READERS = (
    "spectator", "other side", "chief with the link", "secretary with the link", "chief", "secretary", "table_referee")


@pytest.mark.parametrize("reader", READERS)
def test_nobody_but_the_side_itself_finds_its_order_before_both_are_in(hall: TeamHall, reader: str) -> None:
    """A crawl of everything that tells of the match: the order 5 4 3 2 1 of the home team is nowhere."""
    assert Client().post(lineup_url(hall, "A"), order_sent(hall, "A", "5 4 3 2 1")).status_code == 302
    secret = LineUp.objects.get()
    client = Client()
    role = reader.removesuffix(" with the link")
    if reader not in ("spectator", "other side"):
        client.force_login(hall.account if role == "chief" else make_official(hall.competition, role))
    slug, games = hall.event.slug, hall.boards.slug
    addresses = [
        reverse("public:team-match", args=["league", hall.match().uid]), "/c/league/", "/screen/league/",
        *(f"/c/league/{s}/{rest}" for s in (slug, games) for rest in ("", "rounds/", "entries/", "cross/", "draw/")),
        "/c/league/version?since=0", run_url("team-match", hall), "/panel/league/log/", f"/panel/league/{slug}/rounds/",
        f"/panel/league/{slug}/rounds/1/", "/panel/league/", "/panel/league/results/", "/panel/league/print/",
        *([lineup_url(hall, "B")] if reader == "other side" else []),
        *([lineup_url(hall, "A")] if reader != role else []),
    ]
    for address in addresses:
        body = client.get(address, follow=True).content.decode()
        assert secret.salt not in body
        assert not _tells_order(body, hall, secret.order), address


def _tells_order(body: str, hall: TeamHall, order: list[str]) -> bool:
    """Whether somebody of the secret order is chosen in a list, or listed, at the secret number."""
    names = {str(entry.uid): str(entry) for entry in hall.boards.entries.all()}
    chosen = dict(re.findall(
        r'<select name="(?:A-)?number_([0-9])".*?<option value="([^"]*)" selected', body, re.DOTALL))
    for number, player in enumerate(order, 1):
        if number == 3:
            continue  # where he stands on the roster too
        if chosen.get(str(number)) == player or f'<span class="roster-no">{number}</span> {names[player]}' in body:
            return True
    return False


def test_the_browser_that_handed_it_in_sees_the_order_and_the_link_alone_does_not(hall: TeamHall) -> None:
    """The office has the links of both sides. Handed in by the link from another browser, it is that one's order."""
    url, name = lineup_url(hall, "A"), f'<span class="roster-no">1</span> {hall.match().first.team_name}5'
    own, another = Client(), Client()
    own.post(url, order_sent(hall, "A", "5 4 3 2 1"))
    assert name in text(own.get(url))
    seen = text(another.get(url))
    assert name not in seen
    assert "shown only on the device" in seen

    another.post(url, order_sent(hall, "A", "1 2 3 4 5"))
    own.post(url, order_sent(hall, "A", "5 4 3 2 1"))
    assert (name in text(own.get(url)), name in text(another.get(url))) == (True, False)


def test_the_log_and_the_stream_tell_that_a_side_is_in_and_no_more(hall: TeamHall) -> None:
    Client().post(lineup_url(hall, "A"), order_sent(hall, "A", "5 4 3 2 1"))
    rows = list(Outbox.objects.filter(topic="lineup.changed"))
    body = json.loads(bytes(AuditEntry.objects.get(kind="lineup.handed_in").body))

    assert [row.ids for row in rows] == [{"match": str(hall.match().uid)}]
    assert "lineup.changed" not in PUBLIC_TOPICS
    assert set(body["facts"]) == {"side", "round", "commitment"}


def test_the_typist_sees_what_was_typed_and_nobody_else_does(client: Client, hall: TeamHall) -> None:
    client.post(run_url("team-lineup", hall, "A"), order_sent(hall, "A", "5 4 3 2 1", prefix="A-"))
    name = f"{hall.match().first.team_name}5"
    own = text(client.get(run_url("team-match", hall)))
    other = Client()
    other.force_login(make_official(hall.competition, "deputy"))

    assert f'<span class="roster-no">1</span> {name}' in own
    assert "Typed in here" in own
    assert f'<span class="roster-no">1</span> {name}' not in text(other.get(run_url("team-match", hall)))


def test_the_public_page_has_the_running_score_and_who_plays_whom(client: Client) -> None:
    hall = TeamHall()
    play(hall, "WLDLW WW---")
    shown = text(Client().get(reverse("public:team-match", args=["league", hall.match().uid])))
    home, guests = hall.match().first.team_name, hall.match().second.team_name

    assert "5:5" in shown
    assert "9:5" in shown
    assert f"{home}4" in shown
    assert f"{guests}5" in shown
    assert "line-ups not open yet" in shown
    listed = Client().get(f"/c/league/{hall.event.slug}/rounds/1/").content.decode()
    assert reverse("public:team-match", args=["league", hall.match().uid]) in listed


def test_the_panel_approves_games_and_match(client: Client) -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    client.force_login(hall.account)
    play(hall, "WL")
    assert "Approve 2 games" in text(client.get(run_url("team-match", hall)))
    client.post(run_url("team-approve-games", hall))
    client.post(run_url("team-approve", hall), {"version": hall.match().version})

    assert hall.match().status == "approved"
    client.post(run_url("team-reopen", hall), {"reason": "a protest"})
    assert hall.match().status == "finished"


def test_the_round_of_teams_leads_to_its_matches_and_games(client: Client) -> None:
    hall = TeamHall("A B C D")
    client.force_login(hall.account)
    play(hall, "WLDLW")
    shown = text(client.get(f"/panel/league/{hall.event.slug}/rounds/1/"))

    assert "Match day 1, round 1" in shown
    assert "round 2: 0 of 2 in" in shown
    assert client.get(f"/panel/league/{hall.boards.slug}/rounds/1/").status_code == 200
    assert client.get(f"/panel/league/{hall.boards.slug}/draw/", follow=True).status_code == 200
    assert hall.boards.name in text(client.get("/panel/league/"))


def test_a_whole_match_is_awarded_with_a_reason(client: Client) -> None:
    hall = TeamHall()
    client.force_login(hall.account)
    client.post(run_url("team-award", hall), {"winner": "A", "reason": ""})
    assert hall.match().status == "scheduled"
    client.post(run_url("team-award", hall), {"winner": "A", "reason": "did not come"})
    assert (hall.match().status, hall.match().winner) == ("finished", "A")


def test_a_team_has_its_roster_on_its_public_page() -> None:
    hall = TeamHall()
    person = hall.boards.entries.get(person__name="A2").person
    person.hidden = True
    person.save()
    shown = text(Client().get(reverse("public:entrant", args=["league", hall.teams["A"].uid])))

    assert "A1" in shown
    assert "reserve" in shown
    assert ">A2<" not in shown  # asked not to be named


def test_the_pages_of_a_team_match_lead_to_its_games_and_tell_who_strikes_first(client: Client, hall: TeamHall) -> None:
    """22.2: the guests in round 1, the home team in round 2. Tables and calls are on the page of the games."""
    play(hall, "WLDLW")
    played, games = text(client.get(run_url("team-match", hall))), f"/panel/league/{hall.boards.slug}/rounds/1/"
    assert games in played
    assert "The guests strike first." in played
    shown = text(client.get(games))
    assert "The guests strike first." in shown
    assert "print the table of results" not in shown
    assert f"/panel/league/{hall.event.slug}/rounds/1/" in shown

    play(hall, "WLDLW", 2)
    assert "The home team strikes first." in text(client.get(f"/panel/league/{hall.boards.slug}/rounds/2/"))


def test_the_draw_of_teams_speaks_of_teams(client: Client, hall: TeamHall) -> None:
    """22.2; a match of teams gets no table."""
    shown = text(client.get(f"/panel/league/{hall.event.slug}/draw/"))
    assert "take in the line-ups" in shown
    assert "The guests have the first stroke in round 1" in shown
    assert "give tables" not in shown


def test_a_finished_match_of_teams_waits_among_the_protocols(client: Client) -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    client.force_login(hall.account)
    play(hall, "WL")
    client.post(run_url("team-approve-games", hall))
    waiting = text(client.get("/panel/league/protocols/"))
    assert run_url("team-match", hall) in waiting
    assert "No protocol waits" not in waiting

    client.post(run_url("team-approve", hall), {"version": hall.match().version})
    assert "No protocol waits" in text(client.get("/panel/league/protocols/"))
