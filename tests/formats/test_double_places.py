"""Double elimination in which losers play on for places (Raasiku 2021): every place from 5 on has its match."""

import pytest

from competitions.formats.bracket import RoundKind
from competitions.formats.bracket_check import check_bracket
from competitions.formats.bracket_fold import BracketPlan, bracket_of, round_numbers
from competitions.formats.bracket_layout import Part, layout_of
from competitions.formats.bracket_play import final_places, play
from competitions.formats.double_elimination import double_elimination
from competitions.formats.draw import System
from tests.formats.brackets import ids, played_out


def test_of_eight_the_losers_of_each_losers_round_play_for_their_two_places():
    bracket = double_elimination(ids(8), places=8)
    places = [(drawn.name, [match.id for match in drawn.matches]) for drawn in bracket.rounds
              if drawn.kind is RoundKind.PLACE_MATCH]
    assert sorted(places) == [("Match for place 5", ["place5-3-1"]), ("Match for place 7", ["place7-2-1"])]
    found = final_places(bracket, play(bracket, played_out(bracket)))
    assert sorted(found.values()) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("count", range(2, 34))
def test_everybody_has_a_place_of_their_own_and_sources_stand_before(count):
    bracket = double_elimination(ids(count), places=32)
    assert all(check.holds for check in check_bracket(bracket, ids(count)))
    found = final_places(bracket, play(bracket, played_out(bracket)))
    if count <= 32:
        assert sorted(found.values()) == list(range(1, count + 1))


@pytest.mark.parametrize("count", [8, 11, 16])
def test_without_them_the_bracket_is_as_it_was(count):
    assert double_elimination(ids(count), places=4) == double_elimination(ids(count))
    down_to_eight = [match.id for match in double_elimination(ids(count), places=8).matches()]
    assert [match.id for match in double_elimination(ids(count)).matches()] == [
        match_id for match_id in down_to_eight if not match_id.startswith("place")]


def test_a_late_entry_moves_no_number_of_a_round():
    plan = BracketPlan(system=System.DOUBLE_ELIMINATION, order=tuple(ids(6)), places=8)
    late = BracketPlan(system=System.DOUBLE_ELIMINATION, order=tuple(ids(6)), places=8, late=("l1",))
    numbers = {(r.bracket, r.number, r.params.get("low")): n
               for n, r in zip(round_numbers(late), bracket_of(late).rounds, strict=True)}
    for number, drawn in zip(round_numbers(plan), bracket_of(plan).rounds, strict=True):
        assert numbers[drawn.bracket, drawn.number, drawn.params.get("low")] == number


def test_places_are_drawn_beside_the_brackets():
    layout = layout_of(double_elimination(ids(16), places=16))
    assert {spot.part for spot in layout.spots.values()} == {Part.WINNERS, Part.LOSERS, Part.FINAL, Part.PLACES}
    assert len(set(layout.spots.values())) == len(layout.spots)
