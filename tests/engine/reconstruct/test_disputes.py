"""Disputes made up to be solved: that they are what they say, and that they are solved."""

from __future__ import annotations

import math

import pytest

from refereeing.engine.physics.params import Constants
from refereeing.engine.replay.reconstruct_input import read_dispute
from refereeing.engine.replay.reconstruction import reconstruct_json
from tests.engine.reconstruct.cases import compiled
from tests.engine.reconstruct.disputes import SD, dispute


@pytest.mark.parametrize("number", range(4))
def test_a_dispute_is_what_it_says(number):
    item, truth = dispute(number, 15.0)
    colours = {disc["id"]: disc["colour"] for disc in item["before"]}
    low, high = item["known"]["angle"]

    read_dispute(item)
    assert 2.0 <= truth.margin <= 10.0
    assert 800 <= truth.stroke[3] <= 4000
    assert low <= truth.stroke[2] <= high
    assert high - low == pytest.approx(30.0)
    assert {colours[truth.first], colours[truth.rival]} == {"red", "black"}
    assert 8 <= len(colours) <= 16
    assert truth.first in truth.moved
    for name, sd in SD.items():
        assert abs(getattr(truth.constants, name) - getattr(Constants(), name)) == pytest.approx(sd)
    off = [math.dist(truth.places[d["id"]], (d["x"], d["y"])) for d in item["before"]]
    assert 0.5 < sum(off) / len(off) < 5.0  # the mean distance of a normal error of 2 mm a coordinate is 2.5


def test_the_same_number_is_the_same_dispute():
    assert dispute(5, 3.0) == dispute(5, 3.0)
    assert dispute(5, 3.0) != dispute(6, 3.0)


def likeliest(item):
    return reconstruct_json(item)["first_touch"][0]["discs"]


@compiled
@pytest.mark.parametrize("number", [1000, 1003, 1005])
def test_easy_disputes_are_solved(number):
    item, truth = dispute(number, 15.0)

    assert likeliest(item) == [truth.first]


@compiled
@pytest.mark.long
@pytest.mark.parametrize("spread", [3.0, 15.0])
def test_disputes_are_solved(spread):
    """At least 93 of 100; the figures themselves are measured by `benchmarks.reconstruct`."""
    right = 0
    for number in range(2000, 2040):
        item, truth = dispute(number, spread)
        right += likeliest(item) == [truth.first]

    assert right >= 37
