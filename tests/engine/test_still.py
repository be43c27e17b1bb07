"""The still of a replay: ways, starts, rests and the first touch of a stroke made by hand."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.still import STILL, Piece, Way, first_touch, still_of
from tests.replays import EVENTS, FRAMES, result, simulation


def test_pieces_that_move_have_starts_and_ways_and_those_that_fell_no_rest():
    still = still_of(result(), simulation())

    assert still.starts == (Piece("striker", "striker", 0, -420), Piece("r1", "red", 0, 100, "dark"))
    assert still.ways == (
        Way("striker", "striker", ((0, -420), (0, 62.5), (-40, 200))),
        Way("r1", "red", ((0, 100), (200, 485), (391.6, 460))),
    )
    assert [piece.id for piece in still.rests] == ["striker", "b2", "r3"]


def test_what_was_seen_after_the_stroke():
    seen = still_of(result(), simulation()).seen

    assert seen == (Piece("b2", "black", 60, 130), Piece("r3", "red", 180, -460), Piece("striker", "striker", -40, 200))
    assert still_of(result(after=None, striker_after=None), simulation()).seen == ()


def test_marks_are_of_the_players_discs_before_the_stroke():
    """r1 lies in the circle, r3 in the zone of S (lnf-2008: dark); b2 is the opponent's."""
    marks = {piece.id: piece.mark for piece in still_of(result(), simulation()).rests}

    assert marks == {"striker": "", "b2": "", "r3": "dark"}
    assert {p.mark for p in still_of(result(player="N"), simulation()).rests if p.id == "b2"} == {"light"}
    assert {p.mark for p in still_of(result(player=None), simulation()).rests} == {""}


def test_first_touch_is_where_the_striker_and_the_disc_were():
    still = still_of(result(), simulation())

    assert (still.first_at, still.touched) == ((0, 62.5), ((0, 100),))
    assert math.dist(still.first_at or (0, 0), still.touched[0]) == 37.5


def test_a_tie_has_two_discs_and_one_that_is_not_in_the_frames_none():
    tie = {**EVENTS[0], "b": ["r1", "b2", "elsewhere"]}

    assert still_of(result(), simulation(events=[tie])).touched == ((0, 100), (60, 130))


def test_a_stroke_that_touches_nothing_has_no_first_touch():
    between_discs = {"type": "contact", "t": 0.5, "a": "r1", "b": ["b2"]}
    still = still_of(result(), simulation(events=[between_discs]))

    assert first_touch([between_discs]) is None
    assert (still.first_at, still.touched) == (None, ())


def test_a_striker_that_fell_before_the_touch_has_no_place_there():
    gone = {"ids": ["striker"], "t": [0, 1], "xy": [[0, 0], [None, None]]}
    touch = {"type": "contact", "t": 1, "a": "striker", "b": []}

    assert still_of(result(before=[]), simulation(frames=gone, events=[touch])).first_at is None


def test_a_way_that_turns_back_keeps_the_corner():
    frames = {"ids": ["striker"], "t": [0, 1, 2, 3], "xy": [[0, 0], [0, 0], [100, 0], [40, 0]]}

    ways = still_of(result(before=[]), simulation(frames=frames, events=[])).ways

    assert ways[0].corners == ((0, 0), (100, 0), (40, 0))


def test_what_trembles_has_not_moved():
    frames = {"ids": ["striker"], "t": [0, 1, 2], "xy": [[0, 0], [STILL, 0], [0, 0]]}

    assert still_of(result(before=[]), simulation(frames=frames, events=[])).ways == ()


@given(st.lists(st.tuples(st.floats(-480, 480), st.floats(-480, 480)), min_size=1, max_size=12))
def test_a_way_begins_and_ends_where_the_piece_does_and_leaves_out_only_what_lies_on_it(places):
    frames = {"ids": ["striker"], "t": list(range(len(places))), "xy": [list(place) for place in places]}

    still = still_of(result(before=[]), simulation(frames=frames, events=[]))

    assert (still.rests[0].x, still.rests[0].y) == places[-1]
    for way in still.ways:
        assert (way.corners[0], way.corners[-1]) == (places[0], places[-1])
        stretches = list(pairwise(way.corners))
        assert all(any(near(place, a, b) for a, b in stretches) for place in places)


def near(place: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether a place lies on a stretch, within a millimetre."""
    length = math.dist(a, b)
    along = ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / length if length else 0
    along = min(max(along, 0), length)
    foot = (a[0] + (b[0] - a[0]) * along / length, a[1] + (b[1] - a[1]) * along / length) if length else a
    return math.dist(place, foot) <= 1


@pytest.mark.parametrize("at", [0, 3, 6])
def test_frames_are_as_many_as_times(at):
    """The sample itself: two numbers for each piece in every frame."""
    assert len(FRAMES["t"]) == len(FRAMES["xy"])
    assert len(FRAMES["xy"][at]) == 2 * len(FRAMES["ids"])
