"""Quick entry: what a line means, that it is stored once, and that it can be undone."""

from __future__ import annotations

import pytest

from competitions.models import Match, Round
from refereeing.models import GameEvent
from tests.pages.run_site import SCRIPT, Hall, said, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    return Hall(client)


def look(hall, line):
    return hall.client.get(hall.url("results-look"), {"line": line}, **SCRIPT).json()


def test_look_names_the_match_before_it_is_stored(hall):
    match = hall.match(1, 1)

    found = look(hall, "1 4 2")

    assert found["matches"][0]["uid"] == str(match.uid)
    assert found["matches"][0]["text"] == f"Table 1, round 1: {match.first} – {match.second} 4:2"
    assert not GameEvent.objects.exists()


def test_look_prefers_the_match_in_play_to_the_next_one(hall):
    later = hall.match(2, 1)
    hall.press("match-call", later)

    assert look(hall, "1 4 2")["matches"][0]["uid"] == str(later.uid)


def test_paper_after_a_finished_match_means_that_match_not_the_next_round(hall):
    """In the open round nothing else is at the table: the paper of what has just ended is meant."""
    done = hall.match(1, 1)
    hall.type("1 4 2", done)

    assert look(hall, "1 4 2")["matches"][0]["uid"] == str(done.uid)


@pytest.mark.parametrize(("line", "words"), [("9 4 2", "There is no match at table 9."), ("x", "Type the table")])
def test_look_says_what_it_does_not_understand(hall, line, words):
    found = look(hall, line)

    assert found["result"] == "refused"
    assert words in found["text"]


@pytest.mark.parametrize(("line", "sets", "winner"), [
    ("1 4 2", (4, 2), "A"), ("1 33", (3, 3), "draw"), ("1 0 4", (0, 4), "B"),
])
def test_line_is_stored_for_the_match_shown(hall, line, sets, winner):
    match = hall.match(1, 1)

    answer = hall.type(line, match, **SCRIPT)

    assert (answer.status_code, answer.json()["result"]) == (200, "stored")
    match.refresh_from_db()
    assert (match.status, (match.sets_first, match.sets_second), match.winner) == ("finished", sets, winner)


# 23.1: six sets, stopped at the majority: who has four has won, 3:3 is a draw.
@pytest.mark.parametrize("line", ["1 4 3", "1 5 1", "1 3 2", "1 0 0", "1 7 0"])
def test_score_against_the_rule_is_refused_with_the_rule(hall, line):
    match = hall.match(1, 1)

    answer = hall.type(line, match, **SCRIPT)

    assert (answer.status_code, answer.json()["code"]) == (409, "illegal_score")
    assert "23.1, LNF 2008" in answer.json()["text"]
    assert Match.objects.get(id=match.id).status == "scheduled"


def test_preview_refuses_an_impossible_score_before_enter(hall):
    """5:2 of six sets: said while it is typed, with and without the script."""
    look = hall.client.get(hall.url("results-look"), {"line": "1 5 2"}, **SCRIPT).json()
    assert "23.1, LNF 2008" in look["matches"][0]["refused"]
    assert "23.1, LNF 2008" in text(hall.client.get(hall.url("results"), {"line": "1 5 2"}))
    assert hall.client.get(hall.url("results-look"), {"line": "1 4 2"}, **SCRIPT).json()["matches"][0]["refused"] == ""


def test_tables_without_a_result_are_named(hall):
    page = text(hall.get("results"))
    assert [f"Table {n}, round 1" in page for n in (1, 2)] == [True, True]
    assert "round 2<" not in page

    hall.type("1 4 2", hall.match(1, 1))

    page = text(hall.get("results"))
    assert [f"> Table {n}, round 1" in page or f">Table {n}, round 1" in page for n in (1, 2)] == [False, True]


def test_entered_twice_agrees_or_differs(hall):
    match = hall.match(1, 1)
    hall.type("1 4 2", match)

    assert hall.type("1 4 2", match, **SCRIPT).json()["result"] == "agrees"
    assert hall.type("1 2 4", match, **SCRIPT).json()["result"] == "differs"
    match.refresh_from_db()
    assert (match.sets_first, match.sets_second) == (4, 2)
    assert match.games.get().has_conflict


def test_match_that_is_not_at_this_table_is_refused(hall):
    answer = hall.type("2 4 2", hall.match(1, 1), **SCRIPT)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_at_table")
    assert not GameEvent.objects.exists()


def test_without_a_script_the_match_is_shown_before_anything_is_stored(hall):
    answer = hall.client.post(hall.url("results-enter"), {"line": "1 4 2"}, follow=True)

    assert not GameEvent.objects.exists()
    assert f'value="{hall.match(1, 1).uid}" checked' in text(answer)
    answer = hall.type("1 4 2", hall.match(1, 1), follow=True)
    assert said(answer).startswith("Stored: Table 1, round 1")


def test_undo_leaves_the_match_to_be_played(hall):
    match = hall.match(1, 1)
    hall.type("1 4 2", match)
    assert "Undo" in text(hall.get("results"))

    hall.press("match-undo-result", match)

    match.refresh_from_db()
    assert (match.status, match.outcome, match.winner) == ("scheduled", "", "")
    assert [e.kind for e in GameEvent.objects.order_by("audit__seq")] == ["result", "void"]
    assert hall.type("1 2 4", match, **SCRIPT).json()["result"] == "stored"


def test_undo_of_an_approved_result_is_refused(hall):
    match = hall.match(1, 1)
    hall.type("1 4 2", match)
    hall.press("match-approve", match, version=Match.objects.get(id=match.id).version)

    assert "approved with another result" in hall.press("match-undo-result", match)
    assert Match.objects.get(id=match.id).status == "approved"


def test_last_ten_are_listed_newest_first(hall):
    for table in (1, 2):
        hall.type(f"{table} 4 {table}", hall.match(1, table))

    shown = text(hall.get("results"))

    assert shown.index('<span class="score">4:2</span>') < shown.index('<span class="score">4:1</span>')


def test_bye_is_never_meant(hall):
    third = Round.objects.create(stage=hall.stage, number=9)
    Match.objects.create(stage=hall.stage, round=third, number=1, first=hall.entries[0], table=hall.tables[2])

    assert look(hall, "3 4 2")["code"] == "nothing_at_table"
