"""The `draw` contract: systems, options, first strokes, refusals, repeatability."""

import json
import sys

import pytest

from competitions.formats import swiss
from competitions.formats.draw import Begins, DrawSpec, FirstStroke, Kind, System, draw, who_begins
from competitions.formats.draw_json import draw_from_json
from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant
from tests.formats.brackets import drawn, objections
from tests.formats.contract import checker, shared
from tests.formats.test_json_commands import run


def entries(count, **fields):
    return [{"id": f"e{number}", **fields} for number in range(1, count + 1)]


BASE = {"system": "round_robin", "entries": entries(4)}


def made(data):
    return draw_from_json(data, fresh_lot=lambda: "made here")


def test_round_robin_of_three_by_hand():
    answer = drawn("round_robin", [{"id": "c", "seed": 3}, {"id": "a", "seed": 1}, {"id": "b", "seed": 2}])

    assert answer["order"] == ["a", "b", "c"]
    assert answer["rounds"][0] == {"round": 1, "name": "Round 1", "bracket": "main", "matches": [
        {"id": "main-1-1", "first": "a", "second": "bye", "first_from": None, "second_from": None,
         "first_stroke": None},
        {"id": "main-1-2", "first": "b", "second": "c", "first_from": None, "second_from": None,
         "first_stroke": "first"}]}
    assert len(answer["rounds"]) == 3


def test_single_elimination_of_three_by_hand():
    answer = drawn("single_elimination", [{"id": i, "seed": s} for s, i in enumerate("abc", 1)])

    assert answer["rounds"] == [
        {"round": 1, "name": "Semi-finals", "bracket": "main", "matches": [
            {"id": "main-1-1", "first": "a", "second": "bye", "first_from": None, "second_from": None,
             "first_stroke": None},
            {"id": "main-1-2", "first": "b", "second": "c", "first_from": None, "second_from": None,
             "first_stroke": "first"}]},
        {"round": 2, "name": "Final", "bracket": "main", "matches": [
            {"id": "main-2-1", "first": "a", "second": None, "first_from": {"winner_of": "main-1-1"},
             "second_from": {"winner_of": "main-1-2"}, "first_stroke": "second"}]}]


def test_double_elimination_shows_its_crossing():
    assert drawn("double_elimination", entries(8))["crossing"] == [
        {"winners_round": 2, "losers_round": 2, "rule": "reverse", "matches": [2, 1]},
        {"winners_round": 3, "losers_round": 4, "rule": "reverse_in_halves", "matches": [1]}]


def test_groups_go_on_into_a_bracket():
    answer = drawn("groups", entries(12), groups=4, advance=2, third_place=True)
    last = [item for item in answer["rounds"] if item["bracket"] == "main"]

    assert {item["bracket"] for item in answer["rounds"]} == {"A", "B", "C", "D", "main"}
    assert [item["name"] for item in last] == ["Quarter-finals", "Semi-finals", "Match for place 3", "Final"]
    assert last[0]["matches"][0] | {"id": ""} == {
        "id": "", "first": None, "second": None, "first_from": {"place": 1, "group": "A"},
        "second_from": {"place": 2, "group": "B"}, "first_stroke": "first"}
    assert objections("groups", entries(12), groups=4, advance=2) == []


def test_groups_alone_have_no_bracket():
    assert {item["bracket"] for item in drawn("groups", entries(6), groups=2)["rounds"]} == {"A", "B"}


def test_places_and_third_place():
    names = [item["name"] for item in drawn("single_elimination", entries(8), places=8, third_place=True)["rounds"]]
    assert "Match for place 7" in names
    names = [item["name"] for item in drawn("single_elimination", entries(8), places=2, third_place=True)["rounds"]]
    assert "Match for place 3" in names


@pytest.mark.parametrize(("system", "kind", "begins"), [
    (System.ROUND_ROBIN, Kind.SINGLES, ("first", "first")), (System.GROUPS, Kind.DOUBLES, ("first", "first")),
    (System.SINGLE_ELIMINATION, Kind.SINGLES, ("first", "second")),
    (System.DOUBLE_ELIMINATION, Kind.DOUBLES, ("first", "second")),
    (System.ROUND_ROBIN, Kind.TEAMS, ("second", "first")), (System.SINGLE_ELIMINATION, Kind.TEAMS, ("second", "first")),
    (System.SWISS, Kind.TEAMS, ("first", "first")),
])
def test_first_strokes_by_the_rules(system, kind, begins):
    """22.1.a, 22.1.b, 22.2."""
    assert tuple(who_begins(system, kind, FirstStroke.RULE, number) for number in (1, 2)) == begins
    assert who_begins(system, kind, FirstStroke.LOT, 2) is Begins.LOT


def test_first_strokes_in_the_answer():
    by_lot = drawn("single_elimination", entries(4), first_stroke="lot")
    teams = made(BASE | {"kind": "teams"})

    assert {m["first_stroke"] for item in by_lot["rounds"] for m in item["matches"]} == {"lot"}
    assert [item["matches"][0]["first_stroke"] for item in teams["rounds"]] == ["second", "first", "second"]


def test_swiss_next_round_records_the_edition_of_the_rules():
    results = [{"first": "e1", "second": "e3", "sets": [4, 1]}, {"first": "e4", "second": "e2", "sets": [3, 3]},
               {"first": "e5", "bye": True}]
    answer = made({"system": "swiss", "entries": entries(5), "results": results, "points": {"win": 1, "draw": 0.5}})

    assert [item["round"] for item in answer["rounds"]] == [2]
    assert answer["edition"] == {"engine": "py4swiss", "version": swiss.pairing_edition().engine_version,
                                 "rules": swiss.RULES}
    bye = [m for m in answer["rounds"][0]["matches"] if m["second"] == "bye"]
    assert len(bye) == 1
    assert bye[0]["first"] in ("e2", "e3", "e4")
    assert bye[0]["first_stroke"] is None


def test_swiss_leaves_out_the_absent_and_separates_clubs_in_round_1_only():
    field = [{"id": f"e{n}", "rating": 1500 - n, "club": "VEF" if n in (1, 4) else None, "absent": n == 7}
             for n in range(1, 8)]
    first = made({"system": "swiss", "entries": field, "options": {"separate": "club", "total_rounds": 5}})
    again = made({"system": "swiss", "entries": field, "options": {"separate": "club"}, "results": [
        {"first": f, "second": s, "sets": [4, 0]} for f, s in (("e1", "e5"), ("e6", "e2"), ("e3", "e4"))]})

    pairs = [{m["first"], m["second"]} for m in first["rounds"][0]["matches"]]
    assert {"e1", "e4"} not in pairs
    assert not any({"e7", "bye"} & pair for pair in pairs)
    assert again["rounds"][0]["round"] == 2


def test_a_lot_is_made_where_none_is_given_and_gives_the_same_draw_back():
    first = made(BASE)
    assert first["lot"] == "made here"
    assert made(BASE | {"options": {"lot": "made here"}}) == first


def test_order_of_entries_and_names_play_no_part():
    named = [{"id": e["id"], "name": f"Name {e['id']}", "seed": None} for e in reversed(entries(9))]
    assert drawn("single_elimination", named) == drawn("single_elimination", entries(9))


BAD = [
    ({"system": "ladder"}, "unknown_value", "system"),
    ({"entries": entries(1)}, "too_few_entries", "entries"),
    ({"entries": []}, "too_few_entries", "entries"),
    ({"entries": entries(513)}, "too_many_entries", "entries"),
    ({"entries": 5}, "wrong_type", "entries"),
    ({"entries": [{"id": "a"}, {"id": "bye"}]}, "reserved_id", "entries[1].id"),
    ({"entries": [{"id": "a"}, {"id": None}]}, "wrong_type", "entries[1].id"),
    ({"entries": [{"id": "a", "seed": 1}, {"id": "b", "seed": 1}]}, "duplicate_seed", "entries[1].seed"),
    ({"entries": [{"id": "a"}, {"id": "a"}]}, "duplicate_id", "entries[1].id"),
    ({"entries": [{"id": "a"}, {"id": "b", "seed": 0}]}, "out_of_range", "entries[1].seed"),
    ({"entries": [{"id": "a"}, {"id": "b", "rating": -1}]}, "out_of_range", "entries[1].rating"),
    ({"entries": [{"id": "a"}, {"id": "b", "colour": 1}]}, "unknown_field", "entries[1].colour"),
    ({"system": "single_elimination", "options": {"legs": 1}}, "not_in_eliminations", "options.legs"),
    ({"system": "groups"}, "missing", "options.groups"),
    ({"system": "groups", "options": {"groups": 3}}, "out_of_range", "options.groups"),
    ({"system": "groups", "options": {"groups": "2"}}, "wrong_type", "options.groups"),
    ({"system": "groups", "options": {"groups": 2, "advance": 3}}, "out_of_range", "options.advance"),
    ({"system": "groups", "options": {"groups": 1, "advance": 1}}, "out_of_range", "options.advance"),
    ({"options": {"legs": 9}}, "out_of_range", "options.legs"),
    ({"options": {"separate": "country"}}, "unknown_value", "options.separate"),
    ({"options": {"lots": "x"}}, "unknown_field", "options.lots"),
    ({"system": "single_elimination", "options": {"places": 6}}, "unknown_value", "options.places"),
    ({"kind": "triples"}, "unknown_value", "kind"),
    ({"results": [{"first": "e1", "second": "x", "sets": [1, 0]}]}, "unknown_id", "results[0].second"),
    ({"system": "swiss", "entries": entries(2), "results": [{"first": "e1", "second": "e2", "sets": [4, 2]}]},
     "no_legal_round", "results"),
]


@pytest.mark.parametrize(("change", "code", "path"), BAD, ids=[f"{code} {path}" for _, code, path in BAD])
def test_refusals(change, code, path):
    with pytest.raises(FormatError) as caught:
        made(BASE | change)
    assert (caught.value.code, caught.value.path) == (code, path)
    assert caught.value.message


def test_a_machine_without_the_pairing_program_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)
    with pytest.raises(FormatError) as caught:
        made(BASE | {"system": "swiss", "results": [{"first": "e1", "second": "e2", "sets": [4, 2]}]})
    assert (caught.value.code, caught.value.path) == ("swiss_unavailable", "system")


def test_late_entries_are_an_option_of_the_function():
    spec = DrawSpec(system=System.DOUBLE_ELIMINATION, entries=tuple(Entrant(id=i) for i in "abcde"), lot="x",
                    late=("late",))
    first = draw(spec).bracket.rounds[1].matches

    assert "late" in {side.entry for match in first for side in (match.first, match.second)}


def test_command_makes_a_lot_of_its_own(monkeypatch):
    lots = [json.loads(run("draw", json.dumps(BASE), monkeypatch)[0])["lot"] for _ in range(2)]

    assert lots[0] != lots[1]
    assert len(lots[0]) == 39


def test_reference_specs_hold_for_the_outside_checker():
    """As `run_draws.py` does from the shell (`.ci/run`): again, with another lot, and with the lot that was made."""
    check = checker().check
    specs = json.loads(shared("draws", "specs.json").read_text(encoding="utf-8"))
    for spec in specs:
        options = spec["input"]["options"]
        again, first = made(spec["input"]), made(spec["input"])
        other = made({**spec["input"], "options": {**options, "lot": "another public text, 17"}})

        assert list(check(spec["input"], first, again, other, None, spec.get("check"))) == [], spec["name"]
    assert len(specs) >= 30
