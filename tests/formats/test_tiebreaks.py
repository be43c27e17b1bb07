"""Every tie-break that `docs/tiebreaks.md` defines beyond the eight of the contract, with values counted by hand."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Out
from competitions.formats.explain import explain
from competitions.formats.games import Game, awarded_game, played_game
from competitions.formats.ledger import Particulars, round_numbers
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.standings import ByNumber, Rules, standings
from competitions.formats.standings_json import standings_from_json
from tests.formats.test_explain import explained
from tests.formats.test_standings import events, games, order, value

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "tiebreaks.md"


def table(entries, text, *tie_breaks, **given_besides):
    return standings(entries, games(text), rules=Rules(tie_breaks=tie_breaks), **given_besides)


def test_every_tie_break_is_defined_in_the_document():
    text = DOCUMENT.read_text(encoding="utf-8")

    assert [name for name in TIE_BREAKS if f"| `{name}` |" not in text] == []


def test_set_ratio_is_the_share_of_sets_won_and_awarded_games_have_none():
    made = table("abcd", "ab40 c+d bd42 a+d", "set_ratio")

    # a 4:0 of one game, b 4:6, c and d: c nothing played, d 2:4.
    assert value(made, "set_ratio") == {"a": 1, "b": Fraction(2, 5), "c": 0, "d": Fraction(1, 3)}
    assert explained(made, "b", "set_ratio").divisor == 10


def test_ratio_and_difference_give_different_orders():
    """Different numbers of real games: 8:4 is +4 and two thirds, 4:1 is +3 and four fifths."""
    text = "ac42 ad42 b+c bd41"
    assert [row.id for row in table("abcd", text, "set_difference").rows][:2] == ["a", "b"]
    assert [row.id for row in table("abcd", text, "set_ratio").rows][:2] == ["b", "a"]


def test_sets_among_the_tied_count_only_their_games():
    # a, b, c beat each other in a cycle; d lost to all, and by how much makes no difference.
    text = "ab42 bc43 ca41 ad43 bd43 cd40"
    made = table("abcd", text, "head_to_head", "set_difference_tied")
    by_ratio = table("abcd", text, "set_ratio_tied")

    assert value(made, "set_difference_tied") == {"a": -1, "b": -1, "c": 2, "d": None}
    # a and b, level with three, are taken again by the game between them.
    assert order(made) == [("c", 1, None), ("a", 2, "set_difference_tied"), ("b", 3, "set_difference_tied"),
                           ("d", 4, "points")]
    assert value(by_ratio, "set_ratio_tied") == {
        "a": Fraction(5, 11), "b": Fraction(6, 13), "c": Fraction(7, 12), "d": None}
    assert [row.id for row in by_ratio.rows] == ["c", "b", "a", "d"]
    assert explained(made, "a", "set_difference_tied").among == ("a", "b", "c")
    assert explained(by_ratio, "a", "set_ratio_tied").divisor == 11


def test_who_have_not_met_have_no_mini_league():
    made = table("abcd", "ac40 bd40", "head_to_head", "set_ratio_tied")

    assert value(made, "head_to_head") == dict.fromkeys("abcd")
    assert value(made, "set_ratio_tied") == dict.fromkeys("abcd")


def test_progressive_adds_the_running_scores():
    """C.07 art. 7.5: an early win stands in every later running score."""
    made = table("abcd", "ab40 cd40 ac04 bd04 ad40 bc40", "progressive")

    # a: 2 2 4 = 8; b: 0 0 2 = 2; c: 2 4 4 = 10; d: 0 2 2 = 4.
    assert value(made, "progressive") == {"a": 8, "b": 2, "c": 10, "d": 4}
    assert [term.value for term in explained(made, "a", "progressive").terms] == [6, 0, 2]


def test_progressive_carries_the_score_through_a_round_without_a_game():
    made = standings("abc", [played_game("a", "b", 4, 0, clears=(0, 0)), played_game("a", "c", 4, 0)],
                     rules=Rules(tie_breaks=("progressive",)))
    assert value(made, "progressive") == {"a": 6, "b": 0, "c": 0}


def test_rounds_are_those_given_else_a_new_one_when_somebody_plays_again():
    one, other, third = games("ab40 cd40 ac40")
    numbered = [Game(g.first, g.second, g.sets, round=number) for g, number in ((third, 2), (one, 1), (other, 1))]

    assert round_numbers([one, other, third]) == [1, 1, 2]
    assert round_numbers(numbered) == [2, 1, 1]
    assert round_numbers([numbered[0], one]) == [1, 2]
    assert round_numbers([]) == []


def test_buchholz_cut_1_leaves_out_one_weakest_opponent():
    """C.07 art. 14.1; Peningi: Buchholz without the weakest opponent."""
    made = table("abcd", "ab40 ac40 ad40 bc40 bd40 cd40", "buchholz", "buchholz_cut_1")

    # Points 6 4 2 0.
    assert value(made, "buchholz_cut_1") == {"a": 6, "b": 8, "c": 10, "d": 10}
    assert [term.counted for term in explained(made, "a", "buchholz_cut_1").terms] == [True, True, False]
    assert value(table("ab", "ab40", "buchholz_cut_1"), "buchholz_cut_1") == {"a": 0, "b": 0}
    assert value(table("ab", "", "buchholz_cut_1"), "buchholz_cut_1") == {"a": 0, "b": 0}


def test_wins_in_the_last_two_rounds_then_in_the_last_three():
    """Ventspils, Easter 2016: Buchholz, then the win in the last 2, 3, … rounds."""
    text = "ab40 cd40 ac04 bd40 ad40 bc40 ab40 cd40"
    made = table("abcd", text, "wins_last_rounds")

    # Rounds 1 to 4. a won 1, 3, 4; b won 2, 3; c won 1, 2, 4; d none.
    assert value(made, "wins_last_rounds") == {"a": 2, "b": 1, "c": 1, "d": 0}
    assert order(made)[:2] == [("a", 1, None), ("c", 2, "wins_last_rounds")]
    level = table("abcd", "ab40 cd40 ca40 db40 bc40 ad40", "wins_last_rounds")
    # All won two of three rounds but b (3 alone) and d (2 alone): a won 1 and 3, c won 1 and 2.
    assert value(level, "wins_last_rounds") == {"a": 1, "b": 1, "c": 1, "d": 1}
    assert [(row.id, row.rank) for row in level.rows] == [("a", 1), ("c", 1), ("b", 3), ("d", 3)]
    assert [term.opponent for term in explained(level, "a", "wins_last_rounds").terms] == ["d"]


def test_wins_in_the_last_rounds_go_on_to_earlier_rounds():
    # a and c: 4 points, one win each in rounds 3 and 4; a won round 2, c round 1.
    text = "ca40 bd40 ab40 dc40 ad04 cb40 da04 bc40"
    made = table("abcd", text, "wins_last_rounds")

    assert value(made, "wins_last_rounds")["a"] == value(made, "wins_last_rounds")["c"] == 1
    assert [row.id for row in made.rows if row.id in "ac"] == ["a", "c"]


def test_clears_in_the_first_series_are_summed():
    made = standings("ab", [played_game("a", "b", 3, 3, clears=(0, 2)), played_game("b", "a", 3, 3, clears=(1, 1))],
                     rules=Rules(tie_breaks=("clears",)))

    assert value(made, "clears") == {"a": 1, "b": 3}
    assert order(made) == [("b", 1, None), ("a", 2, "clears")]
    assert [(term.opponent, term.value) for term in explained(made, "a", "clears").terms] == [("b", 1)]


def test_rating_and_start_number():
    besides = Particulars(ratings={"a": 1500, "b": 1600}, start_numbers={"a": 3, "b": 7})
    by_rating = table("abc", "", "rating", particulars=besides)
    by_number = table("cba", "", "start_number", particulars=besides)

    assert order(by_rating) == [("b", 1, None), ("a", 2, "rating"), ("c", 3, "rating")]
    assert value(by_rating, "rating") == {"a": 1500, "b": 1600, "c": None}
    assert order(by_number) == [("a", 1, None), ("b", 2, "start_number"), ("c", 3, "start_number")]
    assert value(by_number, "start_number") == {"a": 3, "b": 7, "c": None}
    assert explain(by_number, "a")[0].value == 3


def test_play_off_decides_and_counts_nowhere_else():
    """Rīga teams 2016: two level for first place play one more match."""
    besides = Particulars(play_off=tuple(games("ba42")))
    made = table("abc", "ab33 ac40 bc40", "head_to_head", "play_off", "set_difference", particulars=besides)

    assert order(made)[:2] == [("b", 1, None), ("a", 2, "play_off")]
    assert (made.rows[0].played, made.rows[0].sets_won) == (2, 7)
    assert value(made, "play_off") == {"a": 0, "b": 2, "c": None}
    assert [term.opponent for term in explained(made, "b", "play_off").terms] == ["a"]


def test_play_off_of_two_says_nothing_about_three():
    besides = Particulars(play_off=tuple(games("ba42")))
    assert [row.rank for row in table("abc", "", "play_off", particulars=besides).rows] == [1, 1, 1]


def test_manual_decision_needs_all_who_are_level():
    assert order(table("abc", "ab33 bc33 ca33", "manual", particulars=Particulars(manual=("c", "a", "b")))) == [
        ("c", 1, None), ("a", 2, "manual"), ("b", 3, "manual")]
    part = table("abc", "", "manual", particulars=Particulars(manual=("c", "a")))
    assert [row.rank for row in part.rows] == [1, 1, 1]
    assert value(part, "manual") == {"a": 2, "b": None, "c": 1}


MARCIENA = ByNumber(two=("head_to_head",), more=("set_ratio",))


def test_two_level_by_head_to_head_more_by_set_ratio():
    """Mārciena: two tied head to head, three tied set ratio."""
    three = table("abcd", "ab40 bc41 ca42 ad42 bd42 cd42", MARCIENA)
    two = table("abcd", "ab40 bc41 ca42 ad24 bd42 cd42", MARCIENA)

    assert {row.decided_by for row in three.rows} == {None, "set_ratio", "points"}
    assert value(three, "head_to_head") == dict.fromkeys("abcd")
    assert [(row.id, row.decided_by) for row in two.rows][:2] == [("b", None), ("c", "head_to_head")]


def test_a_list_for_more_is_taken_to_its_end_when_two_are_left():
    """One of three is split off by the sets; the two left stay with the list for more."""
    rules = ByNumber(two=("head_to_head",), more=("sets_won", "wins"))
    # a, b, c in a cycle, d beaten by all; c has one set more. a beat b.
    text = "ab40 bc40 ca40 ad40 bd40 cd50"
    alone, followed = table("abcd", text, rules), table("abcd", text, rules, "head_to_head")

    assert [(row.id, row.rank, row.decided_by) for row in alone.rows] == [
        ("c", 1, None), ("a", 2, "sets_won"), ("b", 2, None), ("d", 4, "points")]
    assert [(row.id, row.decided_by) for row in followed.rows] == [
        ("c", None), ("a", "sets_won"), ("b", "head_to_head"), ("d", "points")]


@pytest.mark.parametrize(("rules", "path"), [
    ((ByNumber(two=("coin",)),), "tie_breaks[0].two[0]"),
    (("wins", ByNumber(more=("sets_won", "wins"))), "tie_breaks[1].more[1]"),
    ((ByNumber(more=("wins", "wins")),), "tie_breaks[0].more[1]"),
])
def test_lists_by_number_are_checked(rules, path):
    with pytest.raises(FormatError) as caught:
        Rules(tie_breaks=rules)
    assert caught.value.path == path


def test_what_was_taken_for_some_may_follow_for_all():
    assert Rules(tie_breaks=(MARCIENA, "set_ratio")).names == ("head_to_head", "set_ratio")


def test_json_takes_all_of_it():
    answer = standings_from_json({
        "entries": [{"id": "a", "rating": 1500, "start_number": 1}, {"id": "b", "rating": None}, {"id": "c"}],
        "results": [{"first": "a", "second": "b", "sets": [3, 3], "clears": [1, 0], "round": 1}],
        "tie_breaks": [{"two": ["play_off"], "more": ["set_ratio"]}, "clears", "rating", "manual"],
        "play_off": [{"first": "b", "second": "a", "sets": [4, 2]}], "manual": ["b", "a"]})

    assert [(row["id"], row["decided_by"]) for row in answer["rows"]] == [
        ("b", None), ("a", "play_off"), ("c", "points")]
    assert [row["clears"] for row in answer["rows"]] == [0, 1, 0]


@pytest.mark.parametrize(("change", "code", "path"), [
    ({"results": [{"first": "a", "bye": True, "clears": [1, 0]}]}, "unknown_field", "results[0].clears"),
    ({"results": [{"first": "a", "second": "b", "sets": [1, 0], "clears": [1]}]}, "wrong_length", "results[0].clears"),
    ({"results": [{"first": "a", "second": "b", "sets": [1, 0], "round": 0}]}, "out_of_range", "results[0].round"),
    ({"tie_breaks": [{"three": []}]}, "unknown_field", "tie_breaks[0].three"),
    ({"tie_breaks": [{"two": ["coin"]}]}, "unknown_value", "tie_breaks[0].two[0]"),
    ({"play_off": [{"first": "a", "second": "x", "sets": [1, 0]}]}, "unknown_id", "play_off[0].second"),
    ({"manual": ["a", "x"]}, "unknown_id", "manual[1]"),
    ({"manual": ["a", "a"]}, "duplicate_id", "manual[1]"),
    ({"entries": [{"id": "a", "rating": -1}]}, "out_of_range", "entries[0].rating"),
])
def test_json_refusals(change, code, path):
    with pytest.raises(FormatError) as caught:
        standings_from_json({"entries": [{"id": "a"}, {"id": "b"}], "results": [], "tie_breaks": []} | change)
    assert (caught.value.code, caught.value.path) == (code, path)


@given(events(), st.permutations(["a", "b", "c", "d", "e", "f"]), st.randoms())
def test_arrival_order_of_results_with_rounds_makes_no_difference(event, entries, rng):
    made, out = event
    numbered = [Game(g.first, g.second, g.sets, g.winner, round=n // 3 + 1) for n, g in enumerate(made)]
    rules = Rules(tie_breaks=TIE_BREAKS, lot="x")
    shuffled = rng.sample(numbered, len(numbered))

    one, other = (standings(entries, given_games, rules=rules, out=out) for given_games in (numbered, shuffled))
    assert one.rows == other.rows


def test_awarded_because_of_an_exclusion_opens_no_round():
    made = standings("abcd", games("ab40 cd40 ac40"), rules=Rules(tie_breaks=("progressive",)),
                     out=[Out(id="a", scheduled=3)])
    # Rounds 1 and 2; the game that a owes d is awarded in the last: d 0 and 2.
    assert value(made, "progressive") == {"a": 6, "b": 0, "c": 4, "d": 2}
    assert made.counted.awarded == (awarded_game("a", "d", "d"),)
