"""Single elimination: seeding, byes, places; rulebook 6, 22.1.b."""

import json

import pytest

from competitions.formats.bracket import RoundKind, SourceKind, bracket_size, fold
from competitions.formats.bracket_play import MatchState, final_places, play
from competitions.formats.elimination import knock_out, single_elimination
from competitions.formats.errors import FormatError
from tests.formats.brackets import favourite, ids, objections, outsider, played_out
from tests.formats.contract import shared


def names(bracket):
    return [(drawn.number, drawn.name, [match.id for match in drawn.matches]) for drawn in bracket.rounds]


def test_folds_are_the_reference_ones():
    reference = json.loads(shared("draws", "seeding-and-byes.json").read_text())["fold"]

    assert {size: list(fold(int(size))) for size in reference} == reference


@pytest.mark.parametrize(("entries", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (257, 512), (512, 512)])
def test_bracket_size(entries, size):
    assert bracket_size(entries) == size


def test_bracket_of_five_by_hand():
    bracket = single_elimination(ids(5))
    first, second, third = bracket.rounds

    assert [(m.first.entry, m.second.entry, m.is_bye) for m in first.matches] == [
        ("p1", None, True), ("p4", "p5", False), ("p2", None, True), ("p3", None, True)]
    assert [(m.first.entry, m.second.entry) for m in second.matches] == [("p1", None), ("p2", "p3")]
    assert second.matches[0].second.source == (SourceKind.WINNER_OF, "main-1-2", 0, "")
    assert [drawn.kind for drawn in bracket.rounds] == [
        RoundKind.QUARTER_FINALS, RoundKind.SEMI_FINALS, RoundKind.FINAL]
    assert (third.matches[0].winner_place, third.matches[0].loser_place) == (1, 2)


def test_rounds_with_places_to_eight_by_hand():
    assert names(single_elimination(ids(16), places=8))[1:] == [
        (2, "Quarter-finals", [f"main-2-{n}" for n in range(1, 5)]),
        (3, "Places 5 to 8", ["place5-3-1", "place5-3-2"]),
        (3, "Semi-finals", ["main-3-1", "main-3-2"]),
        (4, "Match for place 3", ["place3-4-1"]),
        (4, "Match for place 5", ["place5-4-1"]),
        (4, "Match for place 7", ["place7-4-1"]),
        (4, "Final", ["main-4-1"])]


@pytest.mark.parametrize("size", range(2, 34))
def test_every_place_up_to_eight_is_played_for(size):
    """If all favourites win, the places are the numbers; who has no opponent for a place has it without a match."""
    bracket = single_elimination(ids(size), places=8)
    places = final_places(bracket, play(bracket, played_out(bracket, favourite)))

    shared_place = {rank: 1 + max(half for half in (8, 16, 32) if half < rank) for rank in range(9, size + 1)}
    assert places == {f"p{rank}": shared_place.get(rank, rank) for rank in range(1, size + 1)}


def test_losers_of_a_round_share_their_place():
    bracket = single_elimination(ids(6))

    assert final_places(bracket, play(bracket, played_out(bracket, outsider))) == {
        "p6": 1, "p5": 2, "p1": 3, "p2": 3, "p3": 5, "p4": 5}


@pytest.mark.parametrize("size", [*range(2, 33), 64, 100, 128])
@pytest.mark.parametrize("seeds", [0, 1, 4, 512])
def test_the_outside_checker_has_no_objection(size, seeds):
    entries = [{"id": f"e{number}", **({"seed": number} if number <= seeds else {})} for number in range(1, size + 1)]

    assert objections("single_elimination", entries, third_place=size % 2 == 0) == []


@pytest.mark.parametrize(("order", "places", "path"), [
    (ids(1), 2, "entries"), (ids(513), 2, "entries"), (["a", "b", "a"], 2, "entries"), (ids(4), 5, "options.places")])
def test_what_cannot_be_drawn_is_refused(order, places, path):
    with pytest.raises(FormatError) as caught:
        single_elimination(order, places=places)
    assert caught.value.path == path


def test_places_of_groups_may_enter():
    sides = single_elimination(ids(2)).rounds[0].matches[0]
    bracket = knock_out([sides.first, sides.second])

    assert play(bracket, played_out(bracket))["main-1-1"].state is MatchState.DECIDED
