import time
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Out
from competitions.formats.games import Game, Points, awarded_game, bye, played_game
from competitions.formats.level_groups import LEAGUES, LOT, MANUAL, TIE_BREAKS
from competitions.formats.lot import lot_key
from competitions.formats.standings import Rules, standings

ALL = Rules(tie_breaks=TIE_BREAKS, lot="x")


def games(text: str) -> list[Game]:
    """`ab42` is a against b, 4:2; `a+b` awarded to a, `a-b` lost by both, `a` alone a bye."""
    made = []
    for word in text.split():
        if len(word) == 1:
            made.append(bye(word))
        elif word[1] in "+-":
            made.append(awarded_game(word[0], word[2], word[0] if word[1] == "+" else None))
        else:
            made.append(played_game(word[0], word[1], int(word[2]), int(word[3])))
    return made


def order(table) -> list[tuple[str, int | None, str | None]]:
    return [(row.id, row.rank, row.decided_by) for row in table.rows]


def value(table, name: str) -> dict[str, Fraction | None]:
    return {row.id: row.values[name] for row in table.rows}


def test_columns_of_a_row():
    # By hand: a won 4:2, drew 3:3, was awarded one, lost one without play (both), had a bye.
    table = standings("abcde", games("ab42 ca33 a+d a-e a"), rules=Rules(tie_breaks=("set_difference", "wins")))
    row = next(row for row in table.rows if row.id == "a")

    assert (row.played, row.won, row.drawn, row.lost, row.awarded) == (2, 3, 1, 1, 3)
    assert (row.sets_won, row.sets_lost, row.points) == (7, 5, 7)
    assert row.values == {"set_difference": 2, "wins": 3}


def test_head_to_head_of_two_comes_before_the_sets():
    table = standings("abcd", games("ab43 ac43 da40 bc40 bd40 cd42"),
                      rules=Rules(tie_breaks=("head_to_head", "set_difference")))

    assert order(table) == [("a", 1, None), ("b", 2, "head_to_head"), ("c", 3, "points"), ("d", 4, "head_to_head")]
    assert value(table, "head_to_head") == {"a": 2, "b": 0, "c": 2, "d": 0}


def test_head_to_head_is_applied_again_at_once_inside_each_part():
    # Euro-like: four on 4 points; mini-league 4 4 2 2; inside the pairs b beat a, c beat d (C.07 art. 6.2).
    table = standings("abcdef", games(
        "ba43 ac40 ad40 bc43 db40 cd43 ea40 fa40 eb40 fb40 ce40 fc43 df40 ed40 ef33"),
        rules=Rules(tie_breaks=("head_to_head",)))
    level = {row.id: row for row in table.rows}

    assert [row.id for row in table.rows][2:] == ["b", "a", "c", "d"]
    assert [level[i].values["head_to_head"] for i in "bacd"] == [4, 4, 2, 2]
    assert [level[i].decided_by for i in "bacd"] == ["points", *["head_to_head"] * 3]


def test_head_to_head_cycle_stays_with_the_later_tie_breaks():
    table = standings("abcd", games("ab41 bc43 ca43 ad40 bd42 cd41"),
                      rules=Rules(tie_breaks=("head_to_head", "set_difference")))

    assert order(table)[:3] == [("a", 1, None), ("c", 2, "set_difference"), ("b", 3, "set_difference")]


@pytest.mark.parametrize(("why", "results"), [
    ("a and b have not met", "ac40 bc40"),
    ("a and b met twice, a and c once", "ab40 ba40 ca40 ac40 bc40 cb40 ab33 dc33"),
])
def test_head_to_head_separates_nothing_unless_all_met_equally_often(why, results):
    table = standings("abcd", games(results), rules=Rules(tie_breaks=("head_to_head",)))

    assert {row.decided_by for row in table.rows} <= {None, "points"}


def test_head_to_head_counts_awarded_games():
    table = standings("ab", games("a-b b+a ab40"), rules=Rules(tie_breaks=("head_to_head",)))

    assert value(table, "head_to_head") == {"a": 2, "b": 2}


def test_a_tie_break_is_not_taken_up_again_for_groups_that_a_later_one_makes():
    # a, b, c in a cycle; set difference +6 +2 +2 splits off a; b beat c, yet they stay level (C.07 art. 4.2).
    table = standings("abcd", games("ab41 bc43 ca43 ad40 bd40 cd42"),
                      rules=Rules(tie_breaks=("head_to_head", "set_difference")))

    assert order(table) == [("a", 1, None), ("b", 2, "set_difference"), ("c", 2, None), ("d", 4, "points")]


def test_sonneborn_berger_is_half_for_a_draw_whatever_a_draw_is_worth():
    points = Points(win=Fraction(3))
    table = standings("abc", games("ab42 ac33 bc41"), rules=Rules(points=points, tie_breaks=("sonneborn_berger",)))

    assert value(table, "sonneborn_berger") == {"a": Fraction(7, 2), "b": 1, "c": 2}


def test_sonneborn_berger_of_the_fide_exercise():
    # Exercises in Tie-Breaking (FIDE TEC 2024), exercise 14; E-F is a forfeit.
    text = "AB42 AC42 AD24 AE42 AF33 BC33 BD42 BE42 BF42 CD42 CE42 CF42 DE33 DF24 E+F"
    half = Points(win=Fraction(1), draw=Fraction(1, 2))
    table = standings("ABCDEF", games(text), rules=Rules(points=half, tie_breaks=("sonneborn_berger",)))

    assert {k: float(v) for k, v in value(table, "sonneborn_berger").items()} == {
        "A": 9.25, "B": 6.25, "C": 6.25, "D": 4.25, "F": 3.25, "E": 2.25}


def test_bye_is_a_win_against_the_own_points():
    table = standings("abc", games("ab42 c ca24 b"),
                      rules=Rules(tie_breaks=("buchholz", "sonneborn_berger", "wins", "head_to_head")))

    assert value(table, "buchholz") == {"a": 4, "b": 6, "c": 6}
    assert value(table, "sonneborn_berger") == {"a": 4, "b": 2, "c": 2}
    assert [row.rank for row in table.rows] == [1, 2, 2]


def test_median_buchholz_leaves_out_one_highest_and_one_lowest():
    # a met b (2), c (2), d (0), e (0), with own 8: terms 2 2 0 0, cut 2 and 0.
    table = standings("abcde", games("ab40 ac40 ad40 ae40 bd40 ce40"), rules=Rules(tie_breaks=("median_buchholz",)))

    assert value(table, "median_buchholz") == {"a": 2, "b": 0, "c": 0, "d": 0, "e": 0}


def test_lot_orders_by_key_and_nothing_without_the_text():
    with_lot = standings("abcd", [], rules=Rules(tie_breaks=("lot",), lot="Rīga 17"))
    without = standings("abcd", [], rules=Rules(tie_breaks=("lot",)))

    assert [row.id for row in with_lot.rows] == sorted("abcd", key=lambda i: lot_key("Rīga 17", i))
    assert [row.rank for row in with_lot.rows] == [1, 2, 3, 4]
    assert [row.rank for row in without.rows] == [1, 1, 1, 1]
    assert value(with_lot, "lot") == dict.fromkeys("abcd")


def test_equal_ranks_keep_the_order_of_entries_and_the_next_counts_on():
    table = standings("cabd", games("ca40"), rules=Rules(tie_breaks=("wins",)))

    assert order(table) == [("c", 1, None), ("a", 2, "points"), ("b", 2, None), ("d", 2, None)]


def test_nobody_has_played_and_one_entrant():
    assert [row.rank for row in standings("abc", [], rules=ALL).rows] == [1, 2, 3]
    (only,) = standings("a", [], rules=ALL).rows
    assert (only.rank, only.decided_by, only.values["buchholz"]) == (1, None, 0)


def test_without_rules_points_are_two_one_nothing():
    assert [row.points for row in standings("abc", games("ab42 ac33")).rows] == [3, 1, 0]


def test_annulled_entry_comes_last_without_a_rank():
    table = standings("abc", games("ab42 cb40"), rules=ALL, out=[Out(id="c", scheduled=4)])

    assert order(table) == [("a", 1, None), ("b", 2, "points"), ("c", None, None)]
    assert (table.rows[2].points, table.rows[2].won) == (0, 0)
    nothing = dict.fromkeys((*LEAGUES, MANUAL, LOT, "rating", "start_number"))
    assert table.rows[2].values == {**dict.fromkeys(TIE_BREAKS, 0), **nothing}


@pytest.mark.parametrize(("entries", "results", "out", "code", "path"), [
    ("aba", [], [], "duplicate_id", "entries[2].id"),
    ("ab", [played_game("q", "b", 1, 0)], [], "unknown_id", "results[0].first"),
    ("ab", [played_game("a", "b", 1, 0), played_game("a", "q", 1, 0)], [], "unknown_id", "results[1].second"),
    ("ab", [played_game("a", "a", 1, 0)], [], "against_itself", "results[0].second"),
    ("abc", [awarded_game("a", "b", "c")], [], "unknown_id", "results[0].awarded"),
    ("ab", [], [Out(id="q")], "unknown_id", "out[0].id"),
    ("ab", [], [Out(id="a"), Out(id="a")], "duplicate_id", "out[1].id"),
])
def test_standings_refuse(entries, results, out, code, path):
    with pytest.raises(FormatError) as refusal:
        standings(entries, results, out=out)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


@pytest.mark.parametrize(("names", "code", "path"), [
    (("wins", "coin"), "unknown_value", "tie_breaks[1]"),
    (("wins", "lot", "wins"), "duplicate", "tie_breaks[2]"),
])
def test_rules_refuse(names, code, path):
    with pytest.raises(FormatError) as refusal:
        Rules(tie_breaks=names)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


PAIRS = list(combinations("abcdef", 2))


@st.composite
def events(draw):
    chosen = draw(st.lists(st.sampled_from(PAIRS), max_size=20))
    made = [
        draw(st.sampled_from([
            played_game(a, b, 4, 2), played_game(a, b, 3, 3), played_game(b, a, 4, 0), awarded_game(a, b, b),
            awarded_game(a, b, None), bye(a),
        ]))
        for a, b in chosen
    ]
    out = draw(st.lists(st.sampled_from([Out(id="a"), Out(id="b", scheduled=3)]), unique=True))
    return made, out


@settings(max_examples=200, deadline=None)
@given(events(), st.permutations(TIE_BREAKS), st.permutations(list("abcdef")))
def test_standings_properties(event, tie_breaks, entries):
    made, out = event
    rules = Rules(tie_breaks=tuple(tie_breaks), lot="x")
    table = standings(entries, made, rules=rules, out=out)
    ranked = [row for row in table.rows if row.rank is not None]

    for row in table.rows:
        assert row.won + row.drawn + row.lost == row.played + row.awarded
        assert row.points == 2 * row.won + row.drawn
        assert row.values["set_difference"] == row.sets_won - row.sets_lost
    assert sum(row.sets_won for row in table.rows) == sum(row.sets_lost for row in table.rows)
    assert [row.points for row in ranked] == sorted((row.points for row in ranked), reverse=True)
    assert [row.rank for row in ranked] == list(range(1, len(ranked) + 1))
    # The result depends neither on the order of entries (a lot decides last) nor on who is named first.
    turned = [Game(g.second, g.first, g.sets and g.sets[::-1], g.winner) if g.second else g for g in made]
    again = standings("abcdef", turned, rules=rules, out=out)
    assert [(row.id, row.rank, row.values) for row in again.rows if row.rank] == [
        (row.id, row.rank, row.values) for row in ranked]


def test_table_of_64_with_six_tie_breaks_is_quick():
    ids = [f"p{n}" for n in range(64)]
    scores = [(4, 2), (2, 4), (3, 3)]
    made = [played_game(a, b, *scores[n % 3]) for n, (a, b) in enumerate(combinations(ids, 2))]
    start = time.process_time()
    standings(ids, made, rules=Rules(tie_breaks=TIE_BREAKS[:6]))

    # 8 ms on a small machine; the bound leaves room for a busy one.
    assert time.process_time() - start < 0.1
