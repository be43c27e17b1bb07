"""The rules of a series as settings, and places typed line by line."""

from decimal import Decimal
from fractions import Fraction

import pytest

from competitions.common.errors import Invalid
from competitions.formats.place_lines import PlaceLine, read_place_lines
from competitions.formats.series import SeriesResult, SeriesRules, places_among, series
from competitions.formats.series_settings import SeriesSettings, series_settings_from, series_settings_json


def test_settings_come_back_as_they_were():
    settings = series_settings_from({
        "points": ["25", 20, "7.5"], "further": "1/2", "best": 8, "ties": ["total", "clears"], "by_results": False,
        "divisions": ["F", "M", "class", "U18", "50+"], "own_places": True})

    assert settings.points == (25, 20, Fraction(15, 2))
    assert series_settings_from(series_settings_json(settings)) == settings
    assert settings.rules == SeriesRules(
        points=settings.points, further=Fraction(1, 2), best=8, ties=("total", "clears"))
    assert series_settings_from({}) == SeriesSettings()
    assert series_settings_from({"best": None}).best is None


@pytest.mark.parametrize(("data", "code", "path"), [
    ({"x": 1}, "unknown_field", "x"), ({"points": "25"}, "wrong_type", "points"),
    ({"points": [True]}, "wrong_type", "points"), ({"points": ["many"]}, "wrong_type", "points"),
    ({"points": ["1/0"]}, "wrong_type", "points"), ({"points": ["-1"]}, "out_of_range", "points"),
    ({"points": ["1/101"]}, "out_of_range", "points"), ({"points": [0] * 513}, "out_of_range", "points"),
    ({"points": [10, 12]}, "places_rise", "points"), ({"points": [10], "further": 12}, "places_rise", "points"),
    ({"best": 0}, "out_of_range", "best"), ({"best": "8"}, "wrong_type", "best"),
    ({"best": True}, "wrong_type", "best"),
    ({"ties": "total"}, "wrong_type", "ties"), ({"ties": ["luck"]}, "unknown_value", "ties"),
    ({"ties": ["total", "total"]}, "duplicate", "ties"), ({"divisions": ["U"]}, "unknown_value", "divisions"),
    ({"by_results": 1}, "wrong_type", "by_results"), ({"ties": [1]}, "wrong_type", "ties"),
])
def test_each_fault_is_named_at_its_setting(data, code, path):
    with pytest.raises(Invalid) as caught:
        series_settings_from(data)
    assert (caught.value.code, caught.value.params["path"]) == (code, path)


def test_the_points_won_count_where_the_rules_say_so():
    """Nereta: 3-0 brings 3 points; best two of three stages, 9 + 7 of 9, 4 and 7. Places do not matter."""
    rules = SeriesRules(points=(), best=2, by_results=True, ties=("best_place",))
    results = [SeriesResult("1", "a", 5, Fraction(9)), SeriesResult("2", "a", 1, Fraction(4)),
               SeriesResult("3", "a", 2, Fraction(7)), SeriesResult("1", "b", 1, Fraction(16))]
    first, second = series(["b", "a"], ["1", "2", "3"], results, rules)

    assert (first.id, first.best, first.total) == ("b", 16, 16)
    assert (second.id, second.best, second.total, second.decided_by) == ("a", 16, 20, None)
    assert [result.competition for result in second.counted] == ["1", "3"]


def test_places_are_counted_anew_among_some():
    """Vaidava: women and men apart in one field. Places 2, 4, 4 and 7 of the field are 1, 2, 2 and 4 of the women."""
    results = [SeriesResult("1", name, place) for name, place in (
        ("a", 1), ("b", 2), ("c", 4), ("d", 4), ("e", 7))] + [SeriesResult("2", "c", 3)]
    found = places_among(results, {"b", "c", "d", "e"})

    assert [(r.competition, r.entry, r.place) for r in found] == [
        ("1", "b", 1), ("1", "c", 2), ("1", "d", 2), ("1", "e", 4), ("2", "c", 1)]


def test_typed_places_are_read_line_by_line():
    assert read_place_lines("1; Anna Liepa; Cēsis; 7,5; 3\n\n2\tBerta Egle\n3; Cilda;;;\n") == (
        PlaceLine(1, "Anna Liepa", "Cēsis", Decimal("7.5"), 3), PlaceLine(2, "Berta Egle"), PlaceLine(3, "Cilda"))


@pytest.mark.parametrize("line", [
    "1", "x; Anna", "1; =Anna", "1; ", "1; Anna; Cēsis; many", "1; Anna; Cēsis; -1", "1; Anna;; NaN", "1; Anna;; 1; x",
    "1; a; b; 1; 1; 1", "12345; Anna", "1; An\u202ena", "1; Anna; C\u202e"])
def test_a_line_that_cannot_be_read_is_named(line):
    with pytest.raises(Invalid) as caught:
        read_place_lines(f"1; Somebody\n{line}")
    assert (caught.value.code, caught.value.params["line"]) == ("places_line", 2)


def test_typed_places_have_an_end():
    with pytest.raises(Invalid, match="too_many_rows"):
        read_place_lines("1; a\n" * 1001)
