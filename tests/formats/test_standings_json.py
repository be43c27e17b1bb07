import json

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.standings_json import standings_from_json
from tests.formats.contract import shared

BASE = {"entries": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "results": [], "tie_breaks": ["wins"]}
AB = {"first": "a", "second": "b"}


def with_results(*results) -> dict:
    return BASE | {"results": list(results)}


def test_result_has_the_columns_of_the_contract_in_order():
    result = standings_from_json(BASE | {
        "points": {"win": 1, "draw": 0.5}, "tie_breaks": ["sonneborn_berger", "head_to_head", "lot"], "lot": "x",
        "results": [AB | {"sets": [3, 3]}, {"first": "a", "second": "c", "awarded": "c", "reason": "no_show"},
                    {"first": "c", "bye": True}, {"first": "b", "second": "c", "awarded": None}],
    })

    assert list(result["rows"][0].items()) == [
        ("id", "c"), ("rank", 1), ("played", 0), ("won", 2), ("drawn", 0), ("lost", 1), ("awarded", 3), ("sets_won", 0),
        ("sets_lost", 0), ("points", 2), ("sonneborn_berger", 2.5), ("head_to_head", None), ("lot", None),
        ("decided_by", None)]
    assert [(row["id"], row["points"], row["head_to_head"]) for row in result["rows"][1:]] in (
        [("a", 0.5, 0.5), ("b", 0.5, 0.5)], [("b", 0.5, 0.5), ("a", 0.5, 0.5)])


def test_out_is_read():
    result = standings_from_json(with_results(AB | {"sets": [4, 2]}) | {
        "out": [{"id": "a", "reason": "withdrawn"}, {"id": "c", "reason": "excluded", "scheduled": 3}]})

    assert [(row["id"], row["rank"]) for row in result["rows"]] == [("b", 1), ("a", None), ("c", None)]


BAD = [
    (5, "wrong_type", ""),
    ({"entries": [{"id": "a"}], "results": []}, "missing", "tie_breaks"),
    (BASE | {"entries": []}, "wrong_length", "entries"),
    (BASE | {"entries": [{"id": "a"}, {}]}, "missing", "entries[1].id"),
    (BASE | {"entries": [{"id": "a"}, {"id": "a"}]}, "duplicate_id", "entries[1].id"),
    (BASE | {"entries": [{"id": 1}]}, "wrong_type", "entries[0].id"),
    (BASE | {"entries": [{"id": "a", "colour": "x"}]}, "unknown_field", "entries[0].colour"),
    (BASE | {"tie_breaks": ["wins", "coin"]}, "unknown_value", "tie_breaks[1]"),
    (BASE | {"tie_breaks": ["wins", "wins"]}, "duplicate", "tie_breaks[1]"),
    (BASE | {"lot": ""}, "wrong_length", "lot"),
    (BASE | {"points": {"win": True}}, "wrong_type", "points.win"),
    (BASE | {"points": {"win": float("nan")}}, "not_finite", "points.win"),
    (BASE | {"points": {"wins": 2}}, "unknown_field", "points.wins"),
    (BASE | {"points": {"loss": -1}}, "out_of_range", "points.loss"),
    (BASE | {"out": [{"id": "q"}]}, "unknown_id", "out[0].id"),
    (BASE | {"out": [{"id": "a", "reason": "ill"}]}, "unknown_value", "out[0].reason"),
    (BASE | {"out": [{"id": "a", "scheduled": 0}]}, "out_of_range", "out[0].scheduled"),
    (with_results(AB), "missing", "results[0].sets"),
    (with_results({"second": "b", "sets": [1, 0]}), "missing", "results[0].first"),
    (with_results({"first": "a", "sets": [1, 0]}), "missing", "results[0].second"),
    (with_results({"first": "a", "awarded": "a"}), "missing", "results[0].second"),
    (with_results(AB | {"sets": [0, 0]}), "no_sets", "results[0].sets"),
    (with_results(AB | {"sets": [4]}), "wrong_length", "results[0].sets"),
    (with_results(AB | {"sets": [4, -1]}), "out_of_range", "results[0].sets[1]"),
    (with_results(AB | {"sets": [1.5, 0]}), "wrong_type", "results[0].sets[0]"),
    (with_results(AB | {"sets": [True, 0]}), "wrong_type", "results[0].sets[0]"),
    (with_results(AB | {"sets": ["4", 2]}), "wrong_type", "results[0].sets[0]"),
    (with_results(AB | {"sets": [4, 2], "awarded": "a"}), "conflicting_field", "results[0].awarded"),
    (with_results(AB | {"sets": [4, 2], "reason": "x"}), "unknown_field", "results[0].reason"),
    (with_results(AB | {"awarded": "c"}), "unknown_id", "results[0].awarded"),
    (with_results(AB | {"bye": True}), "conflicting_field", "results[0].second"),
    (with_results({"first": "a", "bye": False}), "unknown_value", "results[0].bye"),
    (with_results({"first": "a", "bye": 1}), "wrong_type", "results[0].bye"),
    (with_results({"first": "q", "bye": True}), "unknown_id", "results[0].first"),
    (with_results({"first": "a", "second": "a", "sets": [4, 2]}), "against_itself", "results[0].second"),
    (with_results(AB | {"sets": [4, 2]}, AB | {"second": "q", "sets": [4, 2]}), "unknown_id", "results[1].second"),
]


@pytest.mark.parametrize(("data", "code", "path"), BAD, ids=[f"{code} {path}" for _, code, path in BAD])
def test_bad_input_is_refused_at_its_place(data, code, path):
    with pytest.raises(FormatError) as refusal:
        standings_from_json(data)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


def test_reference_cases():
    for case in json.loads(shared("cases", "standings.json").read_text()):
        expect = case["expect"]
        if "error_path" in expect:
            with pytest.raises(FormatError) as refusal:
                standings_from_json(case["input"])
            assert refusal.value.path == expect["error_path"]
            continue
        rows = standings_from_json(case["input"])["rows"]
        wanted = list(zip(expect["rows"], rows, strict=True)) if "rows" in expect else []
        by_id = {row["id"]: row for row in rows}
        wanted += [(fragment, by_id[entry]) for entry, fragment in expect.get("rows_by_id", {}).items()]
        for fragment, row in wanted:
            assert {name: row[name] for name in fragment} == fragment, case["name"]
