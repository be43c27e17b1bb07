"""Who needs a play-off, and what an order of the chief is for: by `docs/tiebreaks.md`."""

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Out
from competitions.formats.ledger import Particulars
from competitions.formats.play_off import level_groups, play_off_rounds, play_offs_due
from competitions.formats.standings import ByNumber
from tests.formats.test_standings import games
from tests.formats.test_tiebreaks import order, table


def test_due_is_who_is_level_when_its_turn_comes_in_the_order_of_the_table():
    made = table("abcde", "ab33 ac42 ad42 ae42 bc42 bd42 be42 cd33 ce42 de42", "head_to_head", "play_off")
    assert play_offs_due(made) == (("a", "b"), ("c", "d"))


def test_due_even_where_a_later_tie_break_separates_them_meanwhile():
    made = table("ab", "ab33", "play_off", "start_number", particulars=Particulars(start_numbers={"a": 2, "b": 1}))
    assert [row.id for row in made.rows] == ["b", "a"]
    assert play_offs_due(made) == (("a", "b"),)
    assert level_groups(made.rows) == ()


@pytest.mark.parametrize(("played", "due"), [
    ("", (("a", "b", "c"),)), ("ab42 bc42", (("a", "b", "c"),)), ("ab42 bc42 ac42", ()), ("ab42 bc42 ca42", ()),
])
def test_due_until_all_of_them_have_met_in_it(played, due):
    made = table("abc", "ab33 ac33 bc33", "play_off", particulars=Particulars(play_off=tuple(games(played))))
    assert play_offs_due(made) == due


def test_nothing_is_due_where_the_list_knows_no_play_off_or_not_for_so_many():
    assert play_offs_due(table("ab", "ab33", "head_to_head")) == ()
    made = table("abc", "ab33 ac33 bc33", ByNumber(two=("play_off",), more=("set_ratio",)))
    assert play_offs_due(made) == ()


def test_who_shares_a_rank_is_level_but_for_annulled_rows():
    made = table("abcd", "ab33 ac42 ad42 bc42 bd42 cd33")
    assert level_groups(made.rows) == (("a", "b"), ("c", "d"))


def test_annulled_rows_are_level_with_nobody():
    made = table("abcd", "ab42 ac42 ad42 bc42", out=[Out(id="c", scheduled=6), Out(id="d", scheduled=6)])
    assert [row.rank for row in made.rows] == [1, 2, None, None]
    assert level_groups(made.rows) == ()


def test_two_meet_once_and_three_in_three_rounds():
    assert [(p.first, p.second) for r in play_off_rounds(["a", "b"]) for p in r.pairings] == [("a", "b")]
    assert len(play_off_rounds(["a", "b", "c"])) == 3


def test_a_decided_order_is_for_exactly_those_who_are_level():
    """Two decisions about other groups never make an order of a mixed one."""
    both = Particulars(decided=(("b", "a"), ("d", "c")))
    apart = table("abcd", "ab33 ac42 ad42 bc42 bd42 cd33", "manual", particulars=both)
    assert order(apart) == [("b", 1, None), ("a", 2, "manual"), ("d", 3, "points"), ("c", 4, "manual")]
    mixed = table("abcd", "ab33 ac33 ad33 bc33 bd33 cd33", "manual", particulars=both)
    assert [row.rank for row in mixed.rows] == [1, 1, 1, 1]


def test_a_decision_about_strangers_or_twice_the_same_is_refused():
    for wrong, code in ((("a", "x"), "unknown_id"), (("a", "a"), "duplicate_id")):
        with pytest.raises(FormatError, match=code):
            table("ab", "ab33", "manual", particulars=Particulars(decided=(wrong,)))
