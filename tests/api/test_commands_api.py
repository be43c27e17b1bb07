"""The endpoints of the commands take and return the objects of the commands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.engine.strokes import stroke

GAME = {"ruleset": "lnf-2008", "sets": 6, "all_sets": False, "first_stroke": "A", "events": [{"set_won": "A"}]}
TABLE = {"entries": [{"id": "a"}, {"id": "b"}], "results": [{"first": "a", "second": "b", "sets": [4, 2]}],
         "tie_breaks": []}

STROKE = stroke("r1 200 250, b1 0 -150", "striker>b1", "b1 50 0")


def post(name: str, data: Any) -> Any:
    return Client().post(f"/api/v1/{name}", json.dumps(data), "application/json")


def test_one_object_gives_one_result() -> None:
    assert post("score_match", GAME).json()["next"] == {"number": 2, "first_stroke": "B", "side_of_a": "N"}
    assert [row["id"] for row in post("standings", TABLE).json()["rows"]] == ["a", "b"]


def test_draw_and_line_up_answer_as_their_commands() -> None:
    field = {"system": "single_elimination", "entries": [{"id": "a"}, {"id": "b"}]}
    drawn = post("draw", field).json()

    assert post("draw", {**field, "options": {"lot": drawn["lot"]}}).json() == drawn
    assert post("draw", {**field, "options": {"legs": 2}}).json()["code"] == "not_in_eliminations"
    team = {"ruleset": "lnf-2008", "regulars": ["a", "b"], "reserves": ["c"], "rounds": [["a", "c"]]}
    assert post("lineup", team).json()["violations"][0]["number"] == 2


def test_a_stroke_is_judged_as_by_the_command() -> None:
    """lnf-2008:17.1.b: the opponent's disc first by a direct stroke."""
    told = post("adjudicate", {**STROKE, "language": "lv"}).json()

    assert told["stroke"] == "penalised"
    assert [item["rule"] for item in told["findings"]] == ["lnf-2008:17.1.b", "lnf-2008:18.1.a", "lnf-2008:18.1.d"]
    assert told["findings"][1]["text"] == "Nav iesists neviens savs kauliņš: sitiena tiesības zaudētas."
    assert post("adjudicate", [STROKE, STROKE]).json() == [{**told, "findings": post("adjudicate", STROKE).json()[
        "findings"]}] * 2


def test_an_array_has_its_errors_in_their_places() -> None:
    answer = post("score_match", [GAME, {**GAME, "sets": "six"}, GAME])
    assert answer.status_code == 200
    assert ["error" in item for item in answer.json()] == [False, True, False]
    assert answer.json()[1]["error"]["path"] == "sets"


@pytest.mark.parametrize(("name", "data", "path"), [
    ("score_match", {**GAME, "extra": 1}, "extra"), ("standings", {**TABLE, "results": 5}, "results"),
    ("adjudicate", {**STROKE, "explain": True}, "explain"),
    ("adjudicate", {**STROKE, "before": [{"id": "r1", "colour": "red", "x": 900, "y": 0}]}, "before[0].x"),
])
def test_one_bad_object_is_a_problem_with_the_place(name: str, data: Any, path: str) -> None:
    answer = post(name, data)
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["params"]["path"] == path


def test_too_many_items_are_refused() -> None:
    assert post("score_match", [GAME] * 1001).status_code == 413


def test_a_stroke_is_explained_in_a_language() -> None:
    told = post("rules/explain", {**STROKE, "language": "de"}).json()

    assert told["verdict"] == post("adjudicate", {**STROKE, "language": "de"}).json()
    assert told["decided_by"] == "lnf-2008:17.1.b"
    assert told["explanation"].startswith("S spielte einen direkten Stoß. Zuerst berührt: gegnerische Scheibe b1.")
    assert post("rules/explain", {**STROKE, "language": "fr"}).status_code == 422


def test_clauses_for_a_moment_in_a_language() -> None:
    """lnf-2008:17.1.b: the opponent's disc first by a direct stroke, whatever else happened."""
    told = post("rules/lnf-2008/moment?language=lv", {"path": "direct", "first": "opponents"})

    assert told.status_code == 200
    first = told.json()["clauses"][0]
    assert (first["rule"], first["certain"], first["kinds"]) == ("lnf-2008:17.1.b", True, ["penalty"])
    assert first["text"].startswith("Tiešs sitiens")


@pytest.mark.parametrize(("address", "data", "status", "path"), [
    ("rules/lnf-2008/moment", {"path": "curved"}, 422, "path"), ("rules/lnf-2008/moment", [], 422, ""),
    ("rules/lnf-2008/moment", {}, 422, ""),
    ("rules/lnf-2008/moment?language=fr", {"first": "both"}, 422, "language"), ("rules/novuss/moment", {}, 404, None),
])
def test_a_moment_that_cannot_be_read_is_a_problem(address: str, data: Any, status: int, path: str | None) -> None:
    answer = post(address, data)

    assert answer.status_code == status
    assert answer.json().get("params", {}).get("path") == path
