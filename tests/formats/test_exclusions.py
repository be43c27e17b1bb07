import pytest

from competitions.formats.exclusions import Consequence, Out, games_that_count
from competitions.formats.games import awarded_game
from tests.formats.test_standings import games

FIVE = "abcde"


@pytest.mark.parametrize(("why", "results", "out", "kept", "annulled", "awarded"), [
    ("nobody is out", "ab42 cd42", [], "ab42 cd42", "", []),
    ("lnf-2008:3.2 half played: annulled for everyone, awarded games included", "ab42 cb42 ac42 d+c",
     [Out(id="c", scheduled=4)], "ab42", "c", []),
    ("lnf-2008:3.2 more than half: stand, the rest is awarded without sets", "ca42 bc40 cd43",
     [Out(id="c", scheduled=4)], "ca42 bc40 cd43", "", [("c", "e")]),
    ("awarded games are not played: two of four played is half", "ca42 bc40 d+c", [Out(id="c")], "", "c", []),
    ("scheduled is entries - 1 when it is left out", "ca42 bc40 cd43", [Out(id="c")], "ca42 bc40 cd43", "",
     [("c", "e")]),
    ("double round robin: two games each", "ca42 bc40 cd43 ac42 cb40", [Out(id="c", scheduled=8)],
     "ca42 bc40 cd43 ac42 cb40", "", [("c", "d"), ("c", "e"), ("c", "e")]),
    ("two out with more than half: the game between them goes to nobody", "ca42 bc40 cd43 ea42 eb42 ed42",
     [Out(id="c"), Out(id="e")], "ca42 bc40 cd43 ea42 eb42 ed42", "", []),
    ("counted before anything is annulled: c has three of four, two against the annulled", "ca42 cb42 cd42",
     [Out(id="a"), Out(id="b"), Out(id="c")], "cd42", "ab", [("c", "e")]),
    ("a bye is annulled with the rest", "c ab42", [Out(id="c")], "ab42", "c", []),
    ("games short of a whole one each are not awarded", "ca42 bc40", [Out(id="c", scheduled=3)], "ca42 bc40", "", []),
])
def test_games_that_count(why, results, out, kept, annulled, awarded):
    counted = games_that_count(FIVE, games(results), out)

    extra = tuple(awarded_game(gone, other, other) for gone, other in awarded)
    assert counted.games == (*games(kept), *extra)
    assert (counted.annulled, counted.awarded) == (frozenset(annulled), extra)


@pytest.mark.parametrize(("consequence", "annulled"), [
    (Consequence.ANNUL, {"c"}), (Consequence.AWARD, set()), (Consequence.RULE, set()),
])
def test_regulations_may_say_otherwise(consequence, annulled):
    counted = games_that_count(FIVE, games("ca42 bc40 cd43"), [Out(id="c", consequence=consequence)])

    assert counted.annulled == annulled


def test_the_only_entrant_may_leave():
    assert games_that_count("a", [], [Out(id="a", consequence=Consequence.AWARD)]).games == ()
