"""Double elimination: two losses and out, the reset final, the crossing; rulebook 6, 22.1.b."""

import csv
import json
import random

import pytest

from competitions.formats.bracket import WINNERS, RoundKind
from competitions.formats.bracket_play import Decision, MatchState, Situation, final_places, losses, play
from competitions.formats.double_elimination import CYCLE, Crossing, crossing_table, double_elimination
from competitions.formats.errors import FormatError
from tests.formats.brackets import favourite, ids, objections, outsider, played_out, states
from tests.formats.contract import shared


def test_masks_are_those_of_the_reference_for_every_size():
    """The cycle reverse, reverse in halves, half shift, straight is what tournament-pairings plays."""
    libraries = json.loads(shared("draws", "de-crossing.json").read_text())["libraries"]
    for size in (8, 16, 32, 64, 128, 512):
        reference = libraries[f"tournament-pairings {size}"]["masks"]
        for crossed in crossing_table(size):
            mask = crossed.matches[0] - 1
            assert mask == int(reference[str(crossed.winners_round)], 2)
            assert crossed.matches == tuple((place ^ mask) + 1 for place in range(size >> crossed.winners_round))


def test_crossing_of_32_by_hand():
    """teijo/jquery-bracket #180: what stands in the printed table is what is played."""
    assert [(c.winners_round, c.losers_round, c.crossing, c.matches) for c in crossing_table(32)] == [
        (2, 2, Crossing.REVERSE, (8, 7, 6, 5, 4, 3, 2, 1)),
        (3, 4, Crossing.REVERSE_IN_HALVES, (2, 1, 4, 3)),
        (4, 6, Crossing.HALF_SHIFT, (2, 1)),
        (5, 8, Crossing.STRAIGHT, (1,))]


def test_straight_has_no_mask_whatever_the_width():
    assert [crossing.mask(3) for crossing in CYCLE] == [7, 3, 4, 0]
    assert [crossing.mask(0) for crossing in CYCLE] == [0, 0, 0, 0]


def test_bracket_of_six_by_hand():
    bracket = double_elimination(ids(6), grand_final_reset=True)
    shown = {match.id: tuple(side.entry or (side.source.kind.value, side.source.match) for side in
                             (match.first, match.second) if not side.is_bye) for match in bracket.matches()}

    assert shown == {
        "winners-1-1": ("p1",), "winners-1-2": ("p4", "p5"), "winners-1-3": ("p2",), "winners-1-4": ("p3", "p6"),
        "winners-2-1": ("p1", ("winner_of", "winners-1-2")), "winners-2-2": ("p2", ("winner_of", "winners-1-4")),
        "losers-2-1": (("loser_of", "winners-2-2"), ("loser_of", "winners-1-2")),
        "losers-2-2": (("loser_of", "winners-2-1"), ("loser_of", "winners-1-4")),
        "losers-3-1": (("winner_of", "losers-2-1"), ("winner_of", "losers-2-2")),
        "winners-3-1": (("winner_of", "winners-2-1"), ("winner_of", "winners-2-2")),
        "losers-4-1": (("loser_of", "winners-3-1"), ("winner_of", "losers-3-1")),
        "final-1-1": (("winner_of", "winners-3-1"), ("winner_of", "losers-4-1")),
        "final-2-1": (("winner_of", "final-1-1"), ("loser_of", "final-1-1"))}
    assert [drawn.kind for drawn in bracket.rounds] == [
        RoundKind.WINNERS, RoundKind.WINNERS, RoundKind.LOSERS, RoundKind.LOSERS, RoundKind.WINNERS_FINAL,
        RoundKind.LOSERS_FINAL, RoundKind.GRAND_FINAL, RoundKind.RESET]


@pytest.mark.parametrize("size", [*range(2, 26), 32, 33, 64])
@pytest.mark.parametrize("reset", [False, True])
def test_the_outside_checker_has_no_objection(size, reset):
    entries = [{"id": f"e{number}", **({"seed": number} if number <= 4 else {})} for number in range(1, size + 1)]

    assert objections("double_elimination", entries, grand_final_reset=reset) == []


@pytest.mark.parametrize("size", [*range(2, 40), 128, 255, 256, 257, 512])
def test_everybody_but_the_winner_leaves_with_two_losses(size):
    """Drarig29/brackets-manager.js #133: no size up to the limit is without a crossing."""
    bracket = double_elimination(ids(size), grand_final_reset=True)
    rng = random.Random(size)
    for pick in (favourite, outsider, lambda now: rng.choice([now.first.entry, now.second.entry])):
        situation = played_out(bracket, pick)
        now = play(bracket, situation)
        lost, places = losses(now), final_places(bracket, now)
        champion = [entry for entry, place in places.items() if place == 1]

        assert len(champion) == 1
        assert {entry: 2 for entry in ids(size) if entry != champion[0]} | {champion[0]: lost[champion[0]]} == lost
        assert lost[champion[0]] <= 1
        assert sorted(places) == sorted(ids(size))


def test_places_of_eight_if_all_favourites_win():
    bracket = double_elimination(ids(8), grand_final_reset=True)

    assert final_places(bracket, play(bracket, played_out(bracket))) == {
        "p1": 1, "p2": 2, "p3": 3, "p4": 4, "p5": 5, "p6": 5, "p7": 7, "p8": 7}


def test_a_real_event_comes_out_the_same():
    """2023mijac, eight entrants: each match that was played could be played then, and wins and losses agree."""
    with shared("data", "frc_2023mijac_8_matches.csv").open(encoding="utf-8") as lines:
        matches = list(csv.DictReader(lines))
    with shared("data", "frc_2023mijac_8_final.csv").open(encoding="utf-8") as lines:
        final = {row["entrant"]: int(row["losses"]) for row in csv.DictReader(lines)}
    bracket = double_elimination([f"S{number}" for number in range(1, 9)], grand_final_reset=True)
    decisions: dict[str, Decision] = {}
    for row in matches:
        now = play(bracket, Situation(decisions=decisions))
        ready = [i for i, item in now.items() if item.state is MatchState.READY
                 and {item.first.entry, item.second.entry} == {row["red"], row["blue"]}]
        decisions[ready[0]] = Decision(row["winner"])
    now = play(bracket, Situation(decisions=decisions))

    assert losses(now) == final
    assert {entry: place for entry, place in final_places(bracket, now).items() if place <= 4} == {
        "S1": 1, "S8": 2, "S2": 3, "S4": 4}


def test_late_entries_begin_in_the_losers_bracket():
    """Raasiku 2021: latecomers are put straight into the losers' rings; nobody else is moved by it."""
    before = {match.id: match for match in double_elimination(ids(5)).matches()}
    bracket = double_elimination(ids(5), late=["p90", "p91", "p92"])
    after = {match.id: match for match in bracket.matches()}
    situation = played_out(bracket)

    assert {i for i in before if after[i] != before[i]} == {"losers-2-1", "losers-2-2", "losers-3-1"} & set(before)
    assert after["losers-1-1"].second.source.match == "winners-1-2"
    assert after["losers-1-1"].first.entry == "p90"
    assert (after["losers-1-2"].first.entry, after["losers-1-2"].second.entry) == ("p91", "p92")
    assert losses(play(bracket, situation))["p90"] == 1


def test_late_entries_meet_first_those_who_wait_for_an_opponent():
    bracket = double_elimination(ids(10), late=["p90", "p91"])
    first = {match.id: (match.first, match.second) for match in bracket.matches() if match.id.startswith("losers-1-")}

    assert {match_id: (one.entry, other.source.match) for match_id, (one, other) in first.items()} == {
        "losers-1-1": ("p90", "winners-1-2"), "losers-1-3": ("p91", "winners-1-6")}


def test_a_full_bracket_has_no_place_for_late_entries():
    with pytest.raises(FormatError) as caught:
        double_elimination(ids(8), late=["p90"])
    assert (caught.value.code, caught.value.path) == ("no_place_left", "late")
    with pytest.raises(FormatError) as caught:
        double_elimination(ids(5), late=["p5"])
    assert caught.value.code == "duplicate_id"


def test_two_who_both_lost_in_the_winners_bracket_are_ranked_where_they_would_have_come_in():
    bracket = double_elimination(ids(8))
    situation = played_out(bracket, situation=Situation(decisions={"winners-1-1": Decision(None)}))
    places = final_places(bracket, play(bracket, situation))

    assert (places["p1"], places["p8"], places["p2"]) == (7, 7, 1)
    assert states(bracket, situation)["winners-2-1"] == MatchState.WALKOVER
    assert states(bracket, situation)["losers-1-1"] == MatchState.WALKOVER


def test_rounds_stand_in_an_order_in_which_they_can_be_played():
    order = [(drawn.bracket, drawn.number) for drawn in double_elimination(ids(16), grand_final_reset=True).rounds]

    assert order == [(WINNERS, 1), ("losers", 1), (WINNERS, 2), ("losers", 2), ("losers", 3), (WINNERS, 3),
                     ("losers", 4), ("losers", 5), (WINNERS, 4), ("losers", 6), ("final", 1), ("final", 2)]
