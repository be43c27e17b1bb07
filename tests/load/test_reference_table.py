"""The reference table against tables worked out by hand, so that it may judge the product's."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.load.reference_table import Line, Result, reference_table

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "standings.json"
KNOWN = {"head_to_head", "sonneborn_berger", "buchholz", "set_difference", "sets_won", "wins"}


def sets(first: str, second: str, x: int, y: int) -> Result:
    return Result(first, second, sets=(x, y))


# The last game was awarded to c: d did not come.
FOUR = [
    sets("a", "b", 4, 2), sets("b", "c", 4, 1), sets("c", "a", 4, 0), sets("a", "d", 4, 3), sets("b", "d", 3, 3),
    Result("c", "d", to="c"),
]


def order(table: list[Line]) -> list[tuple[str, int, str | None]]:
    return [(line.id, line.rank, line.decided_by) for line in table]


def test_four_by_hand() -> None:
    """a 4 points (beat b, d), c 4 (beat a, awarded d), b 3 (beat c, drew d), d 1. c beat a, so c is before a.

    Sonneborn-Berger: c 4+1, a 3+1, b 4+1/2, d 3/2. Buchholz: c 4+3+1, a 3+4+1, b 4+4+1, d 4+3+4.
    """
    table = reference_table("abcd", FOUR, ["head_to_head", "sonneborn_berger", "buchholz", "set_difference"])
    assert order(table) == [("c", 1, None), ("a", 2, "head_to_head"), ("b", 3, "points"), ("d", 4, "points")]
    columns = [(r.points, r.played, r.won, r.drawn, r.lost, r.awarded, r.sets_won, r.sets_lost) for r in table]
    assert columns == [
        (4, 2, 2, 0, 1, 1, 5, 4), (4, 3, 2, 0, 1, 0, 8, 9), (3, 3, 1, 1, 1, 0, 9, 8), (1, 2, 0, 1, 2, 1, 6, 7)]
    assert [r.values["head_to_head"] for r in table] == [2, 0, None, None]
    assert [r.values["sonneborn_berger"] for r in table] == [5, 4, Fraction(9, 2), Fraction(3, 2)]
    assert [r.values["buchholz"] for r in table] == [8, 8, 9, 11]
    assert [r.values["set_difference"] for r in table] == [1, -1, 1, -1]


def test_a_cycle_is_left_to_the_next_tie_break() -> None:
    """a beat b, b beat c, c beat a, all 4:2; all beat d: 2 points each among the three, and SB 4+0 each."""
    results = [
        sets("a", "b", 4, 2), sets("b", "c", 4, 2), sets("c", "a", 4, 2), sets("a", "d", 4, 1), sets("b", "d", 4, 2),
        sets("c", "d", 4, 0)]
    table = reference_table("abcd", results, ["head_to_head", "sonneborn_berger", "set_difference"])
    assert order(table) == [("c", 1, None), ("a", 2, "set_difference"), ("b", 3, "set_difference"), ("d", 4, "points")]
    assert [r.values["sonneborn_berger"] for r in table] == [4, 4, 4, 0]
    assert [r.values["set_difference"] for r in table] == [4, 3, 2, -9]


def test_head_to_head_is_applied_again_inside_the_part_still_level() -> None:
    """w, x, y, z have 4 points each; among the four x has 4, y and z 3, w 2; y beat z. e has 8, f 6."""
    draw, won = (3, 3), (4, 0)
    results = [
        sets("y", "z", *won), sets("z", "w", *won), sets("z", "x", *draw), sets("y", "w", *draw), sets("x", "y", *won),
        sets("w", "x", *draw), sets("e", "x", *won), sets("f", "x", *won), sets("e", "y", *won), sets("f", "y", *draw),
        sets("e", "z", *won), sets("f", "z", *draw), sets("e", "w", *won), sets("w", "f", *won), sets("f", "e", *won),
    ]
    table = reference_table("zyxwfe", results, ["head_to_head"])
    assert order(table) == [
        ("e", 1, None), ("f", 2, "points"), ("x", 3, "points"), ("y", 4, "head_to_head"), ("z", 5, "head_to_head"),
        ("w", 6, "head_to_head")]
    assert [r.values["head_to_head"] for r in table] == [None, None, 4, 3, 3, 2]


def test_who_has_not_met_is_not_separated_and_shares_the_rank() -> None:
    results = [sets("a", "c", 4, 2), sets("b", "d", 4, 2)]
    table = reference_table("abcd", results, ["head_to_head", "set_difference"])
    assert order(table) == [("a", 1, None), ("b", 1, None), ("c", 3, "points"), ("d", 3, None)]


def test_a_bye_is_a_win_against_oneself_without_sets() -> None:
    """a: bye, then beat b: 4 points; b lost to a, had beaten c: 2; c: 0, then the bye: 2."""
    results = [sets("b", "c", 4, 1), Result("a", None), sets("a", "b", 4, 3), Result("c", None)]
    table = reference_table("abc", results, ["buchholz", "sonneborn_berger"])
    assert order(table) == [("a", 1, None), ("b", 2, "points"), ("c", 3, "buchholz")]
    assert [(r.values["buchholz"], r.values["sonneborn_berger"]) for r in table] == [(6, 6), (6, 2), (4, 2)]
    assert [(r.played, r.won, r.awarded, r.sets_won) for r in table] == [(1, 2, 1, 4), (2, 1, 0, 7), (1, 1, 1, 1)]


def test_a_game_lost_by_both_gives_a_loss_each() -> None:
    table = reference_table("ab", [Result("a", "b")], ["sets_won"])
    assert [(r.points, r.lost, r.awarded, r.played, r.rank) for r in table] == [(0, 1, 1, 0, 1), (0, 1, 1, 0, 1)]


@pytest.mark.parametrize("planted", ["sonneborn_berger", "buchholz"])
def test_a_tie_break_that_is_not_asked_for_decides_nothing(planted: str) -> None:
    table = reference_table("abcd", FOUR, ["set_difference"])
    assert planted not in table[0].values
    assert [line.id for line in table][:2] == ["c", "a"]


def as_result(data: dict[str, Any]) -> Result:
    if data.get("bye"):
        return Result(data["first"], None)
    pair = tuple(data["sets"]) if "sets" in data else None
    return Result(data["first"], data["second"], sets=pair, to=data.get("awarded"))


def test_published_cases_that_it_covers() -> None:
    """The cases of the rules' own collection, where they lie beside the project."""
    if not CASES.exists():
        pytest.skip("the shared cases are not beside the project")
    checked = 0
    for case in json.loads(CASES.read_text(encoding="utf-8")):
        data = case["input"]
        if data.get("out") or not set(data["tie_breaks"]) <= KNOWN or "rows" not in case["expect"]:
            continue
        worth = {"win": 2, "draw": 1, "loss": 0, **data.get("points", {})}
        found = reference_table(
            [e["id"] for e in data["entries"]], [as_result(r) for r in data["results"]], data["tie_breaks"],
            (Fraction(worth["win"]), Fraction(worth["draw"]), Fraction(worth["loss"])))
        for row, wanted in zip(found, case["expect"]["rows"], strict=True):
            flat = {**vars(row), **row.values}
            assert {key: flat[key] for key in wanted} == wanted, case["name"]
        checked += 1
    assert checked >= 12
