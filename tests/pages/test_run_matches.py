"""One match on the panel: call, no-show, warning, loss, approval, correction; stale pages change nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import AuditEntry, Match
from refereeing.models import PlayerWarning, Protocol
from tests.pages.run_site import Hall, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    return Hall(client)


def fresh(match: Match) -> Match:
    return Match.objects.get(id=match.id)


def called_ago(match: Match, seconds: int) -> None:
    Match.objects.filter(id=match.id).update(called_at=timezone.now() - timedelta(seconds=seconds))


def test_call_starts_the_clock(hall):
    match = hall.match()

    assert hall.press("match-call", match).startswith("Called to table 1")
    assert fresh(match).status == "called"
    assert "data-ends=" in text(hall.get("match", uid=match.uid))


def test_call_to_a_table_in_use_is_refused(hall):
    hall.press("match-call", hall.match(1, 1))
    other = hall.match(2, 1)

    assert "Table 1 is not free yet." in hall.press("match-call", other)
    assert fresh(other).status == "scheduled"


def test_call_is_taken_back(hall):
    hall.press("match-call", hall.match())

    hall.press("match-uncall", hall.match())

    assert fresh(hall.match()).status == "scheduled"


# 3.2, 15.1: two minutes after the call, and never by the clock alone.
@pytest.mark.parametrize(("seconds", "status", "winner"), [(60, "called", ""), (121, "finished", "B")])
def test_no_show_only_after_the_clock(hall, seconds, status, winner):
    match = hall.match()
    hall.press("match-call", match)
    called_ago(match, seconds)

    words = hall.press("match-no-show", match, who="A")

    assert ("has not run out" in words) == (status == "called")
    assert (fresh(match).status, fresh(match).winner) == (status, winner)


def test_second_no_show_says_that_exclusion_is_proposed(hall):
    """14.3: Anna does not come twice."""
    said_of = []
    for number in (1, 2):
        matches = hall.stage.matches.filter(round__number=number)
        match = next(m for m in matches if "Anna" in (str(m.first), str(m.second)))
        who = "A" if str(match.first) == "Anna" else "B"
        hall.press("match-call", match)
        called_ago(match, 121)
        said_of.append(hall.press("match-no-show", match, who=who))
    assert ["exclusion is proposed" in words for words in said_of] == [False, True]


def test_finished_match_offers_no_warning_but_a_bare_score_does(hall):
    """The back of a paper may still be copied; what a tablet has finished is finished."""
    match = hall.match()
    hall.type(f"{match.table.number} 4 2", match)
    warn = hall.url("match-warn", uid=match.uid)
    assert warn in text(hall.get("match", uid=match.uid))

    game = match.games.get()
    game.state = {**game.state, "sets": [{"number": 1, "winner": "A", "first_stroke": "A"}]}
    game.save()
    assert warn not in text(hall.get("match", uid=match.uid))


@pytest.mark.parametrize(("seconds", "hidden"), [(30, True), (300, False)])
def test_no_show_is_offered_only_after_the_clock(hall, seconds, hidden):
    match = hall.match()
    hall.press("match-call", match)
    called_ago(match, seconds)

    page = text(hall.get("overview"))

    menu = page[page.index(f'id="absent-{match.uid}"'):]
    assert (" hidden>" in menu[: menu.index("<summary")]) == hidden


def test_neither_came_and_the_page_of_the_match_declares_the_second_too(hall):
    match = hall.match()
    hall.press("match-call", match)
    called_ago(match, 300)
    hall.press("match-no-show", match, who="A")

    page = text(hall.get("match", uid=match.uid))
    assert 'name="who" value="B">' in page
    assert 'name="who" value="A">' not in page

    hall.press("match-no-show", match, who="B")
    assert fresh(match).outcome == "double_loss"
    assert hall.url("match-no-show", uid=match.uid) not in text(hall.get("match", uid=match.uid))


def test_warning_is_given_with_its_clause(hall):
    match = hall.match()

    assert "(19.1.c)" in hall.press("match-warn", match, who="B", clause="19.1.c")
    assert PlayerWarning.objects.get().entry == match.second


@pytest.mark.parametrize(("data", "words"), [
    ({"who": "B", "clause": "19.1.z"}, "Choose the clause"), ({"who": "C", "clause": "19.1.a"}, "cannot be read"),
    ({"clause": "19.1.a"}, "A field is missing"), ({"who": "A"}, "A field is missing"),
])
def test_wrong_warning_is_refused(hall, data, words):
    assert words in hall.press("match-warn", hall.match(), **data)
    assert not PlayerWarning.objects.exists()


def test_every_warning_clause_is_offered(hall):
    page = text(hall.get("match", uid=hall.match().uid))

    assert all(f'value="19.1.{letter}"' in page for letter in "abcdefghij")


def test_game_lost_by_unsporting_conduct_is_an_award(hall):
    match = hall.match()

    hall.press("match-lost", match, who="A", reason="unsporting")

    assert (fresh(match).outcome, fresh(match).winner, fresh(match).awarded) == ("forfeited", "B", True)


def test_loss_by_exclusion_has_a_page_of_its_own(hall):
    assert "cannot be read" in hall.press("match-lost", hall.match(), who="A", reason="excluded")


def finish(hall: Hall, line: str = "1 4 2") -> Match:
    hall.type(line, hall.match())
    return fresh(hall.match())


def test_approve_counts_from_now_on(hall):
    match = finish(hall)

    assert "Approved" in hall.press("match-approve", match, version=match.version)
    assert fresh(match).status == "approved"
    assert Protocol.objects.count() == 1


def test_approve_of_an_older_version_is_refused(hall):
    match = finish(hall)
    hall.press("match-warn", match, who="A", clause="19.1.a")

    assert "changed since you looked" in hall.press("match-approve", match, version=match.version)
    assert fresh(match).status == "finished"


def test_two_presses_approve_once(hall):
    match = finish(hall)
    hall.press("match-approve", match, version=match.version)

    hall.press("match-approve", match, version=match.version)

    assert AuditEntry.objects.filter(kind="protocol.approved").count() == 1


def test_reopening_needs_a_reason(hall):
    match = finish(hall)
    hall.press("match-approve", match, version=match.version)

    assert "Say why" in hall.press("match-reopen", match, reason="  ")
    assert fresh(match).status == "approved"
    hall.press("match-reopen", match, reason="wrong table")
    assert fresh(match).status == "finished"


def test_correction_shows_what_depends_and_is_recorded(hall):
    match = finish(hall)
    hall.press("match-approve", match, version=match.version)
    match = fresh(match)
    assert "No pairing depends on it" in text(hall.get("match-correct", uid=match.uid))

    hall.post("match-correct", {"sets_first": 2, "sets_second": 4, "version": match.version, "reason": "read wrongly"},
              uid=match.uid)

    match = fresh(match)
    assert (match.status, match.sets_first, match.sets_second, match.winner, match.corrected) == (
        "approved", 2, 4, "B", True)
    assert AuditEntry.objects.filter(kind="result.corrected").count() == 1


@pytest.mark.parametrize(("change", "words"), [
    ({"reason": ""}, "Say why"), ({"sets_first": 4, "sets_second": 3}, "not possible"),
    ({"version": 0}, "changed since"), ({"sets_first": ""}, "missing"),
])
def test_refused_correction_comes_back_to_its_form(hall, change, words):
    match = finish(hall)
    data = {"sets_first": 2, "sets_second": 4, "version": match.version, "reason": "read wrongly", **change}

    answer = hall.post("match-correct", data, uid=match.uid)

    assert answer.request["PATH_INFO"] == hall.url("match-correct", uid=match.uid)
    assert words in text(answer)
    assert (fresh(match).sets_first, fresh(match).corrected) == (4, False)


def test_two_results_are_settled_by_the_chief(hall):
    match = finish(hall)
    hall.type("1 2 4", match)
    assert "Two different results" in hall.press("match-approve", match, version=fresh(match).version)

    hall.press("match-settle", match, version=fresh(match).version)

    assert "Approved" in hall.press("match-approve", match, version=fresh(match).version)


def test_log_tells_what_when_and_by_whom(hall):
    match = hall.match()
    hall.press("match-call", match)
    hall.press("match-warn", match, who="A", clause="19.1.b")

    page = text(hall.get("match", uid=match.uid))

    assert "Called to the table" in page
    assert f"Warning for {match.first} (19.1.b)" in page
    assert f"{hall.chief}, at the desk" in page


def test_warning_is_taken_back_and_stays_readable(hall):
    match = hall.match()
    hall.press("match-warn", match, who="A", clause="19.1.b")
    event = PlayerWarning.objects.get().event_uid

    hall.press("match-take-back", match, event=event)

    assert not PlayerWarning.objects.exists()
    assert f"Taken back: Warning for {match.first} (19.1.b)" in text(hall.get("match", uid=match.uid))


def test_table_is_changed_by_hand(hall):
    match = hall.match()

    hall.press("match-table", match, table=hall.tables[2].uid)

    assert fresh(match).table == hall.tables[2]


def test_next_leads_only_to_the_panel(hall):
    match = hall.match()

    for target in ("https://evil.example/", "//evil.example/", "/\\evil.example", "/c/cup/"):
        answer = hall.client.post(hall.url("match-call", uid=match.uid), {"next": target})
        assert answer["Location"] == hall.url("match", uid=match.uid)


def test_protocol_is_printed(hall):
    answer = hall.get("match-protocol", uid=finish(hall).uid)

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")
