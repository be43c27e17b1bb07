from fractions import Fraction

from hypothesis import given, settings

from competitions.formats.exclusions import Out
from competitions.formats.explain import Note, TermKind, explain
from competitions.formats.games import Outcome
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.lot import lot_key
from competitions.formats.standings import Rules, standings
from tests.formats.test_standings import ALL, events, games


def explained(table, entry_id, name):
    return next(item for item in explain(table, entry_id) if item.tie_break == name)


def shown(item):
    return [(term.opponent, term.outcome, term.basis, term.value) for term in item.terms]


def test_sonneborn_berger_shows_whole_half_and_nothing():
    table = standings("abcd", games("ab42 ac33 da40 bc40 bd40"), rules=ALL)

    # By hand: b has 4, c 1, d 2 points.
    assert shown(explained(table, "a", "sonneborn_berger")) == [
        ("b", Outcome.WON, 4, 4), ("c", Outcome.DRAWN, 1, Fraction(1, 2)), ("d", Outcome.LOST, 2, 0)]


def test_median_shows_which_terms_are_left_out():
    table = standings("abcde", games("ab40 ac40 ad40 ae40 bd40 ce40"), rules=ALL)
    terms = explained(table, "a", "median_buchholz").terms

    assert [term.counted for term in terms] == [True, False, False, True]


def test_bye_and_awarded_games_are_told_apart():
    table = standings("abc", games("a+b a ac42"), rules=ALL)
    terms = explained(table, "a", "buchholz").terms

    assert [(term.opponent, term.kind) for term in terms] == [
        ("b", TermKind.AWARDED), (None, TermKind.BYE), ("c", TermKind.PLAYED)]
    assert [term.opponent for term in explained(table, "a", "set_difference").terms] == ["c"]


def test_head_to_head_names_the_mini_league_or_why_there_is_none():
    table = standings("abcd", games("ab43 ac43 da40 bc40 bd40"), rules=ALL)

    item = explained(table, "a", "head_to_head")
    assert (item.among, shown(item)) == (("a", "b"), [("b", Outcome.WON, 2, 2)])
    assert explained(table, "c", "head_to_head").note is Note.NOT_TIED
    apart = standings("abc", games("ac40 bc40"), rules=ALL)
    assert explained(apart, "a", "head_to_head").note is Note.NOT_ALL_MET
    assert explained(apart, "a", "head_to_head").among == ("a", "b")


def test_lot_shows_the_key_or_that_there_was_none():
    assert explained(standings("ab", [], rules=ALL), "a", "lot").lot_key == lot_key("x", "a")
    assert explained(standings("ab", [], rules=Rules(tie_breaks=("lot",))), "a", "lot").note is Note.NO_LOT


def test_annulled_rows_have_no_arithmetic():
    table = standings("abc", games("ac40"), rules=ALL, out=[Out(id="c", scheduled=4)])

    assert {item.note for item in explain(table, "c")} == {Note.ANNULLED}


@settings(max_examples=100, deadline=None)
@given(events())
def test_every_value_is_the_sum_of_its_counted_terms(event):
    made, out = event
    table = standings("abcdef", made, rules=Rules(tie_breaks=TIE_BREAKS, lot="x"), out=out)

    for row in table.rows:
        for item in explain(table, row.id):
            assert item.value == row.values[item.tie_break]
            if item.value is not None and item.note is None:
                assert sum(term.value for term in item.terms if term.counted) == item.value * (item.divisor or 1)
