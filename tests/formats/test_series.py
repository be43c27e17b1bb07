"""Series: best N of M, points by place, ties; a real series comes out the same."""

import csv
import json
from fractions import Fraction

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.series import SeriesResult, SeriesRules, series
from tests.formats.contract import shared

SMALL = SeriesRules(points=(Fraction(5), Fraction(3)), further=Fraction(1), best=2)


def rows(name):
    with shared("data", name).open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_real_series_of_2026_comes_out_the_same():
    """Best 8 months; ties by total, clears, earliest month, best place. N25 and N26 are level by all that is stated
    (places 9 to 12 are one shared place of a double elimination) and stand in the order of the list."""
    by_place = json.loads(shared("data", "novuss-series-2026-points.json").read_text())["pointsByPlace"]
    published = rows("novuss-series-2026-ranking.csv")
    results = [SeriesResult(row["month"], row["id"], int(row["place"]))
               for row in rows("novuss-series-2026-places.csv")]
    rules = SeriesRules(
        points=tuple(Fraction(by_place[str(place)]) for place in range(1, 17)), further=Fraction(by_place["17+"]),
        best=8, ties=("total", "clears", "earliest", "best_place", "listed"))
    table = series(
        sorted(row["id"] for row in published), sorted({result.competition for result in results}), results, rules,
        clears={row["id"]: int(row["stoses"]) for row in published})

    assert [(str(row.rank), row.id, str(row.total), str(row.best), str(row.competitions), str(row.clears))
            for row in table] == [tuple(row.values()) for row in published]


def test_points_of_the_places_are_those_published():
    by_place = json.loads(shared("data", "novuss-series-2026-points.json").read_text())["pointsByPlace"]
    rules = SeriesRules(points=tuple(Fraction(by_place[str(place)]) for place in range(1, 17)),
                        further=Fraction(by_place["17+"]))

    assert all(rules.of(int(row["place"])) == int(row["points"]) for row in rows("novuss-series-2026-places.csv"))


def test_best_n_count_and_the_earlier_of_equal_results():
    results = [SeriesResult(month, "a", place) for month, place in (("1", 2), ("2", 2), ("3", 9), ("4", 2))]
    (row,) = series(["a"], ["1", "2", "3", "4"], results, SMALL)

    assert (row.best, row.total, row.competitions) == (6, 10, 4)
    assert [result.competition for result in row.counted] == ["1", "2"]


def test_level_entries_share_their_rank_and_rows_say_what_decided():
    results = [SeriesResult("1", "a", 2), SeriesResult("1", "b", 2), SeriesResult("2", "c", 1)]
    table = series(["b", "a", "c", "d"], ["1", "2"], results, SMALL)

    assert [(row.id, row.rank, row.decided_by) for row in table] == [
        ("c", 1, None), ("b", 2, "best"), ("a", 2, None), ("d", 4, "best")]


@pytest.mark.parametrize(("name", "results", "clears"), [
    ("total", [("1", "a", 1), ("2", "a", 1), ("3", "a", 2), ("1", "b", 1), ("2", "b", 1)], {}),
    ("clears", [], {"a": 1}),
    ("earliest", [("1", "a", 1), ("2", "b", 1)], {}),
    ("best_place", [("1", "a", 1), ("2", "a", 3), ("1", "b", 2), ("2", "b", 2)], {}),
    ("competitions", [("1", "a", 9), ("2", "a", 9), ("3", "a", 9), ("1", "b", 9), ("2", "b", 9)], {}),
])
def test_each_tie(name, results, clears):
    rules = SeriesRules(points=(Fraction(5), Fraction(3)), further=Fraction(1), best=2, ties=(name,))
    made = [SeriesResult(*result) for result in results]
    table = series(["b", "a"], ["1", "2", "3"], made, rules, clears=clears)

    assert [(row.id, row.decided_by) for row in table] == [("a", None), ("b", name)]


@pytest.mark.parametrize(("ties", "best", "path"), [
    (("luck",), None, "ties[0]"), (("total", "total"), None, "ties[1]"), ((), 0, "best")])
def test_rules_are_checked(ties, best, path):
    with pytest.raises(FormatError) as caught:
        SeriesRules(points=(Fraction(1),), ties=ties, best=best)
    assert caught.value.path == path


@pytest.mark.parametrize(("entries", "results", "path"), [
    (["a", "a"], [], "entries[1]"),
    (["a"], [SeriesResult("1", "x", 1)], "results[0].entry"),
    (["a"], [SeriesResult("9", "a", 1)], "results[0].competition"),
    (["a"], [SeriesResult("1", "a", 1), SeriesResult("1", "a", 2)], "results[1].entry"),
    (["a"], [SeriesResult("1", "a", 0)], "results[0].place"),
])
def test_results_are_checked(entries, results, path):
    with pytest.raises(FormatError) as caught:
        series(entries, ["1", "2"], results, SMALL)
    assert caught.value.path == path
