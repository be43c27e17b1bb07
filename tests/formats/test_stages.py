"""Stages after stages, rankings over one field, teams of individuals, the challenge ladder."""

from dataclasses import replace
from fractions import Fraction

import pytest

from competitions.formats.bracket_play import Situation, final_places, play
from competitions.formats.draw import DrawSpec, System, draw
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Out
from competitions.formats.lot import Entrant
from competitions.formats.ranking_list import (
    Challenge,
    LadderRules,
    Takes,
    after_challenge,
    may_challenge,
    refuse_challenge,
)
from competitions.formats.rankings import ranking_of, teams_of_individuals
from competitions.formats.stages import (
    Placing,
    going_on,
    placings_of_bracket,
    placings_of_table,
    seeds_of_next_stage,
)
from competitions.formats.standings import Rules, standings
from competitions.formats.table_changes import CutChange, changed_cut, changed_rows
from tests.formats.brackets import ids, played_out
from tests.formats.test_standings import games


def placings(text):
    return [Placing(entry, rank) for rank, entry in enumerate(text, 1)]


GROUPS = {"A": placings("abc"), "B": placings("def")}


def test_groups_go_on_into_their_bracket():
    made = draw(DrawSpec(system=System.GROUPS, entries=tuple(Entrant(id=i) for i in "abcdef"), lot="x", groups=2,
                         advance=2))
    placed = going_on(GROUPS, 2)
    now = play(made.bracket, Situation(placed=placed))

    assert placed == {("A", 1): "a", ("A", 2): "b", ("B", 1): "d", ("B", 2): "e"}
    assert [(item.first.entry, item.second.entry) for item in now.values()][:2] == [("a", "e"), ("d", "b")]


def test_any_stage_seeds_the_next():
    assert seeds_of_next_stage(GROUPS, 2) == ("a", "d", "b", "e")
    table = standings("abc", games("ab40 cb40"), rules=Rules(), out=[Out(id="c", scheduled=4)])
    assert placings_of_table(table.rows) == (Placing("a", 1), Placing("b", 2))
    bracket = single_elimination(ids(4))
    places = placings_of_bracket(final_places(bracket, play(bracket, played_out(bracket))))
    assert [(placing.entry, placing.rank) for placing in places] == [("p1", 1), ("p2", 2), ("p3", 3), ("p4", 3)]
    assert seeds_of_next_stage({"main": places}, 2) == ("p1", "p2")


@pytest.mark.parametrize(("groups", "places", "code"), [
    ({"A": [Placing("a", 1), Placing("b", 2), Placing("c", 2)]}, 2, "level_at_the_cut"),
    ({"A": [Placing("a", 1), Placing("b", 1), Placing("c", 3)]}, 2, "level_at_the_cut"),
    ({"A": placings("a")}, 2, "too_few_entries"),
])
def test_undecided_places_are_refused(groups, places, code):
    with pytest.raises(FormatError) as caught:
        going_on(groups, places)
    assert (caught.value.code, caught.value.path) == (code, "groups.A")


def test_level_behind_the_cut_does_not_matter():
    assert going_on({"A": [Placing("a", 1), Placing("b", 2), Placing("c", 2)]}, 1) == {("A", 1): "a"}


def test_rankings_over_one_field_have_ranks_of_their_own():
    """Ķekava: one tournament, three rankings."""
    table = standings("abcde", games("ab40 ac40 ad40 ae40 bc33 bd40 be40 cd40 ce40 de33"),
                      rules=Rules(tie_breaks=("head_to_head", "sets_won")), out=[])
    women = ranking_of(table, {"b", "c", "e"})

    assert [(row.id, row.rank, row.decided_by) for row in table.rows] == [
        ("a", 1, None), ("b", 2, "points"), ("c", 2, None), ("d", 4, "points"), ("e", 4, None)]
    assert [(row.id, row.rank, row.decided_by) for row in women] == [("b", 1, None), ("c", 1, None), ("e", 3, "points")]


def test_criterion_of_a_ranking_is_the_first_of_those_between():
    # b, c, d beat each other in a cycle and have two points each; sets won: b 7, c and d 6.
    rules = Rules(tie_breaks=("sets_won", "lot"), lot="x")
    table = standings("abcd", games("ab40 ac40 ad40 bc42 cd42 db43"), rules=rules)
    below = [row.decided_by for row in table.rows]
    last = table.rows[3].id

    assert below == [None, "points", "sets_won", "lot"]
    assert ranking_of(table, {"a", last})[1].decided_by == "points"
    assert ranking_of(table, {table.rows[1].id, last})[1].decided_by == "sets_won"


def test_annulled_stay_last_in_every_ranking():
    table = standings("abc", games("ab40 cb40"), rules=Rules(), out=[Out(id="c", scheduled=4)])
    assert [(row.id, row.rank) for row in ranking_of(table, {"b", "c"})] == [("b", 1), ("c", None)]


def test_teams_of_individuals():
    """Estonia: the team score comes from the best individuals; the same games count in both tables (2.1.d)."""
    points = {entry: Fraction(value) for entry, value in zip("abcdef", (15, 14, 13, 12, 11, 10), strict=True)}
    rows = teams_of_individuals("abcdef", {"a": "X", "d": "X", "f": "X", "b": "Y", "c": "Y"}, points, best=2)
    level = teams_of_individuals("abcd", {"a": "X", "d": "X", "b": "Y", "c": "Y"}, points, best=2)

    assert [(row.team, row.rank, row.points, row.counted) for row in rows] == [
        ("X", 1, 27, ("a", "d")), ("Y", 2, 27, ("b", "c"))]
    assert [row.team for row in level] == ["X", "Y"]


LADDER = LadderRules(reach=2)


@pytest.mark.parametrize(("challenger", "pending", "reached"), [
    ("d", [], "cb"), ("b", [], "a"), ("a", [], ""), ("d", [Challenge("e", "c")], "b"), ("d", [Challenge("d", "c")], ""),
])
def test_whom_somebody_may_challenge_the_nearest_first(challenger, pending, reached):
    assert "".join(may_challenge("abcde", challenger, LADDER, pending=pending)) == reached


def test_a_win_over_somebody_who_stands_below_by_now_changes_nothing():
    assert after_challenge("cab", Challenge("c", "a"), LADDER, has_won=True) == tuple("cab")


def test_ladder_gives_the_place_to_a_challenger_who_wins():
    challenge = Challenge("d", "b")
    refuse_challenge("abcde", challenge, LADDER, pending=[Challenge("e", "c")])

    assert after_challenge("abcde", challenge, LADDER, has_won=True) == tuple("adbce")
    assert after_challenge("abcde", challenge, LadderRules(takes=Takes.EXCHANGE), has_won=True) == tuple("adcbe")
    assert after_challenge("abcde", challenge, LADDER, has_won=False) == tuple("abcde")


@pytest.mark.parametrize(("challenge", "pending", "code", "path"), [
    (Challenge("x", "b"), [], "unknown_id", "challenger"), (Challenge("b", "x"), [], "unknown_id", "challenged"),
    (Challenge("d", "a"), [], "out_of_reach", "challenged"), (Challenge("b", "c"), [], "out_of_reach", "challenged"),
    (Challenge("b", "b"), [], "out_of_reach", "challenged"),
    (Challenge("c", "b"), [Challenge("d", "c")], "challenge_open", "challenger"),
    (Challenge("c", "b"), [Challenge("d", "b")], "challenge_open", "challenged"),
])
def test_ladder_refuses(challenge, pending, code, path):
    with pytest.raises(FormatError) as caught:
        refuse_challenge("abcde", challenge, LADDER, pending=pending)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_what_a_correction_changes_in_a_table():
    before = standings("abc", games("ab40 ac40 bc40"))
    after = standings("abc", games("ab04 ac40 bc40"))

    assert [(change.id, change.rank, change.points) for change in changed_rows(before, after)] == [
        ("b", (2, 1), (2, 4)), ("a", (1, 2), (4, 2))]
    assert changed_cut(before, after, 1) == CutChange(entering=("b",), leaving=("a",))
    assert changed_cut(before, before, 1) == CutChange((), ())
    gone = standings("abc", games("ab40 ac40"), out=[Out(id="a", scheduled=4)])
    assert changed_cut(standings("abc", games("ab40 ac40")), gone, 1).leaving == ("a",)


def test_ranking_of_a_bracket_goes_by_its_places_and_keeps_shared_ones():
    """A bracket's rows have places that no criterion decided: 1, 2, and 3 for both who lost a semi-final."""
    table = standings(["a", "b", "c", "d", "e"], [])
    places = {"a": 1, "b": 2, "c": 3, "d": 3, "e": None}
    shown = replace(table, rows=tuple(replace(row, rank=places[row.id], decided_by=None) for row in table.rows))

    assert [(row.id, row.rank) for row in ranking_of(shown, {"b", "c", "d", "e"})] == [
        ("b", 1), ("c", 2), ("d", 2), ("e", None)]
